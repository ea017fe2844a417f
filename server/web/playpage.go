package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// playPage is the page of the lobby, or of an invitation to accept.
type playPage struct {
	Words    string // for the script, as JSON: English texts to translations
	Code     string // of the invitation to accept, if any
	Who      string // the inviter and the game
	Fault    string // the invitation has been accepted: only its two players have anything to do here
	Rated    bool   // the invitation is to a rated game
	Variants []*variant.Variant
	Variant  string // selected at first
	Rules    string // custom rules, as a file
	Start    string // a position as text
	Clocks   []string
	Clock    string // selected at first
	Usual    string // the variant kept for when there is no connection
	Quick    []quickGame
	Popular  []*variant.Variant
	Hold     holdForm
	Rests    []int // lengths of a vacation in days; 0 ends it
}

// quickGame is a pairing that one press looks for.
type quickGame struct {
	Variant, Name, Clock, Time string
}

// quickGames are the pairings that most players look for: few, so that two of them meet soon.
func quickGames(say *tongue.Speaker) (list []quickGame) {
	for _, of := range [][2]string{{usualGame, "5m+3s"}, {usualGame, "10m+5s"}, {"linnaean-9x9-tcross-w", "10m+5s"},
		{"copenhagen-11x11-tdiamond", "10m+5s"}, {"copenhagen-11x11-tdiamond", "15m+10s"},
		{"copenhagen-11x11-tdiamond", "0s+1x1d"}} {
		list = append(list, quickGame{of[0], variantName(say, of[0]), of[1], tables.Clock(say, of[1])})
	}
	return list
}

// popularGames are the variants that the lobby offers before the list of all.
var popularGames = []string{usualGame, "linnaean-9x9-tcross-w", "copenhagen-11x11-tdiamond", "fetlar-11x11",
	"tawlbwrdd-13x13", "bagh-chal", "fox-geese-13", "morris-9"}

func popular() (list []*variant.Variant) {
	for _, id := range popularGames {
		if v, err := variant.Get(id); err == nil {
			list = append(list, v)
		}
	}
	return list
}

// otherClocks are time controls of the program and of older pages in addition to the usual ones: challenges in the
// lobby may use them.
var otherClocks = []string{"10m+3x30s", "30m+5x1m", "0s+1x7d", "0s+1x14d", "5m+5s"}

// boardPage is the page of a game to play or watch.
type boardPage struct {
	*gamePage
	Words       string
	Conditional bool // a correspondence game, which has conditional moves
}

// boardScripts are the scripts of a board to play on.
var boardScripts = []string{sessionScript, "moves.js", "squares.js", "board.js"}

// playScripts are those of a game at the service.
var playScripts = append(slices.Clone(boardScripts), "conditional.js")

// wordsFor returns the texts of the board's script in the reader's language.
func wordsFor(say *tongue.Speaker, more ...string) string {
	return wordsOf(say, append(scriptWords(), more...))
}

// oddsClocks are the clocks with time odds that the forms for a challenge and for an event offer: the attackers' time,
// then the defenders'. The quick pairing does not have them, so that players meet.
var oddsClocks = []string{"10m+5s/5m+3s", "5m+3s/10m+5s"}

// wordsOf returns translations of texts, and names of clocks, as JSON. Equal ones are left out.
func wordsOf(say *tongue.Speaker, texts []string, clocks ...string) string {
	told := map[string]string{}
	for _, clock := range clocks {
		told[clock] = tables.Clock(say, clock)
	}
	for _, text := range texts {
		if is := say.Text(text); is != text {
			told[text] = is
		}
	}
	text, _ := json.Marshal(told) // strings can always be encoded
	return string(text)
}

// play shows the lobby, or with an invitation code the invitation to accept.
func (s *Site) play(w http.ResponseWriter, r *http.Request) {
	say := printerFor(w, r)
	p := playPage{Words: wordsOf(say, scriptWords(), otherClocks...), Variant: usualGame, Hold: holdOf(say),
		Code: r.URL.Query().Get("i"), Variants: variant.All(), Clocks: slices.Concat(wire.UsualClocks, oddsClocks),
		Clock: "10m+5s", Usual: usualGame, Quick: quickGames(say), Popular: popular(),
		Rests: []int{3, 7, 14, 30, 0}}
	if p.Code != "" {
		o, err := s.source.Invitation(r.Context(), p.Code)
		e, refused := errors.AsType[*wire.Error](err)
		switch {
		case refused && e.Code == wire.Taken:
			p.Who, p.Fault = say.Text("No game here"), say.Text(textInvitationFaults[e.Code])
		case refused && textInvitationFaults[e.Code] != "":
			s.show(w, r, "invitation", http.StatusNotFound, page{Title: say.Text("Invitation"),
				Body: invitationPage{Fault: say.Text(textInvitationFaults[e.Code])}})
			return
		case err != nil:
			s.fail(w, r, err)
			return
		default:
			p.Rated = o.Seek.Rated
			p.Who = say.Textf("%s invites you to a game", tongue.Name(o.By.Name)) + ": " + variantName(say,
				o.Seek.Variant())
		}
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	if err := s.playFrom(r, &p); err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, "play", http.StatusOK,
		page{Title: say.Text("Play"), About: say.Text("Play hnefatafl and related games in your browser."), At: "play",
			Scripts: []string{sessionScript, "push.js", "lobby.js"}, Body: p})
}

// playFrom fills in the rules and the position of a game after some moves, to begin another game from there.
func (s *Site) playFrom(r *http.Request, p *playPage) error {
	id := r.URL.Query().Get("from")
	if id == "" {
		return nil
	}
	f, err := s.film(r.Context(), id, 0)
	if err != nil {
		return err
	}
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 || ply > f.last() {
		return ErrNone
	}
	n := f.Tree.Root
	for range ply {
		n = n.Main()
	}
	c := f.Tree.Cursor()
	c.To(n)
	p.Variant, p.Rules, p.Start = f.Spec.Variant, f.Spec.Rules, notation.Position(&c.Line().Position)
	return nil
}

// playGame shows the board of a game to its players. Both open it when the game begins, and it is the same page, so it
// is cached.
func (s *Site) playGame(w http.ResponseWriter, r *http.Request) {
	id, say, address := r.PathValue("id"), printerFor(w, r), s.origin(r)
	f, err := s.film(r.Context(), id, 0)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	body, err := f.tellings.once("play "+say.ID()+" "+address, func() ([]byte, error) {
		p := gamePage{Say: say, ID: id, Film: f, Board: f.board(say, f.last(), false), About: aboutGame(say, f.Variant)}
		for side := range p.Seats {
			p.Seats[side] = f.seat(say, game.Side(side), f.last())
		}
		clock, err := match.ParseControl(f.Spec.Clock)
		correspondence := err == nil && ledger.Speed(clock) == "correspondence"
		return s.render("playgame", page{Say: say, Address: address, Title: f.title(say), About: f.about(say),
			At: "play", Scripts: playScripts, Body: boardPage{&p, wordsFor(say, conditionalWords()...),
				correspondence}})
	})
	s.writePage(w, r, http.StatusOK, body, err)
}
