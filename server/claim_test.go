package server_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// ring is Brandubh with a king who is shut in once b7 goes to b5. g5 stands outside.
const ring = "1t1t3/2t1t2/5tt/1t1K1t1/1t3t1/2t1t2/3tT2 a"

// status waits until the page says how the game stands, and may be asked for something again.
func (p *player) status(text string) {
	p.t.Helper()
	p.until(text,
		fmt.Sprintf(
			`document.querySelector(".status").textContent === %q && !document.querySelector("[data-act]:disabled")`,
			text))
}

// press presses a button once it is offered.
func (p *player) press(label string) {
	p.t.Helper()
	p.until("the button "+label, fmt.Sprintf(`[...document.querySelectorAll("[data-act]")].some((b) => b.textContent `+
		`=== %q && b.checkVisibility() && !b.disabled)`, label))
	p.run(chromedp.Click(fmt.Sprintf(`//button[@data-act and text()=%q and not(@hidden)]`, label)))
}

// offers are the buttons that answer a claim or make one.
func (p *player) offers(want ...string) {
	p.t.Helper()
	p.until(fmt.Sprintf("the buttons %q", want), fmt.Sprintf(`[...document.querySelectorAll(":is([data-act=claim], `+
		`[data-act=waive], [data-act=grant], [data-act=deny])")].filter((b) => b.checkVisibility()).map((b) => `+
		`b.textContent).join("|") === %q`, strings.Join(want, "|")))
}

// explained waits until the page explains a claim, and says it to a reader of the screen.
func (p *player) explained(text string) {
	p.t.Helper()
	p.until("it is explained: "+text, fmt.Sprintf(`[...document.querySelectorAll("[data-why]")].some((e) => `+
		`e.checkVisibility() && e.textContent === %[1]q) && `+
		`document.querySelector("[data-said]").textContent.includes(%[1]q)`, text))
}

// noted waits for a note under the status.
func (p *player) noted(text string) {
	p.t.Helper()
	p.until(text, fmt.Sprintf(`document.querySelector(".note").textContent === %q`, text))
}

// steps plays a turn of one step, given like "a4-b4", when the page is ready for it.
func (p *player) steps(turn string) {
	p.t.Helper()
	at := p.position()
	p.ready(at)
	from, to, _ := strings.Cut(turn, "-")
	p.move(wire.Move{From: from, To: to}, at)
}

// meetAt begins a game from a position between two browsers, of which the first attacks.
func meetAt(t *testing.T, s *fixture, start string) (a, d *player) {
	t.Helper()
	a, d = newPlayer(t, s), newPlayer(t, s)
	a.run(chromedp.Navigate(s.url + "/play"))
	a.enter("Gunnhild")
	a.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	a.run(chromedp.SetValue(`[name=side]`, "attackers"), chromedp.SetValue(`[name=start]`, start),
		chromedp.Click(`[data-do=invite]`))
	a.until("the link", `document.querySelector("#link").value !== ""`)
	d.run(chromedp.Navigate(value[string](a.browser, `document.querySelector("#link").value`)),
		chromedp.Click(`a.button`))
	d.enter("Hrafn")
	d.atBoard()
	a.atBoard()
	return a, d
}

// look takes pictures of both pages on a telephone and on a desk.
func look(name string, pages ...*player) {
	for i, p := range pages {
		for _, size := range [][2]int64{{390, 844}, {1280, 800}} {
			p.run(chromedp.EmulateViewport(size[0], size[1]))
			p.picture(fmt.Sprintf("claim-%s-%d-%d", name, i, size[0]))
		}
	}
}

// TestClaimOfABlockade has the attackers claim in one browser that the king is shut in. In the other it is told who
// claims what, and what can be done. It is refused, and the game goes on; after the next turn it is claimed again and
// granted.
func TestClaimOfABlockade(t *testing.T) {
	t.Parallel()
	a, d := meetAt(t, newFixture(t), ring)
	a.offers()
	a.steps("b7-b5")
	a.status("Hrafn to move")
	a.offers("Claim blockade")
	a.explained(
		"If the king can never break out, you can claim it. If Hrafn agrees, you win; if not, the game continues.")
	d.status("Your turn")
	d.offers()
	look("optional", a, d)

	a.press("Claim blockade")
	a.explained("You claim that the king can never break out. The game continues until Hrafn answers.")
	a.offers()
	d.status("Gunnhild claims: blockade")
	d.explained("They claim that the king can never break through their barrier. If so, they win.")
	d.offers("They are right", "Play on")
	look("claimed", a, d)

	d.press("Play on")
	d.status("Your turn")
	d.offers()
	a.noted("The claim was rejected: the game continues")
	a.offers() // not before another turn of theirs
	look("refused", a, d)
	d.steps("e1-f1")
	a.steps("g5-g6")
	a.noted("")
	a.press("Claim blockade")
	d.status("Gunnhild claims: blockade")
	d.press("They are right")
	for _, p := range []*player{a, d} {
		p.until("the end", `document.querySelector(".status").textContent === "Gunnhild wins: blockade" && `+
			`!document.querySelector("[data-again]").hidden`)
		p.offers()
	}
	if at := a.position(); !at.Over || at.Result != "attackers" || at.Cause != game.Blockade.String() {
		t.Errorf("%+v", at)
	}
	look("over", a, d)
}

// TestClaimLapses: who is asked about a blockade may move instead, which refuses it.
func TestClaimLapses(t *testing.T) {
	t.Parallel()
	a, d := meetAt(t, newFixture(t), ring)
	a.steps("b7-b5")
	a.press("Claim blockade")
	d.status("Gunnhild claims: blockade")
	a.watched("Gunnhild claims: blockade")
	at := d.position()
	d.move(wire.Move{From: "e1", To: "f1"}, at)
	a.status("Your turn")
	a.noted("The claim was rejected: the game continues")
	d.status("Gunnhild to move")
	d.offers()
	a.watched("Gunnhild to move, attackers")
}

// watched waits until who watches reads how the game stands.
func (p *player) watched(status string) {
	p.t.Helper()
	at := fmt.Sprintf("%s/games/%s/frames?seq=%d", p.s.url, p.game, p.position().Seq)
	await.Until(p.t, "who watches does not read "+status, func() bool {
		_, body, _ := fetch(p.t, at)
		return strings.Contains(body, strconv.Quote(status))
	})
}

// TestClaimOfARepetition plays a position for the third time by rules that leave it to the players who forces that:
// nobody can move, one lets it be a draw, the other claims, and the claim is refused.
func TestClaimOfARepetition(t *testing.T) {
	t.Parallel()
	p, asks := repeated(t)
	p.status("Position repeated")
	p.explained("The side that forces a repetition loses if the other side claims it and is right. If no one claims, " +
		"the game is a draw.")
	p.offers("Claim", "A draw")
	if at := p.position(); !at.May || len(at.Moves) > 0 {
		t.Errorf("no moves are possible: %+v", at)
	}
	p.watched("Position repeated")
	look("repetition", p)
	asks(wire.Act{Kind: wire.Waive})
	p.status("Astrid offers a draw.")
	p.press("Claim")
	p.status("Waiting for an answer")
	p.explained("You claim that Astrid forces the repetition. If so, you win; if not, it is a draw.")
	p.offers()
	p.watched("Gudrun claims: repetition")
	look("repetition-claimed", p)
	asks(wire.Act{Kind: wire.Deny})
	p.until("a draw", `document.querySelector(".status").textContent === "A draw: repetition" && `+
		`!document.querySelector("[data-again]").hidden`)
	look("repetition-over", p)
}

// repeated plays a position for the third time in a browser, against Astrid, who acts by asks.
func repeated(t *testing.T) (p *player, asks func(wire.Act)) {
	t.Helper()
	p = newPlayer(t, newFixture(t))
	s := p.s
	open := s.astrid.invites(t, func(q *wire.Seek) {
		q.Variants, q.Rated, q.Start = []string{"copenhagen-2015"}, false,
			"3ttttt3/5t5/11/11/11/t4K4t/11/4T1T4/11/5t5/3ttttt3 a"
	})
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.enter("Gudrun")
	p.atBoard()
	astrid, heard := s.astrid.sit(t, p.game), -1
	asks = func(a wire.Act) {
		t.Helper()
		for at := p.position().Ply; heard < at; {
			select {
			case u := <-astrid.Updates():
				heard = u.State.Record.Ply()
			case <-time.After(patience):
				t.Fatalf("she has not heard of turn %d", at)
			}
		}
		if err := astrid.Ask(game.Defenders, a); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, turns := range [][2]string{{"f2-g2", "e4-e5"}, {"g2-f2", "e5-e4"}} {
			p.steps(turns[0])
			from, to, _ := strings.Cut(turns[1], "-")
			asks(wire.Act{Kind: wire.Play, Moves: []wire.Move{{From: from, To: to}}})
		}
	}
	return p, asks
}
