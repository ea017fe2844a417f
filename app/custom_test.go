package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// set selects an option of a field by its text.
func (p *person) set(field, option string) {
	p.Helper()
	f := p.field(field)
	i := slices.Index(f.Options, option)
	if i < 0 {
		p.Fatalf("%s: there is no %q in %q", field, option, f.Options)
	}
	p.Do(panel.Command{ID: field, Arg: i})
	p.frame()
}

// value returns the text of the selected option.
func (p *person) value(field string) string {
	p.Helper()
	f := p.field(field)
	return f.Options[f.Chosen]
}

// openNew opens the new game page with Brandubh selected.
func openNew(t *testing.T, dir string) *person {
	t.Helper()
	p := open(t, dir, nil)
	if d := p.dialog(); d.ID != "title" {
		p.keys("Esc")
	}
	p.press("Play the computer")
	p.wants("new")
	return p
}

func (p *person) newBrandubh() {
	p.Helper()
	p.chooseGame(brandubh(p.T).Name)
}

// chooseGame selects a game by its name in the gallery.
func (p *person) chooseGame(name string) {
	p.Helper()
	p.does("gallery", 0)
	i := slices.IndexFunc(p.field("game").Cards, func(c panel.Card) bool { return c.Head == name })
	if i < 0 {
		p.Fatalf("there is no %q in the gallery", name)
	}
	p.does("open", i)
	p.press("Opponent and clock")
	p.wants("new")
}

func TestChooseByFamilyAndSize(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.does("gallery", 0)
	p.set("size", "large")
	for _, c := range p.field("game").Cards {
		if n := c.Board.Board.Squares(); n <= 81 {
			t.Errorf("%s has %d squares", c.Head, n)
		}
	}
	p.set("size", "any size")
	seen := map[string]bool{}
	for i, family := range p.field("family").Options {
		p.set("family", family)
		if p.value("family") != family {
			t.Error(family, p.value("family"))
		}
		for at, c := range p.field("game").Cards {
			seen[c.Head] = seen[c.Head] || i > 0
			p.does("open", at)
			if d := p.dialog(); d.Title != c.Head || d.Parts[0].Text == "" || len(d.Aside[0].Board.Pieces) == 0 ||
				len(c.Lines) != 2 || c.Lines[1] == "" {
				t.Errorf("%+v %+v", c, d)
			}
			p.keys("Esc")
		}
	}
	for _, v := range variant.All() {
		if !seen[v.Name] {
			t.Error(v.Name, "cannot be chosen")
		}
	}
}

func TestHandicapAndFirstMove(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Start position")
	p.wants("setup")
	p.set("off-attackers", "2 men")
	p.set("off-defenders", "1 man")
	p.set("first", "Defenders")
	if text := p.dialog().Aside[1].Text; text !=
		"First to move: defenders. 6 attackers against 3 defenders and their king." {
		t.Error(text)
	}
	p.press("Done")
	p.set("mode", "Two players")
	p.press("Start")
	s := p.sheet()
	if s.Seats[0].Men != 6 || s.Seats[1].Men != 3 || s.First != game.Defenders || !s.Seats[1].Active {
		t.Errorf("%+v", s)
	}
	gone := []string{}
	for sq, q := range brandubh(t).Rules.Setup().Pieces {
		if q != game.Empty && p.view.setup.Pieces[sq] == game.Empty {
			gone = append(gone, p.view.stage.Board.Name(game.Square(sq)))
		}
	}
	if len(gone) != 3 || !(gone[0] == "d1" && gone[2] == "d7" || gone[0] == "a4" && gone[2] == "g4") &&
		!slices.Contains(gone, "g4") {
		t.Error("taken off:", gone)
	}
	p.keys("Ctrl-r") // the same again
	if p.sheet().Seats[0].Men != 6 {
		t.Errorf("%+v", p.sheet())
	}
}

// TestOppositeMenGo asserts that a handicap of two removes men on opposite squares.
func TestOppositeMenGo(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "copenhagen-11x11-tdiamond", "linnaean-9x9-tcross-w"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		p := openNew(t, t.TempDir())
		p.chooseGame(v.Name)
		p.press("Start position")
		p.set("off-attackers", "2 men")
		var x, y float32
		b := p.dialog().Aside[0].Board
		for sq, q := range v.Rules.Setup().Pieces {
			if q != b.Pieces[sq] {
				dx, dy := b.Board.At(game.Square(sq))
				x, y = x+dx, y+dy
			}
		}
		if x != 0 || y != 0 {
			t.Errorf("%s: they do not stand opposite: off by %g, %g", id, x, y)
		}
	}
}

func TestLeavingAGameAsks(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "c1")
	p.untilMoves(1)
	p.keys("Ctrl-n")
	p.press("Start")
	p.wants("confirm")
	p.press("No")
	p.keys("Esc")
	if p.moves() != 1 {
		t.Error("the game is gone")
	}
	p.keys("Ctrl-n")
	p.press("Start")
	p.press("Leave")
	if p.moves() != 0 {
		t.Error("the game is still there")
	}
	p.keys("Ctrl-n") // nothing has been played: nothing to ask
	p.press("Start")
	p.noDialog()
}

func TestCustomise(t *testing.T) {
	dir := t.TempDir()
	p := openNew(t, dir)
	p.newBrandubh()
	p.press("Customise")
	p.wants("custom")
	if !strings.HasPrefix(p.dialog().Aside[1].Head, "The same rules as") {
		t.Errorf("%+v", p.dialog().Aside)
	}
	p.set("page", "Corners")
	p.set("corner", "none") // contradicts the way to win
	d := p.dialog()
	if len(d.Faults) != 1 || !strings.Contains(d.Faults[0], "corner is none") || !d.Buttons[0].Disabled ||
		!d.Buttons[1].Disabled {
		t.Fatalf("%+v", d)
	}
	p.set("corner", "the four corners")
	p.set("page", "King")
	p.set("escape", "the edge")
	p.set("page", "Ends")
	p.set("repetition", "a draw")
	d = p.dialog()
	if len(d.Faults) != 0 || d.Buttons[0].Disabled || d.Aside[1].Head != "Differs from Brandubh 7x7" ||
		d.Aside[1].Text != "King wins on: the edge; Repetition: a draw." {
		t.Fatalf("%+v", d)
	}
	if f := p.field("repetition"); !f.Changed || f.Label == "" {
		t.Errorf("%+v", f)
	}
	p.press("Play with these rules")
	p.wants("new")
	if p.value("variant") != "Brandubh 7x7 (changed)" {
		t.Error(p.value("variant"))
	}
	p.set("mode", "Two players")
	p.press("Start")
	for i, clicks := range []string{"d1 b1", "d3 a3", "d2 c2"} { // the king is let out
		p.click(strings.Fields(clicks)...)
		p.untilMoves(i + 1)
	}
	p.click("d4", "d1")
	p.until("the king escapes over the edge", func() bool { return p.sheet().Over })
	if p.sheet().Status != "Defenders win: the king has escaped" {
		t.Error(p.sheet().Status)
	}
}

func TestResetRules(t *testing.T) {
	p := openNew(t, t.TempDir())
	p.newBrandubh()
	p.press("Customise")
	p.set("first", "defenders")
	p.press("Reset")
	if p.value("first") != "attackers" || p.field("first").Changed {
		t.Errorf("%+v", p.field("first"))
	}
	p.press("Play with these rules")
	if p.value("variant") != "Brandubh 7x7" {
		t.Error(p.value("variant"))
	}
}

// TestEveryRuleCanBeTurned sets all values of all rules of a variant of each family.
func TestEveryRuleCanBeTurned(t *testing.T) {
	families := map[string]bool{}
	for _, v := range variant.All() {
		if families[v.Family] {
			continue
		}
		families[v.Family] = true
		p := openNew(t, t.TempDir())
		p.chooseGame(v.Name)
		p.press("Customise")
		for page, name := range p.field("page").Options {
			p.Do(panel.Command{ID: "page", Arg: page})
			labels := map[string]bool{}
			for _, f := range p.dialog().Fields[1:] {
				if labels[f.Label] {
					t.Errorf("%s: %s: two rules are called %q", v.Family, name, f.Label)
				}
				labels[f.Label] = true
				p.Do(panel.Command{ID: "reset"})
				p.turnAll(v.Family+": "+name, p.field(f.ID))
			}
		}
		p.Close()
	}
}

// turnAll selects every option of a rule and then the first again.
func (p *person) turnAll(where string, f panel.Field) {
	p.Helper()
	if !f.Sentence || len(strings.Fields(f.Label)) < 3 || f.Chosen < 0 {
		p.Errorf("%s: %+v", where, f)
	}
	for i, o := range f.Options {
		if slices.Contains(f.Options[:i], o) {
			p.Errorf("%s: %s offers %q twice", where, f.Label, o)
		}
	}
	for i, o := range f.Options {
		if (testing.Short() || f.Number && i > 1) && i > 0 && i < len(f.Options)-1 {
			continue
		}
		if strings.TrimSpace(o) == "" {
			p.Errorf("%s: %s has an option without words", where, f.ID)
		}
		p.Do(panel.Command{ID: f.ID, Arg: i})
		d := p.dialog()
		j := slices.IndexFunc(d.Fields, func(g panel.Field) bool { return g.ID == f.ID })
		if j < 0 { // another board has other pieces
			p.press("Reset")
			return
		}
		if g := d.Fields[j]; len(d.Faults) == 0 && g.Options[g.Chosen] != o {
			p.Errorf("%s: %s is %q, chosen was %q", where, f.ID, g.Options[g.Chosen], o)
		}
		for _, fault := range d.Faults {
			if len(fault) < 10 {
				p.Errorf("%s: %s %s: the fault is %q", where, f.ID, o, fault)
			}
		}
	}
	p.Do(panel.Command{ID: f.ID, Arg: f.Chosen})
}

// write types a name into the focused field like a keyboard: each letter follows its key.
func (p *person) write(text string) {
	for _, r := range text {
		k := panel.Key{Shift: r >= 'A' && r <= 'Z'}
		switch {
		case r == ' ':
			k.Name = "Space"
		case r < 128:
			k.Name = strings.ToLower(string(r))
		}
		p.Key(k)
		p.Shell().Type(r)
		p.frame()
	}
}

func TestOwnVariants(t *testing.T) {
	dir := t.TempDir()
	p := openNew(t, dir)
	p.newBrandubh()
	p.press("Customise")
	p.set("first", "defenders")
	p.press("Save as")
	p.wants("name")
	for range 40 {
		p.keys("Backspace")
	}
	if d := p.dialog(); !d.Buttons[0].Disabled || len(d.Faults) != 1 {
		t.Errorf("%+v", d)
	}
	p.write("Quick Game 7x7")
	p.keys("Enter")
	p.wants("new")
	p.says("Quick Game 7x7 is saved")
	if p.value("variant") != "Quick Game 7x7 (yours)" {
		t.Error(p.value("variant"))
	}
	text := p.file("variants/quick-game-7x7.toml")
	if !strings.Contains(text, `extends = "brandubh-gorrion"`) ||
		!strings.HasSuffix(text, "[rules]\nfirst = \"defenders\"\n") {
		t.Error(text)
	}
	p.press("Start")
	p.until("the computer has answered", func() bool { return p.sheet().First == game.Defenders })
	p.Close()

	q := openNew(t, dir) // another day
	q.chooseGame("Quick Game 7x7 (yours)")
	q.press("Customise")
	if q.dialog().Title != "Customise Brandubh 7x7" || !q.field("first").Changed {
		t.Errorf("%+v", q.dialog())
	}
	q.press("Delete")
	q.press("Delete")
	q.wants("new")
	if q.file("variants/quick-game-7x7.toml") != "" ||
		slices.Contains(q.field("variant").Options, "Quick Game 7x7 (yours)") {
		t.Error("it is still there")
	}
}

// own writes a file of a custom variant.
func own(t *testing.T, dir, name, text string) {
	t.Helper()
	dir = filepath.Join(dir, "variants")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBrokenVariantFiles(t *testing.T) {
	dir := t.TempDir()
	own(t, dir, "good.toml", "id = \"my-good\"\nname = \"Good\"\nextends = \"brandubh-gorrion\"\n")
	own(t, dir, "bad.toml",
		"id = \"bad\"\nname = \"Bad\"\nextends = \"brandubh-gorrion\"\n\n[rules]\n\"king.captur\" = \"enclosed\"\n")
	p := open(t, dir, nil)
	p.wants("faults")
	if f := p.dialog().Faults; len(f) != 1 ||
		!strings.Contains(f[0], "bad.toml:6: king.captur: unknown rule; did you mean king.capture") {
		t.Error(f)
	}
	p.keys("Enter")
	p.press("Play the computer")
	p.chooseGame("Good (yours)")
	if names := p.field("variant").Options; len(names) != 1 || names[0] != "Good (yours)" {
		t.Error(names)
	}
	p.press("Customise") // the file keeps its name
	p.set("first", "defenders")
	p.press("Save as")
	p.keys("Enter")
	if !strings.Contains(p.file("variants/good.toml"), "defenders") {
		t.Error(p.file("variants/good.toml"))
	}
}

func TestOwnRulesAreSavedWithTheGame(t *testing.T) {
	dir := t.TempDir()
	p := openNew(t, dir)
	p.newBrandubh()
	p.press("Customise")
	p.set("first", "defenders")
	p.press("Play with these rules")
	p.press("Start position")
	p.set("off-attackers", "1 man")
	p.press("Done")
	p.set("mode", "Two players")
	p.press("Start")
	p.click("d3", "c3")
	p.untilMoves(1)
	p.Close()
	q := open(t, dir, nil)
	q.wants("resume")
	q.press("Continue")
	if s := q.sheet(); s.First != game.Defenders || s.Seats[0].Men != 7 || q.moves() != 1 {
		t.Errorf("%+v", s)
	}
	q.keys("Ctrl-r")
	q.press("Start over")
	if s := q.sheet(); s.First != game.Defenders || s.Seats[0].Men != 7 || q.moves() != 0 {
		t.Errorf("%+v", s)
	}
}
