package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// region returns the names of the squares of a region.
func (p *person) region(name string) (squares []string) {
	for _, m := range p.view.stage.Marks {
		if m.Name == name {
			for _, s := range m.Squares {
				squares = append(squares, p.view.stage.Board.Name(s))
			}
		}
	}
	return squares
}

func TestBoardsCarvedAfterFinds(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.click("d1", "b1")
	p.untilMoves(1)
	if len(p.view.stage.Marks) != 0 {
		t.Fatal("a board is not plain from the beginning", p.view.stage.Marks)
	}
	before := slices.Clone(p.view.setup.Pieces)
	p.keys("Ctrl-n")
	p.newBrandubh()
	p.press("Start position")
	if f := p.field("carving"); !slices.Equal(f.Options, []string{"plain", "Ballinderry 7x7", "Dun Chonallaich 7x7"}) ||
		f.Chosen != 0 {
		t.Fatalf("%+v", f)
	}
	p.set("carving", "Dun Chonallaich 7x7")
	if got := p.region("cross"); !slices.Equal(got, []string{"d3", "c4", "e4", "d5"}) {
		t.Error("the board on the stage has its crosses on", got)
	}
	if at := p.view.setup.Pieces; slices.Equal(at, before) || at[p.square("b1")] == game.Empty {
		t.Error("the game under way was disturbed")
	}
	d := p.dialog()
	if n := len(d.Aside[0].Board.Signs); n != 5 {
		t.Errorf("%d signs on the small board", n)
	}
	if last := d.Aside[len(d.Aside)-1]; last.Head != "Dun Chonallaich 7x7" || !strings.Contains(last.Text, "Argyll") ||
		!strings.Contains(p.field("carving").Note, "oints, not squares") {
		t.Errorf("%+v %+v", last, p.field("carving"))
	}
	p.press("Done")
	p.Close()
	if !strings.Contains(p.file("settings.json"), "dun-chonallaich-7x7") {
		t.Error(p.file("settings.json"))
	}
	again := open(t, dir, two())
	if got := again.region("cross"); len(got) != 4 {
		t.Error("the carving is forgotten", got)
	}
	again.keys("Ctrl-n")
	again.newBrandubh()
	again.press("Start position")
	again.set("carving", "plain")
	if len(again.view.stage.Marks) != 0 || again.field("carving").Chosen != 0 {
		t.Error("the board is not plain again", again.view.stage.Marks)
	}
}

func TestCarvingsAreKeptBySize(t *testing.T) {
	p := open(t, t.TempDir(), &board.Setup{Variant: "copenhagen-2015"})
	p.keys("Ctrl-n")
	p.chooseGame("Copenhagen 11x11 (2015)")
	for _, want := range []string{"plain", "Trondheim 11x11"} {
		p.press("Start position")
		if f := p.field("carving"); f.Options[f.Chosen] != want {
			t.Errorf("%+v", f)
		}
		p.set("carving", "Trondheim 11x11")
		p.press("Done")
	}
	if got := p.region("supplied"); !slices.Equal(got, []string{"f9", "f10"}) {
		t.Error(got)
	}
	p.newBrandubh()
	p.press("Start position")
	if p.field("carving").Chosen != 0 {
		t.Error("a find of another size is chosen")
	}
}

// TestTheStageOfEveryVariant asserts that the scene has the regions and the hands.
func TestTheStageOfEveryVariant(t *testing.T) {
	var marked, handed bool
	family := ""
	for _, v := range variant.All() {
		if v.Rules.Ruleset().Lines == nil || testing.Short() && v.Family == family {
			continue
		}
		family = v.Family
		p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
		for _, area := range v.Rules.Areas() {
			marked = true
			if !slices.ContainsFunc(p.view.stage.Marks, func(m scene.Region) bool {
				return m.Name == area.Name && slices.Equal(m.Squares, area.Squares)
			}) {
				t.Errorf("%s: %+v is not on the stage", v.ID, area)
			}
		}
		var hands [game.Sides]int
		for piece, n := range v.Rules.Setup().Hand {
			hands[v.Rules.Kinds()[piece].Side] += n
		}
		if handed = handed || hands[0] > 0; hands != p.view.stage.Hands {
			t.Errorf("%s: %v in hand, the stage has room for %v", v.ID, hands, p.view.stage.Hands)
		}
		p.Close()
	}
	if !marked || !handed {
		t.Error("no variant has regions and hands")
	}
}

func TestArrowsReachEveryPoint(t *testing.T) {
	type shape struct{ squares, lines int }
	tried := map[shape]bool{}
	for _, v := range variant.All() {
		b := v.Rules.Board()
		if s := (shape{b.Squares(), len(b.Lines())}); tried[s] || b.Squares() > 121 {
			continue
		} else {
			tried[s] = true
		}
		p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
		p.keys("Up") // shows the cursor
		todo := []game.Square{p.view.marks.Cursor}
		reached := map[game.Square]bool{todo[0]: true}
		for ; len(todo) > 0; todo = todo[1:] {
			for _, arrow := range []string{"Left", "Right", "Up", "Down"} {
				if at := p.goes(todo[0], arrow); !reached[at] {
					reached[at] = true
					todo = append(todo, at)
				}
			}
		}
		if n := b.Squares(); len(reached) != n {
			t.Errorf("%s: the arrows reach %d of %d points", v.ID, len(reached), n)
		}
		p.Close()
	}
}

// goes returns the next square of the cursor for an arrow.
func (p *person) goes(from game.Square, arrow string) game.Square {
	p.Board().Hand.Press(game.NoSquare, false) // hides the cursor
	p.Board().Hand.Hover(from, true)
	p.keys("Up", arrow)
	return p.view.marks.Cursor
}
