package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// stride is a set of hops of a side over its enemies with the same square differences: from each of some squares over
// the square a fixed distance away to the one a fixed distance beyond.
type stride struct {
	over, to int
	from     core.Points
}

// compileStrides groups the hops of each side by their square differences. There are none if some piece leaps over
// friends, because such a hop may lead to a capture.
func (g *Game) compileStrides() {
	for c := 1; c < g.n && !g.friends; c++ {
		k := &g.Kind[c]
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

func (g *Game) addStride(side game.Side, from game.Square, h hop) {
	over, to := int(h.over-from), int(h.to-from)
	for i := range g.strides[side] {
		if s := &g.strides[side][i]; s.over == over && s.to == to {
			s.from.Set(from)
			return
		}
	}
	g.strides[side] = append(g.strides[side], stride{over, to, core.SetOf([]game.Square{from})})
}

// Ripe returns the pieces of the side to move except those that certainly cannot capture in a chain of leaps. If
// there are few pieces, or no strides because of hops over friends, it returns all of them.
func (p *Position) Ripe() core.Points {
	g, own := p.Game, p.Own(p.Turn)
	strides := g.strides[p.Turn&1]
	if g.friends || int(p.Count[p.Turn&1]) <= len(strides) {
		return own
	}
	enemies, free := p.Own(p.Turn.Other()), p.free()
	var ripe core.Points
	for i := range strides {
		s := &strides[i]
		ripe = ripe.Or(s.from.And(enemies.Back(s.over)).And(free.Back(s.to)))
	}
	return own.And(ripe)
}
