package main

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"tafl3d/app"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// Events implements app.Organiser.
func (s service) Events(ctx context.Context) ([]app.EventBrief, error) {
	var all []wire.EventBrief
	if err := s.do(ctx, http.MethodGet, "v1/events", nil, &all); err != nil {
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

// eventPath is where an event is.
func eventPath(id, rest string) string { return "v1/events/" + url.PathEscape(id) + rest }

// Event implements app.Organiser.
func (s service) Event(ctx context.Context, id string) (v app.EventView, err error) {
	var e wire.Event
	if err := s.do(ctx, http.MethodGet, eventPath(id, ""), nil, &e); err != nil {
		return v, err
	}
	v = app.EventView{EventBrief: eventBrief(e.EventBrief), Games: map[app.EventSeat]string{}}
	if v.State, err = tournament.Decode(e.Saved); err != nil {
		return v, err
	}
	me := 0
	for _, p := range e.Entrants {
		if p.Player.ID == s.session.Player.ID {
			me = p.Number
		}
	}
	for _, p := range e.Pairings {
		for leg, g := range p.Games {
			if !g.Due {
				continue
			}
			v.Games[app.EventSeat{Pairing: p.Pairing, Leg: leg}] = g.Game
			if me != 0 && (g.Attackers == me || g.Defenders == me) {
				v.Mine = g.Game
			}
		}
	}
	return v, nil
}

// EnterEvent implements app.Organiser.
func (s service) EnterEvent(ctx context.Context, id string, in bool) error {
	what := "/leave"
	if in {
		what = "/join"
	}
	return s.do(ctx, http.MethodPost, eventPath(id, what), nil, nil)
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
	var b wire.EventBrief
	err := s.do(ctx, http.MethodPost, "v1/events", q, &b)
	return b.ID, err
}

// DirectEvent implements app.Organiser.
func (s service) DirectEvent(ctx context.Context, id, order string) error {
	return s.do(ctx, http.MethodPost, eventPath(id, "/orders"), wire.Order{Do: order}, nil)
}
