package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/game/record"
	"tafl3d/panel"
)

// shelved opens a library with n games in a collection and one outside.
func shelved(t *testing.T, n int) *person {
	t.Helper()
	dir := t.TempDir()
	l, err := shelf(t, dir)()
	if err != nil {
		t.Fatal(err)
	}
	alone := "[Variant \"brandubh-gorrion\"]\n[Attackers \"Berit\"]\n[Defenders \"Astrid\"]\n\n" +
		"1. d6-c6 d5-f5 2. d7-d6\n"
	for collection, text := range map[string]string{"kept": many(n), "": alone} {
		if _, err := l.Import(t.Context(), strings.NewReader(text), record.Options{}, collection, nil); err != nil {
			t.Fatal(err)
		}
	}
	return reads(t, dir)
}

// TestSearchSurvivesAHit searches for a pattern and opens a hit on the second page: it opens at the pattern,
// and the list is unchanged afterwards.
func TestSearchSurvivesAHit(t *testing.T) {
	p := shelved(t, 30)
	p.Paste("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n")
	p.keys("End", "b")
	for _, s := range []string{"f6", "d6"} {
		p.Draw(p.square(s), true, true, 0)
		p.Draw(p.square(s), true, false, 0)
	}
	p.Do(panel.Command{ID: "squares"})
	p.until("the hits", func() bool { return len(p.rows()) == 12 })
	p.Do(panel.Command{ID: "older"})
	second := func() bool { return strings.Contains(p.lines(), "13 to 24 of 30") }
	p.until("the second page", second)
	p.Do(panel.Command{ID: "game", Arg: 14})
	p.until("the page of a game", func() bool { return p.dialogID() == "library-game" })
	p.Do(panel.Command{ID: "study"})
	p.until("the study", func() bool { return p.dialogID() == "" && p.sheet().Tree })
	if at := p.sheet().Current; at != 1 {
		t.Errorf("it opens at %d, the pattern stands behind move 1", at)
	}
	p.keys("Ctrl-l")
	p.until("the list is as it was", func() bool { return p.dialogID() == "library" && second() })
	if !strings.Contains(p.lines(), "With this pattern") || p.field("row").Chosen != 14 {
		t.Errorf("%s, row %d", p.lines(), p.field("row").Chosen)
	}
	p.Do(panel.Command{ID: "all"})
	p.until("all games", func() bool { return strings.Contains(p.lines(), "1 to 12 of 31") })
}

// TestAllCollections: the option for all collections stays if some games have none.
func TestAllCollections(t *testing.T) {
	p := shelved(t, 2)
	p.Do(panel.Command{ID: "library"})
	p.until("the list", func() bool { return len(p.rows()) == 3 })
	f := p.field("source")
	if f.Chosen != 0 || f.Options[0] != "all collections" || !slices.Contains(f.Options, "unnamed") {
		t.Errorf("%d of %q", f.Chosen, f.Options)
	}
	p.Do(panel.Command{ID: "source", Arg: slices.Index(f.Options, "unnamed")})
	p.untilRows("Berit/Astrid/–/3")
	p.Do(panel.Command{ID: "source"})
	p.until("all", func() bool { return len(p.rows()) == 3 })
}

// TestFilterAndSort filters by the side of a player and by length, and sorts by columns.
func TestFilterAndSort(t *testing.T) {
	p := shelved(t, 2)
	p.Do(panel.Command{ID: "library"})
	p.until("the list", func() bool { return len(p.rows()) == 3 })
	head := p.field("row").Rows.Columns
	p.Do(head[6].Do) // by moves, the fewest first
	p.untilRows("Astrid/Odd B/Defenders/2", "Astrid/Odd A/Attackers/2", "Berit/Astrid/–/3")
	p.Do(head[6].Do)
	p.untilRows("Berit/Astrid/–/3", "Astrid/Odd B/Defenders/2", "Astrid/Odd A/Attackers/2")
	p.Do(panel.Command{ID: "filter"})
	p.wants("library-filter")
	p.write("astr")
	p.Do(panel.Command{ID: "side", Arg: 2})
	p.keys("Esc")
	p.untilRows("Berit/Astrid/–/3")
	p.Do(panel.Command{ID: "filter"})
	p.Do(panel.Command{ID: "clear"})
	p.Do(panel.Command{ID: "length", Arg: 2})
	p.keys("Esc")
	p.untilRows()
}
