package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"

	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/internal/unpack"
	"tafl3d/library/ask"
)

const (
	batch      = 500 // games in one transaction
	mostFaults = 100
)

// counter counts the bytes read.
type counter struct {
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// Import reads games into a collection and calls progress, if not nil, after each batch. Existing games are counted
// and left unchanged, so an import that was cancelled can be repeated. The report counts the games stored, also after
// an error.
func (l *Library) Import(ctx context.Context, in io.Reader, opt record.Options, collection string,
	progress func(Progress)) (Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var rep Report
	batches := make(chan *load, 2)
	go l.prepare(ctx, in, opt, collection, batches)
	for {
		var b *load
		select {
		case b = <-batches:
		case <-ctx.Done(): // in may block for ever
		}
		if b == nil {
			return rep, l.packed(ctx)
		}
		added := 0
		err := l.write(ctx, func(tx *sql.Tx) error {
			for _, r := range b.rows {
				_, fresh, err := insert(tx, r)
				if err != nil {
					return err
				}
				if fresh {
					added++
				}
			}
			return nil
		})
		if err != nil {
			return rep, err
		}
		rep.Added += added
		rep.Duplicate += len(b.rows) - added
		rep.Bad += b.bad
		rep.Bytes, rep.Encoding = b.bytes, b.from
		rep.Faults = append(rep.Faults, b.faults[:min(len(b.faults), mostFaults-len(rep.Faults))]...)
		for _, id := range b.fits {
			if rep.Fit == nil {
				rep.Fit = map[string]int{}
			}
			if rep.Fit[id]++; rep.Fit[id] == 1 {
				rep.Seen = append(rep.Seen, id)
			}
		}
		if progress != nil {
			progress(rep.Progress)
		}
		if b.err != nil {
			return rep, b.err
		}
	}
}

// packed packs the courses of the imported games. If it fails because the library is busy, a later import does it.
func (l *Library) packed(ctx context.Context) error {
	if err := l.pack(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, ask.ErrBusy) {
		return err
	}
	return ctx.Err()
}

// load is a batch of games.
type load struct {
	rows   []*row
	bad    int
	faults []Fault
	fits   []string // ids of variants in which games are legal, once per game
	bytes  int64
	from   string // the encoding, see Report.Encoding
	err    error  // of the input
}

// prepare reads games on its own goroutine and sends them to the writer.
func (l *Library) prepare(ctx context.Context, in io.Reader, opt record.Options, collection string, to chan<- *load) {
	defer close(to)
	c := &counter{in: in}
	alike := map[int64]uint64{} // number of equal games among the nameless games so far
	text, err := unpack.Reader(c)
	if err != nil {
		to <- &load{err: err}
		return
	}
	games := record.NewReader(text, opt)
	for end := false; !end; {
		b := &load{}
		for len(b.rows) < batch && b.bad < batch && ctx.Err() == nil {
			g, err := games.Next()
			if err != nil {
				if end = b.fail(err); end {
					break
				}
				continue
			}
			r, err := l.row(g, collection)
			if err != nil {
				b.fail(&record.Error{Err: err})
				continue
			}
			if nameless(g) {
				n := alike[r.same]
				alike[r.same]++
				r.nth(n)
			}
			b.rows = append(b.rows, r)
		}
		b.bytes, b.from = c.n, games.Encoding()
		select {
		case to <- b:
		case <-ctx.Done():
			return
		}
	}
}

// nameless reports whether a game has neither players nor a date. Two equal games of this kind in one file count as
// different games.
func nameless(g *tree.Game) bool {
	return g.Tag(tree.TagID)+g.Tag(tree.TagAttackers)+g.Tag(tree.TagDefenders)+g.Tag(tree.TagDate) == ""
}

// nth changes the identity of the row to that of the n-th equal game, counted from 0.
func (r *row) nth(n uint64) {
	if n > 0 {
		r.same = int64(splitmix64(uint64(r.same) ^ n))
		r.columns[0] = r.same
	}
}

// fail records an error and reports whether it ends the input.
func (b *load) fail(err error) (end bool) {
	if errors.Is(err, io.EOF) {
		return true
	}
	bad, is := errors.AsType[*record.Error](err)
	if !is {
		b.err = fmt.Errorf("cannot read further games: %w", err)
		return true
	}
	b.bad++
	if unsaid, is := errors.AsType[*record.Unsaid](err); is {
		for _, v := range unsaid.Fit {
			b.fits = append(b.fits, v.ID)
		}
	}
	if len(b.faults) < mostFaults {
		b.faults = append(b.faults, Fault{Line: bad.Line, Column: bad.Column, Words: bad.Err.Error()})
	}
	return false
}
