package server_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server/web"
)

// refusedPages are addresses at which there is nothing, and whose pages say so.
var refusedPages = []string{"/players?name=", "/i/aaaaaaaa", "/nowhere"}

// browser is a real one. Whatever it complains about fails the test.
type browser struct {
	context.Context
	t testing.TB
}

// shared is the browser of those who want little motion: what moves is painted many times a second, which costs more
// than all else. Each of them has windows, cookies and a store of his own in it.
var shared = sync.OnceValues(func() (context.Context, error) {
	options, err := browserOptions()
	if err != nil {
		return nil, err
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(),
		append(options, chromedp.Flag("force-prefers-reduced-motion", true))...)
	ctx, cancel := chromedp.NewContext(allocator)
	closeShared = cancel
	return ctx, chromedp.Do(ctx)
})

// closeShared ends the shared browser.
var closeShared = func() {}

// browserOptions are those of all browsers; an error says that there is none here. The headless shell, which has no
// window, comes first: it needs two thirds of the processor time of the whole browser.
func browserOptions() ([]chromedp.ExecAllocatorOption, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
				chromedp.WindowSize(1280, 900)), nil
		}
	}
	return nil, errors.New("no Chromium on this machine (Debian: chromium): the pages are not tried in a browser")
}

// newBrowser opens the browser of somebody who wants little motion.
func newBrowser(t testing.TB) *browser {
	t.Helper()
	needsBrowser(t)
	all, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(all, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return inBrowser(t, ctx)
}

// openBrowser starts one of its own in which men glide.
func openBrowser(t testing.TB) *browser {
	t.Helper()
	options := needsBrowser(t)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return inBrowser(t, ctx)
}

// needsBrowser skips a test where there is none.
func needsBrowser(t testing.TB) []chromedp.ExecAllocatorOption {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	options, err := browserOptions()
	if err != nil {
		t.Skip(err)
	}
	return options
}

// inBrowser is one whose complaints fail the test.
func inBrowser(t testing.TB, ctx context.Context) *browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	b := &browser{ctx, t}
	b.run(chromedp.EmulateViewport(1280, 900))
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page's script failed: %v", e.ExceptionDetails)
		case *log.EventEntryAdded:
			// the page tells it in words
			refusal := slices.ContainsFunc(refusedPages,
				func(at string) bool { return strings.HasSuffix(e.Entry.URL, at) }) ||
				strings.Contains(e.Entry.Text, "409 (Conflict)") || strings.HasSuffix(e.Entry.URL, "/v1/devices") ||
				strings.HasSuffix(e.Entry.URL, "/v1/seeks")
			if e.Entry.Level == log.EntryLevelError && !refusal && !isCut(e.Entry.Text+" "+e.Entry.URL) {
				t.Errorf("the browser complains: %s %s", e.Entry.Text, e.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.Context, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// value computes an expression in the page.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.Context, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// patience is how long is waited for what a page must show, on however busy a machine.
const patience = 45 * time.Second

// until waits for an expression to be true.
func (b *browser) until(what, expression string) {
	b.t.Helper()
	looks := await.Poll{Timeout: patience, State: b.text, Interval: 25 * time.Millisecond,
		Longest: 200 * time.Millisecond} // each look costs as much as a picture of the page
	looks.Until(b.t, what+": never", func() bool {
		is, err := chromedp.Run(b.Context, chromedp.Evaluate[bool](expression))
		// it is navigated while a page goes to the next one
		if err != nil && !strings.Contains(err.Error(), "navigated or closed") {
			b.t.Fatalf("%s: %s: %v", what, expression, err)
		}
		return err == nil && is
	})
}

// text returns the beginning of what the page says.
func (b *browser) text() string {
	return value[string](b, `document.querySelector("main").innerText.slice(0, 400)`)
}

// pictured returns the widths of windows that are opened for pictures alone: none if no pictures are kept.
func pictured(widths ...int64) []int64 {
	if os.Getenv("TAFL3D_PICTURES") == "" {
		return nil
	}
	return widths
}

// picture saves what is to be seen, if TAFL3D_PICTURES names a folder.
func (b *browser) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("TAFL3D_PICTURES")
	if dir == "" {
		return
	}
	b.run(chromedp.Sleep(400 * time.Millisecond))
	png, err := chromedp.Run(b.Context, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

const (
	where = `document.querySelector(".where").textContent`
	men   = `[...document.querySelectorAll(".man:not(.taken)")].map(m => m.dataset.sq + ` +
		`m.getAttribute("href")).sort().join(" ")`
	clocks = `[...document.querySelectorAll(".clock")].map(c => c.textContent).join(" ")`
	atEnd  = `document.querySelector("[data-step=last]").hasAttribute("aria-disabled")`
)

// TestLivePage follows a game under way in a browser: moves come by themselves, the
// clocks run, stepping back stays where one is, the end is told. The board that the
// script has drawn is the one that the service draws anew.
func TestLivePage(t *testing.T) {
	t.Parallel()
	b := openBrowser(t)
	s := newFixture(t)
	g := s.open(t, "brandubh-gorrion", false)
	g.play(t, 2)
	b.run(chromedp.Navigate(s.url + "/games/" + g.id))
	b.until("the game", where+` === "2 of 2"`)
	g.play(t, 7)
	b.until("moves come by themselves", where+` === "9 of 9"`)
	if note := value[string](b, `document.querySelector(".note").textContent`); note != "" {
		t.Errorf("the line does not hold: %s", note)
	}
	b.until("a clock runs",
		`document.querySelectorAll(".clock.runs").length === 1 && document.querySelectorAll(".turns a").length === 9`)
	b.picture("live")
	b.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	b.until("two turns back", where+` === "7 of 9"`)
	g.play(t, 1)
	b.until("who has stepped back stays there", where+` === "7 of 10"`)
	b.run(chromedp.KeyEvent(kb.End))
	b.until("at the end again", where+` === "10 of 10"`)
	drawn := value[string](b, men)
	g.resign(t)
	b.until("the end is told", `document.querySelector(".status").textContent.includes("won: resign")`)
	s.archived(t, g.id)
	b.run(chromedp.Navigate(s.url + "/games/" + g.id))
	if anew := value[string](b, men); anew != drawn {
		t.Errorf("the script has drawn %s\nthe service %s", drawn, anew)
	}
}

// TestArchivePage steps through an archived game by keys and buttons, to and fro: each
// position is the one that the service draws for it. A click beside the board, a narrow
// window and a board in a frame work as well.
func TestArchivePage(t *testing.T) {
	t.Parallel()
	b := openBrowser(t)
	s := newFixture(t)
	g := s.open(t, "fetlar-11x11", true)
	g.play(t, 40)
	g.resign(t)
	s.archived(t, g.id)
	url := s.url + "/games/" + g.id
	b.run(chromedp.Navigate(url))
	b.until("the end", where+` === "40 of 40" && `+atEnd)
	b.roomy(t, "game")
	b.run(chromedp.EmulateViewport(1280, 800))
	if foot := value[float64](b, `document.querySelector("[data-step=on]").getBoundingClientRect().bottom`); foot >
		800 {
		t.Errorf("the buttons end at %g in a window of 800", foot)
	}
	b.picture("archive")
	turn := value[string](b, `document.querySelector(".turns a[data-ply='40']").textContent`)
	if said := value[string](b, `document.querySelector("output[aria-live] .said").textContent`); said != turn {
		t.Errorf("the turn %s is announced as %q", turn, said)
	}
	var seen []string
	for range 40 {
		seen = append(seen, value[string](b, men))
		b.run(chromedp.KeyEvent(kb.ArrowLeft))
	}
	b.until("the beginning", where+` === "0 of 40"`)
	if clocks := value[string](b, clocks); clocks != "5:00 5:00" {
		t.Errorf("at the beginning the clocks show %s", clocks)
	}
	for ply := range 41 {
		if ply > 0 {
			if got := value[string](b, men); got != seen[40-ply] {
				t.Errorf("turn %d, forwards %s\nbackwards %s", ply, got, seen[40-ply])
			}
		}
		b.run(chromedp.Click(`[data-step=on]`))
	}
	b.run(chromedp.Click(`.turns a[data-ply="17"]`))
	b.until("a click on a turn", where+` === "17 of 40" && location.search === "?ply=17"`)
	drawn, told := value[string](b, men), value[string](b, clocks+` + document.querySelector(".at").innerText`)
	b.run(chromedp.Navigate(url + "?ply=17"))
	if anew := value[string](b, clocks+` + document.querySelector(".at").innerText`); anew != told {
		t.Errorf("turn 17: the script says %s\nthe service %s", told, anew)
	}
	if anew := value[string](b, men); anew != drawn || anew != seen[40-17] {
		t.Errorf("turn 17: the script has drawn %s\nthe service %s", drawn, anew)
	}
	b.run(chromedp.Navigate(url+"/board?ply=5"), chromedp.WaitVisible(".embed .board"))
	b.until("the board alone",
		`document.querySelector(".where").textContent === "5 of 40" && document.querySelector("header") === null`)
	b.run(chromedp.KeyEvent(kb.Home))
	b.until("its beginning", where+` === "0 of 40"`)
	b.picture("embedded")
	b.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile), chromedp.Navigate(url))
	b.until("a narrow window", where+` === "40 of 40"`)
	if wide := value[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d wide in a window of 390", wide)
	}
	b.picture("narrow")
}

// roomy looks that in a wide window no table hides a column, on a tablet no list of games nor standings, and that in
// the narrowest no page is wider than the window, nor a list cut off.
func (b *browser) roomy(t *testing.T, name string) {
	t.Helper()
	if cut := value[int](b,
		`[...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth).length`); cut > 0 {
		t.Errorf("%s: %d tables are cut off in a wide window", name, cut)
	}
	b.run(chromedp.EmulateViewport(820, 1180))
	if cut := value[int](b, `[...document.querySelectorAll(".scroll:not([tabindex]), `+
		`.scroll[aria-labelledby=standings], .card, .copy")].filter(e => e.scrollWidth > e.clientWidth).length`); cut >
		0 {
		t.Errorf("%s: %d things are cut off on a tablet", name, cut)
	}
	b.run(chromedp.EmulateViewport(320, 640))
	if wide := value[int](b, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("%s is %d wide in a window of 320", name, wide)
	}
	if cut := value[int](b, `[...document.querySelectorAll(".scroll:not([tabindex]), `+
		`.scroll[aria-labelledby=standings]")].filter(e => e.scrollWidth > e.clientWidth).length`); cut > 0 {
		t.Errorf("%s: %d lists are cut off in a window of 320", name, cut)
	}
	b.run(chromedp.EmulateViewport(200, 400)) // a telephone of 400 with text of twice the size
	if wide := value[int](b, `document.documentElement.scrollWidth`); wide > 200 {
		t.Errorf("%s is %d wide in a window of 200", name, wide)
	}
	b.run(chromedp.EmulateViewport(1280, 900))
}

// TestEventPage watches a tournament in a browser: it begins and its results come by
// themselves. First pages, ladder and player are looked at on the way.
func TestEventPage(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t) // closed before the service, which its pages would miss
	q := small
	q.Name, q.Format, q.Games = "Midwinter cup of the great hall", "round-robin", 2
	path := s.astrid.cup(t, q)
	eve := signUp(t, s.url, "Eyvindur_Skallagrimsson")
	for _, p := range []*person{s.astrid, s.dag, eve} {
		p.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	b.run(chromedp.Navigate(s.url + strings.TrimPrefix(path, "v1")))
	b.until("the players", `document.querySelectorAll("table tbody tr").length === 3`)
	s.astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	b.until("it has begun",
		`document.body.innerText.includes("Round 1") && document.querySelectorAll(".cards .board").length === 1`)
	s.astrid.decides(t, path)
	b.until("the end",
		`document.body.innerText.includes("finished") && document.querySelectorAll(".cross .cell.good").length > 0`)
	b.picture("event")
	for range 3 {
		g := s.open(t, "brandubh-gorrion", true)
		g.play(t, 6)
		g.resign(t)
		s.archived(t, g.id)
	}
	s.open(t, "fox-geese-17-free", false).play(t, 5)
	s.open(t, "fetlar-11x11", false).play(t, 9)
	s.open(t, "bagh-chal", false).play(t, 9)
	for name, path := range map[string]string{"home": "/", "ladder": "/ladder", "player": "/players/Astrid",
		"events": "/events", "event": strings.TrimPrefix(path, "v1")} {
		b.run(chromedp.Navigate(s.url + path))
		b.roomy(t, name)
		b.until(name, `document.querySelector("h1") !== null`)
		if bad := value[int](b, `[...document.querySelectorAll("a, button, input")].filter(e => !e.innerText && `+
			`!e.getAttribute("aria-label") && !e.labels?.length).length`); bad > 0 {
			t.Errorf("%s: %d links or buttons without a name", name, bad)
		}
		b.picture(name)
	}
	b.run(chromedp.KeyEvent(kb.Tab))
	if first := value[string](b, `document.activeElement.className`); first != "skip" {
		t.Errorf("the first tab leads to %q", first)
	}
	_, text, _ := fetch(t, s.url+strings.TrimPrefix(path, "v1")+"/file/event.html")
	file := filepath.Join(t.TempDir(), "event.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate("file://" + file))
	b.until("the file", `document.querySelectorAll(".ranked tbody tr").length === 3`)
	b.roomy(t, "the event as a file")
	b.picture("event-file")
}

// decides gives each game of an event that he directs a result, until it is over.
func (p *person) decides(t *testing.T, path string) {
	t.Helper()
	for i := 0; ; i++ {
		e := p.sees(t, path, "a game",
			func(now wire.Event) bool { return now.Phase == "over" || dueOf(now) != (wire.Order{}) })
		if e.Phase == "over" {
			return
		}
		o := dueOf(e)
		o.Do, o.Verdict, o.Note = "adjudicate", []string{"attackers", "defenders", "draw"}[i%3], "a test"
		p.must(t, http.MethodPost, path+"/orders", o, nil)
	}
}

// dueOf names a game that is due.
func dueOf(e wire.Event) wire.Order {
	for _, p := range e.Pairings {
		for leg, g := range p.Games {
			if g.Due {
				return wire.Order{Pairing: p.Pairing, Leg: leg}
			}
		}
	}
	return wire.Order{}
}

// TestLongNames: names of as many letters as a name may have stay in what holds them, on every page that shows them.
func TestLongNames(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t) // closed before the service, which its pages would miss
	long := [2]*person{signUp(t, s.url, "W"+strings.Repeat("w", wire.MaxName-1)),
		signUp(t, s.url, "M"+strings.Repeat("m", wire.MaxName-1))}
	s.astrid, s.dag = long[0], long[1]
	done := s.open(t, "fetlar-11x11", true)
	done.play(t, 4)
	done.resign(t)
	s.archived(t, done.id)
	s.open(t, "fetlar-11x11", false).play(t, 3)
	cup := s.astrid.cup(t, wire.EventSpec{Name: strings.Repeat("Cup", 20), Format: "knock-out",
		Variants: []string{"brandubh-gorrion"}, Clock: "5m+3s", Games: 2})
	for _, p := range long {
		p.must(t, http.MethodPost, cup+"/join", nil, nil)
	}
	s.astrid.must(t, http.MethodPost, cup+"/orders", wire.Order{Do: "start"}, nil)
	s.astrid.sees(t, cup, "a game", func(e wire.Event) bool { return dueOf(e) != (wire.Order{}) })
	for name, path := range map[string]string{"home": "/", "player": "/players/" + long[0].session.Player.Name,
		"game": "/games/" + done.id, "event": strings.TrimPrefix(cup, "v1"),
		"invitation": "/i/" + s.astrid.invites(t, nil).Code} {
		b.run(chromedp.Navigate(s.url + path))
		b.picture("long-" + name)
		for _, width := range []int64{1280, 820, 390, 200} {
			b.run(chromedp.EmulateViewport(width, 900))
			if wide := value[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s is %d wide in a window of %d", name, wide, width)
			}
			if out := value[string](b, `[...document.querySelectorAll("main :is(p, dl, ul, ol, section, h1), .card, `+
				`.seat")].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.checkVisibility() && `+
				`!e.closest(".unseen, details:not([open])")).map((e) => e.tagName + "." + e.className).join(" ")`); out != "" {
				t.Errorf("%s: something sticks out of %s in a window of %d", name, out, width)
			}
		}
	}
}

// onlyLadder is a service whose ladder alone is known.
type onlyLadder struct{ web.Source }

// Pools implements web.Source.
func (onlyLadder) Pools(context.Context) ([]string, error) { return []string{"tafl rapid"}, nil }

// Ladder implements web.Source.
func (onlyLadder) Ladder(context.Context, string) ([]wire.Rung, error) {
	var rungs []wire.Rung
	for _, name := range []string{"Guðrún", "Aleksandra-Wilhelmina", "Maximilian.von.Tafl"} {
		rungs = append(rungs, wire.Rung{Player: wire.Player{ID: name, Name: name},
			Rating: wire.Rating{Points: 1873, Deviation: 61, Games: 1204}})
	}
	return rungs, nil
}

// TestLadderIsNarrow: in a window of a telephone no name breaks in the middle of a word, and
// the page is not wider than the window.
func TestLadderIsNarrow(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := httptest.NewServer(web.New("Test", "localhost", onlyLadder{}, slog.New(slog.DiscardHandler)))
	defer site.Close()
	b.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile),
		chromedp.Navigate(site.URL+"/ladder"))
	if n := value[int](b, `document.querySelectorAll(".scroll .who").length`); n != 3 {
		t.Fatalf("%d names", n)
	}
	if n := value[int](b, `[...document.querySelectorAll(".scroll .who")].filter(w => `+
		`w.getBoundingClientRect().height > 40 || w.getClientRects().length > 1).length`); n > 0 {
		t.Errorf("%d names break", n)
	}
	if wide := value[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d wide in a window of 390", wide)
	}
}
