package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/panel"
)

// The analysis follows the shown position and stops on request.
func TestStudy(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "3 moves ahead") })
	first := p.notes()
	for _, part := range []string{"80 %  +120  d1-", "70 %  +80  d1-", "loses in 2: d1-"} {
		if !strings.Contains(first, part) {
			t.Errorf("%q is not in %q", part, first)
		}
	}
	if v := p.sheet().Value; v == nil || v.Attackers != 0.8 || v.Text != [2]string{"80 %", "20 %"} {
		t.Errorf("the bar shows %+v", v)
	}
	p.click("d1", "b1")
	p.until("the study of the reply",
		func() bool { p.frame(); return p.notes() != "" && !strings.Contains(p.notes(), "d1-") })
	p.keys("PageUp")
	p.until("the study of the past", func() bool { p.frame(); return p.notes() == first })
	p.keys("a")
	if p.frame(); p.notes() != "" || p.sheet().Value != nil {
		t.Errorf("it goes on: %q, %+v", p.notes(), p.sheet().Value)
	}
}

// TestBarOfAReview: in a reviewed game the bar shows the evaluation of the review, and 0 or 100 % only for
// certain results.
func TestBarOfAReview(t *testing.T) {
	const game = `[Variant "brandubh-gorrion"]

[eval 40 9] 1. d6-f6 [eval 1 9] d5-f5 2. d7-e7
`
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.Chance = func(_ string, score int) float64 { return float64(score) / 250 }
		o.EngineChance = func(_ string, score int) (float64, bool) { return 0.07, score == 40 }
	})
	p.Paste(game)
	for i, want := range []*panel.Value{
		{Attackers: 0.16, Text: [2]string{"16 %", "84 %"}}, {Attackers: 0.004, Text: [2]string{"<1 %", ">99 %"}}, nil,
	} {
		if p.frame(); i > 0 {
			p.keys("PageDown")
		}
		got := p.sheet().Value
		if i == 0 && !strings.Contains(got.Tip, "Attackers between two equal engines: about 7 %") {
			t.Errorf("the tooltip is %q", got.Tip)
		}
		switch {
		case got == nil && want == nil:
		case got == nil || want == nil || got.Attackers != want.Attackers || got.Text != want.Text || got.Tip == "":
			t.Errorf("position %d: %+v, want %+v", i, got, want)
		}
	}
}

// TestAnalysisLines sets lines, depth and arrows by keys and finds them restored at the next start.
func TestAnalysisLines(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "3 moves ahead") })
	drawn := p.view.marks.Drawn
	if len(drawn) != 3 || drawn[2].Colour != 2 || drawn[0].Colour != 3 {
		t.Fatalf("drawn are %v", drawn)
	}
	p.keys("Shift-a")
	p.wants("analysis")
	if lines := p.dialog().Lines; len(lines) != 1 || lines[0] != "3 moves ahead, 12 thousand positions per second" {
		t.Errorf("it says %q", lines)
	}
	p.keys("Tab", "Right", "Right", "Tab", "Right", "Right", "Tab", "Left", "Tab", "Tab", "Right", "Tab",
		"Right", "Enter")
	p.until("five lines", func() bool { p.frame(); return strings.Contains(p.notes(), "9 moves ahead") })
	if notes := p.Screen().Game.Notes; len(notes) != 6 || len(p.view.marks.Drawn) != 0 {
		t.Errorf("%d notes, drawn %v", len(notes), p.view.marks.Drawn)
	}
	p.Close()
	q := open(t, dir, two())
	q.keys("Shift-a")
	if f := q.dialog().Fields; f[1].Chosen != 4 || f[2].Chosen != 2 || f[3].Chosen != 0 || f[5].Chosen != 1 ||
		f[6].Chosen != 1 {
		t.Errorf("%+v", f)
	}
}

// TestThreat analyses the threat of the other side: the lines begin with its pieces and cannot be added.
func TestThreat(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.keys("i")
	p.until("the study",
		func() bool { p.frame(); return strings.Contains(p.notes(), "If the defenders were to move, 3") })
	way := p.view.marks.Drawn[2]
	if way.Colour != 1 || p.Board().Game().Variant.Rules.Kinds()[p.view.setup.Pieces[way.From]].Side != 1 {
		t.Errorf("drawn is %v", way)
	}
	p.keys("n")
	p.wants("line")
	if b := p.dialog().Buttons[0]; b.ID != "add" || !b.Disabled {
		t.Error("a threat can be added")
	}
	p.keys("Esc", "i")
	p.until("the study of the position itself",
		func() bool { p.frame(); return strings.Contains(p.notes(), "Chances of the attackers, 3") })
}

// TestPlayALineOut clicks the second line, browses it and adds it to the study; then the first by keys.
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
	if d := p.dialog(); !strings.Contains(d.Lines[0], "Defenders: 70 % winning chance") ||
		!strings.HasPrefix(d.Parts[0].Text, "[") {
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
	p.says("Line added to the study")
	with := p.list()
	if with == before {
		t.Errorf("nothing was added to %s", with)
	}
	p.keys("Ctrl-z")
	p.lists(before)
	p.keys("n", "n", "Enter")
	p.lists(with)
}

// TestAnotherEngine selects another engine on the analysis page, sees why it fails, finds it selected at the
// next start, and returns to the built-in engine.
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
	q.pick("engine", "built-in")
	q.keys("Esc")
	q.until("the study", func() bool { q.frame(); return strings.Contains(q.notes(), "3 moves ahead") })
}

// TestGlimpseOfALine hovers a line: it is previewed meanwhile. A key, a move and another line end the
// preview, and the board is restored.
func TestGlimpseOfALine(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return len(p.Screen().Game.Notes) == 4 })
	stood, notes, before := p.view.setup, p.Screen().Game.Notes, p.list()
	over := func(i int) {
		t.Helper()
		events := len(p.view.events)
		p.Board().Analyser.Glimpse(notes[i].Glimpse)
		if p.frame(); len(p.view.events) == events || len(p.view.marks.Drawn) > 0 {
			t.Errorf("line %d is not played out, or arrows lie over it: %v", i, p.view.marks.Drawn)
		}
	}
	back := func(what string) {
		t.Helper()
		if !slices.Equal(p.view.setup.Pieces, stood.Pieces) || p.Shell().Depth() > 0 {
			t.Errorf("%s does not end it", what)
		}
	}
	over(2)
	over(1)
	p.Board().Analyser.Glimpse(panel.Command{})
	back("going away")
	over(1)
	events := len(p.view.events)
	p.keys("F4")
	if p.Board().Analyser.Glimpse(panel.Command{}); len(p.view.events) != events {
		t.Error("something moves when nothing is glimpsed")
	}
	back("a key")
	p.lists(before)
	over(1)
	p.keys("PageDown")
	p.until("the next turn", func() bool { p.frame(); return p.sheet().Current == 1 })
	if !slices.Equal(p.view.setup.Pieces, stood.Pieces) {
		t.Error("the turn goes on from the line's end")
	}
}

// TestKeepALine pins a line by key and continues the game, where it is listed below the new lines and cannot
// be added. It goes back, adds the line and unpins it. Four lines can be pinned.
func TestKeepALine(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	lines := func() int { p.frame(); return len(p.Screen().Game.Notes) }
	p.keys("a")
	p.until("the study", func() bool { return lines() == 4 })
	p.keys("n", "n", "k", "Esc")
	kept := p.Screen().Game.Notes[4]
	if kept.Text != "Pinned, Attackers: "+p.Screen().Game.Notes[2].Text {
		t.Errorf("%q is not %q", kept.Text, p.Screen().Game.Notes[2].Text)
	}
	p.keys("PageDown")
	p.until("the study of the next", func() bool {
		return lines() == 5 && p.sheet().Current == 1 && !strings.Contains(p.notes(), "Chances of the attackers")
	})
	if again := p.Screen().Game.Notes[4]; again != kept {
		t.Errorf("it has become %+v", again)
	}
	p.Do(kept.Do)
	if d := p.dialog(); !d.Buttons[0].Disabled || !d.Buttons[1].On {
		t.Errorf("a line of another position: %+v", d.Buttons)
	}
	p.keys("Esc", "PageUp")
	p.until("the study of the start", func() bool { return lines() == 5 && p.sheet().Current == 0 })
	before := p.list()
	p.Do(kept.Do)
	p.Do(panel.Command{ID: "add"})
	p.until("the variation", func() bool { p.frame(); return p.list() != before })
	p.Do(kept.Do)
	p.keys("k", "Esc")
	if p.until("the notes", func() bool { return lines() == 4 }); strings.Contains(p.notes(), "Kept") {
		t.Errorf("it is still there: %q", p.notes())
	}
	p.keys("n", "k", "n", "k", "n", "k", "Esc", "a")
	if p.frame(); len(p.Screen().Game.Notes) != 3 {
		t.Errorf("without the analysis: %q", p.notes())
	}
}
