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

// sweepEvery is how often games without connected clients are checked: players who left must lose on time too, and
// games that ended when a service was killed must be archived.
const sweepEvery = 15 * time.Second

// Sweep checks games without connected clients until ctx ends. Of services that share a journal, each checks its own
// games.
func (s *Games) Sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.wake(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot list games in progress", "error", err)
		}
		s.EndDeserted(ctx)
		if err := s.restAll(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot list vacations", "error", err)
		}
		if err := s.Store.Sessions.Sweep(ctx, s.Now()); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot remove expired data", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.Hub.Moved(): // games that moved here may have no clients
		}
	}
}

// EndDeserted ends the games of deleted accounts; some have no clock that would. It retries failed ones with the next
// sweep.
func (s *Games) EndDeserted(ctx context.Context) {
	games, err := s.Store.Live.Deserted(ctx)
	for _, d := range games {
		err = errors.Join(err, s.desert(ctx, d))
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("cannot end the games of deleted accounts", "error", err)
	}
}

// desert ends a game of a deleted account: as a loss, or, if not both have moved and it is not of an event, as aborted.
func (s *Games) desert(ctx context.Context, d store.Deserted) error {
	g, err := s.Hub.GameStatus(ctx, d.ID)
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
