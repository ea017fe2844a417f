package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// mechanics is a set of ways of capturing. Each looks at the board on which
// the mover stands on its destination and nothing is removed yet (the snapshot
// S of tafl 5) and notes what it takes. Custody, leaps and the king's
// enclosure always take part and are not in the set.
type mechanics uint8

const (
	hasShieldwall mechanics = 1 << iota
	hasLinnaeus
	hasImmobilise
	hasGroup
	hasAnyTrigger // shieldwalls that any move may close
)

func mechanicsOf(s *ruleset.Ruleset) (m mechanics) {
	add := func(on bool, x mechanics) {
		if on {
			m |= x
		}
	}
	add(s.Shieldwall, hasShieldwall)
	add(s.Linnaeus10, hasLinnaeus)
	add(s.Immobilise != ruleset.ImmobiliseNone, hasImmobilise)
	add(s.Group, hasGroup)
	add(s.Shieldwall && s.ShieldwallBy == ruleset.TriggerAny, hasAnyTrigger)
	return m
}

// findCaptures notes in d everything that the piece on d.move.To takes. Beside
// are the pieces around it, as besides tells them.
func (p *Position) findCaptures(d *Delta, beside uint32) {
	k := &p.rules.kind[p.cell[d.move.To]&kindMask]
	if d.move.Op == game.Leap && k.jump == ruleset.JumpCapture {
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
	near := beside&p.rules.of[p.turn.Other()&1] != 0
	if near && p.rules.set.Custodial {
		p.custody(d)
	}
	if beside>>King&1 != 0 && p.turn == game.Attackers {
		p.enclosure(d)
	}
	if m := p.rules.mechanics; m != 0 && (near || m&hasAnyTrigger != 0) {
		p.otherCaptures(d)
	}
}

// besides returns the pieces that stand next to s, a bit each.
func (p *Position) besides(s game.Square) uint32 {
	n := &p.rules.next[s&slot]
	return 1<<(p.cell[n[0]&slot]&31) | 1<<(p.cell[n[1]&slot]&31) | 1<<(p.cell[n[2]&slot]&31) | 1<<(p.cell[n[3]&slot]&31)
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

// anvil reports whether q holds a man of the given class for a side (tafl 6,
// anvil, rules 1 to 4).
func (p *Position) anvil(q game.Square, class ruleset.Classes, side game.Side) bool {
	r := p.rules
	c := p.cell[q&slot]
	switch {
	case r.of[side&1]>>(c&31)&1 != 0:
		return r.hold[side&1]>>(c&31)&1 != 0 || c == King && r.sq[q&slot].region == ruleset.Throne && r.set.ThroneHostileOccupied&class != 0
	case q == off:
		return r.set.EdgeAnvil&class != 0
	}
	return c == game.Empty && r.sq[q&slot].hostile&class != 0
}
