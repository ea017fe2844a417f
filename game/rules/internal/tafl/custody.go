package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// custody is C2: a man between the moving piece and an anvil is captured.
func custody(p *Position, d *core.Delta) {
	r := p.Rules
	men := r.Of[p.Turn.Other()&1] &^ (1 << ruleset.King)
	for dir := range game.GridDirs {
		v := r.Next[d.Move.To&core.Slot][dir]
		c := p.Cell[v&core.Slot]
		if men>>(c&31)&1 != 0 && p.anvil(r.Next[v&core.Slot][dir], r.Kind[c&core.KindMask].Class, p.Turn) {
			d.Take(v, c, game.ByCustody)
		}
	}
}

// strict is C8: after the captures, the moving piece is itself captured if it has come to rest between two enemies.
func strict(p *Position, d *core.Delta) {
	r := p.Rules
	s := d.Move.To
	k := &r.Kind[d.Piece&core.KindMask]
	if k.Royal && (r.Set.Passive != ruleset.PassiveAll || r.Sq[s&core.Slot].Goal) {
		return
	}
	for dir := range game.Dir(2) {
		if pins(p, r.Next[s][dir], k) && pins(p, r.Next[s][dir.Opposite()], k) {
			d.Take(s, d.Piece, game.ByStrictCustody)
			d.Lost = true
			p.remove(d.At(int(d.N) - 1))
			return
		}
	}
}

// pins reports whether the piece on q counts as one of the two enemies of the strict rule.
func pins(p *Position, q game.Square, k *core.Kind) bool {
	e := &p.Rules.Kind[p.Cell[q&core.Slot]&core.KindMask]
	if e.Side == k.Side.Other() && e.Holds {
		return true
	}
	return p.Rules.Set.PassiveSquares && p.hostile(q, k.Class)
}

// anvil reports whether q helps a side to capture a man of the given class (tafl 6, anvil, rules 1 to 4).
func (p *Position) anvil(q game.Square, class ruleset.Classes, side game.Side) bool {
	r := p.Rules
	c := p.Cell[q&core.Slot]
	switch {
	case r.Hold[side&1]>>(c&31)&1 != 0:
		return true
	case q == core.Off:
		return r.Set.EdgeAnvil&class != 0
	case c == game.Empty:
		return r.Sq[q&core.Slot].Hostile&class != 0
	}
	return r.Sq[q&core.Slot].HostileOccupied&class != 0
}

// hostile reports whether the square q in its present state, empty or occupied, is hostile to a class. Squares
// outside the board are not.
func (p *Position) hostile(q game.Square, class ruleset.Classes) bool {
	s := &p.Rules.Sq[q&core.Slot]
	if p.Cell[q&core.Slot] == game.Empty {
		return s.Hostile&class != 0
	}
	return s.HostileOccupied&class != 0
}
