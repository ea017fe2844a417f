package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// whole looks that what is to be written in the field of the head is told in it whole.
func (b *browser) whole(name string) {
	b.t.Helper()
	const cut = `[...document.querySelectorAll("header input")].filter((e) => { const s = getComputedStyle(e), c = ` +
		`document.createElement("canvas").getContext("2d"); c.font = s.font; return ` +
		`c.measureText(e.placeholder).width > e.clientWidth - parseFloat(s.paddingLeft) - ` +
		`parseFloat(s.paddingRight); }).map((e) => e.placeholder).join()`
	if text := value[string](b, cut); text != "" {
		b.t.Errorf("%s: %q is cut", name, text)
	}
}

// TestTextOfTwiceTheSize looks at the pages in a language of long words, on a telephone whose text is twice as large:
// none is wider than the window.
func TestTextOfTwiceTheSize(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.speaks("de", "Europe/Berlin")
	open := s.astrid.invites(t, nil)
	g := s.open(t, "brandubh-gorrion", true)
	g.play(t, 6)
	q := small
	path := strings.TrimPrefix(s.astrid.cup(t, q), "v1")
	shots := func(name string) {
		for _, w := range pictured(390, 768, 1280) {
			p.run(chromedp.EmulateViewport(w, map[int64]int64{390: 844, 768: 1024, 1280: 800}[w]))
			p.picture(fmt.Sprintf("de-%s-%d", name, w))
		}
		p.run(chromedp.EmulateViewport(390, 844))
		p.whole(name)
		if lines := value[int](p.browser,
			`new Set([...document.querySelectorAll(".top nav a")].map((a) => a.offsetTop)).size`); lines != 1 {
			t.Errorf("%s: the pages are named in %d lines on a telephone", name, lines)
		}
		value[int](p.browser, `(document.documentElement.style.fontSize = "200%", 1)`)
		for _, w := range []int64{768, 390} {
			p.run(chromedp.EmulateViewport(w, 844))
			p.whole(fmt.Sprintf("%s at %d with text of twice the size", name, w))
		}
		p.picture("de-" + name + "-200")
		if wide := value[int](p.browser, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s is %d wide with text of twice the size: %s", name, wide,
				value[string](p.browser, `[...document.querySelectorAll("main *, header *")].filter(e => `+
					`e.getBoundingClientRect().right > 391).slice(0, 6).map(e => e.tagName + "." + `+
					`e.className).join(" ")`))
		}
	}
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("Gudrun")
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	value[int](p.browser, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), 1)`)
	shots("lobby")
	p.run(chromedp.Navigate(s.url + path))
	p.until("event", `!document.querySelector("[data-do=join]").hidden`)
	shots("event")
	p.run(chromedp.Navigate(s.url + "/computer/bagh-chal"))
	shots("computer")
	p.run(chromedp.Navigate(s.url + "/computer/brandubh-gorrion/exercises"))
	shots("exercises")
	p.run(chromedp.Navigate(s.url + "/games/" + g.id))
	shots("live")
	p.run(chromedp.Navigate(s.url + "/i/" + open.Code))
	shots("invitation")
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.until("way in", `!document.querySelector("[data-enter]").hidden`)
	p.run(chromedp.Click(`[data-enter] button`))
	p.until("board",
		`document.querySelector("article.plays") !== null && document.querySelector(".status").textContent !== ""`)
	shots("board")
}
