package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tafl3d/game/match"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// lookBack is how long after its end a vacation is still considered. Within this time its games are resumed.
const lookBack = 24 * time.Hour

// Rest begins a vacation of q.Days days, or changes or ends the present one.
func (s *Games) Rest(ctx context.Context, who account.Caller, q wire.Rest) (wire.Vacation, error) {
	since := s.Now().Add(-account.Year)
	err := s.Store.Vacations.Take(ctx, who.ID, since, func(all []store.Vacation) (store.Vacation, error) {
		now := s.Now() // read in the transaction, so that concurrent requests read the clock in order
		v, left := account.Budget(all, who.ID, now)
		if q.Days < 0 || q.Days > left {
			return v, wire.Refuse(wire.BadMessage, "you have %d vacation days left this year", left)
		}
		v.Ends = now.Add(time.Duration(q.Days) * account.Day).UnixMicro()
		return v, nil
	})
	if err != nil {
		return wire.Vacation{}, err
	}
	s.restGames(ctx, who.ID)
	return s.Accounts.Vacation(ctx, who.ID)
}

// restAll stops and restarts the clocks of all players who are, or recently were, on vacation.
func (s *Games) restAll(ctx context.Context) error {
	all, err := s.Store.Vacations.Of(ctx, "", s.Now().Add(-lookBack))
	for _, v := range all {
		s.restGames(ctx, v.Account)
	}
	return err
}

// restGames stops or restarts the clocks of an account's correspondence games. Failed ones are retried with the next
// sweep.
func (s *Games) restGames(ctx context.Context, account string) {
	games, err := s.Store.Live.Of(ctx, account)
	for _, l := range games {
		if err == nil {
			err = s.restGame(ctx, l)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("cannot stop or restart the clocks of a player on vacation", "account", account, "error", err)
	}
}

func (s *Games) restGame(ctx context.Context, l store.Live) error {
	var spec wire.Spec
	if err := json.Unmarshal([]byte(l.Spec), &spec); err != nil {
		return err
	}
	if c, err := match.ParseControl(spec.Clock); err != nil || !c.On() || ledger.Speed(c) != "correspondence" {
		return err
	}
	begun, err := s.away(ctx, l.Attackers, l.Defenders)
	if err != nil {
		return err
	}
	a := wire.Act{Kind: wire.Pause, Token: fmt.Sprint("vacation", begun)}
	if begun == 0 {
		a = wire.Act{Kind: wire.Resume, Token: fmt.Sprint("back", s.Journal.Now(l.ID))}
	}
	err = s.Hub.Act(ctx, l.ID, wire.Service, a)
	if _, refused := errors.AsType[*wire.Error](err); refused || errors.Is(err, host.ErrNoGame) {
		return nil // it is paused or runs already, or is over
	}
	return err
}

// away returns when the present vacation of either player began, 0 if neither has one.
func (s *Games) away(ctx context.Context, players ...string) (begun int64, err error) {
	for _, p := range players {
		all, err := s.Store.Vacations.Of(ctx, p, s.Now())
		if err != nil {
			return 0, err
		}
		for _, v := range all {
			begun = max(begun, v.Begun)
		}
	}
	return begun, nil
}
