package wire

import (
	"fmt"
	"time"
)

// Code says why something was refused, for programs.
type Code string

// The codes.
const (
	BadMessage  Code = "bad-message"   // not understood
	BadToken    Code = "bad-token"     // the session is unknown or has ended
	NoSuchGame  Code = "no-such-game"  //
	NotSeated   Code = "not-seated"    // you do not play here
	NotYourTurn Code = "not-your-turn" //
	Illegal     Code = "illegal"       // against the rules
	Stale       Code = "stale"         // the game has moved on meanwhile
	Over        Code = "over"          // the game is over
	Paused      Code = "paused"        //
	Nothing     Code = "nothing-asked" // there is nothing to accept or decline
	Already     Code = "already-asked" //
	TooLate     Code = "too-late"      // to abort
	TooMuch     Code = "too-much"      // a limit was passed: wait
	Unavailable Code = "unavailable"   // the service cannot write just now: the same act may be sent again
	Forbidden   Code = "forbidden"     //
	Taken       Code = "taken"         // a name that somebody has
	Missing     Code = "missing"       // there is no such thing
	Gone        Code = "gone"          // there was such a thing, and it is not kept any more
)

// Error is a refusal with its code. Text is English; where there are Args, it is a format for
// them, of which a string is a text itself and a Name none.
type Error struct {
	Code Code
	Text string
	Args []any
	// After is how long the service asks to wait before the next request; 0 where it does not say.
	After time.Duration
}

// ErrMovesGone is what becomes of who asks for the moves of a game of which an operator has kept the result alone.
var ErrMovesGone = Refuse(Gone, "the moves of this game are no longer kept here")

// Name is a word that is the same in every language.
type Name string

// Refuse returns a refusal. Its text has words in every language (tongue).
func Refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Text: format, Args: args}
}

// Badf returns the refusal of what no program of ours would send. What is wrong with it is told
// in English, to those who write programs.
func Badf(format string, args ...any) error {
	return Refuse(BadMessage, "the request makes no sense: %s", Name(fmt.Sprintf(format, args...)))
}

// Error implements error.
func (e *Error) Error() string {
	if len(e.Args) == 0 {
		return e.Text
	}
	return fmt.Sprintf(e.Text, e.Args...)
}

// Words returns the refusal as a format and its arguments, for those who say it in
// another language.
func (e *Error) Words() (format string, args []any) { return e.Text, e.Args }
