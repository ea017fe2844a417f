// Package search finds moves by iterative deepening: a principal-variation
// alpha-beta search over single steps, with a transposition table that all
// threads share. Chains need no special case: after a step that does not end
// the turn the same side goes on, and the score is not negated.
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
	Soft    time.Duration // no further iteration after it, unless the best move is in doubt; 0 is three fifths of Time
	Lines   int           // moves at the root that get exact scores and expected lines; 0 is one
	Threads int           // 0 is one. More than one search faster but not repeatably
	Seed    uint64        // breaks ties between moves that look equal at first
	Hash    int           // MiB of the transposition table; 0 is DefaultHash
}

// DefaultHash is the size of the table in MiB where nobody says.
const DefaultHash = 32

// Info is what a search found out.
type Info struct {
	Line  int // which of several lines this is, the best is 1
	Depth int // turns searched in full
	Score int // for the side to move; see WinIn
	Nodes int64
	Time  time.Duration
	PV    []game.Move // the expected steps, first the move itself
}

// Line is a move at the root with its score.
type Line struct {
	Move  game.Move
	Score int
}

// Result is the answer of a search.
type Result struct {
	Move game.Move
	Info Info
	// Lines are all moves as the last finished iteration saw them, best first.
	// Those beyond the margin have an upper bound for a score.
	Lines []Line
}

// ErrNoMoves is returned where the side to move has no legal move.
var ErrNoMoves = errors.New("search: no legal move")

// Fault is the error of a search that broke down: a bug, which must not end
// the program.
type Fault struct {
	Value any    // of the panic
	Stack []byte // where it happened, for a report
}

// Error says in one line what happened.
func (f *Fault) Error() string { return fmt.Sprintf("search: internal fault: %v", f.Value) }

// Evaluator judges the positions of one line of play, which it follows step by
// step. One belongs to one goroutine.
type Evaluator interface {
	Reset(p *rules.Position)
	Play(d *rules.Delta)
	Undo(d *rules.Delta)
	Score(p *rules.Position) eval.View
}

// Glancer is an Evaluator that can tell the Score of a position to which a quiet
// step leads without following it. Quiet steps are those of rules.Calm.
type Glancer interface {
	Glance(p *rules.Position, m game.Move) eval.View
}

// Searcher searches positions of one ruleset. It remembers what it found from
// one search to the next. It runs one search at a time; further calls wait.
type Searcher struct {
	mu        sync.Mutex
	rules     *rules.Rules
	instant   bool // the king's escape ends the game at once
	terrain   *terrain
	table     *table
	hash      int
	judge     func() Evaluator // makes one for each thread
	report    func(Info)       // told after every iteration; may be nil
	plain     bool             // no pruning, reductions or extensions: for tests of exactness
	everyMove bool             // all moves are searched where an escape threatens: for tests of evasions
	made      []*worker        // all that were ever needed
	workers   []*worker        // those of the search under way

	stop  atomic.Bool
	now   func() time.Time
	start time.Time
	limit Limits
}

// New returns a searcher for positions of r.
func New(r *rules.Rules) *Searcher { return NewWith(r, nil) }

// NewWith is New with weights of the evaluation; nil stands for the defaults.
func NewWith(r *rules.Rules, p *eval.Params) *Searcher {
	if r.Ruleset().Lines != nil {
		f := eval.SurveyField(r, p)
		return &Searcher{rules: r, now: time.Now, terrain: explore(r),
			judge: func() Evaluator { return eval.NewWeigher(f) }}
	}
	g := eval.Survey(r, p)
	return &Searcher{rules: r, now: time.Now, instant: g.Instant, terrain: survey(r, g.Goal),
		judge: func() Evaluator { return eval.New(g) }}
}

// NewJudged is NewWith, for a ruleset of the tafl family, with evaluators that
// join makes of the hand-made ones.
func NewJudged(r *rules.Rules, p *eval.Params, join func(*eval.Evaluator) Evaluator) *Searcher {
	s := NewWith(r, p)
	hand := s.judge
	s.judge = func() Evaluator { return join(hand().(*eval.Evaluator)) }
	return s
}

// Report makes every later search tell what it has found after each iteration,
// from the goroutine that searches. Nil stops that.
func (s *Searcher) Report(f func(Info)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = f
}

// Rules returns the rules whose positions s searches.
func (s *Searcher) Rules() *rules.Rules { return s.rules }

// Forget empties the memory, so that the next search depends on nothing but
// its arguments.
func (s *Searcher) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		s.table.clear()
	}
	for _, w := range s.made {
		w.forget()
	}
}

// Search finds a move for the side to move in p, whose past is h (nil: none).
// It returns soon after ctx ends, with the best move found so far: even if ctx
// has ended before, the move is legal. Root moves that are at most margin
// worse than the best get exact scores.
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

// prepare makes table and workers fit the limits.
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
	for len(s.made) < l.Threads {
		s.made = append(s.made, newWorker(s))
	}
	s.workers = s.made[:l.Threads]
}

// run lets all workers search until the first of them is done.
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

// guard runs w and turns a panic into a Fault.
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

// result gathers what the first worker found.
func (s *Searcher) result() Result {
	w := s.workers[0]
	r := Result{Move: w.best.move, Info: w.info(1, &w.best)}
	r.Info.Nodes = 0
	for _, v := range s.workers {
		r.Info.Nodes += v.nodes
	}
	for _, m := range w.root {
		r.Lines = append(r.Lines, Line{m.move, m.settled})
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return b.Score - a.Score })
	return r
}

// shuffle puts the moves in an order that depends on the seed alone.
func shuffle(moves []game.Move, seed uint64) []game.Move {
	moves = slices.Clone(moves)
	if seed != 0 {
		r := rand.New(rand.NewPCG(seed, 0x7461666c))
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	return moves
}
