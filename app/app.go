// Package app is the client's controller: it turns clicks and keys into
// actions at a table and what happens there into screen models and a scene. It
// runs on the main thread and knows no window and no OpenGL.
package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// App is the controller of the desktop game. Its methods belong to the main
// thread and never wait.
type App struct {
	*shell.Shell
	opt      Options
	pace     atomic.Int64 // least time of a computer's step
	chance   *rand.Rand
	settings Settings
	acts     []act

	voice     *speech
	game      *sitting     // nil before the first game
	left      *kept        // the game that was left, until another takes its place
	events    *events.Room // the event that is held here
	gate      *gate        // that event opened to the local network, nil while it is not
	online    *online.Room // who keeps games for us elsewhere
	joining   *far         // a game elsewhere that has not yet told of itself
	following following    // which begins after the game at the table
	farEvents farEvents
	lib       catalogue.Catalogue
	told      map[game.Means]bool // which unusual ways to take were explained
	faults    []string            // of the player's own variants that cannot be used
	stage     *rules.Rules        // on the stage
	carved    *variant.Board      // the find after which the board there is carved, nil: plain
	marks     scene.Marks
	hand      hand
	screen    panel.Screen
}

// The least time a computer takes for a step: against a human, and where one
// only watches and the picture has to keep up with both sides.
const (
	usualPace = 450 * time.Millisecond
	watchPace = 2 * usualPace
)

// setPace tells the computer's players how much time the picture needs.
func (a *App) setPace() {
	d := a.opt.Pace
	if d == 0 {
		d = usualPace
		if a.game != nil && a.game.setup.watched() {
			d = watchPace
		}
		if s := a.settings.speed(); s > 0 && s < 1 {
			d = time.Duration(float32(d) / s)
		}
	}
	a.pace.Store(int64(max(d, 0)))
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
	a := &App{opt: opt, chance: rand.New(rand.NewPCG(opt.Seed, 0)), marks: scene.NoMarks(), hand: emptyHand(), told: map[game.Means]bool{}}
	a.acts = acts()
	a.voice = &speech{a: a}
	a.Shell = shell.New(ctx, shell.Options{Now: opt.Clock.Now, Wake: opt.Wake, Buzz: opt.Ear.Refuse, Store: opt.Store, Hooks: a.hooks()})
	a.events = events.New(a.Shell, opt.Hall, opt.Clock, eventHost{a})
	a.enterOnline()
	a.loadSettings()
	a.readShelf()
	a.apply()
	if err := a.begin(); err != nil {
		a.Close()
		return nil, err
	}
	if opt.Network != nil && opt.Invitation != "" {
		a.online.OpenInvitation(opt.Invitation)
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
			return fmt.Errorf("%w; in %s: %s", err, a.lib.Shelf.Where(), strings.Join(a.faults, "; "))
		default:
			a.Open(faultsPage{a})
		}
		return err
	}
	a.set(a.lib.Usual(a.settings.New.Variant))
	a.Open(titlePage{a})
	if a.left = a.loadGame(); a.left != nil {
		a.set(a.left.variant)
		at := a.left.match.State().Position
		a.opt.View.Set(at.Setup())
		a.Open(resumePage{a, a.left})
	}
	if len(a.faults) > 0 {
		a.Open(faultsPage{a})
	}
	return nil
}

// beginWith starts straight into a game.
func (a *App) beginWith(s *Setup) error {
	v, err := a.lib.Get(s.Variant)
	switch {
	case err != nil:
		return err
	case a.opt.Match != nil:
		return a.sit(v, *s, a.opt.Match)
	}
	return a.start(*s)
}

// Frame takes in what happened at the table and elsewhere since the last
// frame. It returns when it next wants a frame; the zero time means only on
// input or when Wake is called.
func (a *App) Frame(now time.Time) (wake time.Time) {
	a.TakeNews()
	a.drain()
	a.frameFar(now)
	a.announce()
	a.study()
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
	if t, ok := a.awayTick(now); ok {
		sooner(t)
	}
	if g := a.game; g != nil {
		if t, ok := nextTick(&g.state.Clock, g.state.Position.Turn(), now); ok {
			sooner(t)
		}
		if g.ending && a.Depth() == 0 { // the picture is still on its way to the end of the game
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
	a.leave()
	a.Stop()
	a.shutHall()
	if a.joining != nil {
		a.joining.remote.Close()
		a.joining = nil
	}
	a.following = following{}
	a.online.Disconnect()
	a.Shell.Close()
}

// piece returns what stands on sq in the position shown.
func (a *App) piece(sq game.Square) (game.Piece, game.Kind) {
	p := a.game.shown.position.At(sq)
	return p, a.game.variant.Rules.Kinds()[p]
}

// situation returns the present position for an adviser.
func (g *sitting) situation(now time.Time) table.Situation {
	return table.Situation{Position: g.state.Position, History: g.state.History.Clone(), Clock: g.state.Clock, Now: now}
}
