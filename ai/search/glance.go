package search

import "tafl3d/game"

// glances says whether the steps of a node may be judged at a glance.
type glances uint8

const (
	undecided glances = iota
	never
	sometimes
)

// glance judges the position after a quiet step that leads to the horizon, for
// the side that makes it, without playing the step in full. What does not raise
// the score then, the search need not look at again: there the other side
// would stand pat. It returns false where the search has more to find out.
func (w *worker) glance(f *frame, m game.Move, ply int) (v int, ok bool) {
	if f.glances == undecided {
		f.glances = never
		if w.glancer != nil && !w.full() && ply < maxPly-2 && w.pos.Fast().Calm(&f.calm, w.pos.History()) {
			f.glances = sometimes
		}
	}
	if f.glances == never || !w.pos.Fast().Quiet(&f.calm, m, w.pos.History()) {
		return 0, false
	}
	view := w.glancer.Glance(&w.pos.Position, m)
	if view.Escapes > 0 && !w.s.plain {
		return w.turns + 2 - Win, w.s.instant && w.pos.Turn() == game.Attackers
	}
	return -clamp(view.Score), true
}
