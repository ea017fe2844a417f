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

// A room without acts for a while is compressed: the game and its entries, about 50 KiB, are replaced by the
// compressed entries, a few KiB, and a summary. The next act or connection restores the game.

// compressAfter is the default of Options.CompressAfter. Rooms check it three times a minute.
const compressAfter = 30 * time.Second

// gameSummary is the state of a game that is available while it is compressed.
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

// compressedGame is a compressed game with its summary. It is immutable.
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

// summary returns the state of the game, compressed or not.
func (k *roomState) summary() gameSummary {
	if k.game == nil {
		return k.compressed
	}
	return k.game
}

// compressIdle compresses the game if nothing has happened for Options.CompressAfter, all entries were shown and its
// end was archived.
func (k *roomState) compressIdle() {
	quiet := k.room.hub.opt.Now().Sub(k.lastActive) >= k.room.hub.opt.CompressAfter
	if !quiet || k.game == nil || k.shownCount < len(k.entries) || k.game.Over() && !k.archived {
		return
	}
	packed, err := k.room.hub.compressor.packEntries(k.entries)
	if err != nil {
		return // the game stays uncompressed
	}
	f := &compressedGame{packed: packed, seq: k.game.Seq(), ply: k.game.Ply(), turn: k.game.Turn(), over: k.game.Over(),
		at: k.game.At()}
	f.deadline, f.running = k.game.Deadline()
	k.game, k.entries, k.compressed = nil, nil, f
	k.room.hub.compressedGames.Add(1)
}

// decompress restores the game before it is used and records the activity.
func (k *roomState) decompress() {
	k.lastActive = k.room.hub.opt.Now()
	if k.game != nil {
		return
	}
	entries, err := k.room.hub.compressor.unpackEntries(k.compressed.packed)
	k.countDecompressed()
	k.compressed = nil
	if err == nil {
		k.game, err = ledger.Fold(entries)
	}
	if err != nil {
		panic(fmt.Errorf("cannot restore a compressed game: %w", err)) // the room restarts from the journal
	}
	k.entries = entries
}

// countDecompressed updates the hub's count when the game is no longer compressed.
func (k *roomState) countDecompressed() {
	if k.compressed != nil {
		k.room.hub.compressedGames.Add(-1)
	}
}

// compressor compresses entries and messages. Its zero value is ready; it is safe for concurrent use.
type compressor struct{ writers, readers sync.Pool }

// packEntries compresses entries.
func (p *compressor) packEntries(entries []wire.Entry) ([]byte, error) {
	return p.compress(func(w io.Writer) error { return json.NewEncoder(w).Encode(entries) })
}

// compress returns the compressed output of write.
func (p *compressor) compress(write func(io.Writer) error) ([]byte, error) {
	w, _ := p.writers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // the level is valid
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
	return bytes.Clone(small.Bytes()), nil // without the spare capacity of the buffer
}

// unpackEntries decompresses entries.
func (p *compressor) unpackEntries(packed []byte) (entries []wire.Entry, err error) {
	err = p.decompress(packed, &entries)
	return entries, err
}

// decompress reads compressed JSON into a value.
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
