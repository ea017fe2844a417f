// Package argv splits command lines, as people type them, into arguments without a shell.
package argv

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"unicode"
)

// ErrQuote is returned for a quotation mark that is never closed.
var ErrQuote = errors.New("a quotation mark is never closed")

// Split splits a command at blanks. Text between two quotation marks belongs to one argument: " may be used anywhere,
// ' only where an argument begins with it. A backslash has no special meaning, so that Windows paths need no
// escaping. To write a quotation mark of one kind, enclose it in the other kind.
func Split(command string) (words []string, err error) {
	var word strings.Builder
	var mark rune // the open quotation mark, 0 for none
	inWord := false
	for _, c := range command {
		switch {
		case mark != 0 && c == mark:
			mark = 0
		case mark != 0:
			word.WriteRune(c)
		case c == '"', c == '\'' && !inWord:
			mark, inWord = c, true
		case unicode.IsSpace(c):
			if inWord {
				words = append(words, word.String())
			}
			inWord = false
			word.Reset()
		default:
			inWord = true
			word.WriteRune(c)
		}
	}
	if mark != 0 {
		return nil, ErrQuote
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// Program splits a command like Split. If the first word is not a program but begins a path with blanks, as in
// C:\Program Files\engine.exe -x, the first argument is the whole path.
func Program(command string) ([]string, error) {
	words, err := Split(command)
	if err != nil || len(words) == 0 {
		return words, err
	}
	command = strings.TrimSpace(command)
	if _, err := exec.LookPath(words[0]); err == nil || !strings.HasPrefix(command, words[0]) {
		return words, nil
	}
	for end := len(words[0]); end <= len(command); end++ {
		if end < len(command) && !unicode.IsSpace(rune(command[end])) {
			continue
		}
		if info, err := os.Stat(command[:end]); err == nil && info.Mode().IsRegular() {
			rest, err := Split(command[end:])
			return append([]string{command[:end]}, rest...), err
		}
	}
	return words, nil
}
