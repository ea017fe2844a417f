package eval

import (
	"math/bits"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// lines is the board as a bit a square, once by ranks and once by files, so
// that a slide is a few instructions. A set bit stops the king.
type lines struct{ rank, file [game.MaxSize]uint32 }

func (l *lines) flip(c cell) {
	l.rank[c.rank] ^= 1 << c.file
	l.file[c.file] ^= 1 << c.rank
}

// cell is a square as the lines know it.
type cell struct{ file, rank uint8 }

// beside returns the free squares that a piece on i of a line reaches, those
// above it and those below.
func beside(line uint32, i, size uint8) (up, down uint32) {
	above := line>>(i+1) | 1<<(size-1-i)
	up = (1<<bits.TrailingZeros32(above) - 1) << (i + 1)
	under := uint32(1)<<i - 1
	down = under &^ (1<<bits.Len32(line&under) - 1)
	return up, down
}

// spread returns all that is reached along a line from the free squares of
// seeds, the seeds included. A carry runs up each free stretch; down it goes in
// steps that double.
func spread(line, seeds uint32, size uint8) uint32 {
	free := ^line & (1<<size - 1)
	up := free &^ (free + seeds)
	down, way := seeds, free
	for step := 1; step < int(size); step *= 2 {
		down |= way & (down >> step)
		way &= way >> step
	}
	return up | down
}

// follow brings the lines up to date with a step; the same again takes it back.
func (e *Evaluator) follow(d *rules.Delta) {
	if m := d.Move(); m.Op != game.End {
		e.stand(d.Piece(), m.From)
		e.stand(d.Piece(), m.To)
	}
	for i := range d.Captures() {
		s, q, _ := d.Captured(i)
		e.stand(q, s)
	}
}

// scan does with lines what run does square by square: it follows the king's
// slides for three moves. It serves where he slides without a limit.
func (e *Evaluator) scan() (worth, escapes int) {
	l, g, n := &e.lines, &e.aims, e.size
	k := e.cells[e.king]
	right, left := beside(l.rank[k.rank], k.file, n)
	up, down := beside(l.file[k.file], k.rank, n)
	escapes = hit(right&g.rank[k.rank]) + hit(left&g.rank[k.rank]) + hit(up&g.file[k.file]) + hit(down&g.file[k.file])
	along, across := right|left, up|down
	moves := bits.OnesCount32(along) + bits.OnesCount32(across)
	worth = e.moves*min(moves, 12) + at(e.escape, escapes)

	var files, ranks [game.MaxSize]uint32 // what the second move reaches
	goals := 0
	for b := along; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		u, d := beside(l.file[f], k.rank, n)
		files[f] = u | d
		goals += bits.OnesCount32(files[f] & g.file[f])
	}
	for b := across; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		u, d := beside(l.rank[r], k.file, n)
		ranks[r] = u | d
		goals += bits.OnesCount32(ranks[r] & g.rank[r])
	}
	worth += at(e.second, goals)
	if goals > 0 {
		return worth, escapes
	}
	return worth + at(e.third, e.more(&files, &ranks, along, across)), escapes
}

// more extends what the second move reached by one more. It returns how many
// goals that finds.
func (e *Evaluator) more(files, ranks *[game.MaxSize]uint32, along, across uint32) (goals int) {
	l, g, n := &e.lines, &e.aims, e.size
	var seedFiles, seedRanks [game.MaxSize]uint32
	for b := along; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		for s := files[f]; s != 0; s &= s - 1 {
			seedRanks[bits.TrailingZeros32(s)] |= 1 << f
		}
	}
	for b := across; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		for s := ranks[r]; s != 0; s &= s - 1 {
			seedFiles[bits.TrailingZeros32(s)] |= 1 << r
		}
	}
	for i := range n {
		if s := seedFiles[i]; s != 0 {
			t := spread(l.file[i], s, n)
			goals += bits.OnesCount32(t & g.file[i])
		}
		if s := seedRanks[i]; s != 0 {
			t := spread(l.rank[i], s, n)
			goals += bits.OnesCount32(t & g.rank[i])
		}
	}
	return goals
}

// hit is 1 if any bit is set.
func hit(b uint32) int {
	if b != 0 {
		return 1
	}
	return 0
}
