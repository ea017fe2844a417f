package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// here opens the lobby under a name.
func (p *player) here(name string) {
	p.t.Helper()
	p.run(chromedp.Navigate(p.s.url + "/play"))
	p.enter(name)
	p.until("the lobby",
		`!document.querySelector("[data-hall]").hidden && document.querySelector("[data-list=mine] li") !== null`)
}

// agrees answers what the page asks from now on with yes.
func (p *player) agrees() {
	p.t.Helper()
	value[int](p.browser, `(window.confirm = (text) => { window.asked = text; return true; }, 1)`)
}

// saved waits until the page has given out a file after a click, and returns it.
func (p *player) saved(name, selector string) string {
	p.t.Helper()
	dir := p.t.TempDir()
	if _, err := chromedp.Call(p.Context, cdpbrowser.SetDownloadBehavior,
		cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
			BrowserContextID: chromedp.FromContext(p.Context).BrowserContextID}); err != nil {
		p.t.Fatal(err)
	}
	value[int](p.browser, fmt.Sprintf(`(document.querySelector(%q).click(), 1)`, selector))
	var data []byte
	await.Until(p.t, name+" is not saved", func() bool {
		var err error
		data, err = os.ReadFile(filepath.Join(dir, name))
		return err == nil && len(data) > 0
	})
	return string(data)
}

// TestDirectInTheBrowser holds a tournament in the page from its making to its end: players come and go, a bot is
// invited, results are decided and corrected, it is paused, goes on and ends; its files are those of a desktop.
func TestDirectInTheBrowser(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	key := device(t, s.url).Key()
	ask[wire.Player](t, s.astrid, http.MethodPost, "v1/me/bots",
		wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: "Bosi"})
	bosi := again(t, &person{Service: withKey(t, s.url, key)}, s.url)
	p.here("Gudrun")
	p.run(chromedp.Click(`[data-hold] summary`), chromedp.SetValue(`[data-hold] [name=title]`, "Cup <of> the page"))
	p.until("what suits the format is asked", `document.querySelector("[name=groups]").closest("label").hidden && `+
		`!document.querySelector("[name=rounds]").closest("label").hidden`)
	value[int](p.browser, `(document.querySelector("[name=format]").value = "round-robin", `+
		`document.querySelector("[name=format]").dispatchEvent(new Event("change")), 1)`)
	p.until("another format asks for other things", `document.querySelector("[name=rounds]").closest("label").hidden `+
		`&& !document.querySelector("[name=times]").closest("label").hidden`)
	p.run(chromedp.Click(`[data-do=more]`), chromedp.SetValue(`[name=game]`, "tablut-gorrion"),
		chromedp.SetValue(`[data-hold] [name=engines]`, "any"))
	p.run(chromedp.SetValue(`[name=break]`, "buchholz"))
	p.picture("hold")
	p.run(chromedp.Click(`[data-hold] .big`))
	p.until("the event", `location.pathname.startsWith("/events/") && document.querySelector("h1")?.textContent === `+
		`"Cup <of> the page" && document.querySelector("[data-direct]")?.hidden === false`)
	path := "v1" + value[string](p.browser, `location.pathname`)
	told := func() (e wire.Event) {
		t.Helper()
		s.astrid.must(t, http.MethodGet, path, nil, &e)
		return e
	}
	e := told()
	if q := e.Spec; q.Format != "round-robin" ||
		!slices.Equal(q.Variants, []string{"brandubh-gorrion", "tablut-gorrion"}) || q.Rounds != 1 || q.Games != 2 ||
		!q.Rated || q.Engines != wire.AllEngines || !slices.Equal(q.Tiebreaks, []string{"buchholz"}) || q.Wait != 600 {
		t.Errorf("%+v", q)
	}
	p.agrees()
	p.run(chromedp.Click(`[data-do=join]`))
	p.until("she has joined", `!document.querySelector("[data-do=leave]").hidden`)
	for _, other := range []*person{s.astrid, s.dag} {
		other.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	ask[wire.Waiting](t, bosi, http.MethodPost, "v1/queue",
		wire.Seek{Variants: e.Spec.Variants, Clocks: []string{"10m+5s"}, Level: 3})
	p.run(chromedp.SetValue(`#engine`, "Bosi"), chromedp.Click(`[data-invite] button`))
	entered := func(name string) bool {
		return slices.ContainsFunc(told().Entrants,
			func(e wire.EventPlayer) bool { return e.Player.Name == name && !e.Withdrawn })
	}
	await.Until(t, "the bot is not in", func() bool { return entered("Bosi") })
	for _, name := range []string{"Bosi", "Dag"} {
		p.until(name+" can be taken out", fmt.Sprintf(`!document.querySelector("[data-do=withdraw]").disabled && `+
			`[...document.querySelector("[name=player]").options].some((o) => o.textContent === %q)`, name))
		value[int](p.browser, fmt.Sprintf(`(document.querySelector("[name=player]").value = `+
			`[...document.querySelector("[name=player]").options].find((o) => o.textContent === %q).value, 1)`, name))
		p.run(chromedp.Click(`[data-do=withdraw]`))
		await.Until(t, name+" is still in", func() bool { return !entered(name) })
		p.until("the page tells that he is out", fmt.Sprintf(`document.querySelector(".note").textContent === `+
			`"Change saved" && ![...document.querySelector("[name=player]").options].some((o) => o.textContent === %q)`,
			name))
	}
	p.picture("direct-entry")
	p.run(chromedp.Click(`[data-do=start]`))
	p.until("the way to her game", `!document.querySelector("[data-mine]").hidden`)
	mine := told().Pairings[0].Games[0].Game
	if way := value[string](p.browser, `document.querySelector("[data-mine]").href`); way != s.url+"/play/"+mine &&
		!strings.Contains(fmt.Sprint(told().Pairings), strings.TrimPrefix(way, s.url+"/play/")) {
		t.Errorf("the way leads to %s", way)
	}
	p.run(chromedp.Click(`[data-do=pause]`))
	p.until("it is paused", `!document.querySelector("[data-do=resume]").hidden`)
	p.accessible("direct")
	p.roomy(t, "direct")
	p.run(chromedp.Click(`[data-do=resume]`))
	p.until("it goes on", `!document.querySelector("[data-do=pause]").hidden`)
	p.run(chromedp.Click(`[data-do=draw]`))
	await.Until(t, "the result is not decided", func() bool { return told().Pairings[0].Games[0].Verdict == "draw" })
	if asked := value[string](p.browser, `window.asked`); !strings.HasPrefix(asked, "Round 1: ") ||
		!strings.HasSuffix(asked, ". A draw. Decide this game?") {
		t.Errorf("before the decision the page asks %q", asked)
	}
	p.until("the result stands in the list", `[...document.querySelector("[name=bout]").options].some((o) => o.value `+
		`=== "1 0" && o.textContent.includes("A draw"))`)
	p.run(chromedp.SetValue(`[name=bout]`, "1 0"), chromedp.Click(`[data-do=defenders]`))
	await.Until(t, "the result is not corrected",
		func() bool { return told().Pairings[0].Games[0].Verdict == "defenders" })
	if text := p.saved("table.csv", `a[href$="table.csv"]`); !strings.Contains(text, "Gudrun") {
		t.Errorf("table.csv: %s", text)
	}
	for _, name := range []string{"table.json", "event.json", "event.html"} {
		if status, text, _ := fetch(t, s.url+strings.TrimPrefix(path, "v1")+"/file/"+name); status != http.StatusOK ||
			!strings.Contains(text, "Gudrun") || name != "event.html" && !json.Valid([]byte(text)) {
			t.Errorf("%s: %d %.300s", name, status, text)
		}
	}
	refusedGet(t, s.url+strings.TrimPrefix(path, "v1")+"/file/none", http.StatusNotFound)
	p.run(chromedp.Click(`[data-do=end]`))
	await.Until(t, "it does not end", func() bool { return told().Phase == "over" })
	p.until("nothing is left to direct",
		`document.querySelector("[data-direct]").hidden && document.querySelector("[data-mine]").hidden`)
}

// TestSeveralGames waits in the queue of the page for several games at once, and gets one of them; what somebody
// else waits for is seen and joined.
func TestSeveralGames(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.here("Gudrun")
	p.run(chromedp.Click(`[data-options] summary`), chromedp.SetValue(`[data-new] [name=variant]`, "bagh-chal"),
		chromedp.Click(`[data-do=also]`),
		chromedp.SetValue(`[data-new] [name=variant]`, "fetlar-11x11"), chromedp.Click(`[data-do=also]`))
	p.run(chromedp.SetValue(`[data-new] [name=variant]`, "brandubh-gorrion"))
	p.until("they are listed", `document.querySelectorAll("[data-also] li").length === 2`)
	p.picture("several")
	p.run(chromedp.Click(`[data-also] li:nth-child(2) button`), chromedp.SendKeys(`[data-do=queue]`, kb.Enter))
	p.until("it tells for what", `!document.querySelector("[data-queue]").hidden && `+
		`document.querySelector("[data-for]").textContent === "Bagh Chal, Brandubh 7x7"`)
	ask[wire.Waiting](t, s.astrid, http.MethodPost, "v1/queue",
		wire.Seek{Variants: []string{"bagh-chal"}, Clocks: []string{"10m+5s"}})
	p.atBoard()
	if l := ask[wire.Lobby](t, s.astrid, http.MethodGet, "v1/lobby", nil); len(l.Mine) != 1 ||
		l.Mine[0].Variant != "bagh-chal" {
		t.Errorf("%+v", l.Mine)
	}
	ask[wire.Waiting](t, s.dag, http.MethodPost, "v1/queue",
		wire.Seek{Variants: []string{"fetlar-11x11"}, Clocks: []string{"5m+5s"}})
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("what others wait for", `document.querySelector("[data-list=seeks]").textContent.includes("Someone is `+
		`waiting Fetlar Hnefatafl 11x11")`)
	was := p.game
	value[int](p.browser, `([...document.querySelectorAll("[data-list=seeks] li")].find((li) => `+
		`li.innerText.includes("Someone is waiting")).querySelector("button").click(), 1)`)
	p.atBoard()
	if p.game == was {
		t.Error("it is the old game")
	}
}

// TestQueueInTwoBrowsers has two people wait in the queue of the page until they are paired with each other. They play
// a turn each, one resigns, and the file of all that is kept of the other holds that game.
func TestQueueInTwoBrowsers(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	a, b := newPlayer(t, s), newPlayer(t, s)
	for p, name := range map[*player]string{a: "Gudrun", b: "Kjartan"} {
		p.here(name)
		p.run(chromedp.SetValue(`[data-new] [name=variant]`, "brandubh-gorrion"))
	}
	a.run(chromedp.SendKeys(`[data-do=queue]`, kb.Enter))
	a.until("she waits", `!document.querySelector("[data-queue]").hidden && / s · `+
		`/.test(document.querySelector("[data-waits]").textContent)`)
	if at := value[string](a.browser, `location.pathname`); at != "/play" {
		t.Fatalf("alone she came to %s", at)
	}
	b.run(chromedp.SendKeys(`[data-do=queue]`, kb.Enter))
	a.atBoard()
	b.atBoard()
	if a.game != b.game {
		t.Fatalf("two games: %s and %s", a.game, b.game)
	}
	if l := ask[wire.Lobby](t, s.astrid, http.MethodGet, "v1/lobby", nil); l.Waiting != 0 || len(l.Live) != 1 ||
		l.Live[0].Game != a.game {
		t.Errorf("%d wait, %+v", l.Waiting, l.Live)
	}
	for range 2 {
		p, at := a, a.position()
		if len(at.Moves) == 0 {
			p, at = b, b.position()
		}
		p.ready(at)
		p.move(at.Moves[0], at)
	}
	b.until("he may resign",
		`!document.querySelector("[data-act=resign]").hidden && !document.querySelector("[data-act=resign]").disabled`)
	b.agrees()
	b.run(chromedp.Click(`[data-act=resign]`))
	a.until("she has won", `document.querySelector(".status").textContent.startsWith("Gudrun wins")`)
	s.archived(t, a.game)
	a.run(chromedp.Navigate(s.url + "/play"))
	a.until("the lobby",
		`!document.querySelector("[data-hall]").hidden && document.querySelector("[data-list=devices] li") !== null`)
	about, games := exported(t, strings.NewReader(a.saved("tafl3d-account.jsonl", `[data-do=export]`)))
	if about.Me.Player.Name != "Gudrun" || len(about.Me.Devices) != 1 {
		t.Errorf("of her: %+v", about.Me)
	}
	if len(games) != 1 || games[0].Game != a.game || len(games[0].Entries) != 4 || games[0].Result == "" {
		t.Errorf("her games: %+v", games)
	}
}

// TestBotOfTheList plays a bot that the lobby lists, without having waited.
func TestBotOfTheList(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	key := device(t, s.url).Key()
	ask[wire.Player](t, s.astrid, http.MethodPost, "v1/me/bots",
		wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: "Bosi"})
	bosi := again(t, &person{Service: withKey(t, s.url, key)}, s.url)
	ask[wire.Waiting](t, bosi, http.MethodPost, "v1/queue",
		wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"10m+5s"}, Level: 3})
	p.here("")
	const button = `[...document.querySelectorAll("[data-list=here] li")].find((li) => ` +
		`li.innerText.includes("Bosi"))?.querySelector("button")`
	p.until("the bot is listed", `(`+button+`) !== undefined`)
	value[int](p.browser, `(`+button+`.click(), 1)`)
	p.atBoard()
}

// TestGameBeginsWithoutNotice takes a challenge whose notice is lost: the page goes to the game all the same, because
// the list of the player's games has it.
func TestGameBeginsWithoutNotice(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	const deaf = `window.WebSocket = class extends WebSocket {
		set onmessage(f) { super.onmessage = f && ((m) => { if (JSON.parse(m.data).type !== "notice") f(m); }); }
	};`
	if _, err := chromedp.Call(p.Context, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: deaf}); err != nil {
		t.Fatal(err)
	}
	p.here("Gudrun")
	p.run(chromedp.Click(`[data-do=seek]`))
	p.until("it is in the lobby", `document.querySelector("[data-list=seeks] button") !== null`)
	l := ask[wire.Lobby](t, p.s.astrid, http.MethodGet, "v1/lobby", nil)
	b := ask[wire.Begun](t, p.s.astrid, http.MethodPost, "v1/seeks/take", wire.Take{ID: l.Seeks[0].ID})
	p.atBoard()
	if p.game != b.Game {
		t.Errorf("the board of %s", p.game)
	}
}

// TestOwnRules opens a game by rules of one's own in the page, and one from a position of a game that was played.
func TestOwnRules(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	g := s.open(t, "fetlar-11x11", true)
	g.play(t, 12)
	g.resign(t)
	s.archived(t, g.id)
	fetlar, err := variant.Get("fetlar-11x11")
	if err != nil {
		t.Fatal(err)
	}
	mine := *fetlar
	mine.ID, mine.Name = "gudruns", "Gudrun's game"
	rules := string(variant.Encode(&mine, nil))
	p.here("Gudrun")
	p.run(chromedp.Click(`[data-options] summary`), chromedp.Click(`[data-own] summary`))
	value[int](p.browser, fmt.Sprintf(`(document.querySelector("[name=rules]").value = %q, 1)`, rules))
	p.run(chromedp.Click(`[name=rated]`), chromedp.Click(`[data-do=seek]`))
	p.until("it is in the lobby",
		`document.querySelector("[data-list=seeks]").innerText.includes("gudruns (custom rules)")`)
	p.picture("own-rules")
	taken := func(by *person) wire.GameBrief {
		t.Helper()
		l := ask[wire.Lobby](t, by, http.MethodGet, "v1/lobby", nil)
		i := slices.IndexFunc(l.Seeks, func(o wire.OpenSeek) bool { return o.By.Name == "Gudrun" && !o.Mine })
		if i < 0 {
			t.Fatalf("%+v", l.Seeks)
		}
		b := ask[wire.Begun](t, by, http.MethodPost, "v1/seeks/take", wire.Take{ID: l.Seeks[i].ID})
		return wire.GameBrief{Game: b.Game, Rated: l.Seeks[i].Seek.Rated}
	}
	if b := taken(s.astrid); b.Rated {
		t.Error("it is rated")
	}
	p.atBoard()
	if name := value[string](p.browser, `document.querySelector("h1").textContent`); name != "Gudrun's game" {
		t.Errorf("%s is played", name)
	}
	p.run(chromedp.Navigate(s.url + "/games/" + g.id))
	p.until("the game", where+` === "12 of 12"`)
	const link = `Math.round(document.querySelector("[data-from]").getBoundingClientRect().top + scrollY)`
	top := value[int](p.browser, link)
	p.run(chromedp.Click(`[data-step=back]`))
	p.until("a turn back", where+` === "11 of 12"`)
	p.until("the moves of other games", `document.querySelector(".played table") !== null`)
	if now := value[int](p.browser, link); now != top {
		// a click would miss it
		t.Errorf("the link moved from %d to %d when the moves of other games arrived", top, now)
	}
	p.run(chromedp.Click(`[data-from]`))
	p.until("the position is in the form", `document.querySelector("[name=start]")?.value.length > 20 && `+
		`document.querySelector("[data-new] [name=variant]").value === "fetlar-11x11" && `+
		`!document.querySelector("[data-hall]").hidden`)
	p.run(chromedp.Click(`[data-do=seek]`))
	p.until("it is in the lobby", `document.querySelector("[data-list=seeks]").innerText.includes("custom position")`)
	b := taken(s.dag)
	p.atBoard()
	if p.game != b.Game {
		t.Errorf("the board of %s", p.game)
	}
	_, body, _ := fetch(t, s.url+"/games/"+g.id+"/frames")
	var film struct{ Frames []struct{ Pieces string } }
	if err := json.Unmarshal([]byte(body), &film); err != nil {
		t.Fatal(err)
	}
	if at := p.position(); at.Pieces != film.Frames[11].Pieces || at.Turn != wire.Defenders {
		t.Errorf("it begins at %s, %s to move; want %s", at.Pieces, at.Turn, film.Frames[11].Pieces)
	}
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	p.run(chromedp.Click(`[data-options] summary`), chromedp.Click(`[data-own] summary`))
	value[int](p.browser, `(document.querySelector("[name=rules]").value = "nonsense", 1)`)
	p.run(chromedp.EmulateViewport(390, 844), chromedp.Click(`[data-do=invite]`))
	p.until("why it cannot be, in sight of the button", `(() => { const r = `+
		`document.querySelector(".note").getBoundingClientRect(); return document.querySelector(".note").textContent `+
		`!== "" && scrollY > 200 && r.top >= 0 && r.bottom <= innerHeight; })()`)
}

// TestEveryClockIsTold: the lobby offers the clocks by which the program looks for a game, and tells those that it does
// not offer itself in the reader's words, not as they are sent.
func TestEveryClockIsTold(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.speaks("de", "Europe/Berlin")
	for _, clock := range []string{"5m+3s", "0s+1x1d", "30m+5x1m", "0s+1x14d", "10m+5s/5m+3s"} {
		ask[wire.OpenSeek](t, s.astrid, http.MethodPost, "v1/seeks",
			brandubh(func(q *wire.Seek) { q.Clocks, q.Rated = []string{clock}, false }))
	}
	p.here("Gudrun")
	p.until("the newest, with the others behind it",
		`document.querySelectorAll("[data-list=seeks] summary").length === 1`)
	p.run(chromedp.Click(`[data-list=seeks] summary`))
	told := value[string](p.browser, `document.querySelector("[data-list=seeks]").innerText`)
	for _, want := range []string{"5 min + 3 s je Zug", "1 Tag", "30 min, dann 5 × 1 min", "14 Tage je Zug",
		"Angreifer 10 min + 5 s je Zug, Verteidiger 5 min + 3 s je Zug"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not among %s", want, told)
		}
	}
	if offered := value[[]string](p.browser,
		`[...document.querySelector("[data-new] [name=clock]").options].map((o) => o.value)`); !slices.Equal(offered,
		append(slices.Clone(wire.UsualClocks), "10m+5s/5m+3s", "5m+3s/10m+5s")) {
		t.Errorf("offered are %v", offered)
	}
	if first := value[string](p.browser, `document.querySelector("[data-new] [name=clock]").value`); first != "10m+5s" {
		t.Errorf("chosen is %s", first)
	}
}

// TestAccountGoes saves what the service keeps of a player, takes a device away, and deletes the account: by its name
// alone. The last two are done by keyboard: the focus stays where the next action is. The page then starts without an
// account, with the focus in the field for a name where that opens no keyboard over the page.
func TestAccountGoes(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.here("Gudrun")
	p.until("her device is listed", `document.querySelector("[data-list=devices]").innerText.includes("this device")`)
	if text := p.saved("tafl3d-account.jsonl", `[data-do=export]`); !strings.Contains(text, `"name":"Gudrun"`) {
		t.Errorf("saved: %s", text)
	}
	p.run(chromedp.Click(`[data-do=device]`))
	p.until("a code", `document.querySelector("[data-codes] strong").textContent.length === 8`)
	desk := device(t, s.url)
	if _, err := desk.Join(t.Context(),
		value[string](p.browser, `document.querySelector("[data-codes] strong").textContent`), false,
		"desk"); err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("the other device is listed", `document.querySelector("[data-list=devices]").innerText.includes("desk")`)
	p.act(keyed{"remove the device", `[data-list=devices] button`,
		`!document.querySelector("[data-list=devices]").innerText.includes("desk")`, "#devices"})
	if _, err := desk.SignIn(t.Context()); err == nil {
		t.Error("the device that was removed still signs in")
	}
	const open, confirm = "[data-gone-box] > summary", "[data-gone] button"
	p.act(keyed{"delete account", open, shows(confirm), open})
	p.act(keyed{"another name does nothing", confirm,
		`document.querySelector(".note").textContent === "This is not your name"`, "#gone"}, "#gone", "Gudny")
	p.picture("account-gone")
	p.act(keyed{"she is out", confirm, `document.querySelector("[data-hall]")?.hidden === true && ` +
		`document.querySelector("[data-enter]")?.hidden === false`, "#name, body"}, "#gone", "Gudrun")
	if status, _, _ := fetch(t, s.url+"/players/Gudrun"); status != http.StatusNotFound {
		t.Errorf("her page: %d", status)
	}
}

// TestAskedAndAnswered has two ask each other at the board, one in a browser and one at a desktop: for a draw, for
// turns back, for a pause and for its end, and answer yes and no. What is said there is text, whatever it looks like.
func TestAskedAndAnswered(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.run(chromedp.Navigate(s.url + "/play?i=" + s.astrid.invites(t, func(q *wire.Seek) { q.Rated = false }).Code))
	p.enter("")
	p.atBoard()
	at := p.position()
	p.ready(at)
	p.move(at.Moves[0], at)
	astrid := s.astrid.sit(t, p.game)
	playOut(t, astrid, game.Defenders, 2)
	asks := func(a wire.Act) {
		t.Helper()
		if err := astrid.Ask(game.Defenders, a); err != nil {
			t.Fatal(err)
		}
	}
	asks(wire.Act{Kind: wire.Draw})
	p.status("Astrid offers a draw.")
	p.press("Decline")
	p.status("Your turn")
	asks(wire.Act{Kind: wire.Takeback, Plies: 1})
	p.status("Astrid asks for a takeback")
	p.press("Accept")
	p.status("Astrid to move")
	p.press("Undo move")
	p.status("Waiting for an answer")
	asks(wire.Act{Kind: wire.Accept, Of: "takeback"})
	p.status("Your turn")
	asks(wire.Act{Kind: wire.Pause})
	p.status("Astrid asks for a pause")
	p.press("Accept")
	p.status("Paused")
	p.press("Continue")
	p.status("Waiting for an answer")
	asks(wire.Act{Kind: wire.Decline, Of: "resume"})
	p.status("Paused")
	asks(wire.Act{Kind: wire.Resume})
	p.status("Astrid wants to resume")
	p.press("Accept")
	p.status("Your turn")
	p.run(chromedp.SendKeys(`#line`, `<img src=x onerror="document.title='taken'"> & "so"`),
		chromedp.Click(`[data-say] button`))
	p.until("it is text", `document.querySelector("[data-chat]").innerText.includes("<img src=x onerror=") && `+
		`document.querySelector("[data-chat] img") === null`)
	p.run(chromedp.Click(`[data-flip]`))
	p.until("the board is turned", `document.querySelector("svg.board").classList.contains("flipped")`)
	p.press("Offer a draw")
	p.status("Waiting for an answer")
	asks(wire.Act{Kind: wire.Accept, Of: "draw"})
	p.until("a draw", `document.querySelector(".status").textContent.startsWith("A draw") && `+
		`!document.querySelector("[data-again]").hidden`)
}
