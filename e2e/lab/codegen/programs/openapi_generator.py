import os
import uuid

import orders
from orders.models import OrderUpdate

configuration = orders.Configuration(host=os.environ["ORDERS_URL"], username=os.environ["ORDERS_KEY"], password="")
with orders.ApiClient(configuration) as client:
    api = orders.OrdersApi(client)
    listed = api.list_orders(limit=2)
    assert len(listed.items) == 2, "list"
    token = listed.items[0].token
    order = api.get_order(token)
    assert order.token == token, "read"
    updated = api.update_order(token, OrderUpdate(status=order.status, trackingNumber="CODEGEN-4"))
    assert updated.tracking_number == "CODEGEN-4", "update"
    try:
        api.get_order(uuid.uuid4())
        raise AssertionError("error")
    except orders.exceptions.NotFoundException as error:
        assert error.status == 404, "error"
