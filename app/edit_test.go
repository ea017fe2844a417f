package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// openEdit opens the editor from the start position of Brandubh.
func openEdit(t *testing.T, dir string) *person {
	t.Helper()
	p := openNew(t, dir)
	p.newBrandubh()
	p.press("Start position")
	p.press("Edit board")
	p.wants("edit")
	if d := p.dialog(); d.Kind != panel.Beside || d.Focus != -1 || p.Screen().Game != nil {
		t.Fatalf("%+v", d)
	}
	return p
}

// stands returns the name of the piece on a square of the view.
func (p *person) stands(name string) string {
	p.Helper()
	k := p.view.stage.Kinds[p.view.setup.Pieces[p.square(name)]]
	return strings.Trim(string(k.Letter), ".")
}

func (p *person) brush(label string) {
	p.Helper()
	for i, s := range p.dialog().Palette {
		if s.Label == label {
			p.Do(panel.Command{ID: "brush", Arg: i})
			return
		}
	}
	p.Fatalf("there is no brush %q in %+v", label, p.dialog().Palette)
}

func TestEditByMouse(t *testing.T) {
	p := openEdit(t, t.TempDir())
	p.brush("Attacker")
	p.click("e2")
	if p.stands("e2") != "t" {
		t.Error("nothing was put down")
	}
	p.click("e2")
	if p.stands("e2") != "" {
		t.Error("the same again does not take away")
	}
	p.brush("Nothing")
	p.click("d4", "d1")
	if f := p.dialog().Faults; len(f) != 1 || f[0] != "0 kings; there must be exactly one." ||
		!p.dialog().Buttons[0].Disabled {
		t.Error(f)
	}
	p.press("Clear board")
	if f := p.dialog().Faults; len(f) != 2 {
		t.Error(f)
	}
	p.brush("King")
	p.click("c3")
	p.brush("Attacker")
	p.set("mirror", "on four sides")
	p.click("a3")
	for _, at := range []string{"a3", "g3", "a5", "g5"} {
		if p.stands(at) != "t" {
			t.Error(at, "is empty")
		}
	}
	p.Board().Hand.Press(p.square("g5"), true) // drag a piece elsewhere, and another off the board
	p.Board().Hand.Drag(0, 0)
	p.Board().Hand.Drag(0.3, 0.3)
	p.Board().Hand.Release(p.square("f7"), true)
	p.Board().Hand.Press(p.square("g3"), true)
	p.Board().Hand.Drag(0, 0)
	p.Board().Hand.Drag(0.9, 0.9)
	p.Board().Hand.Release(game.NoSquare, false)
	if p.frame(); p.stands("f7") != "t" || p.stands("g5") != "" || p.stands("g3") != "" {
		t.Error("dragging failed")
	}
	p.set("turn", "Defenders")
	p.press("Use this position")
	p.wants("setup")
	p.press("Done")
	p.set("mode", "Two players")
	p.press("Start")
	s := p.sheet()
	if s.Seats[0].Men != 3 || s.Seats[1].Men != 0 || s.First != game.Defenders || p.stands("c3") != "K" {
		t.Errorf("%+v", s)
	}
	p.click("c3", "b3")
	p.untilMoves(1)
}

// The squares of an error are marked on the board.
func TestEditMarksFaults(t *testing.T) {
	p := openEdit(t, t.TempDir())
	if got := p.causes(); got != "" {
		t.Errorf("a sound position points to %q", got)
	}
	p.brush("King")
	p.click("b2")
	p.frame()
	if f, got := p.dialog().Faults, p.causes(); got != "b2 d4" || len(f) != 1 ||
		f[0] != "2 kings; there must be exactly one." {
		t.Errorf("two kings: %v, pointing to %q", f, got)
	}
	p.brush("Nothing")
	p.click("b2")
	p.frame()
	if got := p.causes(); got != "" {
		t.Errorf("the mended position points to %q", got)
	}
}

func TestEditByKeyboard(t *testing.T) {
	p := openEdit(t, t.TempDir())
	p.keys("Enter") // shows the cursor
	at := p.view.marks.Cursor
	p.keys("Left", "2", "Enter") // a commander
	to := p.view.marks.Cursor
	if to == at || p.view.setup.Pieces[to] != 2 {
		t.Fatal("nothing was put down", at, to)
	}
	p.keys("Delete")
	if p.view.setup.Pieces[to] != game.Empty {
		t.Error("nothing was taken away")
	}
	p.keys("Tab", "Right") // the side to move
	if p.value("turn") != "Defenders" {
		t.Error(p.value("turn"))
	}
	p.keys("Esc") // back to the board
	p.wants("edit")
	p.keys("f")
	if !p.view.Camera().Flat() {
		t.Error("the view is not from above")
	}
	p.keys("Shift-Tab", "Enter") // Cancel is the last
	p.wants("setup")
	if p.dialog().Aside[0].Board.Pieces[to] == game.Empty {
		t.Error("what was cancelled is still there")
	}
}

func TestEditedPositionBecomesAVariant(t *testing.T) {
	dir := t.TempDir()
	p := openEdit(t, dir)
	p.brush("Knight")
	p.click("d3")
	p.press("Save as")
	p.wants("name")
	p.keys("Enter")
	p.wants("edit")
	p.says("My Brandubh 7x7 is saved")
	if text := p.file("variants/my-brandubh-7x7.toml"); !strings.Contains(text, ". . . N . . .") ||
		strings.Contains(text, "[rules]") {
		t.Error(text)
	}
	p.keys("Esc")
	p.wants("setup")
}

func TestEditMarkedSquares(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Customise")
	p.press("Edit board")
	p.brush("Camp")
	p.set("mirror", "left and right")
	p.click("a4")
	if camps := p.view.stage.Camps; len(camps) != 2 {
		t.Error(camps)
	}
	p.brush("Corner")
	p.set("mirror", "on four sides")
	p.click("a1") // takes the corners away, where the king should go
	if f := p.dialog().Faults; len(f) == 0 || !strings.Contains(f[0], "corner") {
		t.Error(f)
	}
	p.click("a1")
	if f := p.dialog().Faults; len(f) != 0 || len(p.view.stage.Corners) != 4 {
		t.Error(f, p.view.stage.Corners)
	}
	p.brush("Attacker")
	p.click("b1")
	p.press("Done")
	p.wants("custom")
	if text := p.dialog().Aside[1].Text; !strings.Contains(text, "A different start position") ||
		!strings.Contains(text, "Camps: a4/g4") {
		t.Error(text)
	}
}

// TestTheGameGoesOnWhileEditing asserts that the game at the board is hidden during editing and restored
// afterwards.
func TestTheGameGoesOnWhileEditing(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "c1")
	p.untilMoves(1)
	p.keys("Ctrl-n")
	p.newBrandubh()
	p.press("Start position")
	p.press("Edit board")
	p.press("Clear board")
	p.press("Cancel")
	p.keys("Esc", "Esc")
	p.noDialog()
	if p.stands("c1") != "t" || p.moves() != 1 {
		t.Error("the game is not shown")
	}
	p.click("d3", "c3")
	p.untilMoves(2)
}

func TestMirrors(t *testing.T) {
	p := openEdit(t, t.TempDir())
	p.press("Clear board")
	p.brush("Defender")
	for i, n := range []int{1, 2, 4, 8} {
		p.Do(panel.Command{ID: "mirror", Arg: i})
		p.press("Clear board")
		p.click("c1")
		got := 0
		for _, q := range p.view.setup.Pieces {
			if q != game.Empty {
				got++
			}
		}
		if got != n {
			t.Errorf("%s: %d men, want %d", p.value("mirror"), got, n)
		}
	}
	if !slices.ContainsFunc(p.dialog().Palette, func(s panel.Swatch) bool { return s.On && s.Label == "Defender" }) {
		t.Errorf("%+v", p.dialog().Palette)
	}
}

// Requesting a player's variant that cannot be used shows the error of its file.
func TestBrokenVariantAskedFor(t *testing.T) {
	shelf := catalogue.NewShelf(t.TempDir())
	if err := shelf.Save("mine.toml",
		[]byte(
			"id = \"mine\"\nname = \"Mine\"\nextends = \"brandubh-gorrion\"\n[rules]\n\"king.captur\" = "+
				"\"enclosed\"\n")); err != nil {
		t.Fatal(err)
	}
	_, err := app.New(t.Context(), app.Options{View: &view{Scene: scene.New(stage(t))}, Variants: shelf,
		Setup: &board.Setup{Variant: "mine"}})
	if err == nil || !strings.Contains(err.Error(),
		"mine.toml:5: king.captur: unknown rule; did you mean king.capture") {
		t.Errorf("the error is %v", err)
	}
}
