// Package search finds moves by iterative deepening: a principal variation alpha-beta search over
// single moves, with a transposition table that all threads share. Chains of captures need no
// special case: after a move that does not end the turn, the same side moves again and the score is
// not negated.
package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Limits bounds a search. The zero value of a field sets no bound; a search
// without any bound runs until its context ends.
type Limits struct {
	Depth   int           // turns
	Nodes   int64         // positions, all threads together
	Time    time.Duration // from the call
	Soft    time.Duration // no further iteration after it, unless the best move is unstable; 0 is three fifths of Time
	Lines   int           // multi-PV: root moves that get exact scores and expected lines; 0 is one
	Threads int           // 0 is one. Results with more than one are not reproducible
	Seed    uint64        // shuffles the root moves to break ties; 0 keeps their order
	Hash    int           // MiB of the transposition table; 0 is DefaultHash
}

// DefaultHash is the default size of the transposition table in MiB.
const DefaultHash = 32

// Info is the result of an iteration.
type Info struct {
	Line  int // rank of this line, from 1
	Depth int // turns searched in full
	Score int // for the side to move; see WinIn
	Nodes int64
	Time  time.Duration
	PV    []game.Move // principal variation, the root move first
}

// Line is a root move with its score.
type Line struct {
	Move  game.Move
	Score int
}

// Result is the answer of a search.
type Result struct {
	Move game.Move
	Info Info
	// Lines holds all root moves as of the last completed iteration, best first. The scores of
	// moves beyond the margin are upper bounds.
	Lines []Line
}

// ErrNoMoves is returned if the side to move has no legal move.
var ErrNoMoves = errors.New("search: no legal move")

// Fault is the error of a search that panicked. It is a bug, but must not end the program.
type Fault struct {
	Value any    // of the panic
	Stack []byte // for a bug report
}

// Error describes the fault in one line.
func (f *Fault) Error() string { return fmt.Sprintf("search: internal fault: %v", f.Value) }

// Evaluator evaluates the positions along one line of play, which it follows move by move. It
// belongs to one goroutine.
type Evaluator interface {
	Reset(p *rules.Position)
	Play(d *rules.Delta)
	Undo(d *rules.Delta)
	Score(p *rules.Position) eval.View
}

// LazyEvaluator is an Evaluator that can score the position after a quiet move without playing it.
// rules.Calm defines quiet moves.
type LazyEvaluator interface {
	LazyScore(p *rules.Position, m game.Move) eval.View
}

// Searcher searches positions of one ruleset. Its transposition table and history survive from one
// search to the next. It runs one search at a time; further calls wait.
type Searcher struct {
	mu           sync.Mutex
	rules        *rules.Rules
	instant      bool // the king's escape ends the game at once
	hints        *ruleHints
	table        *table
	hash         int
	newEvaluator func() Evaluator // called once for each thread
	report       func(Info)       // called after every iteration; may be nil
	noPruning    bool             // no pruning, reductions or extensions, for tests
	noEvasions   bool             // no evasion pruning, for tests
	allWorkers   []*worker        // all workers created so far
	workers      []*worker        // workers of the running search

	stop  atomic.Bool
	now   func() time.Time
	start time.Time
	limit Limits
}

// New returns a searcher for positions of r.
func New(r *rules.Rules) *Searcher { return NewWith(r, nil) }

// NewWith returns a searcher with evaluation weights p; nil means the defaults.
func NewWith(r *rules.Rules, p *eval.Params) *Searcher {
	if r.Ruleset().Lines != nil {
		f := eval.NewLineGeometry(r, p)
		return &Searcher{rules: r, now: time.Now, hints: lineHints(r),
			newEvaluator: func() Evaluator { return eval.NewLineEvaluator(f) }}
	}
	g := eval.NewGeometry(r, p)
	return &Searcher{rules: r, now: time.Now, instant: g.Instant, hints: gridHints(r, g.Goal),
		newEvaluator: func() Evaluator { return eval.New(g) }}
}

// NewWithEvaluator returns a searcher of a tafl ruleset with evaluators that wrap makes from the
// hand-written ones.
func NewWithEvaluator(r *rules.Rules, p *eval.Params, wrap func(*eval.Evaluator) Evaluator) *Searcher {
	s := NewWith(r, p)
	hand := s.newEvaluator
	s.newEvaluator = func() Evaluator { return wrap(hand().(*eval.Evaluator)) }
	return s
}

// Report sets a callback that every later search calls after each iteration, in the searching
// goroutine. Nil removes it.
func (s *Searcher) Report(f func(Info)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = f
}

// Rules returns the rules whose positions s searches.
func (s *Searcher) Rules() *rules.Rules { return s.rules }

// Forget clears the table and the history, so that the next search depends on its arguments only.
func (s *Searcher) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		s.table.clear()
	}
	for _, w := range s.allWorkers {
		w.forget()
	}
}

// Search finds a move for the side to move in p, with history h (nil: none). Soon after ctx ends it
// returns the best move so far, which is legal even if ctx ended before the call. Root moves at
// most margin worse than the best get exact scores.
func (s *Searcher) Search(
	ctx context.Context, p rules.Position, h *rules.History, l Limits, margin int,
) (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start = s.now()
	if p.Rules() != s.rules {
		return Result{}, errors.New("search: the position belongs to other rules")
	}
	if h == nil {
		h = rules.NewHistory(&p)
	}
	moves := p.Legal(nil, h)
	if len(moves) == 0 {
		return Result{}, ErrNoMoves
	}
	s.prepare(l)
	for i, w := range s.workers {
		w.reset(p, h.Clone(), moves, i, margin)
	}
	s.stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	if err := s.run(); err != nil {
		return Result{}, err
	}
	return s.result(), nil
}

// prepare fits the table and the workers to the limits.
func (s *Searcher) prepare(l Limits) {
	l.Threads = max(1, l.Threads)
	l.Lines = max(1, l.Lines)
	if l.Soft <= 0 {
		l.Soft = l.Time * 6 / 10
	}
	if l.Hash <= 0 {
		l.Hash = DefaultHash
	}
	if s.table == nil || s.hash != l.Hash {
		s.table, s.hash = newTable(l.Hash), l.Hash
	}
	s.table.next()
	s.limit = l
	for len(s.allWorkers) < l.Threads {
		s.allWorkers = append(s.allWorkers, newWorker(s))
	}
	s.workers = s.allWorkers[:l.Threads]
}

// run starts all workers and stops them when the first one is done.
func (s *Searcher) run() error {
	errs := make([]error, len(s.workers))
	var wg sync.WaitGroup
	for i, w := range s.workers[1:] {
		wg.Go(func() { errs[i+1] = s.guard(w) })
	}
	errs[0] = s.guard(s.workers[0])
	s.stop.Store(true)
	wg.Wait()
	return errors.Join(errs...)
}

// guard runs w and returns a panic as a Fault.
func (s *Searcher) guard(w *worker) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s.stop.Store(true)
			err = &Fault{r, debug.Stack()}
		}
	}()
	w.deepen()
	return nil
}

// result collects the result of the first worker and the nodes of all.
func (s *Searcher) result() Result {
	w := s.workers[0]
	r := Result{Move: w.best.move, Info: w.info(1, &w.best)}
	r.Info.Nodes = 0
	for _, v := range s.workers {
		r.Info.Nodes += v.nodes
	}
	for _, m := range w.root {
		r.Lines = append(r.Lines, Line{m.move, m.lastScore})
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return b.Score - a.Score })
	return r
}

// shuffle returns the moves in an order that depends on the seed alone; 0 keeps their order.
func shuffle(moves []game.Move, seed uint64) []game.Move {
	moves = slices.Clone(moves)
	if seed != 0 {
		r := rand.New(rand.NewPCG(seed, 0x7461666c))
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	return moves
}
