// Package event runs the tournaments of the service. Each tournament is an event log in the database; this package
// advances it, opens its games in package games, and reports its state.
package event

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/games"
	"tafl3d/server/journal"
	"tafl3d/server/lobby"
	"tafl3d/server/store"
	"tafl3d/tournament"
)

// Options configures Events. All fields are required.
type Options struct {
	Store    *store.Store
	Journal  *journal.Journal
	Hub      *host.Hub
	Accounts *account.Accounts
	Games    *games.Games
	Lobby    *lobby.Lobby
	Now      func() time.Time // time of day
	Log      *slog.Logger
}

// Events manages the tournaments of a service. It is safe for use by many goroutines.
type Events struct {
	Options
	read *read
}

// New returns the tournaments of the database.
func New(opt Options) *Events { return &Events{opt, newRead()} }

// Nudge requests that an event be advanced soon.
func (s *Events) Nudge(id string) { s.read.nudge(id) }

// read is the cache of the tournaments that this service has read. Their logs in the database are authoritative: a
// change appends lines to the log and fails if another service has appended meanwhile.
type read struct {
	mu      sync.Mutex
	records map[string]*record
	due     chan string // ids of events that may be advanced
}

// maxDue is how many events may wait to be advanced. All events are also checked periodically.
const maxDue = 256

func newRead() *read { return &read{records: map[string]*record{}, due: make(chan string, maxDue)} }

// nudge requests that an event be advanced soon.
func (e *read) nudge(id string) {
	select {
	case e.due <- id:
	default:
	}
}

// record is this service's state of an event. The holder of mu may use it.
type record struct {
	mu     sync.Mutex
	row    store.Event
	spec   wire.EventSpec
	t      *tournament.Tournament // nil before the log is read, and when it may be out of step
	read   time.Time              // when the log was last read from the start
	fresh  []string               // lines to append to the log
	seated map[string]bool        // games that have begun, as far as known here
}

// staleAfter is how long names are cached: players rename and delete their accounts.
const staleAfter = 10 * time.Minute

func (e *read) record(id string) *record {
	e.mu.Lock()
	defer e.mu.Unlock()
	d := e.records[id]
	if d == nil {
		d = &record{row: store.Event{ID: id}, seated: map[string]bool{}}
		e.records[id] = d
	}
	return d
}

// forget removes an event from the cache.
func (e *read) forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.records, id)
}

// tidy removes events that were read long ago. The next access reads them again.
func (e *read) tidy(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, d := range e.records {
		if d.mu.TryLock() {
			if now.Sub(d.read) > staleAfter {
				delete(e.records, id)
			}
			d.mu.Unlock()
		}
	}
}

// configOf returns the configuration of a tournament.
func configOf(q wire.EventSpec, seed int64) tournament.Config {
	c := tournament.Config{
		Name: q.Name, Format: tournament.Format(q.Format), Clock: q.Clock, Seed: uint64(seed),
		Rounds: q.Rounds, Games: q.Games, Groups: q.Groups, Advance: q.Advance, PlayOff: q.PlayOff, Third: q.Third,
		Ladder: q.Ladder, Late: q.Late, Byes: q.Byes,
		Length: seconds(q.Length), Wait: seconds(q.Wait),
	}
	for _, v := range q.Variants {
		c.Variants = append(c.Variants, tournament.Variant{ID: v})
	}
	for _, tb := range q.Tiebreaks {
		c.Tiebreaks = append(c.Tiebreaks, tournament.Tiebreak(tb))
	}
	return c
}

func seconds(n int) tournament.Span { return tournament.Span(time.Duration(n) * time.Second) }

// load brings a record up to date with the log.
func (s *Events) load(ctx context.Context, d *record) error {
	if s.Now().Sub(d.read) > staleAfter {
		d.t = nil
	}
	row, err := s.Store.Events.Get(ctx, d.row.ID)
	if err != nil {
		return err
	}
	after := d.row.Version
	if d.t == nil {
		if err := d.open(row); err != nil {
			return err
		}
		after, d.read = 0, s.Now()
	}
	if row.Version > after {
		if row.Version, err = s.replay(ctx, d, after); err != nil {
			d.t = nil
			return fmt.Errorf("event %s: %w", row.ID, err)
		}
	}
	d.row, d.fresh = row, nil
	return nil
}

// open prepares a record to replay the log from its start.
func (d *record) open(row store.Event) (err error) {
	if row.Rules != tournament.Version {
		return wire.Refuse(wire.Unavailable,
			"the tournament started with version %d of the pairing rules; this service has version %d", row.Rules,
			tournament.Version)
	}
	if err := json.Unmarshal([]byte(row.Spec), &d.spec); err != nil {
		return fmt.Errorf("event %s: %w", row.ID, err)
	}
	d.t, err = tournament.New(configOf(d.spec, row.Seed))
	return err
}

// replay applies the log lines that follow line number after, and returns the number of the last line.
func (s *Events) replay(ctx context.Context, d *record, after int64) (int64, error) {
	lines, err := s.Store.Events.Log(ctx, d.row.ID, after)
	if err != nil {
		return after, err
	}
	for i, line := range lines {
		var l tournament.Logged
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			return after, fmt.Errorf("line %d: %w", after+int64(i)+1, err)
		}
		if l.Event, err = s.withName(ctx, l.Event); err != nil {
			return after, err
		}
		if err := d.t.Apply(l.At, l.Event); err != nil {
			return after, fmt.Errorf("line %d: %w", after+int64(i)+1, err)
		}
	}
	return after + int64(len(lines)), nil
}

// withName sets the present name of an entrant's account. The log contains only the account's id, so that deleted
// accounts are forgotten there too.
func (s *Events) withName(ctx context.Context, e tournament.Event) (tournament.Event, error) {
	enter, ok := e.(tournament.Enter)
	if !ok {
		return e, nil
	}
	a, err := s.Store.Accounts.Get(ctx, enter.Ref)
	if err != nil {
		return nil, err
	}
	enter.Name = a.Name
	return enter, nil
}

// apply applies an event at a time and adds its line to those to append to the log.
func (d *record) apply(now time.Time, e tournament.Event) error {
	if last := d.t.Now(); now.Before(last) {
		now = last // the clock of another service is ahead
	}
	if err := d.t.Apply(now, e); err != nil {
		return err
	}
	logged := tournament.Logged{At: d.t.Now(), Event: e}
	if enter, ok := e.(tournament.Enter); ok {
		enter.Name = enter.Ref
		logged.Event = enter
	}
	line, err := json.Marshal(logged)
	d.fresh = append(d.fresh, string(line))
	return err
}

// tries is how often a change is repeated because another service was first.
const tries = 5

// change lets f apply events to a tournament and appends them to the log, all or none. If f returns an error, nothing
// has changed.
func (s *Events) change(ctx context.Context, id string, f func(*record) error) error {
	return s.at(id, func(d *record) error {
		for range tries {
			if err := s.load(ctx, d); err != nil {
				return err
			}
			err := f(d)
			if err == nil && len(d.fresh) > 0 {
				err = s.Store.Events.Append(ctx, id, d.row.Version, string(d.t.Phase()), d.fresh)
			}
			if err == nil {
				d.row.Version += int64(len(d.fresh))
				d.row.Phase, d.fresh = string(d.t.Phase()), nil
				return nil
			}
			if len(d.fresh) > 0 {
				d.t = nil // it is ahead of the log
			}
			if !errors.Is(err, store.ErrMoved) {
				return err
			}
		}
		return wire.Refuse(wire.Unavailable, "too many changes to the tournament at once: try again")
	})
}

// at lets f use the record of an event exclusively.
func (s *Events) at(id string, f func(*record) error) error {
	d := s.read.record(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	err := f(d)
	if errors.Is(err, store.ErrNone) && d.t == nil {
		s.read.forget(id)
	}
	return err
}

// refusalOf converts an error of a tournament to a wire error with its code and reason, without the kind of event that
// Apply puts before it.
func refusalOf(err error) error {
	for _, c := range []struct {
		err  error
		code wire.Code
	}{
		{tournament.ErrOver, wire.Over}, {tournament.ErrPaused, wire.Paused}, {tournament.ErrUnknown, wire.Missing},
		{tournament.ErrFinished, wire.TooLate},
		{tournament.ErrLate, wire.TooLate}, {tournament.ErrPhase, wire.TooLate},
		{tournament.ErrTooEarly, wire.Forbidden}, {tournament.ErrFew, wire.Forbidden},
		{tournament.ErrOpen, wire.Forbidden}, {tournament.ErrName, wire.Taken}, {tournament.ErrNobody, wire.Forbidden},
		{tournament.ErrResult, wire.BadMessage},
	} {
		if errors.Is(err, c.err) {
			return wire.Refuse(c.code, "%v", cmp.Or(errors.Unwrap(err), c.err))
		}
	}
	return err
}

// gameOf returns the id of a game of an event. It is derived from the game's place, so that the game begins only once.
func gameOf(event string, pairing, leg int) string {
	return account.Digest(fmt.Sprintf("%s/%d/%d", event, pairing, leg))[:26]
}

// dues returns the games to play now, by id: the first without a result of each pairing.
func (d *record) dues() map[string]tournament.Due {
	list := map[string]tournament.Due{}
	last := 0
	for _, due := range d.t.Due() {
		if due.Pairing != last {
			list[gameOf(d.row.ID, due.Pairing, due.Leg)] = due
		}
		last = due.Pairing
	}
	return list
}
