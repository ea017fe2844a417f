package server_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// status is an expression: how the page says the game stands, with nothing under way.
func status(text string) string {
	return `document.querySelector(".status").textContent === "` + text + `" && ` +
		`!document.querySelector("[data-act]:disabled")`
}

// opponent is Astrid, the defender, in the game of a browser.
type opponent struct {
	p      *player
	remote *client.Remote
	moves  int // that were played
}

func (p *player) opponent() *opponent {
	p.t.Helper()
	o := &opponent{p, p.s.astrid.sit(p.t, p.game), 0}
	o.replies()
	return o
}

// replies waits for the move of the browser, and answers it.
func (o *opponent) replies() {
	o.p.t.Helper()
	o.moves += 2
	playOut(o.p.t, o.remote, game.Defenders, o.moves)
	o.p.ready(o.p.positionToMove())
}

// round plays a move of both: then either may ask again for what was declined.
func (o *opponent) round() {
	o.p.t.Helper()
	at := o.p.positionToMove()
	o.p.move(at.Moves[0], at)
	o.replies()
}

func (o *opponent) asks(kind, of wire.Kind) {
	o.p.t.Helper()
	a := wire.Act{Kind: kind, Of: string(of)}
	if kind == wire.Takeback {
		a.Plies = 1
	}
	if err := o.remote.Ask(game.Defenders, a); err != nil {
		o.p.t.Fatal(err)
	}
}

// begin plays the first move of a game against Astrid.
func begin(t *testing.T) *player {
	t.Helper()
	p := newPlayer(t, newFixture(t))
	p.run(chromedp.Navigate(p.s.url + "/play?i=" + p.s.astrid.invites(t, nil).Code))
	p.enter("Eve")
	p.atBoard()
	at := p.position()
	p.ready(at)
	p.move(at.Moves[0], at)
	return p
}

// TestFocusOfAgreements asks for and answers takebacks, pauses and draws by keyboard.
func TestFocusOfAgreements(t *testing.T) {
	t.Parallel()
	p := begin(t)
	astrid := p.opponent()
	const board = ".hit"
	waits, turn := status("Waiting for an answer"), status("Your turn")
	p.act(keyed{"ask for a takeback", "[data-act=takeback]", waits, board})
	astrid.asks(wire.Decline, wire.Takeback)
	p.until("declined", turn)
	astrid.asks(wire.Pause, "")
	p.act(keyed{"decline a pause", "[data-act=decline]", turn, board})
	astrid.round()

	astrid.asks(wire.Takeback, "")
	p.act(keyed{"decline a takeback", "[data-act=decline]", turn, board})
	p.act(keyed{"ask for a pause", "[data-act=pause]", waits, board})
	astrid.asks(wire.Accept, wire.Pause)
	p.until("paused", status("Paused"))
	p.act(keyed{"ask to resume", "[data-act=resume]", waits, "[data-act=resume]"})
	astrid.asks(wire.Accept, wire.Resume)
	p.until("resumed", turn)
	astrid.round()

	astrid.asks(wire.Pause, "")
	p.act(keyed{"accept a pause", "[data-act=accept]", status("Paused"), "[data-act=resume]"})
	astrid.asks(wire.Resume, "")
	p.act(keyed{"resume", "[data-act=accept]", turn, board})
	p.act(keyed{"offer a draw", "[data-act=draw]", waits, board})
	astrid.asks(wire.Decline, wire.Draw)
	p.until("no draw", turn)
	astrid.asks(wire.Takeback, "")
	p.act(keyed{"accept a takeback", "[data-act=accept]", status("Astrid to move"), board})
	astrid.asks(wire.Draw, "")
	p.act(keyed{"accept a draw", "[data-act=accept]", shows("[data-again]"), "[data-again]"})
}

// TestFocusAfterAbort: after a game without a result the next action is to find another opponent.
func TestFocusAfterAbort(t *testing.T) {
	t.Parallel()
	p := begin(t)
	p.until("the move", status("Astrid to move"))
	p.act(keyed{"abort", "[data-act=abort]", status("Aborted"), "[data-other-opponent]"})
}

// TestFocusOfClaims claims a blockade by keyboard in one browser; in the other the claim is refused, then granted.
func TestFocusOfClaims(t *testing.T) {
	t.Parallel()
	a, d := meetAt(t, newFixture(t), ring)
	claims := func() {
		t.Helper()
		a.act(keyed{"claim a blockade", "[data-act=claim][data-of=blockade]", "!" + shows("[data-act=claim]"), ".hit"})
	}
	a.steps("b7-b5")
	claims()
	d.act(keyed{"refuse it", "[data-act=deny][data-of=blockade]", status("Your turn"), ".hit"})
	d.steps("e1-f1")
	a.steps("g5-g6")
	claims()
	d.act(keyed{"grant it", "[data-act=grant]", shows("[data-again]"), "[data-again]"})
}

// TestFocusOfRepetitions answers a repetition by keyboard: a claim, and a draw whose claim is refused.
func TestFocusOfRepetitions(t *testing.T) {
	t.Parallel()
	t.Run("claim", func(t *testing.T) {
		t.Parallel()
		p, _ := repeated(t)
		p.act(keyed{"claim", "[data-act=claim][data-of=repetition]", status("Waiting for an answer"), ".hit"})
	})
	t.Run("draw", func(t *testing.T) {
		t.Parallel()
		p, asks := repeated(t)
		p.act(keyed{"leave it a draw", "[data-act=waive]", status("Waiting for an answer"), ".hit"})
		asks(wire.Act{Kind: wire.Claim})
		p.act(keyed{"refuse the claim", "[data-act=deny][data-of=repetition]", shows("[data-again]"), "[data-again]"})
	})
}

// TestQueueInTurn leaves the queue and enters it again at once, with a slow line: the request to leave is answered
// before the next one is sent, so that it does not undo it.
func TestQueueInTurn(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	p.run(chromedp.Navigate(p.s.url + "/play"))
	p.enter("Eve")
	p.inLobby()
	p.act(keyed{"find a game", "[data-do=queue]", shows("[data-queue]"), "[data-do=queue]"})
	value[int](p.browser, `(() => {
		const real = window.fetch;
		window.order = [];
		window.fetch = async (path, how) => {
			const of = path === "/v1/queue" && how.method !== "GET";
			if (of) window.order.push(how.method);
			if (of && how.method === "DELETE") await new Promise((go) => { window.release = go; });
			const answer = await real(path, how);
			if (of) window.order.push(answer.status);
			return answer;
		};
		return 1;
	})()`)
	p.act(keyed{"stop looking", "[data-do=stop]", "!" + shows("[data-queue]"), "[data-do=queue]"})
	p.until("the request to leave", `window.order.join() === "DELETE"`)
	value[int](p.browser, `(document.querySelector("[data-quick]").click(), window.release(), 1)`)
	p.until("in the queue again", shows("[data-queue]"))
	if order := value[string](p.browser, `window.order.join()`); order != "DELETE,200,POST,200" {
		t.Errorf("requests and answers: %s", order)
	}
	if n := ask[wire.Lobby](t, p.s.dag, http.MethodGet, "v1/lobby", nil).Waiting; n != 1 {
		t.Errorf("%d wait in the queue", n)
	}
}
