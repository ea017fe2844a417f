// Package app is the controller of the client: it turns clicks and keys into actions at a table, and the
// events of the table into screen models and a scene. It runs on the main thread and is independent of
// windows and of OpenGL.
package app

import (
	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/conditional"
	"tafl3d/app/editor"
	"tafl3d/app/events"
	"tafl3d/app/games"
	"tafl3d/app/learn"
	"tafl3d/app/library"
	"tafl3d/app/netgame"
	"tafl3d/app/online"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/panel"
)

// App is the controller of the desktop game. Call its methods on the main thread. They never block.
type App struct {
	shell     *shell.Shell
	board     *board.Board
	events    *events.Room
	net       *netgame.Controller // the network game at the board
	planner   *conditional.Planner
	opt       Options
	settings  Settings
	actions   *actions
	opponents *opponents

	editor  *editor.Editor   // for variants and positions
	study   *study.Room      // of games
	learn   *learn.Trainer   // of exercises and lessons
	library *library.Manager // of the player's games
	online  *online.Room     // network connections
	games   *games.Browser   // gallery and unfinished games
	after   *after.PostGame  // end of games
	faults  []string         // errors of the player's own variants
	screen  panel.Screen
	folds   panel.Folds
	tools   tools // keyboard focus in the toolbar
}

// actions are what the player can do by a key or a button.
type actions struct {
	app  *App
	acts []act // in the order of toolbar and list of keys
}

// opponents are the computer players that the player can choose.
type opponents struct{ app *App }

// act is an action with a key, a button or a command. The table of actions defines the keys, the toolbar and
// the list of keys.
type act struct {
	id    string
	label string // of the button
	short string // short label of the button; empty: label
	does  string // text in the list of keys; actions with the same text share a line
	keys  []panel.Key
	bar   bool              // has a button
	game  bool              // needs a game at the board
	rare  bool              // the button is visible only while the action is ready
	have  func(a *App) bool // condition for the button; nil: always
	study bool              // only in studies
	play  bool              // only in games
	steps bool              // only where left and right step through the moves
	looks bool              // browses the moves, also on the result page
	run   func(a *App, arg int)
	ready func(a *App) bool // nil: always
	on    func(a *App) bool // nil: not a toggle
}

// tools is the keyboard navigation of the toolbar: Tab moves to it after the last movable piece, and from its
// last button back to the board.
type tools struct {
	a  *App
	on string // focused button; empty: the board has the focus
}

// FullScreen reports whether the player wants full screen.
func (a *App) FullScreen() bool { return a.settings.FullScreen }

// studies reports whether a study is on the board.
func (a *App) studies() bool { return a.study.On() }

// browses reports whether the board shows a study, or moves that the player prepares.
func (a *App) browses() bool { return a.board.Game() != nil && a.board.Game().Studied != nil }

// mayRead reports whether another game may replace the one at the board.
func (a *App) mayRead() bool { return a.board.Game() == nil || a.board.MayStudy() }

// Close saves and stops everything. It may be called twice; no other method may follow.
func (a *App) Close() {
	a.board.Leave()
	a.shell.Stop()
	a.events.ShutEvent()
	a.net.Stop()
	a.online.Disconnect()
	a.shell.Close()
}
