package server_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/internal/await"
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
