package tafl

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Barred reports whether the attackers' pieces separate the king from all winning squares, ignoring his own men. This
// is a necessary condition of a barrier; the barrier may still be breakable.
func Barred(p *Position) bool {
	if p.King == game.NoSquare {
		return false
	}
	q := *p
	p.core().Each(game.Defenders, func(s game.Square) bool {
		if s != p.King {
			q.core().Lift(s)
		}
		return true
	})
	var w walk
	var buf [4 * game.MaxSize]game.Move
	w.visit(p.King)
	for i := 0; i < w.n; i++ {
		if at := w.list[i]; at != q.King {
			q.core().Move(q.King, at)
		}
		for _, m := range q.steps(buf[:0], q.King) {
			if p.Rules.Sq[m.To].Goal || p.Rules.Set.Escape == ruleset.EscapeEdgeSafe && onEdge(p.Rules, m.To) {
				return false
			}
			w.visit(m.To)
		}
	}
	return true
}
