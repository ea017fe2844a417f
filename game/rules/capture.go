package rules

import "tafl3d/game"

// mechanics is a set of ways of capturing. Each looks at the board on which
// the mover stands on its destination and nothing is removed yet (the snapshot
// S of spec 1.5) and notes what it takes. Custody, leaps and the king's
// enclosure always take part and are not in the set.
type mechanics uint8

const (
	hasShieldwall mechanics = 1 << iota
	hasLinnaeus
	hasImmobilise
	hasGroup
	hasAnyTrigger // shieldwalls that any move may close
)

func mechanicsOf(s *Ruleset) (m mechanics) {
	add := func(on bool, x mechanics) {
		if on {
			m |= x
		}
	}
	add(s.Shieldwall, hasShieldwall)
	add(s.Linnaeus10, hasLinnaeus)
	add(s.Immobilise != ImmobiliseNone, hasImmobilise)
	add(s.Group, hasGroup)
	add(s.Shieldwall && s.ShieldwallBy == TriggerAny, hasAnyTrigger)
	return m
}

// findCaptures notes in d everything that the piece on d.move.To takes.
func (p *Position) findCaptures(d *Delta) {
	k := &p.rules.kind[p.cell[d.move.To]&kindMask]
	if d.move.Op == game.Leap && k.jump == JumpCapture {
		over := p.over(d.move)
		if v := p.cell[over]; p.rules.kind[v&kindMask].side == k.side.Other() {
			d.take(over, v, game.ByLeap)
		}
	}
	if !k.strikes {
		return
	}
	// Every capture but a shieldwall of the relaxed trigger takes a neighbour
	// of the mover, or begins with one.
	near := p.enemiesBeside(d.move.To)
	if near != 0 && p.rules.set.Custodial {
		p.custody(d, near)
	}
	if near != 0 && p.turn == game.Attackers {
		p.enclosure(d)
	}
	if m := p.rules.mechanics; m != 0 && (near != 0 || m&hasAnyTrigger != 0) {
		p.otherCaptures(d)
	}
}

// enemiesBeside returns the directions, one bit each, in which an enemy of the
// side to move stands next to s.
func (p *Position) enemiesBeside(s game.Square) (near uint8) {
	r := p.rules
	enemy := p.turn.Other()
	for dir := range game.GridDirs {
		if r.kind[p.cell[r.next[s&slot][dir]&slot]&kindMask].side == enemy {
			near |= 1 << dir
		}
	}
	return near
}

// otherCaptures are the mechanics that only some rules have: calls, not
// function values, so that d stays on the stack.
func (p *Position) otherCaptures(d *Delta) {
	m := p.rules.mechanics
	if m&hasShieldwall != 0 {
		p.shieldwall(d)
	}
	if m&hasLinnaeus != 0 {
		p.linnaeus(d)
	}
	if m&hasImmobilise != 0 {
		p.immobilise(d)
	}
	if m&hasGroup != 0 {
		p.group(d)
	}
}

// over returns the square that a leap crosses.
func (p *Position) over(m game.Move) game.Square { return (m.From + m.To) / 2 }

// anvil reports whether q holds a man of the given class for a side (spec 1.6,
// anvil, rules 1 to 4).
func (p *Position) anvil(q game.Square, class Classes, side game.Side) bool {
	r := p.rules
	k := &r.kind[p.cell[q&slot]&kindMask]
	switch {
	case k.side == side:
		return k.holds || k.royal && r.sq[q&slot].region == Throne && r.set.ThroneHostileOccupied&class != 0
	case q == off:
		return r.set.EdgeAnvil&class != 0
	}
	return p.cell[q&slot] == game.Empty && r.sq[q&slot].hostile&class != 0
}
