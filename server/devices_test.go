package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// TestOneAccount makes a browser a device of an account that began on a desktop, by the code that the desktop was
// told: it has the name and the games. Then the browser gives out a code, and another desktop is let in by it.
func TestOneAccount(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	g := s.open(t, "brandubh-gorrion", false)
	code := ask[wire.Codes](t, s.astrid, http.MethodPost, "v1/me/pairing", nil).Codes[0]
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("the way in", `!document.querySelector("[data-join]").hidden`)
	p.run(chromedp.Click(`[data-join] summary`), chromedp.SendKeys(`#code`, "WRONG"),
		chromedp.Click(`[data-join] button`))
	p.until("a wrong code is refused in words",
		`document.querySelector(".note").textContent.includes("the code is wrong")`)
	p.picture("account-code")
	p.run(chromedp.SetValue(`#code`, strings.ToLower(code)), chromedp.Click(`[data-join] button`))
	p.until("he is Astrid, with her game", fmt.Sprintf(`document.querySelector("[data-me]").textContent === "Astrid" `+
		`&& document.querySelector("[data-list=mine] a[href$='%s']") !== null`, "/play/"+g.id))
	p.run(chromedp.Click(`[data-do=device]`))
	p.until("a code", `document.querySelector("[data-codes] strong").textContent.length === 8`)
	p.picture("account")
	desk := device(t, s.url)
	session, err := desk.Join(t.Context(),
		value[string](p.browser, `document.querySelector("[data-codes] strong").textContent`), false, "desk")
	if err != nil || session.Player != s.astrid.session.Player {
		t.Errorf("%+v, %v", session.Player, err)
	}
	p.run(chromedp.Click(`[data-do=recovery]`))
	p.until("eight codes", `document.querySelector("[data-codes] strong").textContent.split(" ").length === 8`)
	lost, err := device(t, s.url).Join(t.Context(),
		value[string](p.browser, `document.querySelector("[data-codes] strong").textContent.split(" ")[3]`),
		true, "desk")
	if err != nil || lost.Player != s.astrid.session.Player {
		t.Errorf("%+v, %v", lost.Player, err)
	}
	p.run(chromedp.SetValue(`[name=days]`, "3"), chromedp.Click(`[data-rest] button`))
	p.until("the vacation", `document.querySelector("[data-rested]").textContent.includes("27")`)
	p.run(chromedp.Click(`[data-do=out]`))
	p.until("he is out",
		`document.querySelector("[data-join]")?.hidden === false && document.querySelector("[data-hall]").hidden`)
}

// TestTwoBrowsersAndADesktop has a desktop's client play whole games against two browsers at once, of
// which one blocks and reports its player at the end.
func TestTwoBrowsersAndADesktop(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	done := make(chan bool)
	var browsers []*player
	for range 2 {
		p := newPlayer(t, s)
		p.run(chromedp.Navigate(s.url + "/play?i=" + s.astrid.invites(t, func(q *wire.Seek) { q.Rated = false }).Code))
		p.enter("")
		p.atBoard()
		browsers = append(browsers, p)
		go func() { playOut(t, s.astrid.sit(t, p.game), game.Defenders, 1000); done <- true }()
	}
	for _, p := range browsers {
		go func() { p.against(); done <- true }()
	}
	for range 4 {
		<-done
	}
	browsers[0].run(chromedp.Click(`[data-other] summary`), chromedp.SendKeys(`#what`, "<b>rude</b>"),
		chromedp.Click(`[data-report] button`))
	browsers[0].until("it is reported",
		`document.querySelector(".note").textContent === "Report sent. The operator will read it"`)
	browsers[0].run(chromedp.Click(`[data-block]`))
	browsers[0].until("she is blocked",
		`document.querySelector("[data-block]").getAttribute("aria-pressed") === "true"`)
	for _, p := range browsers {
		if at := p.position(); !at.Over || at.Result == "" {
			t.Errorf("%+v", at)
		}
	}
}
