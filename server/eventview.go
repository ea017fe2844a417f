package server

import (
	"context"

	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/tournament"
)

// view lets f look at an event as it stands.
func (s *Server) view(ctx context.Context, id string, f func(*desk) error) error {
	return s.atDesk(id, func(d *desk) error {
		if err := s.load(ctx, d); err != nil {
			return err
		}
		return f(d)
	})
}

// eventBrief shows an event in a list, as the account me sees it.
func (s *Server) eventBrief(ctx context.Context, id, me string) (b wire.EventBrief, err error) {
	err = s.view(ctx, id, func(d *desk) error {
		b, err = s.briefOf(ctx, d, me)
		return err
	})
	return b, err
}

func (s *Server) briefOf(ctx context.Context, d *desk, me string) (wire.EventBrief, error) {
	a, err := s.store.Account(ctx, d.row.Director)
	if err != nil {
		return wire.EventBrief{}, err
	}
	b := wire.EventBrief{
		ID: d.row.ID, Spec: d.spec, Director: player(a), Phase: string(d.t.Phase()), Round: d.t.Round(), Rounds: d.t.Rounds(), Version: d.row.Version,
		Joined: d.has(me), Yours: me != "" && me == a.ID,
	}
	for _, e := range d.t.Entrants() {
		if !e.Withdrawn {
			b.Players++
		}
	}
	return b, nil
}

// Event shows an event with everything in it, as the account me sees it; none is
// anybody.
func (s *Server) Event(ctx context.Context, id, me string) (e wire.Event, err error) {
	err = s.view(ctx, id, func(d *desk) error {
		if e.EventBrief, err = s.briefOf(ctx, d, me); err != nil {
			return err
		}
		e.Entrants, e.Pairings, e.Standings = d.entrants(), d.pairings(), d.standings()
		e.Saved, err = d.t.Encode()
		return err
	})
	return e, err
}

func (d *desk) entrants() []wire.EventPlayer {
	list := []wire.EventPlayer{}
	for _, e := range d.t.Entrants() {
		p := wire.Player{ID: e.Ref, Name: e.Name, Rating: e.Rating, Bot: e.Kind == string(store.Bot)}
		list = append(list, wire.EventPlayer{Number: e.ID, Player: p, Seed: e.Seed, Group: e.Group, Withdrawn: e.Withdrawn})
	}
	return list
}

func (d *desk) pairings() []wire.EventPairing {
	list := []wire.EventPairing{}
	dues := d.dues()
	for _, p := range d.t.Pairings() {
		w := wire.EventPairing{Pairing: p.ID, Round: p.Round, Stage: string(p.Stage), Players: p.Players, Bye: string(p.Bye), Winner: p.Winner, Why: p.Why}
		for i, l := range p.Legs {
			g := wire.EventGame{
				Game: gameOf(d.row.ID, p.ID, i), Variant: l.Variant, Attackers: l.Players[game.Attackers], Defenders: l.Players[game.Defenders],
				Verdict: string(l.Verdict), Cause: l.Cause, Plies: l.Plies, Forfeit: l.Forfeit, Note: l.Note,
			}
			_, due := dues[g.Game]
			g.Due = due && d.seated[g.Game] // before that nobody could sit down
			w.Games = append(w.Games, g)
		}
		list = append(list, w)
	}
	return list
}

func (d *desk) standings() []wire.EventRow {
	list := []wire.EventRow{}
	for _, r := range d.t.Standings() {
		w := wire.EventRow{
			Rank: r.Rank, Number: r.Entrant, Name: r.Name, Points: float64(r.Points) / 2, Games: r.Games,
			Wins: r.All.Wins, Draws: r.All.Draws, Losses: r.All.Losses, Reached: r.Reached, Withdrawn: r.Withdrawn,
		}
		for _, f := range r.Breaks {
			w.Tiebreaks = append(w.Tiebreaks, wire.EventFigure{Tiebreak: string(f.Tiebreak), Value: f.String()})
		}
		list = append(list, w)
	}
	return list
}

// CrossTable returns who scored what against whom in an event.
func (s *Server) CrossTable(ctx context.Context, id string) (c tournament.CrossTable, err error) {
	err = s.view(ctx, id, func(d *desk) error {
		c = d.t.CrossTable()
		return nil
	})
	return c, err
}
