package library

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Archive is a service with our account.
type Archive interface {
	wire.Asker
	Name() string
	Address() string
	Me() wire.Player
}

// Failed downloads are retried at growing intervals.
const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
)

// Fetch downloads our games from a service in the background. It stops the previous download; with nil it
// does only that.
func (r *Manager) Fetch(from Archive) {
	if r.fetch != nil {
		r.fetch()
	}
	if r.fetch = nil; from == nil || r.open == nil {
		return
	}
	ctx, cancel := context.WithCancel(r.shell.Ctx())
	r.fetch = cancel
	r.shell.Go(func() {
		defer cancel()
		l, err := r.open()
		if err != nil {
			return // reported at the start
		}
		f := fetching{Archive: from, into: l}
		for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, mostPause) {
			err := f.all(ctx)
			if f.games > 0 {
				n := f.games
				f.games = 0
				r.shell.Later(func() {
					r.shell.Say(tongue.Textf("Games from %s added to the library: %d", from.Name(), n), panel.Plain)
					r.renew()
				})
			}
			if no, refused := errors.AsType[*wire.Error](err); err == nil || refused && no.Code != wire.TooMuch &&
				no.Code != wire.Unavailable {
				return
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		}
	})
}

// fetching downloads games from an archive into a library.
type fetching struct {
	Archive
	into  Library
	games int // number of new games
}

// all downloads the missing games and the rating history.
func (f *fetching) all(ctx context.Context) error {
	me := f.Me()
	next, err := f.into.Since(ctx, f.Address(), me.ID)
	for more := true; more && err == nil; {
		var list wire.Ended
		if list, err = wire.GetEnded.Ask(ctx, f, wire.None{}, cmp.Or(next, wire.FirstEnded)); err != nil {
			return err
		}
		if err := f.those(ctx, list.Games); err != nil {
			return err
		}
		if list.Next != next {
			err = f.into.Fetched(ctx, f.Address(), me.ID, list.Next)
		}
		more = list.More && list.Next != next
		next = list.Next
	}
	if err != nil {
		return err
	}
	who, err := wire.GetPlayer.Ask(ctx, f, wire.None{}, me.Name)
	if err != nil {
		return err
	}
	var steps []ask.Step
	for pool, list := range who.History {
		for _, s := range list {
			steps = append(steps, ask.Step{Pool: pool, At: s.At, Points: s.Points, Game: s.Game})
		}
	}
	return f.into.Rated(ctx, f.Name(), me.ID, steps)
}

// those downloads the games of a list that the library never had. It skips aborted games and those of unknown
// variants.
func (f *fetching) those(ctx context.Context, list []wire.GameBrief) error {
	var ids []string
	for _, g := range list {
		if g.Result != "" && g.Plies > 0 {
			ids = append(ids, g.Game)
		}
	}
	ids, err := f.into.Missing(ctx, f.Name(), ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		full, err := wire.GetGame.Ask(ctx, f, wire.None{}, id)
		if err != nil {
			return err
		}
		g, here, err := played(full, f.Name(), f.Me().ID)
		if err != nil {
			continue
		}
		if err := f.into.Keep(ctx, g, belongs(g, here)); err != nil {
			return err
		}
		f.games++
	}
	return nil
}

// played converts an archived game to a tree and returns the sides of the player with an id.
func played(full wire.GameFull, site, id string) (t *tree.Game, here [game.Sides]bool, err error) {
	g, err := ledger.Fold(full.Entries)
	if err != nil {
		return nil, here, err
	}
	for side, p := range g.Spec().Seats {
		here[side] = p.ID == id
	}
	t = g.Tree()
	t.SetTag(tree.TagSite, site)
	return t, here, nil
}
