package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/tafl"
	"tafl3d/game/ruleset"
)

// Claim is an end of the game that the board does not decide: the players or an arbiter must claim it (tafl 8).
type Claim uint8

// The claims.
const (
	NoClaim         Claim = iota
	ClaimRepetition       // the opponent forces the repetition; a draw if no player claims it
	ClaimBlockade         // the king's side can never break the barrier
)

// Cause returns the cause of an end by this claim, after it is granted.
func (c Claim) Cause() game.Cause {
	return [...]game.Cause{game.None, game.Repetition, game.Blockade}[c]
}

// End is the state of the end of a game: it may be over, or there may be an end to claim.
type End struct {
	game.Outcome
	Claims [game.Sides]Claim // what each side may claim between two moves
}

// Disputed reports whether the position has occurred so often that the players must settle which side forced it
// before the next move.
func (e *End) Disputed() bool { return e.Claims[game.Attackers] == ClaimRepetition }

// End returns the outcome and the possible claims in p, whose history is h.
func (p *Position) End(h *History) End {
	return End{Outcome: p.Judge(h), Claims: p.Claims(h)}
}

// Claims returns what each side may claim in p, whose history is h.
func (p *Position) Claims(h *History) (may [game.Sides]Claim) {
	s := &p.at.Rules.Set
	switch {
	case p.lines() || p.MidTurn() || p.at.End.Over():
	case s.Repetition == ruleset.RepeatAggressorClaim && h.Quiet() >= 4 && h.past.Recurs() >= s.RepetitionCount:
		may = [game.Sides]Claim{ClaimRepetition, ClaimRepetition}
	case s.Blockade == ruleset.BlockadeClaim && tafl.Barred(p.tafl()):
		may[game.Attackers] = ClaimBlockade
	}
	return may
}
