package hud

import (
	"slices"
	"testing"
	"unicode/utf8"
)

// TestTextRows breaks texts into rows of at most ten letters.
func TestTextRows(t *testing.T) {
	for text, want := range map[string][]string{
		"":                       {""},
		"short":                  {"short"},
		"a\n\nb":                 {"a", "", "b"},
		"end\n":                  {"end", ""},
		"some words in a row":    {"some words", "in a row"},
		"unbreakableword":        {"unbreakabl", "eword"},
		"an unbreakableword x":   {"an", "unbreakabl", "eword x"},
		"ten letter \nand more":  {"ten letter ", "and more"},
		"Þórdís á Íslandi":       {"Þórdís á", "Íslandi"},
		"ten letter  two blanks": {"ten letter ", "two blanks"},
	} {
		letters := []rune(text)
		var rows []string
		for i, r := range textRows(letters, 10, utf8.RuneCountInString) {
			rows = append(rows, string(letters[r.from:r.to]))
			if at := rowAt(textRows(letters, 10, utf8.RuneCountInString), r.from); at != i {
				t.Errorf("%q: the start of row %d is in row %d", text, i, at)
			}
		}
		if !slices.Equal(rows, want) {
			t.Errorf("%q: rows %q, want %q", text, rows, want)
		}
	}
}
