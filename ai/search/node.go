package search

import (
	"math/bits"
	"slices"

	"tafl3d/ai/eval"
	"tafl3d/game"
)

// make plays m and returns how the game ended by it, if it did, and who moved.
func (w *worker) make(f *frame, m game.Move) (game.Outcome, game.Side) {
	mover := w.pos.Turn()
	end := w.pos.Step(m, &f.delta)
	w.eval.Play(&f.delta)
	if f.same = w.pos.MidTurn(); !f.same {
		w.turns++
	}
	return end, mover
}

// unmake takes back what make played.
func (w *worker) unmake(f *frame) {
	if !f.same {
		w.turns--
	}
	w.eval.Undo(&f.delta)
	w.pos.Undo(&f.delta)
}

// final is the score of an ended game for side.
func (w *worker) final(o game.Outcome, side game.Side) int {
	switch {
	case o.Draw:
		return 0
	case o.Winner == side:
		return Win - w.turns
	}
	return w.turns - Win
}

// child searches the position after the step of f, at ply+1, and returns its
// score for the side that made the step.
func (w *worker) child(f *frame, depth, alpha, beta, ply int) int {
	if f.same {
		return w.node(depth+1, alpha, beta, ply+1)
	}
	return -w.node(depth, -beta, -alpha, ply+1)
}

// node searches a position that is not over and returns its score for the
// side to move.
func (w *worker) node(depth, alpha, beta, ply int) int {
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	if w.tick() {
		return 0
	}
	// 1. Mate distance pruning.
	alpha, beta = max(alpha, w.turns-Win+1), min(beta, Win-w.turns-1)
	if alpha >= beta {
		return alpha
	}
	// 2. Static evaluation, extension where the king threatens to escape, quiescence at the horizon.
	static, depth, done := w.stand(f, depth, ply)
	if done {
		return w.quiesce(f, static, depth, alpha, beta, ply)
	}
	// 3. Null move.
	if beta-alpha == 1 && static >= beta && w.tryNullMove(f, static, depth) {
		if v := w.nullMove(f, depth, beta, ply); v >= beta || w.stopped {
			return min(v, won-1) // a null move does not prove a win in so many turns
		}
	}
	// 4. Transposition table.
	hash := w.pos.Hash()
	known := w.pos.MidTurn() || w.pos.History().Count(hash) <= 1 // else what follows depends on the past
	if w.exact {
		hash ^= exactly
	}
	first := game.NoMove
	if e, ok := w.s.table.probe(hash); ok {
		first = e.move
		if v, cut := w.answer(e, depth, alpha, beta); cut && known {
			return v
		}
	}
	// 5. Generation: evasions only, captures only (futility), or the likely refutations of all moves.
	skipped := w.generate(f, first, static, depth, alpha, beta)
	if skipped >= beta {
		return skipped
	}
	// 6. Principal variation search of the moves, with late move reductions.
	v, m := w.try(f, depth, alpha, beta, skipped, ply)
	if len(f.moves) == 0 && skipped == -infinite {
		return static
	}
	// 7. Store.
	if !w.stopped && known {
		b := exact
		switch {
		case v >= beta:
			b = lower
		case v <= alpha:
			b, m = upper, first
		}
		w.remember(hash, m, v, depth, b)
	}
	return v
}

// generate fills f with the moves to search first and returns a bound for
// those that it leaves out for good: what they score at most. It is -infinite
// where nothing is left out.
func (w *worker) generate(f *frame, first game.Move, static, depth, alpha, beta int) (skipped int) {
	switch {
	case beta-alpha == 1 && w.evade(f, first, depth):
		return w.turns + 2 - Win
	case depth == 1 && static+futile <= alpha && !w.full() && !w.pos.MidTurn():
		w.lively(f)
		f.whole = true
		return static + futile
	}
	w.begin(f, first)
	return -infinite
}

// evade fills f with the evasions where an escape of the king threatens, or a
// runner that breaks through: no other move need be searched, for it loses in
// two turns. It reports whether it has.
func (w *worker) evade(f *frame, first game.Move, depth int) (ok bool) {
	switch {
	case w.s.plain || w.s.everyMove:
		return false
	case w.terrain.runner:
		f.moves, ok = w.pos.RunnerEvasions(f.moves[:0])
	case w.s.instant && w.pos.Turn() == game.Attackers && (f.pressed || w.exact && depth >= 2):
		f.moves, ok = w.pos.Fast().Evasions(f.moves[:0], w.pos.History())
	}
	if ok {
		f.whole = true
		w.rank(f, first)
	}
	return ok
}

// tryNullMove reports whether it makes sense to let the other side move twice:
// if even that does no harm, the position is good enough. There are no two null
// moves in a row, and none in the middle of a turn, near the horizon, or where
// an escape must be stopped.
func (w *worker) tryNullMove(f *frame, static, depth int) bool {
	return depth >= 3 && static < won && w.terrain.over == nil && !f.passed && !f.pressed &&
		!w.full() && w.turns > 0 && !w.pos.MidTurn()
}

// nullMove searches the position with the other side to move, less deep.
func (w *worker) nullMove(f *frame, depth, beta, ply int) int {
	w.pos.Pass(&f.delta)
	w.eval.Play(&f.delta)
	w.turns++
	next := &w.frames[ply+1]
	next.passed = true
	v := -w.node(depth-3-depth/4, -beta, 1-beta, ply+1)
	next.passed = false
	w.turns--
	w.eval.Undo(&f.delta)
	w.pos.Undo(&f.delta)
	if v >= beta && !w.stopped && w.pos.Turn() == game.Defenders {
		f.passed = true
		v = w.node(depth-3, beta-1, beta, ply) // who has few moves may be glad to pass
		f.passed = false
	}
	return v
}

// stand judges the position without looking further ("stand pat"), where the
// search ends: at the horizon, or where the king walks out with his next move. Attackers who
// face such a walk get a turn more to answer it.
func (w *worker) stand(f *frame, depth, ply int) (static, newDepth int, done bool) {
	f.pressed = false
	if w.pos.MidTurn() && ply < maxPly-1 {
		return Win, max(depth, 1), false // nothing is judged before the turn ends, so nothing is futile
	}
	if w.exact {
		return 0, depth, depth <= 0 || ply >= maxPly-1
	}
	view := w.judge()
	static = clamp(view.Score)
	f.pressed = view.Escapes > 0
	if view.Escapes > 0 && !w.s.plain {
		if w.pos.Turn() == game.Defenders {
			if w.s.instant && (!w.s.rules.Forbids() || w.flees(f)) {
				return Win - w.turns - 1, depth, true
			}
		} else if w.turns < 2*w.target && w.turns > 0 {
			depth++
		}
	}
	return static, depth, depth <= 0 || ply >= maxPly-1
}

// flees reports whether a step of the king ends the game at once: what the
// evaluation sees on the board may be forbidden by a rule that it does not know.
func (w *worker) flees(f *frame) bool {
	f.moves = w.pos.Legal(f.moves[:0])
	return slices.ContainsFunc(f.moves,
		func(m game.Move) bool { return m.From == w.pos.King() && w.s.rules.Goal(m.To) })
}

// judge returns what the evaluation says of the position, remembered or not.
func (w *worker) judge() eval.View {
	hash := w.pos.Hash()
	j := &w.judged[hash>>32%judgments]
	if j.hash != hash {
		*j = judgment{hash, w.eval.Score(&w.pos.Position)}
	}
	return j.view
}

// answer reports whether a table entry settles a node with that window.
func (w *worker) answer(e entry, depth, alpha, beta int) (int, bool) {
	if e.depth < depth || beta-alpha > 1 {
		return 0, false
	}
	v := e.score
	switch {
	case v >= won:
		v -= w.turns
	case v <= -won:
		v += w.turns
	}
	switch e.bound {
	case exact:
		return v, true
	case lower:
		return v, v >= beta
	}
	return v, v <= alpha
}

// remember stores a score. Wins are stored as seen from the position.
func (w *worker) remember(hash uint64, m game.Move, v, depth int, b bound) {
	switch {
	case v >= won:
		v += w.turns
	case v <= -won:
		v -= w.turns
	}
	w.s.table.store(hash, entry{m, v, max(0, min(depth, 255)), b})
}

// try searches the moves of f, best first, and returns the best score, floor
// at least, and its move.
func (w *worker) try(f *frame, depth, alpha, beta, floor, ply int) (int, game.Move) {
	best, bestMove := floor, game.NoMove
	f.glances = undecided
	for i := 0; i < len(f.moves) || w.rest(f); i++ {
		m, rank := f.pick(i)
		quiet := rank < rankTake
		v := w.step(f, m, w.reduction(depth, i, quiet), depth, alpha, beta, ply)
		if w.stopped {
			return 0, bestMove
		}
		if v <= best {
			continue
		}
		best, bestMove = v, m
		if v <= alpha {
			continue
		}
		alpha = v
		f.pv = append(append(f.pv[:0], m), w.frames[ply+1].pv...)
		if v >= beta {
			if quiet {
				w.reward(f, i, depth)
			}
			break
		}
	}
	return best, bestMove
}

// futile is how much a quiet move of a man may be expected to gain at most. One
// turn before the horizon, where that is too little, none is looked at.
const futile = 120

// step plays m and searches it: the first move of a node with the full window,
// the others first with an empty one and, if they are late, less deep. reduce
// is negative for the first.
func (w *worker) step(f *frame, m game.Move, reduce, depth, alpha, beta, ply int) int {
	w.frames[ply+1].pv = w.frames[ply+1].pv[:0]
	if reduce >= 0 && depth-reduce == 1 {
		if v, ok := w.glance(f, m, ply); ok && v <= alpha {
			w.tick()
			return v
		}
	}
	o, mover := w.make(f, m)
	v := 0
	if o.Over() {
		v = w.final(o, mover)
	} else {
		v = w.widening(f, reduce, depth-1, alpha, beta, ply)
	}
	w.unmake(f)
	return v
}

// widening searches the position after the step of f with ever wider windows,
// as long as the score asks for it.
func (w *worker) widening(f *frame, reduce, depth, alpha, beta, ply int) int {
	if reduce >= 0 {
		v := w.child(f, depth-reduce, alpha, alpha+1, ply)
		if v > alpha && reduce > 0 && !w.stopped {
			v = w.child(f, depth, alpha, alpha+1, ply)
		}
		if v <= alpha || v >= beta || w.stopped {
			return v
		}
	}
	return w.child(f, depth, alpha, beta, ply)
}

// reduction says by how much less deep the i-th move of a node is searched at
// first; negative for the first move, which is searched in full at once.
func (w *worker) reduction(depth, i int, quiet bool) int {
	switch {
	case i == 0:
		return -1
	case depth < 2 || i < 3 || !quiet || w.full():
		return 0
	}
	return min(depth-1, bits.Len(uint(i))*bits.Len(uint(depth))/6)
}
