package app

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

// board is the game at the board: who plays it, what the board shows, and the hand that
// moves its pieces. Its methods belong to the main thread and never wait.
type board struct {
	*shell.Shell
	opt    boardOptions
	host   boardAsks
	pace   atomic.Int64 // least time of a computer's step
	chance *rand.Rand
	voice  *speech
	lib    catalogue.Catalogue
	game   *sitting            // nil before the first game
	left   *kept               // the game that was left, until another takes its place
	told   map[game.Means]bool // which unusual ways to take were explained
	stage  *rules.Rules        // on the stage
	carved *variant.Board      // the find after which the board there is carved, nil: plain
	hand   *hand
	marks  scene.Marks
}

// hand moves the pieces, with the pointer or by keyboard.
type hand struct {
	*board
	grip
}

// boardOptions are what the game at the board works with.
type boardOptions struct {
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

// wishes are the settings that the game at the board obeys.
type wishes struct {
	autoFlip, targets, threats bool
	speed                      float32
	voice                      string // the command that reads aloud
	usual                      string // the variant on the stage while there is no game
	carvings                   map[int]string
}

// boardAsks is what the game at the board asks of the rest of the program.
type boardAsks interface {
	Wishes() wishes
	// Carve keeps after which finds boards are carved, by size.
	Carve(carvings map[int]string)
	// Begun is told that a game begins.
	Begun()
	// Computer returns who plays for a side of a setup.
	Computer(s *Setup, side game.Side) (Computer, error)
	// Turned is told that the game at the board has gone on, Failed that a player could not.
	Turned()
	Failed(f *table.PlayerError)
	// Keep saves a game of an event.
	Keep(g *sitting)
	// Over shows that the game has come to its end.
	Over()
	// Notes are what else is to be read beside the game.
	Notes() []panel.Note
}

func newBoard(s *shell.Shell, opt boardOptions, host boardAsks) *board {
	b := &board{Shell: s, opt: opt, host: host, chance: rand.New(rand.NewPCG(opt.Seed, 0)), marks: scene.NoMarks(), told: map[game.Means]bool{}}
	b.voice = &speech{a: b}
	b.hand = &hand{board: b, grip: emptyGrip()}
	return b
}
