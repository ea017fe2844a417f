// Package table is where a match is played. One goroutine owns the match;
// everyone else, the players at the computer included, asks.
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

// Table is a match that is being played somewhere: in this process, on a
// server, or in a recording. Send and Updates never wait, so the main thread
// may call them.
type Table interface {
	// Send asks for an action in the name of side. The answer comes as an Update.
	Send(side game.Side, a match.Action) error
	// Updates returns what happened, in order. The first one shows the game as it
	// stands. The channel closes with the table.
	Updates() <-chan Update
	// Close leaves the table. It does not wait for players that are thinking.
	Close()
}

// Update is one accepted action, or one refusal.
type Update struct {
	Seq    int       // counts accepted actions without gaps, from one; in a refusal it is that of the last one
	Side   game.Side // who asked
	Action match.Action
	Events []game.Event // what changed on the board, in order
	State  match.State  // after it
	Err    error        // why it was refused; nothing has changed then
}

// Situation is what a player knows when it is to choose. All of it belongs to
// the player.
type Situation struct {
	Position rules.Position
	History  *rules.History
	Clock    match.Clock
	Now      time.Time // on the clock
	// the steps since the start, those of the turn under way too; nil where only the position is known
	Played []game.Move
}

// Player chooses steps for a side. Choose returns soon after ctx ends.
type Player interface {
	Choose(ctx context.Context, s Situation) (game.Move, error)
}

// Ponderer is a Player who also thinks while his opponent, a person, does. Ponder
// is given the opponent's situation and returns soon after ctx ends; it ends
// when the situation does.
type Ponderer interface {
	Ponder(ctx context.Context, s Situation)
}

// ErrBusy is returned by Send when too many actions wait.
var ErrBusy = errors.New("too many actions wait at the table")

// PlayerError says that a player at the table failed. The table pauses the
// game; when it goes on, the player is asked again.
type PlayerError struct {
	Side game.Side
	Err  error
}

// Error implements error.
func (e *PlayerError) Error() string {
	return fmt.Sprintf("the player of the %s failed: %v", e.Side, e.Err)
}

// Unwrap returns what happened.
func (e *PlayerError) Unwrap() error { return e.Err }
