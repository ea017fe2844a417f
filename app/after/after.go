// Package after is what follows the end of a game: its announcement with what can be done
// next, the game played through by itself, its name, and what of it is given to others:
// text, pictures and films. It decides no game and knows no window.
package after

import (
	"context"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/study"
)

// Pictures is where pictures and films are kept for the player to find.
type Pictures interface {
	// Save replaces the file whole or not at all.
	Save(name string, data []byte) error
	// Where names a file, or the folder by the empty name, to the player.
	Where(name string) string
}

// Client is what the room asks of the rest of the client.
type Client interface {
	Now() time.Time
	// Again begins a game and says why where that cannot be.
	Again(s board.Setup)
	// New opens the page of a new game, Title the title.
	New()
	Title()
	// Program reports whether an opponent of a name is another program, which has no levels.
	Program(name string) bool
	// Copy puts a text on the clipboard; false: there is none.
	Copy(text string) bool
}

// Options are what the room works with.
type Options struct {
	Pictures Pictures                  // nil: none can be kept
	Reveal   func(folder string) error // opens a folder on the desktop; nil: that cannot be done
	// Carved returns how a game, given as text, is drawn as a film of the carved board, beside
	// the main thread; nil: nobody can.
	Carved func(game string, flip bool) func(ctx context.Context, told func(done, of int)) ([]byte, error)
	Kept   Kept // nil: no results are known
	// Chance is the attackers' chance of winning by the score of an engine; nil: it is not known.
	Chance func(variant string, score int) float64
}

// Kept are the files of the games that were played, as shell.Store.
type Kept interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// Room is what follows a game. It belongs to the main thread.
type Room struct {
	shell  *shell.Shell
	board  *board.Board
	study  *study.Room
	client Client
	opt    Options
	player player
}

// New returns the room of the games at a board.
func New(b *board.Board, s *study.Room, opt Options, c Client) *Room {
	return &Room{shell: b.Shell(), board: b, study: s, client: c, opt: opt, player: player{pace: usualPace}}
}
