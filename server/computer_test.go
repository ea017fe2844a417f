package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/web"
)

// alone serves the pages without a service: who plays the computer needs nothing of it.
func alone(t *testing.T) *httptest.Server {
	t.Helper()
	if !web.HasEngine() {
		t.Skip("the engine for browsers is not made: make engine")
	}
	pages := web.New("Test", "localhost", onlyLadder{}, slog.New(slog.DiscardHandler)).WellKnown("")
	site := httptest.NewServer(pages)
	t.Cleanup(site.Close)
	return site
}

// visitor plays the computer in a browser; line is the same game by the rules of this program.
type visitor struct {
	*player
	line *rules.Line
	side game.Side
}

// turn waits until it is his turn, or the game is over. What the computer has played must be
// allowed here too, and lead to the same position.
func (v *visitor) turn() (over bool) {
	v.t.Helper()
	v.until("his turn or the end", `document.querySelector(".status").textContent === "Your turn" || `+
		`/win|draw/i.test(document.querySelector(".status").textContent)`)
	said, _, _ := strings.Cut(value[string](v.browser, `document.querySelector("[data-said]").textContent`), ".")
	if v.line.Turn() != v.side {
		names := strings.Split(said, "-")
		for i := range names[1:] {
			v.step(names[i], names[i+1])
		}
	}
	want := 0
	for _, p := range v.line.Setup().Pieces {
		if p != game.Empty {
			want++
		}
	}
	v.until("the men stand as they do here",
		fmt.Sprintf(`document.querySelectorAll(".men .man:not(.taken)").length === %d`, want))
	return value[bool](v.browser, `document.querySelector(".status").textContent !== "Your turn"`)
}

// step makes a step here.
func (v *visitor) step(from, to string) {
	v.t.Helper()
	b := v.line.Rules().Board()
	a, _ := b.Named(from)
	z, _ := b.Named(to)
	if _, err := v.line.Try(game.Move{From: a, To: z}); err != nil {
		v.t.Fatalf("the computer plays %s-%s: %v", from, to, err)
	}
}

// move plays a step of the legal ones by two taps, after looking that the page offers those that
// there are from that square.
func (v *visitor) move(n int) {
	v.t.Helper()
	legal := v.line.Legal(nil)
	m := legal[n%len(legal)]
	name := v.line.Rules().Board().Name
	targets := 0
	for _, l := range legal {
		if l.From == m.From {
			targets++
		}
	}
	v.tap(name(m.From))
	v.until("where it may go", fmt.Sprintf(`document.querySelectorAll(".hints .target").length === %d`, targets))
	before := value[string](v.browser, `document.querySelector("[data-play]").dataset.seq`)
	v.tap(name(m.To))
	v.until("it is played", fmt.Sprintf(`document.querySelector("[data-play]").dataset.seq !== %q`, before))
	v.step(name(m.From), name(m.To))
}

// TestComputerInTheBrowser lets a visitor without an account play the computer, whose rules are
// those of this program: a step that is refused says why, turns are taken back, the other side is
// played too; and with no service there any more the page comes back and plays on.
func TestComputerInTheBrowser(t *testing.T) {
	t.Parallel()
	site := alone(t)
	brandubh, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{player: newPlayer(t, nil), line: brandubh.Rules.Line(), side: game.Attackers}
	v.run(chromedp.Navigate(site.URL + "/computer"))
	if at := value[string](v.browser, `location.pathname`); at != "/computer/brandubh-gorrion" {
		t.Errorf("the way leads to %s", at)
	}
	for n := range 8 {
		if v.turn() {
			break
		}
		if n == 1 {
			v.tap(v.line.Rules().Board().Name(v.line.Legal(nil)[0].From))
			v.tap("d4") // where the king stands
			v.until("why it is refused", `document.querySelector(".note").textContent !== ""`)
		}
		v.move(7*n + 3)
	}
	v.picture("computer")
	v.turn()
	before := value[string](v.browser, men)
	v.run(chromedp.Click(`[data-act=takeback]`))
	v.until("it is taken back",
		fmt.Sprintf(`%s !== %q && document.querySelector(".status").textContent === "Your turn"`, men, before))
	v.until("it is kept", `document.querySelector("[data-play]").dataset.kept === "yes"`)
	site.CloseClientConnections()
	site.Close()
	if _, err := chromedp.Call(v.Context, network.ClearBrowserCache, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	v.run(chromedp.Navigate(site.URL + "/play"))
	v.until("that there is no line", `document.querySelector("h1").textContent === "No connection"`)
	v.picture("no-connection")
	v.run(chromedp.Click(`main a[href="/computer"]`))
	v.until("the computer", `location.pathname === "/computer/brandubh-gorrion"`)
	v.run(chromedp.Navigate(site.URL + "/computer/brandubh-gorrion/exercises"))
	v.until("an exercise", `document.querySelector("[data-count]").textContent !== ""`)
	v.run(chromedp.Navigate(site.URL + "/computer"))
	v.run(chromedp.Reload(), chromedp.SetValue(`[name=side]`, "defenders"), chromedp.SetValue(`[name=level]`, "2"),
		chromedp.Click(`[data-begin] button`))
	v.line, v.side = brandubh.Rules.Line(), game.Defenders
	for n := range 3 {
		if v.turn() {
			break
		}
		v.move(5*n + 2)
	}
	v.picture("computer-offline")
}

// TestComputersOfAllGames reads the page of each game that the computer plays: it knows its first
// moves.
func TestComputersOfAllGames(t *testing.T) {
	site := httptest.NewServer(web.New("Test", "localhost", onlyLadder{}, slog.New(slog.DiscardHandler)))
	defer site.Close()
	for _, v := range variant.All() {
		status, body, h := fetch(t, site.URL+"/computer/"+v.ID)
		if status != http.StatusOK {
			t.Errorf("%s: %d", v.ID, status)
			continue
		}
		if strings.Contains(h.Get("Content-Security-Policy"), "wasm") {
			t.Errorf("%s: the page itself may run an engine: %v", v.ID, h)
		}
		_, first, _ := strings.Cut(body, `data-first="`)
		first, _, _ = strings.Cut(first, `"`)
		var p wire.Position
		start := v.Rules.Start()
		if err := json.Unmarshal([]byte(strings.ReplaceAll(first, "&#34;", `"`)), &p); err != nil ||
			len(p.Moves) != len(start.Legal(nil, nil)) {
			t.Errorf("%s: %d moves, %v", v.ID, len(p.Moves), err)
		}
	}
}

// TestEngineIsSmall: the engine is served packed, in less than a MiB, and plain to who cannot unpack.
func TestEngineIsSmall(t *testing.T) {
	site := alone(t)
	get := func(accept string) (*http.Response, []byte) {
		t.Helper()
		q, err := http.NewRequest(http.MethodGet, site.URL+"/static/x/engine.wasm", nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Accept-Encoding", accept)
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		data, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, data
	}
	packed, data := get("gzip, br")
	if packed.Header.Get("Content-Encoding") != "br" || len(data) < 100<<10 || len(data) > 1<<20 {
		t.Errorf("packed: %d bytes, %v", len(data), packed.Header)
	}
	plain, data := get("identity")
	if plain.Header.Get("Content-Encoding") != "" || !bytes.HasPrefix(data, []byte("\x00asm")) ||
		plain.Header.Get("Content-Type") != "application/wasm" {
		t.Errorf("plain: %d bytes, %v", len(data), plain.Header)
	}
}

// TestComputerOnATelephone measures how long it takes on the line of a telephone, with nothing
// there before, until the first move can be made and until the computer answers it.
func TestComputerOnATelephone(t *testing.T) {
	t.Parallel()
	site := alone(t)
	brandubh, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	// In a browser of its own: in the shared one a page over a slow line once never came to its end.
	v := &visitor{player: plays(openBrowser(t), nil), line: brandubh.Rules.Line(), side: game.Attackers}
	slow := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{{Latency: 150,
		DownloadThroughput: 1.6e6 / 8, UploadThroughput: 750e3 / 8}}}
	if _, err := chromedp.Call(v.Context, network.EmulateNetworkConditionsByRule, slow); err != nil {
		t.Fatal(err)
	}
	const watched = `new MutationObserver(() => { if (!window.ready && ` +
		`document.querySelector(".status")?.textContent === "Your turn") window.ready = performance.now(); ` +
		`}).observe(document, {childList: true, characterData: true, subtree: true})`
	if _, err := chromedp.Call(v.Context, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: watched}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	v.run(chromedp.Navigate(site.URL + "/computer/brandubh-gorrion"))
	v.until("the first move can be made", `document.querySelector(".status").textContent === "Your turn"`)
	first := value[float64](v.browser, `ready`)
	v.move(3)
	v.turn()
	t.Logf("the first move can be made %.1f s after the page was asked for; the computer has answered after %v",
		first/1000, time.Since(began).Round(time.Millisecond))
}

// TestBoardFits sees a whole board with both players and the buttons for stepping in a window of 1280x900. Two fingers
// may enlarge a board that is played on.
func TestBoardFits(t *testing.T) {
	t.Parallel()
	site, s := alone(t), newFixture(t)
	p := newPlayer(t, s)
	g := s.open(t, "copenhagen-11x11-tdiamond", false)
	for i, page := range []string{site.URL + "/computer/brandubh-gorrion",
		site.URL + "/computer/copenhagen-11x11-tdiamond", s.url + "/play/" + g.id, s.url + "/games/" + g.id} {
		p.run(chromedp.Navigate(page))
		p.until("the board", `document.querySelectorAll(".man").length > 10`)
		foot := value[float64](p.browser, `document.querySelector(".stage").getBoundingClientRect().bottom + scrollY`)
		if foot > 900 {
			t.Errorf("%s: the board and what belongs to it end at %g in a window of 900", page, foot)
		}
		if may := value[string](p.browser, `getComputedStyle(document.querySelector(".holder")).touchAction`); may !=
			"pinch-zoom" && !strings.Contains(page, "/games/") {
			t.Errorf("%s: fingers on the board may do %q", page, may)
		}
		p.picture(fmt.Sprint("fits-", i))
	}
}

// TestComputerOnLines plays the computer at a game of each family on lines: a step, or a piece that is dropped, is
// answered.
func TestComputerOnLines(t *testing.T) {
	t.Parallel()
	site := alone(t)
	v := newPlayer(t, nil)
	for _, id := range []string{"fox-geese-13", "asalto", "bagh-chal", "dablot-mini", "halatafl-winther", "morris-9",
		"maharajah"} {
		rules, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		v.run(chromedp.Navigate(site.URL + "/computer/" + id))
		v.until(id+" is begun", `document.querySelector("[data-play]").dataset.loaded === "yes"`)
		start := rules.Rules.Start()
		if start.Turn() == game.Defenders {
			v.run(chromedp.SetValue(`[name=side]`, "defenders"), chromedp.Click(`[data-begin] button`))
		}
		v.until(id+": his turn", `document.querySelector(".status").textContent === "Your turn" && `+
			`document.querySelector("[data-play]").dataset.ply === "0"`)
		legal := rules.Rules.Line().Legal(nil)
		m := ledger.Move(rules.Rules, legal[len(legal)/2])
		if m.From != "" {
			v.tap(m.From)
		}
		v.tap(m.To)
		v.until(id+": it is answered", `Number(document.querySelector("[data-play]").dataset.ply) >= 2 && `+
			`document.querySelector(".note").textContent === ""`)
		v.picture("computer-" + id)
	}
}

// TestComputerBegunAnew begins another game while the computer thinks about its first turn of the one before: what
// comes of that is not heard, and nothing is asked any more.
func TestComputerBegunAnew(t *testing.T) {
	t.Parallel()
	site := alone(t)
	v := newPlayer(t, nil)
	const counted = `window.asked = 0; const post = Worker.prototype.postMessage; Worker.prototype.postMessage = ` +
		`function (...a) { window.asked++; return post.apply(this, a); }`
	if _, err := chromedp.Call(v.Context, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: counted}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		v.run(chromedp.Navigate(site.URL + "/computer/fox-geese-13")) // the fox, the computer's, begins
		v.until("it is loaded", `document.querySelector("[data-play]").dataset.loaded === "yes"`)
		v.run(chromedp.SetValue(`[name=side]`, "defenders"), chromedp.Click(`[data-begin] button`))
		v.until("his turn", `document.querySelector(".status").textContent === "Your turn"`)
		v.run(chromedp.Sleep(2 * time.Second)) // longer than the computer thinks
		v.until("nothing is asked any more", `(() => { const now = performance.now(); if (asked !== window.before) { `+
			`window.before = asked; window.since = now; } return now - since > 1000; })()`)
		if !value[bool](v.browser, `document.querySelector("[data-play]").dataset.ply === "0" && `+
			`document.querySelector(".status").textContent === "Your turn"`) {
			t.Fatalf("the game before is heard; %s",
				value[string](v.browser, `document.querySelector(".status").textContent`))
		}
	}
}

// TestExercisesInTheBrowser solves an exercise in the page, after a turn that does not solve it and a hint, has another
// solved, and does so again without a line.
func TestExercisesInTheBrowser(t *testing.T) {
	t.Parallel()
	site := alone(t)
	v := newPlayer(t, nil)
	list := slices.DeleteFunc(slices.Clone(exercise.All()),
		func(x *exercise.Exercise) bool { return x.Game.Variant != "brandubh-gorrion" })
	begun := func(x *exercise.Exercise) {
		t.Helper()
		v.until("the exercise", fmt.Sprintf(`document.querySelector("[data-play]").dataset.loaded === %q && `+
			`document.querySelector(".status").textContent !== "" && document.querySelectorAll(".men `+
			`.man:not(.taken)").length > 0`, x.ID))
	}
	step := func(r *rules.Rules, m game.Move) {
		w := ledger.Move(r, m)
		v.tap(w.From)
		v.tap(w.To)
	}
	solve := func(x *exercise.Exercise) {
		t.Helper()
		r := x.Game.Start.Rules()
		for a := x.Begin(); a.Hint() != nil; {
			before := value[int](v.browser, `Number(document.querySelector("[data-play]").dataset.ply)`)
			turn := a.Hint()
			for _, m := range turn {
				step(r, m)
			}
			a.Play(turn)
			v.until("it is answered", fmt.Sprintf(`Number(document.querySelector("[data-play]").dataset.ply) > %d`,
				before))
		}
		v.until("solved", `document.querySelector(".status").textContent.startsWith("Solved")`)
	}
	v.run(chromedp.Navigate(site.URL + "/computer/brandubh-gorrion/exercises"))
	begun(list[0])
	start := list[0].Game.Start
	for _, m := range start.Legal(nil, nil) {
		if m != list[0].Begin().Hint()[0] {
			step(start.Rules(), m)
			break
		}
	}
	v.until("it is wrong", `document.querySelector(".note").textContent.includes("Try again")`)
	v.run(chromedp.Click(`[data-puzzle=hint]`))
	v.until("a hint", `document.querySelectorAll(".hints .ready").length === 2`)
	v.picture("exercise-hint")
	solve(list[0])
	v.picture("exercise")
	v.until("it is kept", `document.querySelector("[data-play]").dataset.kept === "yes"`)
	v.run(chromedp.Click(`[data-puzzle=next]`))
	begun(list[1])
	v.run(chromedp.Click(`[data-puzzle=reveal]`))
	v.until("the solution", `document.querySelector(".status").textContent.startsWith("Solution")`)
	site.CloseClientConnections()
	site.Close()
	v.run(chromedp.Reload())
	begun(list[1]) // the first is solved
	solve(list[1])
}

// TestExercisesOfAllGames reads the exercises of each game as its page is given them: each is there, with its
// solution, in less than pages may weigh.
func TestExercisesOfAllGames(t *testing.T) {
	site := httptest.NewServer(web.New("Test", "localhost", onlyLadder{}, slog.New(slog.DiscardHandler)))
	defer site.Close()
	for _, id := range exercise.Variants(exercise.All()) {
		status, page, _ := fetch(t, site.URL+"/computer/"+id+"/exercises")
		_, body, _ := fetch(t, site.URL+"/computer/"+id+"/exercises.json")
		var list []struct {
			ID, At, Task string
			Next         []struct{ Turn []wire.Move }
		}
		if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK {
			t.Errorf("%s: %d, %v", id, status, err)
			continue
		}
		want := len(slices.DeleteFunc(slices.Clone(exercise.All()),
			func(x *exercise.Exercise) bool { return x.Game.Variant != id }))
		if len(list) != want || len(list[0].Next) != 1 || len(list[0].Next[0].Turn) == 0 || list[0].Task == "" {
			t.Errorf("%s: %d exercises of %d, %+v", id, len(list), want, list[0])
		}
		if weight := len(page) + len(body); weight > 120<<10 {
			t.Errorf("%s: %d bytes", id, weight)
		}
	}
}
