package rules

import "tafl3d/game"

// Claim is an end that no board decides: the rules leave it to the players, or
// to an arbiter, to say that it has come about (spec 1.8).
type Claim uint8

// The claims.
const (
	NoClaim         Claim = iota
	ClaimRepetition       // the other side forces the repetition; a draw where nobody says so
	ClaimBlockade         // the king's side can never break the barrier
)

// Disputed reports whether the newest position has stood so often that the
// players must say who forced it.
func (p *Position) Disputed(h *History) bool {
	s := &p.rules.set
	return p.rules.line == nil && s.Repetition == RepeatAggressorClaim && !p.MidTurn() && !p.end.Over() &&
		h.Quiet() >= 4 && h.recurs() >= s.RepetitionCount
}

// Claimable returns what side may claim between two turns.
func (p *Position) Claimable(h *History, side game.Side) Claim {
	switch {
	case p.rules.line != nil || p.MidTurn() || p.end.Over():
		return NoClaim
	case p.Disputed(h):
		return ClaimRepetition
	case side == game.Attackers && p.rules.set.Blockade == BlockadeClaim && p.barred():
		return ClaimBlockade
	}
	return NoClaim
}

// barred reports whether the attackers stand on every way of the king to a
// winning square, were his own men not there. Without that there is no
// barrier to speak of; with it, it may still be broken.
func (p *Position) barred() bool {
	if p.king == game.NoSquare {
		return false
	}
	var w walk
	w.visit(p.king)
	for i := 0; i < w.n; i++ {
		for dir := range game.GridDirs {
			t := p.rules.next[w.list[i]&slot][dir]
			switch {
			case t == off || w.seen[t] || p.rules.kind[p.cell[t&slot]&kindMask].side == game.Attackers:
			case p.rules.sq[t&slot].goal, p.rules.sq[t&slot].rim && p.rules.set.Escape == EscapeEdgeSafe:
				return false
			default:
				w.visit(t)
			}
		}
	}
	return true
}
