package search

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game"
)

func TestPack(t *testing.T) {
	for _, e := range []entry{
		{game.NoMove, 0, 0, exact},
		{game.Move{From: 0, To: 440}, Win - 1, 100, lower},
		{game.Move{Op: game.Leap, From: 440, To: 0}, 1 - Win, 255, upper},
		{game.Move{Op: game.End, Kind: 31, From: 7, To: 7}, -1, 7, exact},
	} {
		if got := unpack(pack(e)); got != e {
			t.Errorf("%+v became %+v", e, got)
		}
		if got := unpack(pack(e) | 63<<ageShift); got != e {
			t.Errorf("with an age %+v became %+v", e, got)
		}
	}
}

func TestTable(t *testing.T) {
	tab := newTable(1)
	if len(tab.slots)*slotSize != 1<<20 {
		t.Errorf("a table of 1 MiB has %d bytes", len(tab.slots)*slotSize)
	}
	r := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, 1000)
	for i := range hashes {
		hashes[i] = r.Uint64()
		tab.store(hashes[i], entry{game.Move{To: game.Square(i % 400)}, i, 5, exact})
	}
	for i, h := range hashes {
		if e, ok := tab.probe(h); !ok || e.score != i || e.move.To != game.Square(i%400) {
			t.Errorf("entry %d: %+v %v", i, e, ok)
		}
		if _, ok := tab.probe(h + 1); ok {
			t.Error("found what was never stored")
		}
	}
	tab.clear()
	if _, ok := tab.probe(hashes[0]); ok {
		t.Error("clear left an entry")
	}
}

// TestReplacement: a full bucket gives up its shallowest entry, and old ones
// before new ones.
func TestReplacement(t *testing.T) {
	tab := newTable(0)
	for i := range uint64(ways) {
		tab.store(i+1, entry{depth: 10 + int(i), bound: exact})
	}
	tab.store(100, entry{depth: 1, bound: exact})
	if _, ok := tab.probe(1); ok {
		t.Error("the shallowest stayed")
	}
	for range 10 {
		tab.next()
	}
	tab.store(101, entry{depth: 20, bound: exact})
	tab.next()
	tab.store(102, entry{depth: 1, bound: exact})
	tab.store(103, entry{depth: 1, bound: exact})
	tab.store(104, entry{depth: 1, bound: exact})
	if _, ok := tab.probe(101); !ok {
		t.Error("a new deep entry went before the old ones")
	}
}

// TestTorn: a slot whose halves do not belong together answers to nobody.
func TestTorn(t *testing.T) {
	tab := newTable(0)
	tab.store(42, entry{score: 1, depth: 3, bound: exact})
	tab.slots[0].data.Store(pack(entry{score: 2, depth: 9, bound: exact}))
	if e, ok := tab.probe(42); ok {
		t.Errorf("a torn slot answers %+v", e)
	}
}

func TestKeepsMove(t *testing.T) {
	tab := newTable(0)
	m := game.Move{From: 3, To: 4}
	tab.store(42, entry{move: m, depth: 3, bound: lower})
	tab.store(42, entry{move: game.NoMove, depth: 4, bound: upper})
	if e, _ := tab.probe(42); e.move != m || e.depth != 4 {
		t.Errorf("%+v", e)
	}
}
