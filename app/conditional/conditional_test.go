package conditional_test

import (
	"crypto/ed25519"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/dial"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/internal/apptest"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/server"
)

// fixture is a client in a correspondence game with Dag at a service of this process.
type fixture struct {
	*apptest.Client
	dag  *client.Session
	seat *client.Remote // of Dag
	game string
	now  match.State // as Dag sees it
}

// inGame starts a service, and a game in which the client has the attackers.
func inGame(t *testing.T) *fixture {
	t.Helper()
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1", Name: "Hall"})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() { web.CloseClientConnections(); web.Close(); _ = s.Close() })
	f := &fixture{}
	f.Client = apptest.Open(t, t.TempDir(), func(o *app.Options) {
		o.Network = dial.Network{Store: shell.NewFiles(t.TempDir()), Wake: func() {}}
	})
	f.Press("title", "net")
	f.Press("net", "service")
	f.Write("address", web.URL)
	f.Write("name", "Astrid")
	f.Press("service", "sign")
	f.At("lobby")
	f.Until("the connection, which tells of a challenge", func() bool {
		return strings.Contains(strings.Join(f.Dialog().Lines, " "), "Connected")
	})
	token := f.signUp(web.URL)
	seek := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"0s+1x3d"}, Side: wire.Defenders,
		To: "Astrid"}
	if _, err := wire.PostSeeks.Ask(t.Context(), f.dag, seek); err != nil {
		t.Fatal(err)
	}
	f.At("open-seek")
	f.Press("open-seek", "take")
	f.Until("the game", func() bool { return f.App.Screen().Game != nil && f.App.Screen().Dialog == nil })
	lobby, err := wire.GetLobby.Ask(t.Context(), f.dag, wire.None{})
	if err != nil || len(lobby.Mine) != 1 {
		t.Fatal(lobby.Mine, err)
	}
	f.game = lobby.Mine[0].Game
	line := client.Dial(t.Context(), client.Options{URL: token.url, Token: token.session})
	t.Cleanup(line.Close)
	f.seat = line.Join(f.game)
	return f
}

// socket is where a player connects, and with what.
type socket struct{ url, session string }

// signUp makes an account for Dag.
func (f *fixture) signUp(address string) socket {
	f.T.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		f.T.Fatal(err)
	}
	d, err := client.NewService(address, key, nil)
	if err != nil {
		f.T.Fatal(err)
	}
	session, err := d.SignUp(f.T.Context(), "Dag", "test")
	if err != nil {
		f.T.Fatal(err)
	}
	f.dag = d.In(session)
	return socket{d.Socket(), session.Token}
}

// click clicks squares of the board.
func (f *fixture) click(squares ...string) {
	f.T.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		f.T.Fatal(err)
	}
	for _, name := range squares {
		sq, ok := v.Rules.Board().Named(name)
		if !ok {
			f.T.Fatal(name)
		}
		f.App.Press(sq, true)
		f.App.Release(sq, true)
		f.Frame()
	}
}

// sees waits until Dag sees so many moves.
func (f *fixture) sees(plies int) {
	f.T.Helper()
	await.Until(f.T, "Dag sees the move", func() bool {
		f.Frame()
		select {
		case u := <-f.seat.Updates():
			if u.Err != nil {
				f.T.Fatal(u.Err)
			}
			f.now = u.State
		default:
		}
		return f.now.Record.Ply() >= plies
	})
}

// dagPlays plays a move of Dag and waits until so many were played.
func (f *fixture) dagPlays(text string, then int) {
	f.T.Helper()
	moves, err := notation.ParseTurn(&f.now.Position, f.now.History, text)
	if err == nil {
		err = f.seat.Send(game.Defenders, match.Play{Ply: f.now.Record.Ply(), Move: moves[0]})
	}
	if err != nil {
		f.T.Fatal(err)
	}
	f.sees(then)
}

// TestConditionalMovesOnTheBoard plays lines on the board, saves them, and sees the service play a reply; then it sees
// what is left, removes it and saves again.
func TestConditionalMovesOnTheBoard(t *testing.T) {
	f := inGame(t)
	f.Do("conditional", 0)
	f.Until("to be told to move first", f.Says("make your move first"))
	f.click("d1", "c1")
	f.sees(1)
	f.Until("the move on the board", func() bool { return len(f.App.Screen().Game.Rows) == 1 })
	f.Do("conditional", 0)
	f.At("conditional")
	f.click("d3", "c3")
	f.Until("the line that needs a reply", func() bool { return rows(f, "d3-c3|add your reply") && !f.ready("save") })
	f.click("c1", "b1")
	f.Until("the line", func() bool { return rows(f, "d3-c3|c1-b1") && f.ready("save") })
	f.click("c3", "d3")
	f.click("b1", "c1")
	f.Press("conditional", "present")
	f.click("d5", "c5")
	f.click("c1", "b1")
	f.Until("both lines", func() bool { return rows(f, "d3-c3, c3-d3|c1-b1, b1-c1", "d5-c5|c1-b1") })
	for _, b := range f.App.Screen().Bar {
		if (b.ID == "hint" || b.ID == "analyse") && (!b.Disabled || b.Why != board.TextNoHelp) {
			t.Errorf("help is offered in a game against others: %+v", b)
		}
	}
	f.Press("conditional", "save")
	f.Until("the game again", func() bool { return f.App.Screen().Dialog == nil && !f.App.Screen().Game.Tree })
	f.dagPlays("d3-c3", 3)
	f.Until("the reply on the board", func() bool { return len(f.App.Screen().Game.Rows) == 2 })
	f.Do("conditional", 0)
	f.Until("what is left", func() bool { return f.Page() == "conditional" && rows(f, "c3-d3|b1-c1") })
	f.Press("conditional", "remove")
	f.Until("no line", func() bool { return rows(f) })
	f.Press("conditional", "leave")
	f.Press("confirm", "close")
	f.Press("conditional", "save")
	f.Until("to be told", f.Says("No conditional moves are set"))
	f.dagPlays("c3-d3", 4)
	f.Until("our turn", func() bool {
		g := f.App.Screen().Game
		return g != nil && !g.Tree && strings.Contains(g.Status, "Your turn")
	})
}

// ready reports whether a button of the page in front can be pressed.
func (f *fixture) ready(id string) bool {
	return slices.ContainsFunc(f.Dialog().Buttons, func(b panel.Button) bool { return b.ID == id && !b.Disabled })
}

// rows reports whether the page lists exactly these lines.
func rows(f *fixture, want ...string) bool {
	return strings.Join(f.Rows(), "\n") == strings.Join(want, "\n")
}
