package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// sitAt opens a game of two humans from a position, after some moves.
func sitAt(t *testing.T, id, position, turns string) *person {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	pos := v.Rules.Start()
	if position != "" {
		if pos, err = notation.ParsePosition(v.Rules, position); err != nil {
			t.Fatal(err)
		}
	}
	m := match.New(pos, match.Control{})
	for turn := range strings.FieldsSeq(turns) {
		s := m.State()
		moves, err := notation.ParseTurn(&s.Position, s.History, turn)
		if err != nil {
			t.Fatal(err)
		}
		for _, mv := range moves {
			if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: mv}, (&clock{}).Now()); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := with(t, &board.Setup{Variant: id}, m)
	p.until("the game", func() bool { return p.Screen().Game != nil && p.moves() == m.Ply() })
	return p
}

// causes returns the sorted names of the squares marked for an illegal move.
func (p *person) causes() string { return p.names(p.view.marks.Causes) }

// captors returns the sorted names of the squares marked for a capture or a result. None is marked as a
// cause.
func (p *person) captors() string {
	if c := p.causes(); c != "" {
		p.Errorf("%s is crossed out, and nothing was refused", c)
	}
	return p.names(p.view.marks.Captors)
}

// names returns the sorted names of squares.
func (p *person) names(squares []game.Square) string {
	var names []string
	for _, s := range squares {
		names = append(names, p.view.stage.Board.Name(s))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestReasonsInWordsAndOnTheBoard(t *testing.T) {
	const rebels = "S=d4,a3,b3,c3,e3,f3,g3,a4,b4,f4"
	for _, c := range []struct{ id, position, turns, clicks, says, marks string }{
		{"brandubh-gorrion", "", "", "d3", "belongs to the defenders", "d3"},
		{"brandubh-gorrion", "", "", "d1 e2", "straight line", "e2"},
		{"brandubh-gorrion", "", "d1-c1", "d4", "no legal move", "c4 d3 d4 d5 e4"},
		{"halatafl-winther", "", "", "b2", "no legal move", "a2 a3 b1 b2 b3 c1 c2 c3"},
		{"fox-geese-13", "", "d4-d5", "a3 a5", "farther than the goose may step", "a5"},
		{"fox-geese-13", "turn=A; F=d7; G=d4,a3,b3,c3,e3,f3", "", "d4 d6", "farther than", "d6"},
		{"fox-geese-13", "turn=B; F=d4; G=a3,b3,c3,e3,f3", "", "d4 d6", "nothing to leap over", "d5"},
		{"asalto", "turn=B; O=d5,c7; " + rebels, "", "c7", "The piece on d5 must capture", "d5"},
		{"dablot-mini", "turn=A; S=c3,a1; K=g1; s=a9; k=d4", "", "c3 e5", "outranks", "d4"},
		{"maharajah", "turn=A; M=a4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 g8",
			"may not castle out of check", "e8"},
		{"maharajah", "turn=A; M=d4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 c8",
			"castle across d8, which is attacked", "d8"},
		{"maharajah", "turn=A; M=c4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 c8",
			"side of the king would be in check", "c8"},
		{"maharajah", "turn=A; M=h4; k=e8; r=a8,h8; n=b8; castling=kq", "", "e8 c8", "b8 is occupied", "b8"},
		{"maharajah", "turn=A; M=h4; k=e8; r=a8,h8; castling=k", "", "e8 c8", "king or the rook has moved", "c8"},
		{"morris-9", "", "@a1 @d2", "a1", "Drop the pieces in hand first", "d1"},
		{"morris-9", "", "@a1 @d2", "d2", "belongs to the light men", "d2"},
		{"maharajah", "", "", "e8", "belongs to the sepoys", "e8"},
		{"maharajah", "", "e1-e2", "e2", "To move: sepoys", "e2"},
	} {
		p := sitAt(t, c.id, c.position, c.turns)
		before := p.ear.refused
		p.click(strings.Fields(c.clicks)...)
		p.says(c.says)
		if p.ear.refused != before+1 {
			t.Errorf("%s %s: refused %d times", c.id, c.clicks, p.ear.refused-before)
		}
		if got := p.causes(); got != c.marks {
			t.Errorf("%s %s: points to %q, should to %q", c.id, c.clicks, got, c.marks)
		}
	}
}

// An unfinished ambush is announced until it is completed, and no other piece may move meanwhile.
func TestAmbush(t *testing.T) {
	p := sitAt(t, "dablot-mini-v5", "turn=A; K=a1; S=g1,c3,c5; P=e1; p=d4; s=a9; k=g9", "")
	p.click("c3", "e5")
	p.until("the ambush", func() bool { return strings.Contains(p.Screen().Game.Status, "leap over d4") })
	p.click("g1")
	p.says("Complete the ambush of d4")
	if got := p.causes(); got != "d4" {
		t.Errorf("points to %q", got)
	}
	p.click("c5", "e3")
	p.until("the capture", func() bool { return p.moves() == 1 })
	p.says("Captured on d4: an ambush.")
}

// The lack of a legal move is reported, and the blocked pieces are marked.
func TestNoMoveLeft(t *testing.T) {
	p := sitAt(t, "linnaean-9x9-tcross-w", "9/9/9/9/4K4/9/1T7/T8/t8 d", "")
	p.click("b3", "b1")
	p.until("the end", func() bool { return p.Screen().Game.Over })
	if s := p.Screen().Game.Status; s != "Defenders win: the attackers have no legal moves" {
		t.Errorf("the status is %q", s)
	}
	if got := p.captors(); got != "a1" {
		t.Errorf("points to %q", got)
	}
}

// The captures of the last move are explained on request.
func TestWhyTheLastMove(t *testing.T) {
	for _, c := range []struct{ id, position, turns, says, marks string }{
		{"brandubh-gorrion", "", "", "No move has been played", ""},
		{"brandubh-gorrion", "", "d1-c1", "Attackers: man d1 to c1.", ""},
		{"brandubh-gorrion", "3t3/3t3/3T3/t1TKTtt/2tT3/3t3/3tt2 a", "e1-e3",
			"Attackers: man e1 to e3. Captured on d3: between e3 and c3.", "c3 d3 e3"},
		{"brandubh-gorrion", "7/t6/3T3/7/7/2K4/7 a", "a6-d6",
			"Captured on d5: between d6 and the empty throne on d4.", "d4 d5 d6"},
		{"brandubh-gorrion", "1T5/7/2t4/3K3/7/4t2/7 a", "c5-c7",
			"Captured on b7: between c7 and the empty corner a7.", "a7 b7 c7"},
		{"brandubh-gorrion", "7/7/7/t1K4/7/7/4t2 a", "a4-b4",
			"The king on c4 is between b4 and the empty throne on d4, but not captured. " +
				"In this game the empty throne does not help to capture the king from two sides.", "b4 c4 d4"},
		{"brandubh-weak", "7/7/7/t1K4/7/7/4t2 a", "a4-b4",
			"In this game the king next to the throne is captured only from all three other sides.", "b4 c4 d4"},
		{"copenhagen-11x11-tdiamond", "11/11/11/t3Kt5/11/11/11/11/11/11/4t6 a", "a8-d8",
			"In this game the king is captured only when all four sides are closed.", "d8 e8 f8"},
		{"copenhagen-11x11-tdiamond", "11/11/11/6K4/11/2t8/11/11/11/3tt6/3TTt5 a", "c6-c1",
			"Captured on d1 and e1: a shield wall of c1, d2, e2 and f1.", "c1 d1 d2 e1 e2 f1"},
		{"copenhagen-11x11-tdiamond", "11/11/2T8/11/6t4/6Kt3/11/11/11/11/6t4 a", "g1-g5",
			"Captured on g6: all sides are closed by", "f6 g5 g6 g7 h6"},
		{"fox-geese-13", "turn=B; F=d4; G=d5,b3,c3,e3,f3", "d4xd6",
			"Fox: fox d4 to d6. Captured on d5: a leap from d4 to d6.", "d4 d5 d6"},
		{"morris-9", "turn=A; W=a1,a4,d2; B=d3,g1; hand.A.W=3; hand.B.B=3", "@a7*d3",
			"Captured on d3: the mill", "a1 a4 a7 d3"},
	} {
		p := sitAt(t, c.id, c.position, c.turns)
		p.keys("y")
		p.says(c.says)
		if got := p.captors(); got != c.marks {
			t.Errorf("%s %s: points to %q, should to %q", c.id, c.turns, got, c.marks)
		}
	}
}

// TestReasonStays: the status explains a capture, or why the king was not captured, until the next move.
func TestReasonStays(t *testing.T) {
	p := sitAt(t, "brandubh-gorrion", "7/7/7/t1K4/7/7/4t2 a", "")
	noted := func() bool {
		return slices.ContainsFunc(p.sheet().Notes, func(n panel.Note) bool {
			return strings.Contains(n.Text, "between b4 and the empty throne on d4")
		})
	}
	p.click("a4", "b4")
	p.untilMoves(1)
	p.clock.forward(time.Minute)
	if p.frame(); len(p.Screen().Toasts) != 0 || !noted() {
		t.Errorf("after a minute it says %v, and notes %v", p.Screen().Toasts, p.sheet().Notes)
	}
	p.Do(panel.Command{ID: "why"})
	p.says("In this game the empty throne does not help")
	p.click("c4", "c1")
	p.untilMoves(2)
	if noted() || p.captors() != "" {
		t.Error("the reason of an earlier move is still told")
	}
}

func TestNothingUnderTheCursor(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("Tab", "Left", "Enter")
	p.says("No piece on c1")
}
