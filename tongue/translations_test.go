package tongue

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var (
	missingFile = flag.String("missing", "", "file to which the texts without a translation are written")
	least       = flag.Float64("least", 0, "percentage of the texts that must be translated into each language")
)

// gap is a text that a language has no translation of.
type gap struct{ language, file, text string }

func (g gap) String() string { return fmt.Sprintf("%s\t%s\t%q", g.language, g.file, g.text) }

// toTranslate returns every text of the program, and every name of a game's parts, with its file. What is told of
// each game is not among them: it may stay English.
func toTranslate(t *testing.T) (texts []string, file func(text string) string) {
	t.Helper()
	s := programTexts(t)
	s.from = "game/variant/data"
	for _, text := range slices.Concat(names(), ends()) {
		s.add(text)
	}
	return s.texts, func(text string) string { return s.where[text] }
}

// gaps returns the texts that a language has no translation of.
func gaps(w *Speaker, texts []string, file func(string) string) (list []gap) {
	for _, text := range texts {
		if !w.has(text) {
			list = append(list, gap{w.id, file(text), text})
		}
	}
	return list
}

// share returns which percentage of all texts is translated.
func share(missing, all int) float64 { return 100 * float64(all-missing) / float64(all) }

// TestTranslations counts the texts without a translation, which are shown in English. It fails only where -least
// asks for a percentage, as for a release. "make translations" lists them.
func TestTranslations(t *testing.T) {
	texts, file := toTranslate(t)
	var list strings.Builder
	for _, w := range others(t) {
		missing := gaps(w, texts, file)
		part := share(len(missing), len(texts))
		t.Logf("%s: %d of %d texts have no translation: %.1f %% are translated", w.id, len(missing), len(texts), part)
		if part < *least {
			t.Errorf("%s: %.1f %% are translated, %.0f %% are needed: make translations", w.id, part, *least)
		}
		for _, g := range missing {
			fmt.Fprintln(&list, g)
		}
		told := tales()
		t.Logf("%s: %d of %d texts about the games have words", w.id, len(told)-len(gaps(w, told, file)), len(told))
	}
	if *missingFile == "" {
		return
	}
	if err := os.WriteFile(*missingFile, []byte(list.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGaps: a text without a translation is listed with its file, and shown in English.
func TestGaps(t *testing.T) {
	w := &Speaker{id: "da", texts: map[string]string{"Settings": "Indstillinger"}}
	s := &sources{where: map[string]string{}, from: "app/menu.go"}
	s.add("Settings")
	s.add("Brand new text")
	got := gaps(w, s.texts, func(text string) string { return s.where[text] })
	if want := []gap{{"da", "app/menu.go", "Brand new text"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if part := share(len(got), len(s.texts)); part != 50 {
		t.Errorf("%v %% are translated", part)
	}
	if said := w.Text("Brand new text"); said != "Brand new text" {
		t.Errorf("a text without a translation is shown as %q", said)
	}
	if said := w.Textf("%d brand new texts", 3); said != "3 brand new texts" {
		t.Errorf("a format without a translation is shown as %q", said)
	}
}
