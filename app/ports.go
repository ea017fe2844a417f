package app

import (
	"context"
	"time"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/fairness"
	"tafl3d/app/games"
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
	Engines  board.Engines  // nil: no computer players
	Reviewer study.Reviewer // nil: no reviews
	// Chance is the attackers' winning chance for a score; nil: unknown.
	Chance func(variant string, score int) float64
	// EngineChance is the attackers' chance between two equal engines; false where it is unknown. It may be nil.
	EngineChance func(variant string, score int) (chance float64, known bool)
	Ear          board.Ear   // nil: no sound
	Store        shell.Store // nil: nothing is saved
	// Variants stores the player's own variants; nil: none.
	Variants catalogue.Shelf
	Events   *events.Options // nil: no tournaments
	Network  remote.Network  // nil: no network
	Disk     study.Disk      // nil: no files outside the program's folders
	// Files shows the file dialogs of the system; nil: paths are typed.
	Files shell.FileDialog
	// File is a file of games to open at the start; empty: none.
	File string
	// Library opens the library in the background; nil: none.
	Library func() (library.Opened, error)
	// Copy and Clipboard access the clipboard; nil: none.
	Copy      func(text string)
	Clipboard func() string
	// Pictures stores pictures and animations; nil: not possible.
	Pictures after.Pictures
	// Carved renders a game, given as text, as a 3D animation in the background; nil: not possible.
	Carved func(ctx context.Context, game string, flip bool, style scene.Style, told func(done, of int)) ([]byte, error)
	// Trial plays quick games to see how fair rules are; nil: not possible.
	Trial fairness.Trial
	// MakeSet makes the set of a variant to print; nil: none can be made.
	MakeSet games.SetMaker
	// Reveal opens a folder on the desktop; nil: not possible.
	Reveal func(folder string) error
	// Invitation is the link of an invitation or of a service to open at the start; empty: none.
	Invitation string
	// Link is another link to open at the start; empty: none.
	Link  string
	Clock table.Clock // nil: the system clock
	Seed  uint64      // for the computer's choices and the random side
	// Wake signals that Frame has work. It is called on any goroutine and must not block.
	Wake func()
	// Setup starts a game at once; nil shows the title screen.
	Setup   *board.Setup
	Version string // of the program, for the page about it; empty: unknown
	// Newer returns the version of an available update; empty if there is none. It is called in the
	// background, and only if the player wants it; nil: not possible.
	Newer func(context.Context) (string, error)
	// Language overrides the settings; Locale is used if both are empty. Both are IDs of tongue.
	Language, Locale string
	Voice            board.Voice // nil: no speech
	Speak            string      // command for Voice; overrides the settings
	// Style overrides the settings until the program ends.
	Style scene.Style
	// Match is a game to resume with Setup instead of a new one.
	Match *match.Match
	// Pace is the least time of a computer's step, so that players can follow; zero: default; negative: none.
	Pace time.Duration
}

// machine is the system clock.
type machine struct{}

func (machine) Now() time.Time                         { return time.Now() }
func (machine) After(d time.Duration) <-chan time.Time { return time.After(d) }

// silence ignores all sounds.
type silence struct{}

func (silence) Hear(game.Event)       {}
func (silence) Warn()                 {}
func (silence) Refuse()               {}
func (silence) Mute(bool)             {}
func (silence) Volumes(board.Volumes) {}
func (silence) ListenAs(*game.Side)   {}
