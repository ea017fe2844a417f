package mine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tafl3d/ai"
	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/lab/suite"
)

// Finding is what Verify found out about an exercise.
type Finding struct {
	ID         string   `json:"id"`
	Task       string   `json:"task"`
	Fault      string   `json:"fault,omitempty"`      // what is not true of it; empty: everything is
	Refutation []string `json:"refutation,omitempty"` // moves from the position of the exercise, the solution first
	Lasts      int      `json:"lasts,omitempty"`      // proved number of moves until the loss; 0: none is proved
	Nodes      int64    `json:"nodes,omitempty"`      // positions of the search after the solution
	Depth      int      `json:"depth,omitempty"`
}

// Verify checks again everything that an exercise claims. The solution of a Win is the only one, the rest of its line
// takes as long as it can, and every variation beside it wins as soon: all of that is proved with the rules alone. Of a
// Hold the same proof shows that every other move loses. The position after the solution is searched within the given
// limits, and looked up where its game is solved. Without TagLasts it must not be lost; with it the number must be
// exact.
// An error means that the check could not be made.
func (m *Miner) Verify(ctx context.Context, x *exercise.Exercise, l ai.Limits) (Finding, error) {
	f := Finding{ID: x.ID, Task: x.Task}
	var err error
	if x.Task == exercise.Win {
		f.Fault, err = m.verifyWin(ctx, x)
	} else {
		err = m.verifyHold(ctx, x, l, &f)
	}
	if errors.Is(err, suite.ErrBudget) {
		f.Fault, err = fmt.Sprintf("not proved within %d steps", m.Budget), nil
	}
	return f, err
}

// verifyWin proves each turn of the solver in the main line, and that those beside it are all that win as soon.
func (m *Miner) verifyWin(ctx context.Context, x *exercise.Exercise) (fault string, err error) {
	c := x.Game.Cursor()
	left := x.Length
	for n := x.Game.Root; n.Main() != nil; n = n.Main() {
		if (x.Length-left)%2 == 0 {
			if c.To(n); c.Over().Over() {
				return "the game is over before " + n.Main().Text, nil
			}
			if fault, err = m.verifyTurn(ctx, c.Line().Position, n, left|1); fault != "" || err != nil {
				return fault, err
			}
		}
		left--
	}
	if left != 0 {
		return fmt.Sprintf("the line ends %d moves too early", left), nil
	}
	return "", nil
}

// verifyTurn proves that the turns after n are those that win within so many turns, and that none wins sooner.
func (m *Miner) verifyTurn(ctx context.Context, p rules.Position, n *tree.Node, within int) (fault string, err error) {
	a, err := m.prover.Win(ctx, p, within, m.Budget)
	if err != nil {
		return "", err
	}
	if a.Turns != within {
		return fmt.Sprintf("the win takes %d moves instead of %d before %s", a.Turns, within, n.Main().Text), nil
	}
	var all [][]game.Move
	for _, step := range a.Moves {
		turns, err := m.complete(ctx, p, []game.Move{step}, within)
		if err != nil {
			return "", err
		}
		all = append(all, turns...)
	}
	for _, next := range n.Next() {
		if !slices.ContainsFunc(all, func(t []game.Move) bool { return slices.Equal(t, next.Turn) }) {
			return next.Text + " does not win in time", nil
		}
	}
	if len(all) != len(n.Next()) {
		return fmt.Sprintf("%d moves win as soon as %s, not %d", len(all), n.Main().Text, len(n.Next())), nil
	}
	return "", nil
}

// verifyHold proves that every other move loses, and finds out whether the solution loses, too.
func (m *Miner) verifyHold(ctx context.Context, x *exercise.Exercise, l ai.Limits, f *Finding) error {
	solution := x.Game.Root.Main()
	a, err := m.prover.Only(ctx, x.Game.Start, x.Length, m.Budget)
	switch {
	case err != nil:
		return err
	case !slices.Equal(a.Moves, solution.Turn):
		f.Fault = solution.Text + " is not the only move that holds so long"
		return nil
	case a.Turns != x.Length:
		f.Fault = fmt.Sprintf("every other move loses within %d moves, not %d", a.Turns, x.Length)
		return nil
	}
	c := x.Game.Cursor()
	if c.To(solution); c.Over().Over() {
		return nil // Only has seen that it does not lose at once
	}
	if x.Lasts > 0 {
		f.Lasts, err = m.lasts(ctx, c.Line().Position, x.Lasts-1)
		if err == nil && f.Lasts != x.Lasts {
			f.Fault = fmt.Sprintf("the loss takes %d moves (0: not proved), not %d", f.Lasts, x.Lasts)
		}
		return err
	}
	in, err := m.loss(ctx, c.Line().Position, l, f)
	if err == nil && in > 0 {
		f.Refutation = append([]string{solution.Text}, f.Refutation...)
		f.Fault = fmt.Sprintf("%s loses within %d moves, too", solution.Text, in+1)
	}
	return err
}

// loss returns within how many moves the side to move is known to win, 0 where that is not known. Where the prover gets
// so far f.Lasts is the exact number of moves, the one before included.
func (m *Miner) loss(ctx context.Context, p rules.Position, l ai.Limits, f *Finding) (in int, err error) {
	score, err := m.judge(ctx, p, l, f)
	if err != nil {
		return 0, err
	}
	in, win, forced := ai.WinIn(score)
	if !forced || !win {
		f.Refutation = nil
		return 0, nil
	}
	f.Lasts, err = m.lasts(ctx, p, in)
	return in, err
}

// lasts returns the exact number of moves until a position is won by the side to move, the one before it included; 0
// where the prover does not get so far.
func (m *Miner) lasts(ctx context.Context, p rules.Position, in int) (int, error) {
	a, err := m.prover.Win(ctx, p, min(in, suite.MaxTurns), m.Budget)
	if errors.Is(err, suite.ErrBudget) || err == nil && len(a.Moves) == 0 {
		return 0, nil
	}
	return a.Turns + 1, err
}

// judge returns what a position is worth to the side to move: as the solved game has it, where there is one, else by
// the prover and the search. The expected line goes into f.
func (m *Miner) judge(ctx context.Context, p rules.Position, l ai.Limits, f *Finding) (score int, err error) {
	if solve.Soon(&p) {
		if m.solved == nil {
			if m.solved, err = solve.Solve(ctx, m.rules, nil); err != nil {
				return 0, err
			}
		}
		if score, ok := m.solved.Score(&p); ok {
			f.Refutation = texts(p, m.solved.Follow(p, nil))
			return score, nil
		}
	}
	_, info, err := ai.WithBook(ai.New(ai.Limits{Hash: 64}), false).Think(ctx, p, nil, l)
	if err != nil {
		return 0, err
	}
	f.Nodes, f.Depth, f.Refutation = info.Nodes, info.Depth, texts(p, info.PV)
	return info.Score, ctx.Err()
}

// texts writes steps as moves.
func texts(p rules.Position, steps []game.Move) []string {
	l := rules.NewLine(p, nil)
	var turns [][]game.Move
	q, d := p, rules.Delta{}
	begun := 0
	for i, s := range steps {
		if q.Play(s, &d); !q.MidTurn() {
			turns, begun = append(turns, steps[begun:i+1]), i+1
		}
	}
	return notation.Texts(l, turns)
}
