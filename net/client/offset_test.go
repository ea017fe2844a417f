package client

import (
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// TestTimeStoodStill stops the service and game time for ten seconds: the clocks are shown correctly as soon as the
// client knows, by the first Snapshot, over a slower connection than before, or later by a Pong.
func TestTimeStoodStill(t *testing.T) {
	first, err := ledger.Begin(wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [game.Sides]wire.Player{{ID: "a"}, {ID: "d"}}}, wire.At(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	line := &Line{rtt: time.Millisecond}
	r := &Remote{line: line, id: "g"}
	behind := func(d time.Duration) wire.Time { return wire.At(time.Now().Add(-d)) }
	shown := func(what string, body wire.Body, updates int, ahead time.Duration) {
		t.Helper()
		if got := len(r.receive(message{body: body})); got != updates || (r.shownOffset-ahead).Abs() > shownTolerance {
			t.Errorf("%s: %d updates, clocks shown %v ahead; want %d, %v", what, got, r.shownOffset, updates, ahead)
		}
	}
	pong := func(d time.Duration) wire.Pong {
		return wire.Pong{Nonce: uint64(time.Now().UnixNano()), Now: behind(d)}
	}
	shown("at the beginning", wire.Snapshot{Entries: []wire.Entry{first}, Now: behind(0)}, 1, 0)
	shown("nothing new", pong(10*time.Millisecond), 0, 0)
	line.rtt = 300 * time.Millisecond
	shown("back again", wire.Snapshot{Now: behind(10 * time.Second)}, 1, 10*time.Second)
	shown("a pong", pong(13*time.Second), 1, 13*time.Second)
	shown("another", pong(13*time.Second), 0, 13*time.Second)
}

// TestPongWithoutTime: a pong without the time of a game means that the service does not count this connection among
// those that watch the game. The client watches it again, once.
func TestPongWithoutTime(t *testing.T) {
	first, err := ledger.Begin(wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [game.Sides]wire.Player{{ID: "a"}, {ID: "d"}}}, wire.At(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	line := &Line{sends: make(chan []byte, 4)}
	r := &Remote{line: line, id: "g"}
	pong := func() { r.receive(message{body: wire.Pong{Nonce: uint64(time.Now().UnixNano())}}) }
	pong()
	if len(line.sends) > 0 {
		t.Error("a game that has not arrived is requested again")
	}
	r.receive(message{body: wire.Snapshot{Entries: []wire.Entry{first}, Now: wire.At(time.Now())}})
	pong()
	pong()
	if len(line.sends) != 1 {
		t.Fatalf("%d requests", len(line.sends))
	}
	if _, body, err := wire.Decode(<-line.sends); err != nil || body != (wire.Watch{Game: "g", From: 2}) {
		t.Errorf("%+v, %v", body, err)
	}
}
