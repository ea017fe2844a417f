package server

import (
	"context"
	"errors"
	"time"

	"tafl3d/game/rules"
	"tafl3d/library/ask"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/server/web"
)

// pages is the web.Source of the service.
type pages struct{ server *Server }

var _ web.Source = pages{}

// graphShows is how many games a rating graph has at most.
const graphShows = 2000

// recentShown is how many archived games the first page lists.
const recentShown = 20

// Live implements web.Source.
func (p pages) Live(context.Context) ([]wire.GameBrief, error) { return p.server.seeks.Live(), nil }

// Recent implements web.Source. It leaves out aborted games.
func (p pages) Recent(ctx context.Context) (list []wire.GameBrief, err error) {
	games, err := p.server.store.Archive.Of(ctx, "", p.server.opt.Now().Add(time.Hour).UnixMicro(), 5*recentShown)
	for _, g := range games {
		if g.Result == "" || len(list) == recentShown {
			continue
		}
		b, err := p.server.games.Brief(ctx, g)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, err
}

// Entries implements web.Source: from the archive or the journal. It looks twice, since a game may move from one to the
// other in between.
func (p pages) Entries(ctx context.Context, id string) (entries []wire.Entry, archived bool, err error) {
	return p.entries(ctx, id, "")
}

// Invitation implements web.Source.
func (p pages) Invitation(ctx context.Context, code string) (wire.OpenSeek, error) {
	return p.server.seeks.Invitation(ctx, code)
}

// Since implements web.Source.
func (p pages) Since(ctx context.Context, id string, seq uint64) []wire.Entry {
	return p.server.hub.Since(ctx, id, seq)
}

// entries is Entries for an account: a player of the game sees all entries without delay.
func (p pages) entries(ctx context.Context, id, who string) (entries []wire.Entry, archived bool, err error) {
	for range 2 {
		g, err := p.server.store.Archive.Get(ctx, id)
		if err == nil {
			entries, err = p.server.games.Entries(ctx, g)
			return entries, true, err
		}
		if !errors.Is(err, store.ErrNone) {
			return nil, false, err
		}
		entries, err = p.server.journal.Read(ctx, id, 1)
		if err == nil || !errors.Is(err, host.ErrNoGame) {
			return p.shown(id, who, entries), false, err
		}
	}
	return nil, false, web.ErrNone
}

// shown returns the entries of a game in progress that a spectator may see, since everyone can open its page.
func (p pages) shown(id, who string, entries []wire.Entry) []wire.Entry {
	if len(entries) > 0 && entries[0].Spec != nil {
		if _, plays := entries[0].Spec.Seat(who); plays {
			return entries
		}
	}
	now := p.server.journal.Now(id)
	for i, e := range entries {
		if spec := entries[0].Spec; spec != nil && ledger.Shows(*spec, e) > now {
			return entries[:i]
		}
	}
	return entries
}

// position returns the position of a game as an account sees it. An empty id is a spectator.
func (p pages) position(ctx context.Context, id, who string) (wire.Position, error) {
	if at := p.server.hub.Position(ctx, id, who); at != nil {
		return *at, nil
	}
	entries, _, err := p.entries(ctx, id, who)
	if errors.Is(err, web.ErrNone) {
		err = store.ErrNone
	}
	if err != nil {
		return wire.Position{}, err
	}
	g, err := ledger.Fold(entries)
	if err != nil {
		return wire.Position{}, err
	}
	side, _ := g.Spec().Seat(who)
	return g.Position(side), nil
}

// Explore implements web.Source.
func (p pages) Explore(ctx context.Context, variant string, at *rules.Position) ([]ask.Move, error) {
	return p.server.explorer.Explore(ctx, variant, at)
}

// Pools implements web.Source.
func (p pages) Pools(ctx context.Context) ([]string, error) { return p.server.store.Ratings.Pools(ctx) }

// Ladder implements web.Source.
func (p pages) Ladder(ctx context.Context, pool string) ([]wire.Rung, error) {
	return p.server.accounts.Ladder(ctx, pool)
}

// Profile implements web.Source.
func (p pages) Profile(ctx context.Context, name string) (wire.Profile, error) {
	f, err := p.server.games.Profile(ctx, name)
	if errors.Is(err, store.ErrNone) {
		err = web.ErrNone
	}
	return f, err
}

// Graph implements web.Source.
func (p pages) Graph(ctx context.Context, player, pool string) (list []web.Point, err error) {
	steps, err := p.server.store.Ratings.Steps(ctx, player, pool, graphShows)
	for _, s := range steps {
		list = append(list, web.Point{At: s.At / 1e6, Rating: s.Points, Game: s.Game})
	}
	return list, err
}

// Events implements web.Source.
func (p pages) Events(ctx context.Context) ([]wire.EventBrief, error) {
	return p.server.events.List(ctx, "")
}

// Event implements web.Source.
func (p pages) Event(ctx context.Context, id string) (wire.Event, error) {
	e, err := p.server.events.Show(ctx, id, "")
	if errors.Is(err, store.ErrNone) {
		err = web.ErrNone
	}
	return e, err
}
