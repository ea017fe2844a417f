package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/games"
	"tafl3d/server/journal"
	"tafl3d/server/operator"
	"tafl3d/server/store"
)

// ErrDamaged is the error of Check and CheckBackup if something is damaged.
var ErrDamaged = errors.New("some data is damaged")

// findings reports to an operator what is undamaged and what is not.
type findings struct {
	out     io.Writer
	damaged bool
}

// say reports one item; err is what is wrong with it.
func (f *findings) say(what string, err error) {
	if err == nil {
		fmt.Fprintf(f.out, "%s: whole\n", what)
		return
	}
	f.damaged = true
	fmt.Fprintf(f.out, "%s: DAMAGED: %v\n", what, err)
}

// count reports the number of items, of which bad were reported one by one.
func (f *findings) count(what string, whole, bad int) {
	fmt.Fprintf(f.out, "%s: %d whole, %d damaged\n", what, whole, bad)
}

// verdict returns ErrDamaged if anything was damaged.
func (f *findings) verdict() error {
	if f.damaged {
		return ErrDamaged
	}
	return nil
}

// Check checks all data in the data folder of opt, on which no service may run, and writes a report. The error is
// ErrDamaged if something is damaged.
func Check(ctx context.Context, opt Options, out io.Writer) error {
	if empty, err := operatorFolder(opt.Data); err != nil || empty {
		return errors.Join(err, fmt.Errorf("%s contains no data of a service", opt.Data))
	}
	s := &Server{opt: opt.filled(), log: opt.filled().Log, cancel: func() {}}
	if err := s.lockData(ctx); err != nil {
		return err
	}
	f := &findings{out: out}
	err := s.openStore(ctx)
	if err == nil {
		err = s.store.Check(ctx)
	}
	f.say("database", err)
	if err == nil {
		f.archive(ctx, s.store)
	}
	if lost := errors.Join(s.openBroker(ctx), s.openJournal(ctx)); lost != nil {
		f.say("log of live games", lost)
	} else if err == nil {
		f.live(ctx, s.store, s.journal)
	}
	return errors.Join(f.verdict(), s.Close())
}

// CheckCluster checks the data of the brokers and the database of opt and writes a report. It changes nothing; services
// may run. The error is ErrDamaged if something is damaged.
func CheckCluster(ctx context.Context, opt Options, out io.Writer) error {
	s := &Server{opt: opt.filled(), log: opt.filled().Log, cancel: func() {}}
	f := &findings{out: out}
	where := opt.Database
	if where == "" {
		where = filepath.Join(opt.Data, operator.PartDatabase)
	}
	var err error
	if s.store, err = store.Visit(ctx, where); err != nil {
		return err
	}
	if opt.Database != "" {
		fmt.Fprintln(out, "database: it answers; whether its files are whole PostgreSQL says itself (pg_amcheck)")
	} else {
		f.say("database", s.store.Check(ctx))
	}
	f.archive(ctx, s.store)
	if s.nats, err = Connect(opt.NATS, opt.Login, s.log); err == nil {
		s.journal, err = journal.Look(ctx, s.nats)
	}
	if err != nil {
		f.say("log of live games", err)
	} else {
		f.live(ctx, s.store, s.journal)
	}
	return errors.Join(f.verdict(), s.Close())
}

// operatorFolder reports whether a folder has no database of a service.
func operatorFolder(dir string) (empty bool, err error) {
	_, err = os.Stat(filepath.Join(dir, operator.PartDatabase))
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// archive checks the archived games.
func (f *findings) archive(ctx context.Context, db *store.Store) {
	good, bad, gone := 0, 0, 0
	err := db.Archive.Each(ctx, func(g store.Game) error {
		if g.MovesGone() {
			gone++
			return nil
		}
		var entries []wire.Entry
		err := json.Unmarshal([]byte(g.Entries), &entries)
		if err == nil {
			_, err = ledger.Fold(entries)
		}
		if err == nil {
			good++
			return nil
		}
		bad++
		f.say("archived game "+g.ID, err)
		return nil
	})
	if err != nil {
		f.say("archive", err)
	}
	f.count("archived games", good, bad)
	if gone > 0 {
		fmt.Fprintf(f.out, "archived games whose moves are not kept: %d\n", gone)
	}
}

// live checks the games in progress: those listed in the database and those in the journal.
func (f *findings) live(ctx context.Context, db *store.Store, j *journal.Journal) {
	listed, err := db.Live.Briefs(ctx)
	ids, lost := j.Games(ctx)
	if err = errors.Join(err, lost); err != nil {
		f.say("live games", err)
		return
	}
	for _, g := range ids {
		if _, ok := listed[g]; !ok {
			listed[g] = store.Live{ID: g}
		}
	}
	read := games.Remembering{Journal: j, Games: games.New(games.Options{Store: db, Journal: j})}
	good, bad := 0, 0
	for _, id := range slices.Sorted(maps.Keys(listed)) {
		entries, err := read.Read(ctx, id, 1)
		if errors.Is(err, host.ErrNoGame) {
			continue // it never began, and is removed when the service starts
		}
		if err == nil {
			_, err = ledger.Fold(entries)
		}
		if err == nil {
			good++
			continue
		}
		bad++
		f.say("live game "+id, err)
	}
	f.count("live games", good, bad)
}

// CheckBackup checks a backup and writes a report. The error is ErrDamaged if something is damaged.
func CheckBackup(ctx context.Context, from io.Reader, out io.Writer) error {
	f := &findings{out: out}
	dir, err := os.MkdirTemp("", "taflmatch-check-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	games, _, err := readBackup(from, dir)
	switch {
	case errors.Is(err, operator.ErrUnsealed):
		fmt.Fprintf(out, "backup: %v\n", err)
	default:
		if f.say("backup", err); err != nil {
			return f.verdict()
		}
	}
	f.count("live games", len(games), 0)
	db, err := store.Open(ctx, filepath.Join(dir, operator.PartDatabase))
	if err == nil {
		err = db.Check(ctx)
	}
	f.say("database", err)
	if err == nil {
		f.archive(ctx, db)
	}
	if db != nil {
		err = db.Close()
	}
	return errors.Join(f.verdict(), err)
}

// readBackup writes the parts of a backup into a folder and checks everything except the contents of the database. The
// error is operator.ErrUnsealed, together with the results, if the backup has no checksums.
func readBackup(from io.Reader, dir string) (games map[string][]wire.Entry, stood []journal.Beat, err error) {
	damaged := func(part string, err error) error { return fmt.Errorf("the backup is damaged: %s: %w", part, err) }
	sealed := operator.ReadParts(from, dir)
	if sealed != nil && !errors.Is(sealed, operator.ErrUnsealed) {
		return nil, nil, fmt.Errorf("the backup is damaged: %w", sealed)
	}
	if err := readPart(filepath.Join(dir, operator.PartLive), &games); err != nil {
		return nil, nil, damaged(operator.PartLive, err)
	}
	for id, entries := range games {
		if _, err := ledger.Fold(entries); err != nil {
			return nil, nil, damaged("game "+id, err)
		}
	}
	err = readPart(filepath.Join(dir, operator.PartTime), &stood)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // older backups have none
		return nil, nil, damaged(operator.PartTime, err)
	}
	return games, stood, sealed
}

// readPart reads a part of a backup from its file.
func readPart(file string, to any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}
