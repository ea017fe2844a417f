// Package after has everything after the end of a game: the result page, replay, naming, and sharing as text,
// pictures and animations. It does not decide games and is independent of windows.
package after

import (
	"context"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/study"
)

// Pictures stores pictures and animations in a folder of the player.
type Pictures interface {
	// Save writes a file atomically.
	Save(name string, data []byte) error
	// Where returns the path of a file for display, or of the folder for an empty name.
	Where(name string) string
}

// Client provides functions of the rest of the client.
type Client interface {
	Now() time.Time
	// Again starts a game, or shows why it cannot.
	Again(s board.Setup)
	// New opens the page of a new game, Title the title screen.
	New()
	Title()
	// Program reports whether an opponent is an external engine, which has no levels.
	Program(name string) bool
	// Copy copies a text; it returns false without a clipboard.
	Copy(text string) bool
}

// Options are the dependencies of a Room.
type Options struct {
	Pictures Pictures                  // nil: pictures cannot be saved
	Reveal   func(folder string) error // opens a folder on the desktop; nil: not possible
	// Carved returns a function that renders a game, given as text, as a 3D animation in the background; nil:
	// not possible.
	Carved func(game string, flip bool) func(ctx context.Context, told func(done, of int)) ([]byte, error)
	Kept   Kept // nil: no results are available
	// Chance is the attackers' winning chance for a score; nil: unknown.
	Chance func(variant string, score int) float64
}

// Kept reads the files of finished games, as shell.Store does.
type Kept interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// PostGame handles the end of games. Use it on the main thread.
type PostGame struct {
	shell  *shell.Shell
	board  *board.Board
	study  *study.Room
	client Client
	opt    Options
	player player
}

// New returns a PostGame for the games at a board.
func New(b *board.Board, s *study.Room, opt Options, c Client) *PostGame {
	return &PostGame{shell: b.Shell(), board: b, study: s, client: c, opt: opt, player: player{pace: usualPace}}
}
