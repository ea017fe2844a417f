package server_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// ifs sets the lines of a person in a game in which n moves were played.
func (p *person) ifs(t *testing.T, id string, n int, lines ...string) (wire.Conditional, error) {
	t.Helper()
	return wire.PostConditional.Ask(t.Context(), petitioner{p}, wire.Conditional{Ply: n, Lines: lines}, id)
}

// seesIfs checks which lines a person sees in a game.
func (p *person) seesIfs(t *testing.T, when, id string, want ...string) {
	t.Helper()
	q, err := wire.GetConditional.Ask(t.Context(), petitioner{p}, wire.None{}, id)
	if err != nil || strings.Join(q.Lines, "/") != strings.Join(want, "/") {
		t.Errorf("%s: %+v, %v", when, q, err)
	}
}

// mover plays moves in a game.
type mover struct {
	t    *testing.T
	seat *client.Remote
	side game.Side
	now  match.State
}

func (p *person) moves(t *testing.T, id string, side game.Side) *mover {
	t.Helper()
	m := &mover{t: t, seat: p.sit(t, id), side: side}
	until(t, m.seat, "the game", func(u table.Update) bool { m.now = u.State; return true })
	return m
}

// plays plays a move and waits until so many were played.
func (m *mover) plays(text string, then int) {
	m.t.Helper()
	list, err := notation.ParseTurn(&m.now.Position, m.now.History, text)
	if err == nil {
		err = m.seat.Send(m.side, match.Play{Ply: m.now.Record.Ply(), Move: list[0]})
	}
	if err != nil {
		m.t.Fatal(err)
	}
	until(m.t, m.seat, "after "+text, func(u table.Update) bool { m.now = u.State; return m.now.Record.Ply() >= then })
}

// TestConditionalMoves sets lines in a correspondence game: only their owner sees them, the service plays them at once,
// and after a restart it plays what is left.
func TestConditionalMoves(t *testing.T) {
	dir := t.TempDir()
	s, web := start(t, dir)
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "0s+1x3d",
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	id := spec.Game
	if _, err := astrid.ifs(t, id, 0, "d3-c3 c1-b1"); codeOf(err) != wire.NotYourTurn {
		t.Errorf("on her own turn: %v", err)
	}
	astrid.moves(t, id, game.Attackers).plays("d1-c1", 1)
	if _, err := astrid.ifs(t, id, 0, "d3-c3 c1-b1"); codeOf(err) != wire.Stale {
		t.Errorf("in an older position: %v", err)
	}
	if _, err := astrid.ifs(t, id, 1, "d3-c3 c1-c7"); codeOf(err) != wire.Illegal ||
		!strings.Contains(err.Error(), "c1-c7") {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err := eve.ifs(t, id, 1, "d3-c3 c1-b1"); codeOf(err) != wire.NotSeated {
		t.Errorf("someone else: %v", err)
	}
	if _, err := astrid.ifs(t, "none", 1, "d3-c3 c1-b1"); codeOf(err) != wire.Missing {
		t.Errorf("without a game: %v", err)
	}
	if q, err := astrid.ifs(t, id, 1, "1. d3-c3 c1-b1 c3-d3 b1-c1", "", "d5-c5 c1-b1"); err != nil || q.Ply != 1 ||
		strings.Join(q.Lines, "/") != "d3-c3 c1-b1 c3-d3 b1-c1/d5-c5 c1-b1" {
		t.Errorf("%+v, %v", q, err)
	}
	dag.seesIfs(t, "the opponent", id)
	astrid.seesIfs(t, "the owner", id, "d3-c3 c1-b1 c3-d3 b1-c1", "d5-c5 c1-b1")
	dag.moves(t, id, game.Defenders).plays("d3-c3", 3)
	astrid.seesIfs(t, "after a reply", id, "c3-d3 b1-c1")

	web.CloseClientConnections()
	web.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, web = start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag = again(t, astrid, web.URL), again(t, dag, web.URL)
	astrid.seesIfs(t, "after a restart", id, "c3-d3 b1-c1")
	d := dag.moves(t, id, game.Defenders)
	d.plays("c3-d3", 5)
	astrid.seesIfs(t, "at the end of the line", id)
	for n, want := range []string{"d1-c1", "d3-c3", "c1-b1", "c3-d3", "b1-c1"} {
		if got := d.now.Record.Turn(n + 1).Text; got != want {
			t.Errorf("move %d is %s, not %s", n+1, got, want)
		}
	}
}

// TestConditionalMovesOfBoth lets the lines of both players follow each other.
func TestConditionalMovesOfBoth(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dag.ifs(t, spec.Game, 0, "d1-c1 d3-c3 c1-b1 c3-d3"); err != nil {
		t.Fatal(err)
	}
	a := astrid.moves(t, spec.Game, game.Attackers)
	a.plays("d1-c1", 2)
	a.plays("c1-b1", 4)
	if _, err := dag.ifs(t, spec.Game, 4, "b1-c1 d3-c3 c1-b1 c3-d3", "d2-d1 d5-c5"); err != nil {
		t.Fatal(err)
	}
	a.plays("d2-e2", 5)
	await.Until(t, "lines of another move are dropped", func() bool {
		q, err := wire.GetConditional.Ask(t.Context(), petitioner{dag}, wire.None{}, spec.Game)
		return err == nil && len(q.Lines) == 0 && q.Ply == 5
	})
}

// TestConditionalMovesInTheBrowser writes lines on the page of a game: an illegal move is refused, and after the
// opponent's move the page shows the reply and what is left.
func TestConditionalMovesInTheBrowser(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	p := newPlayer(t, s)
	p.run(chromedp.Navigate(s.url + "/play"))
	p.enter("Gunnhild")
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	me := wire.Player{ID: value[string](p.browser, `JSON.parse(sessionStorage.getItem("tafl3d")).player.id`),
		Name: "Gunnhild"}
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "0s+1x3d",
		Seats: [2]wire.Player{me, s.dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.Navigate(s.url + "/play/" + spec.Game))
	p.atBoard()
	at := p.position()
	p.ready(at)
	p.move(wire.Move{From: "d1", To: "c1"}, at)
	p.until("the move", `document.querySelector("[data-conditional]").dataset.shown === "1"`)
	p.act(keyed{"conditional moves", "[data-conditional] summary", shows("#conditional"), "[data-conditional] summary"})
	const told, save = `document.querySelector("[data-conditional] [role=status]").textContent`,
		"[data-conditional] button"
	p.act(keyed{"the reason of the illegal move", save, told + `.startsWith("line 1, move c1-c7: ")`, save},
		"#conditional", "d3-c3 c1-c7")
	p.act(keyed{"the lines are saved", save, told + `.startsWith("Saved.") && ` +
		`document.querySelector("#conditional").value === "d3-c3 c1-b1 c3-d3 b1-c1\nd5-c5 c1-b1"`, save},
		"#conditional", "1. d3-c3 c1-b1 c3-d3 b1-c1\nd5-c5 c1-b1\n")
	p.picture("play-conditional")
	s.dag.moves(t, spec.Game, game.Defenders).plays("d3-c3", 3)
	p.until("the rest of the lines", `document.querySelector("article").dataset.ply === "3" && `+
		`document.querySelector("#conditional").value === "c3-d3 b1-c1"`)
}
