package rules

import "tafl3d/game"

// Single combat is the end of the traditional dablot: when each side has but
// one piece left, both of the same rank and neither royal, they must go for
// each other.

// inCombat reports whether single combat is on.
func (p *Position) inCombat() bool {
	g := p.rules.line
	if g.paths == nil || p.count != [game.Sides]int16{1, 1} || p.state.inHand != [game.Sides]uint8{} || p.state.royals != [game.Sides]uint8{} {
		return false
	}
	own, enemy := p.duellists()
	return g.kind[p.cell[own&slot]&kindMask].rank == g.kind[p.cell[enemy&slot]&kindMask].rank
}

// duellists returns where the last pieces of the side to move and of the other
// stand.
func (p *Position) duellists() (own, enemy game.Square) {
	a, b := p.own(p.turn), p.own(p.turn.Other())
	return a.pop(), b.pop()
}

// combat appends what single combat leaves to do: captures, or where there are
// none the steps that shorten the way to the enemy.
func (p *Position) combat(ms []game.Move) []game.Move {
	g := p.rules.line
	own, enemy := p.duellists()
	k := &g.kind[p.cell[own&slot]&kindMask]
	first := len(ms)
	if ms = p.capturesOf(ms, k, own); len(ms) > first {
		return ms
	}
	way := g.paths[enemy]
	var buf [64]game.Move
	for _, m := range p.stepsOf(buf[:0], k, own) {
		if way[m.To] < way[own] {
			ms = append(ms, m)
		}
	}
	return ms
}

// compileCombat finds how many steps along lines part any two points.
func (g *lineGame) compileCombat(c *lineCompiler) {
	if !c.l.Combat {
		return
	}
	if c.l.Actions.Number > 1 {
		c.fault("singleCombat", "single combat is not defined for turns of several actions")
	}
	g.paths = make([][]uint8, c.squares)
	for s := range g.paths {
		g.paths[s] = pathsFrom(c.board, game.Square(s))
	}
}

// pathsFrom returns the number of steps from a point to every other, 255 to
// those that no way leads to.
func pathsFrom(b *game.Board, from game.Square) []uint8 {
	way := make([]uint8, b.Squares())
	for s := range way {
		way[s] = 255
	}
	way[from] = 0
	queue := []game.Square{from}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for t := range game.Square(b.Squares()) {
			if way[t] == 255 && b.Adjacent(s, t) {
				way[t] = way[s] + 1
				queue = append(queue, t)
			}
		}
	}
	return way
}
