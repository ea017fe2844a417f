package app

import (
	"context"
	"time"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/library"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/scene"
)

// Options configures an App. Only View is required.
type Options struct {
	View     board.View
	Engines  board.Engines  // nil: there is no computer to play against
	Reviewer study.Reviewer // nil: there is nobody to look at whole games
	// Chance is the attackers' chance of winning by the score of an engine; nil: it is not known.
	Chance func(variant string, score int) float64
	Ear    board.Ear   // nil: silence
	Store  shell.Store // nil: nothing is kept
	// Variants are the player's own; nil: there are none, and none can be kept.
	Variants catalogue.Shelf
	Events   *events.Options // nil: there are no tournaments
	Network  remote.Network  // nil: there is nobody elsewhere to play against
	Disk     study.Disk      // nil: no file of the player's own can be opened
	// File is a file of games that the program begins with; empty is none.
	File string
	// Library opens the library of games; nil: there is none. It is called beside the main
	// thread.
	Library func() (library.Opened, error)
	// Copy puts text on the clipboard, and Clipboard returns what is there; nil: there is none.
	Copy      func(text string)
	Clipboard func() string
	// Pictures is where pictures and films of games are kept; nil: nowhere.
	Pictures after.Pictures
	// Carved draws a game, given as text, as a film of the carved board; nil: nobody can. It is
	// called beside the main thread.
	Carved func(ctx context.Context, game string, flip bool, style scene.Style, told func(done, of int)) ([]byte, error)
	// Reveal opens a folder on the desktop; nil: that cannot be done.
	Reveal func(folder string) error
	// Invitation is the link of an invitation, or of a service, that the program begins
	// with; empty is none.
	Invitation string
	// Link is a link of ours that the program begins with; empty is none.
	Link  string
	Clock table.Clock // nil: the clock of the machine
	Seed  uint64      // of the computer's choices and of the random side
	// Wake says that there is something new for Frame. It is called from any
	// goroutine and must not wait.
	Wake func()
	// Setup starts straight into a game; nil begins with the title.
	Setup   *board.Setup
	Version string // of the program, as the page about it tells; empty is unknown
	// Newer returns the version of the program that can be had, empty where that is not newer
	// than this one. It is called beside the main thread, and only if the player wants that;
	// nil: nobody can be asked.
	Newer func(context.Context) (string, error)
	// Language counts for more than the settings; empty leaves it to them, and
	// where they have none to Locale. Both are IDs of tongue.
	Language, Locale string
	Voice            board.Voice // nil: nothing is said aloud
	Speak            string      // the command for Voice, in the place of that of the settings
	// Style counts for more than the settings, for as long as the program runs.
	Style scene.Style
	// Match is, with Setup, a game already begun to go on with in the place of a
	// new one.
	Match *match.Match
	// Pace is the least time a computer takes for a step, so that one can follow
	// it; zero is the usual, and below zero none.
	Pace time.Duration
}

// machine is the clock of the machine.
type machine struct{}

func (machine) Now() time.Time                         { return time.Now() }
func (machine) After(d time.Duration) <-chan time.Time { return time.After(d) }

// silence hears nothing.
type silence struct{}

func (silence) Hear(game.Event)       {}
func (silence) Warn()                 {}
func (silence) Refuse()               {}
func (silence) Mute(bool)             {}
func (silence) Volumes(board.Volumes) {}
func (silence) ListenAs(*game.Side)   {}
