package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// keyed is an action by keyboard: the focus is given to an element and Enter pressed. When the page shows what came of
// it, the focus is at an element of next.
type keyed struct{ name, at, done, next string }

// act carries an action out, with fields filled in before: a selector and a value each.
func (b *browser) act(k keyed, fields ...string) {
	b.t.Helper()
	for i := 0; i < len(fields); i += 2 {
		value[int](b, fmt.Sprintf(`(document.querySelector(%q).value = %q, 1)`, fields[i], fields[i+1]))
	}
	b.until(k.name+": the element", fmt.Sprintf(`(() => { const e = document.querySelector(%q); `+
		`return e !== null && e.checkVisibility(); })()`, k.at))
	value[int](b, fmt.Sprintf(`(document.querySelector(%q).focus(), 1)`, k.at))
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(k.name, k.done)
	looks := await.Poll{Timeout: patience, Interval: 25 * time.Millisecond, Longest: 200 * time.Millisecond,
		State: func() string { return value[string](b, `document.activeElement.outerHTML.slice(0, 200)`) }}
	looks.Until(b.t, fmt.Sprintf("%s: the focus at %s", k.name, k.next), func() bool {
		return value[bool](b, fmt.Sprintf(
			`document.activeElement.matches(%q) && document.activeElement.checkVisibility()`, k.next))
	})
}

// inLobby waits until the lobby has given the focus to its first action.
func (p *player) inLobby() {
	p.t.Helper()
	p.until("the lobby", `document.activeElement.matches("[data-quick]")`)
}

// shows is an expression: something is on the page and to be seen.
func shows(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility())`, selector)
}

const noSeeks = `document.querySelector("[data-list=seeks] button") === null`

// TestFocusInTheLobby does what can be done in the lobby by keyboard: the focus is never lost.
func TestFocusInTheLobby(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.run(chromedp.Navigate(s.url + "/play"))
	p.act(keyed{"sign up as a guest", "[data-enter] button", shows("[data-hall]"), "[data-quick]"})
	p.act(keyed{"keep a name", "[data-keep] button", `document.querySelector("[data-keep]").hidden`, "[data-quick]"},
		"#own", "Eve")
	p.act(keyed{"find a game", "[data-do=queue]", shows("[data-queue]"), "[data-do=queue]"})
	p.act(keyed{"stop looking", "[data-do=stop]", "!" + shows("[data-queue]"), "[data-do=queue]"})
	p.act(keyed{"quick pairing", "[data-quick]", shows("[data-queue]"), "[data-quick]"})
	p.act(keyed{"stop looking", "[data-do=stop]", "!" + shows("[data-queue]"), "[data-do=queue]"})
	p.act(keyed{"popular game", "[data-popular]:nth-child(2)",
		`document.querySelector("[data-popular]:nth-child(2)").getAttribute("aria-pressed") === "true"`,
		"[data-popular]"})
	p.act(keyed{"open challenge", "[data-do=seek]", shows("[data-list=seeks] button"), "[data-do=seek]"})
	p.act(keyed{"withdraw", "[data-list=seeks] button", noSeeks, "#open"})
	p.act(keyed{"challenge", "[data-do=challenge]", shows("[data-list=seeks] button"), "[data-do=challenge]"},
		"#to", "Astrid")
	p.act(keyed{"withdraw a challenge", "[data-list=seeks] button", noSeeks, "#open"})
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, To: "Eve"}
	s.astrid.must(t, http.MethodPost, "v1/seeks", q, nil)
	p.act(keyed{"decline", "[data-list=seeks] li button:nth-of-type(2)", noSeeks, "#open"})
	p.act(keyed{"invite by link", "[data-do=invite]", shows("[data-link]"), "#link"})
	p.act(keyed{"add a friend", "[data-do=friend]", shows("[data-list=friends] button"), "[data-do=friend]"},
		"#friend", "Dag")
	p.act(keyed{"challenge a friend", "[data-list=friends] button", shows("[data-list=seeks] li:nth-child(2)"),
		"[data-list=friends] button"})
	p.act(keyed{"remove a friend", "[data-list=friends] button:last-of-type",
		`document.querySelector("[data-list=friends] button") === null`, "#friends"})
	p.act(keyed{"vacation", "[data-rest] button", `document.querySelector("[data-rested]").textContent.includes("27")`,
		"[data-rest] button"})
	p.act(keyed{"code for a device", "[data-do=device]", shows("[data-codes]"), "[data-do=device]"})
	p.act(keyed{"recovery codes", "[data-do=recovery]",
		`document.querySelector("[data-codes]").textContent.includes("safe")`, "[data-do=recovery]"})
	p.act(keyed{"options", "[data-options] > summary", shows("[data-do=also]"), "[data-options] > summary"})
	p.act(keyed{"another game", "[data-do=also]", shows("[data-also] button"), "[data-do=also]"})
	p.act(keyed{"remove it", "[data-also] button", "!" + shows("[data-also] button"), "[data-do=also]"})
	uneven := small
	uneven.Clock = "10m+5s/5m+3s"
	path := s.astrid.cup(t, uneven)
	p.run(chromedp.Reload())
	p.until("the tournament", shows("[data-list=events] button"))
	p.act(keyed{"join a tournament", "[data-list=events] button",
		`document.querySelector("[data-list=events] button").textContent === "Leave"`, "[data-list=events] button"})
	p.act(keyed{"leave it", "[data-list=events] button",
		`document.querySelector("[data-list=events] button").textContent === "Join"`, "[data-list=events] button"})
	p.run(chromedp.Navigate(s.url + strings.TrimPrefix(path, "v1")))
	p.act(keyed{"join on its page", "[data-do=join]", shows("[data-do=leave]"), "[data-do=leave]"})
	p.act(keyed{"withdraw on its page", "[data-do=leave]", shows("[data-do=join]"), "[data-do=join]"})
	p.run(chromedp.Navigate(s.url + "/players/Dag"))
	p.until("the button", shows("[data-friend]"))
	p.act(keyed{"mark a friend", "[data-friend]", `document.querySelector("[data-friend]").dataset.is === "true"`,
		"[data-friend]"})
	p.act(keyed{"mark no longer", "[data-friend]",
		`document.querySelector("[data-friend]").textContent === "Add friend"`, "[data-friend]"})
	p.run(chromedp.Navigate(s.url + "/computer/brandubh-gorrion"))
	if value[bool](p.browser, `document.querySelector("[data-missing]") !== null`) {
		t.Skip("the engine for browsers is not made: make engine")
	}
	p.until("the board", shows("[data-flip]"))
	p.act(keyed{"new game with the computer", "[data-begin] button", "true", "[data-begin] button"})
	p.act(keyed{"flip", "[data-flip]", shows("svg.board.flipped"), "[data-flip]"})
	p.run(chromedp.Navigate(s.url + "/computer/brandubh-gorrion/exercises"))
	p.until("an exercise", `document.querySelector("[data-count]").textContent.startsWith("1 /")`)
	p.act(keyed{"next exercise", "[data-puzzle=next]",
		`document.querySelector("[data-count]").textContent.startsWith("2 /")`, "[data-puzzle=next]"})
}

// TestFocusOfADirector directs a tournament by keyboard.
func TestFocusOfADirector(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("Eve")
	p.inLobby()
	value[int](p.browser, `(document.querySelector("[data-hold]").open = true, 1)`)
	value[int](p.browser, `(document.querySelector("[data-hold] [name=format]").value = "round-robin", `+
		`document.querySelector("[data-hold] [name=format]").dispatchEvent(new Event("change")), 1)`)
	value[int](p.browser, `(document.querySelector("[data-hold] .big").focus(), 1)`)
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until("the tournament", `location.pathname.startsWith("/events/") && document.readyState === "complete" && `+
		shows("[data-direct]"))
	value[int](p.browser, `(window.confirm = () => true, 1)`)
	path := "v1" + value[string](p.browser, `location.pathname`)
	for _, player := range []*person{s.astrid, s.dag, signUp(t, s.url, "Finn"), signUp(t, s.url, "Grim")} {
		player.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	p.act(keyed{"start", "[data-do=start]", shows("[data-do=pause]"), "[data-do=pause]"})
	p.act(keyed{"pause", "[data-do=pause]", shows("[data-do=resume]"), "[data-do=resume]"})
	p.act(keyed{"continue", "[data-do=resume]", shows("[data-do=pause]"), "[data-do=pause]"})
	p.until("a game", `document.querySelector("[name=bout]").options.length > 0`)
	p.act(keyed{"decide a game", "[data-do=draw]", `document.querySelector(".note").textContent !== ""`,
		"[data-do=draw]"})
	p.act(keyed{"withdraw a player", "[data-do=withdraw]",
		`document.querySelector("[name=player]").options.length < 4`, "[data-do=withdraw]"})
	p.act(keyed{"end", "[data-do=end]", "!" + shows("[data-direct]"), "main"})
}

// TestFocusAtTheBoard answers offers, chats, blocks, reports and resigns by keyboard.
func TestFocusAtTheBoard(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	code := s.astrid.invites(t, nil).Code
	p.run(chromedp.Navigate(s.url + "/play?i=" + code))
	p.enter("Eve")
	p.atBoard()
	at := p.position()
	p.ready(at)
	p.move(at.Moves[0], at)
	astrid := s.astrid.sit(t, p.game)
	playOut(t, astrid, game.Defenders, 2)
	value[int](p.browser, `(window.confirm = () => true, 1)`)
	p.act(keyed{"chat", "[data-say] button", shows("[data-chat] li"), "#line"}, "#line", "Hello")
	p.act(keyed{"flip", "[data-flip]", "true", "[data-flip]"})
	value[int](p.browser, `(document.querySelector("[data-other]").open = true, 1)`)
	p.act(keyed{"block", "[data-block]",
		`document.querySelector("[data-block]").getAttribute("aria-pressed") === "true"`,
		"[data-block]"})
	p.act(keyed{"report", "[data-report] button", "!" + shows("[data-report]"), "[data-block]"}, "#what", "Slow play")
	if err := astrid.Send(game.Defenders, match.OfferDraw{}); err != nil {
		t.Fatal(err)
	}
	p.act(keyed{"decline a draw", "[data-act=decline]", "!" + shows("[data-act=decline]"), ".hit"})
	p.act(keyed{"resign", "[data-act=resign]", shows("[data-again]"), "[data-again]"})
}
