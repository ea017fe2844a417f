package eval

import (
	"math/bits"

	"tafl3d/game"
)

// siege is how far the attackers are with shutting the king in: what he could
// walk to if the defenders made way and the attackers stood still.
type siege struct {
	edge  int // squares of the rim
	room  int // squares
	goals int // goals
}

// sieges is how many sieges an evaluator remembers: many positions that follow
// each other differ in defenders only, who do not change it.
const sieges = 1 << 12

// remembered is the worth of a siege and what it depends on: the attackers and the king.
type remembered struct {
	key    uint64
	worth  int32
	penned bool
}

// pen is the room up to which a king is penned in.
const pen = 4

// siege returns what it is worth to the attackers how they stand around the
// king, remembered or worked out where anything depends on it.
func (e *Evaluator) siege() int {
	if !e.besieged {
		return 0
	}
	return e.press(e.recall())
}

// press is what a siege is worth, with the pen.
func (e *Evaluator) press(b *remembered) int {
	if b.penned && e.penned != 0 {
		return int(b.worth) - e.penned*e.stirring()
	}
	return int(b.worth)
}

// recall returns the siege, remembered or worked out.
func (e *Evaluator) recall() *remembered {
	key := e.line ^ e.marks[e.king]*0x9e3779b97f4a7c15 | 1
	b := &e.memory[key>>(64-12)]
	if b.key != key {
		*b = e.rate(e.besiege())
		b.key = key
	}
	return b
}

// rate prices a siege. What it returns has no key yet: recall adds it.
func (e *Evaluator) rate(s siege) remembered {
	worth := e.siegeWorth(s)
	if e.links != 0 {
		worth += e.links * e.pairs()
	}
	return remembered{worth: int32(worth), penned: s.room <= pen}
}

// stirring is how many squares the defenders and the king reach along either
// axis. Once he is shut in, nothing else keeps them from having no move left.
func (e *Evaluator) stirring() (n int) {
	for i := range e.size {
		n += e.stirs(e.lines.rank[i], e.men.rank[i], e.walls.rank[i])
		n += e.stirs(e.lines.file[i], e.men.file[i], e.walls.file[i])
	}
	return n
}

// stirs is stirring on one line: who stops the king on it, the attackers, and
// what is closed to the king for good.
func (e *Evaluator) stirs(stops, attackers, walls uint32) int {
	defenders := stops &^ attackers &^ walls // the king among them
	return bits.OnesCount32(spread(stops&^defenders, defenders, e.size) &^ defenders)
}

// region is what the king can walk to and the attackers among whom that is so.
type region struct {
	reach, men [game.MaxSize]uint32 // by rank
	siege      siege                // what reach is
	stale      uint32               // ranks on which attackers have come or gone since
	line       uint64               // a hash of men
	known      bool
}

// holds reports whether the region is that of a king among such attackers.
func (q *region) holds(line uint64, king cell) bool {
	return q.known && q.line == line && q.reach[king.rank]>>king.file&1 != 0
}

// besiege returns how the siege stands. Few squares differ from the last time
// as a rule: one that is opened may let the king further out, one that is
// closed costs him nothing more where its neighbours still hang together. Else
// all is filled anew.
func (e *Evaluator) besiege() siege {
	q := &e.region
	if !q.known || !e.shrink() {
		e.fill()
		return q.siege
	}
	e.widen()
	if k := e.cells[e.king]; q.reach[k.rank]>>k.file&1 == 0 {
		e.fill()
	}
	return q.siege
}

// brief returns the siege after one attacker has gone from a to b, without filling
// the region anew. That is possible if the squares around both show that b cuts
// nothing off and that a opens no way to squares outside. The remembered region
// stays as it was.
func (e *Evaluator) brief(a, b cell) (s siege, ok bool) {
	q := &e.region
	before := q.siege
	bit := q.reach[b.rank] & (1 << b.file)
	if bit != 0 {
		if parted[around(&q.reach, b.file, b.rank)] {
			return s, false
		}
		q.siege.add(e.yield(b), -1)
		q.reach[b.rank] ^= bit
	}
	ok = !e.join(a.file, a.rank)
	s, q.siege = q.siege, before
	q.reach[a.rank] &^= 1 << a.file
	q.reach[b.rank] |= bit
	return s, ok
}

// shrink takes the squares out of the region to which attackers have come. It
// reports whether the rest is known to hang together.
func (e *Evaluator) shrink() bool {
	q := &e.region
	for b := q.stale; b != 0; b &= b - 1 {
		r := uint8(bits.TrailingZeros32(b))
		for come := e.men.rank[r] & q.reach[r]; come != 0; come &= come - 1 {
			f := uint8(bits.TrailingZeros32(come))
			q.reach[r] &^= 1 << f
			q.siege.add(e.yield(cell{f, r}), -1)
			if parted[around(&q.reach, f, r)] {
				return false
			}
		}
	}
	return true
}

// widen brings what attackers have left to the region.
func (e *Evaluator) widen() {
	q := &e.region
	more := uint32(0)
	for b := q.stale; b != 0; b &= b - 1 {
		r := uint8(bits.TrailingZeros32(b))
		for gone := q.men[r] &^ e.men.rank[r]; gone != 0; gone &= gone - 1 {
			f := uint8(bits.TrailingZeros32(gone))
			if e.join(f, r) {
				q.reach[r] = spread(e.men.rank[r], q.reach[r], e.size)
				more |= 1 << r
			}
		}
		q.men[r] = e.men.rank[r]
	}
	q.stale, q.line = 0, e.line
	if more != 0 {
		e.grow(more)
	}
}

// join adds an empty square to the region if it touches it. It reports whether
// that may open a way to others.
func (e *Evaluator) join(f, r uint8) bool {
	const below, left, right, above = 1 << 1, 1 << 3, 1 << 4, 1 << 6 // of what around returns
	const beside = below | left | right | above
	q := &e.region
	near := around(&q.reach, f, r) & beside
	if near == 0 || q.reach[r]>>f&1 != 0 {
		return false
	}
	q.reach[r] |= 1 << f
	q.siege.add(e.yield(cell{f, r}), 1)
	for x, off := range [...]bool{f == 0, f == e.size-1, r == 0, r == e.size-1} {
		if off {
			near |= [...]uint8{left, right, below, above}[x]
		}
	}
	return near|around(&e.men.rank, f, r)&beside != beside
}

// around returns which of the eight squares around one are set: three above,
// two beside, three below, a bit each.
func around(rank *[game.MaxSize]uint32, f, r uint8) uint8 {
	above, below := uint32(0), uint32(0)
	if r > 0 {
		below = rank[r-1] << 1 >> f & 7
	}
	if r+1 < game.MaxSize {
		above = rank[r+1] << 1 >> f & 7
	}
	row := rank[r] << 1 >> f
	return uint8(above<<5 | row>>2&1<<4 | row&1<<3 | below)
}

// parted says, by what around returns, that a square may cut the region: the
// squares beside it do not hang together through the eight around it alone.
var parted = func() (table [256]bool) {
	circle := [8]uint{0, 1, 2, 4, 7, 6, 5, 3} // the bits in the order of a walk around
	for x := range table {
		pieces, touches := 0, false
		for i := range 16 { // twice around, counted where a stretch ends the second time
			bit, next := circle[i%8], circle[(i+1)%8]
			in := x>>bit&1 != 0
			touches = in && (touches || bit == 1 || bit == 3 || bit == 4 || bit == 6)
			if in && touches && x>>next&1 == 0 && i >= 8 {
				pieces++
			}
		}
		table[x] = pieces > 1
	}
	return table
}()

// fill finds the region anew.
func (e *Evaluator) fill() {
	q := &e.region
	k := e.cells[e.king]
	q.men, q.reach, q.known, q.stale, q.line = e.men.rank, [game.MaxSize]uint32{}, true, 0, e.line
	q.reach[k.rank] = spread(e.men.rank[k.rank], 1<<k.file, e.size)
	e.grow(1 << k.rank)
}

// grow fills from the ranks on which the region has new squares, whole free
// stretches at a time, through whatever is no attacker.
func (e *Evaluator) grow(fresh uint32) {
	reach, men, last := &e.region.reach, &e.men.rank, e.size-1
	for fresh != 0 {
		r := uint8(bits.TrailingZeros32(fresh)) % game.MaxSize
		fresh &= fresh - 1
		x := reach[r]
		if r > 0 {
			if in := x &^ (men[r-1] | reach[r-1]); in != 0 {
				reach[r-1] = spread(men[r-1], reach[r-1]|in, e.size)
				fresh |= 1 << (r - 1)
			}
		}
		if r < last {
			if in := x &^ (men[r+1] | reach[r+1]); in != 0 {
				reach[r+1] = spread(men[r+1], reach[r+1]|in, e.size)
				fresh |= 1 << (r + 1)
			}
		}
	}
	e.region.siege = e.count()
}

// count counts the region's squares.
func (e *Evaluator) count() (s siege) {
	n, reach := e.size, &e.region.reach
	for r := range n {
		s.room += bits.OnesCount32(reach[r])
		s.edge += bits.OnesCount32(reach[r] & e.rimOf(r))
		s.goals += bits.OnesCount32(reach[r] & e.aims.rank[r])
	}
	return s
}

// yield is what a single square of the king's region adds to the siege.
func (e *Evaluator) yield(c cell) siege {
	return siege{edge: int(e.rimOf(c.rank) >> c.file & 1), room: 1, goals: int(e.aims.rank[c.rank] >> c.file & 1)}
}

// rimOf returns the squares of a rank that lie on the rim.
func (g *Ground) rimOf(rank uint8) uint32 {
	if rank == 0 || rank == g.size-1 {
		return 1<<g.size - 1
	}
	return 1 | 1<<(g.size-1)
}

// add counts another siege so many times.
func (s *siege) add(x siege, times int) {
	s.edge += times * x.edge
	s.room += times * x.room
	s.goals += times * x.goals
}

// siegeWorth is what a siege is worth to the attackers.
func (g *Ground) siegeWorth(s siege) int {
	v := -g.rim*s.edge - g.room*s.room - at(g.goals, s.goals)
	if s.goals == 0 {
		v += g.sealed
	}
	return v
}

// pairs counts the attackers that touch at a corner.
func (e *Evaluator) pairs() (n int) {
	for r := range e.size - 1 {
		a, b := e.men.rank[r], e.men.rank[r+1]
		n += bits.OnesCount32(a&(b<<1)) + bits.OnesCount32(a&(b>>1))
	}
	return n
}
