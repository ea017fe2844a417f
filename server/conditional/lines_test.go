package conditional

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// played is a game with its entries.
type played struct {
	t       *testing.T
	game    *ledger.Game
	entries []wire.Entry
}

func begin(t *testing.T, variant string) *played {
	t.Helper()
	e, err := ledger.Begin(wire.Spec{Game: "g", Variant: variant, Clock: "0s+1x3d",
		Seats: [game.Sides]wire.Player{{ID: "a"}, {ID: "d"}}}, wire.At(time.Unix(1e9, 0)))
	if err != nil {
		t.Fatal(err)
	}
	g, err := ledger.Fold([]wire.Entry{e})
	if err != nil {
		t.Fatal(err)
	}
	return &played{t, g, []wire.Entry{e}}
}

func (p *played) does(by game.Side, a wire.Act) {
	p.t.Helper()
	a.Ply = p.game.Ply()
	e, _, err := p.game.Do(wire.SideOf(by), a, p.game.At())
	if err != nil {
		p.t.Fatal(err)
	}
	p.entries = append(p.entries, e)
}

func (p *played) moves(texts ...string) *played {
	p.t.Helper()
	for _, text := range texts {
		s := p.game.State()
		moves, err := notation.ParseTurn(&s.Position, s.History, text)
		if err != nil {
			p.t.Fatal(err)
		}
		var steps []wire.Move
		for _, m := range moves {
			steps = append(steps, ledger.Move(s.Position.Rules(), m))
		}
		p.does(p.game.Turn(), wire.Act{Kind: wire.Play, Moves: steps})
	}
	return p
}

const brandubh = "brandubh-gorrion"

// TestParse reads lines in the forms in which people write them, and refuses others with the move.
func TestParse(t *testing.T) {
	tests := []struct{ name, lines, want, fault string }{
		{"one reply", "d3-c3 c1-b1", "d3-c3 c1-b1", ""},
		{"with numbers and as sites write it", "1. d3-c3, 2. c1-b1;", "d3-c3 c1-b1", ""},
		{"two lines and an empty one", "d3-e3 c1-b1/ /d3-c3 c1-b1 c3-d3 b1-c1",
			"d3-c3 c1-b1 c3-d3 b1-c1/d3-e3 c1-b1", ""},
		{"one that begins another", "d3-c3 c1-b1/d3-c3 c1-b1 c3-d3 b1-c1/d3-c3 c1-b1", "d3-c3 c1-b1 c3-d3 b1-c1", ""},
		{"illegal move", "d3-c3 c1-b1/d3-c3 c1-c7", "", "line 2, move c1-c7: "},
		{"no move", "d3-c3 hello", "", "line 1, move hello: "},
		{"a long word", "d3-c3 " + strings.Repeat("x", 100), "", "line 1, move " + strings.Repeat("x", 40) + ": "},
		{"without a reply", "d3-c3 c1-b1 c3-d3", "", "line 1 ends with your opponent's move c3-d3: add your reply"},
		{"two replies", "d3-c3 c1-b1/d3-c3 d2-c2", "",
			"line 2: you reply to d3-c3 with d2-c2, in another line with c1-b1"},
		{"too long", "d3-c3 a4-a3 d5-e5 a3-a4 c3-b3 a4-a3 e5-f5 a3-a4 b3-b2 a4-a3 f5-f6 a3-a4 b2-c2 a4-a3 f6-e6 " +
			"a3-a4 c2-c3 a4-a3 e6-e5 a3-a4 c3-d3", "", "line 1 has more than 20 moves"},
		{"past the end", "d3-c3 c1-b1 c3-d3 b1-c1 d3-c3 c1-b1 c3-d3 b1-c1 d3-c3 c1-b1 c3-d3 b1-c1 d3-c3 c1-b1", "",
			"line 1: the game is over after "},
		{"too many", strings.Repeat("d3-c3 c1-b1/", 20), "", "21 lines are too many: enter at most 20"},
	}
	for _, tt := range tests {
		lines, err := parse(begin(t, brandubh).moves("d1-c1").game, strings.Split(tt.lines, "/"))
		switch got := strings.Join(written(lines), "/"); {
		case tt.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.fault)):
			t.Errorf("%s: %q, %v", tt.name, got, err)
		case tt.fault == "" && (err != nil || got != tt.want):
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
	}
}

// TestCheck compares stored lines with what was played since.
func TestCheck(t *testing.T) {
	const lines = "d3-c3 c1-b1 c3-d3 b1-c1\nd3-e3 c1-b1"
	tests := []struct {
		name  string
		then  func(*played)
		left  string // lines from then on
		reply string
	}{
		{"nothing", func(*played) {}, "d3-c3 c1-b1 c3-d3 b1-c1/d3-e3 c1-b1", ""},
		{"the first move", func(p *played) { p.moves("d3-c3") }, "c1-b1 c3-d3 b1-c1", "c1"},
		{"the other first move", func(p *played) { p.moves("d3-e3") }, "c1-b1", "c1"},
		{"both", func(p *played) { p.moves("d3-c3", "c1-b1") }, "c3-d3 b1-c1", ""},
		{"the second reply", func(p *played) { p.moves("d3-c3", "c1-b1", "c3-d3") }, "b1-c1", "b1"},
		{"the end of a line", func(p *played) { p.moves("d3-e3", "c1-b1") }, "", ""},
		{"another move", func(p *played) { p.moves("d5-c5") }, "", ""},
		{"another reply by hand", func(p *played) { p.moves("d3-c3", "d2-c2") }, "", ""},
		{"the reply by hand, then another move", func(p *played) { p.moves("d3-c3", "c1-b1", "d5-c5") }, "", ""},
		{"a move taken back", func(p *played) {
			p.does(game.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
			p.does(game.Attackers, wire.Act{Kind: wire.Accept, Of: "takeback"})
		}, "", ""},
		{"the same moves after a move taken back", func(p *played) {
			p.does(game.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
			p.does(game.Attackers, wire.Act{Kind: wire.Accept, Of: "takeback"})
			p.moves("d1-c1", "d3-c3")
		}, "", ""},
		{"a takeback refused", func(p *played) {
			p.does(game.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
			p.does(game.Attackers, wire.Act{Kind: wire.Decline, Of: "takeback"})
			p.moves("d3-c3")
		}, "c1-b1 c3-d3 b1-c1", "c1"},
		{"a draw offered with the move", func(p *played) {
			p.does(game.Defenders, wire.Act{Kind: wire.Draw})
			p.moves("d3-c3")
			p.does(game.Defenders, wire.Act{Kind: wire.Pause})
		}, "", ""},
		{"the end", func(p *played) { p.does(game.Defenders, wire.Act{Kind: wire.Resign}) }, "", ""},
	}
	for _, tt := range tests {
		p := begin(t, brandubh).moves("d1-c1")
		c := store.Conditional{Ply: 1, Seq: int64(p.game.Seq()), Lines: lines}
		tt.then(p)
		s, err := check(p.entries, c)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		from := ""
		if len(s.reply) > 0 {
			from = s.reply[0].From
		}
		if got := strings.Join(written(s.lines), "/"); got != tt.left || from != tt.reply {
			t.Errorf("%s: %q, reply %+v", tt.name, got, s.reply)
		}
	}
}

// TestSteps replies with moves of several steps, each of which is one word of a line.
func TestSteps(t *testing.T) {
	tests := []struct {
		variant, played, line string
		steps                 int
	}{
		{"halatafl-winther", "c4-d4 e4xc4 b4xd4 c5-c4", "c3xc5 c6xc4xe4", 2},
		{"morris-9", "@b6 @g4 @d6", "@e5 @f6*e5", 2},
		{"berserk-11x11-tdiamondberserk", "Cf10-i10 h6-h3 e1-e4 g7-j7", "a4-a2 h3-a3xa2", 2},
	}
	for _, tt := range tests {
		p := begin(t, tt.variant).moves(strings.Fields(tt.played)...)
		lines, err := parse(p.game, []string{tt.line})
		if err != nil || strings.Join(written(lines), "/") != tt.line {
			t.Errorf("%s: %q, %v", tt.variant, written(lines), err)
			continue
		}
		c := store.Conditional{Ply: p.game.Ply(), Seq: int64(p.game.Seq()), Lines: tt.line}
		p.moves(strings.Fields(tt.line)[0])
		s, err := check(p.entries, c)
		if err != nil || len(s.reply) != tt.steps {
			t.Errorf("%s: %+v, %v", tt.variant, s.reply, err)
			continue
		}
		p.does(p.game.Turn(), wire.Act{Kind: wire.Play, Moves: s.reply})
		if now := p.game.State().Record; now.Turn(now.Ply()).Text != strings.Fields(tt.line)[1] {
			t.Errorf("%s: played %s", tt.variant, now.Turn(now.Ply()).Text)
		}
	}
}

// TestApplies: correspondence games have conditional moves, with and without a clock.
func TestApplies(t *testing.T) {
	var with []string
	for _, clock := range []string{"5m+3s", "0s+1x3d", "none", "15m+10s", "0s+1x14d"} {
		if Applies(wire.Spec{Clock: clock}) {
			with = append(with, clock)
		}
	}
	if !slices.Equal(with, []string{"0s+1x3d", "none", "0s+1x14d"}) {
		t.Error(with)
	}
}
