package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafl3d/game"
	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

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
	if e, refused := errors.AsType[*wire.Error](err); refused && e.Code != wire.Unavailable ||
		errors.Is(err, host.ErrNoGame) {
		return nil // it has ended already
	}
	return err
}
