package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// custody is C2: a man between the piece that moved and an anvil is taken.
func (p *Position) custody(d *Delta) {
	r := p.rules
	men := r.of[p.turn.Other()&1] &^ (1 << King)
	for dir := range game.GridDirs {
		v := r.next[d.move.To&slot][dir]
		c := p.cell[v&slot]
		if men>>(c&31)&1 != 0 && p.anvil(r.next[v&slot][dir], r.kind[c&kindMask].class, p.turn) {
			d.take(v, c, game.ByCustody)
		}
	}
}

// strict is C8: after the captures, the piece that moved is itself taken if it
// has come to rest between two enemies.
func (p *Position) strict(d *Delta) {
	r := p.rules
	s := d.move.To
	k := &r.kind[d.piece&kindMask]
	if k.royal && (r.set.Passive != ruleset.PassiveAll || r.sq[s&slot].goal) {
		return
	}
	for dir := range game.Dir(2) {
		if p.pins(r.next[s][dir], k) && p.pins(r.next[s][dir.Opposite()], k) {
			d.take(s, d.piece, game.ByStrictCustody)
			d.lost = true
			p.remove(d.at(int(d.n) - 1))
			return
		}
	}
}

// pins reports whether q is one of the two enemies of the strict rule.
func (p *Position) pins(q game.Square, k *kind) bool {
	e := &p.rules.kind[p.cell[q&slot]&kindMask]
	if e.side == k.side.Other() {
		return e.holds
	}
	return p.rules.set.PassiveSquares && p.cell[q&slot] == game.Empty && p.rules.sq[q].hostile&k.class != 0
}
