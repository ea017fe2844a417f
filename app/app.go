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
	"tafl3d/app/online"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/panel"
)

// App is the controller of the desktop game. Its methods belong to the main
// thread and never wait.
type App struct {
	*shell.Shell
	*board.Board
	*board.Hand
	*events.Room
	opt      Options
	settings Settings
	acts     []act

	editor    *editor.Room  // of variants and positions
	study     *study.Room   // of games
	learn     *learn.Room   // of exercises and lessons
	library   *library.Room // of one's games
	online    *online.Room  // who keeps games for us elsewhere
	games     *games.Room   // the games that the player left
	after     *after.Room   // what follows a game
	joining   *board.Remote // a game elsewhere that has not yet told of itself
	following following     // which begins after the game at the table
	faults    []string      // of the player's own variants that cannot be used
	screen    panel.Screen
	folds     panel.Folds
	tools     tools // where the keyboard is on the bar
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
	a.Shell = shell.New(ctx, shell.Options{Now: opt.Clock.Now, Wake: opt.Wake, Buzz: opt.Ear.Refuse, Store: opt.Store, Copy: opt.Copy, Hooks: a.hooks()})
	a.Board = board.New(a.Shell, board.Options{
		View: opt.View, Ear: opt.Ear, Engines: opt.Engines, Store: opt.Store, Clock: opt.Clock, Wake: opt.Wake,
		Voice: opt.Voice, Speak: opt.Speak, Pace: opt.Pace, Seed: opt.Seed,
	}, boardHost{a})
	a.Hand = a.Board.Hand
	a.editor = editor.New(a.Shell, opt.Store, &a.Lib, a.Set, opt.View.Set)
	a.games = games.New(a.Shell, a.Board, gamesHost{a})
	a.study = study.New(a.Board, opt.Store, opt.Disk, opt.Reviewer, studyClient{a})
	a.after = after.New(a.Board, a.study, after.Options{Pictures: opt.Pictures, Reveal: opt.Reveal, Kept: opt.Store, Chance: opt.Chance}, afterClient{a})
	a.learn = learn.New(a.Board, opt.Store, opt.View.Set, opt.Reviewer, learnClient{a})
	a.library = library.New(a.Board, opt.Library, opt.Store, libraryHost{a})
	a.enterOnline()
	a.Room = events.New(a.Board, events.Ports{
		Hall: opt.Hall, Network: opt.Network, Engines: opt.Engines, Ear: opt.Ear, Clock: opt.Clock, Pace: opt.Pace,
	}, a.online, farClient{a})
	a.loadSettings()
	a.readShelf()
	a.Unfinished.Find()
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
			return fmt.Errorf("%w; in %s: %s", err, a.Lib.Shelf.Where(), strings.Join(a.faults, "; "))
		default:
			a.Open(faultsPage{a})
		}
		return err
	}
	a.Set(a.Lib.Usual(a.settings.New.Variant))
	a.Open(titlePage{a})
	if k := a.Unfinished.Newest(); k != nil {
		a.Set(k.Variant)
		at := k.Match.State().Position
		a.opt.View.Set(at.Setup())
		a.Open(resumePage{a, k})
	}
	if len(a.faults) > 0 {
		a.Open(faultsPage{a})
	}
	return nil
}

// beginWith starts straight into a game.
func (a *App) beginWith(s *board.Setup) error {
	v, err := a.Lib.Get(s.Variant)
	switch {
	case err != nil:
		return err
	case a.opt.Match != nil:
		return a.Sit(v, *s, a.opt.Match)
	}
	return a.Start(*s)
}

// Frame takes in what happened at the table and elsewhere since the last
// frame. It returns when it next wants a frame; the zero time means only on
// input or when Wake is called.
func (a *App) Frame(now time.Time) (wake time.Time) {
	a.TakeNews()
	a.Drain()
	a.frameFar(now)
	a.Announce()
	a.after.Step(now)
	a.Study()
	a.Expire(now)
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
	for _, t := range a.Toasts() {
		sooner(t.Until)
	}
	if t := a.online.Next(); !t.IsZero() {
		sooner(t)
	}
	if t := a.after.Next(); !t.IsZero() {
		sooner(t)
	}
	if t, ok := a.awayTick(now); ok {
		sooner(t)
	}
	if b := a.screen.Banner; b != nil && b.Clock.On {
		sooner(now.Add(bannerTick))
	}
	if g := a.Game; g != nil {
		if t, ok := board.NextTick(&g.State.Clock, g.State.Position.Turn(), now); ok {
			sooner(t)
		}
		if g.Ending && a.InPlay() { // the picture is still on its way to the end of the game
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
	a.Leave()
	a.Stop()
	a.ShutHall()
	if a.joining != nil {
		a.joining.Remote.Close()
		a.joining = nil
	}
	a.following = following{}
	a.online.Disconnect()
	a.Shell.Close()
}
