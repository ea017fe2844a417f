package web

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// seat is a player next to the board.
type seat struct {
	Say                      *tongue.Speaker
	Player                   wire.Player
	Symbol, Side, Key, Clock string
	Hand                     []held
}

// gamePage is the page of a game after Ply moves.
type gamePage struct {
	Say          *tongue.Speaker
	ID           string
	Film         *Film
	Ply          int
	Board        template.HTML
	Seats        [game.Sides]seat
	About        string // describes the variant
	Where, Said  string // the number of moves and the last move
	Position     []string
	Frame, Event string

	First, Back, On, Last string // links
	Aside                 bool   // the board shows a move that was taken back
	node                  *tree.Node
	Played                []move // in archived games, from this position
}

// Status describes the state of the game.
func (p *gamePage) Status() string { return p.Film.status(p.Say) }

// Words returns the texts of the script.
func (p *gamePage) Words() string { return wordsOf(p.Say, watchWords()) }

// ReviewWords returns the texts of the review's script.
func (p *gamePage) ReviewWords() string { return wordsOf(p.Say, reviewWords()) }

// Turns returns the move tree.
func (p *gamePage) Turns() []turn { return lineOf(p.Film.Tree, p.Film.Tree.Root.Main(), p.node) }

// OpenTafl reports whether OpenTafl can read games of this variant.
func (p *gamePage) OpenTafl() bool { return !p.Film.Variant.Rules.Lines() }

// gameAt reads the game of a request, at the move that it names.
func (s *Site) gameAt(w http.ResponseWriter, r *http.Request) (p gamePage, err error) {
	p.ID, p.Say = r.PathValue("id"), printerFor(w, r)
	if p.Film, err = s.film(r.Context(), p.ID, 0); err != nil {
		return p, err
	}
	last := p.Film.last()
	p.Ply = last
	if text := r.URL.Query().Get("ply"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > last {
			return p, ErrNone
		}
		p.Ply = n
	}
	at := func(ply int) string { return fmt.Sprintf("?ply=%d", ply) }
	p.First, p.Back, p.On, p.Last = at(0), at(max(p.Ply-1, 0)), at(min(p.Ply+1, last)), at(last)
	p.Where, p.Said = p.Say.Textf("%d of %d", p.Ply, last), p.Film.Frames[p.Ply].Text
	p.Board = p.Film.board(p.Say, p.Ply, false)
	p.Position = p.Film.piecesByKind(p.Say, p.Film.Frames[p.Ply])
	p.About = aboutGame(p.Say, p.Film.Variant)
	p.node = p.Film.Tree.Root
	for range p.Ply {
		p.node = p.node.Main()
	}
	if text := r.URL.Query().Get("line"); text != "" {
		n, err := sideNode(p.Film.Tree, text)
		if err != nil {
			return p, err
		}
		p.showAside(n)
	}
	for side := range p.Seats {
		p.Seats[side] = p.Film.seat(p.Say, game.Side(side), p.Ply)
	}
	p.Frame = fmt.Sprintf(`<iframe src="%s/games/%s/board" width="480" height="580" title="A game of tafl"></iframe>`,
		s.origin(r), p.ID)
	return p, nil
}

// seat returns a player with their clock. In a finished game the clock is that of the shown position.
func (f *Film) seat(say *tongue.Speaker, side game.Side, ply int) seat {
	t := seat{Say: say, Hand: inHand(say, f.Variant.Rules, f.Frames[ply], side), Player: f.Spec.Seats[side],
		Side: say.Text(strings.ToLower(f.Variant.Rules.SideName(side))), Key: side.String(),
		Symbol: sideFigure(f.Variant.Rules, side)}
	if f.Since != 0 {
		left := f.Left[side]
		if f.Over && ply < f.last() {
			left = f.Frames[ply].Left[side]
		}
		t.Clock = clockText(left)
	}
	return t
}

// clockText formats the time on a clock.
func clockText(ms int) string {
	sec := max(ms, 0) / 1000
	if sec >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", sec/3600, sec/60%60, sec%60)
	}
	return fmt.Sprintf("%d:%02d", sec/60, sec%60)
}

func (s *Site) game(w http.ResponseWriter, r *http.Request) {
	p, err := s.gameAt(w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if id := p.Film.Spec.Event; id != "" {
		if e, err := s.source.Event(r.Context(), id); err == nil {
			p.Event = e.Spec.Name
		}
	}
	s.explore(r, &p)
	scripts := []string{"moves.js", "game.js"}
	switch {
	case p.Aside: // the script cannot show it
		scripts = nil
	case p.Reviewable():
		scripts = append(scripts, "review.js", "squares.js", "analysis.js")
	}
	s.show(w, r, "game", http.StatusOK, page{Title: p.Film.title(p.Say), About: p.Film.about(p.Say), At: "games",
		Scripts: scripts, Body: &p})
}

// embedded shows only the board, for frames in other pages.
func (s *Site) embedded(w http.ResponseWriter, r *http.Request) {
	p, err := s.gameAt(w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, "board", http.StatusOK, page{Title: p.Film.title(p.Say), About: p.Film.about(p.Say),
		Scripts: []string{"moves.js", "game.js"}, Body: &p})
}

// frames sends the positions of a game to the script. Those of an archived game can be cached.
func (s *Site) frames(w http.ResponseWriter, r *http.Request) {
	seq, _ := strconv.ParseUint(r.URL.Query().Get("seq"), 10, 64) // 0 without it
	f, err := s.film(r.Context(), r.PathValue("id"), seq)
	first, _ := strconv.Atoi(r.URL.Query().Get("from"))
	var body []byte
	if err == nil {
		body, err = f.tell(printerFor(w, r), first)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	cache := "no-cache"
	if f.Stored {
		cache = "public, max-age=86400"
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	send(w, r, http.StatusOK, body, cache)
}
