package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament"
	webpage "tafl3d/tournament/page"
	"tafl3d/tournament/tables"
)

// eventPage is the page of a tournament.
type eventPage struct {
	Event   wire.Event
	Words   string
	Refresh int // seconds between updates by the script; 0: never
	Facts   string
	Now     []playedNow
	Tables  template.HTML // empty without participants
}

// playedNow is a game in progress with its board.
type playedNow struct {
	Game, Attackers, Defenders string
	Board                      template.HTML
}

func (s *Site) event(w http.ResponseWriter, r *http.Request) {
	e, err := s.source.Event(r.Context(), r.PathValue("id"))
	var p eventPage
	if err == nil {
		p, err = eventOf(printerFor(w, r), e)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Now = s.playedNow(r.Context(), printerFor(w, r), e)
	p.Words = wordsOf(printerFor(w, r), eventWords())
	if e.Phase != "over" {
		p.Refresh = quickly
	}
	s.show(w, r, "event", http.StatusOK, page{Title: e.Spec.Name, About: p.Facts, At: "events",
		Scripts: []string{sessionScript, "event.js", "refresh.js"}, Body: p})
}

// eventOf returns the contents of an event's page.
func eventOf(say *tongue.Speaker, e wire.Event) (p eventPage, err error) {
	told, games, err := toldOf(say, e)
	if err != nil {
		return p, err
	}
	links := webpage.Links{Player: func(id int) string { return "/players/" + nameIn(e, id) },
		Game: func(at tables.Game) string {
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

// toldOf converts an event to the form of package tables, and returns its games by place.
func toldOf(say *tongue.Speaker, e wire.Event) (*tables.Event, map[tables.Game]wire.EventGame, error) {
	state, err := tournament.Decode(e.Saved)
	if err != nil {
		return nil, nil, err
	}
	games := map[tables.Game]wire.EventGame{}
	for _, pair := range e.Pairings {
		for leg, g := range pair.Games {
			games[tables.Game{Pairing: pair.Pairing, Leg: leg}] = g
		}
	}
	return &tables.Event{State: state, Say: say, Variant: func(id string) string { return variantName(say, id) },
		Open: func(g tables.Game) (tables.Progress, int) {
			if games[g].Due {
				return tables.Played, 0
			}
			return tables.Waits, 0
		}}, games, nil
}

// eventFile sends an event as a file, in the formats of the desktop.
func (s *Site) eventFile(w http.ResponseWriter, r *http.Request) {
	e, err := s.source.Event(r.Context(), r.PathValue("id"))
	var told *tables.Event
	if err == nil {
		told, _, err = toldOf(printerFor(w, r), e)
	}
	var b bytes.Buffer
	kind := ""
	if err == nil {
		kind, err = writeEvent(&b, r.PathValue("file"), told, e.Saved)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", r.PathValue("file")))
	send(w, r, http.StatusOK, b.Bytes(), "no-cache")
}

// writeEvent writes the file of an event with this name, and returns its content type.
func writeEvent(b *bytes.Buffer, name string, told *tables.Event, saved []byte) (kind string, err error) {
	cross := told.State.CrossTable()
	switch name {
	case "event.html":
		return "text/html; charset=utf-8", webpage.Write(b, told)
	case "table.csv":
		return "text/csv; charset=utf-8", cross.WriteCSV(b)
	case "table.json":
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return "application/json", enc.Encode(cross)
	case "event.json":
		_, err = b.Write(saved)
		return "application/json", err
	}
	return "", ErrNone
}

// nameIn returns the name of the participant with a number, empty if there is none.
func nameIn(e wire.Event, number int) string {
	if number < 1 || number > len(e.Entrants) {
		return ""
	}
	return e.Entrants[number-1].Player.Name
}

// playedNow returns some of the games in progress with their boards.
func (s *Site) playedNow(ctx context.Context, say *tongue.Speaker, e wire.Event) (list []playedNow) {
	for _, p := range e.Pairings {
		for _, g := range p.Games {
			if !g.Due || len(list) == mostBoards {
				continue
			}
			f, err := s.film(ctx, g.Game, 0)
			if err != nil || f.Over {
				continue // it has not begun, or has just ended
			}
			list = append(list, playedNow{g.Game, nameIn(e, g.Attackers), nameIn(e, g.Defenders),
				f.board(say, f.last(), true)})
		}
	}
	return list
}
