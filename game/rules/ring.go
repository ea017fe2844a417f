package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// ringState says what is known of a ring around the king's region: all that
// he could reach if only the attackers were in his way; with EncirclementAll,
// around all defenders.
type ringState uint8

const (
	ringUnknown ringState = iota
	ringOpen              // the region touches the rim
	ringLoose             // it does not, but some defender is outside
	ringClosed            // it does not, and no defender is outside
)

// encircled is E5: all defenders are cut off from the rim (tafl 8).
func (p *Position) encircled() bool {
	if p.ring == ringUnknown {
		p.findRing()
	}
	return p.ring == ringClosed
}

// findRing looks for the ring that the rules mean.
func (p *Position) findRing() {
	p.ring, p.way = ringOpen, points{}
	if p.rules.set.Encirclement == ruleset.EncirclementAll {
		p.floodFromRim()
	} else {
		p.floodFromKing()
	}
}

// floodFromKing floods through everything that is not an attacker:
// the ring is closed if the flood meets no rim square and every defender.
func (p *Position) floodFromKing() {
	r := p.rules
	if p.king == game.NoSquare || r.sq[p.king].rim {
		p.note(p.king)
		return
	}
	var w walk
	var from [slots]game.Square
	w.visit(p.king)
	met := int16(0)
	for i := 0; i < w.n; i++ {
		s := w.list[i]
		if p.cell[s&slot] != game.Empty {
			met++
		}
		for dir := range game.GridDirs {
			t := r.next[s&slot][dir]
			if r.kind[p.cell[t&slot]&kindMask].side == game.Attackers || w.seen[t] {
				continue
			}
			from[t&slot] = s
			if r.sq[t&slot].rim {
				for ; t != p.king; t = from[t&slot] {
					p.note(t)
				}
				p.note(p.king)
				return
			}
			w.visit(t)
		}
	}
	p.ring = ringClosed
	if met < p.count[game.Defenders] {
		p.ring = ringLoose
	}
}

// wayBit is the bit of a square in the set of the king's way. Boards of more
// than 128 squares share bits, so that a square may seem to be on the way that
// is not.
const wayBit = 127

// note adds a square to the king's way to the rim.
func (p *Position) note(s game.Square) {
	if s != game.NoSquare {
		p.way.set(s & wayBit)
	}
}

// keepRing forgets what is known of the ring if the step d may have changed
// it. A step of the attackers closes no ring while it keeps off the king's
// way to the rim; slides of the defenders change nothing, and their captures
// only open. The way of EncirclementAll has empty squares and ends at the
// defender who might go it: nobody may step on it, and he not off it.
func (p *Position) keepRing(d *Delta) {
	m := d.move
	switch {
	case p.rules.set.Encirclement == ruleset.EncirclementAll:
		if p.ring == ringOpen && d.n == 0 && !p.way.has(m.To&wayBit) && !p.way.has(m.From&wayBit) {
			return
		}
	case p.ring == ringOpen:
		if d.piece != King && (p.turn == game.Defenders || !p.way.has(m.To&wayBit)) {
			return
		}
	case p.turn == game.Defenders && d.n == 0 && m.Op != game.Leap:
		return
	}
	p.ring = ringUnknown
}

// floodFromRim floods inwards through empty squares: the ring is
// closed if no defender is met. The way is that of the first.
func (p *Position) floodFromRim() {
	r := p.rules
	var w walk
	var from [slots]game.Square
	for s := range game.Square(r.squares) {
		if !r.sq[s&slot].rim {
			continue
		}
		switch r.kind[p.cell[s&slot]&kindMask].side {
		case game.Defenders:
			p.note(s)
			return
		case nobody:
			from[s&slot] = game.NoSquare
			w.visit(s)
		}
	}
	for i := 0; i < w.n; i++ {
		s := w.list[i]
		for dir := range game.GridDirs {
			t := r.next[s&slot][dir]
			if t == off {
				continue
			}
			switch r.kind[p.cell[t&slot]&kindMask].side {
			case game.Defenders:
				for p.note(t); s != game.NoSquare; s = from[s&slot] {
					p.note(s)
				}
				return
			case nobody:
				if !w.seen[t] {
					from[t&slot] = s
					w.visit(t)
				}
			}
		}
	}
	p.ring = ringClosed
}
