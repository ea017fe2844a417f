package main

import (
	"context"
	"time"

	"tafl3d/app"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// Events implements app.Organiser.
func (s service) Events(ctx context.Context) ([]app.EventBrief, error) {
	all, err := wire.GetEvents.Ask(ctx, s, wire.None{})
	if err != nil {
		return nil, err
	}
	list := make([]app.EventBrief, len(all))
	for i, b := range all {
		list[i] = eventBrief(b)
	}
	return list, nil
}

func eventBrief(b wire.EventBrief) app.EventBrief {
	e := app.EventBrief{
		ID: b.ID, Name: b.Spec.Name, Clock: b.Spec.Clock, Director: b.Director.Name, Format: tournament.Format(b.Spec.Format), Phase: tournament.Phase(b.Phase),
		Round: b.Round, Rounds: b.Rounds, Players: b.Players, Joined: b.Joined, Yours: b.Yours,
	}
	if len(b.Spec.Variants) > 0 {
		e.Variant = b.Spec.Variants[0]
	}
	if b.Spec.Starts != 0 {
		e.Starts = time.Unix(b.Spec.Starts, 0)
	}
	return e
}

// Event implements app.Attended.
func (d *attended) Event(ctx context.Context, id string) (v app.EventView, err error) {
	e, err := wire.GetEvent.Ask(ctx, d, wire.None{}, id)
	if err != nil {
		return v, err
	}
	v = app.EventView{EventBrief: eventBrief(e.EventBrief), Games: map[app.EventSeat]string{}, Past: map[app.EventSeat]string{}}
	if v.State, err = tournament.Decode(e.Saved); err != nil {
		return v, err
	}
	me := 0
	for _, p := range e.Entrants {
		if p.Player.ID == d.me && !p.Withdrawn {
			me = p.Number
		}
	}
	v.Joined = me != 0
	for _, p := range e.Pairings {
		for leg, g := range p.Games {
			at := app.EventSeat{Pairing: p.Pairing, Leg: leg}
			mine := me != 0 && (g.Attackers == me || g.Defenders == me)
			switch {
			case g.Verdict != "":
				v.Past[at] = g.Game
			case g.Due:
				v.Games[at] = g.Game
			}
			if mine && g.Due && g.Verdict == "" {
				v.Mine = g.Game
			}
		}
	}
	return v, nil
}

// EnterEvent implements app.Attended.
func (d *attended) EnterEvent(ctx context.Context, id string, in bool) error {
	route := wire.PostLeave
	if in {
		route = wire.PostJoin
	}
	_, err := route.Ask(ctx, d, wire.None{}, id)
	return err
}

// DirectEvent implements app.Attended.
func (d *attended) DirectEvent(ctx context.Context, id string, o app.Order) error {
	q := wire.Order{Do: o.Do, Name: o.Name, Player: o.Player, Pairing: o.Game.Pairing, Leg: o.Game.Leg, Verdict: string(o.Verdict)}
	_, err := wire.PostOrders.Ask(ctx, d, q, id)
	return err
}

// Replay implements app.Attended.
func (s service) Replay(ctx context.Context, game string) ([]byte, error) {
	g, err := wire.GetGame.Ask(ctx, s, wire.None{}, game)
	if err != nil {
		return nil, err
	}
	return recordOf(g.Entries)
}

// MakeEvent implements app.Organiser.
func (s service) MakeEvent(ctx context.Context, p app.EventPlan) (string, error) {
	c := p.Config
	q := wire.EventSpec{
		Name: c.Name, Format: string(c.Format), Clock: c.Clock, Rated: p.Rated, Rounds: c.Rounds, Games: c.Games, Third: c.Third, Late: c.Late,
		Engines: wire.Engines(p.Engines),
	}
	for _, v := range c.Variants {
		q.Variants = append(q.Variants, v.ID)
	}
	if p.Starts > 0 {
		q.Starts = time.Now().Add(p.Starts).Unix()
	}
	b, err := wire.PostEvents.Ask(ctx, s, q)
	return b.ID, err
}
