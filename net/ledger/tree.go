package ledger

import (
	"time"

	"tafl3d/game/match"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Tree returns the game as a tree, with moves that were taken back as variations. Its date is the day of its last
// entry in UTC.
func (g *Game) Tree() *tree.Game {
	h := match.Header{Variant: g.variant.ID}
	for side, p := range g.spec.Seats {
		h.Seats[side] = match.Seat{Player: "human", Name: p.Name}
	}
	t := tree.Of(h, g.Peek())
	if g.spec.Rules != "" {
		t.Own = string(variant.Encode(g.variant, nil))
	}
	t.SetTag(tree.TagDate, g.at.Time().UTC().Format(time.DateOnly))
	t.SetTag(tree.TagID, g.spec.Game)
	return t
}
