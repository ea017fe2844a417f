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
	key   uint64
	worth int
}

// siege returns what it is worth to the attackers how they stand around the
// king, remembered or worked out where anything depends on it.
func (e *Evaluator) siege() int {
	if !e.besieged {
		return 0
	}
	key := e.line ^ e.marks[e.king]*0x9e3779b97f4a7c15 | 1
	b := &e.memory[key>>(64-12)]
	if b.key != key {
		*b = remembered{key, e.siegeWorth(e.besiege()) + e.links*e.pairs()}
	}
	return b.worth
}

// besiege fills from the king through whatever is no attacker, whole free
// stretches of a rank at a time.
func (e *Evaluator) besiege() siege {
	n := e.size
	var reach [game.MaxSize]uint32
	k := e.cells[e.king]
	reach[k.rank] = spread(e.men.rank[k.rank], 1<<k.file, n)
	for grown := true; grown; {
		grown = false
		for r := uint8(1); r < n; r++ {
			grown = e.flow(&reach, r-1, r) || grown
		}
		for r := n - 1; r > 0; r-- {
			grown = e.flow(&reach, r, r-1) || grown
		}
	}
	var s siege
	rim := uint32(1)<<n - 1
	for r := range n {
		if r > 0 {
			rim = 1 | 1<<(n-1)
		}
		if r == n-1 {
			rim = 1<<n - 1
		}
		s.room += bits.OnesCount32(reach[r])
		s.edge += bits.OnesCount32(reach[r] & rim)
		s.goals += bits.OnesCount32(reach[r] & e.aims.rank[r])
	}
	return s
}

// flow lets what is reached on one rank reach the next; it reports whether
// that was anything new.
func (e *Evaluator) flow(reach *[game.MaxSize]uint32, from, to uint8) bool {
	in := reach[from] &^ e.men.rank[to] &^ reach[to]
	if in == 0 {
		return false
	}
	reach[to] = spread(e.men.rank[to], reach[to]|in, e.size)
	return true
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
