package tongue

import (
	"unicode"
	"unicode/utf8"
)

// UpperFirst capitalizes the first letter of s. If s begins with a square it is unchanged, because squares are
// written in lower case.
func UpperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || len(s) > 1 && unicode.IsDigit(rune(s[1])) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// LowerFirst puts the first letter of s in lower case, for use within a sentence.
func LowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}
