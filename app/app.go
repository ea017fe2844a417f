// Package app is the client's controller: it turns clicks and keys into
// actions at a table and what happens there into screen models and a scene. It
// runs on the main thread and knows no window and no OpenGL.
package app

import (
	"tafl3d/app/after"
	"tafl3d/app/board"
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

// App is the controller of the desktop game. Its methods belong to the main
// thread and never wait.
type App struct {
	shell    *shell.Shell
	board    *board.Board
	events   *events.Room
	net      *netgame.Room // the game over the network at the board
	opt      Options
	settings Settings
	acts     []act

	editor  *editor.Room  // of variants and positions
	study   *study.Room   // of games
	learn   *learn.Room   // of exercises and lessons
	library *library.Room // of one's games
	online  *online.Room  // who keeps games for us elsewhere
	games   *games.Room   // the games that the player left
	after   *after.Room   // what follows a game
	faults  []string      // of the player's own variants that cannot be used
	screen  panel.Screen
	folds   panel.Folds
	tools   tools // where the keyboard is on the bar
}

// act is something that the player can ask for by a key, a button or a command.
// The one table of them drives the keys, the bar and the help sheet.
type act struct {
	id    string
	label string // on a button
	short string // on a button with little room; empty: label
	does  string // on the help sheet; acts with the same words share a line
	keys  []panel.Key
	bar   bool              // has a button
	game  bool              // needs a game at the table
	rare  bool              // has its button only while it is ready
	have  func(a *App) bool // has its button only then; nil: always
	study bool              // counts only where a game is studied
	play  bool              // counts only where one is played
	steps bool              // counts only where left and right step through the moves
	looks bool              // looks through the moves, from the announcement of the end, too
	run   func(a *App, arg int)
	ready func(a *App) bool // nil: always
	on    func(a *App) bool // nil: not a toggle
}

// tools is the bar as the keyboard goes through it: Tab comes to it behind the last piece
// that may move, and from its last button back to the board.
type tools struct {
	a  *App
	on string // the button that the keyboard holds, empty while it is on the board
}

// FullScreen reports whether the player wants the whole screen.
func (a *App) FullScreen() bool { return a.settings.FullScreen }

// studies reports whether a game is being studied.
func (a *App) studies() bool { return a.study.On() }

// mayRead reports whether a game from elsewhere may take the board.
func (a *App) mayRead() bool { return a.board.Game == nil || a.board.MayStudy() }

// Close saves and stops everything. The App is not used afterwards, except that
// it may be closed once more.
func (a *App) Close() {
	a.board.Leave()
	a.shell.Stop()
	a.events.ShutEvent()
	a.net.Stop()
	a.online.Disconnect()
	a.shell.Close()
}
