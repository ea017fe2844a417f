package app_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// with resumes a match with custom rules.
func with(t *testing.T, setup *board.Setup, m *match.Match) *person {
	t.Helper()
	p := open(t, t.TempDir(), setup)
	a, err := app.New(t.Context(), app.Options{View: p.view, Ear: p.ear, Engines: p.engines, Clock: p.clock, Pace: -1,
		Setup: setup, Match: m})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	p.App = a
	p.frame()
	return p
}

// from starts at a position of Brandubh with modified rules.
func from(t *testing.T, text string, change func(*ruleset.Ruleset)) *match.Match {
	t.Helper()
	set := brandubh(t).Rules.Ruleset()
	if change != nil {
		change(&set)
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := notation.ParsePosition(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return match.New(pos, match.Control{})
}

// In a chain the piece that has captured stays selected until the move ends.
func TestChain(t *testing.T) {
	//	7 . . . . . . .
	//	6 . . . . . . K
	//	5 . . . . . . .
	//	4 . . . . . . .
	//	3 . . . . T t .
	//	2 . t T . t . .
	//	1 . . . . . . .
	const drawn = "7/6K/7/7/4Tt1/1tT1t2/7 a"
	optional := func(s *ruleset.Ruleset) { s.Chain = ruleset.ChainOptional }
	p := with(t, two(), from(t, drawn, optional))
	p.click("e2", "d2")
	p.until("the first step", func() bool { return len(p.view.events) == 2 })
	if s := p.sheet(); p.moves() != 0 || !strings.Contains(s.Status, "Keep capturing") || s.Seats[0].Taken == nil {
		t.Errorf("%+v", s)
	}
	if m := p.view.marks; m.Selected != p.square("d2") || len(m.Targets) != 1 || m.Last[1] != p.square("d2") {
		t.Errorf("%+v", m)
	}
	p.click("b2") // of the same side
	if p.view.marks.Selected != p.square("d2") {
		t.Error("another piece was picked up")
	}
	if all := p.Screen().Toasts; len(all) == 0 ||
		all[len(all)-1].Text != "Only the piece on d2 may continue this move" {
		t.Errorf("another piece is refused by %v", all)
	}
	p.keys("Ctrl-z") // the step back
	p.until("the step back", func() bool { return p.sheet().Status == "Attackers to move" })
	p.click("e2", "d2")
	p.until("the first step", func() bool { return p.view.marks.Selected == p.square("d2") })
	p.click("d3")
	p.untilMoves(1)
	if text := p.sheet().Rows[0].Text[0]; text != "e2-d2xc2 d2-d3xe3" {
		t.Error(text)
	}
	q := with(t, two(), from(t, drawn, optional))
	q.click("e2", "d2")
	q.until("the first step", func() bool { return q.view.marks.Selected == q.square("d2") })
	q.keys("Right", "Enter") // Enter on the piece in the hand ends the turn
	q.untilMoves(1)
	if text := q.sheet().Rows[0].Text[0]; text != "e2-d2xc2" {
		t.Error(text)
	}
}

func TestEndIsPointedOut(t *testing.T) {
	for warn, told := range map[ruleset.Warn]bool{ruleset.WarnCheck: true, ruleset.WarnOff: false} {
		p := with(t, two(), from(t, "7/6t/7/3K3/7/7/t6 d", func(s *ruleset.Ruleset) { s.Warn = warn }))
		p.click("d4", "d1")
		p.untilMoves(1)
		if w := p.sheet().Warning; (w != "") != told {
			t.Errorf("the king is on the rim before a corner, and with warn=%d it says %q", warn, w)
		}
		if marks := len(p.view.marks.Threats); (marks != 0) != told {
			t.Errorf("with warn=%d %d threats are pointed out", warn, marks)
		}
	}
}

// withCheck makes the rules announce threats.
func withCheck(s *ruleset.Ruleset) { s.Warn = ruleset.WarnCheck }

func TestKingEscapes(t *testing.T) {
	p := with(t, two(), from(t, "7/6t/7/7/7/t6/3K3 d", withCheck))
	if w := p.sheet().Warning; w != "The king threatens to escape in more ways than one" {
		t.Error(w)
	}
	p.click("d1", "g1")
	p.until("the end", func() bool { return p.sheet().Over })
	p.until("its announcement", func() bool { return p.Screen().Dialog != nil })
	if p.dialog().Title != "Defenders win" || p.dialog().Lines[0] != "The king has escaped. The game lasted 1 move." {
		t.Errorf("%+v", p.dialog())
	}
	if c := p.view.marks.Captors; len(c) != 1 || c[0] != p.square("g1") {
		t.Error(c)
	}
	p.keys("End", "Ctrl-z")
	p.untilMoves(0)
	if p.sheet().Over || len(p.view.marks.Captors)+len(p.view.marks.Causes) != 0 {
		t.Error("still over")
	}
}

// If the rules announce check, moving the king into danger needs confirmation.
func TestWatchedKing(t *testing.T) {
	p := with(t, two(), from(t, "7/1t5/3t3/6t/2K4/t6/7 d",
		func(s *ruleset.Ruleset) { s.WatchKing = ruleset.WatchWarn }))
	p.click("c3", "c6")
	if p.wants("confirm"); p.moves() != 0 {
		t.Error("he went there")
	}
	p.press("No")
	p.click("c3", "c2")
	p.untilMoves(1)
	q := with(t, two(), from(t, "7/1t5/3t3/6t/2K4/t6/7 d",
		func(s *ruleset.Ruleset) { s.WatchKing = ruleset.WatchWarn }))
	q.click("c3", "c6")
	q.press("Move there")
	q.untilMoves(1)
	// the strict rule would let the king be captured at once
	strict := func(s *ruleset.Ruleset) { s.WatchKing, s.Passive = ruleset.WatchWarn, ruleset.PassiveAll }
	r := with(t, two(), from(t, "7/7/7/1t1t3/7/2K4/t6 d", strict))
	r.click("c2", "c4")
	if r.wants("confirm"); r.moves() != 0 {
		t.Error("he went between two enemies")
	}
	r.press("No")
}

func TestRaichi(t *testing.T) {
	setup := two()
	setup.Variant = "skalk-edge-9x9"
	p := open(t, t.TempDir(), setup)
	if w := p.sheet().Warning; w != "" {
		t.Error(w)
	}
	v, err := variant.Get(setup.Variant)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := notation.ParsePosition(v.Rules, "9/9/9/9/9/3K5/t8/9/8t a")
	if err != nil {
		t.Fatal(err)
	}
	p = with(t, setup, match.New(pos, match.Control{}))
	if w := p.sheet().Warning; !strings.HasPrefix(w, "Tuichi!") {
		t.Error(w)
	}
}

func TestKingTaken(t *testing.T) {
	p := with(t, two(), from(t, "7/1tK4/3t3/7/7/t6/7 a", withCheck))
	if w := p.sheet().Warning; w != "The king can be captured" {
		t.Error(w)
	}
	p.click("d5", "d6")
	p.until("the end", func() bool { return p.sheet().Over })
	if p.sheet().Status != "Attackers win: the king is captured" {
		t.Error(p.sheet().Status)
	}
	if got := p.captors(); got != "b6 c6 d6" {
		t.Error(got)
	}
}

// TestDaysFace has days for each move: they are counted as days, without further text.
func TestDaysFace(t *testing.T) {
	setup := two()
	setup.Control, _ = match.ParseControl("0s+1x3d")
	p := open(t, t.TempDir(), setup)
	p.click("d1", "b1")
	p.untilMoves(1)
	for _, want := range []string{"2 d 23:59:30", "23:59:00"} {
		p.clock.forward(30 * time.Second)
		p.frame()
		if c := p.sheet().Seats[1].Clock; strings.TrimSpace(c.Figures+" "+c.Words) != want {
			t.Errorf("%+v instead of %q", c, want)
		}
		p.clock.forward(48 * time.Hour)
	}
	if c := p.sheet().Seats[0].Clock; c.Figures+" "+c.Words != "3 d 0:00:00" {
		t.Errorf("%+v while the other is to move", c)
	}
}

func TestByoYomiFace(t *testing.T) {
	setup := two()
	setup.Control, _ = match.ParseControl("10s+3x30s")
	p := open(t, t.TempDir(), setup)
	p.click("d1", "b1")
	p.untilMoves(1)
	p.clock.forward(15 * time.Second)
	p.frame()
	if c := p.sheet().Seats[1].Clock; !strings.HasPrefix(c.Figures, "0:2") || c.Words != "byo-yomi (3)" {
		t.Errorf("%+v", c)
	}
	p.clock.forward(55 * time.Second)
	p.frame()
	if c := p.sheet().Seats[1].Clock; c.Words != "byo-yomi (1)" {
		t.Errorf("%+v", c)
	}
	if c := p.sheet().Seats[0].Clock; c.Figures != "0:10" || c.Running {
		t.Errorf("%+v", c)
	}
}

func TestSideByLot(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	var seen [game.Sides]int
	for range 20 {
		p.keys("Ctrl-n")
		if p.Screen().Dialog.ID == "title" {
			p.press("Play the computer")
		}
		p.Do(panel.Command{ID: "side", Arg: 2})
		p.Do(panel.Command{ID: "start"})
		p.frame()
		if d := p.Screen().Dialog; d != nil && d.ID == "confirm" { // the computer has moved already
			p.Do(panel.Command{ID: "yes"})
			p.frame()
		}
		p.noDialog()
		seen[p.sheet().Near]++
	}
	if seen[0] == 0 || seen[1] == 0 {
		t.Error("the lot falls on one side only:", seen)
	}
}

// The controller survives any order of inputs from panels and keyboard.
func TestAnythingInAnyOrder(t *testing.T) {
	commands := []string{"new", "undo", "redo", "hint", "pause", "draw", "resign", "restart", "goto", "prev", "next",
		"first", "last", "flat", "flip",
		"sound", "settings", "menu", "help", "title", "close", "start", "yes", "variant", "mode", "side", "level",
		"level2", "clock", "continue", "two",
		"watch", "resume", "again", "swap", "review", "accept", "decline", "pace", "calm", "targets", "autoflip",
		"fullscreen", "nonsense", ""}
	names := []string{"Left", "Right", "Up", "Down", "Enter", "Space", "Tab", "Esc", "F1", "F10", "h", "p", "d", "r",
		"z", "Home", "End", "PageUp", "PageDown", "+", "-", ""}
	for seed := range uint64(6) {
		p := open(t, t.TempDir(), nil)
		rnd := rand.New(rand.NewPCG(seed, 9))
		for range 1500 {
			sq, on := game.Square(rnd.IntN(49)), rnd.IntN(8) > 0
			if !on {
				sq = game.NoSquare
			}
			switch rnd.IntN(10) {
			case 0:
				p.Do(panel.Command{ID: commands[rnd.IntN(len(commands))], Arg: rnd.IntN(12) - 3})
			case 1, 2:
				p.Key(panel.Key{Name: names[rnd.IntN(len(names))], Ctrl: rnd.IntN(6) == 0, Shift: rnd.IntN(6) == 0})
			case 3:
				p.Board().Hand.Hover(sq, on)
			case 4, 5:
				p.Board().Hand.Press(sq, on)
			case 6:
				p.Board().Hand.Drag(rnd.Float32()*2-1, rnd.Float32()*2-1)
			case 7:
				p.Board().Hand.Release(sq, on)
			default:
				p.frame()
			}
			p.check()
		}
	}
}

// check reports an inconsistent screen.
func (p *person) check() {
	p.Helper()
	s := p.Screen()
	if d := s.Dialog; d != nil {
		if n := len(d.Fields) + len(d.Buttons); d.Focus < 0 && d.Kind != panel.Beside || d.Focus < -1 || d.Focus >= n {
			p.Fatalf("dialog %s: focus %d of %d", d.ID, d.Focus, n)
		}
		for _, f := range d.Fields {
			if n := len(f.Options) + len(f.Cards); !f.Write && (f.Chosen < 0 || f.Chosen >= n) {
				p.Fatalf("dialog %s: %s: option %d of %d", d.ID, f.ID, f.Chosen, len(f.Options))
			}
		}
	} else if s.Game == nil {
		p.Fatal("neither a game nor a dialog")
	}
	if g := s.Game; g != nil && (g.Current < 0 || g.Status == "") {
		p.Fatalf("%+v", g)
	}
}

// No two actions share a key or a name.
func TestKeysAreUnique(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("F1")
	seen := map[string]string{}
	for _, l := range p.dialog().Keys {
		for _, k := range strings.Split(l.Keys, " or ") {
			if was, ok := seen[k]; ok {
				t.Errorf("%s: %s and %s", k, was, l.Does)
			}
			seen[k] = l.Does
		}
	}
	if len(seen) < 25 {
		t.Error("only", len(seen), "keys")
	}
}

func TestResumedGameShowsItsPosition(t *testing.T) {
	m := from(t, "7/6t/7/3K3/7/t6/7 d", nil)
	p := with(t, against(), m)
	if p.sheet().Seats[0].Men != 2 || p.sheet().Seats[1].Men != 0 {
		t.Errorf("%+v", p.sheet().Seats)
	}
	placed := 0
	for _, a := range p.view.Actors() {
		if !a.Taken {
			placed++
		}
	}
	if placed != 3 {
		t.Error("the board shows", placed)
	}
}

// TestKeysOfPages: the keys for a new game and for the settings work once on every page.
func TestKeysOfPages(t *testing.T) {
	p := open(t, t.TempDir(), two())
	for _, page := range []string{"F1", "F10", "u"} {
		p.keys(page)
		was := p.dialogID()
		p.keys("Ctrl-s")
		p.wants("settings")
		p.keys("Ctrl-s", "Esc")
		p.wants(was)
		p.keys("Ctrl-n")
		p.wants("new")
		p.keys("Ctrl-n", "Esc")
		p.wants(was)
		p.keys("Esc")
	}
	p.noDialog()
}

// TestLevelsInEveryLanguage: the names of levels are completely translated.
func TestLevelsInEveryLanguage(t *testing.T) {
	english(t)
	if err := tongue.Use("de"); err != nil {
		t.Fatal(err)
	}
	want := []string{"1, Anfänger", "9, stark", "10, Experte"}
	got := words.LevelNames()
	if got = []string{got[0], got[8], got[9]}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestAStudyKeepsNoWords: players are stored by side and level and described in the current language.
func TestAStudyKeepsNoWords(t *testing.T) {
	english(t)
	p := open(t, t.TempDir(), against())
	p.click("d1", "e1")
	p.untilMoves(2)
	p.keys("r")
	p.press("Resign")
	p.until("the end", func() bool { return p.dialogID() == "over" })
	p.keys("Esc")
	p.does("study", 0)
	if err := tongue.Use("de"); err != nil {
		t.Fatal(err)
	}
	p.keys("v") // anything that draws again
	if s := p.sheet().Seats; s[0].Name != "Du" || s[1].Name != "Der Computer" {
		t.Errorf("%q and %q", s[0].Name, s[1].Name)
	}
}
