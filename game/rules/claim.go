package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/tafl"
	"tafl3d/game/ruleset"
)

// Claim is an end that no board decides: the rules leave it to the players, or
// to an arbiter, to say that it has come about (tafl 8).
type Claim uint8

// The claims.
const (
	NoClaim         Claim = iota
	ClaimRepetition       // the other side forces the repetition; a draw where nobody says so
	ClaimBlockade         // the king's side can never break the barrier
)

// Cause is how a game ends by a claim that is granted.
func (c Claim) Cause() game.Cause {
	return [...]game.Cause{game.None, game.Repetition, game.Blockade}[c]
}

// End is how a game stands: it may be over, or there may be an end to claim.
type End struct {
	game.Outcome
	Claims [game.Sides]Claim // what a side may claim between two turns
}

// Disputed reports whether the position has stood so often that the players
// must say who forced it, before anybody moves.
func (e *End) Disputed() bool { return e.Claims[game.Attackers] == ClaimRepetition }

// End returns how the game stands in p, of which h is the past.
func (p *Position) End(h *History) End {
	return End{Outcome: p.Judge(h), Claims: p.Claims(h)}
}

// Claims returns what each side may claim in p, of which h is the past.
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
