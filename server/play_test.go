package server_test

import (
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tafl3d/net/wire"
)

// TestPosition asks how a game stands: the player whose turn it is is told what he may
// play, nobody else is; where watchers see turns later, strangers see the position later.
func TestPosition(t *testing.T) {
	s := newHall(t)
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Delay: 600, Seats: [2]wire.Player{s.astrid.session.Player, s.dag.session.Player}})
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
	if p := ask[wire.Position](t, s.dag, http.MethodGet, path, nil); p.Ply != 3 || len(p.Moves) == 0 || p.Text == "" || len(p.Last) == 0 || p.Runs != wire.Defenders {
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
	b.until("the form", `document.querySelector("[data-enter]") !== null && !document.querySelector("[data-enter]").hidden`)
	if name != "" {
		b.run(chromedp.SendKeys(`#name`, name))
	}
	b.run(chromedp.Click(`[data-enter] button`))
}

// player is somebody who plays in a browser.
type player struct {
	*browser
	s    *hall
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
	point := fmt.Sprintf(`(() => { const c = [...document.querySelectorAll(".hit")].find(c => c.getAttribute("aria-label").split(",")[0] === %q); c.scrollIntoView({block: "center"}); const r = c.getBoundingClientRect(); return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, square)
	var x, y float64
	if _, err := fmt.Sscan(value[string](p.browser, point), &x, &y); err != nil {
		p.t.Fatal(err)
	}
	p.run(chromedp.MouseClickXY(x, y))
}

// move plays a step by two taps, and waits until the service has it.
func (p *player) move(m wire.Move, before wire.Position) wire.Position {
	p.t.Helper()
	p.tap(m.From)
	p.tap(m.To)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if now := p.position(); now.Seq > before.Seq {
			return now
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s-%s is not played; %s", m.From, m.To, value[string](p.browser, `document.querySelector("main").innerText.slice(0, 400)`))
		}
	}
}

// atBoard reads which game the page came to.
func (p *player) atBoard() {
	p.t.Helper()
	p.until("the board", `location.pathname.startsWith("/play/") && document.querySelector(".status") !== null && document.querySelector(".status").textContent !== "" && document.querySelector("article.plays") !== null`)
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
	p.until("the page shows the position", fmt.Sprintf(`document.querySelectorAll(".men .man:not(.taken)").length === %d`, want))
}

// newPlayer opens a browser whose lines the test can break.
func newPlayer(t testing.TB, s *hall) *player {
	t.Helper()
	b := newBrowser(t)
	const watched = `window.sockets = []; window.WebSocket = class extends WebSocket { constructor(url) { super(url); sockets.push(this); } }`
	if _, err := chromedp.Call(b.Context, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watched}); err != nil {
		t.Fatal(err)
	}
	return &player{browser: b, s: s}
}

// TestPlayInTwoBrowsers lets one invite another by a link and both play a whole game of
// Brandubh in browsers, by taps: with a step against the rules, a line that breaks under a
// move, chat, and a rematch.
func TestPlayInTwoBrowsers(t *testing.T) {
	s := newHall(t)
	a, d := newPlayer(t, s), newPlayer(t, s)
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
	rng := mrand.New(mrand.NewPCG(3, 4))
	for ply := 0; ; ply++ {
		p := []*player{a, d}[ply%2]
		at := p.position()
		if at.Over || ply > 500 {
			break
		}
		p.until("his turn", `document.querySelector(".status").textContent === "Your turn"`)
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
		if i := slices.IndexFunc(at.Moves, func(m wire.Move) bool { return strings.Contains("a1 a7 g1 g7", m.To) }); i >= 0 {
			m = at.Moves[i] // the king escapes
		}
		p.move(m, at)
	}
	at := a.position()
	if !at.Over || at.Result == "" {
		t.Fatalf("the game does not end: %+v", at)
	}
	for _, p := range []*player{a, d} {
		p.until("the end is told", `/wins|draw/.test(document.querySelector(".status").textContent) && !document.querySelector("[data-again]").hidden`)
		p.seen(at)
	}
	a.picture("play-desk")
	d.picture("play-telephone")
}
