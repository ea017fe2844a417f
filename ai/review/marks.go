package review

import (
	"context"

	"tafl3d/ai/book"
	"tafl3d/ai/openings"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Class is the quality of a turn.
type Class uint8

// Classes by the loss of winning chance. Usual opening moves are Best.
const (
	Best       Class = iota // the engine's choice, or no loss
	Good                    // less than an inaccuracy, or the game was already decided
	Inaccuracy              // GiveInaccuracy and more, or a missed forced win
	Mistake                 // GiveMistake and more
	Blunder                 // GiveBlunder and more
)

// Least loss of winning chance, from 0 to 1, of a turn of each class.
const (
	GiveInaccuracy = 0.08
	GiveMistake    = 0.10
	GiveBlunder    = 0.20
)

// Decided is the chance below which a game counts as lost, and above 1 - Decided as won. In such
// positions only missed forced wins and a game thrown away are marked.
const Decided = 0.05

var classes = [...]string{"best", "good", "inaccuracy", "mistake", "blunder"}

// String returns the name of the class.
func (c Class) String() string { return classes[c] }

// classOf returns the class of a turn that was not the best. missed means that it missed a forced
// win.
func classOf(before, after float64, missed bool) Class {
	const even = 0.5
	lost := before - after
	switch {
	case missed:
		return max(Inaccuracy, byLoss(lost))
	case before < Decided, before > 1-Decided && after > even:
		return Good
	}
	return byLoss(lost)
}

// byLoss returns the class by the loss alone.
func byLoss(lost float64) Class {
	switch {
	case lost >= GiveBlunder:
		return Blunder
	case lost >= GiveMistake:
		return Mistake
	case lost >= GiveInaccuracy:
		return Inaccuracy
	}
	return Good
}

// usual reports whether a turn is in the opening book or is one that people usually play.
func (k *Task) usual(ctx context.Context, p *rules.Position, turn []game.Move) bool {
	if openings.Usual(k.game.Variant, p, turn) || k.opt.Usual != nil && k.opt.Usual(ctx, p, turn) {
		return true
	}
	for _, c := range book.Default(p.Rules()).Choices(p) {
		if len(turn) == 1 && c.Move == turn[0] {
			return true
		}
	}
	return false
}
