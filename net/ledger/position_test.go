package ledger

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tafl3d/net/wire"
)

// TestTell sees that a position that is told over an older one is what a new one is, move after move, and that it costs
// a few small texts, however many turns were played and moves can be.
func TestTell(t *testing.T) {
	for _, id := range []string{"copenhagen-11x11-tdiamond", "bagh-chal", "morris-9"} {
		g, _ := begin(t, spec(id))
		rng := rand.New(rand.NewPCG(3, 3))
		var told wire.Position
		for at := wire.Time(2_000_000); !g.Over() && g.Ply() < 60; at += 100_000 {
			for _, side := range []wire.Side{wire.Attackers, wire.Defenders, ""} {
				g.Tell(&told, side)
				is := told
				is.Moves, is.Last, is.MayClaim = nilIfEmpty(is.Moves), nilIfEmpty(is.Last), nilIfEmpty(is.MayClaim)
				if want := g.Position(side); !reflect.DeepEqual(is, want) {
					t.Fatalf("%s, %d turns, to %q: %+v, not %+v", id, g.Ply(), side, is, want)
				}
			}
			play(t, g, rng, at)
		}
		if n := testing.AllocsPerRun(100, func() { g.Tell(&told, wire.SideOf(g.Turn())) }); n > 2 && !racing { // then pools drop things
			t.Errorf("%s: %v allocations", id, n)
		}
	}
}

// nilIfEmpty makes lists without anything in them alike.
func nilIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
