// Package table plays matches. One goroutine owns each match; all others, including those of the computer's players,
// send it requests.
package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
)

// Table is a match that is being played: in this process, on a server, or in a recording. Send and Updates never
// block, so the main thread may call them.
type Table interface {
	// Send requests an action for a side. The result arrives as an Update.
	Send(side game.Side, a match.Action) error
	// Updates returns the channel of updates, in order. The first one contains the current state of the game. The
	// channel is closed with the table.
	Updates() <-chan Update
	// Close leaves the table. It does not wait for players that are thinking.
	Close()
}

// Update is one accepted action or one refusal.
type Update struct {
	Seq    int       // number of accepted actions, from one without gaps; a refusal repeats the last number
	Side   game.Side // the side that made the request
	Action match.Action
	Events []game.Event // changes of the board, in order
	State  match.State  // after the action
	Err    error        // reason of a refusal, which changes nothing
}

// Situation is the information on which a player chooses. The player owns it.
type Situation struct {
	Position rules.Position
	History  *rules.History
	Clock    match.Clock
	Now      time.Time // of the clock
	// the steps from the start, including those of the current move; nil if only the position is known
	Played []game.Move
}

// Player chooses steps for a side. Choose must return soon after ctx ends.
type Player interface {
	Choose(ctx context.Context, s Situation) (game.Move, error)
}

// Ponderer is a Player that also thinks during the turn of a human opponent. Ponder receives the opponent's
// situation. ctx ends with this situation; Ponder must return soon after.
type Ponderer interface {
	Ponder(ctx context.Context, s Situation)
}

// ErrBusy is returned by Send when too many actions are waiting.
var ErrBusy = errors.New("too many actions are waiting; try again")

// PlayerError reports that a player at the table failed. The table pauses the game; when it is resumed, the player is
// asked again.
type PlayerError struct {
	Side game.Side
	Err  error
}

// Error implements error.
func (e *PlayerError) Error() string {
	return fmt.Sprintf("the player of the %s failed: %v", e.Side, e.Err)
}

// Unwrap returns the cause.
func (e *PlayerError) Unwrap() error { return e.Err }
