// Package board is the game at the board: who plays it, what the board shows, the hand
// that moves its pieces, and the words for a refusal, a capture and an end.
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

// Board is the game at the board: who plays it, what the board shows, and the hand that
// moves its pieces. Its methods belong to the main thread and never wait.
type Board struct {
	shell      *shell.Shell
	opt        Options
	host       Host
	Pace       atomic.Int64 // least time of a computer's step
	Chance     *rand.Rand
	Voice      *speech
	Lib        catalogue.Catalogue
	Game       *Game // nil before the first game
	Unfinished *Unfinished
	told       map[game.Means]bool   // which means of capture were explained
	toldSpared map[rules.Spared]bool // which rules were explained by which a king is not captured
	stage      *rules.Rules          // on the stage
	carved     *variant.Board        // the find after which the board there is carved, nil: plain
	Hand       *Hand
	Analyser   *Analyser
	Claims     *Claims
	explainer  *explainer
	Marks      scene.Marks
}

// Hand moves the pieces, with the pointer or by keyboard.
type Hand struct {
	board *Board
	grip
	sketch sketch
}

// grip is what the player holds, points at and is shown on the board.
type grip struct {
	hover    game.Square
	Cursor   game.Square // of the keyboard; NoSquare while it is hidden
	Selected game.Square
	held     game.Piece    // the kind to be put on the board next; Empty: the first there is
	Causes   []game.Square // of the last refusal
	Captors  []game.Square // of the last capture, while they are pointed out
	Hint     hint
	press    press
}

func emptyGrip() grip {
	n := game.NoSquare
	return grip{hover: n, Cursor: n, Selected: n, press: press{on: n}}
}

// hint is the engine's choice, shown or being looked for.
type hint struct {
	Cancel context.CancelFunc // while it is being looked for
	move   game.Move
	Found  bool
}

// stop gives up looking for a hint.
func (h *hint) stop() {
	if h.Cancel != nil {
		h.Cancel()
		h.Cancel = nil
	}
}

// Empty puts everything down: the position has changed.
func (h *grip) Empty() {
	h.Hint.stop()
	h.Selected, h.Causes, h.Captors, h.Hint = game.NoSquare, nil, nil, hint{}
	h.press = press{on: game.NoSquare}
}

// press is the left button held down on a piece of one's own.
type press struct {
	on       game.Square // NoSquare: it is not
	again    bool        // the piece was selected already
	started  bool
	x, y     float32 // where the pointer was at first
	dragging bool
}

// Options are what the game at the board works with.
type Options struct {
	View    View
	Ear     Ear
	Engines Engines
	Chance  func(variant string, score int) float64 // the attackers' chance of winning by a score; nil: it is not known
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

// Shell returns where the dialogs are, and what passes beside the board.
func (b *Board) Shell() *shell.Shell { return b.shell }

// Flipped reports whether the board is shown from the defenders' side.
func (b *Board) Flipped() bool { return b.opt.View.Camera().Flipped() }

// Moving reports whether the picture is still on its way to what was shown last.
func (b *Board) Moving() bool { return b.opt.View.Busy() }

// Send asks the table for an action.
func (b *Board) Send(side game.Side, act match.Action) {
	if err := b.Game.Table.Send(side, act); err != nil {
		b.shell.Refuse(words.Error(err))
	}
}

// piece returns what stands on sq in the position shown.
func (b *Board) piece(sq game.Square) (game.Piece, game.Kind) {
	p := b.Game.Shown.position.At(sq)
	return p, b.Game.Variant.Rules.Kinds()[p]
}

// Contested reports whether a human plays a game that is not over.
func (b *Board) Contested() bool {
	return b.Going() && !b.Game.Setup.Watched() && b.Game.Studied == nil
}

// Going reports whether a game is being played, neither over nor called off.
func (b *Board) Going() bool { return b.Game.Going() }
