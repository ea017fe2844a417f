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

// Archive is a service at which we are signed in.
type Archive interface {
	wire.Asker
	Name() string
	Address() string
	Me() wire.Player
}

// A fetching that fails is tried again, after longer and longer.
const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
)

// Fetch takes in what we have played at a service, beside the main thread, and ends the
// fetching before. With nil it does nothing else.
func (r *Room) Fetch(from Archive) {
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
			return // the start has told it
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

// fetching takes the games of an archive into a library.
type fetching struct {
	Archive
	into  Library
	games int // that came in
}

// all fetches what the library does not have, and how the ratings went.
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

// those fetches those of a list that the library never had. Games that were broken off are
// left out, and those that cannot be understood here.
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

// played makes a tree of an archived game, and says which sides the player of an id had.
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
