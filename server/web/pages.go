package web

import (
	"cmp"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Numbers of items on a page, and intervals of updates in seconds.
const (
	mostBoards = 6
	slowly     = 15
	quickly    = 4
)

// card is a game in progress with its board.
type card struct {
	Brief wire.GameBrief
	Board template.HTML
	Turn  int
}

type homePage struct {
	Boards []card
	More   []wire.GameBrief
	Events []wire.EventBrief
	Recent []wire.GameBrief
}

func (s *Site) home(w http.ResponseWriter, r *http.Request) {
	ctx, say := r.Context(), printerFor(w, r)
	var p homePage
	live, err := s.source.Live(ctx)
	if err == nil {
		p.Recent, err = s.source.Recent(ctx)
	}
	if err == nil {
		p.Events, err = s.source.Events(ctx)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Events = slices.DeleteFunc(p.Events, func(e wire.EventBrief) bool { return e.Phase == "over" })
	for _, g := range live {
		if len(p.Boards) == mostBoards {
			p.More = append(p.More, g)
			continue
		}
		f, err := s.film(ctx, g.Game, 0)
		if err != nil {
			continue // it has ended meanwhile
		}
		p.Boards = append(p.Boards, card{g, f.board(say, f.last(), true), f.last() + 1})
	}
	s.show(w, r, "home", http.StatusOK,
		page{Title: say.Text("Games"), About: say.Text("Hnefatafl and related games, in progress and recently played."),
			At: "games", Scripts: []string{"refresh.js"}, Refresh: slowly, Body: p})
}

type ladderPage struct {
	Pools []string
	Pool  string
	Rungs []wire.Rung
}

func (s *Site) ladder(w http.ResponseWriter, r *http.Request) {
	var p ladderPage
	var err error
	if p.Pools, err = s.source.Pools(r.Context()); err != nil {
		s.fail(w, r, err)
		return
	}
	p.Pool = r.URL.Query().Get("pool")
	if p.Pool == "" && len(p.Pools) > 0 {
		p.Pool = p.Pools[0]
	}
	if p.Pool != "" && !slices.Contains(p.Pools, p.Pool) {
		s.fail(w, r, ErrNone)
		return
	}
	if p.Rungs, err = s.source.Ladder(r.Context(), p.Pool); err != nil {
		s.fail(w, r, err)
		return
	}
	say := printerFor(w, r)
	s.show(w, r, "ladder", http.StatusOK, page{Title: say.Text("Ladder"),
		About: say.Text("The best players of hnefatafl and related games here."), At: "ladder", Body: p})
}

// findPlayer redirects to the page of a player.
func (s *Site) findPlayer(w http.ResponseWriter, r *http.Request) {
	p, err := s.source.Profile(r.Context(), strings.TrimSpace(r.URL.Query().Get("name")))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/players/"+p.Player.Name, http.StatusSeeOther)
}

type playerPage struct {
	Profile     wire.Profile
	Pool        string
	Provisional bool
	Graph       template.HTML
}

func (s *Site) player(w http.ResponseWriter, r *http.Request) {
	p := playerPage{}
	var err error
	if p.Profile, err = s.source.Profile(r.Context(), r.PathValue("name")); err != nil {
		s.fail(w, r, err)
		return
	}
	if list := p.Profile.Ratings; len(list) > 0 {
		best := slices.MaxFunc(list, func(a, b wire.Rating) int { return cmp.Compare(a.Games, b.Games) })
		if i := slices.IndexFunc(list,
			func(x wire.Rating) bool { return x.Pool == r.URL.Query().Get("pool") }); i >= 0 {
			best = list[i]
		}
		p.Pool, p.Provisional = best.Pool, best.Provisional
		points, err := s.source.Graph(r.Context(), p.Profile.Player.ID, p.Pool)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		p.Graph = drawGraph(printerFor(w, r), points)
	}
	s.show(w, r, "player", http.StatusOK, page{Title: p.Profile.Player.Name, Scripts: []string{"friend.js"},
		About: printerFor(w, r).Textf("Ratings and recent games of %s.", tongue.Name(p.Profile.Player.Name)), Body: p})
}

func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	list, err := s.source.Events(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	say := printerFor(w, r)
	s.show(w, r, "events", http.StatusOK,
		page{Title: say.Text("Tournaments"),
			About:   say.Text("Tournaments of hnefatafl and related games: open, in progress and finished."),
			At:      "events",
			Scripts: []string{"refresh.js"}, Refresh: slowly, Body: list})
}
