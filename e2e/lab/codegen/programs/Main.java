import java.util.UUID;
import orders.ApiClient;
import orders.ApiException;
import orders.api.OrdersApi;
import orders.model.OrderUpdate;

public class Main {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("ORDERS_URL"));
    var credentials = System.getenv("ORDERS_KEY") + ":";
    var basic = java.util.Base64.getEncoder().encodeToString(credentials.getBytes());
    client.setRequestInterceptor(request -> request.setHeader("Authorization", "Basic " + basic));
    var orders = new OrdersApi(client);
    var list = orders.listOrders(0, 2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    expect(list.getItems().size() == 2, "list");
    var token = list.getItems().get(0).getToken();
    var order = orders.getOrder(token);
    expect(order.getToken().equals(token), "read");
    var updated = orders.updateOrder(token, new OrderUpdate().status(order.getStatus()).trackingNumber("CODEGEN-3"));
    expect("CODEGEN-3".equals(updated.getTrackingNumber()), "update");
    try {
      orders.getOrder(UUID.randomUUID());
      expect(false, "error");
    } catch (ApiException error) {
      expect(error.getCode() == 404, "error");
    }
  }

  static void expect(boolean holds, String call) {
    if (!holds) throw new IllegalStateException(call + ": unexpected answer");
  }
}
