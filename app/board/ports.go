package board

import (
	"context"

	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/panel"
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

// Studied is a table at which a game is studied. Its turns are a tree, whose nodes
// are numbered from 1 on; 0 is the start.
type Studied interface {
	table.Table
	// GoTo goes to a node.
	GoTo(node int)
	// Browse goes so many turns further on along the line, or back.
	Browse(by int)
	// Add adds turns that go on from the node that is shown, as one change.
	Add(turns [][]game.Move) error
	// Rows are the tree as the move list shows it, and the node that the board shows.
	Rows() (rows []panel.Row, at int)
	// Score returns what an engine thought of the node, for the attackers; false: nothing.
	Score() (score int, known bool)
	// Name is what the game is called, empty where nobody gave it a name.
	Name() string
	// Who returns who played a side, and what else is known of him.
	Who(side game.Side) (name, detail string)
	// Own returns the side that was played here, if it was one alone.
	Own() (side game.Side, ok bool)
	// Drawn are the arrows and coloured squares of the node.
	Drawn() []scene.Drawn
	// MayUndo and MayRedo report whether a change can be taken back, or made again.
	MayUndo() bool
	MayRedo() bool
}

// Engines are the computer's players.
type Engines interface {
	// Player returns who plays as c in games of a variant, and how to end it
	// when it is needed no more, from any goroutine.
	Player(c Computer, variant string, seed uint64) (table.Player, func(), error)
	// Manners returns the ways in which the engine can play.
	Manners() []Manner
	// Analyse studies a position of a variant until ctx ends or nothing more is to
	// be found, and tells again and again how the best lines go on, from the
	// goroutine that it is called from.
	Analyse(ctx context.Context, variant string, s table.Situation, want Wanted, tell func(Study)) error
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

// Volumes are how loud groups of sounds are, from 0 to 1: pieces moved and set down,
// captures, the ends of games, and what the program itself says.
type Volumes = [4]float64

// Clocks are the time controls to choose from.
var Clocks = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+20s", "10m+3x30s", "30m+5x1m"}

// Voice runs a command that says something aloud, and returns when it has ended.
type Voice func(ctx context.Context, argv []string, text string) error
