package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// immobilise is C5: an enemy next to the moving piece is captured if none of its four sides is free. A friend on one
// side protects it.
func immobilise(p *Position, d *core.Delta) {
	r := p.Rules
	for dir := range game.GridDirs {
		v := r.Next[d.Move.To][dir]
		c := p.Cell[v]
		k := &r.Kind[c&core.KindMask]
		if k.Side != p.Turn.Other() || !covers(r.Set.Immobilise, k) || hasLiberty(p, v, k) {
			continue
		}
		d.Take(v, c, game.ByImmobilisation)
	}
}

// covers reports whether a piece of kind k can be captured by losing its liberties.
func covers(i ruleset.Immobilise, k *core.Kind) bool {
	return i == ruleset.ImmobiliseAll || k.Royal == (i == ruleset.ImmobiliseKing)
}

// hasLiberty reports whether a side of v is not blocked by an enemy that may help to capture, a hostile square or,
// where that counts, the edge.
func hasLiberty(p *Position, v game.Square, k *core.Kind) bool {
	r := p.Rules
	for dir := range game.GridDirs {
		s := r.Next[v][dir]
		e := &r.Kind[p.Cell[s]&core.KindMask]
		shut := s == core.Off && r.Set.ImmobiliseEdge ||
			e.Side == k.Side.Other() && e.Holds ||
			p.hostile(s, k.Class)
		if !shut {
			return true
		}
	}
	return false
}

// group is C7: a connected group of enemies next to the moving piece, including the king, is captured if it has no
// liberty.
func group(p *Position, d *core.Delta) {
	for dir := range game.GridDirs {
		v := p.Rules.Next[d.Move.To][dir]
		if p.Rules.Kind[p.Cell[v]&core.KindMask].Side == p.Turn.Other() {
			takeGroup(p, d, v)
		}
	}
}

// takeGroup captures the group of the piece on s if it has no liberty.
func takeGroup(p *Position, d *core.Delta, s game.Square) {
	r := p.Rules
	side := r.Kind[p.Cell[s]&core.KindMask].Side
	var w walk
	w.visit(s)
	for i := 0; i < w.n; i++ {
		for dir := range game.GridDirs {
			t := r.Next[w.list[i]][dir]
			k := &r.Kind[p.Cell[t]&core.KindMask]
			switch {
			case k.Side == side:
				w.visit(t)
			case k.Side == side.Other() && !k.Holds && k.Royal:
				return // blocked by a king who may not help to capture
			case p.Cell[t] == game.Empty && r.Sq[t].Region != ruleset.Corner:
				return
			}
		}
	}
	for _, t := range w.list[:w.n] {
		d.Take(t, p.Cell[t], game.ByGroup)
	}
}

// walk is a breadth-first search over squares. Its zero value is ready for use.
type walk struct {
	n    int
	list [game.MaxSquares]game.Square
	seen [game.MaxSquares]bool
}

// visit adds s unless it was visited before.
func (w *walk) visit(s game.Square) {
	if !w.seen[s] {
		w.seen[s] = true
		w.list[w.n] = s
		w.n++
	}
}
