package rules

import "tafl3d/game"

// stride is hops of a side over its enemies that lie alike: from each of some
// squares, over the one so many squares on and to the one so many further.
type stride struct {
	over, to int
	from     points
}

// compileStrides gathers the hops of each side by how they lie. There are none
// where somebody leaps over friends, because a hop may then lead to a capture.
func (g *lineGame) compileStrides() {
	for c := 1; c < g.n && !g.friends; c++ {
		k := &g.kind[c]
		if k.takes == 0 {
			continue
		}
		for from, hops := range k.hops {
			for _, h := range hops {
				g.addStride(k.side&1, game.Square(from), h)
			}
		}
	}
}

func (g *lineGame) addStride(side game.Side, from game.Square, h hop) {
	over, to := int(h.over-from), int(h.to-from)
	for i := range g.strides[side] {
		if s := &g.strides[side][i]; s.over == over && s.to == to {
			s.from.set(from)
			return
		}
	}
	g.strides[side] = append(g.strides[side], stride{over, to, setOf([]game.Square{from})})
}

// ripe returns the pieces of the side to move without those that surely cannot
// capture in a chain of leaps. Few pieces are better looked at one by one: all
// are returned, and so where there are no strides for the friends' sake.
func (p *Position) ripe() points {
	g, own := p.rules.line, p.own(p.turn)
	strides := g.strides[p.turn&1]
	if g.friends || int(p.count[p.turn&1]) <= len(strides) {
		return own
	}
	enemies, free := p.own(p.turn.Other()), p.free()
	var ripe points
	for i := range strides {
		s := &strides[i]
		ripe = ripe.or(s.from.and(enemies.back(s.over)).and(free.back(s.to)))
	}
	return own.and(ripe)
}

// back returns the squares that lie n squares before those of p.
func (p points) back(n int) points {
	switch {
	case n >= 64:
		return points{lo: p.hi >> (n - 64)}
	case n <= -64:
		return points{hi: p.lo << (-n - 64)}
	case n < 0:
		return points{p.lo << -n, p.hi<<-n | p.lo>>(64+n)}
	}
	return points{p.lo>>n | p.hi<<(64-n), p.hi >> n}
}
