package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/net/wire"
)

// Player implements app.Accounts.
func (s service) Player(ctx context.Context, name string) (app.Profile, error) {
	var p wire.Profile
	if err := s.do(ctx, http.MethodGet, "v1/players/"+url.PathEscape(name), nil, &p); err != nil {
		return app.Profile{}, err
	}
	out := app.Profile{Person: person(p.Player)}
	for _, r := range p.Ratings {
		pool := app.PoolRating{Pool: r.Pool, Points: r.Points, Provisional: r.Provisional, Games: r.Games}
		for _, st := range p.History[r.Pool] {
			pool.History = append(pool.History, float64(st.Points))
		}
		out.Ratings = append(out.Ratings, pool)
	}
	for _, g := range p.Games {
		out.Games = append(out.Games, app.Past{ID: g.Game, VariantID: g.Variant, Seats: [game.Sides]app.Person{person(g.Attackers), person(g.Defenders)}, Result: g.Result})
	}
	return out, nil
}

// Change implements app.Accounts.
func (s service) Change(ctx context.Context, game string) (app.Change, bool, error) {
	var p wire.Profile
	if err := s.do(ctx, http.MethodGet, "v1/players/"+url.PathEscape(s.session.Player.Name), nil, &p); err != nil {
		return app.Change{}, false, err
	}
	c, known := changeBy(p.History, game)
	return c, known, nil
}

// changeBy finds what a game has changed in the history of ratings; it is not known
// where the game is not in it.
func changeBy(history map[string][]wire.Step, game string) (c app.Change, known bool) {
	for _, steps := range history {
		i := slices.IndexFunc(steps, func(st wire.Step) bool { return st.Game == game })
		if i < 0 {
			continue
		}
		if i > 0 {
			c.Was = steps[i-1].Points
		}
		c.Is = steps[i].Points
		return c, true
	}
	return c, false
}

// Codes implements app.Accounts.
func (s service) Codes(ctx context.Context, recovery bool) ([]string, error) {
	path := "v1/me/pairing"
	if recovery {
		path = "v1/me/recovery"
	}
	var c wire.Codes
	err := s.do(ctx, http.MethodPost, path, nil, &c)
	return c.Codes, err
}

// Block implements app.Accounts.
func (s service) Block(ctx context.Context, name string, on bool) error {
	return s.do(ctx, http.MethodPost, "v1/me/blocks", wire.Block{Name: name, Off: !on}, nil)
}

// Report implements app.Accounts.
func (s service) Report(ctx context.Context, name, text string) error {
	return s.do(ctx, http.MethodPost, "v1/reports", wire.Report{Name: name, Text: text}, nil)
}

// Rest implements app.Accounts.
func (s service) Rest(ctx context.Context, days int) (int, error) {
	var v wire.Vacation
	err := s.do(ctx, http.MethodPost, "v1/me/vacation", wire.Rest{Days: days}, &v)
	return v.Left, err
}
