// Package app is the client's controller: it turns clicks and keys into
// actions at a table and what happens there into screen models and a scene. It
// runs on the main thread and knows no window and no OpenGL.
package app

import (
	"context"
	"fmt"
	"strings"
	"time"

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

// New returns a controller that shows the title, offers to go on with the game
// that was left, or starts straight into a game as opt says. Close ends it.
func New(ctx context.Context, opt Options) (*App, error) {
	if opt.Ear == nil {
		opt.Ear = silence{}
	}
	if opt.Clock == nil {
		opt.Clock = machine{}
	}
	if opt.Wake == nil {
		opt.Wake = func() {}
	}
	a := &App{opt: opt}
	a.acts = acts()
	a.tools.a = a
	a.shell = shell.New(ctx, shell.Options{Now: opt.Clock.Now, Wake: opt.Wake, Buzz: opt.Ear.Refuse, Store: opt.Store, Copy: opt.Copy, Hooks: a.hooks()})
	a.board = board.New(a.shell, board.Options{
		View: opt.View, Ear: opt.Ear, Engines: opt.Engines, Store: opt.Store, Clock: opt.Clock, Wake: opt.Wake,
		Voice: opt.Voice, Speak: opt.Speak, Pace: opt.Pace, Seed: opt.Seed,
	}, boardHost{a})
	a.editor = editor.New(a.shell, opt.Store, &a.board.Lib, a.board.Set, opt.View.Set)
	a.games = games.New(a.shell, a.board, gamesHost{a})
	a.study = study.New(a.board, opt.Store, opt.Disk, opt.Reviewer, studyClient{a})
	a.after = after.New(a.board, a.study, after.Options{Pictures: opt.Pictures, Reveal: opt.Reveal, Kept: opt.Store, Chance: opt.Chance}, afterClient{a})
	a.learn = learn.New(a.board, opt.Store, opt.View.Set, opt.Reviewer, learnClient{a})
	a.library = library.New(a.board, opt.Library, opt.Store, libraryHost{a})
	a.net = netgame.New(a.board, opt.Clock, netClient{a})
	a.enterOnline()
	a.net.Enter(a.online)
	a.events = events.New(a.board, events.Ports{
		Events: opt.Events, Network: opt.Network, Engines: opt.Engines, Ear: opt.Ear, Clock: opt.Clock, Pace: opt.Pace,
	}, a.online, farClient{a.net, a})
	a.loadSettings()
	a.readShelf()
	a.board.Unfinished.Find()
	a.apply()
	if err := a.begin(); err != nil {
		a.Close()
		return nil, err
	}
	if opt.File != "" {
		a.openFiles([]string{opt.File})
	}
	if opt.Link != "" {
		studyClient{a}.follow(opt.Link)
	}
	a.lookForNewer(false)
	if opt.Network != nil && opt.Invitation != "" {
		a.online.OpenInvitation(opt.Invitation)
	} else if opt.Setup == nil {
		a.online.Return()
	}
	return a, nil
}

// begin shows what the program starts with.
func (a *App) begin() error {
	if s := a.opt.Setup; s != nil {
		err := a.beginWith(s)
		switch {
		case len(a.faults) == 0:
		case err != nil: // perhaps the very file that was asked for
			return fmt.Errorf("%w; in %s: %s", err, a.board.Lib.Shelf.Where(), strings.Join(a.faults, "; "))
		default:
			a.shell.Open(faultsPage{a})
		}
		return err
	}
	a.board.Set(a.board.Lib.Usual(a.settings.New.Variant))
	a.shell.Open(titlePage{a})
	if k := a.board.Unfinished.Newest(); k != nil {
		a.board.Set(k.Variant)
		at := k.Match.State().Position
		a.opt.View.Set(at.Setup())
		a.shell.Open(resumePage{a, k})
	}
	if len(a.faults) > 0 {
		a.shell.Open(faultsPage{a})
	}
	return nil
}

// beginWith starts straight into a game.
func (a *App) beginWith(s *board.Setup) error {
	v, err := a.board.Lib.Get(s.Variant)
	switch {
	case err != nil:
		return err
	case a.opt.Match != nil:
		return a.board.Sit(v, *s, a.opt.Match)
	}
	return a.board.Start(*s)
}

// Frame takes in what happened at the table and elsewhere since the last
// frame. It returns when it next wants a frame; the zero time means only on
// input or when Wake is called.
func (a *App) Frame(now time.Time) (wake time.Time) {
	a.shell.TakeNews()
	a.board.Drain()
	a.net.Frame(now)
	a.board.Announce()
	a.after.Step(now)
	a.board.Study()
	a.shell.Expire(now)
	a.refresh()
	return a.wake(now)
}

// wake returns when something will change by itself.
func (a *App) wake(now time.Time) (at time.Time) {
	sooner := func(t time.Time) {
		if at.IsZero() || t.Before(at) {
			at = t
		}
	}
	for _, t := range a.shell.Toasts() {
		sooner(t.Until)
	}
	if t := a.online.Next(); !t.IsZero() {
		sooner(t)
	}
	if t := a.after.Next(); !t.IsZero() {
		sooner(t)
	}
	if t, ok := a.net.Next(now); ok {
		sooner(t)
	}
	if b := a.screen.Banner; b != nil && b.Clock.On {
		sooner(now.Add(bannerTick))
	}
	if g := a.board.Game; g != nil {
		if t, ok := board.NextTick(&g.State.Clock, g.State.Position.Turn(), now); ok {
			sooner(t)
		}
		if g.Ending && a.shell.InPlay() { // the picture is still on its way to the end of the game
			sooner(now.Add(50 * time.Millisecond))
		}
	}
	return at
}

// Screen returns what the panels show.
func (a *App) Screen() *panel.Screen {
	a.refresh()
	return &a.screen
}

// FullScreen reports whether the player wants the whole screen.
func (a *App) FullScreen() bool { return a.settings.FullScreen }

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
