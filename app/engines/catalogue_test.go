package engines

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// TestEveryVariantIsPlayedToItsEnd plays each game of the catalogue at a local
// table: the computer of a low level, wired as in the client, against one who
// moves at random. Each must end, by its own rules or after mostPlies by an
// agreement on a draw, with a reason that the client has words for, and its
// save must read back to the same end.
func TestEveryVariantIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	e := New()
	defer e.Close()
	for i, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			const seed, level = 7, 3
			players := [game.Sides]table.Player{}
			computer := game.Side(i % game.Sides)
			// to hunt a king there by such a level takes hundreds of turns
			if v.Rules.Board().Squares() > game.BitboardSquares {
				computer = game.Defenders
			}
			var err error
			if players[computer], _, err = e.Player(board.Computer{Level: level}, v.ID, seed); err != nil {
				t.Fatal(err)
			}
			players[computer.Other()] = player.Player{Engine: ai.Random(seed)}
			s := playOut(t, v, players)
			if s.Outcome.Cause == game.Agreed {
				t.Logf("a draw was agreed on after %d turns", s.Record.Ply())
			}
			readsBack(t, v, s)
		})
	}
}

// mostPlies is after how many turns a draw is agreed on where one side has no
// plan.
const mostPlies = 300

// playOut plays a game at a table to its end.
func playOut(t *testing.T, v *variant.Variant, players [game.Sides]table.Player) match.State {
	t.Helper()
	tb := table.Start(t.Context(), table.Options{Match: match.New(v.Rules.Start(), match.Control{}), Players: players})
	defer tb.Close()
	// turns after which a draw is offered next: a move may come before the answer, which then comes too late
	offer := mostPlies
	for u := range tb.Updates() {
		switch s := &u.State; {
		case u.Err != nil && !s.Outcome.Over() && (offer == mostPlies || !errors.Is(u.Err, match.ErrNoOffer)):
			t.Fatalf("turn %d: %v", s.Record.Ply()+1, u.Err)
		case s.Outcome.Over():
			return *s
		case s.Claims.Disputed:
			send(t, tb, match.WaiveClaim{}, match.WaiveClaim{})
		case s.Record.Ply() >= offer:
			offer = s.Record.Ply() + 20
			send(t, tb, match.OfferDraw{}, match.AcceptDraw{})
		}
		if offer > 3*mostPlies {
			t.Fatal("nobody can agree on a draw")
		}
	}
	t.Fatal("the table closed before the end")
	return match.State{}
}

// send asks for an action of each side.
func send(t *testing.T, tb table.Table, a, b match.Action) {
	t.Helper()
	for side, act := range []match.Action{a, b} {
		if err := tb.Send(game.Side(side), act); err != nil {
			t.Fatal(err)
		}
	}
}

// readsBack saves a finished game, reads it, and looks at it in the client.
func readsBack(t *testing.T, v *variant.Variant, s match.State) {
	t.Helper()
	data, err := match.Encode(match.Header{Variant: v.ID, Seats: [game.Sides]match.Seat{{Player: "computer", Level: 3},
		{Player: "computer", Level: 1}}}, s)
	if err != nil {
		t.Fatal(err)
	}
	_, m, err := match.Decode(data, func(string) (*rules.Rules, error) { return v.Rules, nil })
	if err != nil {
		t.Fatal(err)
	}
	back := m.State()
	if back.Position.Hash() != s.Position.Hash() || back.Outcome != s.Outcome || back.Record.Ply() != s.Record.Ply() {
		t.Errorf("read back it ends with %v after %d turns, was %v after %d", back.Outcome, back.Record.Ply(),
			s.Outcome, s.Record.Ply())
	}
	a, err := app.New(t.Context(),
		app.Options{View: scene.New(scene.Stage{}), Setup: &board.Setup{Variant: v.ID}, Match: m})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.Frame(time.Now())
	sheet := a.Screen().Game
	// which is said where there are no other words
	if _, reason, _ := strings.Cut(sheet.Status, ": "); !sheet.Over || reason == "" ||
		strings.Contains(reason, "arbiter") {
		t.Errorf("%s: the client says %q", s.Outcome.Cause, sheet.Status)
	}
}
