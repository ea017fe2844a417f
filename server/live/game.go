// Package live is the games under way: how they begin, that their rooms are open and their
// clocks run, and how they go into the archive when they end. It knows nothing of seeks and
// tournaments: who wants a game opens it here.
package live

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tafl3d/game"
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
	// Ended is told of each game that this service took into the archive first.
	Ended func(cause string)
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

// OpenNew seats two players at a new game and tells them. The id is filled in.
func (s *Games) OpenNew(ctx context.Context, spec wire.Spec) (wire.Spec, error) {
	spec.Game = account.ID()
	return s.Open(ctx, spec)
}

// openSecond opens the second game of a match of two, unless that was done before:
// its id follows from that of the first.
func (s *Games) openSecond(ctx context.Context, spec wire.Spec) error {
	if !spec.Double || spec.First != "" {
		return nil
	}
	spec.First, spec.Game = spec.Game, account.Digest(spec.Game)[:26]
	spec.Seats[0], spec.Seats[1] = spec.Seats[1], spec.Seats[0]
	if _, err := s.Store.Game(ctx, spec.Game); err == nil {
		return nil
	}
	for _, p := range spec.Seats {
		if a, err := s.Store.Account(ctx, p.ID); err != nil || a.Gone != 0 {
			return err // nobody is left to play it
		}
	}
	_, err := s.Open(ctx, spec)
	if errors.Is(err, host.ErrConflict) {
		return nil
	}
	return err
}

// Archive takes a finished game into the database, and leaves it to be removed from the
// journal. It may be called again and by several services: the first one rates it.
func (s *Games) Archive(ctx context.Context, g *ledger.Game, entries []wire.Entry) error {
	spec := g.Spec()
	text, err := json.Marshal(nameless(entries))
	if err != nil {
		return err
	}
	o := g.Outcome()
	row := store.Game{
		ID: spec.Game, Variant: spec.Variant, Pool: ledger.Pool(spec), Attackers: spec.Seats[0].ID, Defenders: spec.Seats[1].ID,
		Result: o.Result(), Cause: o.Cause.String(), Plies: g.Ply(), Opened: int64(entries[0].At), Ended: int64(g.At()), Event: spec.Event, Entries: string(text),
	}
	row.Rated = spec.Rated && row.Pool != ""
	row.CalledOff = calledOff(entries)
	fresh, err := s.Store.Archive(ctx, row)
	if err != nil {
		s.Log.Error("a game cannot be archived", "game", spec.Game, "error", err)
		return err
	}
	if fresh {
		s.Ended(row.Cause)
		s.Log.Info("game over", "game", spec.Game, "result", row.Result, "cause", row.Cause, "plies", row.Plies)
	}
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

// Remembering is the journal with the archive behind it: who comes back to a game that has
// ended and left the journal sees how it ended.
type Remembering struct {
	*journal.Journal
	Games *Games
}

// Read implements host.Journal. The error is host.ErrDamaged of a game whose end the journal
// has lost.
func (r Remembering) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	var least uint64 // entries that it has had
	if from <= 1 {
		least, _ = r.Games.Store.LiveSeq(ctx, game) // before the entries; where it cannot be known it is not looked at
	}
	entries, err := r.Journal.Read(ctx, game, from)
	if !errors.Is(err, host.ErrNoGame) {
		return entries, errors.Join(err, whole(game, len(entries), least, err))
	}
	g, lost := r.Games.Store.Game(ctx, game)
	if errors.Is(lost, store.ErrNone) {
		return nil, cmp.Or(whole(game, 0, least, nil), err)
	}
	if lost != nil {
		return nil, lost
	}
	all, err := r.Games.Entries(ctx, g)
	return all[min(max(from, 1)-1, uint64(len(all))):], err
}

// whole reports whether the journal, which has n entries of a game, or could not be read, has
// lost the end of it.
func whole(game string, n int, least uint64, unread error) error {
	if unread != nil || uint64(n) >= least {
		return nil
	}
	return fmt.Errorf("%s: %w: it has had %d entries, and has %d", game, host.ErrDamaged, least, n)
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

// sweepEvery is how often games are looked for that nobody has open: one whose
// players are gone must lose on time too, and one that ended when a service was
// killed must be archived.
const sweepEvery = 15 * time.Second

// Sweep looks after games that nobody has open, until ctx ends. Of services that share a journal
// each sweeps its own games.
func (s *Games) Sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.wake(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("live games cannot be listed", "error", err)
		}
		s.EndDeserted(ctx)
		if err := s.restAll(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("vacations cannot be listed", "error", err)
		}
		if err := s.Store.Sweep(ctx, s.Now()); err != nil && ctx.Err() == nil {
			s.Log.Warn("what has ended cannot be removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.Hub.Moved(): // perhaps nobody has them open now
		}
	}
}

// EndDeserted ends the games of accounts that are gone: some have no clock that would.
// What fails now is tried again with the next sweep.
func (s *Games) EndDeserted(ctx context.Context) {
	games, err := s.Store.Deserted(ctx)
	for _, d := range games {
		err = errors.Join(err, s.desert(ctx, d))
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("games of who is gone cannot be ended", "error", err)
	}
}

// desert ends a game for who is gone: it is lost, or, where not both have moved, broken
// off, which in an event would leave it open.
func (s *Games) desert(ctx context.Context, d store.Deserted) error {
	g, err := s.Hub.Glance(ctx, d.ID)
	if err == nil {
		a := wire.Act{Kind: wire.Forfeit, Of: game.Side(d.Side).String(), Token: fmt.Sprint("deserted", d.Side)}
		if g.Ply < game.Sides && d.Event == "" {
			a.Kind, a.Of = wire.Abort, ""
		}
		err = s.Hub.Act(ctx, d.ID, wire.Service, a)
	}
	if e, refused := errors.AsType[*wire.Error](err); refused && e.Code != wire.Unavailable || errors.Is(err, host.ErrNoGame) {
		return nil // it has ended already
	}
	return err
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
		Game: g.ID, Variant: g.Variant, Pool: g.Pool, Rated: g.Rated, Attackers: account.Player(a), Defenders: account.Player(d),
		Result: g.Result, Cause: g.Cause, Plies: g.Plies, Ended: g.Ended / 1e6,
	}, nil
}
