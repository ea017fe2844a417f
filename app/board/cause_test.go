package board

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
)

// quietEnds are ends that no square has made.
var quietEnds = []game.Cause{game.Resigned, game.Time, game.Agreed, game.Abandoned, game.Adjudicated, game.NoCapture, game.QuietTurns}

// mostMoves is how long a game of chance may get.
const mostMoves = 400

// TestTheBoardShowsWhyItEnded plays games of every variant by chance, and asserts that each
// end is said in words, and shown on the board where a square has made it.
func TestTheBoardShowsWhyItEnded(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	seen := map[game.Cause]int{}
	for _, v := range variant.All() {
		for range 3 {
			g := chanceGame(t, v, chance)
			o := g.State.Outcome
			if !o.Over() {
				continue
			}
			seen[o.Cause]++
			if why := TextCause(g, o); len(why) < 8 {
				t.Errorf("%s: %s is said as %q", v.ID, o.Cause, why)
			}
			if len(g.endedAt()) == 0 && !slices.Contains(quietEnds, o.Cause) {
				t.Errorf("%s: the board does not show the end by %s", v.ID, o.Cause)
			}
		}
	}
	if len(seen) < 8 {
		t.Errorf("only these ends were met: %v", seen)
	}
	t.Logf("%v", seen)
}

// chanceGame plays a game by chance.
func chanceGame(t *testing.T, v *variant.Variant, chance *rand.Rand) *Game {
	t.Helper()
	m := match.New(v.Rules.Start(), match.Control{})
	for n := 0; n < mostMoves && !m.Outcome().Over(); n++ {
		s := m.State()
		moves := s.Position.Legal(nil, s.History)
		if len(moves) == 0 {
			break
		}
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: moves[chance.IntN(len(moves))]}, time.Time{}); err != nil {
			break // a claim is due
		}
	}
	g := &Game{Variant: v, Setup: Setup{Variant: v.ID}}
	g.Take(m.State())
	g.Shown = g.At(m.Ply())
	return g
}
