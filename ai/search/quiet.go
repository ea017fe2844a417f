package search

import "tafl3d/game"

// calm is for how many turns beyond the horizon captures are followed.
const calm = 2

// quiesce settles a position at the horizon that has static as its score: it
// follows captures, so that a man who hangs is not counted as safe. Whoever
// moves may also leave it at that.
func (w *worker) quiesce(f *frame, static, depth, alpha, beta, ply int) int {
	proven := static >= won || static <= -won
	if static >= beta || depth <= -calm || proven || w.full() || ply >= maxPly-1 || !w.captures(f) {
		return static
	}
	best := static
	if w.terrain.duty && len(f.moves) > 0 {
		best = -infinite // who must capture cannot leave it at that
	}
	for i := range f.moves {
		m, _ := f.pick(i)
		v := w.step(f, m, -1, depth, max(alpha, best), beta, ply)
		if w.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

// captures fills f with the moves that take something, as far as can be seen
// at a glance. It reports whether there are any.
func (w *worker) captures(f *frame) bool {
	t := w.terrain
	f.moves, f.ranks = f.moves[:0], f.ranks[:0]
	switch {
	case t.bits:
		hot := t.strikes(&w.pos.Position).Or(t.fatal(&w.pos.Position))
		if !hot.Any() {
			return false
		}
		f.moves = w.pos.Fast().LegalTo(f.moves, hot, w.pos.History())
	case w.mayTake():
		f.moves = w.pos.Legal(f.moves)
	}
	w.keep(f, game.NoSquare)
	return len(f.moves) > 0
}

// lively fills f with what captures finds and all moves of the king besides,
// where the king's side is to move.
func (w *worker) lively(f *frame) {
	if w.pos.Turn() == game.Attackers || w.pos.King() == game.NoSquare {
		w.captures(f)
		return
	}
	f.moves = w.pos.Legal(f.moves[:0])
	w.keep(f, w.pos.King())
}

// keep keeps of f.moves those that take something and those from a square, and
// ranks them.
func (w *worker) keep(f *frame, from game.Square) {
	f.ranks = f.ranks[:0]
	keep := f.moves[:0]
	for _, m := range f.moves {
		if m.To < 0 || m.From < 0 && !w.terrain.closesMill(&w.pos.Position, m) {
			continue // a drop, or an end
		}
		men, king := w.terrain.takes(&w.pos.Position, m)
		if king {
			men += 8
		}
		if men > 0 || m.From == from {
			keep, f.ranks = append(keep, m), append(f.ranks, int32(men)*rankTake)
		}
	}
	f.moves = keep
}

// mayTake reports whether some enemy man has a captor or a hostile square on
// one side and room for a captor on the other. It looks no further.
func (w *worker) mayTake() bool {
	us := w.pos.Turn()
	if w.terrain.over != nil {
		return true
	}
	for s := range game.Square(w.terrain.squares) {
		if w.terrain.side[w.pos.At(s)] == int8(us.Other()) && w.hangs(s, int8(us)) {
			return true
		}
	}
	return false
}

// hangs reports whether the man on s may fall to us. The king is left to the
// search proper.
func (w *worker) hangs(s game.Square, us int8) bool {
	t, p := w.terrain, &w.pos.Position
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
		if y == game.Empty && t.holds(p, a, us, game.NoSquare) || x == game.Empty && t.holds(p, b, us, game.NoSquare) {
			return true
		}
	}
	return false
}
