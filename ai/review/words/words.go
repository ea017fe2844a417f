// Package words puts the findings of a review into sentences in the player's language.
package words

import (
	"strings"
	"sync"

	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/tongue"
)

// reteller knows every text of a comment.
var reteller = sync.OnceValue(func() *tongue.Reteller { return tongue.NewReteller(review.Texts()...) })

// Retell returns a comment in the current language, if Of made it in any language; other comments remain.
func Retell(comment string) string { return reteller().Text(comment) }

// Of returns how much a turn lost, and why, if known.
func Of(t *review.Turn, b *game.Board) string { return said(t.Words(b)) }

// Why returns the text of a reason, empty if it is unknown.
func Why(w *review.Why, b *game.Board) string { return said(w.Words(b)) }

func said(sentences []review.Sentence) string {
	list := make([]string, len(sentences))
	for i, s := range sentences {
		list[i] = tongue.Textf(s.Text, s.Args...)
	}
	return strings.Join(list, " ")
}
