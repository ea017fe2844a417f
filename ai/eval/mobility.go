package eval

import (
	"math/bits"

	"tafl3d/game"
)

// scope is how freely the men move, line by line: what each line of the board
// is worth to the attackers, and which lines have changed since it was worked
// out. A move changes three lines, or a few more.
type scope struct {
	rank, file           [game.MaxSize]int
	staleRank, staleFile uint32
	sum                  int
}

// freedom is what the squares are worth to the attackers that the men of both
// sides reach.
func (e *Evaluator) freedom() int {
	f := &e.scope
	for b := f.staleRank; b != 0; b &= b - 1 {
		i := bits.TrailingZeros32(b)
		v := e.stir(e.lines.rank[i], e.men.rank[i], e.walls.rank[i])
		f.sum += v - f.rank[i]
		f.rank[i] = v
	}
	for b := f.staleFile; b != 0; b &= b - 1 {
		i := bits.TrailingZeros32(b)
		v := e.stir(e.lines.file[i], e.men.file[i], e.walls.file[i])
		f.sum += v - f.file[i]
		f.file[i] = v
	}
	f.staleRank, f.staleFile = 0, 0
	return f.sum
}

// stir judges one line: who stops the king on it, the attackers, and what is
// closed to the king for good.
func (e *Evaluator) stir(stops, attackers, walls uint32) int {
	a := spread(stops&^attackers, attackers, e.size) &^ attackers
	return e.mobility[game.Attackers]*bits.OnesCount32(a) - e.mobility[game.Defenders]*e.stirs(stops, attackers, walls)
}
