package search

import (
	"slices"
	"time"

	"tafl3d/game"
)

// deepen searches deeper and deeper until a limit is met or nothing more is to
// be found.
func (w *worker) deepen() {
	last := maxDepth
	if w.s.limit.Depth > 0 {
		last = min(w.s.limit.Depth, maxDepth)
	}
	for d := 1 + w.id&1; d <= last; d++ {
		w.target = d
		before := w.best.move
		for w.line = range min(w.s.limit.Lines, len(w.root)) {
			w.aspire(d)
			if w.stopped {
				return
			}
		}
		w.depth = d
		w.settle(before)
		w.report()
		if w.settled() {
			w.prove()
			return
		}
	}
}

// drop is by how much the score must fall from one iteration to the next to
// cast doubt on the answer.
const drop = 30

// settle notes what the iteration has found. It doubts the answer if that has
// changed or looks worse than before: then the search takes more time.
func (w *worker) settle(before game.Move) {
	w.doubt /= 2
	if w.depth > 1 && w.best.move != before {
		w.doubt++
	}
	if w.depth > 1 && w.root[0].settled-w.root[0].score > drop {
		w.doubt++
	}
	for i := range w.root {
		w.root[i].settled = w.root[i].score
	}
}

// report tells of the iteration, each line.
func (w *worker) report() {
	if w.id > 0 || w.s.report == nil {
		return
	}
	for i := range min(w.s.limit.Lines, len(w.root)) {
		w.s.report(w.info(i+1, &w.root[i]))
	}
}

// info is what the worker knows of a line. The other threads count their own
// nodes and are taken to be as busy.
func (w *worker) info(line int, m *rootMove) Info {
	return Info{Line: line, Depth: w.depth, Score: m.score, Nodes: w.nodes * int64(len(w.s.workers)),
		Time: w.s.now().Sub(w.s.start), PV: slices.Clone(m.pv)}
}

// settled reports whether another iteration is of no use, or no longer worth
// its time.
func (w *worker) settled() bool {
	l := &w.s.limit
	if n, _, ok := WinIn(w.best.score); ok && n <= w.depth && l.Lines == 1 {
		return true
	}
	if w.id > 0 || l.Time <= 0 {
		return false
	}
	soft := time.Duration(float64(l.Soft) * (1 + w.doubt))
	return len(w.root) == 1 || w.s.now().Sub(w.s.start) > min(soft, l.Time)
}

// aspire searches the root, from the line under way on, in a narrow window
// around the last score, and in wider ones while the score falls outside.
func (w *worker) aspire(depth int) {
	alpha, beta := -infinite, infinite
	half := window
	last := w.root[w.line].settled
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
			alpha = widen(v-half, -infinite)
		case v >= beta && beta < infinite:
			beta = widen(v+half, infinite)
		default:
			return
		}
	}
}

// widen opens a bound fully once it comes near the proven scores.
func widen(v, open int) int {
	if v <= -2000 || v >= 2000 {
		return open
	}
	return v
}

// searchRoot searches every root move from the line under way on and sorts
// them. When it is stopped, the best move so far is kept.
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
			w.lead(m)
		}
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			break
		}
	}
	sortRoot(w.root[w.line:], w.root[at].move)
	if !w.stopped && w.line == 0 && !w.exact {
		w.remember(w.pos.Hash(), w.best.move, best, depth, w.rootBound(best, alpha, beta))
	}
	return best
}

// lead makes m the answer if it is of the first line.
func (w *worker) lead(m *rootMove) {
	if w.line == 0 {
		w.best = rootMove{move: m.move, score: m.score, pv: append(w.best.pv[:0], m.pv...)}
	}
}

// rootBound tells what kind of bound the root's score is.
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

// sortRoot puts the best move first and keeps the order of the others where
// scores are equal.
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
