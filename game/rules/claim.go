package rules

import (
	"tafl3d/game"
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
	e := End{Outcome: p.Judge(h)}
	s := &p.rules.set
	switch {
	case p.rules.line != nil || p.MidTurn() || p.end.Over():
	case s.Repetition == ruleset.RepeatAggressorClaim && h.Quiet() >= 4 && h.recurs() >= s.RepetitionCount:
		e.Claims = [game.Sides]Claim{ClaimRepetition, ClaimRepetition}
	case s.Blockade == ruleset.BlockadeClaim && p.barred():
		e.Claims[game.Attackers] = ClaimBlockade
	}
	return e
}

// barred reports whether the king cannot reach a winning square as the
// attackers stand, were his own men not there. Without that there is no barrier
// to speak of; with it, it may still be broken.
func (p *Position) barred() bool {
	if p.king == game.NoSquare {
		return false
	}
	q := *p
	p.each(game.Defenders, func(s game.Square) bool {
		if s != p.king {
			q.lift(s)
		}
		return true
	})
	var w walk
	var buf [4 * game.MaxSize]game.Move
	w.visit(p.king)
	for i := 0; i < w.n; i++ {
		if at := w.list[i]; at != q.king {
			q.move(q.king, at)
		}
		for _, m := range q.steps(buf[:0], q.king) {
			if p.rules.sq[m.To].goal || p.rules.set.Escape == ruleset.EscapeEdgeSafe && p.rules.onEdge(m.To) {
				return false
			}
			w.visit(m.To)
		}
	}
	return true
}
