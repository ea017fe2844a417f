package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Judge returns the result at the end of a turn, in the order E1 to E9 of
// tafl 5. The position has been pushed to h already; without a history nothing
// is known of repetition and counters. In mid-turn there is no result yet.
func (p *Position) Judge(h *History) game.Outcome {
	r := p.rules
	if r.line != nil {
		return p.lineJudge(h)
	}
	switch {
	case p.end.Over():
		return p.end // E1, E2
	case p.chain != game.NoSquare:
		return game.Outcome{}
	case r.set.AttackersGone && p.count[game.Attackers] == 0:
		return game.Won(game.Defenders, game.AttackersGone)
	}
	if h != nil {
		if o := p.judgeRepetition(h); o.Over() {
			return o
		}
	}
	mover := p.turn.Other()
	if looks := p.looks(mover); looks != 0 {
		if o := p.judgeShape(looks, mover); o.Over() {
			return o
		}
	}
	if open := p.isOpen() && (!r.filters || p.lawful(p.open[p.turn&1], h)); !open && !p.canMove(h) {
		if r.set.NoMove == ruleset.NoMoveDraw {
			return game.Drawn(game.NoMoves)
		}
		return game.Won(mover, game.NoMoves)
	}
	if h != nil && r.set.NoCapture > 0 && h.Quiet() >= 2*r.set.NoCapture {
		return game.Drawn(game.NoCapture)
	}
	return game.Outcome{}
}

// looks is a set of the ends that are looked for on the board after a turn of
// one side.
type looks uint8

const (
	lookRing looks = 1 << iota
	lookFort
	lookEdgeSafe
)

func looksOf(s *ruleset.Ruleset) (l [game.Sides]looks) {
	add := func(on bool, side game.Side, x looks) {
		if on {
			l[side] |= x
		}
	}
	for _, side := range [...]game.Side{game.Attackers, game.Defenders} {
		add(s.Encirclement != ruleset.EncirclementOff && (side == game.Defenders || s.EncirclementWhen == ruleset.Immediate), side, lookRing)
		add(s.ExitFort == ruleset.ExitFortUnbreakable || s.ExitFort == ruleset.ExitFortSurvive && side == game.Attackers, side, lookFort)
		add(s.Escape == ruleset.EscapeEdgeSafe, side, lookEdgeSafe)
	}
	return l
}

// looks returns the ends that have to be looked for after a turn of mover:
// none of an open ring, nor of a fort while the king is off the rim.
func (p *Position) looks(mover game.Side) looks {
	l := p.rules.looks[mover&1]
	if p.ring == ringOpen {
		l &^= lookRing
	}
	if !p.rules.sq[p.king&slot].rim {
		l &^= lookFort | lookEdgeSafe
	}
	return l
}

// judgeShape is E5 to E7: the ring, the fort and the safe edge.
func (p *Position) judgeShape(l looks, mover game.Side) game.Outcome {
	switch {
	case l&lookRing != 0 && p.encircled():
		return game.Won(game.Attackers, game.Encirclement)
	case l&lookFort != 0 && p.fortStands():
		return game.Won(game.Defenders, game.ExitFort)
	case l&lookEdgeSafe != 0 && p.escapedSafely(mover):
		return game.Won(game.Defenders, game.KingEscaped)
	}
	return game.Outcome{}
}

// judgeRepetition is E4: repetition and the draw fort.
func (p *Position) judgeRepetition(h *History) game.Outcome {
	s := &p.rules.set
	mover := p.turn.Other()
	if h.Quiet() >= 4 && h.recurs() >= s.RepetitionCount {
		switch s.Repetition {
		case ruleset.RepeatDraw:
			return game.Drawn(game.Repetition)
		case ruleset.RepeatDefenderLoses:
			if mover == game.Defenders {
				return game.Won(game.Attackers, game.Repetition)
			}
		case ruleset.RepeatMoverLoses:
			return game.Won(p.turn, game.Repetition)
		case ruleset.RepeatMoverWins:
			return game.Won(mover, game.Repetition)
		}
	}
	if s.DrawFort > 0 && mover == game.Defenders && p.count[game.Defenders] >= 5 && h.placings() >= s.DrawFort {
		return game.Won(game.Attackers, game.DrawFort)
	}
	return game.Outcome{}
}

// escapedSafely is E7: the king on the rim whom no attacker can take, or whom
// the attackers' turn has left there.
func (p *Position) escapedSafely(mover game.Side) bool {
	return p.rules.onEdge(p.king) && (mover == game.Attackers || !p.kingTakeable())
}

// onEdge reports whether s belongs to the edge that the king is to reach.
func (r *Rules) onEdge(s game.Square) bool {
	q := &r.sq[s]
	return q.rim && (q.region != ruleset.Camp || !r.set.EscapeExceptCamps)
}
