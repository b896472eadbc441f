package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	api "clients/orders"

	"github.com/google/uuid"
)

func main() {
	editor := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(os.Getenv("ORDERS_KEY"), "")
		request.Header.Set("Accept", "application/json")
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("ORDERS_URL"), api.WithRequestEditorFn(editor))
	must(err)
	ctx := context.Background()
	limit := 2
	list, err := client.ListOrdersWithResponse(ctx, &api.ListOrdersParams{Limit: &limit})
	must(err)
	expect(list.JSON200 != nil && len(list.JSON200.Items) == 2, "list", list.Status())
	token := list.JSON200.Items[0].Token
	order, err := client.GetOrderWithResponse(ctx, token)
	must(err)
	expect(order.JSON200 != nil && order.JSON200.Token == token, "read", order.Status())
	number := "CODEGEN-1"
	updated, err := client.UpdateOrderWithResponse(ctx, token, api.OrderUpdate{Status: order.JSON200.Status, TrackingNumber: &number})
	must(err)
	expect(updated.JSON200 != nil && *updated.JSON200.TrackingNumber == number, "update", updated.Status())
	unknown, err := client.GetOrderWithResponse(ctx, uuid.New())
	must(err)
	expect(unknown.ApplicationproblemJSON404 != nil, "error", unknown.Status())
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func expect(holds bool, call string, status string) {
	if !holds {
		must(fmt.Errorf("%s: unexpected answer, status %s", call, status))
	}
}
