package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/panel"
)

// named opens a page for a name with an empty field.
func named(t *testing.T) *person {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Customise")
	p.set("first", "defenders")
	p.press("Save as")
	p.wants("name")
	for range 40 {
		p.keys("Backspace")
	}
	return p
}

func (p *person) written(text string, caret int) {
	p.Helper()
	if f := p.field("name"); f.Text != text || f.Caret != caret {
		p.Errorf("%q, caret at %d; want %q, %d", f.Text, f.Caret, text, caret)
	}
}

func TestWriteAName(t *testing.T) {
	p := named(t)
	p.written("", 0)
	p.keys("Backspace", "Delete", "Left", "Right")
	p.written("", 0)
	p.write("Þórs Tafl ÅÖ")
	p.written("Þórs Tafl ÅÖ", 12)
	p.keys("Home", "Delete", "Right", "Backspace")
	p.written("rs Tafl ÅÖ", 0)
	p.write("Fo")
	p.keys("End", "Left", "Backspace")
	p.write("+-1")
	p.written("Fors Tafl +-1Ö", 13)
	p.Do(panel.Command{ID: "name", Arg: 4}) // a click puts the caret
	p.written("Fors Tafl +-1Ö", 4)
	p.Do(panel.Command{ID: "name", Arg: 99})
	p.written("Fors Tafl +-1Ö", 14)
	p.keys("Enter")
	p.wants("new")
	if text := p.file("variants/fors-tafl-1o.toml"); !strings.Contains(text, `name = "Fors Tafl +-1Ö"`) {
		t.Error(text)
	}
	if p.value("variant") != "Fors Tafl +-1Ö (yours)" {
		t.Error(p.value("variant"))
	}
}

func TestPaste(t *testing.T) {
	p := named(t)
	p.Paste("")
	p.says("No text to paste")
	p.Paste("Old\n\x07 name\t\u202e1")
	p.written("Old  name 1", 11)
	p.keys("Home")
	p.Paste(strings.Repeat("ö", 50))
	p.written(strings.Repeat("ö", 29)+"Old  name 1", 29)
	p.says("At most 40 characters")
	p.Close()

	q := openNew(t, t.TempDir()) // nowhere to write
	before := *q.dialog()
	q.Shell().Type('ö')
	q.Paste("x")
	q.frame()
	if after := q.dialog(); after.ID != before.ID ||
		slices.ContainsFunc(after.Fields, func(f panel.Field) bool { return f.Write }) || q.toast() != "" {
		t.Errorf("%+v %q", after, q.toast())
	}
}

// TestTheOpeningKeyIsNotWritten asserts that the key that opens a dialog does not type into it.
func TestTheOpeningKeyIsNotWritten(t *testing.T) {
	p := named(t)
	p.keys("Esc")
	p.keys("Down") // from wherever it was
	for range 40 {
		if d := p.dialog(); d.Focus >= len(d.Fields) && d.Buttons[d.Focus-len(d.Fields)].ID == "save" {
			break
		}
		p.keys("Tab")
	}
	text := "My Brandubh 7x7"
	p.Key(panel.Key{Name: "Space"})
	p.Shell().Type(' ')
	p.frame()
	p.wants("name")
	p.written(text, 15)
	p.write("!")
	p.written(text+"!", 16)
}

func TestNamesOfOneFile(t *testing.T) {
	p := named(t)
	p.write("Skåk")
	p.keys("Enter")
	p.wants("new")
	p.press("Customise")
	p.press("Save as")
	for range 40 {
		p.keys("Backspace")
	}
	p.write("…")
	if d := p.dialog(); !d.Buttons[0].Disabled || len(d.Faults) != 1 {
		t.Errorf("%+v", d)
	}
	p.write("skak")
	if note := p.field("name").Note; note != "Replaces your variant Skåk in the file skak.toml" {
		t.Error(note)
	}
}

// Text fields select, copy and cut as usual; typed text replaces the selection.
func TestSelectCopyAndCut(t *testing.T) {
	p := named(t)
	p.clock.stop()
	selects := func(want string) {
		t.Helper()
		f := p.field("name")
		if got := string([]rune(f.Text)[min(f.From, f.Caret):max(f.From, f.Caret)]); got != want {
			t.Errorf("%q is selected, want %q", got, want)
		}
	}
	p.write("Þór of Ásgard")
	p.keys("Ctrl-a")
	selects("Þór of Ásgard")
	p.keys("Left")
	selects("")
	p.written("Þór of Ásgard", 0)
	p.keys("Ctrl-Right", "Shift-Right", "Shift-Right")
	selects("of")
	p.write("in")
	p.written("Þór in Ásgard", 6)
	p.does("name", 9)
	p.does("name", 9) // a double click
	selects("Ásgard")
	p.keys("Ctrl-c")
	p.keys("Ctrl-x")
	p.written("Þór in ", 7)
	if p.copied != "Ásgard" {
		t.Errorf("%q is on the clipboard", p.copied)
	}
	p.Paste(p.copied)
	p.written("Þór in Ásgard", 13)
	p.keys("Shift-Home")
	selects("Þór in Ásgard")
	p.Paste("Loki")
	p.written("Loki", 4)
	p.clock.forward(time.Second)
	p.does("name", 1)
	p.clock.forward(time.Second)
	p.does("name", 1) // two clicks are none
	selects("")
	p.keys("Shift-End", "Delete")
	p.written("L", 1)
}
