package review

import (
	"maps"
	"math"
	"slices"
	"strings"

	"tafl3d/game"
)

// Sentence is a translatable text with its arguments.
type Sentence struct {
	Text string
	Args []any // texts and numbers
}

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

// endTexts maps reasons with a number of moves to texts.
var endTexts = map[Reason]string{
	MissedWin: textMissedWin, MissedEscape: textMissedFlee, MissedKing: textMissedKing,
	MissedRing: textMissedRing, MissedFort: textMissedFort, AllowedWin: textAllowsWin,
	AllowedEscape: textAllowsFlee, AllowedKing: textAllowsKing, AllowedRing: textAllowsRing,
	AllowedFort: textAllowsFort,
}

// pieceTexts maps reasons with squares to texts.
var pieceTexts = map[Reason]string{
	LeftPiece: textLeftPiece, MissedPiece: textMissedPiece, LeftWall: textLeftWall,
	MissedWall: textMissedWall, AllowedMill: textAllowsMill, MissedMill: textMissedMill,
	RingMissed: textRingMissed, RingNarrow: textRingNarrow, ShutIn: textShutIn,
	LosesLater: textLosesLater, MissedLater: textMissedLater,
}

// wayTexts maps reasons with goals of the king to texts.
var wayTexts = map[Reason]string{
	WayOpened: textWayOpened, WayLeft: textWayLeft, WayNext: textWayNext,
	WayShut: textWayShut, WayMissed: textWayMissed, WayLost: textWayLost,
	WayLater: textWayLater, WayBetter: textWayBetter,
}

// roomTexts maps reasons with the king's room to texts.
var roomTexts = map[Reason]string{
	RoomGrew: textRoom, RoomShrank: textRoom,
	RoomGrows: textRoomNext, RoomShrinks: textRoomNext, RoomLater: textRoomLater,
}

// ringTexts maps the other reasons about the ring to texts.
var ringTexts = map[Reason]string{
	RingOpened: textRingOpened, RingLeft: textRingLeft,
	RingShuts: textRingShuts,
}

// Texts returns every text of Turn.Words, sorted.
func Texts() []string {
	list := []string{textLoses, textRingHole}
	for _, texts := range []map[Reason]string{endTexts, pieceTexts, wayTexts, roomTexts, ringTexts} {
		list = slices.AppendSeq(list, maps.Values(texts))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Words returns how much the turn lost, and why, if known.
func (t *Turn) Words(b *game.Board) (said []Sentence) {
	if percent := int(math.Round(100 * t.Lost())); percent > 0 {
		said = append(said, Sentence{textLoses, []any{percent}})
	}
	return append(said, t.Why.Words(b)...)
}

// Words returns the reason, nothing if it is unknown.
func (w *Why) Words(b *game.Board) []Sentence {
	if text := endTexts[w.Reason]; text != "" {
		return []Sentence{{text, []any{max(1, w.In)}}}
	}
	if text := pieceTexts[w.Reason]; text != "" {
		return []Sentence{{text, []any{squareNames(w.Squares, b)}}}
	}
	if text := wayTexts[w.Reason]; text != "" {
		return []Sentence{{text, []any{squareNames(w.Squares, b), w.In}}}
	}
	if text := roomTexts[w.Reason]; text != "" {
		return []Sentence{{text, []any{w.Now, w.Was}}}
	}
	text := ringTexts[w.Reason]
	if text == "" {
		return nil
	}
	said := []Sentence{{Text: text}}
	if len(w.Squares) > 0 {
		said = append(said, Sentence{textRingHole, []any{squareNames(w.Squares, b)}})
	}
	return said
}

// squareNames lists the first few squares.
func squareNames(squares []game.Square, b *game.Board) string {
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
