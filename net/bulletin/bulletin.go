// Package bulletin converts a tournament to the message that services and hosting desktops publish.
package bulletin

import (
	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// Place returns the id of a game of an event and whether the game has started and can be joined.
// leg counts from 0.
type Place func(pairing, leg int) (id string, due bool)

// Of returns the state of an event. The caller sets id, spec, director and version.
func Of(t *tournament.Tournament, at Place) (e wire.Event, err error) {
	e.Phase, e.Round, e.Rounds = string(t.Phase()), t.Round(), t.Rounds()
	e.Entrants, e.Pairings, e.Standings = entrants(t), pairings(t, at), standings(t)
	for _, p := range e.Entrants {
		if !p.Withdrawn {
			e.Players++
		}
	}
	e.Saved, err = t.Encode()
	return e, err
}

// engines are the kinds of entrants that are programs.
var engines = map[string]bool{"bot": true, "engine": true}

func entrants(t *tournament.Tournament) []wire.EventPlayer {
	list := []wire.EventPlayer{}
	for _, e := range t.Entrants() {
		p := wire.Player{ID: e.Ref, Name: e.Name, Rating: e.Rating, Bot: engines[e.Kind]}
		list = append(list, wire.EventPlayer{Number: e.ID, Player: p, Seed: e.Seed, Group: e.Group,
			Withdrawn: e.Withdrawn})
	}
	return list
}

func pairings(t *tournament.Tournament, at Place) []wire.EventPairing {
	list := []wire.EventPairing{}
	for _, p := range t.Pairings() {
		w := wire.EventPairing{Pairing: p.ID, Round: p.Round, Stage: string(p.Stage), Players: p.Players,
			Bye: string(p.Bye), Winner: p.Winner, Why: p.Why.String()}
		for i, l := range p.Legs {
			g := wire.EventGame{
				Variant: l.Variant, Attackers: l.Players[game.Attackers], Defenders: l.Players[game.Defenders],
				Verdict: string(l.Verdict), Cause: l.Cause, Plies: l.Plies, Forfeit: l.Forfeit, Note: l.Note,
			}
			g.Game, g.Due = at(p.ID, i)
			w.Games = append(w.Games, g)
		}
		list = append(list, w)
	}
	return list
}

func standings(t *tournament.Tournament) []wire.EventRow {
	list := []wire.EventRow{}
	for _, r := range t.Standings() {
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
