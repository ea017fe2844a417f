// Package review looks at a whole game with an engine: what each turn gave away, what
// was better and, where it can be known, why. docs/review.md has the formulas.
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

// Options say how a game is looked at. The zero value is of use.
type Options struct {
	// Engine thinks; nil stands for a new one of full strength. A new one with a limit
	// of positions and one thread always finds the same.
	Engine ai.Engine
	// Limits bound what the engine thinks about each position; DefaultNodes if they
	// bound nothing.
	Limits ai.Limits
	// Turns is how long the better lines are at most; 0 stands for 6.
	Turns int
	// Usual reports whether people usually play a turn in a position, beyond what
	// openings.Usual knows; nil: nothing more is known.
	Usual func(p *rules.Position, turn []game.Move) bool
}

// DefaultNodes is how many positions the engine looks at for each position of the
// game, where nobody says.
const DefaultNodes = 50_000

// Turn is what was found out about a turn of the game.
type Turn struct {
	Node   *tree.Node // the turn, in the game that was given
	Ply    int        // its number, from 1
	Side   game.Side  // whose turn it was
	Forced bool       // there was no other
	Usual  bool       // a move of the opening book, or one that people usually play
	Before float64    // the chance of winning of Side, had it played the best turn
	After  float64    // and after what it played
	Class  Class
	// Better are the best turn and what is expected to follow it; none where the best
	// was played.
	Better [][]game.Move
	// BetterEval is what the engine thinks of the position after the better turn.
	BetterEval tree.Eval
	// Reply is what is expected to follow what was played. It is known where the turn is
	// an inaccuracy or worse.
	Reply [][]game.Move
	// Eval is of the position after the turn.
	Eval tree.Eval
	Why
}

// Lost returns how much of the chance of winning the turn gave away.
func (t *Turn) Lost() float64 { return max(0, t.Before-t.After) }

// Report is what was found out about a game.
type Report struct {
	Start    tree.Eval // of the position before the first turn
	Turns    []Turn    // of the main line, in order
	Accuracy [game.Sides]float64
	Counts   [game.Sides][Blunder + 1]int // turns by class; those that were forced are not counted
}

// Chances returns the attackers' chance of winning at the start and after each turn.
func (r *Report) Chances(variant string) []float64 {
	list := []float64{Chance(variant, r.Start)}
	for i := range r.Turns {
		list = append(list, Chance(variant, r.Turns[i].Eval))
	}
	return list
}

// Chance returns the attackers' chance of winning by an evaluation; see ai.WinChance.
func Chance(variant string, e tree.Eval) float64 {
	return ai.WinChance(variant, e.Score, game.Attackers)
}

// Progress says how far a review has come. It begins with the end of the game, so that
// what is known of later positions helps with those before them.
type Progress struct {
	Done, Of int // positions
	Turn     Turn
	Known    bool // Turn has been looked at: the first step of a review has none
}

// Review looks at the main line of g. What it found is in no way written into the game:
// see Annotate. It tells progress, which may be nil, after each position from its own
// goroutine. Where ctx ends it returns the error and what it has.
func Review(ctx context.Context, g *tree.Game, opt Options, progress func(Progress)) (Report, error) {
	return New(g, opt).Run(ctx, progress)
}

// Task is a game that is to be looked at. It does not see later changes of the game, so
// it may run while somebody changes that.
type Task struct {
	opt   Options
	game  *tree.Game   // the main line alone
	nodes []*tree.Node // of the game that was given, never read
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
			break // no game holds such a line: Cursor.Play has checked it
		}
		k.nodes = append(k.nodes, n)
	}
	return k
}

// Run looks at the game; see Review. It may run once.
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
