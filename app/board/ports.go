package board

import (
	"context"

	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
)

// View shows the board. scene.Scene implements it.
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

// Ear plays sounds for events.
type Ear interface {
	Hear(game.Event)
	Warn()
	Refuse()
	Mute(bool)
	Volumes(Volumes)
	ListenAs(*game.Side)
}

// Studied is a table for a study. Its moves form a tree with nodes numbered from 1; 0 is the start.
type Studied interface {
	table.Table
	// GoTo shows a node.
	GoTo(node int)
	// Browse moves forward or back along the line.
	Browse(by int)
	// Add adds moves after the shown node, as one change.
	Add(turns [][]game.Move) error
	// Rows returns the tree as rows of the move list, and the shown node.
	Rows() (rows []panel.Row, at int)
	// Score returns the engine's evaluation of the node for the attackers; false: none.
	Score() (score int, known bool)
	// Name returns the name of the game; empty: none.
	Name() string
	// Who returns name and details of the player of a side.
	Who(side game.Side) (name, detail string)
	// Own returns the side that the local player played, if exactly one.
	Own() (side game.Side, ok bool)
	// Draft reports whether the moves are prepared for a game against others, in which no help is allowed.
	Draft() bool
	// Drawn returns the arrows and coloured squares of the node.
	Drawn() []scene.Drawn
	// MayUndo and MayRedo report whether undo and redo are possible.
	MayUndo() bool
	MayRedo() bool
}

// Engines provides computer players.
type Engines interface {
	// Player returns a player for c in games of a variant, and a function that ends it, safe for any
	// goroutine.
	Player(c Computer, variant string, seed uint64) (table.Player, func(), error)
	// Manners returns the playing styles of the engine.
	Manners() []Manner
	// Analyse analyses a position until ctx ends or the search is complete. It calls tell with the best lines
	// repeatedly, on the caller's goroutine.
	Analyse(ctx context.Context, variant string, s table.Situation, want Wanted, tell func(Study)) error
	// Adviser returns the adviser for hints and draw offers.
	Adviser() Adviser
}

// Adviser evaluates positions for the player. Advise returns soon after ctx ends.
type Adviser interface {
	Advise(ctx context.Context, s table.Situation) (Advice, error)
}

// Advice is the result of an adviser.
type Advice struct {
	Move  game.Move
	Score int // for the side to move, in hundredths of a man
}

// Volumes are the volumes of groups of sounds, from 0 to 1: moves, captures, ends of games, and interface.
type Volumes = [4]float64

// Clocks are the offered time controls.
var Clocks = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+20s", "10m+3x30s", "30m+5x1m"}

// Voice runs a command that reads a text aloud, and waits for its end.
type Voice func(ctx context.Context, argv []string, text string) error
