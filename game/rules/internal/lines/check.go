package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// attacked reports whether a side could capture a piece on at.
func attacked(p *Position, at game.Square, by game.Side) bool {
	x := p.Game.Chess
	bits, enemy := x.sideBits[by&1], p.Own(by)
	near := x.leaps[at].And(enemy).Any()
	if !near && !x.lines[at].And(enemy).Any() {
		return false
	}
	for i := range x.rays[at] {
		ray := &x.rays[at][i]
		if !ray.set.And(enemy).Any() {
			continue
		}
		movers := x.steps[ray.class] & bits
		for _, s := range ray.squares {
			if c := p.Cell[s&core.Slot]; c != game.Empty {
				if movers>>c&1 != 0 {
					return true
				}
				break
			}
			movers = x.slides[ray.class] & bits
		}
	}
	if !near {
		return false
	}
	for _, s := range x.knights[at] {
		if (x.isKnight&bits)>>p.Cell[s&core.Slot]&1 != 0 {
			return true
		}
	}
	for _, s := range x.from[by&1][at] {
		if (x.isPawn&bits)>>p.Cell[s&core.Slot]&1 != 0 {
			return true
		}
	}
	return false
}

// inCheck reports whether the royal piece of a side is attacked.
func inCheck(p *Position, side game.Side) bool {
	return p.State.royals[side&1] > 0 && attacked(p, p.State.royalAt[side&1], side.Other())
}

// inCheckNow is inCheck for the side to move, cached for the move.
func inCheckNow(p *Position) bool {
	s := &p.State
	if s.check == checkUnknown {
		s.check = checkNone
		if inCheck(p, p.Turn) {
			s.check = checkGiven
		}
	}
	return s.check == checkGiven
}

// exposesRoyal reports whether m leaves the mover's royal piece under attack.
func exposesRoyal(p *Position, m game.Move) bool {
	side := p.Turn
	if m.Op == game.Step && p.Game.Set.Sweep == ruleset.Nobody {
		return stepExposes(p, m, side)
	}
	var d Delta
	p.Play(m, &d)
	bad := p.State.royals[side.Other()&1] > 0 && inCheck(p, side)
	p.Undo(&d)
	return bad
}

// stepExposes is exposesRoyal for a step, which changes only two squares.
func stepExposes(p *Position, m game.Move, side game.Side) bool {
	g, s := p.Game, &p.State
	c, prey := p.Cell[m.From&core.Slot], p.Cell[m.To&core.Slot]
	if prey != game.Empty && g.Kind[prey&core.KindMask].royal {
		return false // it captures the other royal piece
	}
	at := s.royalAt[side&1]
	if g.Kind[c&core.KindMask].royal {
		at = m.To
	} else if !s.Busy && !g.Chess.lines[at].Has(m.From) && !inCheckNow(p) {
		return false // it opens no line
	}
	p.Cell[m.From&core.Slot], p.Cell[m.To&core.Slot] = game.Empty, c
	bad := attacked(p, at, side.Other())
	p.Cell[m.From&core.Slot], p.Cell[m.To&core.Slot] = c, prey
	return bad
}

// unexposed keeps the moves that do not leave the mover's royal piece under attack. For the royal piece's own steps
// it computes all attacked squares at once.
func unexposed(p *Position, ms []game.Move) []game.Move {
	royal, danger := p.State.royalAt[p.Turn&1], danger(p, p.Turn.Other())
	keep := ms[:0]
	for _, m := range ms {
		sure := m.From == royal && m.Op == game.Step && p.Cell[m.To&core.Slot] == game.Empty &&
			p.Game.Set.Sweep == ruleset.Nobody
		if sure && !danger.Has(m.To) || !sure && !exposesRoyal(p, m) {
			keep = append(keep, m)
		}
	}
	return keep
}

// danger returns the squares on which a side could capture the other's royal piece.
func danger(p *Position, by game.Side) (set core.Points) {
	royal := p.State.royalAt[by.Other()&1]
	c := p.Cell[royal&core.Slot]
	p.Cell[royal&core.Slot] = game.Empty // the royal piece shields no squares behind it
	for b := p.Own(by); b.Any(); {
		set = set.Or(strikesFrom(p, b.Pop()))
	}
	p.Cell[royal&core.Slot] = c
	return set
}

// strikesFrom returns the squares on which the piece on at could capture another.
func strikesFrom(p *Position, at game.Square) (set core.Points) {
	x := p.Game.Chess
	c := p.Cell[at&core.Slot] & core.KindMask
	for i := range x.rays[at] {
		ray := &x.rays[at][i]
		if x.steps[ray.class]>>c&1 == 0 {
			continue
		}
		for _, s := range ray.squares {
			set.Set(s)
			if p.Cell[s&core.Slot] != game.Empty || x.slides[ray.class]>>c&1 == 0 {
				break
			}
		}
	}
	if x.isKnight>>c&1 != 0 {
		set = set.Or(x.jumps[at])
	}
	if x.isPawn>>c&1 != 0 {
		set = set.Or(x.hits[p.Game.Kind[c].side&1][at])
	}
	return set
}
