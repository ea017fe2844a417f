package ledger

import (
	"strings"

	"tafl3d/game/rules"
)

// Word returns a move in notation as one word of wire.Conditional: its steps are joined by "=".
func Word(move string) string { return strings.ReplaceAll(move, " ", "=") }

// MoveOf returns the move of a word of wire.Conditional in notation. Only in tafl have steps spaces between them:
// elsewhere "=" is a promotion.
func MoveOf(r *rules.Rules, word string) string {
	if r.Lines() {
		return word
	}
	return strings.ReplaceAll(word, "=", " ")
}
