package search

import "tafl3d/game"

// lazyMode says whether the moves of a node may be scored by lazy evaluation.
type lazyMode uint8

const (
	lazyUnknown lazyMode = iota
	lazyNever
	lazyQuiet
)

// lazyScore evaluates the position after a quiet move to the horizon, for the side that makes the
// move, without playing it. A score that does not exceed alpha is final: the opponent would stand
// pat there. ok is false if m must be searched.
func (w *worker) lazyScore(f *frame, m game.Move, ply int) (v int, ok bool) {
	if f.lazy == lazyUnknown {
		f.lazy = lazyNever
		if w.lazy != nil && !w.fullWidth() && ply < maxPly-2 && w.pos.Fast().Calm(&f.calm, w.pos.History()) {
			f.lazy = lazyQuiet
		}
	}
	if f.lazy == lazyNever || !w.pos.Fast().Quiet(&f.calm, m, w.pos.History()) {
		return 0, false
	}
	view := w.lazy.LazyScore(&w.pos.Position, m)
	if view.Escapes > 0 && !w.s.noPruning {
		return w.turns + 2 - Win, w.s.instant && w.pos.Turn() == game.Attackers
	}
	return -clamp(view.Score), true
}
