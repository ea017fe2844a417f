package eval

import (
	"math/bits"

	"tafl3d/game"
)

// mobilityCache holds the mobility of the men line by line: the value of each line for the
// attackers, and the lines that changed since. A move changes about three lines.
type mobilityCache struct {
	rank, file           [game.MaxSize]int
	staleRank, staleFile uint32
	sum                  int
}

// mobilityWorth returns the value for the attackers of the squares that the men of both sides reach.
func (e *Evaluator) mobilityWorth() int {
	f := &e.mobilityCache
	for b := f.staleRank; b != 0; b &= b - 1 {
		i := bits.TrailingZeros32(b)
		v := e.lineMobility(e.lines.rank[i], e.attackers.rank[i], e.walls.rank[i])
		f.sum += v - f.rank[i]
		f.rank[i] = v
	}
	for b := f.staleFile; b != 0; b &= b - 1 {
		i := bits.TrailingZeros32(b)
		v := e.lineMobility(e.lines.file[i], e.attackers.file[i], e.walls.file[i])
		f.sum += v - f.file[i]
		f.file[i] = v
	}
	f.staleRank, f.staleFile = 0, 0
	return f.sum
}

// lineMobility evaluates one line: the pieces on it that stop the king, the attackers, and the
// squares closed to the king permanently.
func (e *Evaluator) lineMobility(stops, attackers, walls uint32) int {
	a := spread(stops&^attackers, attackers, e.size) &^ attackers
	return e.mobility[game.Attackers]*bits.OnesCount32(a) - e.mobility[game.Defenders]*e.penLineMobility(stops,
		attackers, walls)
}
