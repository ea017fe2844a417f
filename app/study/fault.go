package study

import (
	"math"
	"strings"

	"tafl3d/tongue"
)

// Fault is a turn that gave something away, as a review found it.
type Fault struct {
	Lost    float64  // of the chance of winning, from 0 to 1
	Reason  string   // a key of textReasons; another where none is known
	In      int      // turns of both sides to the end that the reason tells of
	Squares []string // of the pieces that the reason tells of
}

const (
	textGaveAway   = "Gives away %d percent."
	textEndIn      = "Turns to that end, of both sides: %d."
	textCanTake    = "Now this can be taken: %s."
	textCouldTake  = "This could be taken: %s."
	textMissedWin  = "A win was missed."
	textMissedFlee = "The king could escape."
	textMissedKing = "The king could be taken."
	textMissedRing = "The ring could be closed."
	textAllowWin   = "Now the other side can win."
	textAllowFlee  = "Now the king can escape."
	textAllowKing  = "Now the king can be taken."
	textAllowRing  = "Now the ring can be closed."
)

// textReasons are the reasons with an end, by the words of a review.
var textReasons = map[string]string{
	"missed-win": textMissedWin, "missed-escape": textMissedFlee, "missed-king": textMissedKing, "missed-ring": textMissedRing,
	"allowed-win": textAllowWin, "allowed-escape": textAllowFlee, "allowed-king": textAllowKing, "allowed-ring": textAllowRing,
}

// Told says a fault in words: how much it gave away, and why, as far as that is known.
func (f Fault) Told() string {
	var words []string
	if percent := int(math.Round(100 * f.Lost)); percent > 0 {
		words = append(words, tongue.Textf(textGaveAway, percent))
	}
	switch text := textReasons[f.Reason]; {
	case text != "":
		if words = append(words, tongue.Text(text)); f.In > 1 {
			words = append(words, tongue.Textf(textEndIn, f.In))
		}
	case f.Reason == "left-piece":
		words = append(words, tongue.Textf(textCanTake, strings.Join(f.Squares, ", ")))
	case f.Reason == "missed-piece":
		words = append(words, tongue.Textf(textCouldTake, strings.Join(f.Squares, ", ")))
	}
	return strings.Join(words, " ")
}
