package account

import (
	"context"
	"math"

	"tafl3d/net/wire"
	"tafl3d/rating"
	"tafl3d/server/store"
)

// Shown returns a rating as players see it: whole points, and whether it is provisional.
func Shown(st store.Standing) wire.Rating {
	return wire.Rating{
		Pool: st.Pool, Points: int(math.Round(st.Points)), Deviation: int(math.Round(st.Deviation)),
		Provisional: st.Deviation > rating.ProvisionalDeviation, Games: st.Games,
	}
}

// Ratings returns the ratings of an account in all pools.
func (s *Accounts) Ratings(ctx context.Context, account string) ([]wire.Rating, error) {
	list := []wire.Rating{}
	all, err := s.Store.Ratings.Standings(ctx, account)
	for _, st := range all {
		list = append(list, Shown(st))
	}
	return list, err
}

// History returns the ratings of an account after each of its latest games, at most most per pool.
func (s *Accounts) History(
	ctx context.Context, account string, pools []wire.Rating, most int,
) (map[string][]wire.Step, error) {
	h := map[string][]wire.Step{}
	for _, p := range pools {
		steps, err := s.Store.Ratings.Steps(ctx, account, p.Pool, most)
		if err != nil {
			return nil, err
		}
		for _, st := range steps {
			h[p.Pool] = append(h[p.Pool], wire.Step{Game: st.Game, At: st.At / 1e6, Points: int(math.Round(st.Points))})
		}
	}
	return h, nil
}

// Ladder lists the best players of a pool, at most a hundred.
func (s *Accounts) Ladder(ctx context.Context, pool string) ([]wire.Rung, error) {
	list := []wire.Rung{}
	all, err := s.Store.Ratings.Ladder(ctx, pool, 100)
	for _, st := range all {
		a, err := s.Store.Accounts.Get(ctx, st.Account)
		if err != nil {
			return nil, err
		}
		list = append(list, wire.Rung{Player: Player(a), Rating: Shown(st)})
	}
	return list, err
}

// Me returns the caller's own account data.
func (s *Accounts) Me(ctx context.Context, who Caller, _ wire.None) (wire.Me, error) {
	m := wire.Me{Player: Player(who.Account), Guest: who.Kind == store.Guest, Created: who.Created / 1e6}
	devices, err := s.Store.Accounts.Devices(ctx, who.ID)
	if err != nil {
		return m, err
	}
	for _, d := range devices {
		m.Devices = append(m.Devices, wire.Device{Key: d.Key, Label: d.Label, Revoked: d.Revoked != 0,
			Here: d.Key == who.device})
	}
	if m.Ratings, err = s.Ratings(ctx, who.ID); err != nil {
		return m, err
	}
	bots, err := s.Store.Accounts.Bots(ctx, who.ID)
	if err != nil {
		return m, err
	}
	for _, b := range bots {
		m.Bots = append(m.Bots, Player(b))
	}
	if m.Vacation, err = s.Vacation(ctx, who.ID); err != nil {
		return m, err
	}
	friends, err := s.Store.Friends.Of(ctx, who.ID)
	if err != nil {
		return m, err
	}
	for _, f := range friends {
		m.Friends = append(m.Friends, Player(f))
	}
	if m.Measures, err = s.measures(ctx, who.ID); err != nil {
		return m, err
	}
	from, err := s.Store.Friends.Accepts(ctx, who.ID)
	m.Challenges = string(from)
	return m, err
}
