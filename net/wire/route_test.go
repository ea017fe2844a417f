package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tafl3d/net/wire"
)

// echo answers like a service that has one seek, and prints each request.
type echo struct{}

func (echo) Do(_ context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	fmt.Println(method, path, string(body))
	if out == nil {
		return nil
	}
	return json.Unmarshal([]byte(`{"id":"s1","by":{"name":"Astrid"}}`), out)
}

func ExampleRoute_Ask() {
	ctx := context.Background()
	open, err := wire.GetInvitation.Ask(ctx, echo{}, wire.None{}, "8f3k")
	fmt.Println(open.By.Name, err)
	_, err = wire.PostWithdraw.Ask(ctx, echo{}, wire.Take{ID: open.ID})
	fmt.Println(err)
	// Output:
	// GET /v1/invitations/8f3k null
	// Astrid <nil>
	// POST /v1/seeks/withdraw {"id":"s1"}
	// <nil>
}

func ExampleRoute_Pattern() {
	fmt.Println(wire.PostOrders.Pattern())
	fmt.Println(wire.PostOrders.Pattern("cup"))
	fmt.Println(wire.GetPlayer.At("Åse/2"))
	// Output:
	// POST /v1/events/{id}/orders
	// POST /v1/events/cup/orders
	// /v1/players/%C3%85se%2F2
}

// TestRoutesAreTold finds each route in docs/protocol.md, where ids are capitals.
func TestRoutesAreTold(t *testing.T) {
	text, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`\{(\w+)\}`)
	for _, e := range wire.Endpoints() {
		path := id.ReplaceAllStringFunc(e.Path, func(s string) string { return strings.ToUpper(s[1 : len(s)-1]) })
		if !strings.Contains(string(text), "`"+e.Method+" "+path+"`") {
			t.Errorf("docs/protocol.md does not tell of %s %s", e.Method, path)
		}
	}
}
