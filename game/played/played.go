// Package played provides games for tests.
package played

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Games returns ten random games of several variants from fixed seeds: with odd and even numbers of moves, some of
// them multi-step.
func Games(t testing.TB) (list []*tree.Game) {
	t.Helper()
	ids := []string{"brandubh-gorrion", "copenhagen-2015", "linnaean-9x9-literal", "dablot-mini", "morris-9"}
	for i := range 10 {
		v, err := variant.Get(ids[i%len(ids)])
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(i), 37))
		g := tree.New(v.ID, v.Rules.Start())
		g.SetTag(tree.TagAttackers, "Astrid")
		g.SetTag(tree.TagDefenders, string(rune('A'+i)))
		c := g.Cursor()
		for range 5 + 3*i {
			turns := c.Line().LegalTurns()
			if len(turns) == 0 || c.Line().Judge().Over() {
				break
			}
			if _, err := c.Play(turns[rng.IntN(len(turns))].Moves()); err != nil {
				t.Fatal(err)
			}
		}
		if end := c.Line().Judge(); end.Over() {
			g.Outcome = end
		} else {
			g.Outcome = game.Outcome{Winner: game.Defenders, Cause: game.Resigned}
		}
		list = append(list, g)
	}
	return list
}
