package eval

import (
	"math/bits"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// lines holds the board as one bit per square, by ranks and by files, so that a slide takes few
// instructions. A set bit stops the king.
type lines struct{ rank, file [game.MaxSize]uint32 }

func (l *lines) flip(c cell) {
	l.rank[c.rank] ^= 1 << c.file
	l.file[c.file] ^= 1 << c.rank
}

// sight holds the squares on the king's paths, his own included, by line. His paths depend only on
// the pieces on these squares and next to them on the same line.
type sight struct{ rank, file [game.MaxSize]uint32 }

// on reports whether a piece that arrives on c blocks a path.
func (s *sight) on(c cell) bool { return (s.rank[c.rank]>>c.file|s.file[c.file]>>c.rank)&1 != 0 }

// at reports whether a piece on c blocks a path.
func (s *sight) at(c cell) bool {
	return (s.rank[c.rank]<<1>>c.file|s.file[c.file]<<1>>c.rank)&5 != 0
}

// cell is a square by file and rank.
type cell struct{ file, rank uint8 }

// neighbours returns the free squares that a piece on index i of a line reaches, those above it and
// those below.
func neighbours(line uint32, i, size uint8) (up, down uint32) {
	above := line>>(i+1) | 1<<(size-1-i)
	up = (1<<bits.TrailingZeros32(above) - 1) << (i + 1)
	under := uint32(1)<<i - 1
	down = under &^ (1<<bits.Len32(line&under) - 1)
	return up, down
}

// spread returns all squares that are reachable along a line from the free squares of seeds, seeds
// included. Upwards a carry fills each free run; downwards doubling shifts do. The loop is unrolled
// because this is the hottest code of the evaluation.
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

// follow updates the lines for a move. The same call again reverts it.
func (e *Evaluator) follow(d *rules.Delta) {
	if m := d.Move(); m.Op != game.End {
		e.toggle(d.Piece(), m.From)
		e.toggle(d.Piece(), m.To)
	}
	for i := range d.Captures() {
		s, q, _ := d.Captured(i)
		e.toggle(q, s)
	}
}

// scanKing does with lines what walkKing does by square: it follows the king's slides for three
// moves. It requires that he slides without limit.
func (e *Evaluator) scanKing() (worth, escapes int) {
	l, g, n := &e.lines, &e.goalLines, e.size
	k := e.cells[e.king]
	right, left := neighbours(l.rank[k.rank], k.file, n)
	up, down := neighbours(l.file[k.file], k.rank, n)
	escapes = hit(right&g.rank[k.rank]) + hit(left&g.rank[k.rank]) + hit(up&g.file[k.file]) + hit(down&g.file[k.file])
	along, across := right|left, up|down
	e.sight = sight{}
	e.sight.rank[k.rank], e.sight.file[k.file] = along|1<<k.file, across|1<<k.rank
	moves := bits.OnesCount32(along) + bits.OnesCount32(across)
	worth = e.moves*min(moves, 12) + at(e.escape, escapes)

	goals := 0
	for b := along & e.goalFiles; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		u, d := neighbours(l.file[f], k.rank, n)
		e.sight.file[f] = u | d | 1<<k.rank
		goals += bits.OnesCount32((u | d) & g.file[f])
	}
	for b := across & e.goalRanks; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		u, d := neighbours(l.rank[r], k.file, n)
		e.sight.rank[r] = u | d | 1<<k.file
		goals += bits.OnesCount32((u | d) & g.rank[r])
	}
	if goals > 0 {
		return worth + at(e.second, goals), escapes
	}
	return worth + at(e.third, e.scanFurther(along, across)), escapes
}

// scanFurther follows the king for two moves beyond the squares of his own file and rank. It
// returns the number of goals found on lines that contain any.
func (e *Evaluator) scanFurther(along, across uint32) (goals int) {
	l, g, n := &e.lines, &e.goalLines, e.size
	k := e.cells[e.king]
	var seedFiles, seedRanks [game.MaxSize]uint32
	for b := along; b != 0; b &= b - 1 {
		f := bits.TrailingZeros32(b)
		u, d := neighbours(l.file[f], k.rank, n)
		e.sight.file[f] = u | d | 1<<k.rank
		for s := (u | d) & e.goalRanks; s != 0; s &= s - 1 {
			seedRanks[bits.TrailingZeros32(s)] |= 1 << f
		}
	}
	for b := across; b != 0; b &= b - 1 {
		r := bits.TrailingZeros32(b)
		u, d := neighbours(l.rank[r], k.file, n)
		e.sight.rank[r] = u | d | 1<<k.file
		for s := (u | d) & e.goalFiles; s != 0; s &= s - 1 {
			seedFiles[bits.TrailingZeros32(s)] |= 1 << r
		}
	}
	for b := e.goalFiles; b != 0; b &= b - 1 {
		if i := bits.TrailingZeros32(b); seedFiles[i] != 0 {
			all := spread(l.file[i], seedFiles[i], n)
			e.sight.file[i] |= all
			goals += bits.OnesCount32(all & g.file[i])
		}
	}
	for b := e.goalRanks; b != 0; b &= b - 1 {
		if i := bits.TrailingZeros32(b); seedRanks[i] != 0 {
			all := spread(l.rank[i], seedRanks[i], n)
			e.sight.rank[i] |= all
			goals += bits.OnesCount32(all & g.rank[i])
		}
	}
	return goals
}

// hit returns 1 if any bit of b is set, else 0.
func hit(b uint32) int {
	if b != 0 {
		return 1
	}
	return 0
}
