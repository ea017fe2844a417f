package search

import (
	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
)

const (
	maxPly   = 128 // frames of the stack; a turn may need several
	maxDepth = 100
	pollMask = 127 // the clock is read every 128 nodes
	window   = 45  // half width of the first aspiration window
)

// small is the number of squares up to which a board counts as small. There a turn changes so much
// that old history scores mean little.
const small = 64

// frame is the state of a node while its children are searched. Frames are allocated once, so that
// a node allocates nothing.
type frame struct {
	moves    []game.Move
	ranks    []int32
	pv       []game.Move
	killers  [2]game.Move
	delta    rules.Delta
	calm     rules.Calm
	lazy     lazyMode
	complete bool // moves holds all moves to search
	midTurn  bool // the move did not end the turn
	nullMove bool // the opponent just made a null move
	threat   bool // the king threatens to escape
}

// rootMove is a root move with its scores and line.
type rootMove struct {
	move      game.Move
	score     int
	lastScore int // score of the last completed iteration
	pv        []game.Move
}

// evalCacheSize is the number of evaluations that a worker caches. Quiescence search reaches the
// same positions often and does not use the transposition table.
const evalCacheSize = 1 << 13

// evalEntry is a cached evaluation.
type evalEntry struct {
	hash uint64
	view eval.View
}

// worker is one thread of a search.
type worker struct {
	s            *Searcher
	hints        *ruleHints
	id           int
	pos          rules.Line
	eval         Evaluator
	lazy         LazyEvaluator // eval, or nil if it is not a LazyEvaluator
	frames       []frame
	history      []int32
	historyDecay int32 // divisor of the history scores between searches
	evalCache    []evalEntry
	targets      rules.SquareSet // see markTargets

	root        []rootMove
	best        rootMove
	margin      int
	line        int     // index of the current line (multi-PV)
	instability float64 // extra thinking time as a multiple of the soft limit, after changes of the best move
	depth       int     // last completed iteration
	target      int     // current iteration
	nodes       int64
	proofNodes  int64 // node limit while proving
	turns       int   // turns played since the root
	stopped     bool
	proving     bool // only wins and losses count, and nothing is pruned
}

func newWorker(s *Searcher) *worker {
	n := s.hints.squares
	w := &worker{s: s, hints: s.hints, eval: s.newEvaluator(), frames: make([]frame, maxPly),
		history: make([]int32, game.Sides*n*n), historyDecay: 2, evalCache: make([]evalEntry, evalCacheSize)}
	if n <= small {
		w.historyDecay = 8
	}
	w.lazy, _ = w.eval.(LazyEvaluator)
	for i := range w.frames {
		f := &w.frames[i]
		f.moves = make([]game.Move, 0, 4*n)
		f.ranks = make([]int32, 0, 4*n)
		f.pv = make([]game.Move, 0, maxPly)
	}
	return w
}

// forget clears the history and the killers.
func (w *worker) forget() {
	clear(w.history)
	for i := range w.frames {
		w.frames[i].killers = [2]game.Move{}
	}
}

// reset prepares the worker for a search.
func (w *worker) reset(p rules.Position, h *rules.History, moves []game.Move, id, margin int) {
	w.pos, w.id, w.margin = *rules.NewLine(p, h), id, margin
	w.nodes, w.turns, w.depth, w.target, w.line, w.instability, w.stopped, w.proving = 0, 0, 0, 0, 0, 0, false, false
	for i := range w.history {
		w.history[i] /= w.historyDecay
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
	w.rankMoves(f, first)
	w.root = w.root[:0]
	for i := range f.moves {
		m, _ := f.pick(i)
		w.root = append(w.root, rootMove{move: m, score: -infinite, lastScore: -infinite, pv: []game.Move{m}})
	}
	w.best = rootMove{move: w.root[0].move, pv: append(w.best.pv[:0], w.root[0].move)}
}

// tick counts a node and reports whether the search must stop.
func (w *worker) tick() bool {
	w.nodes++
	l := &w.s.limit
	switch {
	case w.stopped:
	case w.proving && w.nodes >= w.proofNodes:
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
