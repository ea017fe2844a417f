// Package board implements the game at the board: its players, the displayed position, input on the board,
// and the texts for illegal moves, captures and results.
package board

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Board is the game at the board: its players, the displayed position and the input. Call its methods on the
// main thread. They never block.
type Board struct {
	shell      *shell.Shell
	opt        Options
	host       Host
	Pace       atomic.Int64 // least time of a computer's step
	Chance     *rand.Rand
	Voice      *speech
	Lib        catalogue.Catalogue
	game       *Game // nil before the first game
	Unfinished *Unfinished
	told       map[game.Means]bool   // means of capture that were explained
	toldSpared map[rules.Spared]bool // rules that were explained because they spare a king
	stage      *rules.Rules          // rules of the board in the scene
	carved     *variant.Board        // archaeological find that the board in the scene copies; nil: plain
	Hand       *Hand
	Analyser   *Analyser
	Claims     *Claims
	explainer  *explainer
	marks      scene.Marks
}

// Game returns the game at the board, nil before the first one. Only Start, Sit, Examine, Attach, Exchange and Leave
// put another in its place.
func (b *Board) Game() *Game { return b.game }

// Hand handles pointer and keyboard input on the board.
type Hand struct {
	board *Board
	grip
	sketch sketch
}

// grip is the state of selection, cursor and marks.
type grip struct {
	hover    game.Square
	cursor   game.Square // keyboard cursor; NoSquare while hidden
	Selected game.Square
	held     game.Piece    // kind to drop next; Empty: the first available
	Causes   []game.Square // squares of the last illegal move
	Captors  []game.Square // squares of the last capture, while they are marked
	Hint     hint
	press    press
}

// Cursor returns the square of the keyboard cursor; NoSquare while it is hidden.
func (h *grip) Cursor() game.Square { return h.cursor }

func emptyGrip() grip {
	n := game.NoSquare
	return grip{hover: n, cursor: n, Selected: n, press: press{on: n}}
}

// hint is the suggested move, or a running search for it.
type hint struct {
	Cancel context.CancelFunc // during the search
	move   game.Move
	Found  bool
}

// stop cancels the search for a hint.
func (h *hint) stop() {
	if h.Cancel != nil {
		h.Cancel()
		h.Cancel = nil
	}
}

// Empty clears selection and marks after a change of the position.
func (h *grip) Empty() {
	h.Hint.stop()
	h.Selected, h.Causes, h.Captors, h.Hint = game.NoSquare, nil, nil, hint{}
	h.press = press{on: game.NoSquare}
}

// press is a press of the left button on a piece of the player.
type press struct {
	on       game.Square // NoSquare: none
	again    bool        // the piece was already selected
	started  bool
	x, y     float32 // start position of the pointer
	dragging bool
}

// Options are the dependencies and settings of a Board.
type Options struct {
	View    View
	Ear     Ear
	Engines Engines
	Chance  func(variant string, score int) float64 // the attackers' winning chance for a score; nil: unknown
	// EngineChance is the attackers' chance between two equal engines; false where it is unknown. May be nil.
	EngineChance func(variant string, score int) (chance float64, known bool)
	Store        shell.Store
	Clock        table.Clock
	Wake         func()
	Voice        Voice
	Speak        string
	Pace         time.Duration
	Seed         uint64
}

// Wishes are the settings of the player.
type Wishes struct {
	AutoFlip, Targets, Threats bool
	Speed                      float32
	Voice                      string // command that reads aloud
	Usual                      string // variant shown without a game
	Carvings                   map[int]string
	Analysis                   Wanted
	Programs                   []Program // external engines
}

// Host provides the functions of the client outside the board.
type Host interface {
	Wishes() Wishes
	// Carve stores the finds that boards copy, by board size.
	Carve(carvings map[int]string)
	// Want stores the settings of the analysis.
	Want(w Wanted)
	// OpenPrograms opens the page of external engines.
	OpenPrograms()
	// Begun reports the start of a game.
	Begun(v *variant.Variant)
	// Computer returns the computer player for a side of a setup.
	Computer(s *Setup, side game.Side) (Computer, error)
	// Turned reports a move; Failed reports a failed player.
	Turned()
	Finished(g *Game) // reports that a game is over and saved; it may be called several times
	Failed(f *table.PlayerError)
	// Keep saves a tournament game.
	Keep(g *Game)
	// Over shows the result.
	Over()
	// Notes returns further notes to show with the game.
	Notes() []panel.Note
}

// Shell returns the shell.
func (b *Board) Shell() *shell.Shell { return b.shell }

// Flipped reports whether the board is shown from the defenders' side.
func (b *Board) Flipped() bool { return b.opt.View.Camera().Flipped() }

// Moving reports whether the animation is still running.
func (b *Board) Moving() bool { return b.opt.View.Busy() }

// Send sends an action to the table.
func (b *Board) Send(side game.Side, act match.Action) {
	if err := b.game.Table.Send(side, act); err != nil {
		b.shell.Refuse(words.Error(err))
	}
}

// piece returns the piece on sq in the shown position.
func (b *Board) piece(sq game.Square) (game.Piece, game.Kind) {
	p := b.game.Shown.position.At(sq)
	return p, b.game.Variant.Rules.Kinds()[p]
}

// Contested reports whether a human plays a game that is not over.
func (b *Board) Contested() bool {
	return b.Going() && !b.game.Setup.Watched() && b.game.Studied == nil
}

// Going reports whether the game is in progress, neither over nor aborted.
func (b *Board) Going() bool { return b.game.Going() }
