package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// shift leads the squares of a set along one direction, a word at a time.
type shift struct {
	by   game.Square // how far the neighbour is
	onto squareSet   // the squares that have a neighbour behind them
}

// compileSets makes the shifts and the sets of squares that the rules name.
func (r *Rules) compileSets() {
	n := game.Square(r.board.Size())
	r.shifts = [game.GridDirs]shift{{by: 1}, {by: n}, {by: -1}, {by: -n}}
	for s := range game.Square(r.squares) {
		for d := range game.GridDirs {
			if r.next[s][d.Opposite()] != off {
				r.shifts[d].onto.flip(s)
			}
		}
		q := &r.sq[s]
		if q.rim {
			r.rim.flip(s)
		}
		for side, class := range [game.Sides]ruleset.Classes{ruleset.ClassDefender, ruleset.ClassAttacker} {
			if q.hostile&class != 0 {
				r.hostile[side].flip(s)
			}
		}
	}
}

// towards returns the neighbours of the squares of b along one direction.
func (r *Rules) towards(b *squareSet, d game.Dir) (x squareSet) {
	h := &r.shifts[d&3]
	last := (r.words - 1) & 7
	if n := uint(h.by) & 63; h.by > 0 {
		x[0] = b[0] << n & h.onto[0]
		for i := 1; i <= last; i++ {
			x[i&7] = (b[i&7]<<n | b[(i-1)&7]>>(64-n)) & h.onto[i&7]
		}
		return x
	}
	n := uint(-h.by) & 63
	for i := range last {
		x[i&7] = (b[i&7]>>n | b[(i+1)&7]<<(64-n)) & h.onto[i&7]
	}
	x[last] = b[last] >> n & h.onto[last]
	return x
}

// strikes returns squares from which the side to move may take something when
// a slide of any piece but the king ends there: all those from which it does,
// and a few more. It is the same for every slide, because what a piece leaves
// lies behind it, never beyond the man whom it takes.
func (p *Position) strikes() (x squareSet) {
	r := p.rules
	men := p.side[(p.turn^1)&1]
	if r.mechanics&^hasShieldwall != 0 || r.set.EdgeAnvil != 0 || r.set.ThroneHostileOccupied != 0 {
		return p.beside(&men)
	}
	anvils := p.anvils()
	for d := range game.GridDirs {
		held := r.towards(&anvils, d)
		held.and(&men, r.words)
		held = r.towards(&held, d)
		x.or(&held, r.words)
	}
	if p.turn == game.Attackers {
		var king squareSet
		king.flip(p.king)
		king = p.beside(&king)
		x.or(&king, r.words)
	}
	if r.mechanics&hasShieldwall != 0 {
		men.and(&r.rim, r.words)
		walls := p.beside(&men)
		walls.and(&r.rim, r.words)
		x.or(&walls, r.words)
	}
	return x
}

// beside returns the neighbours of the squares of b.
func (p *Position) beside(b *squareSet) (x squareSet) {
	for d := range game.GridDirs {
		n := p.rules.towards(b, d)
		x.or(&n, p.rules.words)
	}
	return x
}

// anvils returns the squares that hold an enemy man for the side to move: its
// own pieces, and what is hostile while it is empty. A king who may not hold
// is among them.
func (p *Position) anvils() (x squareSet) {
	own, other := &p.side[p.turn&1], &p.side[(p.turn^1)&1]
	hostile := &p.rules.hostile[p.turn&1]
	for i := range p.rules.words {
		x[i&7] = own[i&7] | hostile[i&7]&^other[i&7]
	}
	return x
}
