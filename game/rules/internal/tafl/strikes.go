package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// towards returns the neighbours of the squares of b in one direction.
func towards(r *core.Rules, b *core.SquareSet, d game.Dir) (x core.SquareSet) {
	h := &r.Shifts[d&3]
	last := (r.Words - 1) & 7
	if n := uint(h.By) & 63; h.By > 0 {
		x[0] = b[0] << n & h.Onto[0]
		for i := 1; i <= last; i++ {
			x[i&7] = (b[i&7]<<n | b[(i-1)&7]>>(64-n)) & h.Onto[i&7]
		}
		return x
	}
	n := uint(-h.By) & 63
	for i := range last {
		x[i&7] = (b[i&7]>>n | b[(i+1)&7]<<(64-n)) & h.Onto[i&7]
	}
	x[last] = b[last] >> n & h.Onto[last]
	return x
}

// strikes returns squares on which a slide of any piece but the king may capture: all those where it does, and a few
// more. The result is the same for every slide, because the square that a piece leaves is behind it, never beyond the
// man that it captures.
func strikes(p *Position) (x core.SquareSet) {
	r := p.Rules
	men := p.Side[(p.Turn^1)&1]
	if r.Mechanics&^hasShieldwall != 0 || r.Set.EdgeAnvil != 0 || r.Occupied {
		return neighboursOf(p, &men)
	}
	anvils := anvils(p)
	for d := range game.GridDirs {
		held := towards(r, &anvils, d)
		held.And(&men, r.Words)
		held = towards(r, &held, d)
		x.Or(&held, r.Words)
	}
	if p.Turn == game.Attackers {
		var king core.SquareSet
		king.Flip(p.King)
		king = neighboursOf(p, &king)
		x.Or(&king, r.Words)
	}
	if r.Mechanics&hasShieldwall != 0 {
		men.And(&r.Rim, r.Words)
		walls := neighboursOf(p, &men)
		walls.And(&r.Rim, r.Words)
		x.Or(&walls, r.Words)
	}
	return x
}

// neighboursOf returns the neighbours of the squares of b.
func neighboursOf(p *Position, b *core.SquareSet) (x core.SquareSet) {
	for d := range game.GridDirs {
		n := towards(p.Rules, b, d)
		x.Or(&n, p.Rules.Words)
	}
	return x
}

// anvils returns the squares that help the side to move to capture a man: its own pieces, and empty hostile squares.
// It includes a king who may not help to capture.
func anvils(p *Position) (x core.SquareSet) {
	own, other := &p.Side[p.Turn&1], &p.Side[(p.Turn^1)&1]
	hostile := &p.Rules.Hostile[p.Turn&1]
	for i := range p.Rules.Words {
		x[i&7] = own[i&7] | hostile[i&7]&^other[i&7]
	}
	return x
}
