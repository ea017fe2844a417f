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

// Finding is the result of Verify.
type Finding struct {
	ID         string   `json:"id"`
	Task       string   `json:"task"`
	Fault      string   `json:"fault,omitempty"`      // false claim; empty if all are true
	Refutation []string `json:"refutation,omitempty"` // moves from the position of the exercise, the solution first
	Lasts      int      `json:"lasts,omitempty"`      // proven number of moves until the loss; 0 if none is proven
	Nodes      int64    `json:"nodes,omitempty"`      // positions searched after the solution
	Depth      int      `json:"depth,omitempty"`
}

// Verify checks all claims of an exercise. By the rules alone it proves that the solution of a Win
// is unique, that the rest of its line is the longest, and that every variation wins as fast. For a
// Hold the same proof shows that every other move loses. It searches the position after the
// solution within the given limits, and looks it up if the game is solved. Without TagLasts that
// position must not be lost; with it the number must be exact. An error means that the check failed
// to run.
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

// verifyWin proves each turn of the solver in the main line, and that its variations are all the
// turns that win as fast.
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

// verifyTurn proves that the turns after n are those that win within the limit, and that none wins
// faster.
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

// verifyHold proves that every other move loses, and determines whether the solution loses, too.
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
		return nil // Only checked that it does not lose immediately
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

// loss returns the number of moves in which the side to move wins, 0 if unknown. If the prover
// reaches it, f.Lasts becomes the exact number, including the move before.
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

// lasts returns the exact number of moves until the side to move wins, including the move before; 0
// if the prover does not reach it.
func (m *Miner) lasts(ctx context.Context, p rules.Position, in int) (int, error) {
	a, err := m.prover.Win(ctx, p, min(in, suite.MaxTurns), m.Budget)
	if errors.Is(err, suite.ErrBudget) || err == nil && len(a.Moves) == 0 {
		return 0, nil
	}
	return a.Turns + 1, err
}

// judge returns the value of a position for the side to move: from the solved game if there is one,
// else from the prover and the search. It stores the expected line in f.
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

// texts formats steps as moves.
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
