package search

import (
	"math/bits"
	"slices"

	"tafl3d/ai/eval"
	"tafl3d/game"
)

// make plays m and returns the outcome of the game and the side that moved.
func (w *worker) make(f *frame, m game.Move) (game.Outcome, game.Side) {
	mover := w.pos.Turn()
	end := w.pos.Step(m, &f.delta)
	w.eval.Play(&f.delta)
	if f.midTurn = w.pos.MidTurn(); !f.midTurn {
		w.turns++
	}
	return end, mover
}

// unmake undoes make.
func (w *worker) unmake(f *frame) {
	if !f.midTurn {
		w.turns--
	}
	w.eval.Undo(&f.delta)
	w.pos.Undo(&f.delta)
}

// final returns the score of a finished game for side.
func (w *worker) final(o game.Outcome, side game.Side) int {
	switch {
	case o.Draw:
		return 0
	case o.Winner == side:
		return Win - w.turns
	}
	return w.turns - Win
}

// child searches the position after the move in f, at ply+1, and returns its score for the side
// that made the move.
func (w *worker) child(f *frame, depth, alpha, beta, ply int) int {
	if f.midTurn {
		return w.node(depth+1, alpha, beta, ply+1)
	}
	return -w.node(depth, -beta, -alpha, ply+1)
}

// node searches a position in which the game is not over and returns its score for the side to
// move.
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
	// 2. Static evaluation, extension where the king threatens to escape, quiescence search at the
	// horizon.
	static, depth, done := w.standPat(f, depth, ply)
	if done {
		return w.quiesce(f, static, depth, alpha, beta, ply)
	}
	// 3. Null move pruning.
	if beta-alpha == 1 && static >= beta && w.tryNullMove(f, static, depth) {
		if v := w.nullMove(f, depth, beta, ply); v >= beta || w.stopped {
			return min(v, won-1) // a null move does not prove a win
		}
	}
	// 4. Transposition table.
	hash := w.pos.Hash()
	known := w.pos.MidTurn() || w.pos.History().Count(hash) <= 1 // else the score depends on repetitions
	if w.proving {
		hash ^= proofKey
	}
	first := game.NoMove
	if e, ok := w.s.table.probe(hash); ok {
		first = e.move
		if v, cut := w.cutoff(e, depth, alpha, beta); cut && known {
			return v
		}
	}
	// 5. Move generation: evasions only, captures only (futility pruning), or the likely
	// refutations first.
	skipped := w.generate(f, first, static, depth, alpha, beta)
	if skipped >= beta {
		return skipped
	}
	// 6. Principal variation search of the moves, with late move reductions.
	v, m := w.searchMoves(f, depth, alpha, beta, skipped, ply)
	if len(f.moves) == 0 && skipped == -infinite {
		return static
	}
	// 7. Store in the transposition table.
	if !w.stopped && known {
		b := exact
		switch {
		case v >= beta:
			b = lower
		case v <= alpha:
			b, m = upper, first
		}
		w.store(hash, m, v, depth, b)
	}
	return v
}

// generate fills f with the moves to search first and returns an upper bound for the score of the
// moves that it prunes: -infinite if it prunes none.
func (w *worker) generate(f *frame, first game.Move, static, depth, alpha, beta int) (skipped int) {
	switch {
	case beta-alpha == 1 && w.evade(f, first, depth):
		return w.turns + 2 - Win
	case depth == 1 && static+futilityMargin <= alpha && !w.fullWidth() && !w.pos.MidTurn():
		w.generateActive(f)
		f.complete = true
		return static + futilityMargin
	}
	w.generateLikely(f, first)
	return -infinite
}

// evade fills f with the evasions if the king, or a runner that breaks through, threatens to win.
// All other moves lose in two turns. It reports whether it filled f.
func (w *worker) evade(f *frame, first game.Move, depth int) (ok bool) {
	switch {
	case w.s.noPruning || w.s.noEvasions:
		return false
	case w.hints.runner:
		f.moves, ok = w.pos.RunnerEvasions(f.moves[:0])
	case w.s.instant && w.pos.Turn() == game.Attackers && (f.threat || w.proving && depth >= 2):
		f.moves, ok = w.pos.Fast().Evasions(f.moves[:0], w.pos.History())
	}
	if ok {
		f.complete = true
		w.rankMoves(f, first)
	}
	return ok
}

// tryNullMove reports whether a null move search makes sense: if the position holds although the
// opponent moves twice, it is good enough for a cutoff. It excludes two null moves in a row, the
// middle of a turn, depths near the horizon, and positions with an escape threat.
func (w *worker) tryNullMove(f *frame, static, depth int) bool {
	return depth >= 3 && static < won && w.hints.jumped == nil && !f.nullMove && !f.threat &&
		!w.fullWidth() && w.turns > 0 && !w.pos.MidTurn()
}

// nullMove searches the position after a null move at reduced depth. For the defenders it verifies
// a cutoff with a search without the null move, because with few moves left passing may be an
// advantage (zugzwang).
func (w *worker) nullMove(f *frame, depth, beta, ply int) int {
	w.pos.Pass(&f.delta)
	w.eval.Play(&f.delta)
	w.turns++
	next := &w.frames[ply+1]
	next.nullMove = true
	v := -w.node(depth-3-depth/4, -beta, 1-beta, ply+1)
	next.nullMove = false
	w.turns--
	w.eval.Undo(&f.delta)
	w.pos.Undo(&f.delta)
	if v >= beta && !w.stopped && w.pos.Turn() == game.Defenders {
		f.nullMove = true
		v = w.node(depth-3, beta-1, beta, ply) // zugzwang
		f.nullMove = false
	}
	return v
}

// standPat returns the static evaluation and the depth to search. done is true at the horizon and
// where the king escapes on the next move. Attackers who face an escape threat get one turn of
// extension.
func (w *worker) standPat(f *frame, depth, ply int) (static, newDepth int, done bool) {
	f.threat = false
	if w.pos.MidTurn() && ply < maxPly-1 {
		return Win, max(depth, 1), false // no evaluation or futility pruning before the turn ends
	}
	if w.proving {
		return 0, depth, depth <= 0 || ply >= maxPly-1
	}
	view := w.evaluate()
	static = clamp(view.Score)
	f.threat = view.Escapes > 0
	if view.Escapes > 0 && !w.s.noPruning {
		if w.pos.Turn() == game.Defenders {
			if w.s.instant && (!w.s.rules.Forbids() || w.kingEscapes(f)) {
				return Win - w.turns - 1, depth, true
			}
		} else if w.turns < 2*w.target && w.turns > 0 {
			depth++
		}
	}
	return static, depth, depth <= 0 || ply >= maxPly-1
}

// kingEscapes reports whether a legal move of the king ends the game at once. The evaluation does
// not know all rules that may forbid such a move.
func (w *worker) kingEscapes(f *frame) bool {
	f.moves = w.pos.Legal(f.moves[:0])
	return slices.ContainsFunc(f.moves,
		func(m game.Move) bool { return m.From == w.pos.King() && w.s.rules.Goal(m.To) })
}

// evaluate returns the static evaluation of the position, cached by its hash.
func (w *worker) evaluate() eval.View {
	hash := w.pos.Hash()
	j := &w.evalCache[hash>>32%evalCacheSize]
	if j.hash != hash {
		*j = evalEntry{hash, w.eval.Score(&w.pos.Position)}
	}
	return j.view
}

// cutoff returns the score of a table entry and reports whether it settles a node with this depth
// and window.
func (w *worker) cutoff(e entry, depth, alpha, beta int) (int, bool) {
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

// store writes a score to the transposition table. Wins are stored by their distance from this
// position.
func (w *worker) store(hash uint64, m game.Move, v, depth int, b bound) {
	switch {
	case v >= won:
		v += w.turns
	case v <= -won:
		v -= w.turns
	}
	w.s.table.store(hash, entry{m, v, max(0, min(depth, 255)), b})
}

// searchMoves searches the moves of f, best first, and returns the best score, at least floor, and
// its move.
func (w *worker) searchMoves(f *frame, depth, alpha, beta, floor, ply int) (int, game.Move) {
	best, bestMove := floor, game.NoMove
	f.lazy = lazyUnknown
	for i := 0; i < len(f.moves) || w.generateRest(f); i++ {
		m, rank := f.pick(i)
		quiet := rank < rankCapture
		v := w.searchMove(f, m, w.lateMoveReduction(depth, i, quiet), depth, alpha, beta, ply)
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
				w.updateHistory(f, i, depth)
			}
			break
		}
	}
	return best, bestMove
}

// futilityMargin is the most that a quiet move of a man is expected to gain. One turn before the
// horizon, where the static evaluation plus this margin does not reach alpha, quiet moves are
// pruned.
const futilityMargin = 120

// searchMove plays m and searches it: the first move of a node with the full window, the others
// first with a null window and, if they are late, at reduced depth. reduce is negative for the
// first move.
func (w *worker) searchMove(f *frame, m game.Move, reduce, depth, alpha, beta, ply int) int {
	w.frames[ply+1].pv = w.frames[ply+1].pv[:0]
	if reduce >= 0 && depth-reduce == 1 {
		if v, ok := w.lazyScore(f, m, ply); ok && v <= alpha {
			w.tick()
			return v
		}
	}
	o, mover := w.make(f, m)
	v := 0
	if o.Over() {
		v = w.final(o, mover)
	} else {
		v = w.pvSearch(f, reduce, depth-1, alpha, beta, ply)
	}
	w.unmake(f)
	return v
}

// pvSearch searches the position after the move in f: reduced with a null window, in full depth
// with a null window, then with the full window, each only if the score before it exceeds alpha.
func (w *worker) pvSearch(f *frame, reduce, depth, alpha, beta, ply int) int {
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

// lateMoveReduction returns by how many turns the first search of the i-th move is reduced. It is
// negative for the first move, which is searched with the full window at once.
func (w *worker) lateMoveReduction(depth, i int, quiet bool) int {
	switch {
	case i == 0:
		return -1
	case depth < 2 || i < 3 || !quiet || w.fullWidth():
		return 0
	}
	return min(depth-1, bits.Len(uint(i))*bits.Len(uint(depth))/6)
}
