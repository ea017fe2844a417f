package server_test

import (
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// TestPosition asks how a game stands: the player whose turn it is is told what he may
// play, nobody else is; where watchers see turns later, strangers see the position later.
func TestPosition(t *testing.T) {
	s := newFixture(t)
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Delay: 600,
		Seats: [2]wire.Player{s.astrid.session.Player, s.dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	g := s.sit(t, spec.Game)
	path := strings.TrimPrefix(wire.GetPosition.At(spec.Game), "/")
	p := ask[wire.Position](t, s.astrid, http.MethodGet, path, nil)
	if len(p.Moves) != 40 || p.Ply != 0 || p.Turn != wire.Attackers || strings.Count(p.Pieces, ".") != 49-13 {
		t.Errorf("to the attackers: %d moves, %+v", len(p.Moves), p)
	}
	if p := ask[wire.Position](t, s.dag, http.MethodGet, path, nil); len(p.Moves) != 0 {
		t.Errorf("to the defenders: %d moves", len(p.Moves))
	}
	g.play(t, 3)
	if p := ask[wire.Position](t, s.dag, http.MethodGet, path, nil); p.Ply != 3 || len(p.Moves) == 0 || p.Text == "" ||
		len(p.Last) == 0 || p.Runs != wire.Defenders {
		t.Errorf("after three turns: %+v", p)
	}
	if p := ask[wire.Position](t, signUp(t, s.url, "Eve"), http.MethodGet, path, nil); p.Ply != 0 || len(p.Moves) != 0 {
		t.Errorf("to a stranger, ten minutes too early: %+v", p)
	}
	refusedGet(t, s.url+wire.GetPosition.At("nothing"), http.StatusNotFound)
}

func refusedGet(t testing.TB, url string, want int) {
	t.Helper()
	if status, body, _ := fetch(t, url); status != want {
		t.Errorf("%s: %d %s", url, status, body)
	}
}

// enter gives a name in the page, as somebody who comes for the first time.
func (b *browser) enter(name string) {
	b.t.Helper()
	b.until("the form",
		`document.querySelector("[data-enter]") !== null && !document.querySelector("[data-enter]").hidden`)
	if name != "" {
		b.run(chromedp.SendKeys(`#name`, name))
	}
	b.run(chromedp.Click(`[data-enter] button`))
}

// player is somebody who plays in a browser.
type player struct {
	*browser
	s    *fixture
	game string
}

// asks how the game stands for the session of the page.
func (p *player) position() (at wire.Position) {
	p.t.Helper()
	token := value[string](p.browser, `JSON.parse(sessionStorage.getItem("tafl3d")).token`)
	_, body, _ := fetch(p.t, p.s.url+wire.GetPosition.At(p.game), "Authorization", "Bearer "+token)
	if err := json.Unmarshal([]byte(body), &at); err != nil {
		p.t.Fatal(body, err)
	}
	return at
}

// tap presses the square of a name.
func (p *player) tap(square string) {
	p.t.Helper()
	p.run(chromedp.MouseClickXY(p.where(square)))
}

// drag pulls what stands on a square to another.
func (p *player) drag(from, to string) {
	p.t.Helper()
	value[int](p.browser, `(document.querySelector(".holder").scrollIntoView({block: "center"}), 1)`)
	x, y := p.spot(from)
	u, v := p.spot(to)
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x+u)/2, (y+v)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, u, v, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, u, v, chromedp.ButtonLeft))
}

// enterAt comes to a square by the keyboard and presses the enter key.
func (p *player) enterAt(square string) {
	p.t.Helper()
	value[int](p.browser, fmt.Sprintf(`([...document.querySelectorAll(".hit")].find(c => `+
		`c.getAttribute("aria-label").split(",")[0] === %q).focus(), 1)`, square))
	p.run(chromedp.KeyEvent(kb.Enter))
}

// move plays a step by two taps, and waits until the service has it.
func (p *player) move(m wire.Move, before wire.Position) {
	p.t.Helper()
	p.tap(m.From)
	p.tap(m.To)
	p.played(m, before)
}

// played waits until the service has a step.
func (p *player) played(m wire.Move, before wire.Position) {
	p.t.Helper()
	looks := await.Poll{Timeout: patience, Interval: 20 * time.Millisecond, Longest: 200 * time.Millisecond,
		State: p.text}
	looks.Until(p.t, m.From+"-"+m.To+" is not played", func() bool { return p.position().Seq > before.Seq })
}

// positionToMove waits until the player is to move or the game is over: the page shows a
// move as soon as it is sent, the service has it a moment later.
func (p *player) positionToMove() (at wire.Position) {
	p.t.Helper()
	looks := await.Poll{Timeout: patience, Interval: 20 * time.Millisecond, Longest: 200 * time.Millisecond}
	looks.Until(p.t, "it is not the player's turn",
		func() bool { at = p.position(); return at.Over || len(at.Moves) > 0 })
	return at
}

// atBoard reads which game the page came to.
func (p *player) atBoard() {
	p.t.Helper()
	p.until("the board", `location.pathname.startsWith("/play/") && document.querySelector(".status") !== null && `+
		`document.querySelector(".status").textContent !== "" && document.querySelector("article.plays") !== null`)
	p.game = strings.TrimPrefix(value[string](p.browser, `location.pathname`), "/play/")
}

// seen waits until the page shows what the service has.
func (p *player) seen(at wire.Position) {
	p.t.Helper()
	want := 0
	for _, letter := range at.Pieces {
		if letter != '.' {
			want++
		}
	}
	p.until("the page shows the position",
		fmt.Sprintf(`document.querySelectorAll(".men .man:not(.taken)").length === %d`, want))
}

// ready waits until the page shows the position that the service has and waits for a step: the
// status alone may still be that of the turn before.
func (p *player) ready(at wire.Position) {
	p.t.Helper()
	p.until("his turn", fmt.Sprintf(`Number(document.querySelector("[data-play]").dataset.seq) >= %d && `+
		`document.querySelector(".status").textContent === "Your turn" && `+
		`!document.querySelector("[data-act]:disabled")`, at.Seq))
}

// where is the middle of the square of a name in the window.
func (p *player) where(square string) (x, y float64) {
	p.t.Helper()
	value[int](p.browser, fmt.Sprintf(`([...document.querySelectorAll(".hit")].find(c => `+
		`c.getAttribute("aria-label").split(",")[0] === %q).scrollIntoView({block: "center"}), 1)`, square))
	return p.spot(square)
}

// spot returns where the middle of a square is in the window.
func (p *player) spot(square string) (x, y float64) {
	p.t.Helper()
	point := fmt.Sprintf(`(() => { const r = [...document.querySelectorAll(".hit")].find(c => `+
		`c.getAttribute("aria-label").split(",")[0] === %q).getBoundingClientRect(); `+
		`return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, square)
	if _, err := fmt.Sscan(value[string](p.browser, point), &x, &y); err != nil {
		p.t.Fatal(err)
	}
	return x, y
}

// newPlayer opens a browser whose lines the test can break.
func newPlayer(t testing.TB, s *fixture) *player {
	t.Helper()
	return plays(newBrowser(t), s)
}

// plays has the lines of a browser be such as the test can break.
func plays(b *browser, s *fixture) *player {
	b.t.Helper()
	const watched = `window.sockets = []; window.WebSocket = class extends WebSocket { constructor(url) { ` +
		`super(url); sockets.push(this); } }`
	if _, err := chromedp.Call(b.Context, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: watched}); err != nil {
		b.t.Fatal(err)
	}
	return &player{browser: b, s: s}
}

// TestPlayInTwoBrowsers lets one invite another by a link and both play a whole game of
// Brandubh in browsers, by taps: with a step against the rules, a line that breaks under a
// move, chat, and a rematch.
func TestPlayInTwoBrowsers(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	a, d := plays(openBrowser(t), s), newPlayer(t, s)
	d.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	a.run(chromedp.Navigate(s.url + "/play"))
	a.enter("Gunnhild")
	a.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	a.roomy(t, "play")
	a.picture("play-lobby")
	a.run(chromedp.SetValue(`[name=side]`, "attackers"), chromedp.Click(`[data-do=invite]`))
	a.until("the link", `document.querySelector("#link").value !== ""`)
	link := value[string](a.browser, `document.querySelector("#link").value`)

	d.run(chromedp.Navigate(link), chromedp.Click(`a.button`))
	d.enter("")
	d.atBoard()
	a.atBoard()
	if wide := value[int](d.browser, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the board is %d wide in a window of 390", wide)
	}
	rng := mrand.New(mrand.NewPCG(4, 36)) // a whole game of 13 turns
	for ply := 0; ; ply++ {
		p := []*player{a, d}[ply%2]
		at := p.position()
		if at.Over || ply > 500 {
			break
		}
		p.ready(at)
		if ply == 2 {
			from := at.Moves[0].From
			p.tap(from)
			p.picture("play-targets")
			p.tap(from)
		}
		if ply == 4 {
			value[int](p.browser, `(sockets.forEach(s => s.close()), sockets.length)`)
		}
		m := at.Moves[rng.IntN(len(at.Moves))]
		if i := slices.IndexFunc(at.Moves,
			func(m wire.Move) bool { return strings.Contains("a1 a7 g1 g7", m.To) }); i >= 0 {
			m = at.Moves[i] // the king escapes
		}
		p.move(m, at)
	}
	at := a.position()
	if !at.Over || at.Result == "" {
		t.Fatalf("the game does not end: %+v", at)
	}
	for _, p := range []*player{a, d} {
		p.until("the end is told", `/wins|draw/.test(document.querySelector(".status").textContent) && `+
			`!document.querySelector("[data-again]").hidden`)
		p.seen(at)
		if asked := value[int](p.browser,
			`performance.getEntriesByType("resource").filter((r) => r.name.endsWith("/position")).length`); asked != 0 {
			t.Errorf("a page asked %d times how the game stands; it is told", asked)
		}
	}
	a.picture("play-desk")
	d.picture("play-telephone")
	playAgain(a, d)
}

// playAgain has both ask for another game, which goes on at their pages as they are: with their sockets, with the sides
// swapped, under its own address.
func playAgain(a, d *player) {
	a.t.Helper()
	first := a.game
	names := []string{value[string](a.browser, `document.querySelector("article").dataset.attackers`),
		value[string](a.browser, `document.querySelector("article").dataset.defenders`)}
	for _, p := range []*player{a, d} {
		value[int](p.browser, `window.here = sockets.length`)
		p.run(chromedp.Click(`[data-again]`))
		if p == a {
			p.until("the other is asked", `document.querySelector(".note").textContent === "Rematch offer sent"`)
			d.until("he is told", `document.querySelector(".note").textContent.includes("wants a rematch")`)
		}
	}
	for _, p := range []*player{a, d} {
		p.until("the next game", fmt.Sprintf(`document.querySelector("article").dataset.game !== %q && `+
			`document.querySelector("article").dataset.ply === "0"`, first))
		p.game = value[string](p.browser, `document.querySelector("article").dataset.game`)
		if path := value[string](p.browser, `location.pathname`); path != "/play/"+p.game {
			p.t.Errorf("the address is %s, the game %s", path, p.game)
		}
		if opened := value[int](p.browser, `sockets.length - (window.here || 0)`); opened != 0 {
			p.t.Errorf("%d more sockets", opened)
		}
		if link := value[string](p.browser,
			`document.querySelector("a[download]").getAttribute("href")`); !strings.Contains(link, p.game) {
			p.t.Errorf("the file of the game is %s", link)
		}
		seats := value[string](p.browser, `[...document.querySelectorAll(".seat")].map((s) => `+
			`s.querySelector(".who").textContent + " " + s.querySelector("[data-clock]").dataset.clock).join()`)
		if want := fmt.Sprintf("%s defenders,%s attackers", names[0], names[1]); seats != want {
			p.t.Errorf("at the board sit %s, not %s", seats, want)
		}
		p.seen(p.position())
	}
	for ply, p := range []*player{d, a, d} {
		at := p.position()
		p.ready(at)
		if at.Ply != ply {
			p.t.Fatalf("%d turns, not %d", at.Ply, ply)
		}
		p.move(at.Moves[0], at)
	}
	a.picture("play-again")
}

// TestPlayBot waits in the queue until a bot is offered and plays it to the end: by taps, a
// drag and the keyboard. A step against the rules is refused with its reason.
func TestPlayBot(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	key := device(t, s.url).Key()
	ask[wire.Player](t, s.astrid, http.MethodPost, "v1/me/bots",
		wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: "Bosi"})
	bosi := again(t, &person{Service: withKey(t, s.url, key)}, s.url)
	offer := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+5s"}, Level: 3}
	ask[wire.Waiting](t, bosi, http.MethodPost, "v1/queue", offer)
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("")
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	p.run(chromedp.SendKeys(`[data-do=queue]`, kb.Enter))
	await.Poll{Timeout: patience, Interval: time.Second}.Until(t, "no bot is offered", func() bool {
		ask[wire.Waiting](t, bosi, http.MethodGet, "v1/queue", nil) // keeps its place
		return value[int](p.browser, `document.querySelectorAll("[data-bots] button").length`) > 0
	})
	p.run(chromedp.Click(`[data-bots] button`))
	p.atBoard()
	l := ask[wire.Lobby](t, bosi, http.MethodGet, "v1/lobby", nil)
	side, _ := l.Mine[0].Seat(bosi.session.Player.ID)
	bots, _ := side.Side()
	done := make(chan bool)
	go func() { defer close(done); playOut(t, bosi.sit(t, p.game), bots, 1000) }()
	p.against()
	<-done
}

// TestGuestTakesAName lets a guest choose a name in the page while he plays: a taken one is refused in words, with
// his own he is a person, and the game is still his.
func TestGuestTakesAName(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	open := s.astrid.invites(t, nil)
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.enter("")
	p.atBoard()
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("he may choose a name", `!document.querySelector("[data-keep]").hidden`)
	p.picture("play-guest")
	p.run(chromedp.SendKeys(`#own`, "Astrid"+kb.Enter))
	p.until("the name is taken", `document.querySelector(".note").textContent.includes("taken")`)
	p.run(chromedp.SetValue(`#own`, "Gudrun"), chromedp.Click(`[data-keep] button`))
	p.until("it is his",
		`document.querySelector("[data-keep]").hidden && document.querySelector("[data-me]").textContent === "Gudrun"`)
	token := value[string](p.browser, `JSON.parse(sessionStorage.getItem("tafl3d")).token`)
	_, body, _ := fetch(t, s.url+"/v1/me", "Authorization", "Bearer "+token)
	var me wire.Me
	if err := json.Unmarshal([]byte(body), &me); err != nil || me.Guest || me.Player.Name != "Gudrun" {
		t.Errorf("%s %v", body, err)
	}
	p.until("the game is his", fmt.Sprintf(`document.querySelector("[data-list=mine] a[href$='%s']") !== null`,
		"/play/"+p.game))
	p.run(chromedp.Navigate(s.url + "/play/" + p.game))
	p.atBoard()
}

// TestTournamentInTheBrowser joins a tournament in the page, leaves it and joins again. When it starts the page comes
// to the board of the first round.
func TestTournamentInTheBrowser(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	cup := s.astrid.cup(t, wire.EventSpec{Name: "Summer <b>cup</b>", Format: "round-robin",
		Variants: []string{"brandubh-gorrion"}, Clock: "5m+3s"})
	s.astrid.must(t, http.MethodPost, cup+"/join", nil, nil)
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("Gudrun")
	const row = `document.querySelector("[data-list=events] li")`
	joined := func(want bool) {
		t.Helper()
		var e wire.Event
		s.astrid.must(t, http.MethodGet, cup, nil, &e)
		got := slices.ContainsFunc(e.Entrants,
			func(e wire.EventPlayer) bool { return e.Player.Name == "Gudrun" && !e.Withdrawn })
		if got != want {
			t.Errorf("joined: %v", got)
		}
	}
	p.until("the tournament", `(`+row+`?.innerText||"").includes("Summer <b>cup</b>")`)
	for _, button := range []string{"Join", "Leave", "Join"} {
		p.until(button, fmt.Sprintf(`%s.querySelector("button").textContent === %q`, row, button))
		p.picture("play-tournament")
		p.run(chromedp.Click(`[data-list=events] button`))
		p.until("it is done", fmt.Sprintf(`%s.querySelector("button").textContent !== %q`, row, button))
		joined(button == "Join")
	}
	s.astrid.must(t, http.MethodPost, cup+"/orders", wire.Order{Do: "start"}, nil)
	p.atBoard()
}

// TestReadyMove makes a step ready in the page while the other is to move. It is played as soon as it may be, and
// said to be off where it may not; with the sound switched on each turn is heard.
func TestReadyMove(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	open := s.astrid.invites(t, nil)
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.enter("")
	p.atBoard()
	value[int](p.browser, `(window.heard = 0, AudioBufferSourceNode.prototype.start = () => { heard++; }, 1)`)
	p.run(chromedp.Click(`[data-sound]`))
	astrid := s.astrid.sit(t, p.game)
	plays := func(ply int, move string) {
		t.Helper()
		v, err := variant.Get("brandubh-gorrion")
		if err != nil {
			t.Fatal(err)
		}
		name, to, _ := strings.Cut(move, "-")
		a, _ := v.Rules.Board().Named(name)
		b, _ := v.Rules.Board().Named(to)
		await.Until(t, move+" is not taken", func() bool {
			return astrid.Send(game.Defenders, match.Play{Ply: ply, Move: game.Move{From: a, To: b}}) == nil
		})
	}
	steps := []struct{ mine, next, hers string }{{"a4-a3", "g4-g5", "d3-c3"}, {"g4-g5", "a3-e3", "e4-e5"}}
	for n, step := range steps {
		if from, to, _ := strings.Cut(step.mine, "-"); n == 0 {
			at := p.position()
			p.ready(at)
			p.move(wire.Move{From: from, To: to}, at)
		} // else it was ready
		p.until("it is her turn", fmt.Sprintf(`document.querySelector("[data-said]").textContent.startsWith(%q) && `+
			`!document.querySelector("[data-act]:disabled")`, step.mine))
		from, to, _ := strings.Cut(step.next, "-")
		p.tap(from)
		p.tap(to)
		p.until("it is ready", `document.querySelectorAll(".hints .ready").length === 2`)
		p.picture("play-ready")
		plays(2*n+1, step.hers)
	}
	p.until("the second is off", `document.querySelector(".note").textContent.includes("no longer legal") && `+
		`document.querySelectorAll(".hints .ready").length === 0`)
	if at := p.position(); at.Ply != 4 || at.Turn != wire.Attackers {
		t.Errorf("%+v", at)
	}
	if heard := value[int](p.browser, `heard`); heard < 4 {
		t.Errorf("%d turns of 4 are heard", heard)
	}
}

// against plays the game to its end, in each way that there is to make a step.
func (p *player) against() {
	p.t.Helper()
	rng := mrand.New(mrand.NewPCG(22, 10)) // with playOut a whole game of 17 turns
	for turn := 0; turn <= 300; {
		p.until("his turn or the end", `document.querySelector(".status").textContent === "Your turn" && `+
			`!document.querySelector("[data-act]:disabled") || !document.querySelector("[data-again]").hidden`)
		at := p.positionToMove()
		if at.Over {
			return
		}
		p.until("the page knows it", fmt.Sprintf(`Number(document.querySelector("article").dataset.seq) >= %d`, at.Seq))
		m := at.Moves[rng.IntN(len(at.Moves))]
		if i := slices.IndexFunc(at.Moves,
			func(m wire.Move) bool { return strings.Contains("a1 a7 g1 g7", m.To) }); i >= 0 {
			m = at.Moves[i]
		}
		switch turn {
		case 0:
			p.tap(m.From)
			p.tap("d4") // where the king stands
			p.until("why it is refused", `document.querySelector(".note").textContent !== ""`)
			p.drag(m.From, m.To)
			p.played(m, at)
		case 1:
			p.enterAt(m.From)
			p.enterAt(m.To)
			p.played(m, at)
		default:
			p.move(m, at)
		}
		turn++
	}
	p.t.Error("the game does not end")
}

// TestPlayPages reads the pages for players without a browser: their weight, their policy,
// what a wrong code or a hostile name does to them, and that nothing stands in them that
// a policy must forbid.
func TestPlayPages(t *testing.T) {
	s := newFixture(t)
	g := s.open(t, "fetlar-11x11", false)
	for _, path := range []string{"/play", "/play/" + g.id} {
		status, body, h := fetch(t, s.url+path, "Accept-Language", "de")
		scripts := 0
		for _, m := range regexp.MustCompile(`<script src="([^"]*)"`).FindAllStringSubmatch(body, -1) {
			_, script, _ := fetch(t, s.url+m[1])
			scripts += len(script)
		}
		_, style, _ := fetch(t, s.url+"/static/x/style.css")
		text := len(body) + scripts + len(style)
		pictures := picturesOf(t, s.url, body)
		if status != http.StatusOK || text > 200<<10 || text+pictures > 400<<10 {
			t.Errorf("%s: %d, %d bytes of text, %d of pictures", path, status, text, pictures)
		} else {
			t.Logf("%s: %d bytes of text, %d of pictures", path, text, pictures)
		}
		if !strings.Contains(h.Get("Content-Security-Policy"),
			"default-src 'none'; script-src 'self'; style-src 'self'") || len(h.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: %v", path, h)
		}
		for _, bad := range []string{"<script>", " style=", " onclick=", "http://www"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
		if !strings.Contains(body, `lang="de"`) || !strings.Contains(body, "Spielen") ||
			!strings.Contains(body, "Du bist am Zug") {
			t.Errorf("%s does not speak German", path)
		}
	}
	refusedGet(t, s.url+"/play?i=aaaaaaaa", http.StatusNotFound)
	refusedGet(t, s.url+"/play?i=%22%3E%3Cscript%3E", http.StatusNotFound)
	refusedGet(t, s.url+"/play/nothing", http.StatusNotFound)
	open := s.astrid.invites(t, nil)
	if _, body, _ := fetch(t, s.url+"/play?i="+open.Code); !strings.Contains(body, "Astrid invites you to a game") {
		t.Error("who invites is not told")
	}
}

// picturesOf fetches the pictures of boards and pieces in a page once each, and returns their size together.
func picturesOf(t *testing.T, url, body string) (bytes int) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`<image [^>]*href="([^"]*)"`).FindAllStringSubmatch(body, -1) {
		if seen[m[1]] {
			continue
		}
		seen[m[1]] = true
		status, data, h := fetch(t, url+m[1])
		if status != http.StatusOK || h.Get("Content-Type") != "image/webp" ||
			!strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %v", m[1], status, h)
		}
		bytes += len(data)
	}
	return bytes
}

// TestFirstBoard calculates when a board is whole on a page of a game over a throttled 4G line (1.6 Mbit/s, a round
// trip of 150 ms, as browsers' tools throttle): four round trips to the page and one to the pictures, and the
// compressed bytes that the board needs. The scripts come later.
func TestFirstBoard(t *testing.T) {
	const trip, rate = 150 * time.Millisecond, 1.6e6 / 8
	s := newFixture(t)
	for _, id := range []string{"fetlar-11x11", "brandubh-gorrion", "alea-evangelii-19x19", "fox-geese-13", "bagh-chal",
		"morris-9"} {
		path := "/play/" + s.open(t, id, false).id
		_, body, _ := fetch(t, s.url+path)
		pictures := picturesOf(t, s.url, body)
		_, page, _ := fetch(t, s.url+path, "Accept-Encoding", "br")
		_, style, _ := fetch(t, s.url+"/static/x/style.css", "Accept-Encoding", "br")
		if pictures == 0 {
			t.Errorf("%s: the board is not carved", id)
		}
		bytes := len(page) + len(style) + pictures
		took := 5*trip + time.Duration(float64(bytes)/rate*float64(time.Second))
		if took > 1500*time.Millisecond {
			t.Errorf("%s: the board is there after %v: %d bytes, of these %d of pictures", id, took, bytes, pictures)
		} else {
			t.Logf("%s: %v, %d bytes, of these %d of pictures", id, took, bytes, pictures)
		}
	}
}

// TestNoGuests asks a service that wants names for an account without one.
func TestNoGuests(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1", NoGuests: true})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	signUp(t, web.URL, "Astrid")
	if _, err := device(t, web.URL).SignUp(t.Context(), "", "desk"); err == nil ||
		!strings.Contains(err.Error(), "does not allow guests") {
		t.Errorf("a guest is let in: %v", err)
	}
}
