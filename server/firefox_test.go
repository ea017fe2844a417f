package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
)

// TestFirefoxPlaysTheComputer plays three moves against the computer in Firefox, by the mouse and by the keyboard.
func TestFirefoxPlaysTheComputer(t *testing.T) {
	site := alone(t)
	b := newTab(t)
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	line := v.Rules.Line()
	b.open(site.URL + "/computer/" + v.ID)
	for n := range 3 {
		b.until("the player's turn", `document.querySelector(".status").textContent === "Your turn"`)
		if line.Turn() != game.Attackers {
			stepSaid(t, line, inTab[string](b, `document.querySelector("[data-said]").textContent`))
		}
		legal := line.Legal(nil)
		m := legal[(7*n+3)%len(legal)]
		from, to := line.Rules().Board().Name(m.From), line.Rules().Board().Name(m.To)
		before := inTab[string](b, `document.querySelector("[data-play]").dataset.seq`)
		if n == 1 {
			b.playByKeys(from, to)
		} else {
			b.click(square(from))
			b.until("where it may go", `document.querySelector(".hints .target") !== null`)
			b.click(square(to))
		}
		b.until("it is played", fmt.Sprintf(`document.querySelector("[data-play]").dataset.seq !== %q`, before))
		if _, err := line.Try(m); err != nil {
			t.Fatal(err)
		}
	}
}

// stepSaid makes the step that the page says the computer has made, here too.
func stepSaid(t *testing.T, line *rules.Line, said string) {
	t.Helper()
	said, _, _ = strings.Cut(said, ".")
	board := line.Rules().Board()
	names := strings.Split(said, "-")
	for i := range names[1:] {
		from, _ := board.Named(names[i])
		to, _ := board.Named(names[i+1])
		if _, err := line.Try(game.Move{From: from, To: to}); err != nil {
			t.Fatalf("the computer plays %s: %v", said, err)
		}
	}
}

// playByKeys plays a step by the enter key. The focus stays on the board, where the next step is.
func (b *tab) playByKeys(from, to string) {
	b.t.Helper()
	for _, name := range []string{from, to} {
		inTab[bool](b, `(`+square(name)+`.focus(), true)`)
		b.keys("Enter")
	}
	if on := inTab[string](b, `document.activeElement.getAttribute("aria-label") || ""`); !strings.HasPrefix(on, to) {
		b.t.Errorf("after %s-%s the focus is on %q", from, to, on)
	}
}

// TestFirefoxAgainstChromium plays a game between two browsers: the player in Firefox comes by a link, signs up with a
// name, and gives up after some moves.
func TestFirefoxAgainstChromium(t *testing.T) {
	s := newFixture(t)
	b := newTab(t)
	c := newPlayer(t, s)
	c.run(chromedp.Navigate(s.url + "/play"))
	c.enter("Gunnhild")
	c.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	value[int](c.browser, `(document.querySelector("[data-options]").open = true, 1)`)
	c.run(chromedp.SetValue(`[name=side]`, "attackers"), chromedp.Click(`[data-do=invite]`))
	c.until("the link", `document.querySelector("#link").value !== ""`)
	b.open(value[string](c.browser, `document.querySelector("#link").value`))
	b.click(`document.querySelector("a.button")`)
	b.until("the form", `document.querySelector("[data-enter]")?.hidden === false`)
	b.click(`document.querySelector("#name")`)
	b.keys("S", "i", "g", "u", "r", "d")
	b.click(`document.querySelector("[data-enter] button")`)
	b.until("the board", `document.querySelector("article.plays") !== null`)
	c.atBoard()
	for range 3 {
		c.move(c.ownMove())
		at := c.position()
		b.until("the player's turn", fmt.Sprintf(`Number(document.querySelector("[data-play]").dataset.seq) >= %d && `+
			`document.querySelector(".status").textContent === "Your turn"`, at.Seq))
		if n := inTab[int](b, `document.querySelectorAll(".men .man:not(.taken)").length`); n !=
			len(strings.ReplaceAll(at.Pieces, ".", "")) {
			t.Errorf("Firefox shows %d pieces of %s", n, at.Pieces)
		}
		b.playAny()
	}
	inTab[bool](b, `(window.confirm = () => true, true)`)
	b.click(`document.querySelector("[data-act=resign]")`)
	c.until("the end", `document.querySelector(".status").textContent.includes("wins")`)
	b.until("the end", `document.querySelector(".status").textContent.includes("wins")`)
	if who := inTab[string](b, `document.querySelector("[data-play]").dataset.defenders`); who != "Sigurd" {
		t.Errorf("the player in Firefox is called %q", who)
	}
}

// ownMove returns a move of the player, and the position before it.
func (p *player) ownMove() (wire.Move, wire.Position) {
	p.t.Helper()
	at := p.positionToMove()
	p.ready(at)
	return at.Moves[len(at.Moves)/2], at
}

// playAny plays a move of the defenders that the page offers.
func (b *tab) playAny() {
	b.t.Helper()
	before := inTab[string](b, `document.querySelector("[data-play]").dataset.seq`)
	const own = `[...document.querySelectorAll(".hit")].filter((c) => /defender|king/i.test(c.ariaLabel))`
	for i := range inTab[int](b, own+`.length`) {
		b.click(fmt.Sprintf(`%s[%d]`, own, i))
		if inTab[bool](b, `document.querySelector(".hints .target") !== null`) {
			break
		}
	}
	b.click(`document.querySelector(".hints .target")`)
	b.until("it is played", fmt.Sprintf(`document.querySelector("[data-play]").dataset.seq !== %q`, before))
}

// TestFewTabs comes to the first action of each page by at most four keys, in Firefox and in Chromium.
func TestFewTabs(t *testing.T) {
	s := newFixture(t)
	f := newTab(t)
	c := newPlayer(t, s)
	g := s.open(t, "brandubh-gorrion", false)
	g.play(t, 2)
	const inMain = `(document.activeElement !== document.querySelector("main") && ` +
		`document.querySelector("main").contains(document.activeElement))`
	for _, path := range []string{"/", "/play", "/computer/brandubh-gorrion", "/computer/brandubh-gorrion/exercises",
		"/games/" + g.id, "/events"} {
		c.run(chromedp.Navigate(s.url + path))
		f.open(s.url + path)
		if path == "/play" {
			const form = `document.querySelector("[data-enter]")?.hidden === false`
			c.until("the form", form)
			f.until("the form", form)
		}
		n := 0
		for keys := []string{kb.Tab, kb.Enter, kb.Tab, kb.Tab}; n < 4 && !value[bool](c.browser, inMain); n++ {
			c.run(chromedp.KeyEvent(keys[n]))
		}
		if !value[bool](c.browser, inMain) {
			t.Errorf("%s: Chromium needs more than %d keys", path, n)
		}
		n = 0
		for keys := []string{"Tab", "Enter", "Tab", "Tab"}; n < 4 && !inTab[bool](f, inMain); n++ {
			f.keys(keys[n])
		}
		if !inTab[bool](f, inMain) {
			t.Errorf("%s: Firefox needs more than %d keys", path, n)
		}
	}
}
