package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// isNull reports whether a turn of several actions would lead back to where it
// began by ending with m.
func (p *Position) isNull(m game.Move) bool {
	a := &p.rules.line.set.Actions
	switch {
	case a.Number == 1 || a.NullTurn:
		return false
	case m.Op == game.End:
		return p.hash == p.state.start
	}
	return p.state.busy && p.state.acted+1 >= p.limit() && p.leadsBack(m)
}

// leadsBack reports whether the position after m is that at the start of the
// turn: nothing is taken, and the piece is neither marked nor promoted.
func (p *Position) leadsBack(m game.Move) bool {
	if m.Op > game.Leap {
		return false
	}
	g := p.rules.line
	c := p.cell[m.From&slot] & kindMask
	k := &g.kind[c]
	if m.Op == game.Leap {
		if over := k.over(m); k.friends>>p.cell[over&slot]&1 == 0 {
			return false
		}
	}
	flagged := p.state.flags.has(m.From)
	hash := p.hash ^ p.rules.moved(m.From, m.To, c)
	if flagged {
		hash ^= g.flagZ[m.From] ^ g.flagZ[m.To]
	} else if k.retreat == ruleset.RetreatAll || k.retreat == ruleset.RetreatSteps && m.Op == game.Step {
		if g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From] {
			return false
		}
	}
	if k.becomes != game.Empty && !flagged && k.far.has(m.To) {
		return false
	}
	return hash == p.state.start
}

// canAct reports whether the turn may have a further action.
func (p *Position) canAct() bool {
	g := p.rules.line
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		k := &g.kind[p.cell[at&slot]&kindMask]
		var buf [64]game.Move
		ms := p.leapsOf(p.stepsOf(buf[:0], k, at), k, at)
		for _, m := range ms {
			if !p.isNull(m) {
				return true
			}
		}
	}
	if !g.set.Actions.Ambush {
		return false
	}
	var buf [64]game.Move
	return len(p.ambushes(buf[:0])) > 0
}
