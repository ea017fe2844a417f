package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// places is where each button, link and field of a page stands on it.
const places = `[...document.querySelectorAll("main :is(button, a, select, input, summary)")].filter((e) => ` +
	`e.checkVisibility()).map((e) => { const r = e.getBoundingClientRect(); return (e.dataset.act || e.dataset.do || ` +
	`e.innerText || e.name) + " " + Math.round(r.x) + " " + Math.round(r.y - ` +
	`document.querySelector("main").getBoundingClientRect().y); }).join("\n")`

// still looks that what happens moves nothing that can be pressed, on a telephone and on a desk.
func (b *browser) still(name string, happens func()) {
	b.t.Helper()
	for _, size := range [][2]int64{{390, 844}, {1280, 800}} {
		b.run(chromedp.EmulateViewport(size[0], size[1]))
		value[int](b, `(document.querySelector(".note").textContent = "", 1)`)
		before := value[string](b, places)
		happens()
		was, now := strings.Split(before, "\n"), strings.Split(value[string](b, places), "\n")
		b.picture(fmt.Sprintf("note-%s-%d", name, size[0]))
		for i := range min(len(was), len(now)) {
			if was[i] != now[i] {
				b.t.Errorf("%s at %d: a note moves %q to %q", name, size[0], was[i], now[i])
				break
			}
		}
		if len(was) != len(now) || len(was) < 3 {
			b.t.Errorf("%s at %d: %d things can be pressed, then %d", name, size[0], len(was), len(now))
		}
	}
}

// TestNotesMoveNothing: what a page has to say between the turns takes no place from the buttons, so that no click
// misses one.
func TestNotesMoveNothing(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	live := s.open(t, "brandubh-gorrion", false)
	live.play(t, 3)
	event := strings.TrimPrefix(s.astrid.cup(t, small), "v1")
	says := func(text string) func() {
		return func() {
			value[int](p.browser, fmt.Sprintf(`(document.querySelector(".note").textContent = %q, 1)`, text))
		}
	}
	const long = "Your premove is no longer legal"
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("Gudrun")
	p.until("the lobby",
		`!document.querySelector("[data-hall]").hidden && document.querySelector("[data-list=here] li") !== null`)
	p.still("lobby", says(strings.Repeat(long+". ", 3)))
	p.run(chromedp.Navigate(s.url + event))
	p.until("the event", `!document.querySelector("[data-do=join]").hidden`)
	p.still("event", says(strings.Repeat(long+". ", 3)))
	p.run(chromedp.Navigate(s.url + "/games/" + live.id))
	p.until("its line", `document.querySelector(".where").textContent === "3 of 3"`)
	p.still("watched", says("The service does not answer."))
	for _, path := range []string{"/computer/brandubh-gorrion", "/computer/brandubh-gorrion/exercises"} {
		p.run(chromedp.Navigate(s.url + path))
		p.until("the board", `document.querySelector("[data-loaded]") !== null`)
		p.still(strings.ReplaceAll(path[1:], "/", "-"), says(long))
	}
	p.run(chromedp.Navigate(s.url + "/play?i=" + s.astrid.invites(t, nil).Code))
	p.enter("")
	p.atBoard()
	at := p.position()
	p.ready(at)
	away := func(text string) {
		value[int](p.browser,
			fmt.Sprintf(`([...document.querySelectorAll(".here")].forEach((e) => { e.textContent = %q; }), 1)`, text))
	}
	p.still("status", func() {
		value[int](p.browser, `(document.querySelector(".status").textContent = "Warten auf die Antwort auf das, was `+
			`Sie getan haben", 1)`)
	})
	away("")
	p.still("presence", func() { away("not connected") })
	p.still("board", func() {
		p.tap(at.Moves[0].From)
		p.tap("d4") // where the king stands
		p.until("why it is refused",
			`document.querySelector(".note").textContent !== "" && !document.querySelector("[data-act]:disabled")`)
	})
}
