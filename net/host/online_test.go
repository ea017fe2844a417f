package host

import (
	"testing"
	"time"

	"tafl3d/net/wire"
)

// TestRollOfTwoHubs connects players to two hubs of one service: each lists those of both, lists a player with
// several connections once, and forgets those of a silent hub.
func TestRollOfTwoHubs(t *testing.T) {
	now := time.Unix(1000, 0)
	bus := &Local{}
	hub := func(me string) *Hub {
		h := NewHub(Options{Bus: bus, Now: func() time.Time { return now }})
		t.Cleanup(h.Close)
		if err := h.ShareOnline(me); err != nil {
			t.Fatal(err)
		}
		return h
	}
	one, other := hub("one"), hub("other")
	want := func(h *Hub, names ...string) {
		t.Helper()
		got := h.Players()
		if len(got) != len(names) {
			t.Fatalf("%+v, want %q", got, names)
		}
		for i, p := range got {
			if p.Name != names[i] {
				t.Errorf("%+v, want %q", got, names)
			}
		}
	}
	leave := one.enter(wire.Player{ID: "d", Name: "Dag"})
	again := one.enter(wire.Player{ID: "d", Name: "Dag"})
	one.enter(wire.Player{}) // a spectator without an account
	other.enter(wire.Player{ID: "a", Name: "Astrid"})
	want(one, "Dag")
	one.sendOnline("one")
	other.sendOnline("other")
	want(one, "Astrid", "Dag")
	want(other, "Astrid", "Dag")
	leave()
	want(one, "Astrid", "Dag")
	again()
	want(one, "Astrid")
	now = now.Add(onlineTTL + time.Second)
	want(other, "Astrid")
	want(one)
}
