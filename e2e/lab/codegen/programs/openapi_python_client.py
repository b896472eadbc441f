import os
import uuid

from clients.orders import AuthenticatedClient
from clients.orders.api.orders import get_order, list_orders, update_order
from clients.orders.models import OrderUpdate
import base64

token = base64.b64encode(f"{os.environ['ORDERS_KEY']}:".encode()).decode()
client = AuthenticatedClient(
    base_url=os.environ["ORDERS_URL"], token=token, prefix="Basic", headers={"Accept": "application/json"}
)
listed = list_orders.sync(client=client, limit=2)
assert len(listed.items) == 2, "list"
order = get_order.sync(listed.items[0].token, client=client)
assert order.token == listed.items[0].token, "read"
update = OrderUpdate(status=order.status, tracking_number="CODEGEN-5")
updated = update_order.sync(order.token, client=client, body=update)
assert updated.tracking_number == "CODEGEN-5", "update"
unknown = get_order.sync_detailed(uuid.uuid4(), client=client)
assert unknown.status_code == 404 and unknown.parsed.status == 404, "error"
