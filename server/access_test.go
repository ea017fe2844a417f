package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// axe is where npm puts the checks of axe-core: scripts/setup test, or npm ci in testdata/axe.
const axe = "testdata/axe/node_modules/axe-core/axe.min.js"

// axeRules are the tags of what WCAG 2.2 asks at level AA; axeColours are the rules among them to which colours matter.
const (
	axeRules   = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	axeColours = `["color-contrast", "link-in-text-block"]`
)

// accessible looks by axe-core for what WCAG 2.2 asks at level AA, in the dark colours of the page in the window of a
// telephone, of a tablet and of a desk. The light one differs in nothing but colours: it is asked only for those, in
// the narrowest and the widest window.
func (b *browser) accessible(name string) {
	b.t.Helper()
	script, err := os.ReadFile(axe)
	if err != nil {
		b.t.Skipf("no axe-core on this machine (npm ci in server/testdata/axe): %v", err)
	}
	value[int](b, string(script)+"\n;1")
	for _, dress := range []struct {
		name, rules string
		widths      []int64
		least       int // rules for which every page has something
	}{{"dark", axeRules, []int64{390, 768, 1280}, 5}, {"light", axeColours, []int64{1280, 390}, 0}} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: dress.name},
			{Name: "prefers-reduced-motion", Value: "reduce"}}
		if _, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			b.t.Fatal(err)
		}
		for _, width := range dress.widths {
			b.run(chromedp.EmulateViewport(width, 844))
			at := fmt.Sprintf("%s, %s, %d", name, dress.name, width)
			b.picture(strings.ReplaceAll(at, ", ", "-"))
			b.asksAxe(at, dress.rules, dress.least)
		}
	}
	b.run(chromedp.EmulateViewport(1280, 900))
}

// asksAxe asserts that axe-core finds no fault by some rules, and that at least so many of them found something to
// look at.
func (b *browser) asksAxe(at, rules string, least int) {
	b.t.Helper()
	told, err := chromedp.Run(b.Context, chromedp.Evaluate[string](`axe.run({runOnly: `+rules+`, resultTypes: `+
		`["violations"]}).then(r => JSON.stringify({passes: r.passes.length, faults: r.violations.map(v => v.id + ": `+
		`" + `+
		`v.nodes.slice(0, 4).map(n => n.html.slice(0, 160) + " " + n.any.concat(n.all, n.none).map(c => `+
		`c.message).join("; ")).join(" | "))}))`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: axe-core: %v", at, err)
	}
	var seen struct {
		Passes int
		Faults []string
	}
	if err := json.Unmarshal([]byte(told), &seen); err != nil || seen.Passes < least {
		b.t.Fatalf("%s: axe-core looks at nothing: %s %v", at, told, err)
	}
	for _, fault := range seen.Faults {
		b.t.Errorf("%s: %s", at, fault)
	}
}

// TestPagesAreAccessible looks at each page of the service.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	done := s.open(t, "brandubh-gorrion", true)
	done.play(t, 8)
	done.resign(t)
	s.archived(t, done.id)
	live := s.open(t, "fox-geese-17-free", false)
	live.play(t, 5)
	q := small
	q.Format = "round-robin"
	path := s.astrid.cup(t, q)
	for _, player := range []*person{s.astrid, s.dag, signUp(t, s.url, "Eyvindur")} {
		player.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	s.astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	q.Name, q.Format, q.Games, q.Third = "Bracket", "knock-out", 2, true
	bracket := s.astrid.cup(t, q)
	for _, player := range []*person{s.astrid, s.dag, signUp(t, s.url, "Finn"), signUp(t, s.url, "Grim"),
		signUp(t, s.url, "Helga")} {
		player.must(t, http.MethodPost, bracket+"/join", nil, nil)
	}
	s.astrid.must(t, http.MethodPost, bracket+"/orders", wire.Order{Do: "start"}, nil)
	s.astrid.decides(t, bracket)
	open := s.astrid.invites(t, nil)
	pages := []struct{ name, path string }{
		{"home", "/"}, {"ladder", "/ladder"}, {"player", "/players/Astrid"}, {"archive", "/games/" + done.id},
		{"live", "/games/" + live.id},
		{"events", "/events"}, {"event", strings.TrimPrefix(path, "v1")}, {"invitation", "/i/" + open.Code},
		{"frame", "/games/" + done.id + "/board"}, {"enter", "/play"}, {"computer", "/computer/brandubh-gorrion"},
		{"lines", "/computer/bagh-chal"}, {"exercises", "/computer/brandubh-gorrion/exercises"},
		{"turn", "/games/" + done.id + "?ply=3"}, {"bracket", strings.TrimPrefix(bracket, "v1")},
	}
	for i, path := range refusedPages {
		pages = append(pages, struct{ name, path string }{fmt.Sprint("refused-", i), path})
	}
	for _, page := range pages {
		p.run(chromedp.Navigate(s.url + page.path))
		p.accessible(page.name)
		p.roomy(t, page.name)
	}
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("")
	p.until("the lobby",
		`!document.querySelector("[data-hall]").hidden && document.querySelector("[data-list=events] li") !== null`)
	value[int](p.browser, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), 1)`)
	p.accessible("lobby")
	p.roomy(t, "lobby")
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.until("the way in", `!document.querySelector("[data-enter]").hidden`)
	p.run(chromedp.Click(`[data-enter] button`))
	p.atBoard()
	at := p.position()
	p.ready(at)
	p.tap(at.Moves[0].From)
	p.accessible("board")
	p.tap(at.Moves[0].To) // what was picked up before
	p.played(at.Moves[0], at)
	astrid := s.astrid.sit(t, p.game)
	playOut(t, astrid, game.Defenders, 2)
	if err := astrid.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", `document.querySelector(".status").textContent.includes("wins") && `+
		`!document.querySelector("[data-again]").hidden`)
	p.accessible("board-over")
	p.roomy(t, "board-over")
}

// typed presses keys, as many times as Tab until something has the focus.
func (p *player) tabTo(selector string) {
	p.t.Helper()
	for range 120 {
		if value[bool](p.browser, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			p.focusSeen(selector)
			return
		}
		p.run(chromedp.KeyEvent(kb.Tab))
	}
	p.t.Fatalf("Tab does not lead to %s", selector)
}

// focusSeen asserts that what has the focus is in the window and has a ring around it.
func (p *player) focusSeen(what string) {
	p.t.Helper()
	if seen := value[string](p.browser, `(() => { const e = document.activeElement, r = e.getBoundingClientRect(), s `+
		`= getComputedStyle(e); return r.bottom <= 0 || r.top >= innerHeight ? "out of sight" : s.outlineStyle === `+
		`"none" && s.strokeWidth === "0px" ? "without a ring" : ""; })()`); seen != "" {
		p.t.Errorf("%s has the focus and is %s", what, seen)
	}
}

// walk goes from the square that has the focus to another by arrow keys, and presses Enter there.
func (p *player) walk(to string) {
	p.t.Helper()
	for range 40 {
		at := value[string](p.browser, `document.activeElement.getAttribute("aria-label").split(",")[0]`)
		key := kb.Enter
		switch flipped := value[bool](p.browser, `document.querySelector(".stage").classList.contains("turned")`); {
		case at == to:
		case at[0] != to[0]:
			key = map[bool]string{true: kb.ArrowLeft, false: kb.ArrowRight}[(at[0] > to[0]) != flipped]
		default:
			key = map[bool]string{true: kb.ArrowUp, false: kb.ArrowDown}[(at[1:] < to[1:]) != flipped]
		}
		p.run(chromedp.KeyEvent(key))
		if at == to {
			return
		}
	}
	p.t.Fatalf("the arrow keys do not lead to %s", to)
}

// TestPlayByKeyboard plays a whole game with the keyboard alone, from the name at the door to the
// rematch. What a reader of the screen is told on the way is asserted: each square by its name and
// what stands there, the choice with where it may go, each turn with who is to move, the end.
func TestPlayByKeyboard(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	open := s.astrid.invites(t, nil)
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.until("the form", `!document.querySelector("[data-enter]").hidden`)
	p.tabTo("#name")
	p.run(chromedp.KeyEvent("Gunnhild"), chromedp.KeyEvent(kb.Enter))
	p.atBoard()
	done := make(chan bool)
	go func() { defer close(done); playOut(t, s.astrid.sit(t, p.game), game.Defenders, 1000) }()
	defer func() { <-done }()
	value[int](p.browser, `(window.told = [], new MutationObserver(() => `+
		`told.push(document.querySelector("[data-said]").textContent)).observe(document.querySelector("[data-said]"), {childList: true, characterData: true, subtree: true}), 1)`)
	for turn := 0; turn < 200; turn++ {
		p.until("his turn or the end", `document.querySelector(".status").textContent === "Your turn" && `+
			`!document.querySelector("[data-act]:disabled") || !document.querySelector("[data-again]").hidden`)
		at := p.positionToMove()
		if at.Over {
			break
		}
		p.ready(at)
		m := at.Moves[(turn*66)%len(at.Moves)] // with playOut a whole game of 21 turns
		p.tabTo("svg .hit")
		p.walk(m.From)
		p.until("the choice is told", fmt.Sprintf(`document.activeElement.getAttribute("aria-pressed") === "true" && `+
			`document.querySelector("[data-said]").textContent.startsWith(%q) && `+
			`document.querySelector("[data-said]").textContent.includes(%q)`, m.From+", ", m.To))
		if turn == 0 {
			p.run(chromedp.KeyEvent(kb.Escape))
			p.until("it is put back", `document.querySelector(".hit[aria-pressed=true]") === null`)
			p.walk(m.From)
		}
		p.walk(m.To)
		p.played(m, at)
	}
	p.until("the end is told", `/wins|draw/.test(document.querySelector(".status").textContent) && `+
		`!document.querySelector("[data-again]").hidden`)
	told := strings.Split(value[string](p.browser, `told.join("\n")`), "\n")
	if !slices.ContainsFunc(told, func(text string) bool { return strings.HasSuffix(text, "Your turn") }) ||
		!slices.ContainsFunc(told,
			func(text string) bool { return strings.Contains(text, "wins") || strings.Contains(text, "draw") }) {
		t.Errorf("a reader of the screen was told %q", told)
	}
	p.tabTo("[data-again]")
	p.run(chromedp.KeyEvent(kb.Enter))
	await.Until(t, "the rematch is not asked", func() bool {
		return slices.ContainsFunc(ask[wire.Lobby](t, s.astrid, http.MethodGet, "v1/lobby", nil).Seeks,
			func(k wire.OpenSeek) bool { return k.ForMe })
	})
}
