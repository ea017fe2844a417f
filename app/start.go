package app

import (
	"context"
	"fmt"
	"strings"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/conditional"
	"tafl3d/app/editor"
	"tafl3d/app/events"
	"tafl3d/app/games"
	"tafl3d/app/learn"
	"tafl3d/app/library"
	"tafl3d/app/netgame"
	"tafl3d/app/shell"
	"tafl3d/app/study"
)

// New returns a controller. Depending on opt it shows the title screen, offers to resume a game, or starts a
// game. The caller must call Close.
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
	a.actions, a.opponents = &actions{app: a, acts: acts()}, &opponents{a}
	a.tools.a = a
	a.shell = shell.New(ctx, shell.Options{Now: opt.Clock.Now, Wake: opt.Wake, Buzz: opt.Ear.Refuse, Store: opt.Store,
		Copy: opt.Copy, Files: opt.Files, Hooks: a.hooks()})
	a.board = board.New(a.shell, board.Options{
		View: opt.View, Ear: opt.Ear, Engines: opt.Engines, Store: opt.Store, Clock: opt.Clock, Wake: opt.Wake,
		Voice: opt.Voice, Speak: opt.Speak, Pace: opt.Pace, Seed: opt.Seed, Chance: opt.Chance,
		EngineChance: opt.EngineChance,
	}, boardHost{a})
	a.editor = editor.New(a.shell, opt.Store, &a.board.Lib, a.board.Set, opt.View.Set)
	a.editor.Fairness = gamesHost{a}.Fairness
	a.games = games.New(a.shell, a.board, gamesHost{a})
	a.study = study.New(a.board, opt.Store, opt.Disk, opt.Reviewer, studyClient{a})
	a.after = after.New(a.board, a.study, after.Options{Pictures: opt.Pictures, Reveal: opt.Reveal, Kept: opt.Store,
		Chance: opt.Chance, Carved: a.carved()}, afterClient{a})
	a.learn = learn.New(a.board, opt.Store, opt.View.Set, opt.Reviewer, learnClient{a})
	a.library = library.New(a.board, opt.Library, opt.Store, libraryHost{a})
	a.net = netgame.New(a.board, opt.Clock, netClient{a})
	a.planner = conditional.New(a.board, a.study, a.net)
	a.enterOnline()
	a.net.Enter(a.online)
	a.events = events.New(a.board, events.Ports{
		Events: opt.Events, Network: opt.Network, Seats: a.net, Engines: opt.Engines, Ear: opt.Ear, Clock: opt.Clock,
		Pace: opt.Pace,
	}, a.online, remoteClient{a})
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
		a.online.Reconnection.Return()
	}
	return a, nil
}

// begin shows the first page.
func (a *App) begin() error {
	if s := a.opt.Setup; s != nil {
		err := a.beginWith(s)
		switch {
		case len(a.faults) == 0:
		case err != nil: // perhaps the file that was requested
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

// beginWith starts a game at once.
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
