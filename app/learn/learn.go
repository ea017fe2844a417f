// Package learn has courses of lessons and rated exercises that are repeated after failures. Both come with
// the program or are pasted. It uses the board next to a page and plays no games. The lesson or exercise
// decides what is correct, the rules what is legal.
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

// Client provides functions of the rest of the client.
type Client interface {
	Now() time.Time
	// Copy copies a text; it returns false without a clipboard.
	Copy(text string) bool
	// Play opens the page for a new game against the computer.
	Play(variant string)
	// Chance returns the attackers' winning chance for a score; false: unknown.
	Chance(variant string, score int) (float64, bool)
	// Study opens a game, given as text, as a study.
	Study(text string)
}

// Trainer manages courses and exercises. Use it on the main thread.
type Trainer struct {
	shell  *shell.Shell
	board  *board.Board
	client Client
	store  store
	set    func(game.Setup) // shows a position without animation
	memory *memory          // nil until needed
	// reviewer judges moves without annotation; nil: none
	reviewer study.Reviewer
}

// store saves files, as shell.Store does.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// New returns a Trainer. set shows a position on the board; s and e may be nil.
func New(b *board.Board, s store, set func(game.Setup), e study.Reviewer, c Client) *Trainer {
	b.Shell().Go(func() { // so that no page waits for loading them
		exercise.All()
		lesson.All()
	})
	return &Trainer{shell: b.Shell(), board: b, client: c, store: s, set: set, reviewer: e}
}

// begin pauses the game at the board and opens a page next to the board.
func (r *Trainer) begin(p shell.Beside) {
	if g := r.board.Game(); g != nil && g.Remote == nil && g.Studied == nil && g.Going() && !g.State.Paused {
		r.board.Pause()
	}
	r.shell.Remove(uses) // two pages cannot share the board
	r.shell.OpenBeside(p)
}

// uses reports whether a page of this package uses the board for trial moves.
func uses(p shell.Page) bool {
	_, on := p.(interface{ mayEnd() bool })
	return on
}

// variant returns the variant of a game. If it is unknown, it returns nil and shows an error.
func (r *Trainer) variant(g *tree.Game) *variant.Variant {
	v, err := record.Variant(g, r.board.Lib.Get)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return nil
	}
	return v
}
