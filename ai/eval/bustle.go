package eval

import (
	"math/bits"

	"tafl3d/game"
)

// bustle judges for the attackers what the men of both sides could do next:
// where they can go, and who may be taken. It is skipped where it is worth
// nothing.
func (e *Evaluator) bustle() int {
	v := 0
	rim := uint32(1)<<e.size - 1
	for i := range e.size {
		v += e.stir(&row{e.lines.rank[i], e.men.rank[i], e.walls.rank[i], e.bite.rank[i]}, rim)
		v += e.stir(&row{e.lines.file[i], e.men.file[i], e.walls.file[i], e.bite.file[i]}, rim)
	}
	return v
}

// row is a line of the board: who stops the king on it, the attackers, what is
// closed to the king for good, and which squares are hostile while empty.
type row struct{ stops, attackers, walls, hostile uint32 }

// stir judges one line.
func (e *Evaluator) stir(l *row, all uint32) (v int) {
	defenders := l.stops &^ l.attackers &^ l.walls // the king among them
	empty := all &^ l.attackers &^ defenders
	free := empty &^ l.walls
	if e.mobility[game.Attackers] != 0 {
		v += e.mobility[game.Attackers] * bits.OnesCount32(spread(l.stops&^l.attackers, l.attackers, e.size)&^l.attackers)
	}
	if e.mobility[game.Defenders] != 0 {
		v -= e.mobility[game.Defenders] * bits.OnesCount32(spread(l.stops&^defenders, defenders, e.size)&^defenders)
	}
	bite := l.hostile & empty
	v += e.pressed[game.Defenders] * pressed(defenders, l.attackers|bite, free)
	return v - e.pressed[game.Attackers]*pressed(l.attackers, defenders|bite, free)
}

// pressed counts the men with a captor on one side and room on the other.
func pressed(men, captors, free uint32) int {
	return bits.OnesCount32(men & (captors<<1&(free>>1) | captors>>1&(free<<1)))
}
