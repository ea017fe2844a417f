package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/picture"
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// helpers are what templates may call.
var helpers = template.FuncMap{
	"static":   func(file string) string { return "/static/" + stamp + "/" + file },
	"variant":  variantName,
	"variants": variantNames,
	"told":     func(say *tongue.Speaker, list []wire.GameBrief) gameList { return gameList{say, list} },
	"inc":      func(i int) int { return i + 1 },
	"sub":      func(a, b int) int { return a - b },
	"when":     when,
	"result":   resultOf,
	"pool":     pool,
	"phase": func(say *tongue.Speaker, e wire.EventBrief) template.HTML {
		return timed(say, phase(say, e), e.Spec.Starts)
	},
	"timed":  timed,
	"who":    func(say *tongue.Speaker, p wire.Player) who { return who{say, p} },
	"format": format,
	"clock":  tables.Clock,
	"sprite": func() template.HTML { return template.HTML(picture.Sprite()) },
}

func variantName(say *tongue.Speaker, id string) string {
	v, err := variant.Get(id)
	if err != nil {
		return id
	}
	return say.Text(v.Name)
}

// gameList is a list of games and who speaks of them.
type gameList struct {
	Say   *tongue.Speaker
	Games []wire.GameBrief
}

func variantNames(say *tongue.Speaker, ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = variantName(say, id)
	}
	return strings.Join(names, ", ")
}

// when writes a time in the reader's language. static/times.js puts it into his zone.
func when(say *tongue.Speaker, unix int64) template.HTML {
	if unix == 0 {
		return template.HTML(template.HTMLEscapeString(say.Text("now")))
	}
	at := time.Unix(unix, 0).UTC()
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s</time>`, at.Format(time.RFC3339), template.HTMLEscapeString(say.Time(at))))
}

// timed lets a time that a text tells be put into the reader's zone, too.
func timed(say *tongue.Speaker, text string, unix int64) template.HTML {
	text = template.HTMLEscapeString(text)
	if unix != 0 {
		text = strings.Replace(text, template.HTMLEscapeString(say.Time(time.Unix(unix, 0).UTC())), string(when(say, unix)), 1)
	}
	return template.HTML(text)
}

// who is a player, and who speaks of him.
type who struct {
	Say *tongue.Speaker
	wire.Player
}

func resultOf(say *tongue.Speaker, g wire.GameBrief) string {
	switch {
	case g.Ended == 0:
		return say.Text("under way")
	case g.Result == "":
		return say.Text("broken off")
	case g.Result == "draw":
		return say.Textf("drawn, %s", words(g.Cause))
	}
	return say.Textf("%s won, %s", g.Result, words(g.Cause))
}

// Numbers of things on a page, and how often one that changes is looked at again, in
// seconds.
const (
	mostBoards = 6
	slowly     = 15
	quickly    = 4
)

// card is a game under way with its board.
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
	ctx, say := r.Context(), spoken(w, r)
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
			continue // it has ended between the list and now
		}
		p.Boards = append(p.Boards, card{g, f.board(say, f.last(), true), f.last() + 1})
	}
	s.show(w, r, "home", http.StatusOK, page{Title: say.Text("Games"), About: say.Text("Games of hnefatafl and its kin, under way and lately played."), At: "games", Scripts: []string{"refresh.js"}, Refresh: slowly, Body: p})
}

// aboutGame tells a game to who does not know it.
func aboutGame(say *tongue.Speaker, v *variant.Variant) string {
	return say.Text(strings.Join(strings.Fields(v.Description), " "))
}

// textFamilies and textSpeeds are those of the pools.
var textFamilies = map[string]string{
	"tafl": "Tafl", "fox": "Fox and geese", "asalto": "Asalto", "tiger": "Tigers and leopards", "dablot": "Dablot",
	"halatafl": "Halatafl", "morris": "Morris", "maharajah": "Maharajah",
}

var textSpeeds = map[string]string{"blitz": "quick", "rapid": "brisk", "classical": "unhurried", "correspondence": "over days"}

// pool says what a pool of ratings is about: a family of games and a speed.
func pool(say *tongue.Speaker, id string) string {
	family, speed, both := strings.Cut(id, " ")
	if !both || textSpeeds[speed] == "" {
		return id
	}
	return say.Text(cmp.Or(textFamilies[family], family)) + ", " + say.Text(textSpeeds[speed])
}

// last returns the number of turns played.
func (f *Film) last() int { return len(f.Frames) - 1 }

// title says who plays.
func (f *Film) title(say *tongue.Speaker) string {
	return say.Textf("%s against %s", tongue.Name(f.Spec.Seats[0].Name), tongue.Name(f.Spec.Seats[1].Name))
}

// about says what is played and how it stands.
func (f *Film) about(say *tongue.Speaker) string {
	return say.Textf("%s, %s. %s after %d turns.", f.Variant.Name, tongue.Name(tables.Clock(say, f.Spec.Clock)), tongue.Name(f.status(say)), f.last())
}

// board draws the game after some turns.
func (f *Film) board(say *tongue.Speaker, ply int, small bool) template.HTML {
	label := say.Textf("%s: %s", f.Variant.Name, tongue.Name(f.title(say)))
	return drawBoard(say, f.Variant.Rules, f.Frames[ply], label, small)
}

// seat is a player beside the board.
type seat struct {
	Say                      *tongue.Speaker
	Player                   wire.Player
	Symbol, Side, Key, Clock string
	Hand                     []held
}

// held is what a side has in hand of a kind of pieces.
type held struct{ Symbol, Text string }

// inHand is what a side has not yet put on the board.
func inHand(say *tongue.Speaker, r *rules.Rules, fr Frame, side game.Side) (list []held) {
	for _, k := range r.Kinds()[1:] {
		if n := fr.Hand[string(k.Letter)]; n > 0 && k.Side == side {
			list = append(list, held{picture.Symbol(k), say.Textf("%d in hand: %s", n, tongue.Name(kindName(say, r, k)))})
		}
	}
	return list
}

// gamePage is a game after Ply of its turns.
type gamePage struct {
	Say          *tongue.Speaker
	ID           string
	Film         *Film
	Ply          int
	Board        template.HTML
	Seats        [game.Sides]seat
	About        string // the game, for who does not know it
	Where, Said  string // how many turns have been played, and the last of them
	Position     []string
	Frame, Event string

	First, Back, On, Last string // addresses
	Aside                 bool   // the board shows a turn that was taken back
	node                  *tree.Node
	Played                []move // in the archive, at this position
}

// Status says how the game stands.
func (p *gamePage) Status() string { return p.Film.status(p.Say) }

// Words are those of the script.
func (p *gamePage) Words() string { return wordsOf(p.Say, watchWords()) }

// Turns is the tree.
func (p *gamePage) Turns() []turn { return lineOf(p.Film.Tree, p.Film.Tree.Root.Main(), p.node) }

// OpenTafl reports whether that program has such games.
func (p *gamePage) OpenTafl() bool { return !p.Film.Variant.Rules.Lines() }

// gameAt reads the game that a request is about, at the turn that it names.
func (s *Site) gameAt(w http.ResponseWriter, r *http.Request) (p gamePage, err error) {
	p.ID, p.Say = r.PathValue("id"), spoken(w, r)
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
	p.Position = p.Film.inWords(p.Say, p.Film.Frames[p.Ply])
	p.About = aboutGame(p.Say, p.Film.Variant)
	p.node = p.Film.Tree.Root
	for range p.Ply {
		p.node = p.node.Main()
	}
	if text := r.URL.Query().Get("line"); text != "" {
		n, err := aside(p.Film.Tree, text)
		if err != nil {
			return p, err
		}
		p.showAside(n)
	}
	for side := range p.Seats {
		p.Seats[side] = p.Film.seat(p.Say, game.Side(side), p.Ply)
	}
	p.Frame = fmt.Sprintf(`<iframe src="%s/games/%s/board" width="480" height="580" title="A game of tafl"></iframe>`, s.origin(r), p.ID)
	return p, nil
}

// seat is a player with his clock, which in a game that is over is shown as it stood
// after some of the turns.
func (f *Film) seat(say *tongue.Speaker, side game.Side, ply int) seat {
	t := seat{Say: say, Hand: inHand(say, f.Variant.Rules, f.Frames[ply], side), Player: f.Spec.Seats[side], Side: say.Text(strings.ToLower(f.Variant.Rules.SideName(side))), Key: side.String(), Symbol: side.String()}
	if f.Since != 0 {
		left := f.Left[side]
		if f.Over && ply < f.last() {
			left = f.Frames[ply].Left[side]
		}
		t.Clock = clockText(left)
	}
	return t
}

// clockText writes what is left on a clock.
func clockText(ms int) string {
	sec := max(ms, 0) / 1000
	if sec >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", sec/3600, sec/60%60, sec%60)
	}
	return fmt.Sprintf("%d:%02d", sec/60, sec%60)
}

// inWords lists where the pieces stand.
func (f *Film) inWords(say *tongue.Speaker, fr Frame) (lines []string) {
	rules := f.Variant.Rules
	for _, k := range rules.Kinds()[1:] {
		var at []string
		for s := range fr.Pieces {
			if fr.Pieces[s] == k.Letter {
				at = append(at, rules.Board().Name(game.Square(s)))
			}
		}
		if len(at) > 0 {
			lines = append(lines, kindName(say, rules, k)+": "+strings.Join(at, ", "))
		}
	}
	for side := range game.Side(game.Sides) {
		for _, h := range inHand(say, rules, fr, side) {
			lines = append(lines, h.Text)
		}
	}
	return lines
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
	scripts := []string{"game.js"}
	if p.Aside { // which it does not know
		scripts = nil
	}
	s.show(w, r, "game", http.StatusOK, page{Title: p.Film.title(p.Say), About: p.Film.about(p.Say), At: "games", Scripts: scripts, Body: &p})
}

// embedded is the board alone, for frames in other pages.
func (s *Site) embedded(w http.ResponseWriter, r *http.Request) {
	p, err := s.gameAt(w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, "board", http.StatusOK, page{Title: p.Film.title(p.Say), About: p.Film.about(p.Say), Scripts: []string{"game.js"}, Body: &p})
}

// frames gives the script the turns of a game. One in the archive never changes.
func (s *Site) frames(w http.ResponseWriter, r *http.Request) {
	seq, _ := strconv.ParseUint(r.URL.Query().Get("seq"), 10, 64) // without it, what there is
	f, err := s.film(r.Context(), r.PathValue("id"), seq)
	var body []byte
	if err == nil {
		told := *f
		told.Status = f.status(spoken(w, r))
		body, err = json.Marshal(told)
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
	say := spoken(w, r)
	s.show(w, r, "ladder", http.StatusOK, page{Title: say.Text("Ladder"), About: say.Text("The best players of hnefatafl and its kin here."), At: "ladder", Body: p})
}

// findPlayer leads to the page of a player.
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
		if i := slices.IndexFunc(list, func(x wire.Rating) bool { return x.Pool == r.URL.Query().Get("pool") }); i >= 0 {
			best = list[i]
		}
		p.Pool, p.Provisional = best.Pool, best.Provisional
		points, err := s.source.Graph(r.Context(), p.Profile.Player.ID, p.Pool)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		p.Graph = drawGraph(spoken(w, r), points)
	}
	s.show(w, r, "player", http.StatusOK, page{Title: p.Profile.Player.Name, About: spoken(w, r).Textf("Ratings and last games of %s.", tongue.Name(p.Profile.Player.Name)), Body: p})
}

func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	list, err := s.source.Events(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	say := spoken(w, r)
	s.show(w, r, "events", http.StatusOK, page{Title: say.Text("Tournaments"), About: say.Text("Tournaments of hnefatafl and its kin, open, under way and finished."), At: "events", Scripts: []string{"refresh.js"}, Refresh: slowly, Body: list})
}
