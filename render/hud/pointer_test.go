package hud

import (
	"fmt"
	"image"
	"testing"

	"tafl3d/panel"
)

// find returns the middle, in the window, of the first target that sends cmd.
func find(t *testing.T, h *HUD, p part, cmd panel.Command) image.Point {
	t.Helper()
	sl := &h.slots[p]
	for _, x := range sl.canvas.targets {
		if x.cmd == cmd {
			r := x.rect.Add(sl.rect.Min)
			return image.Pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
		}
	}
	t.Fatalf("panel %s has no target for %v", partIDs[p], cmd)
	return image.Point{}
}

func TestClicks(t *testing.T) {
	plain := func() *panel.Screen { return &panel.Screen{Game: someGame(), Bar: someTools()} }
	in := func(name string) func() *panel.Screen {
		return func() *panel.Screen { s := plain(); s.Dialog = someDialogs()[name]; return s }
	}
	tests := []struct {
		name   string
		screen func() *panel.Screen
		part   part
		cmd    panel.Command
		hit    bool
	}{
		{"a tool", plain, partBar, panel.Command{ID: "hint"}, true},
		{"a dead tool", plain, partBar, panel.Command{ID: "redo"}, false},
		{"a move", plain, partMoves, panel.Command{ID: "goto", Arg: 77}, true},
		{"back to the start", plain, partMoves, panel.Command{ID: "goto", Arg: 0}, true},
		{"one back", plain, partMoves, panel.Command{ID: "goto", Arg: 78}, true},
		{"the next option", in("new"), partDialog, panel.Command{ID: "variant", Arg: 4}, true},
		{"the option before", in("new"), partDialog, panel.Command{ID: "variant", Arg: 2}, true},
		{"round the end", in("new"), partDialog, panel.Command{ID: "clock", Arg: 0}, true},
		{"round the beginning", in("new"), partDialog, panel.Command{ID: "level", Arg: 9}, true},
		{"a field of one option", in("new"), partDialog, panel.Command{ID: "only"}, false},
		{"a button", in("new"), partDialog, panel.Command{ID: "play"}, true},
		{"a button of a column", in("menu"), partDialog, panel.Command{ID: "b13"}, true},
		{"a dead button of a column", in("title"), partDialog, panel.Command{ID: "b3"}, false},
		{"a choice of the title", in("title"), partDialog, panel.Command{ID: "b5"}, true},
		{"one back after the game", in("over"), partMoves, panel.Command{ID: "goto", Arg: 78}, true},
		{"after the game", in("over"), partDialog, panel.Command{ID: "play"}, true},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			h := newHUD(t)
			show(h, x.screen())
			at := find(t, h, x.part, x.cmd)
			cmd, over, hit := h.At(at.X, at.Y)
			if cmd != x.cmd || !over || hit != x.hit {
				t.Errorf("At(%v) = %v, %v, %v; want %v, true, %v", at, cmd, over, hit, x.cmd, x.hit)
			}
		})
	}
}

func TestWhoHasThePointer(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Game: someGame(), Bar: someTools()}
	show(h, s)
	middle, seat := image.Pt(640, 320), image.Pt(100, 60)
	undo := find(t, h, partBar, panel.Command{ID: "undo"})
	check := func(name string, at image.Point, wantOver, wantHit bool) {
		t.Helper()
		if _, over, hit := h.At(at.X, at.Y); over != wantOver || hit != wantHit {
			t.Errorf("%s: over %v, hit %v; want %v, %v", name, over, hit, wantOver, wantHit)
		}
	}
	check("the board", middle, false, false)
	check("a seat", seat, true, false)
	check("a tool", undo, true, true)
	s.Dialog = someDialogs()["confirm"]
	show(h, s)
	check("a tool under a dialog", undo, true, false)
	check("the veil beside a dialog", image.Pt(640, 20), true, false)
	s.Dialog = someDialogs()["over"]
	show(h, s)
	check("the board after the game", middle, false, false)
	check("a seat after the game", seat, true, false)
}

func TestHover(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Game: someGame(), Bar: someTools()}
	show(h, s)
	at := find(t, h, partBar, panel.Command{ID: "undo"})
	before := versions(h)
	if !h.Hover(at.X, at.Y) {
		t.Fatal("nothing to redraw over a tool")
	}
	if h.Hover(at.X+1, at.Y) {
		t.Error("to redraw within a tool")
	}
	h.Layout(s, 1280, 720, 1)
	if got := changed(h, before); len(got) != 2 || got[0] != "bar" || got[1] != "tip" {
		t.Errorf("drawn again: %v, want the bar and the tip", got)
	}
	before = versions(h)
	if !h.Press(at.X, at.Y, true) {
		t.Error("nothing to redraw when a tool is pressed")
	}
	h.Layout(s, 1280, 720, 1)
	if got := changed(h, before); len(got) != 1 || got[0] != "bar" {
		t.Errorf("drawn again: %v, want the bar", got)
	}
	h.Press(at.X, at.Y, false)
	if !h.Hover(-1, -1) {
		t.Error("nothing to redraw when the pointer leaves")
	}
	h.Layout(s, 1280, 720, 1)
	if _, ok := versions(h)["tip"]; ok {
		t.Error("the tip stays when the pointer leaves")
	}
}

// TestGlimpse has the pointer go over a line of the analysis and away.
func TestGlimpse(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Game: someGame(), Bar: someTools()}
	line := panel.Command{ID: "line", Arg: 1}
	s.Game.Notes = []panel.Note{{Text: "Chances"}, {Text: "63 %  d1-d3", Do: line, Glimpse: line}}
	show(h, s)
	at := find(t, h, partStatus, line)
	if h.Hover(at.X, at.Y); h.Glimpse() != line {
		t.Errorf("over the line is %+v", h.Glimpse())
	}
	at = find(t, h, partBar, panel.Command{ID: "undo"})
	if h.Hover(at.X, at.Y); h.Glimpse() != (panel.Command{}) {
		t.Errorf("over a tool is %+v", h.Glimpse())
	}
}

func TestNoteFollowsThePointer(t *testing.T) {
	h := newHUD(t)
	d := someDialogs()["new"]
	d.Fields[0].Note, d.Fields[2].Note = "First", "Third"
	s := &panel.Screen{Dialog: d}
	noted := func(note string) bool {
		for _, x := range h.slots[partDialog].canvas.texts {
			if x.text == note {
				return true
			}
		}
		return false
	}
	show(h, s)
	if !noted("First") || noted("Third") {
		t.Error("want the note of the focused field")
	}
	at := find(t, h, partDialog, panel.Command{ID: "level", Arg: 1})
	h.Hover(at.X, at.Y)
	h.Layout(s, 1280, 720, 1)
	if noted("First") || !noted("Third") {
		t.Error("want the note of the field under the pointer")
	}
}

func TestTipOfShortenedMove(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Game: longGame(), Bar: someTools()}
	show(h, s)
	at := find(t, h, partMoves, panel.Command{ID: "goto", Arg: 77})
	h.Hover(at.X, at.Y)
	h.Layout(s, 1280, 720, 1)
	texts := h.slots[partTip].canvas.texts
	if len(texts) != 1 || texts[0].text != "Kf6^f4xf5xg4 Kf4-a4xCa5 Ka4-a1" {
		t.Errorf("the tip says %v", texts)
	}
}

// TestASheetThatComesBack opens a sheet, closes it and opens it again: what is on
// it can be clicked as before.
func TestASheetThatComesBack(t *testing.T) {
	h := newHUD(t)
	d := &panel.Dialog{ID: "menu", Kind: panel.Menu, Title: "Menu",
		Buttons: []panel.Button{{ID: "rules", Label: "Rules"}, {ID: "quit", Label: "Quit"}}}
	for range 2 {
		s := &panel.Screen{Game: someGame(), Bar: someTools(), Dialog: d}
		show(h, s)
		at := find(t, h, partDialog, panel.Command{ID: "rules"})
		if c, _, hit := h.At(at.X, at.Y); !hit || c.ID != "rules" {
			t.Errorf("a click gives %v, %v", c, hit)
		}
		s.Dialog = nil
		show(h, s)
		if _, over, _ := h.At(at.X, at.Y); over {
			t.Error("the sheet that is gone is still in the way")
		}
	}
}

func TestWheelScrollsTheMoves(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Game: someGame(), Bar: someTools()}
	show(h, s)
	r := h.slots[partMoves].rect
	at := r.Min.Add(image.Pt(r.Dx()/2, r.Dy()/2))
	if h.moves.top+h.moveRoom() != len(s.Game.Rows) {
		t.Fatalf("rows %d to %d of %d are shown, want the last", h.moves.top, h.moves.top+h.moveRoom(),
			len(s.Game.Rows))
	}
	if h.Wheel(at.X, at.Y, -1) {
		t.Error("the list scrolls beyond its end")
	}
	if !h.Wheel(at.X, at.Y, 100) || h.moves.top != 0 {
		t.Errorf("the list scrolls to row %d, want 0", h.moves.top)
	}
	h.Layout(s, 1280, 720, 1)
	find(t, h, partMoves, panel.Command{ID: "goto", Arg: 1})
	show(h, s)
	if h.moves.top != 0 {
		t.Error("the list jumps although the game stands still")
	}
	s.Game.Current = 80
	show(h, s)
	if h.moves.top == 0 {
		t.Error("the list does not follow the game")
	}
	if h.Wheel(640, 320, 1) {
		t.Error("the wheel over the board scrolls a panel")
	}
}

func TestDialogScrollsToTheFocus(t *testing.T) {
	h := newHUD(t)
	s := &panel.Screen{Dialog: &panel.Dialog{ID: "menu", Kind: panel.Menu, Title: "Menu"}}
	for i := range 40 { // in two columns
		s.Dialog.Buttons = append(s.Dialog.Buttons, panel.Button{ID: fmt.Sprint("b", i), Label: "Rules"})
	}
	show(h, s)
	if h.dialog.most == 0 {
		t.Fatal("the dialog is not too tall for the window; the test needs more buttons")
	}
	visible := func(id string) bool {
		at := find(t, h, partDialog, panel.Command{ID: id})
		cmd, _, _ := h.At(at.X, at.Y)
		return cmd.ID == id
	}
	if !visible("b0") {
		t.Error("the first button is out of sight")
	}
	for _, focus := range []int{17, 0, 37} {
		s.Dialog.Focus = focus
		show(h, s)
		if id := fmt.Sprint("b", focus); !visible(id) {
			t.Errorf("the focused button %s is out of sight", id)
		}
	}
	if !h.Wheel(640, 360, 50) || h.dialog.offset != 0 {
		t.Errorf("the dialog is scrolled by %d, want 0", h.dialog.offset)
	}
	h.Layout(s, 1280, 720, 1)
	if !visible("b0") {
		t.Error("the wheel does not show the first button")
	}
	s.Dialog = someDialogs()["new"]
	show(h, s)
	if h.dialog.offset != 0 {
		t.Error("another dialog begins scrolled")
	}
}

// TestALongMenuNeedsNoWheel: what is in a menu of many buttons can be clicked at once in a window
// of 1280x720, in two columns where one does not do.
func TestALongMenuNeedsNoWheel(t *testing.T) {
	for n := 1; n <= 18; n++ {
		d := &panel.Dialog{ID: "menu", Kind: panel.Menu, Title: "Menu"}
		for i := range n {
			d.Buttons = append(d.Buttons, panel.Button{ID: fmt.Sprint("button", i),
				Label: "Clear drawings", Key: "J"})
		}
		d.Focus = n - 1
		h := newHUD(t)
		show(h, &panel.Screen{Game: someGame(), Bar: someTools(), Dialog: d})
		for _, b := range d.Buttons {
			find(t, h, partDialog, panel.Command{ID: b.ID})
		}
		if h.dialog.most != 0 {
			t.Errorf("a menu of %d buttons is scrolled", n)
		}
	}
}
