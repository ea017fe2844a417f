package wire

import "fmt"

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
)

// Error is a refusal with its code.
type Error struct {
	Code Code
	Text string
}

// Error implements error.
func (e *Error) Error() string { return e.Text }

// Badf returns the refusal of a message that makes no sense, with what is wrong with it.
func Badf(format string, args ...any) error {
	return &Error{Code: BadMessage, Text: fmt.Sprintf(format, args...)}
}
