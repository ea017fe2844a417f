// Package games is the games under way: how they begin, that their rooms are open and their
// clocks run, and how they go into the archive when they end. It knows nothing of seeks and
// tournaments: who wants a game opens it here.
package games

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/journal"
	"tafl3d/server/store"
)

// Options is what the room stands on. All of it is required.
type Options struct {
	Store   *store.Store
	Journal *journal.Journal
	Now     func() time.Time // time of day
	Log     *slog.Logger
	// Ended is told of each game that this service took into the archive first, with its entries.
	Ended func(store.Game)
	// Played is told that a game of an event has ended.
	Played func(event string)
}

// Games knows the games under way of a service. It is safe for use by many goroutines.
// Whoever makes one sets Hub and Accounts before anything is asked of it.
type Games struct {
	Options
	Hub      *host.Hub
	Accounts *account.Accounts
	archived *archived
}

// New returns the games that the journal has.
func New(opt Options) *Games { return &Games{Options: opt, archived: newArchived()} }

// elsewhere is for how long the end of a game is left to the service where the game lives: after it
// moved, its room may be open here, too.
const elsewhere = 3 * time.Second

// errElsewhere says so.
var errElsewhere = errors.New("the service where the game lives archives it")

// Archive takes a finished game into the database, and leaves it to be removed from the
// journal. It may be called again and by several services: the first one rates it.
func (s *Games) Archive(ctx context.Context, g *ledger.Game, entries []wire.Entry) error {
	id := g.Spec().Game
	switch s.archived.fate(id) {
	case settled:
		return nil // somebody looks at a game that is long over
	case inArchive:
		return s.follow(ctx, g)
	}
	if !s.Hub.Owns(id) && s.Journal.Now(id).Time().Sub(g.At().Time()) < elsewhere {
		return errElsewhere
	}
	row, err := archiveRow(g, entries)
	if err != nil {
		return err
	}
	fresh, err := s.Store.Archive(ctx, row)
	if err != nil {
		s.Log.Error("a game cannot be archived", "game", id, "error", err)
		return err
	}
	s.archived.know(id, inArchive)
	if fresh {
		s.Ended(row)
		seats := g.Spec().Seats
		s.Log.Info("game ended", "game", id, "variant", row.Variant, "attackers", seats[0].Name,
			"defenders", seats[1].Name, "result", row.Result, "cause", row.Cause, "plies", row.Plies)
	}
	return s.follow(ctx, g)
}

// archiveRow is what the archive has of a game.
func archiveRow(g *ledger.Game, entries []wire.Entry) (row store.Game, err error) {
	spec, o := g.Spec(), g.Outcome()
	text, err := json.Marshal(nameless(entries))
	if err != nil {
		return row, err
	}
	row = store.Game{
		ID: spec.Game, Variant: spec.Variant, Pool: ledger.Pool(spec), Attackers: spec.Seats[0].ID,
		Defenders: spec.Seats[1].ID,
		Result:    o.Result(), Cause: o.Cause.String(), Plies: g.Ply(), Opened: int64(entries[0].At),
		Ended: int64(g.At()),
		Event: spec.Event, Entries: string(text),
	}
	row.Rated = spec.Rated && row.Pool != ""
	row.CalledOff = calledOff(entries)
	return row, nil
}

// follow does what follows when a game is in the archive; to do it again is no fault.
func (s *Games) follow(ctx context.Context, g *ledger.Game) error {
	spec := g.Spec()
	if spec.Event != "" {
		s.Played(spec.Event)
	}
	if !g.Aborted() {
		if err := s.openSecond(ctx, spec); err != nil {
			return err
		}
	}
	s.archived.add(spec.Game)
	return nil
}

// comeTime is how long the other side has to come before it is its own fault that a game
// is called off.
const comeTime = 20 * time.Second

// calledOff returns the account that has to answer for calling a game off: not one that
// has waited in vain for the other, nor anybody where the service did it.
func calledOff(entries []wire.Entry) string {
	first, last := entries[0], entries[len(entries)-1]
	side, ok := last.By.Side()
	waited := last.At.Time().Sub(first.At.Time()) >= comeTime
	if last.Act.Kind != wire.Abort || !ok || last.Act.Of != "" && waited {
		return ""
	}
	return first.Spec.Seats[side].ID
}

// nameless returns the entries of a game without the names of its players: what an
// account is called is kept in one place, where it can be forgotten.
func nameless(entries []wire.Entry) []wire.Entry {
	first := entries[0]
	spec := *first.Spec
	for side := range spec.Seats {
		spec.Seats[side].Name = ""
	}
	first.Spec = &spec
	return append([]wire.Entry{first}, entries[1:]...)
}

// growEvery is how often it is noted in the database how long the games are.
const growEvery = 5 * time.Second

// Grow notes how long the games are, until ctx ends: so it is seen when the journal loses
// their ends.
func (s *Games) Grow(ctx context.Context) {
	tick := time.NewTicker(growEvery)
	defer tick.Stop()
	for last := false; !last; {
		select {
		case <-ctx.Done():
			last = true
		case <-tick.C:
		}
		in, cancel := context.WithTimeout(context.WithoutCancel(ctx), growEvery)
		if grown := s.Journal.Grown(); len(grown) > 0 {
			if err := s.Store.GrowLive(in, grown, false); err != nil && ctx.Err() == nil {
				s.Log.Warn("the lengths of games cannot be noted", "error", err)
			}
		}
		cancel()
	}
}

// Brief fills in the names of the players.
func (s *Games) Brief(ctx context.Context, g store.Game) (wire.GameBrief, error) {
	a, err := s.Store.Account(ctx, g.Attackers)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return wire.GameBrief{}, err
	}
	d, err := s.Store.Account(ctx, g.Defenders)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return wire.GameBrief{}, err
	}
	return wire.GameBrief{
		Game: g.ID, Variant: g.Variant, Pool: g.Pool, Rated: g.Rated, Attackers: account.Player(a),
		Defenders: account.Player(d),
		Result:    g.Result, Cause: g.Cause, Plies: g.Plies, Ended: g.Ended / 1e6,
	}, nil
}
