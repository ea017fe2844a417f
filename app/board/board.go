// Package board is the game at the board: who plays it, what the board shows, the hand
// that moves its pieces, and the words for a refusal, a capture and an end.
package board

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Board is the game at the board: who plays it, what the board shows, and the hand that
// moves its pieces. Its methods belong to the main thread and never wait.
type Board struct {
	*shell.Shell
	opt        Options
	host       Host
	Pace       atomic.Int64 // least time of a computer's step
	Chance     *rand.Rand
	Voice      *speech
	Lib        catalogue.Catalogue
	Game       *Game // nil before the first game
	Unfinished *Unfinished
	told       map[game.Means]bool // which unusual ways to take were explained
	stage      *rules.Rules        // on the stage
	carved     *variant.Board      // the find after which the board there is carved, nil: plain
	Hand       *Hand
	Marks      scene.Marks
}

// Hand moves the pieces, with the pointer or by keyboard.
type Hand struct {
	*Board
	grip
}

// Options are what the game at the board works with.
type Options struct {
	View    View
	Ear     Ear
	Engines Engines
	Store   shell.Store
	Clock   table.Clock
	Wake    func()
	Voice   Voice
	Speak   string
	Pace    time.Duration
	Seed    uint64
}

// Wishes are the settings that the game at the board obeys.
type Wishes struct {
	AutoFlip, Targets, Threats bool
	Speed                      float32
	Voice                      string // the command that reads aloud
	Usual                      string // the variant on the stage while there is no game
	Carvings                   map[int]string
	Analysis                   Wanted
	Programs                   []Program // others that play
}

// Host is what the game at the board asks of the rest of the program.
type Host interface {
	Wishes() Wishes
	// Carve keeps after which finds boards are carved, by size.
	Carve(carvings map[int]string)
	// Want keeps what the computer is to find out about positions.
	Want(w Wanted)
	// OpenPrograms opens the page on which other programs that play are entered.
	OpenPrograms()
	// Begun is told that a game of a variant begins.
	Begun(v *variant.Variant)
	// Computer returns who plays for a side of a setup.
	Computer(s *Setup, side game.Side) (Computer, error)
	// Turned is told that the game at the board has gone on, Failed that a player could not.
	Turned()
	Finished(g *Game) // a game is over and saved; it may be told several times
	Failed(f *table.PlayerError)
	// Keep saves a game of an event.
	Keep(g *Game)
	// Over shows that the game has come to its end.
	Over()
	// Notes are what else is to be read beside the game.
	Notes() []panel.Note
}

// New returns a board without a game. What it asks of the rest goes to host.
func New(s *shell.Shell, opt Options, host Host) *Board {
	b := &Board{Shell: s, opt: opt, host: host, Chance: rand.New(rand.NewPCG(opt.Seed, 0)), Marks: scene.NoMarks(), told: map[game.Means]bool{}}
	b.Voice = &speech{a: b}
	b.Unfinished = &Unfinished{b: b, read: map[string]*Kept{}}
	b.Hand = &Hand{Board: b, grip: emptyGrip()}
	return b
}

// Flipped reports whether the board is shown from the defenders' side.
func (b *Board) Flipped() bool { return b.opt.View.Camera().Flipped() }

// Moving reports whether the picture is still on its way to what was shown last.
func (b *Board) Moving() bool { return b.opt.View.Busy() }
