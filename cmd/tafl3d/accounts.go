package main

import (
	"context"
	"slices"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/net/wire"
)

// Player implements app.Accounts.
func (s service) Player(ctx context.Context, name string) (app.Profile, error) {
	p, err := wire.GetPlayer.Ask(ctx, s, wire.None{}, name)
	if err != nil {
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
	p, err := wire.GetPlayer.Ask(ctx, s, wire.None{}, s.session.Player.Name)
	if err != nil {
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
	route := wire.PostPairing
	if recovery {
		route = wire.PostRecovery
	}
	c, err := route.Ask(ctx, s, wire.None{})
	return c.Codes, err
}

// Block implements app.Accounts.
func (s service) Block(ctx context.Context, name string, on bool) error {
	_, err := wire.PostBlocks.Ask(ctx, s, wire.Block{Name: name, Off: !on})
	return err
}

// Report implements app.Accounts.
func (s service) Report(ctx context.Context, name, text string) error {
	_, err := wire.PostReports.Ask(ctx, s, wire.Report{Name: name, Text: text})
	return err
}

// Rest implements app.Accounts.
func (s service) Rest(ctx context.Context, days int) (int, error) {
	v, err := wire.PostVacation.Ask(ctx, s, wire.Rest{Days: days})
	return v.Left, err
}
