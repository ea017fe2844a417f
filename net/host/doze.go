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

// compressAfter is how long a room waits until it dozes, where Options say nothing; it looks three
// times a minute.
const compressAfter = 30 * time.Second

// gameSummary is how a game stands, unfolded or not.
type gameSummary interface {
	Seq() uint64
	Ply() int
	Turn() game.Side
	Over() bool
	At() wire.Time
	Deadline() (wire.Time, bool)
}

var (
	_ gameSummary = (*ledger.Game)(nil)
	_ gameSummary = (*compressedGame)(nil)
)

// compressedGame is a game that is folded away. It is never changed.
type compressedGame struct {
	packed   []byte
	seq      uint64
	ply      int
	turn     game.Side
	over     bool
	at       wire.Time
	deadline wire.Time
	running  bool
}

func (f *compressedGame) Seq() uint64                 { return f.seq }
func (f *compressedGame) Ply() int                    { return f.ply }
func (f *compressedGame) Turn() game.Side             { return f.turn }
func (f *compressedGame) Over() bool                  { return f.over }
func (f *compressedGame) At() wire.Time               { return f.at }
func (f *compressedGame) Deadline() (wire.Time, bool) { return f.deadline, f.running }

// summary tells how the game stands.
func (k *roomState) summary() gameSummary {
	if k.game == nil {
		return k.compressed
	}
	return k.game
}

// compressIdle folds the game away if nothing has happened for a while and nothing is to be shown or
// told any more.
func (k *roomState) compressIdle() {
	quiet := k.hub.opt.Now().Sub(k.lastActive) >= k.hub.opt.CompressAfter
	if !quiet || k.game == nil || k.shownCount < len(k.entries) || k.game.Over() && !k.archived {
		return
	}
	packed, err := k.hub.compressor.packEntries(k.entries)
	if err != nil {
		return // it stays as it is
	}
	f := &compressedGame{packed: packed, seq: k.game.Seq(), ply: k.game.Ply(), turn: k.game.Turn(), over: k.game.Over(),
		at: k.game.At()}
	f.deadline, f.running = k.game.Deadline()
	k.game, k.entries, k.compressed = nil, nil, f
	k.hub.compressedGames.Add(1)
}

// decompress unfolds the game for what is to be done now.
func (k *roomState) decompress() {
	k.lastActive = k.hub.opt.Now()
	if k.game != nil {
		return
	}
	entries, err := k.hub.compressor.unpackEntries(k.compressed.packed)
	k.countDecompressed()
	k.compressed = nil
	if err == nil {
		k.game, err = ledger.Fold(entries)
	}
	if err != nil {
		panic(fmt.Errorf("a game that was folded away: %w", err)) // the room is opened anew, from the journal
	}
	k.entries = entries
}

// countDecompressed counts a game that is no longer folded away.
func (k *roomState) countDecompressed() {
	if k.compressed != nil {
		k.hub.compressedGames.Add(-1)
	}
}

// compressor makes entries small. Its zero value is ready; it is safe for use by many goroutines.
type compressor struct{ writers, readers sync.Pool }

// packEntries makes entries small.
func (p *compressor) packEntries(entries []wire.Entry) ([]byte, error) {
	return p.compress(func(w io.Writer) error { return json.NewEncoder(w).Encode(entries) })
}

// compress makes small what write writes.
func (p *compressor) compress(write func(io.Writer) error) ([]byte, error) {
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

// unpackEntries gives packed entries back.
func (p *compressor) unpackEntries(packed []byte) (entries []wire.Entry, err error) {
	err = p.decompress(packed, &entries)
	return entries, err
}

// decompress reads packed JSON.
func (p *compressor) decompress(packed []byte, into any) error {
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
