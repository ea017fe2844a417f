package server_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/tree"
	"tafl3d/internal/await"
)

// TestStepBack steps back in a game that is being played, by keys, by a finger and by the list. A move that comes
// meanwhile is listed and the board stays; a press on the board returns to the game. The opponent then leaves, and the
// page says until when they may.
func TestStepBack(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	open := s.astrid.invites(t, nil)
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.enter("")
	p.atBoard()
	rival := s.astrid.sit(t, p.game)
	done := make(chan bool)
	go func() { defer close(done); playOut(t, rival, game.Defenders, 4) }()
	for range 2 {
		at := p.positionToMove()
		p.ready(at)
		p.move(at.Moves[0], at)
	}
	<-done
	p.until("the list", `document.querySelectorAll("[data-turns] a").length === 4 && `+where+` === "4 of 4"`)
	p.ready(p.positionToMove())
	now := value[string](p.browser, men)
	p.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	p.until("two moves back", where+` === "2 of 4" && `+men+` !== `+fmt.Sprintf("%q", now))
	p.picture("stepped-back")
	p.swiped(-120)
	p.until("a finger steps on", where+` === "3 of 4"`)
	p.run(chromedp.Click(`[data-turns] a[data-ply="1"]`))
	p.until("the first move", where+` === "1 of 4"`)
	one := value[string](p.browser, men)
	p.run(chromedp.Reload())
	p.atBoard()
	p.until("the list after loading", `document.querySelectorAll("[data-turns] a").length === 4 && `+
		`document.querySelector("[data-turns] a").textContent !== "…" && `+
		`!document.querySelector("[data-step=back]").disabled`)
	p.run(chromedp.Click(`[data-turns] a[data-ply="1"]`))
	p.until("the first move again", where+` === "1 of 4" && `+men+` === `+fmt.Sprintf("%q", one))
	p.tap("a1")
	p.until("the game", where+` === "4 of 4" && `+men+` === `+fmt.Sprintf("%q", now))
	at := p.positionToMove()
	p.run(chromedp.KeyEvent(kb.Home))
	p.until("the start", where+` === "0 of 4"`)
	p.tap(at.Moves[0].From) // returns
	p.move(at.Moves[0], at)
	p.until("it is listed", where+` === "5 of 5"`)
	p.run(chromedp.KeyEvent(kb.ArrowLeft))
	p.until("one back", where+` === "4 of 5"`)
	done = make(chan bool)
	go func() { defer close(done); playOut(t, s.astrid.sit(t, p.game), game.Defenders, 6) }()
	<-done
	p.until("a move comes, and the board stays", where+` === "4 of 6"`)
	p.run(chromedp.KeyEvent(kb.End))
	p.until("the end", where+` === "6 of 6"`)
}

// swiped moves a finger over a seat next to the board, by dx.
func (p *player) swiped(dx int) {
	p.t.Helper()
	value[int](p.browser, fmt.Sprintf(`(() => {
		const at = document.querySelector(".stage .seat");
		for (const [type, x] of [["pointerdown", 200], ["pointerup", 200 + %d]]) at.dispatchEvent(new PointerEvent(type,
			{bubbles: true, pointerId: 7, pointerType: "touch", isPrimary: true, clientX: x, clientY: 50}));
		return 1; })()`, dx))
}

// TestCaptured steps through a game: as many captured pieces are shown next to the players as the board lacks.
func TestCaptured(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t)
	g := s.open(t, "fetlar-11x11", false)
	g.play(t, 60)
	g.resign(t)
	s.archived(t, g.id)
	b.run(chromedp.Navigate(s.url + "/games/" + g.id))
	b.until("the end", where+` === "60 of 60" && `+atEnd)
	b.run(chromedp.KeyEvent(kb.Home))
	b.until("the start", where+` === "0 of 60"`)
	const counts = `[37 - document.querySelectorAll(".man:not(.taken)").length, [...document.querySelectorAll(` +
		`"[data-taken] [aria-hidden]:not(svg)")].reduce((n, e) => n + Number(e.textContent.slice(1)), 0)].join(" ")`
	most := 0
	for range 60 {
		b.run(chromedp.KeyEvent(kb.ArrowRight))
		var gone, shown int
		if _, err := fmt.Sscan(value[string](b, counts), &gone, &shown); err != nil || gone != shown {
			t.Fatalf("%s: %d pieces are gone, %d shown as captured, %v", value[string](b, where), gone, shown, err)
		}
		most = max(most, gone)
	}
	if most == 0 {
		t.Error("nothing was captured: the test shows nothing")
	}
	b.picture("captured")
}

// TestReviewInTheBrowser reviews a finished game in its page: winning chances, marks and accuracy are those that the
// program computes for the same game.
func TestReviewInTheBrowser(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t)
	g := s.open(t, "brandubh-gorrion", false)
	g.play(t, 5)
	g.resign(t)
	s.archived(t, g.id)
	b.run(chromedp.Navigate(s.url + "/games/" + g.id))
	b.until("the game", atEnd+` && document.querySelector("h1") !== null`)
	if !value[bool](b, `document.querySelector("[data-review]") !== null`) {
		t.Skip("the engine for reviews in browsers is not made: make engine")
	}
	const nodes = 2000 // for each position: a busy machine takes long enough for these
	value[int](b, fmt.Sprintf(`(document.querySelector("[data-review]").dataset.nodes = %d, 1)`, nodes))
	const begin = `[data-review] [data-start]`
	b.act(keyed{"review", begin, `document.querySelector("[data-review] [data-progress]").textContent !== ""`,
		`[data-review] *`})
	played := tree.Of(match.Header{Variant: "brandubh-gorrion"}, g.state)
	want, err := review.Review(t.Context(), played, review.Options{Limits: ai.Limits{Nodes: nodes, Threads: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	await.Poll{Timeout: 4 * patience, State: b.text}.Until(t, "the review does not end", func() bool {
		return value[bool](b, `document.querySelector("[data-review]").dataset.done === "yes"`)
	})
	b.until("the focus in the review", `document.activeElement.closest("[data-review]") !== null && `+
		`document.activeElement.checkVisibility()`)
	b.picture("review")
	for ply, chance := range want.Chances("brandubh-gorrion") {
		b.run(chromedp.Click(`[data-step=first]`))
		for range ply {
			b.run(chromedp.Click(`[data-step=on]`))
		}
		says := fmt.Sprintf("Attackers: %d %% winning chance.", int(math.Round(100*chance)))
		got := value[string](b, `document.querySelector("[data-verdict]").textContent`)
		if !strings.HasPrefix(got, says) {
			t.Errorf("after %d moves: %q, want %q", ply, got, says)
		}
	}
	marks, reasons := 0, 0
	for i := range want.Turns {
		turn := &want.Turns[i]
		var why []string
		if turn.Class >= review.Inaccuracy {
			marks++
			for _, s := range turn.Words(played.Rules().Board()) {
				why = append(why, fmt.Sprintf(s.Text, s.Args...))
			}
		}
		if turn.Reason != review.Unknown {
			reasons++
		}
		b.run(chromedp.Click(fmt.Sprintf(`.turns a[data-ply="%d"]`, i+1)))
		got := value[string](b, `document.querySelector("[data-why]").textContent`)
		if got != strings.Join(why, " ") {
			t.Errorf("move %d: %q, want %q", i+1, got, why)
		}
	}
	if reasons == 0 {
		t.Error("no move has a reason: the test shows nothing")
	}
	if got := value[int](b, `document.querySelectorAll(".turns .sign").length`); got != marks {
		t.Errorf("%d moves are marked, want %d", got, marks)
	}
}

// TestAnalysisInTheBrowser analyses positions of a finished game in its page, and tries other moves on the board:
// winning
// chances are those that the program computes, the steps lead through the tried moves and back to the game.
func TestAnalysisInTheBrowser(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t)
	g := s.open(t, "brandubh-gorrion", false)
	g.play(t, 5)
	g.resign(t)
	s.archived(t, g.id)
	b.run(chromedp.Navigate(s.url + "/games/" + g.id + "?ply=2"))
	b.until("the game", where+` === "2 of 5" && document.querySelector(".said").textContent !== ""`)
	if !value[bool](b, `document.querySelector("[data-analysis]") !== null`) {
		t.Skip("the engine for reviews in browsers is not made: make engine")
	}
	const nodes = 2000
	value[int](b, fmt.Sprintf(`(document.querySelector("[data-analysis]").dataset.nodes = %d, 1)`, nodes))
	const begin = `[data-analysis] [data-start]`
	b.act(keyed{"analyse", begin, shows("[data-analysis] [data-result]"), begin})

	played := tree.Of(match.Header{Variant: "brandubh-gorrion"}, g.state)
	at := tree.New(played.Variant, played.Start).Cursor()
	var next []game.Move // that was played after two moves
	for i, n := 0, played.Root.Main(); n != nil; i, n = i+1, n.Main() {
		if next = n.Turn; i == 2 {
			break
		}
		if _, err := at.Play(n.Turn); err != nil {
			t.Fatal(err)
		}
	}
	b.analysed(t, at, 2, nodes)
	before := value[string](b, men)

	var other game.Move
	for _, m := range at.Line().Legal(nil) {
		if m.Op == game.Step && !slices.Equal(next, []game.Move{m}) {
			other = m
		}
	}
	board := at.Line().Rules().Board()
	b.tapSquare(board.Name(other.From))
	b.tapSquare(board.Name(other.To))
	if _, err := at.Play([]game.Move{other}); err != nil {
		t.Fatal(err)
	}
	b.analysed(t, at, 3, nodes)
	text := board.Name(other.From) + "-" + board.Name(other.To)
	if got := value[string](b, `document.querySelector(".said").textContent`); got != text {
		t.Errorf("the board says %q, want %q", got, text)
	}
	after := value[string](b, men)
	if after == before {
		t.Error("the tried move is not on the board")
	}
	b.accessible("analysis")

	// by keyboard: a second move, then back through both, forward again, and back to the game
	m := at.Line().Legal(nil)[0]
	for _, name := range []string{board.Name(m.From), board.Name(m.To)} {
		value[int](b, `(`+square(name)+`.focus(), 1)`)
		b.run(chromedp.KeyEvent(kb.Enter))
	}
	if _, err := at.Play([]game.Move{m}); err != nil {
		t.Fatal(err)
	}
	b.analysed(t, at, 4, nodes)
	value[int](b, `(document.activeElement.blur(), 1)`)
	b.run(chromedp.KeyEvent(kb.ArrowLeft))
	b.until("the first tried move", `document.querySelector("[data-analysis]").dataset.at === "3"`)
	b.run(chromedp.Click(`[data-step=back]`))
	b.until("the game's position", where+` === "2 of 5" && `+men+fmt.Sprintf(` === %q`, before))
	const first = `[data-tried] li:first-child button`
	b.act(keyed{"the tried move again", first, men + fmt.Sprintf(` === %q`, after), first})
	b.act(keyed{"the game", `[data-leave]`,
		men + fmt.Sprintf(` === %q`, before) + ` && document.querySelector("[data-variation]").hidden`, begin})

	// the move of the game leads on in the game
	b.until("the legal moves", `document.querySelector("[data-analysis]").dataset.at === "2"`)
	b.tapSquare(board.Name(next[0].From))
	b.tapSquare(board.Name(next[len(next)-1].To))
	b.until("the next move of the game", where+` === "3 of 5"`)
	b.act(keyed{"the board without squares to press", begin, `document.querySelector(".hits") === null`, begin})
}

// analysed waits for the analysis of the position after some moves, and compares the winning chance with that of an
// engine here.
func (b *browser) analysed(t *testing.T, c *tree.Cursor, ply, nodes int) {
	t.Helper()
	await.Poll{Timeout: 4 * patience, State: b.text}.Until(t, "the analysis does not end", func() bool {
		return value[bool](b, fmt.Sprintf(`(() => { const {at, done} = `+
			`document.querySelector("[data-analysis]").dataset; return at === "%d" && done === "yes"; })()`, ply))
	})
	l := c.Line()
	limits := ai.Limits{Nodes: int64(nodes), Threads: 1}
	_, info, err := ai.New(ai.Limits{}).Think(t.Context(), l.Position, l.History(), limits)
	if err != nil {
		t.Fatal(err)
	}
	score := info.Score
	if l.Turn() == game.Defenders {
		score = -score
	}
	want := fmt.Sprintf("Attackers: %d %% winning chance",
		int(math.Round(100*ai.WinChance("brandubh-gorrion", score, game.Attackers))))
	if in, wins, ok := ai.WinIn(info.Score); ok {
		winner := "Attackers"
		if wins == (l.Turn() == game.Defenders) {
			winner = "Defenders"
		}
		want = fmt.Sprintf("%s: proven win in %d moves", winner, in)
	}
	if got := value[string](b, `document.querySelector("[data-chance]").textContent`); got != want {
		t.Errorf("after %d moves: %q, want %q", ply, got, want)
	}
}

// tapSquare presses a square of the board.
func (b *browser) tapSquare(name string) {
	b.t.Helper()
	value[int](b, `(`+square(name)+`.scrollIntoView({block: "center"}), 1)`)
	at := value[[]float64](b, `(() => { const r = `+square(name)+`.getBoundingClientRect(); `+
		`return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	b.run(chromedp.MouseClickXY(at[0], at[1]))
}
