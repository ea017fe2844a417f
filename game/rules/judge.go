package rules

import "tafl3d/game"

// Judge returns the result at the end of a turn, in the order E1 to E9 of spec
// 1.5. The position has been pushed to h already; without a history nothing
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
	if r.set.Encirclement != EncirclementOff && (mover == game.Defenders || r.set.EncirclementWhen == Immediate) && p.encircled() {
		return game.Won(game.Attackers, game.Encirclement)
	}
	if p.fortStands(mover) {
		return game.Won(game.Defenders, game.ExitFort)
	}
	if r.set.Escape == EscapeEdgeSafe && p.escapedSafely(mover) {
		return game.Won(game.Defenders, game.KingEscaped)
	}
	if !p.canMove(h) {
		if r.set.NoMove == NoMoveDraw {
			return game.Drawn(game.NoMoves)
		}
		return game.Won(mover, game.NoMoves)
	}
	if h != nil && r.set.NoCapture > 0 && h.Quiet() >= 2*r.set.NoCapture {
		return game.Drawn(game.NoCapture)
	}
	return game.Outcome{}
}

// judgeRepetition is E4: repetition and the draw fort.
func (p *Position) judgeRepetition(h *History) game.Outcome {
	s := &p.rules.set
	mover := p.turn.Other()
	if h.Quiet() >= 4 && h.recurs() >= s.RepetitionCount {
		switch s.Repetition {
		case RepeatDraw:
			return game.Drawn(game.Repetition)
		case RepeatDefenderLoses:
			if mover == game.Defenders {
				return game.Won(game.Attackers, game.Repetition)
			}
		case RepeatMoverLoses:
			return game.Won(p.turn, game.Repetition)
		case RepeatMoverWins:
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
	q := &p.rules.sq[p.king]
	if !q.rim || q.region == Camp && p.rules.set.EscapeExceptCamps {
		return false
	}
	return mover == game.Attackers || !p.kingTakeable()
}
