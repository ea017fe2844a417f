package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

const (
	hasShieldwall core.Mechanics = 1 << iota
	hasLinnaeus
	hasImmobilise
	hasGroup
	hasAnyTrigger // shieldwalls that any move may close
)

func mechanicsOf(s *ruleset.Ruleset) (m core.Mechanics) {
	add := func(on bool, x core.Mechanics) {
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

// findCaptures records in d all captures by the piece on d.Move.To. beside are the adjacent pieces, as returned by
// adjacentPieces.
func (p *Position) findCaptures(d *core.Delta, beside uint32) {
	k := &p.Rules.Kind[p.Cell[d.Move.To]&core.KindMask]
	if d.Move.Op == game.Leap && k.Jump == ruleset.JumpCapture {
		over := p.over(d.Move)
		if v := p.Cell[over]; p.Rules.Kind[v&core.KindMask].Side == k.Side.Other() {
			d.Take(over, v, game.ByLeap)
		}
	}
	if !k.Strikes {
		return
	}
	// Every capture except a shieldwall with the relaxed trigger captures a neighbour of the moving piece, or begins
	// with one.
	near := beside&p.Rules.Of[p.Turn.Other()&1] != 0
	if near && p.Rules.Set.Custodial {
		custody(p, d)
	}
	if beside>>ruleset.King&1 != 0 && p.Turn == game.Attackers {
		enclosure(p, d)
	}
	if m := p.Rules.Mechanics; m != 0 && (near || m&hasAnyTrigger != 0) {
		p.otherCaptures(d)
	}
}

// adjacentPieces returns the pieces adjacent to s, as bits.
func (p *Position) adjacentPieces(s game.Square) uint32 {
	n := &p.Rules.Next[s&core.Slot]
	return 1<<(p.Cell[n[0]&core.Slot]&31) | 1<<(p.Cell[n[1]&core.Slot]&31) | 1<<(p.Cell[n[2]&core.Slot]&31) |
		1<<(p.Cell[n[3]&core.Slot]&31)
}

// otherCaptures applies the optional capture rules. They are direct calls, not function values, so that d stays on
// the stack.
func (p *Position) otherCaptures(d *core.Delta) {
	m := p.Rules.Mechanics
	if m&hasShieldwall != 0 {
		shieldwall(p, d)
	}
	if m&hasLinnaeus != 0 {
		linnaeus(p, d)
	}
	if m&hasImmobilise != 0 {
		immobilise(p, d)
	}
	if m&hasGroup != 0 {
		group(p, d)
	}
}

// over returns the square that a leap crosses.
func (p *Position) over(m game.Move) game.Square { return (m.From + m.To) / 2 }
