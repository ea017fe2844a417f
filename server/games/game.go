// Package games manages games in progress: it begins them, keeps their rooms open and their clocks running, and
// archives them when they end. It knows nothing of open challenges and tournaments; their packages open games here.
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

// Options configures Games. All fields are required.
type Options struct {
	Store   *store.Store
	Journal *journal.Journal
	Now     func() time.Time // time of day
	Log     *slog.Logger
	// Ended is called for each game that this service archived first, with its entries.
	Ended func(store.Game)
	// Played is called when a game of an event has ended.
	Played func(event string)
}

// Games manages the games in progress of a service. It is safe for use by many goroutines. The caller of New sets Hub
// and Accounts before it calls anything else.
type Games struct {
	Options
	Hub      *host.Hub
	Accounts *account.Accounts
	archived *archived
}

// New returns the games of the journal.
func New(opt Options) *Games { return &Games{Options: opt, archived: newArchived()} }

// elsewhere is how long the service that owns a game has to archive it before others do: after a game moved, its room
// may be open here too.
const elsewhere = 3 * time.Second

// errElsewhere says that another service archives the game.
var errElsewhere = errors.New("the service that owns the game archives it")

// Archive stores a finished game in the database and queues it for removal from the journal. It may be called
// repeatedly and by several services; only the first call rates the game.
func (s *Games) Archive(ctx context.Context, g *ledger.Game, entries []wire.Entry) error {
	id := g.Spec().Game
	switch s.archived.fate(id) {
	case settled:
		return nil // a client looks at an old game
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
	fresh, err := s.Store.Archive.Add(ctx, row)
	if err != nil {
		s.Log.Error("cannot archive a game", "game", id, "error", err)
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

// archiveRow returns the database row of a game.
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

// follow does what follows from archiving a game. It may be repeated.
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

// comeTime is how long an opponent has to join. After that, aborting the game is their fault.
const comeTime = 20 * time.Second

// calledOff returns the account responsible for an aborted game. It is empty if the account had waited in vain for its
// opponent, or if the service aborted the game.
func calledOff(entries []wire.Entry) string {
	first, last := entries[0], entries[len(entries)-1]
	side, ok := last.By.Side()
	waited := last.At.Time().Sub(first.At.Time()) >= comeTime
	if last.Act.Kind != wire.Abort || !ok || last.Act.Of != "" && waited {
		return ""
	}
	return first.Spec.Seats[side].ID
}

// nameless returns the entries without the players' names. Names are stored only with the accounts, where they can be
// deleted.
func nameless(entries []wire.Entry) []wire.Entry {
	first := entries[0]
	spec := *first.Spec
	for side := range spec.Seats {
		spec.Seats[side].Name = ""
	}
	first.Spec = &spec
	return append([]wire.Entry{first}, entries[1:]...)
}

// growEvery is how often the lengths of games are written to the database.
const growEvery = 5 * time.Second

// Grow writes the lengths of games to the database until ctx ends, so that a journal that has lost the ends of games is
// detected.
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
			if err := s.Store.Live.Grow(in, grown, false); err != nil && ctx.Err() == nil {
				s.Log.Warn("cannot store the lengths of games", "error", err)
			}
		}
		cancel()
	}
}

// Brief returns the summary of a game with the players' names.
func (s *Games) Brief(ctx context.Context, g store.Game) (wire.GameBrief, error) {
	a, err := s.Store.Accounts.Get(ctx, g.Attackers)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return wire.GameBrief{}, err
	}
	d, err := s.Store.Accounts.Get(ctx, g.Defenders)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return wire.GameBrief{}, err
	}
	return wire.GameBrief{
		Game: g.ID, Variant: g.Variant, Pool: g.Pool, Rated: g.Rated, Attackers: account.Player(a),
		Defenders: account.Player(d),
		Result:    g.Result, Cause: g.Cause, Plies: g.Plies, Ended: g.Ended / 1e6,
	}, nil
}
