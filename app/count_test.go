package app_test

import (
	"strconv"
	"strings"
	"testing"

	"tafl3d/game/played"
	"tafl3d/game/record"
	"tafl3d/panel"
)

// TestOneCount: the number of moves is the same in the library, on the page of the game, and in the move
// list, which is numbered in rounds.
func TestOneCount(t *testing.T) {
	for _, g := range played.Games(t) {
		made := g.Root.Last().Ply()
		p := reads(t, t.TempDir())
		p.Do(panel.Command{ID: "library"})
		p.Do(panel.Command{ID: "import"})
		p.Paste(record.Text(g))
		p.until("the import is done", func() bool { return len(p.dialog().Lines) == 1 })
		p.keys("Enter")
		p.until("the list", func() bool { return len(p.rows()) == 1 })
		if row := p.rows()[0]; !strings.HasSuffix(row, "/"+strconv.Itoa(made)) {
			t.Errorf("%s of %d moves: the list says %s", g.Variant, made, row)
		}
		p.Do(panel.Command{ID: "game"})
		p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
		if text := p.dialog().Parts[0].Text; !strings.Contains(text, strconv.Itoa(made)+" moves") {
			t.Errorf("%s of %d moves: its page says %s", g.Variant, made, text)
		}
		p.Do(panel.Command{ID: "study"})
		p.until("the study", func() bool { return p.dialogID() == "" && p.sheet().Tree })
		listed, last := 0, 0
		for _, row := range p.sheet().Rows {
			for _, text := range row.Text {
				if text != "" {
					listed++
				}
			}
			last = max(last, row.Number)
		}
		if listed != made || last != (made+1)/2 {
			t.Errorf("%s of %d moves: the list has %d in %d rounds", g.Variant, made, listed, last)
		}
		p.Close()
	}
}
