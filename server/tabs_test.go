package server_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// life says whether the system lets a tab run.
func (p *player) life(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	if _, err := chromedp.Call(p.Context, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
		p.t.Fatal(err)
	}
}

// TestTwoTabs has one player at a game in two tabs of his browser. A move of either is seen in the
// other, and neither is thrown out. One that was put to sleep, while the game went on and its line
// was cut, shows the newest position when it wakes, and plays on.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	one := newPlayer(t, newFixture(t))
	s := one.s
	open := s.astrid.invites(t, nil)
	one.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	one.enter("")
	one.atBoard()
	ctx, cancel := chromedp.NewContext(one.Context)
	t.Cleanup(cancel)
	two := &player{browser: &browser{ctx, t}, s: s}
	two.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(s.url+"/play/"+one.game))
	two.atBoard()
	done := make(chan bool)
	go func() { defer close(done); playOut(t, s.astrid.sit(t, one.game), game.Defenders, 8) }()
	both := func(by *player) { // a turn of his by a tab, and hers
		t.Helper()
		at := by.position()
		by.ready(at)
		by.move(at.Moves[0], at)
		await.Until(t, "she does not play", func() bool { return by.position().Ply == at.Ply+2 })
	}
	sees := func(p *player) {
		t.Helper()
		p.until("the newest position", fmt.Sprintf(`Number(document.querySelector("[data-play]").dataset.seq) >= %d`, one.position().Seq))
		p.until("its line", `document.querySelector(".note").textContent === ""`)
	}
	both(one)
	sees(one)
	sees(two)
	both(two)
	sees(one)
	sees(two)
	two.life(page.SetWebLifecycleStateStateFrozen)
	both(one)
	two.life(page.SetWebLifecycleStateStateActive)
	sees(two)
	both(two)
	sees(one)
	<-done
}

// TestLostLine takes a player's line away while the other thinks, and his next one after he has moved: the page says
// so each time, shows his move, and goes on where the game is when the line is back. A request that nobody answers is
// told in the reader's words.
func TestLostLine(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	p.speaks("de", "Europe/Berlin")
	const lost = `document.querySelector(".note").textContent === "Wird neu verbunden."`
	down := func() {
		t.Helper()
		value[int](p.browser, `(window.Line = window.Line || WebSocket, window.WebSocket = class { static OPEN = 1; constructor() { setTimeout(() => this.onclose?.(), 50); } send() {} close() {} }, sockets.forEach((s) => s.close()), 1)`)
		p.until("it says so", lost)
	}
	up := func() {
		t.Helper()
		value[int](p.browser, `(window.WebSocket = Line, 1)`)
		p.until("it is there again", `document.querySelector(".note").textContent === ""`)
	}
	mine := func(at wire.Position) {
		t.Helper()
		p.until("his turn", fmt.Sprintf(`Number(document.querySelector("[data-play]").dataset.seq) >= %d && document.querySelector(".status").textContent === "Du bist am Zug" && !document.querySelector("[data-act]:disabled")`, at.Seq))
	}
	open := p.s.astrid.invites(t, nil)
	p.run(chromedp.Navigate(p.s.url + "/play?i=" + open.Code))
	p.enter("")
	p.atBoard()
	at := p.position()
	mine(at)
	down()
	p.tap(at.Moves[0].From)
	p.tap(at.Moves[0].To)
	p.until("the move is shown", lost+` && document.querySelectorAll(".hints .target").length === 0 && document.querySelector("[data-act]:disabled") !== null`)
	if now := p.position(); now.Seq != at.Seq {
		t.Errorf("there is a line: %+v", now)
	}
	up()
	p.played(at.Moves[0], at)
	down()
	playOut(t, p.s.astrid.sit(t, p.game), game.Defenders, 2)
	up()
	at = p.position()
	mine(at)
	p.move(at.Moves[0], at)

	p.run(chromedp.Navigate(p.s.url + "/play"))
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	value[int](p.browser, `(window.fetch = () => Promise.reject(new TypeError("Failed to fetch")), 1)`)
	p.run(chromedp.Click(`[data-do=seek]`))
	p.until("that nobody answers", `document.querySelector(".note").textContent === "Der Dienst antwortet nicht. Versuche es gleich noch einmal."`)
}
