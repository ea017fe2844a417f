package tongue

import (
	"unicode"
	"unicode/utf8"
)

// UpperFirst makes a sentence of s. One that begins with a square stays as it
// is: squares are written small.
func UpperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || len(s) > 1 && unicode.IsDigit(rune(s[1])) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// LowerFirst lets s stand within a sentence.
func LowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}
