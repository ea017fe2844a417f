package server_test

import (
	"fmt"
	"math"
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
	b.run(chromedp.Click(`[data-review] [data-start]`))
	played := tree.Of(match.Header{Variant: "brandubh-gorrion"}, g.state)
	want, err := review.Review(t.Context(), played, review.Options{Limits: ai.Limits{Nodes: nodes, Threads: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	await.Poll{Timeout: 4 * patience, State: b.text}.Until(t, "the review does not end", func() bool {
		return value[bool](b, `document.querySelector("[data-review]").dataset.done === "yes"`)
	})
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
	marks := 0
	for i := range want.Turns {
		if want.Turns[i].Class >= review.Inaccuracy {
			marks++
		}
	}
	if got := value[int](b, `document.querySelectorAll(".turns .sign").length`); got != marks {
		t.Errorf("%d moves are marked, want %d", got, marks)
	}
}
