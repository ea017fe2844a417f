package core

import (
	"errors"
	"fmt"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// ErrIllegal is wrapped by the error of every illegal move.
var ErrIllegal = errors.New("illegal move")

// Reason is the reason why a move is illegal.
type Reason uint8

// The reasons.
const (
	GameOver      Reason = iota + 1
	NothingThere         // no piece on From
	NotYours             // the piece is the opponent's
	OffBoard             // a square that does not exist
	NotInLine            // To is not on a line with From
	BlockedBy            // another piece blocks the way, on At
	MayNotStop           // this piece may not stop on To
	MayNotPass           // this piece may not cross At
	TooFar               // farther than the piece may move
	CannotLeap           // not a possible leap
	MustGoOn             // in a chain only the piece on At may move
	MustCapture          // in a chain the next step must capture
	MayNotEnd            // the chain must go on
	WouldRepeat          // the position has occurred before
	WouldExpose          // the king could be captured there
	NothingBegun         // there is no chain to end
	MayNotRetreat        // this piece may not move in that direction
	RankTooHigh          // the piece on At may not be captured by one of lower rank
	MustDropFirst        // there are still pieces in hand
	NotInHand            // the piece to be dropped is not in hand
	NotThere             // no piece may be dropped there
	MustRemove           // a man must be removed for a mill
	NotRemovable         // the piece on From may not be removed
	MustAmbush           // the ambush of the piece on At must be completed
	NullTurn             // the move would lead back to the position at its start
	Longest              // another leap captures more
	NoCastling           // king or rook have moved, or the squares between them are not empty and safe
	reasons              // number of reasons plus one
)

// Illegal is the error of an illegal move. It wraps ErrIllegal.
type Illegal struct {
	Reason Reason
	Move   game.Move
	At     game.Square    // the square that causes the reason, or NoSquare
	Region ruleset.Region // region of the square that may not be entered or crossed
	Board  *game.Board
	Piece  game.Kind
	Lines  bool // a game on lines
}

// Unwrap returns ErrIllegal.
func (e *Illegal) Unwrap() error { return ErrIllegal }

// Error returns the reason in English.
func (e *Illegal) Error() string {
	format, args := e.Words()
	return fmt.Sprintf(format, args...)
}

// Words returns the reason as a format and its arguments, for translation. All arguments are texts.
func (e *Illegal) Words() (format string, args []any) {
	if e.Lines {
		if format, args = e.lineWords(); format != "" {
			return format, args
		}
	}
	at, from, to := e.Board.Name(e.At), e.Board.Name(e.Move.From), e.Board.Name(e.Move.To)
	switch e.Reason {
	case GameOver:
		return "the game is over", nil
	case NothingThere:
		return "there is no piece on %s", []any{from}
	case NotYours:
		return "the %s on %s belongs to the opponent", []any{e.Piece.Name, from}
	case OffBoard:
		return "that square is off the board", nil
	case NotInLine:
		return "%s to %s: pieces move in a straight line along a rank or file", []any{from, to}
	case BlockedBy:
		return "%s to %s: the way is blocked on %s", []any{from, to, at}
	case MayNotStop:
		return "a %s may not stop on %s, %s", []any{e.Piece.Name, at, regionName(e.Region)}
	case MayNotPass:
		return "a %s may not cross %s, %s", []any{e.Piece.Name, at, regionName(e.Region)}
	case TooFar:
		return "%s to %s is farther than the %s may move", []any{from, to, e.Piece.Name}
	case CannotLeap:
		return "the %s may not leap from %s to %s", []any{e.Piece.Name, from, to}
	case MustGoOn:
		return "only the piece on %s may continue this move", []any{at}
	case MustCapture:
		return "%s to %s: a further step must capture", []any{from, to}
	case MayNotEnd:
		return "the piece on %s must continue capturing", []any{at}
	case WouldRepeat:
		return "this move repeats an earlier position, which is forbidden", nil
	case WouldExpose:
		return "the king could be captured on %s", []any{to}
	case NothingBegun:
		return "there is no capture to continue or end", nil
	}
	return ErrIllegal.Error(), nil
}

func regionName(r ruleset.Region) string {
	switch r {
	case ruleset.Throne:
		return "the throne"
	case ruleset.Corner:
		return "a corner"
	}
	return "a camp"
}

// lineWords is Words for the games on lines. It returns "" for reasons that have the same text in all games.
func (e *Illegal) lineWords() (format string, args []any) {
	at, from, to, name := e.Board.Name(e.At), e.Board.Name(e.Move.From), e.Board.Name(e.Move.To), e.Piece.Name
	switch e.Reason {
	case NotInLine:
		return "no line leads from %s to %s for the %s", []any{from, to, name}
	case BlockedBy:
		return "%s to %s: %s is occupied", []any{from, to, at}
	case TooFar:
		return "%s to %s is farther than the %s may step", []any{from, to, name}
	case MayNotStop:
		return "a move may not end on %s", []any{at}
	case CannotLeap:
		return "the %s has nothing to leap over from %s to %s", []any{name, from, to}
	case MustCapture:
		return "the piece on %s must capture", []any{at}
	case MayNotRetreat:
		return "%s to %s: the %s may not move that way", []any{from, to, name}
	case RankTooHigh:
		return "the piece on %s outranks the %s", []any{at, name}
	case MustDropFirst:
		return "drop the pieces in hand first", nil
	case NotInHand:
		return "there is no such piece in hand", nil
	case NotThere:
		return "no piece may be dropped on %s", []any{to}
	case MustRemove:
		return "a mill is closed: remove one of the opponent's men", nil
	case NotRemovable:
		return "the piece on %s may not be removed", []any{from}
	case MustAmbush:
		return "complete the ambush of %s", []any{at}
	case NullTurn:
		return "a move may not return to the position it began from", nil
	case Longest:
		return "another leap begins a longer capture", nil
	case WouldExpose:
		return "the side of the %s would be in check", []any{name}
	case NoCastling:
		return e.castlingWords(at)
	case NothingBegun:
		return "there is no move in progress to end", nil
	case MayNotEnd:
		if e.At == game.NoSquare {
			return "the move cannot end yet", nil
		}
	}
	return "", nil
}

// castlingWords describes what prevents a castling, by the square that does.
func (e *Illegal) castlingWords(at string) (format string, args []any) {
	switch {
	case e.Move.From == game.NoSquare:
		return "castling is not possible now", nil
	case e.At == game.NoSquare:
		return "castling is not possible now: the king or the rook has moved", nil
	case e.At == e.Move.From:
		return "the king may not castle out of check", nil
	}
	return "the king may not castle across %s, which is attacked", []any{at}
}
