package main

import (
	"context"
	"fmt"
	"os"

	api "clients/orders"
)

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("ORDERS_URL")}}
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextBasicAuth, api.BasicAuth{UserName: os.Getenv("ORDERS_KEY")})
	list, _, err := client.OrdersAPI.ListOrders(ctx).Limit(2).Execute()
	must(err)
	expect(len(list.Items) == 2, "list")
	token := list.Items[0].Token
	order, _, err := client.OrdersAPI.GetOrder(ctx, token).Execute()
	must(err)
	expect(order.Token == token, "read")
	update := api.NewOrderUpdate(order.Status)
	update.SetTrackingNumber("CODEGEN-2")
	updated, _, err := client.OrdersAPI.UpdateOrder(ctx, token).OrderUpdate(*update).Execute()
	must(err)
	expect(updated.GetTrackingNumber() == "CODEGEN-2", "update")
	_, response, err := client.OrdersAPI.GetOrder(ctx, "00000000-0000-4000-8000-000000000000").Execute()
	expect(err != nil && response.StatusCode == 404, "error")
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func expect(holds bool, call string) {
	if !holds {
		must(fmt.Errorf("%s: unexpected answer", call))
	}
}
