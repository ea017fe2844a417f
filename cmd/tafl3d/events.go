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

// get is how one asks for something.
const get = http.MethodGet

// eventPath is where an event is.
func eventPath(id, rest string) string { return "v1/events/" + url.PathEscape(id) + rest }

// Event implements app.Attended.
func (d *attended) Event(ctx context.Context, id string) (v app.EventView, err error) {
	var e wire.Event
	if err := d.do(ctx, get, eventPath(id, ""), nil, &e); err != nil {
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
	what := "/leave"
	if in {
		what = "/join"
	}
	return d.do(ctx, http.MethodPost, eventPath(id, what), nil, nil)
}

// DirectEvent implements app.Attended.
func (d *attended) DirectEvent(ctx context.Context, id string, o app.Order) error {
	q := wire.Order{Do: o.Do, Name: o.Name, Player: o.Player, Pairing: o.Game.Pairing, Leg: o.Game.Leg, Verdict: string(o.Verdict)}
	return d.do(ctx, http.MethodPost, eventPath(id, "/orders"), q, nil)
}

// Replay implements app.Attended.
func (s service) Replay(ctx context.Context, game string) ([]byte, error) {
	var g wire.GameFull
	if err := s.do(ctx, get, "v1/games/"+url.PathEscape(game), nil, &g); err != nil {
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
	var b wire.EventBrief
	err := s.do(ctx, http.MethodPost, "v1/events", q, &b)
	return b.ID, err
}
