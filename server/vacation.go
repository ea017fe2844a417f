package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tafl3d/game/match"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// Vacations: while a player has one, the clocks of his correspondence games stand
// still, for both.
const (
	day          = 24 * time.Hour
	year         = 365 * day
	vacationDays = 30 // a year
	// lookBack is for how long after its end a vacation is looked at: by then the
	// games have been resumed.
	lookBack = day
)

// vacation begins a vacation, or ends the one there is.
func (s *Server) vacation(ctx context.Context, who caller, q wire.Rest) (wire.Vacation, error) {
	now := s.opt.Now()
	all, err := s.store.Vacations(ctx, who.ID, now.Add(-year))
	if err != nil {
		return wire.Vacation{}, err
	}
	v, left := budget(all, who.ID, now)
	if q.Days < 0 || q.Days > left {
		return wire.Vacation{}, badSeek("you have %d days of vacation left this year", left)
	}
	v.Ends = now.Add(time.Duration(q.Days) * day).UnixMicro()
	if err := s.store.Rest(ctx, v); err != nil {
		return wire.Vacation{}, err
	}
	s.restGames(ctx, who.ID)
	return s.vacationOf(ctx, who.ID)
}

// budget returns the vacation under way, one that begins now if there is none, and how
// many days are left this year if it ended now.
func budget(all []store.Vacation, account string, now time.Time) (v store.Vacation, left int) {
	v = store.Vacation{Account: account, Begun: now.UnixMicro()}
	used := time.Duration(0)
	for _, old := range all {
		if old.Ends > now.UnixMicro() {
			v = old
		}
		used += time.UnixMicro(min(old.Ends, now.UnixMicro())).Sub(time.UnixMicro(old.Begun))
	}
	return v, max(vacationDays-int((used+day-1)/day), 0)
}

// vacationOf tells how long a vacation lasts and how many days are left after it.
func (s *Server) vacationOf(ctx context.Context, account string) (wire.Vacation, error) {
	now := s.opt.Now()
	all, err := s.store.Vacations(ctx, account, now.Add(-year))
	if err != nil {
		return wire.Vacation{}, err
	}
	v, left := budget(all, account, now)
	if v.Ends == 0 {
		return wire.Vacation{Left: left}, nil
	}
	_, left = budget(all, account, time.UnixMicro(v.Ends))
	return wire.Vacation{Ends: v.Ends / 1e6, Left: left}, nil
}

// restAll stops and starts the clocks of all who are on vacation or were lately.
func (s *Server) restAll(ctx context.Context) error {
	all, err := s.store.Vacations(ctx, "", s.opt.Now().Add(-lookBack))
	for _, v := range all {
		s.restGames(ctx, v.Account)
	}
	return err
}

// restGames stops the correspondence clocks of an account, or lets them go on. What
// fails now is tried again with the next sweep.
func (s *Server) restGames(ctx context.Context, account string) {
	games, err := s.store.Live(ctx, account)
	for _, l := range games {
		if err == nil {
			err = s.restGame(ctx, l)
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the clocks of a vacation", "account", account, "error", err)
	}
}

func (s *Server) restGame(ctx context.Context, l store.Live) error {
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
	err = s.hub.With(ctx, l.ID, func(r *host.Room) error {
		a := wire.Act{Kind: wire.Pause, Token: fmt.Sprint("vacation", begun)}
		if begun == 0 {
			a = wire.Act{Kind: wire.Resume, Token: fmt.Sprint("back", s.journal.Now(l.ID))}
		}
		_, err := r.Act(ctx, wire.Service, a, s.journal.Now(l.ID))
		return err
	})
	if _, refused := errors.AsType[*wire.Error](err); refused || errors.Is(err, host.ErrNoGame) {
		return nil // it stands or runs already, or is over
	}
	return err
}

// away returns when the vacation of either player has begun, 0 if neither has one.
func (s *Server) away(ctx context.Context, players ...string) (begun int64, err error) {
	for _, p := range players {
		all, err := s.store.Vacations(ctx, p, s.opt.Now())
		if err != nil {
			return 0, err
		}
		for _, v := range all {
			begun = max(begun, v.Begun)
		}
	}
	return begun, nil
}

// Who has left games under way without coming back waits before he meets strangers
// again: the second time within a day five minutes, then twice as long each time. A game
// that was called off counts as one that was left, but for the first of a day.
const (
	firstPenance = 5 * time.Minute
	longest      = 8 // doublings
	pardoned     = 1 // games called off in a day
)

// penance refuses somebody who has to wait.
func (s *Server) penance(ctx context.Context, account string) error {
	now := s.opt.Now()
	left, err := s.store.Abandoned(ctx, account, now.Add(-day))
	if err != nil {
		return err
	}
	off, err := s.store.CalledOff(ctx, account, now.Add(-day))
	if err != nil {
		return err
	}
	left = append(left, off[:max(len(off)-pardoned, 0)]...)
	if len(left) < 2 {
		return nil
	}
	until := time.UnixMicro(slices.Max(left)).Add(firstPenance << min(len(left)-2, longest))
	if wait := until.Sub(now); wait > 0 {
		return &wire.Error{Code: wire.TooMuch, Text: fmt.Sprintf("you have left or called off %d games within a day: you may look for another in %v", len(left), wait.Round(time.Second))}
	}
	return nil
}
