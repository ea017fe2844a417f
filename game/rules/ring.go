package rules

import "tafl3d/game"

// ringState says whether the attackers are known to have closed a ring.
type ringState uint8

const (
	ringUnknown ringState = iota
	ringOpen
	ringClosed
)

// encircled is E5: all defenders are cut off from the rim (spec 1.8).
func (p *Position) encircled() bool {
	if p.rules.set.Encirclement == EncirclementAll {
		return p.sealedFromRim()
	}
	if p.ring == ringUnknown {
		p.ring = p.findRing()
	}
	return p.ring == ringClosed
}

// findRing floods from the king through everything that is not an attacker:
// the ring is closed if the flood meets no rim square and every defender.
// Quiet slides of the defenders do not change it.
func (p *Position) findRing() ringState {
	r := p.rules
	if p.king == game.NoSquare || r.sq[p.king&slot].rim {
		return ringOpen
	}
	var w walk
	w.visit(p.king)
	met := int16(0)
	for i := 0; i < w.n; i++ {
		s := w.list[i]
		if p.cell[s&slot] != game.Empty {
			met++
		}
		for dir := range game.GridDirs {
			t := r.next[s][dir]
			if r.kind[p.cell[t&slot]&kindMask].side == game.Attackers {
				continue
			}
			if r.sq[t&slot].rim {
				return ringOpen
			}
			w.visit(t)
		}
	}
	if met < p.count[game.Defenders] {
		return ringOpen
	}
	return ringClosed
}

// sealedFromRim floods inwards from the rim through empty squares: the ring
// is closed if no defender is met.
func (p *Position) sealedFromRim() bool {
	r := p.rules
	var w walk
	for s := range game.Square(r.squares) {
		if !r.sq[s&slot].rim {
			continue
		}
		switch r.kind[p.cell[s&slot]&kindMask].side {
		case game.Defenders:
			return false
		case nobody:
			w.visit(s)
		}
	}
	for i := 0; i < w.n; i++ {
		for dir := range game.GridDirs {
			t := r.next[w.list[i]][dir]
			if t == off {
				continue
			}
			switch r.kind[p.cell[t&slot]&kindMask].side {
			case game.Defenders:
				return false
			case nobody:
				w.visit(t)
			}
		}
	}
	return true
}
