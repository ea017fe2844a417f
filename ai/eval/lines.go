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

// sight is the squares that the king comes by on his ways, himself included, by
// the lines along which he does: nothing but who stands on them or next to them
// on their line decides where the ways lead.
type sight struct{ rank, file [game.MaxSize]uint32 }

// on reports whether a man who comes to a square stops a way.
func (s *sight) on(c cell) bool { return (s.rank[c.rank]>>c.file|s.file[c.file]>>c.rank)&1 != 0 }

// at reports whether a man on a square stops a way.
func (s *sight) at(c cell) bool {
	return (s.rank[c.rank]<<1>>c.file|s.file[c.file]<<1>>c.rank)&5 != 0
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
// steps that double, written out because nothing is run more often.
func spread(line, seeds uint32, size uint8) uint32 {
	free := ^line & (1<<(size&31) - 1)
	up := free &^ (free + seeds)
	down, way := seeds, free
	down |= way & (down >> 1)
	way &= way >> 1
	down |= way & (down >> 2)
	way &= way >> 2
	down |= way & (down >> 4)
	if size > 8 {
		way &= way >> 4
		down |= way & (down >> 8)
		way &= way >> 8
		down |= way & (down >> 16)
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
	e.read = sight{}
	e.read.rank[k.rank], e.read.file[k.file] = along|1<<k.file, across|1<<k.rank
	moves := bits.OnesCount32(along) + bits.OnesCount32(across)
	worth = e.moves*min(moves, 12) + at(e.escape, escapes)

	goals := 0
	for b := along & e.goalFiles; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		u, d := beside(l.file[f], k.rank, n)
		e.read.file[f] = u | d | 1<<k.rank
		goals += bits.OnesCount32((u | d) & g.file[f])
	}
	for b := across & e.goalRanks; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		u, d := beside(l.rank[r], k.file, n)
		e.read.rank[r] = u | d | 1<<k.file
		goals += bits.OnesCount32((u | d) & g.rank[r])
	}
	if goals > 0 {
		return worth + at(e.second, goals), escapes
	}
	return worth + at(e.third, e.more(along, across)), escapes
}

// more follows the king beyond the squares of his file and rank that he reaches
// at once, for two moves more. It returns how many goals that finds, on the
// lines that have any.
func (e *Evaluator) more(along, across uint32) (goals int) {
	l, g, n := &e.lines, &e.aims, e.size
	k := e.cells[e.king]
	var seedFiles, seedRanks [game.MaxSize]uint32
	for b := along; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		u, d := beside(l.file[f], k.rank, n)
		e.read.file[f] = u | d | 1<<k.rank
		for s := (u | d) & e.goalRanks; s != 0; s &= s - 1 {
			seedRanks[bits.TrailingZeros32(s)] |= 1 << f
		}
	}
	for b := across; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		u, d := beside(l.rank[r], k.file, n)
		e.read.rank[r] = u | d | 1<<k.file
		for s := (u | d) & e.goalFiles; s != 0; s &= s - 1 {
			seedFiles[bits.TrailingZeros32(s)] |= 1 << r
		}
	}
	for b := e.goalFiles; b != 0; b &= b - 1 {
		if i := bits.TrailingZeros32(b); seedFiles[i] != 0 {
			all := spread(l.file[i], seedFiles[i], n)
			e.read.file[i] |= all
			goals += bits.OnesCount32(all & g.file[i])
		}
	}
	for b := e.goalRanks; b != 0; b &= b - 1 {
		if i := bits.TrailingZeros32(b); seedRanks[i] != 0 {
			all := spread(l.rank[i], seedRanks[i], n)
			e.read.rank[i] |= all
			goals += bits.OnesCount32(all & g.rank[i])
		}
	}
	return goals
}

// hit is 1 if any bit of b is set, else 0.
func hit(b uint32) int {
	if b != 0 {
		return 1
	}
	return 0
}
