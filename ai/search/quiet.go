package search

import "tafl3d/game"

// quiescenceTurns is the number of turns beyond the horizon for which captures are searched.
const quiescenceTurns = 2

// quiesce searches captures from a position at the horizon whose static evaluation is static, so
// that a hanging man does not count as safe. The side to move may stand pat.
func (w *worker) quiesce(f *frame, static, depth, alpha, beta, ply int) int {
	proven := static >= won || static <= -won
	if static >= beta || depth <= -quiescenceTurns || proven || w.fullWidth() || ply >= maxPly-1 ||
		!w.generateCaptures(f) {
		return static
	}
	best := static
	if w.hints.mustCapture && len(f.moves) > 0 {
		best = -infinite // no stand pat where a capture is compulsory
	}
	for i := range f.moves {
		m, _ := f.pick(i)
		v := w.searchMove(f, m, -1, depth, max(alpha, best), beta, ply)
		if w.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

// generateCaptures fills f with the moves that probably capture. It reports whether there are any.
func (w *worker) generateCaptures(f *frame) bool {
	t := w.hints
	f.moves, f.ranks = f.moves[:0], f.ranks[:0]
	switch {
	case t.bitboards:
		hot := t.captureTargets(&w.pos.Position).Or(t.kingCaptureTargets(&w.pos.Position))
		if !hot.Any() {
			return false
		}
		f.moves = w.pos.Fast().LegalTo(f.moves, hot, w.pos.History())
	case t.jumped != nil:
		f.moves = w.pos.Legal(f.moves)
	case w.markTargets():
		f.moves = w.pos.Fast().LegalOn(f.moves, &w.targets, w.pos.History())
		sortAsLegal(f.moves)
	}
	w.keepCaptures(f, game.NoSquare)
	return len(f.moves) > 0
}

// generateActive fills f with the captures and, for the king's side, all moves of the king.
func (w *worker) generateActive(f *frame) {
	if w.pos.Turn() == game.Attackers || w.pos.King() == game.NoSquare {
		w.generateCaptures(f)
		return
	}
	f.moves = w.pos.Legal(f.moves[:0])
	if w.hints.large() {
		w.markTargets()
	}
	w.keepCaptures(f, w.pos.King())
}

// keepCaptures reduces f.moves to captures and to moves from the given square, and ranks them. On
// large grids markTargets must have been called.
func (w *worker) keepCaptures(f *frame, from game.Square) {
	f.ranks = f.ranks[:0]
	keep, large := f.moves[:0], w.hints.large()
	for _, m := range f.moves {
		if m.To < 0 || m.From < 0 && !w.hints.closesMill(&w.pos.Position, m) {
			continue // a drop, or the end of the game
		}
		men, king := 0, false
		if !large || w.targets.Has(m.To) {
			men, king = w.hints.captures(&w.pos.Position, m)
		}
		if king {
			men += 8
		}
		if men > 0 || m.From == from {
			keep, f.ranks = append(keep, m), append(f.ranks, int32(men)*rankCapture)
		}
	}
	f.moves = keep
}
