package app_test

import (
	"strings"
	"testing"

	"tafl3d/game/variant"
)

// customise opens the rules of Brandubh.
func customise(t *testing.T, dir string) *person {
	t.Helper()
	p := openNew(t, dir)
	p.newBrandubh()
	p.press("Customise")
	p.wants("custom")
	return p
}

// Changes survive leaving the page by Escape and the end of the program, until they are undone or saved under
// a name.
func TestChangedRulesStay(t *testing.T) {
	dir := t.TempDir()
	p := customise(t, dir)
	p.set("page", "Throne")
	p.set("throne.hostile", "nobody")
	p.keys("Esc")
	p.wants("new")
	p.press("Customise")
	p.set("page", "Throne")
	if p.value("throne.hostile") != "nobody" {
		t.Error("Escape has thrown the change away")
	}
	p.says("still here")
	p.Close()

	p = customise(t, dir)
	p.set("page", "Throne")
	if p.value("throne.hostile") != "nobody" ||
		p.field("throne.hostile").Label != "Pieces that the empty throne is hostile to." {
		t.Errorf("the change did not outlast the program: %+v", p.field("throne.hostile"))
	}
	p.press("Reset")
	p.keys("Esc")
	p.Close()

	p = customise(t, dir)
	p.set("page", "Throne")
	if p.value("throne.hostile") == "nobody" {
		t.Error("what was taken back is there again")
	}
}

// Leaving an edited board asks for confirmation, and Enter loses nothing.
func TestEditedBoardIsAskedAbout(t *testing.T) {
	p := customise(t, t.TempDir())
	p.press("Edit board")
	p.keys("Esc") // nothing was changed
	p.wants("custom")
	p.press("Edit board")
	p.does("brush", 1)
	p.click("a1")
	p.frame()
	p.keys("Esc")
	p.wants("confirm")
	p.keys("Enter")
	p.wants("edit")
	p.keys("Esc")
	p.press("Leave")
	p.wants("custom")
}

// The label of each rule of every variant is a sentence, understandable on its own.
func TestLabelsOfRulesAreSentences(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "copenhagen-2015", "fox-geese-13", "dablot-full"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		p := openNew(t, t.TempDir())
		p.chooseGame(v.Name)
		p.press("Customise")
		for i := range p.field("page").Options {
			p.does("page", i)
			for _, f := range p.dialog().Fields[1:] {
				if !f.Sentence || len(strings.Fields(f.Label)) < 3 || !strings.HasSuffix(f.Label, ".") ||
					strings.Contains(f.Label, "…") {
					t.Errorf("%s: %q is no sentence", id, f.Label)
				}
			}
		}
		p.Close()
	}
}
