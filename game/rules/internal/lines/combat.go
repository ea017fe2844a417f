package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Single combat is the end of traditional dablot: when each side has only one piece left, both of the same rank and
// neither royal, they must approach each other.

// inCombat reports whether single combat applies.
func inCombat(p *Position) bool {
	g := p.Game
	if g.paths == nil || p.Count != [game.Sides]int16{1, 1} || p.State.inHand != [game.Sides]uint8{} ||
		p.State.royals != [game.Sides]uint8{} {
		return false
	}
	own, enemy := lastPieces(p)
	return g.Kind[p.Cell[own&core.Slot]&core.KindMask].rank == g.Kind[p.Cell[enemy&core.Slot]&core.KindMask].rank
}

// lastPieces returns the squares of the last piece of the side to move and of the opponent.
func lastPieces(p *Position) (own, enemy game.Square) {
	a, b := p.Own(p.Turn), p.Own(p.Turn.Other())
	return a.Pop(), b.Pop()
}

// combat appends the moves of single combat: captures, or if there are none the steps that shorten the distance to
// the enemy.
func combat(p *Position, ms []game.Move) []game.Move {
	g := p.Game
	own, enemy := lastPieces(p)
	k := &g.Kind[p.Cell[own&core.Slot]&core.KindMask]
	first := len(ms)
	if ms = capturesOf(p, ms, k, own); len(ms) > first {
		return ms
	}
	way := g.paths[enemy]
	var buf [64]game.Move
	for _, m := range stepsOf(p, buf[:0], k, own) {
		if way[m.To] < way[own] {
			ms = append(ms, m)
		}
	}
	return ms
}

// compileCombat computes the distance in steps between any two points.
func (g *Game) compileCombat(c *compiler) {
	if !c.l.Combat {
		return
	}
	if c.l.Actions.Number > 1 {
		c.fault("singleCombat", "single combat is not supported in moves of several steps")
	}
	g.paths = make([][]uint8, c.Squares)
	for s := range g.paths {
		g.paths[s] = pathsFrom(c.Board, game.Square(s))
	}
}

// pathsFrom returns the distance in steps from a point to every other, 255 for unreachable points.
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
