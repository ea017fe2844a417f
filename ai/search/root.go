package search

import (
	"slices"
	"time"

	"tafl3d/game"
)

// deepen runs iterative deepening until a limit is reached or the result is final.
func (w *worker) deepen() {
	last := maxDepth
	if w.s.limit.Depth > 0 {
		last = min(w.s.limit.Depth, maxDepth)
	}
	for d := 1 + w.id&1; d <= last; d++ {
		w.target = d
		before := w.best.move
		for w.line = range min(w.s.limit.Lines, len(w.root)) {
			w.aspirationSearch(d)
			if w.stopped {
				return
			}
		}
		w.depth = d
		w.endIteration(before)
		w.report()
		if w.finished() {
			w.verifyWin()
			return
		}
	}
}

// scoreDrop is the fall in score between two iterations that counts as instability.
const scoreDrop = 30

// endIteration records the scores of the iteration. A new best move or a falling score raises the
// instability, which extends the time limit.
func (w *worker) endIteration(before game.Move) {
	w.instability /= 2
	if w.depth > 1 && w.best.move != before {
		w.instability++
	}
	if w.depth > 1 && w.root[0].lastScore-w.root[0].score > scoreDrop {
		w.instability++
	}
	for i := range w.root {
		w.root[i].lastScore = w.root[i].score
	}
}

// report calls the callback for each line of the iteration.
func (w *worker) report() {
	if w.id > 0 || w.s.report == nil {
		return
	}
	for i := range min(w.s.limit.Lines, len(w.root)) {
		w.s.report(w.info(i+1, &w.root[i]))
	}
}

// info returns the current result of a line. Nodes are extrapolated from this thread to all
// threads.
func (w *worker) info(line int, m *rootMove) Info {
	return Info{Line: line, Depth: w.depth, Score: m.score, Nodes: w.nodes * int64(len(w.s.workers)),
		Time: w.s.now().Sub(w.s.start), PV: slices.Clone(m.pv)}
}

// finished reports whether another iteration is useless or no longer fits the time.
func (w *worker) finished() bool {
	l := &w.s.limit
	if n, _, ok := WinIn(w.best.score); ok && n <= w.depth && l.Lines == 1 {
		return true
	}
	if w.id > 0 || l.Time <= 0 {
		return false
	}
	soft := time.Duration(float64(l.Soft) * (1 + w.instability))
	return len(w.root) == 1 || w.s.now().Sub(w.s.start) > min(soft, l.Time)
}

// aspirationSearch searches the root moves from the current line on in an aspiration window around
// the last score and widens the window while the score lies outside.
func (w *worker) aspirationSearch(depth int) {
	alpha, beta := -infinite, infinite
	half := window
	last := w.root[w.line].lastScore
	if depth >= 4 && w.margin == 0 && last > -won && last < won {
		alpha, beta = last-half, last+half
	}
	for {
		v := w.searchRoot(depth, alpha, beta)
		if w.stopped {
			return
		}
		half *= 3
		switch {
		case v <= alpha && alpha > -infinite:
			alpha = openNearWin(v-half, -infinite)
		case v >= beta && beta < infinite:
			beta = openNearWin(v+half, infinite)
		default:
			return
		}
	}
}

// openNearWin opens a bound of the aspiration window fully near the scores of proven wins.
func openNearWin(v, open int) int {
	if v <= -2000 || v >= 2000 {
		return open
	}
	return v
}

// searchRoot searches every root move from the current line on and sorts them. If it is stopped,
// the best move so far stays.
func (w *worker) searchRoot(depth, alpha, beta int) int {
	best, at := -infinite, w.line
	f := &w.frames[0]
	for i := w.line; i < len(w.root); i++ {
		m := &w.root[i]
		floor := alpha
		if w.margin > 0 {
			floor = max(-infinite, best-w.margin-1)
		}
		v := w.rootScore(f, m.move, i-w.line, depth, floor, beta)
		if w.stopped {
			break
		}
		m.score = v
		if i == w.line || v > best && v > floor {
			at = i
			m.pv = append(append(m.pv[:0], m.move), w.frames[1].pv...)
			w.setBest(m)
		}
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			break
		}
	}
	sortRoot(w.root[w.line:], w.root[at].move)
	if !w.stopped && w.line == 0 && !w.proving {
		w.store(w.pos.Hash(), w.best.move, best, depth, w.rootBound(best, alpha, beta))
	}
	return best
}

// setBest makes m the answer if the current line is the first.
func (w *worker) setBest(m *rootMove) {
	if w.line == 0 {
		w.best = rootMove{move: m.move, score: m.score, pv: append(w.best.pv[:0], m.pv...)}
	}
}

// rootBound returns the kind of bound that the root score is.
func (w *worker) rootBound(best, alpha, beta int) bound {
	switch {
	case best >= beta:
		return lower
	case best < alpha:
		return upper
	}
	return exact
}

// rootScore plays a root move and searches it.
func (w *worker) rootScore(f *frame, m game.Move, i, depth, alpha, beta int) int {
	w.frames[1].pv = w.frames[1].pv[:0]
	o, mover := w.make(f, m)
	defer w.unmake(f)
	if o.Over() {
		return w.final(o, mover)
	}
	d := depth - 1
	if i > 0 && alpha > -infinite {
		if v := w.child(f, d, alpha, alpha+1, 0); v <= alpha || w.stopped {
			return v
		}
	}
	return w.child(f, d, alpha, beta, 0)
}

// sortRoot puts the best move first and sorts the others by score, stably.
func sortRoot(moves []rootMove, best game.Move) {
	slices.SortStableFunc(moves, func(a, b rootMove) int {
		switch {
		case a.move == best:
			return -1
		case b.move == best:
			return 1
		}
		return b.score - a.score
	})
}
