package app_test

import (
	"strings"
	"testing"

	"tafl3d/game/variant"
	"tafl3d/panel"
)

// fox selects fox and geese with thirteen geese.
func (p *person) fox() {
	p.Helper()
	v, err := variant.Get("fox-geese-13")
	if err != nil {
		p.Fatal(err)
	}
	p.chooseGame(v.Name)
}

func (p *person) toPage(name string) {
	p.Helper()
	p.set("page", name)
}

func TestAnotherBoardSize(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Customise")
	p.toPage("Start")
	p.set("size", "11 × 11")
	d := p.dialog()
	if n := d.Aside[0].Board.Board.Size(); n != 11 || len(d.Faults) > 0 || !p.field("size").Changed ||
		!p.field("layout").Changed {
		t.Errorf("%d squares, %q", n, d.Faults)
	}
	if text := d.Aside[1].Text; text != "A board of 11 by 11." {
		t.Error(text)
	}
	seen := map[string]bool{}
	for _, name := range p.field("layout").Options {
		p.set("layout", name)
		text := ""
		for _, q := range p.dialog().Aside[0].Board.Pieces {
			text += string(rune('0' + q))
		}
		if seen[text] || p.value("layout") != name {
			t.Errorf("%s is shown as %s, or is there twice", name, p.value("layout"))
		}
		seen[text] = true
	}
	if len(seen) < 5 || p.value("layout") != "empty board" {
		t.Error(len(seen), p.value("layout"))
	}
	p.press("Edit board") // an empty board to fill
	p.brush("Attacker")
	p.click("a1", "f1", "e11")
	p.press("Done")
	p.wants("custom")
	if p.value("layout") != "your own" {
		t.Error(p.value("layout"))
	}
	p.press("Save as")
	p.keys("Enter")
	p.wants("new")
	if text := p.file("variants/my-brandubh-7x7.toml"); !strings.Contains(text, "board = ") ||
		!strings.Contains(text, `extends = "brandubh-gorrion"`) {
		t.Error(text)
	}
	p.set("mode", "Two players")
	p.press("Start")
	if s := p.sheet(); s.Seats[0].Men != 4 || s.Seats[1].Men != 0 || p.view.stage.Board.Size() != 11 {
		t.Errorf("%+v", s)
	}
}

// TestCampsGoWithTheirBoard asserts that lists of squares are not applied to another board.
func TestCampsGoWithTheirBoard(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.chooseGame("Foteviken 11x11")
	p.press("Customise")
	p.toPage("Start")
	for _, size := range p.field("size").Options {
		p.set("size", size)
		if d := p.dialog(); len(d.Faults) > 0 {
			t.Errorf("%s: %q", size, d.Faults)
		}
	}
	p.set("size", "11 × 11")
	p.set("layout", "Foteviken 11x11")
	p.press("Reset")
	if p.field("size").Changed || len(p.dialog().Aside[0].Board.Camps) == 0 {
		t.Error("it is not as it was")
	}
}

func TestBoardOfAnotherFamily(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.fox()
	p.press("Customise")
	p.toPage("Start")
	before := p.value("layout")
	if len(p.field("layout").Options) < 3 {
		t.Error(p.field("layout").Options)
	}
	p.toPage("Board")
	board := p.value("board")
	for _, name := range p.field("board").Options {
		p.set("board", name)
		for _, fault := range p.dialog().Faults {
			if strings.Contains(fault, "setup.") {
				t.Errorf("%s: %s", name, fault)
			}
		}
	}
	p.set("board", board)
	p.toPage("Start")
	if p.value("layout") != before {
		t.Errorf("the layout is %q now", p.value("layout"))
	}
}

func TestPickSquares(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Customise")
	p.toPage("Camps")
	f := p.field("camps")
	p.Do(panel.Command{ID: f.Pick})
	p.frame()
	p.wants("pick")
	p.set("mirror", "left and right")
	p.click("b1", "c1", "d7")
	p.keys("Up", "Up", "Enter") // the cursor comes up in sight, then moves
	marked := func() int { return len(p.view.marks.Targets) + len(p.view.marks.Causes) }
	if marked() < 6 || len(p.view.marks.Causes) == 0 {
		t.Errorf("%+v", p.view.marks)
	}
	p.keys("Enter")
	if marked() != 5 {
		t.Errorf("%+v", p.view.marks)
	}
	p.press("Done")
	p.wants("custom")
	if f := p.field("camps"); !f.Changed || f.Options[f.Chosen] != "b1 c1/e1 f1/d7" {
		t.Errorf("%+v", f)
	}
	p.Do(panel.Command{ID: p.field("camps").Pick})
	p.frame()
	p.press("None")
	p.press("Done")
	if f := p.field("camps"); f.Changed {
		t.Errorf("%+v", f)
	}
}

func TestNumbersAndWordsAreWritten(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.fox()
	p.press("Customise")
	p.toPage("Sides")
	p.Do(panel.Command{ID: "sides.A", Arg: 99}) // a click
	p.write(" å")
	if f := p.field("sides.A"); !f.Changed || !strings.HasSuffix(f.Text, " å") {
		t.Errorf("%+v", f)
	}
	for range 40 {
		p.keys("Backspace")
	}
	if d := p.dialog(); len(d.Faults) == 0 || !d.Buttons[0].Disabled {
		t.Error("a side without a name")
	}
	p.press("Reset")
	p.toPage("Ends")
	for p.dialog().Fields[max(p.dialog().Focus, 0)].ID != "quiet" {
		p.keys("Down")
	}
	p.keys("1", "2", "5")
	if p.value("quiet") != "125" || !p.field("quiet").Changed {
		t.Error(p.value("quiet"))
	}
	p.keys("Right", "7")
	if p.value("quiet") != "7" {
		t.Error(p.value("quiet"))
	}
	p.keys("Left")
	if p.value("quiet") != "6" {
		t.Error(p.value("quiet"))
	}
}
