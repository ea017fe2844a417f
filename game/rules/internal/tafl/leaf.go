package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Stir fills s with the two sets for the steps of p. It returns false if no step is certain to be quiet; s is then
// undefined.
func (p *Position) Stir(s *core.Stirring) bool {
	r := p.Rules
	calm := !r.Filters && r.Set.Passive == ruleset.PassiveNone && r.Mechanics&hasAnyTrigger == 0
	if !calm || p.Chain != game.NoSquare || p.King == game.NoSquare || p.Count[game.Attackers] == 0 {
		return false
	}
	looks := p.looks(p.Turn)
	if looks&lookEdgeSafe != 0 {
		return false
	}
	s.To = strikes(p)
	s.From.Flip(p.King)
	return (looks&lookFort == 0 || stirFort(p, s)) && (!r.Ring || stirRing(p, s))
}

// stirFort adds the squares that show that the king on the edge is not in a fort: an attacker, which must stay, and a
// path from the king to it through empty squares, which no defender may enter. An attacker that enters the path takes
// over the role of its end.
func stirFort(p *Position, s *core.Stirring) bool {
	r := p.Rules
	var w walk
	var from [core.Slots]game.Square
	w.visit(p.King)
	for i := 0; i < w.n; i++ {
		at := w.list[i]
		for dir := range game.GridDirs {
			t := r.Next[at&core.Slot][dir]
			switch c := p.Cell[t&core.Slot]; {
			case r.Kind[c&core.KindMask].Side == game.Attackers:
				s.From.Set(t)
				for ; at != p.King && p.Turn == game.Defenders; at = from[at&core.Slot] {
					s.To.Set(at)
				}
				return true
			case c == game.Empty && !w.seen[t]:
				from[t&core.Slot] = at
				w.visit(t)
			}
		}
	}
	return false
}

// stirRing adds the squares of the path that shows that no ring is closed.
func stirRing(p *Position, s *core.Stirring) bool {
	if p.Ring == ringUnknown {
		findRing(p)
	}
	all := p.Rules.Set.Encirclement == ruleset.EncirclementAll
	for i := 0; i < p.Rules.Words; i += 2 { // see wayBit
		if all || p.Turn == game.Attackers {
			s.To[i&7] |= p.Way.Lo
			s.To[(i+1)&7] |= p.Way.Hi
		}
		if all {
			s.From[i&7] |= p.Way.Lo
			s.From[(i+1)&7] |= p.Way.Hi
		}
	}
	return p.Ring == ringOpen
}

// Leaf plays a quiet step, tests whether the opponent's remembered step is still possible, and undoes the step. False
// means that the opponent may have no legal move.
func (p *Position) Leaf(m game.Move) bool {
	p.core().Slip(m.From, m.To, p.Turn)
	open := p.isOpen()
	p.core().Slip(m.To, m.From, p.Turn^1)
	return open
}
