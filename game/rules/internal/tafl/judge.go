package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Judge returns the outcome at the end of a move, checking E1 to E9 of tafl 5 in order. The position must have been
// pushed to h; without a history, repetition and move counters are ignored. Within a move there is no outcome yet.
func (p *Position) Judge(h *core.History) game.Outcome {
	r := p.Rules
	switch {
	case p.End.Over():
		return p.End // E1, E2
	case p.Chain != game.NoSquare:
		return game.Outcome{}
	case r.Set.AttackersGone && p.Count[game.Attackers] == 0:
		return game.Won(game.Defenders, game.AttackersGone)
	}
	if h != nil {
		if o := p.judgeRepetition(h); o.Over() {
			return o
		}
	}
	mover := p.Turn.Other()
	if looks := p.looks(mover); looks != 0 {
		if o := p.judgeShape(looks, mover); o.Over() {
			return o
		}
	}
	if open := p.isOpen() && (!r.Filters || lawful(p, p.Open[p.Turn&1], h)); !open && !p.canMove(h) {
		if r.Set.NoMove == ruleset.NoMoveDraw {
			return game.Drawn(game.NoMoves)
		}
		return game.Won(mover, game.NoMoves)
	}
	if h != nil && r.Set.NoCapture > 0 && h.Quiet() >= 2*r.Set.NoCapture {
		return game.Drawn(game.NoCapture)
	}
	return game.Outcome{}
}

const (
	lookRing core.Looks = 1 << iota
	lookFort
	lookEdgeSafe
)

func looksOf(s *ruleset.Ruleset) (l [game.Sides]core.Looks) {
	add := func(on bool, side game.Side, x core.Looks) {
		if on {
			l[side] |= x
		}
	}
	for _, side := range [...]game.Side{game.Attackers, game.Defenders} {
		add(s.Encirclement != ruleset.EncirclementOff &&
			(side == game.Defenders || s.EncirclementWhen == ruleset.Immediate), side, lookRing)
		add(s.ExitFort == ruleset.ExitFortUnbreakable || s.ExitFort == ruleset.ExitFortSurvive &&
			side == game.Attackers, side, lookFort)
		add(s.Escape == ruleset.EscapeEdgeSafe, side, lookEdgeSafe)
	}
	return l
}

// looks returns the ends to be checked after a move of mover. It omits the ring if it is known to be open, and the
// fort while the king is not on the edge.
func (p *Position) looks(mover game.Side) core.Looks {
	l := p.Rules.Looks[mover&1]
	if p.Ring == ringOpen {
		l &^= lookRing
	}
	if !p.Rules.Sq[p.King&core.Slot].Rim {
		l &^= lookFort | lookEdgeSafe
	}
	return l
}

// judgeShape checks E5 to E7: the ring, the fort and the safe edge.
func (p *Position) judgeShape(l core.Looks, mover game.Side) game.Outcome {
	switch {
	case l&lookRing != 0 && encircled(p):
		return game.Won(game.Attackers, game.Encirclement)
	case l&lookFort != 0 && fortStands(p):
		return game.Won(game.Defenders, game.ExitFort)
	case l&lookEdgeSafe != 0 && p.escapedSafely(mover):
		return game.Won(game.Defenders, game.KingEscaped)
	}
	return game.Outcome{}
}

// judgeRepetition checks E4: repetition and the draw fort.
func (p *Position) judgeRepetition(h *core.History) game.Outcome {
	s := &p.Rules.Set
	mover := p.Turn.Other()
	if h.Quiet() >= 4 && h.Recurs() >= s.RepetitionCount {
		switch s.Repetition {
		case ruleset.RepeatDraw:
			return game.Drawn(game.Repetition)
		case ruleset.RepeatDefenderLoses:
			if mover == game.Defenders {
				return game.Won(game.Attackers, game.Repetition)
			}
		case ruleset.RepeatMoverLoses:
			return game.Won(p.Turn, game.Repetition)
		case ruleset.RepeatMoverWins:
			return game.Won(mover, game.Repetition)
		}
	}
	if s.DrawFort > 0 && mover == game.Defenders && p.Count[game.Defenders] >= 5 && h.Placings() >= s.DrawFort {
		return game.Won(game.Attackers, game.DrawFort)
	}
	return game.Outcome{}
}

// escapedSafely is E7: the king is on the edge and no attacker can capture him, or the attackers have just moved and
// left him there.
func (p *Position) escapedSafely(mover game.Side) bool {
	return onEdge(p.Rules, p.King) && (mover == game.Attackers || !kingTakeable(p))
}

// onEdge reports whether s belongs to the edge that the king must reach.
func onEdge(r *core.Rules, s game.Square) bool {
	q := &r.Sq[s]
	return q.Rim && (q.Region != ruleset.Camp || !r.Set.EscapeExceptCamps)
}
