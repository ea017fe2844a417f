package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
)

// sitAt opens a game of two people from a position, after some turns.
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

// causes returns the names of the squares that are pointed to, sorted.
func (p *person) causes() string {
	var names []string
	for _, s := range p.view.marks.Causes {
		names = append(names, p.view.stage.Board.Name(s))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestReasonsInWordsAndOnTheBoard(t *testing.T) {
	const rebels = "S=d4,a3,b3,c3,e3,f3,g3,a4,b4,f4"
	for _, c := range []struct{ id, position, turns, clicks, says, marks string }{
		{"brandubh-gorrion", "", "", "d3", "belongs to the defenders", "d3"},
		{"brandubh-gorrion", "", "", "d1 e2", "straight lines", "e2"},
		{"brandubh-gorrion", "", "d1-c1", "d4", "no legal move", "c4 d3 d4 d5 e4"},
		{"halatafl-winther", "", "", "b2", "no legal move", "a2 a3 b1 b2 b3 c1 c2 c3"},
		{"fox-geese-13", "", "d4-d5", "a3 a5", "further than the goose may step", "a5"},
		{"fox-geese-13", "turn=A; F=d7; G=d4,a3,b3,c3,e3,f3", "", "d4 d6", "further than", "d6"},
		{"fox-geese-13", "turn=B; F=d4; G=a3,b3,c3,e3,f3", "", "d4 d6", "nothing to leap over", "d5"},
		{"asalto", "turn=B; O=d5,c7; " + rebels, "", "c7", "The piece on d5 must capture", "d5"},
		{"dablot-mini", "turn=A; S=c3,a1; K=g1; s=a9; k=d4", "", "c3 e5", "ranks higher", "d4"},
		{"maharajah", "turn=A; M=a4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 g8", "may not castle out of check", "e8"},
		{"maharajah", "turn=A; M=d4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 c8", "castle across d8, which is attacked", "d8"},
		{"maharajah", "turn=A; M=c4; k=e8; r=a8,h8; p=h7; castling=kq", "", "e8 c8", "king's side would be in check", "c8"},
		{"maharajah", "turn=A; M=h4; k=e8; r=a8,h8; n=b8; castling=kq", "", "e8 c8", "b8 is occupied", "b8"},
		{"maharajah", "turn=A; M=h4; k=e8; r=a8,h8; castling=k", "", "e8 c8", "king or the rook has moved", "c8"},
		{"morris-9", "", "@a1 @d2", "a1", "pieces in hand come first", "d1"},
		{"morris-9", "", "@a1 @d2", "d2", "belongs to the light men", "d2"},
		{"maharajah", "", "", "e8", "belongs to the sepoys", "e8"},
		{"maharajah", "", "e1-e2", "e2", "It is the turn of the sepoys", "e2"},
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

// An ambush that has begun says so until it is completed, and nobody else may
// move meanwhile.
func TestAmbush(t *testing.T) {
	p := sitAt(t, "dablot-mini-v5", "turn=A; K=a1; S=g1,c3,c5; P=e1; p=d4; s=a9; k=g9", "")
	p.click("c3", "e5")
	p.until("the ambush", func() bool { return strings.Contains(p.Screen().Game.Status, "leap over d4") })
	p.click("g1")
	p.says("The ambush of d4 must be completed")
	if got := p.causes(); got != "d4" {
		t.Errorf("points to %q", got)
	}
	p.click("c5", "e3")
	p.until("the capture", func() bool { return p.moves() == 1 })
	p.says("Taken by an ambush")
}

// Who cannot move any more is told, and those who are stuck are marked.
func TestNoMoveLeft(t *testing.T) {
	p := sitAt(t, "linnaean-9x9-tcross-w", "9/9/9/9/4K4/9/1T7/T8/t8 d", "")
	p.click("b3", "b1")
	p.until("the end", func() bool { return p.Screen().Game.Over })
	if s := p.Screen().Game.Status; s != "Defenders win: the attackers have no move left" {
		t.Errorf("the status is %q", s)
	}
	if got := p.causes(); got != "a1" {
		t.Errorf("points to %q", got)
	}
}

// What was taken, how and by whom is told when it is asked for.
func TestWhyTheLastMove(t *testing.T) {
	for _, c := range []struct{ id, position, turns, says, marks string }{
		{"brandubh-gorrion", "", "", "Nothing has been played", ""},
		{"brandubh-gorrion", "", "d1-c1", "Attackers: man d1 to c1.", ""},
		{"brandubh-gorrion", "3t3/3t3/3T3/t1TKTtt/2tT3/3t3/3tt2 a", "e1-e3", "Attackers: man e1 to e3, takes d3. Taken: it stood between two enemies", "c3 d3 e3"},
		{"fox-geese-13", "turn=B; F=d4; G=d5,b3,c3,e3,f3", "d4xd6", "Fox: fox d4 to d6, takes d5. Taken: it was leapt over.", "d4 d5 d6"},
		{"morris-9", "turn=A; W=a1,a4,d2; B=d3,g1; hand.A.W=3; hand.B.B=3", "@a7*d3", "takes d3. A mill takes a man off.", "a1 a4 a7 d3"},
	} {
		p := sitAt(t, c.id, c.position, c.turns)
		p.keys("y")
		p.says(c.says)
		if got := p.causes(); got != c.marks {
			t.Errorf("%s %s: points to %q, should to %q", c.id, c.turns, got, c.marks)
		}
	}
}

func TestNothingUnderTheCursor(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("Tab", "Left", "Enter")
	p.says("There is no piece on c1")
}
