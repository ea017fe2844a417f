package wire

import (
	"fmt"
	"time"
)

// Code is the machine-readable reason of a refusal.
type Code string

// Codes of refusals.
const (
	BadMessage  Code = "bad-message"   // not understood
	BadToken    Code = "bad-token"     // the session is unknown or has ended
	NoSuchGame  Code = "no-such-game"  //
	NotSeated   Code = "not-seated"    // you are not a player of this game
	NotYourTurn Code = "not-your-turn" //
	Illegal     Code = "illegal"       // against the rules
	Stale       Code = "stale"         // the game has gone on meanwhile
	Over        Code = "over"          // the game is over
	Paused      Code = "paused"        //
	Nothing     Code = "nothing-asked" // there is nothing to accept or decline
	Already     Code = "already-asked" //
	TooLate     Code = "too-late"      // to abort
	NeedsOdds   Code = "odds"          // different clocks for the sides, and the request does not know them
	TooMuch     Code = "too-much"      // a limit was exceeded: wait
	Unavailable Code = "unavailable"   // the service cannot write now: send the same act again
	Forbidden   Code = "forbidden"     //
	Taken       Code = "taken"         // the name is in use
	Missing     Code = "missing"       // not found
	Gone        Code = "gone"          // no longer kept
)

// Error is a refusal. Text is English; with Args it is a format. A string among the Args is itself translated, a Name
// is not.
type Error struct {
	Code Code
	Text string
	Args []any
	// After is how long to wait before the next request; 0 if the service does not say.
	After time.Duration
}

// ErrMovesGone refuses a request for the moves of a game of which the operator has kept only the result.
var ErrMovesGone = Refuse(Gone, "the moves of this game are no longer kept here")

// Name is a text that is the same in every language.
type Name string

// Refuse returns a refusal. Its format must be translated (see package tongue).
func Refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Text: format, Args: args}
}

// Badf returns the refusal of a malformed request. The details are not translated: they are for programmers.
func Badf(format string, args ...any) error {
	return Refuse(BadMessage, "invalid request: %s", Name(fmt.Sprintf(format, args...)))
}

// Error implements error.
func (e *Error) Error() string {
	if len(e.Args) == 0 {
		return e.Text
	}
	return fmt.Sprintf(e.Text, e.Args...)
}

// Words returns the format and the arguments for translation.
func (e *Error) Words() (format string, args []any) { return e.Text, e.Args }
