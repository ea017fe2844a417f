package mine

import (
	"context"
	"fmt"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/lesson"
	"tafl3d/game/rules"
)

// ClaimNodes is the number of positions to search for a claim of a lesson.
const ClaimNodes = 1_000_000

// VerifyStep checks the claim of a course step for each of its correct answers, and returns a
// Finding for each. lesson.Claim defines the claims. An error means that the check failed to run.
func VerifyStep(ctx context.Context, id string, s *lesson.Step, l ai.Limits) (list []Finding, err error) {
	claim, err := s.Claimed()
	if err != nil {
		return nil, err
	}
	for _, a := range s.Answers() {
		if !a.Right || claim.Kind == lesson.NoClaim {
			continue
		}
		f := Finding{ID: id, Task: s.Claim}
		if err := verifyAnswer(ctx, s.Line(), a, claim, l, &f); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", id, a.Text, err)
		}
		if f.Fault != "" {
			f.Refutation = append([]string{a.Text}, f.Refutation...)
		}
		list = append(list, f)
	}
	return list, nil
}

// verifyAnswer plays a correct answer, and its reply if only a search can evaluate it.
func verifyAnswer(ctx context.Context, at *rules.Line, a lesson.Answer, c lesson.Claim, l ai.Limits, f *Finding) error {
	mover := at.Turn()
	deltas, end, err := at.Play(a.Turn)
	if err != nil {
		return err
	}
	captured := 0
	for i := range deltas {
		captured += deltas[i].Captures()
	}
	if c.Kind == lesson.Captures && captured != c.Count {
		f.Fault = fmt.Sprintf("it captures %d", captured)
		return nil
	}
	if c.Kind == lesson.KeepsRing && !at.Position.Warnings().Encircled && end.Cause != game.Encirclement {
		f.Fault = "the ring is not closed"
		return nil
	}
	if end.Over() {
		if end.Draw && c.Kind == lesson.Wins || !end.Draw && end.Winner != mover {
			f.Fault = "the game ends by " + end.Cause.String()
		}
		return nil
	}
	_, info, err := ai.WithBook(ai.New(ai.Limits{Hash: 32}), false).Think(ctx, at.Position, at.History(), l)
	if err != nil {
		return err
	}
	in, win, forced := ai.WinIn(info.Score)
	f.Nodes, f.Depth, f.Refutation = info.Nodes, info.Depth, texts(at.Position, info.PV)
	switch wins := c.Kind == lesson.Wins || c.Kind == lesson.KeepsRing; {
	case forced && win:
		f.Fault = fmt.Sprintf("the other side wins within %d moves", in)
	case wins && !forced:
		f.Fault = "no win is proved"
	default:
		f.Refutation = nil
	}
	return ctx.Err()
}
