package rules

import "tafl3d/game"

// A mechanic is one way of capturing: it looks at the board on which the mover
// stands on its destination and nothing is removed yet (the snapshot S of
// spec 1.5) and notes what it takes.
type mechanic func(p *Position, d *Delta)

// mechanicsOf lists the mechanics that the rules use, in the order of the
// specification. The capture by leap is not among them: it needs no striker.
func mechanicsOf(s *Ruleset) (list []mechanic) {
	add := func(on bool, m mechanic) {
		if on {
			list = append(list, m)
		}
	}
	add(s.Custodial, custody)
	add(s.Shieldwall, shieldwall)
	add(s.Linnaeus10, linnaeus)
	add(s.Immobilise != ImmobiliseNone, immobilise)
	add(true, enclosure)
	add(s.Group, group)
	return list
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
	for _, m := range p.rules.mechanics {
		m(p, d)
	}
}

// over returns the square that a leap crosses.
func (p *Position) over(m game.Move) game.Square { return (m.From + m.To) / 2 }

// anvil reports whether q holds a man of the given class for a side (spec 1.6,
// anvil, rules 1 to 4).
func (p *Position) anvil(q game.Square, class Classes, side game.Side) bool {
	r := p.rules
	k := &r.kind[p.cell[q]&kindMask]
	switch {
	case k.side == side:
		return k.holds || k.royal && r.sq[q].region == Throne && r.set.ThroneHostileOccupied&class != 0
	case q == off:
		return r.set.EdgeAnvil&class != 0
	}
	return p.cell[q] == game.Empty && r.sq[q].hostile&class != 0
}
