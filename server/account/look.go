package account

import (
	"slices"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// Looks returns what a name looks like: as written, in lower case, and in Latin letters. Two names with a common look
// are alike.
func Looks(name string) []string {
	looks := []string{look(name), look(strings.ToLower(name))}
	if key, err := precis.UsernameCaseMapped.CompareKey(name); err == nil {
		looks = append(looks, look(latinTwin(key)))
	}
	slices.Sort(looks)
	return slices.Compact(looks)
}

// look returns the skeleton of a text by Unicode Technical Standard 39, in lower case.
func look(text string) string {
	return strings.ToLower(confusable.Skeleton(norm.NFKC.String(text)))
}

// closer is look for reserved names. It also treats i as l.
func closer(text string) string { return strings.ReplaceAll(look(text), "i", "l") }

// together maps scripts that are mixed in one word to a common one.
var together = map[string]string{"Hiragana": "Han", "Katakana": "Han", "Hangul": "Han", "Bopomofo": "Han", "Common": "",
	"Inherited": ""}

// scripts returns the scripts of the letters of a name.
func scripts(name string) map[string]bool {
	found := map[string]bool{}
	for _, r := range name {
		for script, table := range unicode.Scripts {
			if !unicode.Is(table, r) {
				continue
			}
			if other, ok := together[script]; ok {
				script = other
			}
			if script != "" {
				found[script] = true
			}
		}
	}
	return found
}

// twins maps lower-case letters of other scripts to the Latin letters that they, or their capitals, resemble.
var twins = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range [][2]string{
		{"авекмнорстухіјѕһԁԛԝү", "abekmhopctyxijshdqwy"}, // Cyrillic
		{"αβεζηικμνορτυχ", "abezhikmnoptyx"},             // Greek
	} {
		latin := []rune(pair[1])
		for i, r := range []rune(pair[0]) {
			m[r] = latin[i]
		}
	}
	return m
}()

// latinTwin returns the key in Latin letters that looks like a key, or the key itself if there is none.
func latinTwin(key string) string {
	twin := strings.Map(func(r rune) rune {
		if l, ok := twins[r]; ok {
			return l
		}
		return r
	}, key)
	if found := scripts(twin); len(found) != 1 || !found["Latin"] {
		return key
	}
	return twin
}
