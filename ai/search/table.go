package search

import (
	"sync/atomic"

	"tafl3d/game"
)

type bound uint8

const (
	upper bound = iota + 1 // upper bound of the score
	lower                  // lower bound of the score
	exact
)

// entry is an entry of the transposition table.
type entry struct {
	move  game.Move
	score int // wins are relative to this position, not to the root
	depth int
	bound bound
}

// slot is one packed entry. The key is stored xored with the data, so that a slot torn by two
// writers matches no position and needs no lock.
type slot struct{ key, data atomic.Uint64 }

const (
	ways     = 4 // slots per bucket: one cache line
	slotSize = 16
	ages     = 64
)

// table is a transposition table. Any number of searchers may share it without locks.
type table struct {
	slots []slot
	mask  uint64
	age   uint64
}

// newTable returns a table of at most mib MiB, but at least one bucket.
func newTable(mib int) *table {
	buckets := uint64(1)
	for buckets*2*ways*slotSize <= uint64(mib)<<20 {
		buckets *= 2
	}
	t := &table{slots: make([]slot, buckets*ways), mask: buckets - 1}
	largePages(t.slots)
	return t
}

func (t *table) clear() { clear(t.slots); t.age = 0 }

// next begins a new search; older entries are replaced first.
func (t *table) next() { t.age = (t.age + 1) % ages }

func (t *table) bucket(hash uint64) []slot {
	i := (hash >> 8 & t.mask) * ways
	return t.slots[i : i+ways : i+ways]
}

// probe looks up a position.
func (t *table) probe(hash uint64) (entry, bool) {
	b := t.bucket(hash)
	for i := range b {
		d := b[i].data.Load()
		if d != 0 && b[i].key.Load()^d == hash {
			return unpack(d), true
		}
	}
	return entry{}, false
}

// store writes e over the entry of the same position or over the least valuable entry of its
// bucket.
func (t *table) store(hash uint64, e entry) {
	b := t.bucket(hash)
	worst, at := 1<<30, 0
	for i := range b {
		d := b[i].data.Load()
		if d == 0 || b[i].key.Load()^d == hash {
			at = i
			if d != 0 && e.move == game.NoMove {
				e.move = unpack(d).move
			}
			break
		}
		if v := t.value(d); v < worst {
			worst, at = v, i
		}
	}
	d := pack(e) | t.age<<ageShift
	b[at].key.Store(hash ^ d)
	b[at].data.Store(d)
}

// value returns how much an entry is worth keeping: deep and recent entries are worth more.
func (t *table) value(d uint64) int {
	old := int((t.age + ages - d>>ageShift) % ages)
	return int(d>>depthShift&0xff) - 4*old
}

const (
	kindShift  = 3
	fromShift  = kindShift + 5
	toShift    = fromShift + 9
	scoreShift = toShift + 9
	depthShift = scoreShift + 16
	boundShift = depthShift + 8
	ageShift   = boundShift + 2
)

func pack(e entry) uint64 {
	return uint64(e.move.Op)&7 | uint64(e.move.Kind)&31<<kindShift |
		uint64(e.move.From+1)&511<<fromShift | uint64(e.move.To+1)&511<<toShift |
		uint64(uint16(int16(e.score)))<<scoreShift | uint64(uint8(e.depth))<<depthShift |
		uint64(e.bound)<<boundShift
}

func unpack(d uint64) entry {
	return entry{
		move: game.Move{Op: game.Op(d & 7), Kind: game.Piece(d >> kindShift & 31),
			From: game.Square(d>>fromShift&511) - 1, To: game.Square(d>>toShift&511) - 1},
		score: int(int16(uint16(d >> scoreShift))),
		depth: int(uint8(d >> depthShift)),
		bound: bound(d >> boundShift & 3),
	}
}
