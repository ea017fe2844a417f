package ledger

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tafl3d/net/wire"
)

// TestTell checks that a position written over an older one equals a new one after every move, and that it allocates
// only a few small strings, whatever the number of moves.
func TestTell(t *testing.T) {
	for _, id := range []string{"copenhagen-11x11-tdiamond", "bagh-chal", "morris-9"} {
		g, _ := begin(t, spec(id))
		rng := rand.New(rand.NewPCG(3, 3))
		var told wire.Position
		for at := wire.Time(2_000_000); !g.Over() && g.Ply() < 60; at += 100_000 {
			for _, side := range []wire.Side{wire.Attackers, wire.Defenders, ""} {
				if g.WritePosition(&told); side == told.Turn {
					told.Moves = g.Moves(told.Moves)
				}
				is := told
				is.Moves, is.Last, is.MayClaim = nilIfEmpty(is.Moves), nilIfEmpty(is.Last), nilIfEmpty(is.MayClaim)
				if want := g.Position(side); !reflect.DeepEqual(is, want) {
					t.Fatalf("%s, %d turns, to %q: %+v, not %+v", id, g.Ply(), side, is, want)
				}
			}
			play(t, g, rng, at)
		}
		// pools drop values then
		if n := testing.AllocsPerRun(100, func() { g.WritePosition(&told); told.Moves = g.Moves(told.Moves) }); n > 2 &&
			!racing {
			t.Errorf("%s: %v allocations", id, n)
		}
		if n := testing.AllocsPerRun(100, func() { told.Legal = g.Legal() }); n > 1 && !racing {
			t.Errorf("%s: %v allocations for the steps in short", id, n)
		}
	}
}

// nilIfEmpty makes empty and nil lists equal.
func nilIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// BenchmarkTold encodes the frames of a move for both players.
func BenchmarkTold(b *testing.B) {
	for _, id := range []string{"copenhagen-11x11-tdiamond", "brandubh-gorrion"} {
		b.Run(id, func(b *testing.B) {
			g, _ := begin(b, spec(id))
			rng := rand.New(rand.NewPCG(3, 3))
			var e wire.Entry
			for at := wire.Time(2_000_000); !g.Over() && g.Ply() < 20; at += 100_000 {
				e = play(b, g, rng, at)
			}
			var told wire.Position
			b.ReportAllocs()
			for b.Loop() {
				g.WritePosition(&told)
				told.Legal = g.Legal()
				for range 2 { // for the side to move, and for the other
					if _, err := wire.Encode(0, &wire.News{Game: "g", Entry: e, Now: e.At, Position: &told}); err !=
						nil {
						b.Fatal(err)
					}
					told.Legal = ""
				}
			}
		})
	}
}
