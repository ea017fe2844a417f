package web

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament"
	webpage "tafl3d/tournament/page"
	"tafl3d/tournament/tables"
)

// eventPage is a tournament.
type eventPage struct {
	Event  wire.Event
	Facts  string
	Now    []playedNow
	Tables template.HTML // empty while nobody has entered
}

// playedNow is a game under way with its board.
type playedNow struct {
	Game, Attackers, Defenders string
	Board                      template.HTML
}

func (s *Site) event(w http.ResponseWriter, r *http.Request) {
	e, err := s.source.Event(r.Context(), r.PathValue("id"))
	var p eventPage
	if err == nil {
		p, err = eventOf(spoken(w, r), e)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Now = s.playedNow(r.Context(), spoken(w, r), e)
	shown := page{Title: e.Spec.Name, About: p.Facts, At: "events", Body: p}
	if e.Phase != "over" {
		shown.Scripts, shown.Refresh = []string{"refresh.js"}, quickly
	}
	s.show(w, r, "event", http.StatusOK, shown)
}

// eventOf is an event as its page shows it.
func eventOf(say *tongue.Speaker, e wire.Event) (p eventPage, err error) {
	state, err := tournament.Decode(e.Saved)
	if err != nil {
		return p, err
	}
	games := map[tables.Game]wire.EventGame{}
	for _, pair := range e.Pairings {
		for leg, g := range pair.Games {
			games[tables.Game{Pairing: pair.Pairing, Leg: leg}] = g
		}
	}
	told := &tables.Event{State: state, Say: say, Variant: func(id string) string { return variantName(say, id) }, Open: func(g tables.Game) (tables.Progress, int) {
		if games[g].Due {
			return tables.Played, 0
		}
		return tables.Waits, 0
	}}
	links := webpage.Links{Player: func(id int) string { return "/players/" + nameIn(e, id) }, Game: func(at tables.Game) string {
		if g := games[at]; g.Due || g.Verdict != "" && !(g.Forfeit && g.Plies == 0) {
			return "/games/" + g.Game
		}
		return ""
	}}
	p = eventPage{Event: e, Facts: strings.Join(told.Facts(starts(e.EventBrief)), " · ")}
	switch {
	case len(e.Pairings) > 0:
		p.Tables, err = webpage.Body(told, links)
	case len(e.Entrants) > 0:
		p.Tables, err = webpage.Entrants(told, links)
	}
	return p, err
}

// nameIn returns the name of a player of an event.
func nameIn(e wire.Event, number int) string {
	if number < 1 || number > len(e.Entrants) {
		return ""
	}
	return e.Entrants[number-1].Player.Name
}

// playedNow draws some of the games that are being played.
func (s *Site) playedNow(ctx context.Context, say *tongue.Speaker, e wire.Event) (list []playedNow) {
	for _, p := range e.Pairings {
		for _, g := range p.Games {
			if !g.Due || len(list) == mostBoards {
				continue
			}
			f, err := s.film(ctx, g.Game, 0)
			if err != nil || f.Over {
				continue // it has not begun, or is just being counted
			}
			list = append(list, playedNow{g.Game, nameIn(e, g.Attackers), nameIn(e, g.Defenders), f.board(say, f.last(), true)})
		}
	}
	return list
}
