package eval

import (
	"math/bits"

	"tafl3d/game"
)

// siege measures how closely the attackers enclose the king: the region that he could walk to if
// the defenders made room and the attackers did not move.
type siege struct {
	edge  int // edge squares in the region
	room  int // squares in the region
	goals int // goals in the region
}

// siegeCacheSize is the number of sieges that an evaluator caches. Many successive positions differ
// only in defenders, which do not affect the siege.
const siegeCacheSize = 1 << 12

// siegeEntry is a cached siege, keyed by the attackers and the king.
type siegeEntry struct {
	key    uint64
	worth  int32
	penned bool
}

// penRoom is the room up to which a king counts as penned in.
const penRoom = 4

// siege returns the value of the siege for the attackers.
func (e *Evaluator) siege() int {
	if !e.hasSiege {
		return 0
	}
	return e.siegeWithPen(e.cachedSiege())
}

// siegeWithPen returns the value of a siege including the pen term.
func (e *Evaluator) siegeWithPen(b *siegeEntry) int {
	if b.penned && e.penned != 0 {
		return int(b.worth) - e.penned*e.penMobility()
	}
	return int(b.worth)
}

// cachedSiege returns the siege from the cache or computes it.
func (e *Evaluator) cachedSiege() *siegeEntry {
	key := e.attackersHash ^ e.zobrist[e.king]*0x9e3779b97f4a7c15 | 1
	b := &e.siegeCache[key>>(64-12)]
	if b.key != key {
		*b = e.rate(e.updateSiege())
		b.key = key
	}
	return b
}

// rate evaluates a siege. The entry has no key yet; cachedSiege sets it.
func (e *Evaluator) rate(s siege) siegeEntry {
	worth := e.siegeWorth(s)
	if e.links != 0 {
		worth += e.links * e.pairs()
	}
	return siegeEntry{worth: int32(worth), penned: s.room <= penRoom}
}

// penMobility counts the squares that the defenders and the king reach along both axes. Once the
// king is enclosed, only these moves keep the defenders from being blocked.
func (e *Evaluator) penMobility() (n int) {
	for i := range e.size {
		n += e.penLineMobility(e.lines.rank[i], e.attackers.rank[i], e.walls.rank[i])
		n += e.penLineMobility(e.lines.file[i], e.attackers.file[i], e.walls.file[i])
	}
	return n
}

// penLineMobility is penMobility on one line, given the pieces that stop the king, the attackers,
// and the squares closed to the king permanently.
func (e *Evaluator) penLineMobility(stops, attackers, walls uint32) int {
	defenders := stops &^ attackers &^ walls // includes the king
	return bits.OnesCount32(spread(stops&^defenders, defenders, e.size) &^ defenders)
}

// region is the set of squares that the king can walk to, and the attackers it was computed for.
type region struct {
	reach, men [game.MaxSize]uint32 // by rank
	siege      siege                // of reach
	stale      uint32               // ranks whose attackers changed since
	line       uint64               // hash of men
	known      bool
}

// matches reports whether the region is valid for these attackers and this king.
func (q *region) matches(line uint64, king cell) bool {
	return q.known && q.line == line && q.reach[king.rank]>>king.file&1 != 0
}

// updateSiege returns the siege. Usually few squares changed: an opened square may extend the
// region, and a closed square removes only itself if its neighbours stay connected. Otherwise the
// region is filled again.
func (e *Evaluator) updateSiege() siege {
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

// siegeAfterMove returns the siege after an attacker moves from a to b, without a new fill. ok is
// true if the squares around both show that b disconnects nothing and that a opens no path to
// squares outside. The cached region does not change.
func (e *Evaluator) siegeAfterMove(a, b cell) (s siege, ok bool) {
	q := &e.region
	before := q.siege
	bit := q.reach[b.rank] & (1 << b.file)
	if bit != 0 {
		if mayDisconnect[around(&q.reach, b.file, b.rank)] {
			return s, false
		}
		q.siege.add(e.squareSiege(b), -1)
		q.reach[b.rank] ^= bit
	}
	ok = !e.join(a.file, a.rank)
	s, q.siege = q.siege, before
	q.reach[a.rank] &^= 1 << a.file
	q.reach[b.rank] |= bit
	return s, ok
}

// shrink removes the squares that attackers moved to. It reports whether the rest is known to be
// connected.
func (e *Evaluator) shrink() bool {
	q := &e.region
	for b := q.stale; b != 0; b &= b - 1 {
		r := uint8(bits.TrailingZeros32(b))
		for come := e.attackers.rank[r] & q.reach[r]; come != 0; come &= come - 1 {
			f := uint8(bits.TrailingZeros32(come))
			q.reach[r] &^= 1 << f
			q.siege.add(e.squareSiege(cell{f, r}), -1)
			if mayDisconnect[around(&q.reach, f, r)] {
				return false
			}
		}
	}
	return true
}

// widen adds the squares that attackers left.
func (e *Evaluator) widen() {
	q := &e.region
	more := uint32(0)
	for b := q.stale; b != 0; b &= b - 1 {
		r := uint8(bits.TrailingZeros32(b))
		for gone := q.men[r] &^ e.attackers.rank[r]; gone != 0; gone &= gone - 1 {
			f := uint8(bits.TrailingZeros32(gone))
			if e.join(f, r) {
				q.reach[r] = spread(e.attackers.rank[r], q.reach[r], e.size)
				more |= 1 << r
			}
		}
		q.men[r] = e.attackers.rank[r]
	}
	q.stale, q.line = 0, e.attackersHash
	if more != 0 {
		e.grow(more)
	}
}

// join adds an empty square to the region if it touches it. It reports whether the square may open
// paths to others.
func (e *Evaluator) join(f, r uint8) bool {
	const below, left, right, above = 1 << 1, 1 << 3, 1 << 4, 1 << 6 // bits of the result of around
	const beside = below | left | right | above
	q := &e.region
	near := around(&q.reach, f, r) & beside
	if near == 0 || q.reach[r]>>f&1 != 0 {
		return false
	}
	q.reach[r] |= 1 << f
	q.siege.add(e.squareSiege(cell{f, r}), 1)
	for x, off := range [...]bool{f == 0, f == e.size-1, r == 0, r == e.size-1} {
		if off {
			near |= [...]uint8{left, right, below, above}[x]
		}
	}
	return near|around(&e.attackers.rank, f, r)&beside != beside
}

// around returns a bit set of the eight squares around one that are set: three above, two at the
// sides, three below.
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

// mayDisconnect reports, by the result of around, that closing a square may disconnect the region:
// its neighbours are not connected within the eight squares around it.
var mayDisconnect = func() (table [256]bool) {
	circle := [8]uint{0, 1, 2, 4, 7, 6, 5, 3} // the bits in cyclic order
	for x := range table {
		pieces, touches := 0, false
		for i := range 16 { // two cycles; a run is counted when it ends in the second
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

// fill computes the region from the start.
func (e *Evaluator) fill() {
	q := &e.region
	k := e.cells[e.king]
	q.men, q.reach, q.known, q.stale, q.line = e.attackers.rank, [game.MaxSize]uint32{}, true, 0, e.attackersHash
	q.reach[k.rank] = spread(e.attackers.rank[k.rank], 1<<k.file, e.size)
	e.grow(1 << k.rank)
}

// grow fills from the ranks with new squares, whole free runs at a time, through everything except
// attackers.
func (e *Evaluator) grow(fresh uint32) {
	reach, men, last := &e.region.reach, &e.attackers.rank, e.size-1
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

// count measures the region.
func (e *Evaluator) count() (s siege) {
	n, reach := e.size, &e.region.reach
	for r := range n {
		s.room += bits.OnesCount32(reach[r])
		s.edge += bits.OnesCount32(reach[r] & e.edgeOf(r))
		s.goals += bits.OnesCount32(reach[r] & e.goalLines.rank[r])
	}
	return s
}

// squareSiege returns what one square of the region contributes to the siege.
func (e *Evaluator) squareSiege(c cell) siege {
	return siege{edge: int(e.edgeOf(c.rank) >> c.file & 1), room: 1, goals: int(e.goalLines.rank[c.rank] >> c.file & 1)}
}

// edgeOf returns the edge squares of a rank.
func (g *Geometry) edgeOf(rank uint8) uint32 {
	if rank == 0 || rank == g.size-1 {
		return 1<<g.size - 1
	}
	return 1 | 1<<(g.size-1)
}

// add adds x times.
func (s *siege) add(x siege, times int) {
	s.edge += times * x.edge
	s.room += times * x.room
	s.goals += times * x.goals
}

// siegeWorth returns the value of a siege for the attackers.
func (g *Geometry) siegeWorth(s siege) int {
	v := -g.rim*s.edge - g.room*s.room - at(g.goals, s.goals)
	if s.goals == 0 {
		v += g.sealed
	}
	return v
}

// pairs counts the diagonal contacts between attackers.
func (e *Evaluator) pairs() (n int) {
	for r := range e.size - 1 {
		a, b := e.attackers.rank[r], e.attackers.rank[r+1]
		n += bits.OnesCount32(a&(b<<1)) + bits.OnesCount32(a&(b>>1))
	}
	return n
}
