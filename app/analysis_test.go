package app_test

import (
	"strings"
	"testing"

	"tafl3d/panel"
)

// A study follows the position that is shown, and ends when asked again.
func TestStudy(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "3 turns ahead") })
	first := p.notes()
	for _, part := range []string{"80 %  d1-", "70 %  d1-", "loses in 2: d1-"} {
		if !strings.Contains(first, part) {
			t.Errorf("%q is not in %q", part, first)
		}
	}
	p.click("d1", "b1")
	p.until("the study of the reply", func() bool { p.frame(); return p.notes() != "" && !strings.Contains(p.notes(), "d1-") })
	p.keys("PageUp")
	p.until("the study of the past", func() bool { p.frame(); return p.notes() == first })
	p.keys("a")
	if p.frame(); p.notes() != "" {
		t.Errorf("it goes on: %q", p.notes())
	}
}

// TestAnalysisLines chooses lines, depth and arrows by keys, and finds them again at the next start.
func TestAnalysisLines(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "3 turns ahead") })
	drawn := p.view.marks.Drawn
	if len(drawn) != 3 || drawn[2].Colour != 2 || drawn[0].Colour != 3 {
		t.Fatalf("drawn are %v", drawn)
	}
	p.keys("Shift-a")
	p.wants("analysis")
	if lines := p.dialog().Lines; len(lines) != 1 || lines[0] != "3 turns ahead, 12 thousand positions a second" {
		t.Errorf("it says %q", lines)
	}
	p.keys("Tab", "Right", "Right", "Tab", "Right", "Right", "Tab", "Left", "Tab", "Tab", "Right", "Tab", "Right", "Enter")
	p.until("five lines", func() bool { p.frame(); return strings.Contains(p.notes(), "9 turns ahead") })
	if notes := p.Screen().Game.Notes; len(notes) != 6 || len(p.view.marks.Drawn) != 0 {
		t.Errorf("%d notes, drawn %v", len(notes), p.view.marks.Drawn)
	}
	p.Close()
	q := open(t, dir, two())
	q.keys("Shift-a")
	if f := q.dialog().Fields; f[1].Chosen != 4 || f[2].Chosen != 2 || f[3].Chosen != 0 || f[5].Chosen != 1 || f[6].Chosen != 1 {
		t.Errorf("%+v", f)
	}
}

// TestThreat asks what the other side would do: the lines begin with its pieces, and none of them
// can be added.
func TestThreat(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.keys("i")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "If it were the turn of the Defenders, 3") })
	way := p.view.marks.Drawn[2]
	if way.Colour != 1 || p.Game.Variant.Rules.Kinds()[p.view.setup.Pieces[way.From]].Side != 1 {
		t.Errorf("drawn is %v", way)
	}
	p.keys("n")
	p.wants("line")
	if b := p.dialog().Buttons[0]; b.ID != "add" || !b.Disabled {
		t.Error("a threat can be added")
	}
	p.keys("Esc", "i")
	p.until("the study of the position itself", func() bool { p.frame(); return strings.Contains(p.notes(), "Chances of the Attackers, 3") })
}

// TestPlayALineOut clicks the second line, goes through it and adds it to the study; then the first
// by keys.
func TestPlayALineOut(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.keys("PageDown", "a")
	p.until("the study", func() bool { p.frame(); return len(p.Screen().Game.Notes) == 4 })
	before, events := p.list(), len(p.view.events)
	second := p.Screen().Game.Notes[2]
	if second.Do != (panel.Command{ID: "line", Arg: 1}) {
		t.Fatalf("the second line: %+v", second)
	}
	p.Do(second.Do)
	p.wants("line")
	if len(p.view.events) == events {
		t.Error("nothing moves")
	}
	if d := p.dialog(); !strings.Contains(d.Lines[0], "Defenders: 70 % to win") || !strings.HasPrefix(d.Parts[0].Text, "[") {
		t.Errorf("it says %q, %+v", d.Lines, d.Parts)
	}
	p.click("d5", "e5") // the pieces stay
	p.keys("PageUp")
	if d := p.dialog(); strings.Contains(d.Parts[0].Text, "[") {
		t.Errorf("the turn was not taken back: %+v", d.Parts)
	}
	p.keys("Esc")
	p.lists(before)
	p.Do(second.Do)
	p.Do(panel.Command{ID: "add"})
	p.says("a variation of the study now")
	with := p.list()
	if with == before {
		t.Errorf("nothing was added to %s", with)
	}
	p.keys("Ctrl-z")
	p.lists(before)
	p.keys("n", "n", "Enter")
	p.lists(with)
}

// TestAnotherEngine names another engine on the page of the analysis, has it think in the place of
// ours, reads why it cannot, and finds it chosen at the next start; then ours thinks again.
func TestAnotherEngine(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.keys("Shift-a")
	p.does("programs", 0)
	p.wants("programs")
	p.writes("name", "Thor")
	p.writes("command", "thor --deep")
	p.does("keep", 0)
	p.keys("Esc")
	p.wants("analysis")
	p.pick("engine", "Thor")
	p.keys("Esc", "a")
	p.until("why it cannot", func() bool {
		p.frame()
		return strings.Contains(p.notes(), "Thor --deep: the engine has ended by itself")
	})
	p.click("d1", "b1") // the game goes on
	p.until("the turn", func() bool { p.frame(); return p.sheet().Current == 1 })
	p.Close()
	q := open(t, dir, two())
	q.keys("a")
	q.until("why it cannot", func() bool { q.frame(); return strings.Contains(q.notes(), "Thor") })
	q.keys("Shift-a")
	q.pick("engine", "the usual one")
	q.keys("Esc")
	q.until("the study", func() bool { q.frame(); return strings.Contains(q.notes(), "3 turns ahead") })
}
