package client_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/net/client"
	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// A device signs in with its key. Requests in the session are routes of package wire with typed bodies.
func ExampleSession() {
	web := standIn()
	defer web.Close()
	ctx := context.Background()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	service, err := client.NewService(web.URL, key, nil)
	if err != nil {
		log.Fatal(err)
	}
	session, err := service.SignIn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	here := service.In(session)
	lobby, err := wire.GetLobby.Ask(ctx, here, wire.None{})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range lobby.Seeks {
		fmt.Printf("%s: %s seeks a game of %s at %s\n", here.Me().Name, o.By.Called(), o.Seek.Variant(), o.Seek.Clock())
	}
	// Output: Astrid: Dag seeks a game of brandubh-gorrion at 5m+3s
}

// standIn is a service with one player and one seek.
func standIn() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc(wire.PostSessions.Pattern(), func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(wire.Session{Token: "t", Player: wire.Player{ID: "p1", Name: "Astrid"}})
	})
	mux.HandleFunc(wire.GetLobby.Pattern(), func(w http.ResponseWriter, _ *http.Request) {
		q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
		_ = json.NewEncoder(w).Encode(wire.Lobby{Seeks: []wire.OpenSeek{{ID: "s1",
			By: wire.Player{Name: "Dag"}, Seek: q}}})
	})
	return httptest.NewServer(mux)
}

// An online game is a table like any other: an action comes back as an update once it is accepted.
func ExampleLine_Join() {
	ctx := context.Background()
	hub := host.NewHub(host.Options{Journal: &host.Memory{}, Bus: &host.Local{}, Clock: host.Machine{},
		Name:  "an example",
		Login: func(_ context.Context, token string) (wire.Player, error) { return wire.Player{ID: token}, nil }})
	defer hub.Close()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hub.Serve(ctx, w, r, func() {})
	}))
	defer web.Close()
	spec := wire.Spec{Game: "g1", Variant: "brandubh-gorrion", Clock: "none",
		Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
	if err := hub.Open(ctx, spec); err != nil {
		log.Fatal(err)
	}

	line := client.Dial(ctx, client.Options{URL: "ws" + strings.TrimPrefix(web.URL, "http"), Token: "astrid"})
	defer line.Close()
	table := line.Join("g1")
	defer table.Close()
	now := <-table.Updates() // the current state
	fmt.Println(now.State.Position.Turn(), "to move")
	first := now.State.Position.Legal(nil, now.State.History)[0]
	if err := table.Send(game.Attackers, match.Play{Move: first}); err != nil {
		log.Fatal(err)
	}
	now = <-table.Updates()
	fmt.Println(now.State.Position.Turn(), "to move after", now.State.Record.Ply(), "turn")
	// Output:
	// attackers to move
	// defenders to move after 1 turn
}
