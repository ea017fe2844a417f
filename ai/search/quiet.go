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
	case w.anyHanging():
		f.moves = w.pos.Legal(f.moves)
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
	w.keepCaptures(f, w.pos.King())
}

// keepCaptures reduces f.moves to captures and to moves from the given square, and ranks them.
func (w *worker) keepCaptures(f *frame, from game.Square) {
	f.ranks = f.ranks[:0]
	keep := f.moves[:0]
	for _, m := range f.moves {
		if m.To < 0 || m.From < 0 && !w.hints.closesMill(&w.pos.Position, m) {
			continue // a drop, or the end of the game
		}
		men, king := w.hints.captures(&w.pos.Position, m)
		if king {
			men += 8
		}
		if men > 0 || m.From == from {
			keep, f.ranks = append(keep, m), append(f.ranks, int32(men)*rankCapture)
		}
	}
	f.moves = keep
}

// anyHanging reports whether an enemy man may be captured in one move. It is fast and approximate.
func (w *worker) anyHanging() bool {
	us := w.pos.Turn()
	if w.hints.jumped != nil {
		return true
	}
	for s := range game.Square(w.hints.squares) {
		if w.hints.side[w.pos.At(s)] == int8(us.Other()) && w.isHanging(s, int8(us)) {
			return true
		}
	}
	return false
}

// isHanging reports whether side us may capture the man on s: it has a captor or hostile square on
// one side and an empty square on the other. The king is excluded.
func (w *worker) isHanging(s game.Square, us int8) bool {
	t, p := w.hints, &w.pos.Position
	if t.royal[p.At(s)] {
		return false
	}
	n := &t.next[s]
	for d := range game.GridDirs / 2 {
		a, b := n[d], n[d.Opposite()]
		if a == game.NoSquare || b == game.NoSquare {
			continue
		}
		x, y := p.At(a), p.At(b)
		if y == game.Empty && t.isHostile(p, a, us, game.NoSquare) ||
			x == game.Empty && t.isHostile(p, b, us, game.NoSquare) {
			return true
		}
	}
	return false
}
