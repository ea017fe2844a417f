package ledger

import (
	"math/rand/v2"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// TestByoYomi tests byo-yomi: a period that is not used up is restored, a used one is gone, and the last one loses
// the game; folding the entries gives the same.
func TestByoYomi(t *testing.T) {
	s := spec("brandubh-gorrion")
	s.Clock = "10s+2x5s"
	g, entries := begin(t, s)
	rng := rand.New(rand.NewPCG(1, 2))
	at := g.At()
	turn := func(takes time.Duration) {
		t.Helper()
		at += wire.Time(takes.Microseconds())
		entries = append(entries, play(t, g, rng, at))
	}
	left := func(want time.Duration) {
		t.Helper()
		if d, running := g.Deadline(); !running || (d-at).Time().Sub(wire.Time(0).Time()) != want {
			t.Errorf("%s has %v (%v), want %v", g.Turn(), (d - at).Time().Sub(wire.Time(0).Time()), running, want)
		}
	}
	turn(time.Second) // no clock runs yet
	turn(0)
	left(20 * time.Second)
	turn(14 * time.Second) // four seconds of a period, which is restored
	turn(0)
	left(10 * time.Second)
	turn(6 * time.Second) // a whole period
	turn(0)
	left(5 * time.Second)
	if g.Turn() != game.Attackers {
		t.Fatal(g.Turn())
	}
	if _, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Flag}, at+4_999_999); err == nil {
		t.Error("the flag falls within the last period")
	}
	e, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Flag}, at+5_000_000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Fold(append(entries, e))
	if err != nil || again.Outcome() != g.Outcome() || g.Outcome().Result() != "defenders" {
		t.Errorf("%v, folded %v, %v", g.Outcome(), again.Outcome(), err)
	}
}
