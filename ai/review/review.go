// Package review analyses a whole game with an engine: what each turn lost, which turn was better
// and, if known, why. docs/review.md has the formulas.
package review

import (
	"context"
	"slices"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// Options configures a review. The zero value is usable.
type Options struct {
	// Engine thinks; nil means a new one of full strength. A new engine with a limit of positions
	// and one thread gives reproducible results.
	Engine ai.Engine
	// Limits bounds the search for each position; DefaultNodes if it sets no bound.
	Limits ai.Limits
	// Turns is the maximum length of the better lines; 0 means 6.
	Turns int
	// Usual reports whether people usually play a turn in a position, in addition to
	// openings.Usual; nil adds nothing.
	Usual func(ctx context.Context, p *rules.Position, turn []game.Move) bool
}

// DefaultNodes is the default number of positions to search for each position of the game.
const DefaultNodes = 50_000

// Turn is the review of a turn of the game.
type Turn struct {
	Node   *tree.Node // the turn in the original game
	Ply    int        // from 1
	Side   game.Side  // whose turn it was
	Forced bool       // it was the only legal turn
	Usual  bool       // in the opening book, or one that people usually play
	Before float64    // winning chance of Side with the best turn
	After  float64    // winning chance of Side after its turn
	Class  Class
	// Better holds the best turn and its expected continuation; empty if the best was played.
	Better [][]game.Move
	// BetterEval is the evaluation after the better turn.
	BetterEval tree.Eval
	// Reply is the expected continuation after the turn. It is set for inaccuracies and worse.
	Reply [][]game.Move
	// Eval is the evaluation after the turn.
	Eval tree.Eval
	Why
}

// Lost returns the loss of winning chance, from 0 to 1.
func (t *Turn) Lost() float64 { return max(0, t.Before-t.After) }

// Report is the review of a game.
type Report struct {
	Start    tree.Eval // before the first turn
	Turns    []Turn    // of the main line, in order
	Accuracy [game.Sides]float64
	Counts   [game.Sides][Blunder + 1]int // turns by class, without forced turns
}

// Chances returns the attackers' winning chance at the start and after each turn.
func (r *Report) Chances(variant string) []float64 {
	list := []float64{Chance(variant, r.Start)}
	for i := range r.Turns {
		list = append(list, Chance(variant, r.Turns[i].Eval))
	}
	return list
}

// Chance returns the attackers' winning chance of an evaluation; see ai.WinChance.
func Chance(variant string, e tree.Eval) float64 {
	return ai.WinChance(variant, e.Score, game.Attackers)
}

// Progress is the progress of a review. A review starts at the end of the game, so that results for
// later positions help with earlier ones.
type Progress struct {
	Done, Of int // positions
	Turn     Turn
	Known    bool // Turn is set; the first report has none
}

// Review analyses the main line of g. It does not change the game: see Annotate. It calls progress,
// which may be nil, after each position from its own goroutine. If ctx ends, it returns the error
// and the partial report.
func Review(ctx context.Context, g *tree.Game, opt Options, progress func(Progress)) (Report, error) {
	return New(g, opt).Run(ctx, progress)
}

// Task is a prepared review. It copies the game, so it may run while the game changes.
type Task struct {
	opt   Options
	game  *tree.Game   // main line only
	nodes []*tree.Node // of the original game, never read
}

// New prepares a review of g.
func New(g *tree.Game, opt Options) *Task {
	if opt.Engine == nil {
		opt.Engine = ai.New(ai.Limits{})
	}
	if l := opt.Limits; l.Nodes == 0 && l.Time == 0 && l.Depth == 0 {
		opt.Limits.Nodes = DefaultNodes
	}
	if opt.Turns == 0 {
		opt.Turns = 6
	}
	k := &Task{opt: opt, game: tree.New(g.Variant, g.Start)}
	c := k.game.Cursor()
	for n := range g.Root.Line() {
		if _, err := c.Play(n.Turn); err != nil {
			break // cannot happen: Cursor.Play checked the line
		}
		k.nodes = append(k.nodes, n)
	}
	return k
}

// Run runs the review; see Review. It may be called once.
func (k *Task) Run(ctx context.Context, progress func(Progress)) (Report, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	r := &run{Task: k, ctx: ctx, c: k.game.Cursor()}
	rep := &r.rep
	plies := slices.Collect(k.game.Root.Line())
	if len(plies) > 0 {
		r.c.To(plies[len(plies)-1])
	}
	after, err := r.last()
	if err != nil {
		return r.rep, err
	}
	progress(Progress{Done: 1, Of: len(plies) + 1})
	for i := len(plies) - 1; i >= 0 && err == nil; i-- {
		played := plies[i].Turn
		r.c.Back()
		var t Turn
		if t, after, err = r.turn(played, after); err != nil {
			break
		}
		t.Node, t.Ply = k.nodes[i], i+1
		rep.Turns = append(rep.Turns, t)
		progress(Progress{Done: len(plies) - i + 1, Of: len(plies) + 1, Turn: t, Known: true})
	}
	slices.Reverse(rep.Turns)
	rep.Start = after.eval()
	rep.sum(k.game.Variant)
	return *rep, err
}

// sum counts the classes and computes the accuracies.
func (r *Report) sum(variant string) {
	for i := range r.Turns {
		if t := &r.Turns[i]; !t.Forced {
			r.Counts[t.Side][t.Class]++
		}
	}
	r.Accuracy = accuracies(r.Turns, r.Chances(variant))
}

// win is the score of a game that the side to move has won.
const win = search.Win
