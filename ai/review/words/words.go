// Package words puts the findings of a review into sentences in the player's language.
package words

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/tongue"
)

const (
	textLoses       = "Loses %d %% winning chance."
	textMissedWin   = "Missed a win in %d."
	textMissedFlee  = "Missed: the king escapes in %d."
	textMissedKing  = "Missed: the king is captured in %d."
	textMissedRing  = "Missed: the ring closes in %d."
	textMissedFort  = "Missed: an exit fort in %d."
	textAllowsWin   = "Allows a win in %d."
	textAllowsFlee  = "The king can escape in %d."
	textAllowsKing  = "The king can be captured in %d."
	textAllowsRing  = "The ring can be closed in %d."
	textAllowsFort  = "An exit fort can be built in %d."
	textLeftPiece   = "Can now be captured: %s."
	textMissedPiece = "Could have captured: %s."
	textLeftWall    = "A shield wall can capture: %s."
	textMissedWall  = "A shield wall could have captured: %s."
	textAllowsMill  = "A mill can be closed, removing: %s."
	textMissedMill  = "Could have closed a mill, removing: %s."
	textWayOpened   = "Opens the king's way to %s (moves: %d)."
	textWayLeft     = "Leaves the king's way to %s open (moves: %d)."
	textWayNext     = "After the reply, the king has a way to %s (moves: %d)."
	textWayShut     = "The king loses his way to %s (moves: %d)."
	textWayMissed   = "Could have opened the king's way to %s (moves: %d)."
	textWayLost     = "After the reply, the king has no way to %s (moves: %d)."
	textRingOpened  = "Opens the ring."
	textRingLeft    = "Leaves the ring open."
	textRingHole    = "The ring has a gap at %s."
	textRingMissed  = "Could have left a single gap in the ring: %s."
	textRingShuts   = "The reply closes the ring."
	textRingNarrow  = "One more attacker closes the ring: %s."
	textRoom        = "The king can reach %d squares; after the better move, %d."
	textRoomNext    = "After the reply, the king can reach %d squares; after the better move, %d."
	textShutIn      = "Blocked after the reply: %s."
	textLosesLater  = "Captured in the expected line: %s."
	textMissedLater = "Captured with better play: %s."
	textWayLater    = "In the expected line, the king gets a way to %s (moves: %d)."
	textWayBetter   = "With better play, the king gets a way to %s (moves: %d)."
	textRoomLater   = "In the expected line, the king can reach %d squares; with better play, %d."
)

// ends maps reasons with a number of moves to texts.
var ends = map[review.Reason]string{
	review.MissedWin: textMissedWin, review.MissedEscape: textMissedFlee, review.MissedKing: textMissedKing,
	review.MissedRing: textMissedRing, review.MissedFort: textMissedFort, review.AllowedWin: textAllowsWin,
	review.AllowedEscape: textAllowsFlee, review.AllowedKing: textAllowsKing, review.AllowedRing: textAllowsRing,
	review.AllowedFort: textAllowsFort,
}

// pieces maps reasons with squares to texts.
var pieces = map[review.Reason]string{
	review.LeftPiece: textLeftPiece, review.MissedPiece: textMissedPiece, review.LeftWall: textLeftWall,
	review.MissedWall: textMissedWall, review.AllowedMill: textAllowsMill, review.MissedMill: textMissedMill,
	review.RingMissed: textRingMissed, review.RingNarrow: textRingNarrow, review.ShutIn: textShutIn,
	review.LosesLater: textLosesLater, review.MissedLater: textMissedLater,
}

// ways maps reasons with goals of the king to texts.
var ways = map[review.Reason]string{
	review.WayOpened: textWayOpened, review.WayLeft: textWayLeft, review.WayNext: textWayNext,
	review.WayShut: textWayShut, review.WayMissed: textWayMissed, review.WayLost: textWayLost,
	review.WayLater: textWayLater, review.WayBetter: textWayBetter,
}

// rooms maps reasons with the king's room to texts.
var rooms = map[review.Reason]string{
	review.RoomGrew: textRoom, review.RoomShrank: textRoom,
	review.RoomGrows: textRoomNext, review.RoomShrinks: textRoomNext, review.RoomLater: textRoomLater,
}

// rings maps the other reasons about the ring to texts.
var rings = map[review.Reason]string{
	review.RingOpened: textRingOpened, review.RingLeft: textRingLeft,
	review.RingShuts: textRingShuts,
}

// reteller knows every text of a comment.
var reteller = sync.OnceValue(func() *tongue.Reteller {
	formats := []string{textLoses, textRingHole}
	for _, texts := range []map[review.Reason]string{ends, pieces, ways, rooms, rings} {
		formats = slices.AppendSeq(formats, maps.Values(texts))
	}
	slices.Sort(formats)
	return tongue.NewReteller(slices.Compact(formats)...)
})

// Retell returns a comment in the current language, if Of made it in any language; other comments remain.
func Retell(comment string) string { return reteller().Text(comment) }

// Of returns how much a turn lost, and why, if known.
func Of(t *review.Turn, b *game.Board) string {
	var said []string
	if percent := int(math.Round(100 * t.Lost())); percent > 0 {
		said = append(said, tongue.Textf(textLoses, percent))
	}
	if why := Why(&t.Why, b); why != "" {
		said = append(said, why)
	}
	return strings.Join(said, " ")
}

// Why returns the text of a reason, empty if it is unknown.
func Why(w *review.Why, b *game.Board) string {
	if text := ends[w.Reason]; text != "" {
		return tongue.Textf(text, max(1, w.In))
	}
	if text := pieces[w.Reason]; text != "" {
		return tongue.Textf(text, names(w.Squares, b))
	}
	if text := ways[w.Reason]; text != "" {
		return tongue.Textf(text, names(w.Squares, b), w.In)
	}
	if text := rooms[w.Reason]; text != "" {
		return tongue.Textf(text, w.Now, w.Was)
	}
	text := rings[w.Reason]
	if text == "" {
		return ""
	}
	if text = tongue.Text(text); len(w.Squares) > 0 {
		text += " " + tongue.Textf(textRingHole, names(w.Squares, b))
	}
	return text
}

// names lists the first few squares.
func names(squares []game.Square, b *game.Board) string {
	const most = 4
	var list []string
	for i, s := range squares {
		if i == most {
			list = append(list, "…")
			break
		}
		list = append(list, b.Name(s))
	}
	return strings.Join(list, ", ")
}
