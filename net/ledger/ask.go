package ledger

import (
	"fmt"

	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/net/wire"
)

// Act returns the act for an action of a match with the rules r at a ply. It is false for actions that an online game
// does not have, such as redo.
func Act(r *rules.Rules, a match.Action, ply int) (wire.Act, bool) {
	act := wire.Act{Ply: ply}
	switch a := a.(type) {
	case match.Play:
		act.Kind, act.Ply, act.Moves = wire.Play, a.Ply, []wire.Move{Move(r, a.Move)}
	case match.Undo:
		act.Kind, act.Plies = wire.Takeback, a.Plies
	case match.AcceptDraw:
		act.Kind, act.Of = wire.Accept, string(wire.Draw)
	case match.DeclineDraw:
		act.Kind, act.Of = wire.Decline, string(wire.Draw)
	case match.Pause:
		act.Kind = wire.Pause
	case match.Resume:
		act.Kind = wire.Resume
	default:
		for kind, simple := range matchActions {
			if simple == a {
				act.Kind = kind
				return act, true
			}
		}
		return wire.Act{}, false
	}
	return act, true
}

// String returns the request as English text.
func (a Ask) String() string {
	switch a.Kind {
	case wire.Takeback:
		return fmt.Sprintf("to take %d moves back", a.Plies)
	case wire.Pause:
		return "to pause the game"
	case wire.Resume:
		return "to resume"
	}
	return ""
}
