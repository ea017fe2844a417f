package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// isNull reports whether a move of several actions that ends with m would restore the position at its start.
func isNull(p *Position, m game.Move) bool {
	a := &p.Game.Set.Actions
	switch {
	case a.Number == 1 || a.NullTurn:
		return false
	case m.Op == game.End:
		return p.Hash == p.State.start
	}
	return p.State.Busy && p.State.acted+1 >= p.limit() && leadsBack(p, m)
}

// leadsBack reports whether the position after m is that at the start of the move: without captures, and with no
// piece marked or promoted.
func leadsBack(p *Position, m game.Move) bool {
	if m.Op > game.Leap {
		return false
	}
	g := p.Game
	c := p.Cell[m.From&core.Slot] & core.KindMask
	k := &g.Kind[c]
	if m.Op == game.Leap {
		if over := k.over(m); k.friends>>p.Cell[over&core.Slot]&1 == 0 {
			return false
		}
	}
	flagged := p.State.flags.Has(m.From)
	hash := p.Hash ^ p.Rules.Moved(m.From, m.To, c)
	if flagged {
		hash ^= g.flagZ[m.From] ^ g.flagZ[m.To]
	} else if k.retreat == ruleset.RetreatAll || k.retreat == ruleset.RetreatSteps && m.Op == game.Step {
		if g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From] {
			return false
		}
	}
	if k.becomes != game.Empty && !flagged && k.far.Has(m.To) {
		return false
	}
	return hash == p.State.start
}

// canAct reports whether the move may have another action.
func canAct(p *Position) bool {
	g := p.Game
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		k := &g.Kind[p.Cell[at&core.Slot]&core.KindMask]
		var buf [64]game.Move
		ms := leapsOf(p, stepsOf(p, buf[:0], k, at), k, at)
		for _, m := range ms {
			if !isNull(p, m) {
				return true
			}
		}
	}
	if !g.Set.Actions.Ambush {
		return false
	}
	var buf [64]game.Move
	return len(ambushes(p, buf[:0])) > 0
}
