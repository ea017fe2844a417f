package search

import (
	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
)

const (
	maxPly   = 128 // frames of the stack: steps, not turns
	maxDepth = 100
	pollMask = 127 // the clock is read every so many nodes
	window   = 45  // half width of the first aspiration window
)

// small is how many squares a small board has at most: there a turn changes so
// much that what refuted before says little.
const small = 64

// frame is what a node keeps while its children are searched. Frames are made
// once, so that a node allocates nothing.
type frame struct {
	moves   []game.Move
	ranks   []int32
	pv      []game.Move
	killers [2]game.Move
	delta   rules.Delta
	calm    rules.Calm
	glances glances
	whole   bool // moves are all there are
	same    bool // the step did not end the turn
	passed  bool // the side that moved before has passed
	pressed bool // the king could escape if nothing were done
}

// rootMove is a move at the root with what is known of it.
type rootMove struct {
	move    game.Move
	score   int
	settled int // the score of the last iteration that was finished
	pv      []game.Move
}

// judgments is how many evaluations a worker remembers: captures are followed to
// the same positions again and again, and nothing else keeps what lies beyond
// the horizon.
const judgments = 1 << 13

// judgment is what the evaluation said of the position with that hash.
type judgment struct {
	hash uint64
	view eval.View
}

// worker is one thread of a search.
type worker struct {
	s       *Searcher
	terrain *terrain
	id      int
	pos     rules.Line
	eval    Evaluator
	glancer Glancer // eval, or nil where it cannot
	frames  []frame
	credits []int32
	fade    int32 // by what the credits are divided from one search to the next
	judged  []judgment

	root    []rootMove
	best    rootMove
	margin  int
	line    int     // the line under way, from 0
	doubt   float64 // how much longer to think because the answer changed of late, 1 is once again
	depth   int     // the last iteration that was finished
	target  int     // the iteration under way
	nodes   int64
	enough  int64 // of nodes, while exact
	turns   int   // turns played since the root
	stopped bool
	exact   bool // nothing but wins and losses counts, and no move is left out
}

func newWorker(s *Searcher) *worker {
	n := s.terrain.squares
	w := &worker{s: s, terrain: s.terrain, eval: s.judge(), frames: make([]frame, maxPly),
		credits: make([]int32, game.Sides*n*n), fade: 2, judged: make([]judgment, judgments)}
	if n <= small {
		w.fade = 8
	}
	w.glancer, _ = w.eval.(Glancer)
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
	w.pos, w.id, w.margin = *rules.NewLine(p, h), id, margin
	w.nodes, w.turns, w.depth, w.target, w.line, w.doubt, w.stopped, w.exact = 0, 0, 0, 0, 0, 0, false, false
	for i := range w.credits {
		w.credits[i] /= w.fade
	}
	for i := range w.frames {
		w.frames[i].killers = [2]game.Move{}
	}
	w.eval.Reset(&w.pos.Position)
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
		w.root = append(w.root, rootMove{move: m, score: -infinite, settled: -infinite, pv: []game.Move{m}})
	}
	w.best = rootMove{move: w.root[0].move, pv: append(w.best.pv[:0], w.root[0].move)}
}

// tick counts a node and looks whether the search must end.
func (w *worker) tick() bool {
	w.nodes++
	l := &w.s.limit
	switch {
	case w.stopped:
	case w.exact && w.nodes >= w.enough:
		w.stopped = true
	case w.s.stop.Load():
		w.stopped = true
	case l.Nodes > 0 && w.nodes >= max(1, l.Nodes/int64(l.Threads)):
		w.stopped = true
	case l.Time > 0 && w.nodes&pollMask == 0 && w.s.now().Sub(w.s.start) >= l.Time:
		w.stopped = true
	}
	return w.stopped
}
