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
	"tafl3d/internal/await"
	"tafl3d/panel"
)

func TestDropsAndRemovals(t *testing.T) {
	p := open(t, t.TempDir(), &board.Setup{Variant: "morris-9"})
	s := p.sheet()
	if len(s.Seats[0].Hand) != 1 || s.Seats[0].Hand[0].Count != 9 || !s.Seats[0].Hand[0].On || s.Seats[1].Hand[0].On {
		t.Fatalf("%+v", s.Seats)
	}
	if m := p.view.marks; len(m.Places) != 24 || len(m.Targets) != 0 ||
		s.Status != "Place a piece on one of the marked points" {
		t.Error(len(p.view.marks.Places), s.Status)
	}
	for i, at := range []string{"a1", "a7", "d1", "d7", "g1"} { // a mill at the bottom
		p.click(at)
		want := i + 1
		if i == 4 {
			break
		}
		p.untilMoves(want)
	}
	p.until("a man is to be taken off",
		func() bool { return p.sheet().Status == "Remove one of the marked pieces" })
	if ts := p.view.marks.Targets; len(ts) != 2 || !slices.Contains(ts, p.square("a7")) {
		t.Error(ts)
	}
	p.click("b2")
	if p.ear.refused == 0 && p.toast() == "" {
		t.Log("an empty point says nothing")
	}
	p.click("a1")
	if !strings.Contains(p.toast(), "remove") && !strings.Contains(p.toast(), "taken off") {
		t.Error(p.toast())
	}
	p.click("a7")
	p.untilMoves(5)
	p.says("Captured on a7: the mill")
	if p.sheet().Seats[0].Hand[0].Count != 6 || len(p.sheet().Seats[0].Taken) != 1 {
		t.Errorf("%+v", p.sheet().Seats[0])
	}
	p.click("d1") // that point is taken
	if p.toast() == "" {
		t.Error("nothing is said")
	}
}

func TestDropsByKeyboard(t *testing.T) {
	p := open(t, t.TempDir(), &board.Setup{Variant: "morris-9"})
	p.keys("Tab", "Enter")
	p.untilMoves(1)
	p.keys("Tab", "Enter")
	p.untilMoves(2)
}

func TestChooseFromTheHand(t *testing.T) {
	var tried bool
	for _, v := range variant.All() {
		start := v.Rules.Start()
		kinds := map[game.Piece]bool{}
		for _, m := range start.Legal(nil, nil) {
			if m.Op == game.Drop {
				kinds[m.Kind] = true
			}
		}
		if len(kinds) < 2 {
			continue
		}
		tried = true
		p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
		first := p.sheet().Seats[start.Turn()].Hand
		p.keys("k")
		second := p.sheet().Seats[start.Turn()].Hand
		if slices.Equal(first, second) {
			t.Errorf("%s: %+v %+v", v.ID, first, second)
		}
		p.Do(panel.Command{ID: "hold", Arg: int(first[0].Piece)})
		if !slices.Equal(p.sheet().Seats[start.Turn()].Hand, first) {
			t.Errorf("%s: %+v", v.ID, p.sheet().Seats[start.Turn()].Hand)
		}
	}
	if !tried {
		t.Skip("no variant begins with several kinds in hand")
	}
}

// TestEveryFamilyByClicks plays the first moves of every variant by clicks on the marks.
func TestEveryFamilyByClicks(t *testing.T) {
	family := ""
	for _, v := range variant.All() {
		if testing.Short() && v.Family == family {
			continue
		}
		family = v.Family
		p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
		for end := time.Now().Add(await.Patience); !p.sheet().Over && p.moves() < 4; p.frame() {
			if p.clickSomething(); time.Now().After(end) {
				t.Fatalf("%s is not played: %s", v.ID, p.describe())
			}
		}
		p.Close()
	}
}

// clickSomething clicks the first marked square, or the first movable piece.
func (p *person) clickSomething() {
	if ts := slices.Concat(p.view.marks.Targets, p.view.marks.Places); len(ts) > 0 {
		p.Board().Hand.Press(ts[0], true)
		p.Board().Hand.Release(ts[0], true)
	} else {
		p.keys("Tab", "Enter")
	}
	time.Sleep(3 * time.Millisecond) // the pace of a person: what is clicked too early is clicked again
	p.frame()
	if d := p.Screen().Dialog; d != nil && d.ID == "kind" {
		p.keys("Enter")
	}
	if slices.ContainsFunc(p.Screen().Bar, func(b panel.Button) bool { return b.ID == "end-turn" && !b.Disabled }) &&
		len(p.view.marks.Targets) == 0 {
		p.keys("e")
	}
}

func TestEndedAtMarksWhoDidIt(t *testing.T) {
	for _, c := range []struct{ id, board, clicks, marks string }{
		{"copenhagen-11x11-tdiamond", "11/11/11/4t6/3tKt5/11/11/4t6/11/11/3T7 a", "e4 e6", "d7 e6 e7 e8 f7"},
		{"linnaean-9x9-tcross-w", "9/9/9/9/9/3K5/t8/9/8t d", "d4 a4", "a4"},
		{"berserk-11x11-tdiamondberserk", "11/11/11/11/2c1K1c4/11/11/11/11/11/3T7 a", "c7 d7", ""},
	} {
		v, err := variant.Get(c.id)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := notation.ParsePosition(v.Rules, c.board)
		if err != nil {
			t.Fatal(c.id, err)
		}
		p := with(t, &board.Setup{Variant: c.id}, match.New(pos, match.Control{}))
		p.click(strings.Fields(c.clicks)...)
		if c.marks == "" {
			p.untilMoves(1)
			continue
		}
		p.until("the end of "+c.id, func() bool { return p.sheet().Over })
		var names []string
		for _, s := range p.view.marks.Captors {
			names = append(names, v.Rules.Board().Name(s))
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.marks {
			t.Errorf("%s: marked %s, want %s", c.id, got, c.marks)
		}
	}
}

func TestUnusualCapturesAreExplainedOnce(t *testing.T) {
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := notation.ParsePosition(v.Rules, "11/11/11/11/11/5K5/6t4/10t/9/3tt6/2tTT6 a")
	if err != nil {
		pos, err = notation.ParsePosition(v.Rules, "11/11/11/11/11/5K5/11/11/5t5/3tt6/2tTT6 a")
	}
	if err != nil {
		t.Fatal(err)
	}
	p := with(t, &board.Setup{Variant: v.ID}, match.New(pos, match.Control{}))
	p.click("f3", "f1")
	p.untilMoves(1)
	p.says("a shield wall of c1, d2, e2 and f1")
}
