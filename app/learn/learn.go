// Package learn is where the games are learned: courses of lessons, and exercises that are
// rated and given again when they were failed; both come with the program or are pasted. It
// uses the board beside a sheet and plays no game. What is right is told by the lesson or
// the exercise, what is legal by the rules.
package learn

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/lesson"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Client is what the room asks of the rest of the client.
type Client interface {
	Now() time.Time
	// Copy puts a text on the clipboard; false: there is none.
	Copy(text string) bool
	// Play opens the page of a new game against the computer.
	Play(variant string)
	// Chance returns the attackers' chance of winning by the score of an engine; false: it is
	// not known.
	Chance(variant string, score int) (float64, bool)
	// Study opens a game, as text, in the study.
	Study(text string)
}

// Room is where the games are learned. It belongs to the main thread.
type Room struct {
	shell  *shell.Shell
	board  *board.Board
	client Client
	store  store
	set    func(game.Setup) // shows a position at once
	memory *memory          // nil until it is needed
	// reviewer judges turns that nobody marked; nil: there is none
	reviewer study.Reviewer
}

// store keeps files, as shell.Store.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// New returns the room; set shows a position on the board, and store and e may be nil.
func New(b *board.Board, s store, set func(game.Setup), e study.Reviewer, c Client) *Room {
	b.Shell().Go(func() { // so that no page waits for them
		exercise.All()
		lesson.All()
	})
	return &Room{shell: b.Shell(), board: b, client: c, store: s, set: set, reviewer: e}
}

// begin has the game at the board wait, and shows a sheet beside the board.
func (r *Room) begin(p shell.Beside) {
	if g := r.board.Game; g != nil && g.Remote == nil && g.Studied == nil && g.Going() && !g.State.Paused {
		r.board.Pause()
	}
	r.shell.Remove(uses) // two cannot share the board
	r.shell.OpenBeside(p)
}

// uses reports whether a page is one of ours that uses the board: one on which something is
// tried.
func uses(p shell.Page) bool {
	_, on := p.(interface{ mayEnd() bool })
	return on
}

// variant returns the variant of a game, nil and a word to the player if there is none.
func (r *Room) variant(g *tree.Game) *variant.Variant {
	v, err := record.Variant(g, r.board.Lib.Get)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return nil
	}
	return v
}
