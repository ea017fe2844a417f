package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// immobilise is C5: an enemy beside the mover is taken when none of its four
// sides is free. A friend at its side keeps it alive.
func (p *Position) immobilise(d *Delta) {
	r := p.rules
	for dir := range game.GridDirs {
		v := r.next[d.move.To][dir]
		c := p.cell[v]
		k := &r.kind[c&kindMask]
		if k.side != p.turn.Other() || !covers(r.set.Immobilise, k) || p.hasLiberty(v, k) {
			continue
		}
		d.take(v, c, game.ByImmobilisation)
	}
}

// covers reports whether a piece of kind k is one that loses by its liberties.
func covers(i ruleset.Immobilise, k *kind) bool {
	return i == ruleset.ImmobiliseAll || k.royal == (i == ruleset.ImmobiliseKing)
}

// hasLiberty reports whether a side of v is not blocked by an enemy that may
// hold, a hostile square or, where that counts, the edge.
func (p *Position) hasLiberty(v game.Square, k *kind) bool {
	r := p.rules
	for dir := range game.GridDirs {
		s := r.next[v][dir]
		e := &r.kind[p.cell[s]&kindMask]
		shut := s == off && r.set.ImmobiliseEdge ||
			e.side == k.side.Other() && e.holds ||
			p.cell[s] == game.Empty && r.sq[s].hostile&k.class != 0
		if !shut {
			return true
		}
	}
	return false
}

// group is C7: a connected group of enemies beside the mover, the king
// included, is taken when it touches no liberty.
func (p *Position) group(d *Delta) {
	for dir := range game.GridDirs {
		v := p.rules.next[d.move.To][dir]
		if p.rules.kind[p.cell[v]&kindMask].side == p.turn.Other() {
			p.takeGroup(d, v)
		}
	}
}

// takeGroup takes the group of the piece on s if it is dead.
func (p *Position) takeGroup(d *Delta, s game.Square) {
	r := p.rules
	side := r.kind[p.cell[s]&kindMask].side
	var w walk
	w.visit(s)
	for i := 0; i < w.n; i++ {
		for dir := range game.GridDirs {
			t := r.next[w.list[i]][dir]
			k := &r.kind[p.cell[t]&kindMask]
			switch {
			case k.side == side:
				w.visit(t)
			case k.side == side.Other() && !k.holds && k.royal:
				return // surrounded by a king who cannot hold
			case p.cell[t] == game.Empty && r.sq[t].region != ruleset.Corner:
				return
			}
		}
	}
	for _, t := range w.list[:w.n] {
		d.take(t, p.cell[t], game.ByGroup)
	}
}

// walk is a breadth-first walk over squares; its zero value has been nowhere.
type walk struct {
	n    int
	list [game.MaxSquares]game.Square
	seen [game.MaxSquares]bool
}

// visit adds s unless it was seen.
func (w *walk) visit(s game.Square) {
	if !w.seen[s] {
		w.seen[s] = true
		w.list[w.n] = s
		w.n++
	}
}
