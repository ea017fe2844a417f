package set

import (
	"bytes"
	"testing"

	"github.com/go-fonts/liberation/liberationserifregular"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/lettering"
	"tafl3d/tongue"
)

// speak sets a language for a test.
func speak(t *testing.T, id string) {
	t.Helper()
	if err := tongue.Use(id); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tongue.Use(tongue.English) })
}

// TestRulesFit: the rules of every variant fit two pages of the shorter paper in letters that can be read.
func TestRulesFit(t *testing.T) {
	speak(t, "de") // its texts are the longest
	s := newSheet("", Options{Paper: Papers[1], Ink: Colour})
	for _, v := range everyVariant(t) {
		l := column{s: s, v: v, blocks: blocksOf(v)}
		l.size = l.fitting()
		if n := l.flow(false); n > mostPages || l.size < 8 {
			t.Errorf("%s: %d pages in letters of %g points", v.ID, n, l.size)
		}
	}
}

// TestRulesAreDrawn: the rules of every variant come with two pictures at least.
func TestRulesAreDrawn(t *testing.T) {
	for _, v := range everyVariant(t) {
		boards := 0
		for _, b := range blocksOf(v) {
			if b.board != nil {
				boards++
			}
		}
		if boards < 2 {
			t.Errorf("%s: %d pictures", v.ID, boards)
		}
	}
}

// TestRulesInEveryLanguage: the sheet is written in each language, and the typeface has all its letters.
func TestRulesInEveryLanguage(t *testing.T) {
	font, err := lettering.Parse(liberationserifregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for _, language := range tongue.Languages() {
		speak(t, language.ID)
		for _, id := range []string{"copenhagen-11x11-tdiamond", "asalto", "morris-9"} {
			v := get(t, id)
			var all string
			for _, b := range blocksOf(v) {
				all += b.head + b.text + b.note
			}
			for _, g := range lettering.Shape(all, 64, font).Glyphs {
				if g.Font == nil {
					t.Errorf("%s in %s: a letter is missing", id, language.Name)
					break
				}
			}
			if all == last {
				t.Errorf("%s in %s is not translated", id, language.Name)
			}
			last = all
			var out bytes.Buffer
			if err := WriteRules(&out, v, Options{}); err != nil {
				t.Fatal(err)
			}
			if n := len(pages(t, out.Bytes())); n < 1 || n > mostPages {
				t.Errorf("%s in %s: %d pages", id, language.Name, n)
			}
		}
	}
}

// TestExamplesShowSomething: no two examples of a game are the same picture.
func TestExamplesShowSomething(t *testing.T) {
	for _, v := range variant.All() {
		list := examplesOf(v)
		for i, b := range list {
			if b.board == nil {
				continue
			}
			if b.note == "" || len(b.board.Pieces) != b.board.Board.Squares() {
				t.Errorf("%s: %+v", v.ID, b)
			}
			pointed := len(b.board.Good)+len(b.board.Bad) > 0 || b.board.Arrow[0] != game.NoSquare
			for _, o := range list[:i] {
				if !pointed || o.board != nil && alike(o.board, b.board) {
					t.Errorf("%s: %q shows nothing new", v.ID, b.note)
				}
			}
		}
	}
}
