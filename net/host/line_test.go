package host

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/net/wire"
)

// full is a journal that refuses to write while it is full. It counts reads.
type full struct {
	*flaky
	now   atomic.Bool
	reads atomic.Int64
}

func (f *full) Enter(context.Context, string) (leave func(), err error) {
	if f.now.Load() {
		return nil, errors.New("it is full")
	}
	return func() {}, nil
}

func (f *full) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	f.reads.Add(1)
	return f.flaky.Read(ctx, game, from)
}

// TestFullLine: an act that cannot be written now is refused before anything is done and without reading the journal.
// Sent again, it counts from its first arrival.
func TestFullLine(t *testing.T) {
	t.Parallel()
	var journal *full
	f := open(t, "5m+3s", func(o *Options) {
		journal = &full{flaky: o.Journal.(*flaky)}
		o.Journal = journal
	})
	astrid := f.dial("astrid")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	before := journal.reads.Load()
	journal.now.Store(true)
	first := wire.At(time.Now())
	if got := code(astrid.ask(move(0, "d1", "c1", "t"))); got != wire.Unavailable {
		t.Errorf("a full journal: %s", got)
	}
	if n := journal.reads.Load() - before; n != 0 {
		t.Errorf("the journal is read %d times", n)
	}
	refused := wire.At(time.Now())
	journal.now.Store(false)
	if got := code(astrid.ask(move(0, "d1", "c1", "t"))); got != "accepted: done" {
		t.Errorf("again: %s", got)
	}
	entries, err := journal.flaky.Read(t.Context(), "g", 1)
	if err != nil || len(entries) != 2 || entries[1].At < first || entries[1].At > refused {
		t.Errorf("%+v, %v: it came in between %d and %d", entries, err, first, refused)
	}
}
