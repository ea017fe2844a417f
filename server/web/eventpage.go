package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tafl3d/net/wire"
)

// eventPage is a tournament.
type eventPage struct {
	Event     wire.Event
	Tiebreaks []string
	Reached   bool
	Cross     []crossRow
	Rounds    []roundRows // the newest first
	Now       []playedNow
}

// crossRow is a player's line of the cross-table.
type crossRow struct {
	Name  string
	Cells []crossCell
}

// crossCell is what one scored against another. Class colours it, Game is the newest of
// their games that was played.
type crossCell struct{ Class, Text, Other, Game string }

type roundRows struct {
	Number int
	Rows   []roundRow
}

// roundRow is a game of a round, or a bye.
type roundRow struct {
	Attackers, Defenders, Score, How, Game, Bye string
	AttackersWon, DefendersWon                  bool
}

// playedNow is a game under way with its board.
type playedNow struct {
	Game, Attackers, Defenders string
	Board                      template.HTML
}

func (s *Site) event(w http.ResponseWriter, r *http.Request) {
	e, err := s.source.Event(r.Context(), r.PathValue("id"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := eventPage{Event: e, Cross: cross(e), Rounds: rounds(e), Now: s.playedNow(r.Context(), e)}
	if len(e.Standings) > 0 {
		for _, f := range e.Standings[0].Tiebreaks {
			p.Tiebreaks = append(p.Tiebreaks, f.Tiebreak)
		}
	}
	p.Reached = slices.ContainsFunc(e.Standings, func(r wire.EventRow) bool { return r.Reached != "" })
	shown := page{Title: e.Spec.Name, About: fmt.Sprintf("Tournament at %s, %s: %s.", variantNames(e.Spec.Variants), clockWords(e.Spec.Clock), phase(e.EventBrief)), At: "events", Body: p}
	if e.Phase != "over" {
		shown.Script, shown.Refresh = "refresh.js", quickly
	}
	s.show(w, r, "event", http.StatusOK, shown)
}

// nameIn returns the name of a player of an event.
func nameIn(e wire.Event, number int) string {
	if number < 1 || number > len(e.Entrants) {
		return ""
	}
	return e.Entrants[number-1].Player.Name
}

// worth returns what a result gives to both sides.
func worth(verdict string) (attackers, defenders float64) {
	switch verdict {
	case "attackers":
		return 1, 0
	case "defenders":
		return 0, 1
	case "draw":
		return .5, .5
	}
	return 0, 0
}

// score is what one has against another.
type score struct {
	points float64
	games  int
	last   string
}

// cross makes the cross-table, in the order of the standings.
func cross(e wire.Event) []crossRow {
	got := map[[2]int]*score{}
	add := func(a, b int, points float64, g wire.EventGame) {
		k := [2]int{a, b}
		if got[k] == nil {
			got[k] = &score{}
		}
		got[k].points += points
		got[k].games++
		if !g.Forfeit {
			got[k].last = g.Game
		}
	}
	for _, p := range e.Pairings {
		for _, g := range p.Games {
			if g.Verdict == "" {
				continue
			}
			a, d := worth(g.Verdict)
			add(g.Attackers, g.Defenders, a, g)
			add(g.Defenders, g.Attackers, d, g)
		}
	}
	rows := make([]crossRow, len(e.Standings))
	for i, r := range e.Standings {
		rows[i].Name = r.Name
		for _, o := range e.Standings {
			rows[i].Cells = append(rows[i].Cells, cellOf(r, o, got[[2]int{r.Number, o.Number}]))
		}
	}
	return rows
}

func cellOf(r, o wire.EventRow, s *score) crossCell {
	switch {
	case r.Number == o.Number:
		return crossCell{Class: "self"}
	case s == nil:
		return crossCell{}
	}
	c := crossCell{Class: "even", Text: strconv.FormatFloat(s.points, 'f', -1, 64), Other: o.Name, Game: s.last}
	switch half := float64(s.games) / 2; {
	case s.points > half:
		c.Class = "good"
	case s.points < half:
		c.Class = "bad"
	}
	return c
}

var byes = map[string]string{"bye": "bye, counts as won", "asked": "sits out", "rest": "free this round"}

var scores = map[string]string{"attackers": "1 – 0", "defenders": "0 – 1", "draw": "½ – ½", "neither": "0 – 0"}

// rounds lists the games round by round.
func rounds(e wire.Event) (list []roundRows) {
	for _, p := range e.Pairings {
		if len(list) == 0 || list[0].Number != p.Round {
			list = slices.Insert(list, 0, roundRows{Number: p.Round})
		}
		rows := &list[0].Rows
		if p.Bye != "" {
			*rows = append(*rows, roundRow{Attackers: nameIn(e, p.Players[0]), Bye: byes[p.Bye]})
		}
		for _, g := range p.Games {
			*rows = append(*rows, rowOf(e, g))
		}
	}
	return list
}

func rowOf(e wire.Event, g wire.EventGame) roundRow {
	row := roundRow{
		Attackers: nameIn(e, g.Attackers), Defenders: nameIn(e, g.Defenders), Game: g.Game, Score: scores[g.Verdict], How: words(g.Cause),
		AttackersWon: g.Verdict == "attackers", DefendersWon: g.Verdict == "defenders",
	}
	switch {
	case g.Verdict == "" && g.Due:
		row.Score, row.How = "–", "being played"
	case g.Verdict == "":
		row.Score, row.How = "–", "to come"
	case g.Plies > 0:
		row.How += fmt.Sprintf(", %d turns", g.Plies)
	}
	if g.Note != "" {
		row.How = strings.TrimPrefix(row.How+": "+g.Note, ": ")
	}
	return row
}

// playedNow draws some of the games that are being played.
func (s *Site) playedNow(ctx context.Context, e wire.Event) (list []playedNow) {
	for _, p := range e.Pairings {
		for _, g := range p.Games {
			if !g.Due || len(list) == mostBoards {
				continue
			}
			f, err := s.film(ctx, g.Game, 0)
			if err != nil || f.Over {
				continue // it has not begun, or is just being counted
			}
			list = append(list, playedNow{g.Game, nameIn(e, g.Attackers), nameIn(e, g.Defenders), f.board(f.last(), true)})
		}
	}
	return list
}
