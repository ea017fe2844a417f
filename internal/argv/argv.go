// Package argv divides command lines, as people type them, into words. No shell sees them.
package argv

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"unicode"
)

// ErrQuote is the error of a quotation mark that is never closed.
var ErrQuote = errors.New("a quotation mark is never closed")

// Split divides a command at blanks. What stands between two quotation marks belongs to one word: between " anywhere,
// or between ' where the word begins with it. A backslash is a letter like any other, so that paths of Windows need
// no care; a mark of one kind is written between two of the other.
func Split(command string) (words []string, err error) {
	var word strings.Builder
	var mark rune // that is to be closed; 0 is none
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

// Program divides a command like Split. Where the first word is no program, but is the beginning of the path of a
// file with blanks in it, as in C:\Program Files\engine.exe -x, the first word is that path.
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
