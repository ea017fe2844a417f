package search

import (
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
)

const (
	maxPly   = 128 // frames of the stack: steps, not turns
	maxDepth = 100
	pollMask = 127 // the clock is read every so many nodes
	window   = 45  // half width of the first aspiration window
)

// frame is what a node keeps while its children are searched. Frames are made
// once, so that a node allocates nothing.
type frame struct {
	moves   []game.Move
	ranks   []int32
	pv      []game.Move
	killers [2]game.Move
	delta   rules.Delta
	same    bool // the step did not end the turn
}

// rootMove is a move at the root with what is known of it.
type rootMove struct {
	move    game.Move
	score   int
	settled int // the score of the last iteration that was finished
	pv      []game.Move
}

// worker is one thread of a search.
type worker struct {
	s       *Searcher
	terrain *terrain
	id      int
	pos     rules.Position
	past    *rules.History
	eval    Evaluator
	frames  []frame
	credits []int32

	root    []rootMove
	best    rootMove
	margin  int
	depth   int // the last iteration that was finished
	target  int // the iteration under way
	nodes   int64
	turns   int // turns played since the root
	stopped bool
}

func newWorker(s *Searcher) *worker {
	n := s.terrain.squares
	w := &worker{s: s, terrain: s.terrain, eval: s.judge(), frames: make([]frame, maxPly),
		credits: make([]int32, game.Sides*n*n)}
	for i := range w.frames {
		f := &w.frames[i]
		f.moves = make([]game.Move, 0, 4*n)
		f.ranks = make([]int32, 0, 4*n)
		f.pv = make([]game.Move, 0, maxPly)
	}
	return w
}

// forget empties what the worker learned.
func (w *worker) forget() {
	clear(w.credits)
	for i := range w.frames {
		w.frames[i].killers = [2]game.Move{}
	}
}

// reset begins a search.
func (w *worker) reset(p rules.Position, h *rules.History, moves []game.Move, id, margin int) {
	w.pos, w.past, w.id, w.margin = p, h, id, margin
	w.nodes, w.turns, w.depth, w.target, w.stopped = 0, 0, 0, 0, false
	for i := range w.credits {
		w.credits[i] /= 8
	}
	for i := range w.frames {
		w.frames[i].killers = [2]game.Move{}
	}
	w.eval.Reset(&w.pos)
	f := &w.frames[0]
	f.moves = append(f.moves[:0], shuffle(moves, w.s.limit.Seed)...)
	first := game.NoMove
	if e, ok := w.s.table.probe(w.pos.Hash()); ok {
		first = e.move
	}
	w.rank(f, first)
	w.root = w.root[:0]
	for i := range f.moves {
		m, _ := f.pick(i)
		w.root = append(w.root, rootMove{move: m, score: -infinite, pv: []game.Move{m}})
	}
	w.best = rootMove{move: w.root[0].move, pv: append(w.best.pv[:0], w.root[0].move)}
}

// deepen searches deeper and deeper until a limit is met or nothing more is to
// be found.
func (w *worker) deepen() {
	last := maxDepth
	if w.s.limit.Depth > 0 {
		last = min(w.s.limit.Depth, maxDepth)
	}
	for d := 1 + w.id&1; d <= last; d++ {
		w.target = d
		w.aspire(d)
		if w.stopped {
			return
		}
		w.depth = d
		for i := range w.root {
			w.root[i].settled = w.root[i].score
		}
		if w.id == 0 && w.s.report != nil {
			w.s.report(w.info())
		}
		if w.settled() {
			return
		}
	}
}

// info is what the worker knows. The other threads count their own nodes and
// are taken to be as busy.
func (w *worker) info() Info {
	return Info{Depth: w.depth, Score: w.best.score, Nodes: w.nodes * int64(len(w.s.workers)),
		Time: time.Since(w.s.start), PV: slices.Clone(w.best.pv)}
}

// settled reports whether another iteration is of no use.
func (w *worker) settled() bool {
	if n, _, ok := WinIn(w.best.score); ok && n <= w.depth {
		return true
	}
	l := &w.s.limit
	if w.id > 0 || l.Time <= 0 {
		return false
	}
	return len(w.root) == 1 || time.Since(w.s.start) > l.Time*6/10
}

// aspire searches the root in a narrow window around the last score, and in
// wider ones while the score falls outside.
func (w *worker) aspire(depth int) {
	alpha, beta := -infinite, infinite
	half := window
	if depth >= 4 && w.margin == 0 && w.best.score > -won && w.best.score < won {
		alpha, beta = w.best.score-half, w.best.score+half
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

// searchRoot searches every root move and sorts them. When it is stopped, the
// best move so far is kept.
func (w *worker) searchRoot(depth, alpha, beta int) int {
	best := -infinite
	f := &w.frames[0]
	for i := range w.root {
		m := &w.root[i]
		floor := alpha
		if w.margin > 0 {
			floor = max(-infinite, best-w.margin-1)
		}
		v := w.rootScore(f, m.move, i, depth, floor, beta)
		if w.stopped {
			break
		}
		m.score = v
		if i == 0 || v > best && v > floor {
			m.pv = append(append(m.pv[:0], m.move), w.frames[1].pv...)
			w.best = rootMove{move: m.move, score: v, pv: append(w.best.pv[:0], m.pv...)}
		}
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			break
		}
	}
	w.sortRoot()
	if !w.stopped {
		w.remember(w.pos.Hash(), w.best.move, best, depth, w.rootBound(best, alpha, beta))
	}
	return best
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
func (w *worker) sortRoot() {
	best := w.best.move
	slices.SortStableFunc(w.root, func(a, b rootMove) int {
		switch {
		case a.move == best:
			return -1
		case b.move == best:
			return 1
		}
		return b.score - a.score
	})
}

// tick counts a node and looks whether the search must end.
func (w *worker) tick() bool {
	w.nodes++
	l := &w.s.limit
	switch {
	case w.stopped:
	case w.s.stop.Load():
		w.stopped = true
	case l.Nodes > 0 && w.nodes >= max(1, l.Nodes/int64(l.Threads)):
		w.stopped = true
	case l.Time > 0 && w.nodes&pollMask == 0 && time.Since(w.s.start) >= l.Time:
		w.stopped = true
	}
	return w.stopped
}
