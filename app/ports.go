package app

import (
	"context"
	"sync/atomic"
	"time"

	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// View shows the board. A scene.Scene is one.
type View interface {
	Stage(scene.Stage)
	Set(game.Setup)
	Show(game.Event)
	Mark(scene.Marks)
	Carry(sq game.Square, x, y float32)
	Towards(sq game.Square, x, y float32) game.Square
	Speed(float32)
	Dress(scene.Style)
	Busy() bool
	Camera() *scene.Camera
}

// Ear makes a sound of what happens.
type Ear interface {
	Hear(game.Event)
	Warn()
	Refuse()
	Mute(bool)
	Volumes(Volumes)
	ListenAs(*game.Side)
}

// Engines are the computer's players.
type Engines interface {
	// Player returns who plays as c in games of a variant, and how to end it
	// when it is needed no more, from any goroutine.
	Player(c Computer, variant string, seed uint64) (table.Player, func(), error)
	// Manners returns the ways in which the engine can play.
	Manners() []Manner
	// Analyse studies a position until ctx ends or nothing more is to be found,
	// and tells again and again how so many of the best lines go on, from the
	// goroutine that it is called from. A study that failed says nothing.
	Analyse(ctx context.Context, s table.Situation, lines int, tell func(Study))
	// Adviser returns who gives hints and judges draw offers.
	Adviser() Adviser
}

// Adviser looks at a position for the player. Advise returns soon after ctx
// ends.
type Adviser interface {
	Advise(ctx context.Context, s table.Situation) (Advice, error)
}

// Advice is what an adviser thinks best.
type Advice struct {
	Move  game.Move
	Score int // for the side to move, in hundredths of a man
}

// Options configures an App. Only View is required.
type Options struct {
	View    View
	Engines Engines     // nil: there is no computer to play against
	Ear     Ear         // nil: silence
	Store   shell.Store // nil: nothing is kept
	// Variants are the player's own; nil: there are none, and none can be kept.
	Variants catalogue.Shelf
	Hall     *events.Options // nil: there are no tournaments
	Network  remote.Network  // nil: there is nobody elsewhere to play against
	// Copy puts text on the clipboard; nil: there is none.
	Copy func(text string)
	// Invitation is the link of an invitation that the program begins with; empty is none.
	Invitation string
	Clock      table.Clock // nil: the clock of the machine
	Seed       uint64      // of the computer's choices and of the random side
	// Wake says that there is something new for Frame. It is called from any
	// goroutine and must not wait.
	Wake func()
	// Setup starts straight into a game; nil begins with the title.
	Setup   *Setup
	Version string // of the program, as the page about it tells; empty is unknown
	// Language counts for more than the settings; empty leaves it to them, and
	// where they have none to Locale. Both are IDs of tongue.
	Language, Locale string
	Voice            Voice  // nil: nothing is said aloud
	Speak            string // the command for Voice, in the place of that of the settings
	// Style counts for more than the settings, for as long as the program runs.
	Style scene.Style
	// Match is, with Setup, a game already begun to go on with in the place of a
	// new one.
	Match *match.Match
	// Pace is the least time a computer takes for a step, so that one can follow
	// it; zero is the usual, and below zero none.
	Pace time.Duration
}

// Setup is what a game is begun with.
type Setup struct {
	Variant string             // id
	Own     *variant.Variant   // in the place of Variant, rules that are in no catalogue
	Start   *game.Setup        // in the place of the start that the rules have
	Levels  [game.Sides]int    // of the computer; 0 is a human
	Who     [game.Sides]string // the manner of the computer, or the program in its place, by name; empty is neither
	Far     [game.Sides]string // names of people who play elsewhere; empty is nobody
	Control match.Control

	bout   *bout                    // the game of an event that this is
	guests [game.Sides]table.Player // in the place of the computer of a level
}

// here reports whether somebody at this screen plays side.
func (s *Setup) here(side game.Side) bool { return s.Levels[side] == 0 && s.Far[side] == "" }

// alone returns the side of the only human here, if there is exactly one.
func (s *Setup) alone() (game.Side, bool) {
	if s.here(game.Attackers) == s.here(game.Defenders) {
		return 0, false
	}
	if s.here(game.Attackers) {
		return game.Attackers, true
	}
	return game.Defenders, true
}

// watched reports whether nobody here plays.
func (s *Setup) watched() bool { return !s.here(game.Attackers) && !s.here(game.Defenders) }

// machine is the clock of the machine.
type machine struct{}

func (machine) Now() time.Time                         { return time.Now() }
func (machine) After(d time.Duration) <-chan time.Time { return time.After(d) }

// silence hears nothing.
type silence struct{}

func (silence) Hear(game.Event)     {}
func (silence) Warn()               {}
func (silence) Refuse()             {}
func (silence) Mute(bool)           {}
func (silence) Volumes(Volumes)     {}
func (silence) ListenAs(*game.Side) {}

// paced holds a quick player's answer back for a moment.
type paced struct {
	player table.Player
	clock  table.Clock
	least  *atomic.Int64 // of a step, in nanoseconds; may change meanwhile
}

// Choose implements table.Player.
func (p paced) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	wait := p.clock.After(time.Duration(p.least.Load()))
	m, err := p.player.Choose(ctx, s)
	if err != nil {
		return m, err
	}
	select {
	case <-wait:
		return m, nil
	case <-ctx.Done():
		return m, ctx.Err()
	}
}
