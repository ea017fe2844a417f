package tongue

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/text/feature/plural"
)

func others(t *testing.T) []*Speaker {
	t.Helper()
	var list []*Speaker
	for _, l := range all[1:] {
		w, err := read(l.ID)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, w)
	}
	return list
}

func (w *Speaker) has(text string) bool {
	_, counted := w.forms[text]
	return counted || w.texts[text] != ""
}

var verb = regexp.MustCompile(`%(\[\d\])?(\.\d+)?[sdvgq]`)

// verbs returns which argument each verb takes, in order of arguments.
func verbs(format string) (list []string) {
	for i, m := range verb.FindAllStringSubmatch(format, -1) {
		at := fmt.Sprintf("[%d]", i+1)
		if m[1] != "" {
			at = m[1]
		}
		list = append(list, at+m[0][len(m[0])-1:])
	}
	slices.Sort(list)
	return list
}

// TestWordsTakeTheSameArguments asserts that a translated format prints just the
// arguments that the English one prints.
func TestWordsTakeTheSameArguments(t *testing.T) {
	for _, w := range append(others(t), english) {
		check := func(text, said string) {
			if !slices.Equal(verbs(text), verbs(said)) {
				t.Errorf("%s: %q takes %v, %q takes %v", w.id, text, verbs(text), said, verbs(said))
			}
		}
		for text, said := range w.texts {
			check(text, said)
		}
		for text, forms := range w.forms {
			for _, said := range forms {
				check(text, said)
			}
			if forms[plural.Other] == "" {
				t.Errorf("%s: %q lacks its other form", w.id, text)
			}
		}
	}
}

// TestSaidTwiceIsSaidOnce asserts that words in a language are no English text
// with other words: what has been translated may pass the boundary again.
func TestSaidTwiceIsSaidOnce(t *testing.T) {
	for _, w := range others(t) {
		for text, said := range w.texts {
			if again, is := w.texts[said]; is && again != said {
				t.Errorf("%s: %q is said as %q, which is said as %q", w.id, text, said, again)
			}
		}
	}
}

func TestTextf(t *testing.T) {
	t.Cleanup(func() { _ = Use(English) })
	tests := []struct {
		language, format string
		args             []any
		want             string
	}{
		{"en", "%d moves", []any{1}, "1 move"},
		{"en", "%d moves", []any{21}, "21 moves"},
		{"de", "%d moves", []any{1}, "1 Zug"},
		{"is", "%d moves", []any{21}, "21 leikur"},
		{"is", "%d moves", []any{11}, "11 leikir"},
		{"de", "the %s on %s belongs to the opponent", []any{"king", "e5"},
			"die Figur auf e5 gehört dem Gegner (König)"},
		{"da", "%s wins", []any{Name("You")}, "You vinder"},
		{"da", "%s wins", []any{"You"}, "Du vinder"},
		{"sv", "nobody says %d things", []any{3}, "nobody says 3 things"},
	}
	for _, x := range tests {
		if err := Use(x.language); err != nil {
			t.Fatal(err)
		}
		if got := Textf(x.format, x.args...); got != x.want {
			t.Errorf("%s: %q says %q, want %q", x.language, x.format, got, x.want)
		}
	}
}

func TestUse(t *testing.T) {
	t.Cleanup(func() { _ = Use(English) })
	if err := Use("da"); err != nil || Current() != "da" || Text("Menu") == "" || Text("Settings") != "Indstillinger" {
		t.Errorf("Danish: %v, %s, %q", err, Current(), Text("Settings"))
	}
	for _, id := range []string{"xx", "", "../words/de", "DA"} {
		if err := Use(id); err == nil && id != "../words/de" {
			t.Errorf("there is a language %q", id)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		locales []string
		want    string
	}{
		{[]string{"", "", "da_DK.UTF-8"}, "da"},
		{[]string{"", "is_IS", "da_DK.UTF-8"}, "is"},
		{[]string{"nn_NO.UTF-8"}, "nb"},
		{[]string{"no_NO"}, "nb"},
		{[]string{"de_AT@euro"}, "de"},
		{[]string{"sv_FI"}, "sv"},
		{[]string{"C"}, "en"},
		{[]string{"POSIX"}, "en"},
		{[]string{"fi_FI"}, "en"},
		{[]string{"en_GB.UTF-8"}, "en"},
		{[]string{"!!"}, "en"},
		{nil, "en"},
	}
	for _, x := range tests {
		if got := Match(x.locales...); got != x.want {
			t.Errorf("%q: %s, want %s", x.locales, got, x.want)
		}
	}
}
