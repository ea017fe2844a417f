package host

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// A room in which nobody has moved for a while dozes: the game, some 50 KiB with its entries, is
// folded away into what its entries take when they are packed, a few KiB, and what the room must
// know of itself meanwhile. The next who comes or moves has it unfolded.

// dozeAfter is how long a room waits until it dozes, where Options say nothing; it looks three
// times a minute.
const dozeAfter = 30 * time.Second

// standing is how a game stands, unfolded or not.
type standing interface {
	Seq() uint64
	Ply() int
	Turn() game.Side
	Over() bool
	At() wire.Time
	Deadline() (wire.Time, bool)
}

var (
	_ standing = (*ledger.Game)(nil)
	_ standing = (*folded)(nil)
)

// folded is a game that is folded away. It is never changed.
type folded struct {
	packed   []byte
	seq      uint64
	ply      int
	turn     game.Side
	over     bool
	at       wire.Time
	deadline wire.Time
	running  bool
}

func (f *folded) Seq() uint64                 { return f.seq }
func (f *folded) Ply() int                    { return f.ply }
func (f *folded) Turn() game.Side             { return f.turn }
func (f *folded) Over() bool                  { return f.over }
func (f *folded) At() wire.Time               { return f.at }
func (f *folded) Deadline() (wire.Time, bool) { return f.deadline, f.running }

// stands tells how the game stands.
func (k *keeper) stands() standing {
	if k.game == nil {
		return k.away
	}
	return k.game
}

// doze folds the game away if nothing has happened for a while and nothing is to be shown or
// told any more.
func (k *keeper) doze() {
	quiet := k.hub.opt.Now().Sub(k.active) >= k.hub.opt.Doze
	if !quiet || k.game == nil || k.shown < len(k.entries) || k.game.Over() && !k.told {
		return
	}
	packed, err := k.hub.pack.pack(k.entries)
	if err != nil {
		return // it stays as it is
	}
	f := &folded{packed: packed, seq: k.game.Seq(), ply: k.game.Ply(), turn: k.game.Turn(), over: k.game.Over(),
		at: k.game.At()}
	f.deadline, f.running = k.game.Deadline()
	k.game, k.entries, k.away = nil, nil, f
	k.hub.dozing.Add(1)
}

// wake unfolds the game for what is to be done now.
func (k *keeper) wake() {
	k.active = k.hub.opt.Now()
	if k.game != nil {
		return
	}
	entries, err := k.hub.pack.unpack(k.away.packed)
	k.roused()
	k.away = nil
	if err == nil {
		k.game, err = ledger.Fold(entries)
	}
	if err != nil {
		panic(fmt.Errorf("a game that was folded away: %w", err)) // the room is opened anew, from the journal
	}
	k.entries = entries
}

// roused counts a game that is no longer folded away.
func (k *keeper) roused() {
	if k.away != nil {
		k.hub.dozing.Add(-1)
	}
}

// packer makes entries small. Its zero value is ready; it is safe for use by many goroutines.
type packer struct{ writers, readers sync.Pool }

// pack makes entries small.
func (p *packer) pack(entries []wire.Entry) ([]byte, error) {
	return p.squeeze(func(w io.Writer) error { return json.NewEncoder(w).Encode(entries) })
}

// squeeze makes small what write writes.
func (p *packer) squeeze(write func(io.Writer) error) ([]byte, error) {
	w, _ := p.writers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // there is such a level
	}
	defer p.writers.Put(w)
	var small bytes.Buffer
	w.Reset(&small)
	if err := write(w); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(small.Bytes()), nil // without the room that a buffer keeps to grow
}

// unpack gives packed entries back.
func (p *packer) unpack(packed []byte) (entries []wire.Entry, err error) {
	err = p.open(packed, &entries)
	return entries, err
}

// open reads packed JSON.
func (p *packer) open(packed []byte, into any) error {
	r, _ := p.readers.Get().(io.ReadCloser)
	if r == nil {
		r = flate.NewReader(nil)
	}
	defer p.readers.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(packed), nil); err != nil {
		return err
	}
	return json.NewDecoder(r).Decode(into)
}
