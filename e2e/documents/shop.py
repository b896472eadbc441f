"""A small shop on FastAPI, which writes its OpenAPI document by itself. It keeps its document."""

from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field

app = FastAPI(title="Shop", version="1.0.0")
bearer = HTTPBearer()
shelves: dict[int, dict] = {1: {"id": 1, "name": "of somebody"}}
items: dict[int, dict] = {1: {"id": 1, "shelf_id": 1, "name": "of somebody", "price": 5, "tags": []}}


class Problem(BaseModel):
    detail: str


class NewShelf(BaseModel):
    name: str = Field(min_length=1, max_length=40)


class Shelf(NewShelf):
    id: int


class NewItem(BaseModel):
    shelf_id: int
    name: str = Field(min_length=1, max_length=40)
    price: float = Field(ge=0)
    tags: list[str] = []


class Item(NewItem):
    id: int


def caller(credentials=Depends(bearer)):
    if credentials.credentials != "key-of-the-shop":
        raise HTTPException(403, "wrong key")


def take(things: dict[int, dict], id: int) -> dict:
    if id not in things:
        raise HTTPException(404, "there is no such thing")
    return things[id]


missing = {404: {"model": Problem}}
guarded = {"dependencies": [Depends(caller)], "responses": {403: {"model": Problem}}}
guarded_one = {"dependencies": [Depends(caller)], "responses": {403: {"model": Problem}, **missing}}


@app.get("/shelves", operation_id="listShelves", response_model=list[Shelf], **guarded)
def list_shelves():
    return list(shelves.values())


@app.post("/shelves", operation_id="createShelf", response_model=Shelf, status_code=201, **guarded)
def create_shelf(new: NewShelf):
    id = max(shelves, default=0) + 1
    shelves[id] = {"id": id, **new.model_dump()}
    return shelves[id]


@app.get("/shelves/{shelf_id}", operation_id="getShelf", response_model=Shelf, **guarded_one)
def get_shelf(shelf_id: int):
    return take(shelves, shelf_id)


@app.delete("/shelves/{shelf_id}", operation_id="deleteShelf", status_code=204, **guarded_one)
def delete_shelf(shelf_id: int):
    take(shelves, shelf_id)
    if any(item["shelf_id"] == shelf_id for item in items.values()):
        raise HTTPException(403, "the shelf is not empty")
    del shelves[shelf_id]


@app.get("/items", operation_id="listItems", response_model=list[Item], **guarded)
def list_items(limit: int = 100):
    return list(items.values())[: max(limit, 0)]


@app.post("/items", operation_id="createItem", response_model=Item, status_code=201, **guarded_one)
def create_item(new: NewItem):
    take(shelves, new.shelf_id)
    id = max(items, default=0) + 1
    items[id] = {"id": id, **new.model_dump()}
    return items[id]


@app.get("/items/{item_id}", operation_id="getItem", response_model=Item, **guarded_one)
def get_item(item_id: int):
    return take(items, item_id)


@app.put("/items/{item_id}", operation_id="replaceItem", response_model=Item, **guarded_one)
def replace_item(item_id: int, new: NewItem):
    take(items, item_id)
    take(shelves, new.shelf_id)
    items[item_id] = {"id": item_id, **new.model_dump()}
    return items[item_id]


@app.delete("/items/{item_id}", operation_id="deleteItem", status_code=204, **guarded_one)
def delete_item(item_id: int):
    take(items, item_id)
    del items[item_id]
