// Package app is the client's controller: it turns clicks and keys into
// actions at a table and what happens there into screen models and a scene. It
// runs on the main thread and knows no window and no OpenGL.
package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

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
	opt      Options
	ctx      context.Context // of everything that runs beside the main thread
	cancel   context.CancelFunc
	workers  sync.WaitGroup
	news     chan func()  // what the workers found, to be done on the main thread
	saver    *saver       // nil without a store
	pace     atomic.Int64 // least time of a computer's step
	chance   *rand.Rand
	settings Settings
	acts     []act

	voice   *speech
	game    *sitting // nil before the first game
	left    *kept    // the game that was left, until another takes its place
	hall    *hall    // the event that is open, nil if none is
	net     network  // who keeps games for us elsewhere
	lib     library
	told    map[game.Means]bool // which unusual ways to take were explained
	faults  []string            // of the player's own variants that cannot be used
	stage   *rules.Rules        // on the stage
	carved  *variant.Board      // the find after which the board there is carved, nil: plain
	pages   []opened            // the dialogs, the one on top last
	toasts  []panel.Toast
	marks   scene.Marks
	hand    hand
	screen  panel.Screen
	changed bool // the screen is out of date
	quit    bool
	deaf    bool // the newest key opened or closed a dialog: what it types is meant for nobody
}

// maxNews is how many findings may wait for the main thread.
const maxNews = 16

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
	ctx, cancel := context.WithCancel(ctx)
	a := &App{opt: opt, ctx: ctx, cancel: cancel, news: make(chan func(), maxNews), changed: true,
		chance: rand.New(rand.NewPCG(opt.Seed, 0)), marks: scene.NoMarks(), hand: emptyHand(), told: map[game.Means]bool{}}
	a.acts = acts()
	a.voice = &speech{a: a}
	if opt.Store != nil {
		a.saver = newSaver(opt.Store, func(name string, err error) {
			a.later(func() { a.say(textNotSaved(name, err), panel.Bad) })
		})
	}
	a.loadSettings()
	a.readShelf()
	a.apply()
	if err := a.begin(); err != nil {
		a.Close()
		return nil, err
	}
	if opt.Network != nil && opt.Invitation != "" {
		a.openInvitation(opt.Invitation)
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
			return fmt.Errorf("%w; in %s: %s", err, a.lib.shelf.Where(), strings.Join(a.faults, "; "))
		default:
			a.open(faultsPage{})
		}
		return err
	}
	a.set(a.lib.usual(a.settings.New.Variant))
	a.open(titlePage{})
	if a.left = a.loadGame(); a.left != nil {
		a.set(a.left.variant)
		at := a.left.match.State().Position
		a.opt.View.Set(at.Setup())
		a.open(resumePage{a.left})
	}
	if len(a.faults) > 0 {
		a.open(faultsPage{})
	}
	return nil
}

// beginWith starts straight into a game.
func (a *App) beginWith(s *Setup) error {
	v, err := a.lib.get(s.Variant)
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
	for more := true; more; {
		select {
		case f := <-a.news:
			f()
		default:
			more = false
		}
	}
	a.drain()
	a.frameNet(now)
	a.announce()
	a.study()
	a.expire(now)
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
	for _, t := range a.toasts {
		sooner(t.Until)
	}
	if t := a.net.next; !t.IsZero() {
		sooner(t)
	}
	if g := a.game; g != nil {
		if t, ok := nextTick(&g.state.Clock, g.state.Position.Turn(), now); ok {
			sooner(t)
		}
		if g.ending && len(a.pages) == 0 { // the picture is still on its way to the end of the game
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

// Quit reports whether the window should close.
func (a *App) Quit() bool { return a.quit }

// FullScreen reports whether the player wants the whole screen.
func (a *App) FullScreen() bool { return a.settings.FullScreen }

// Close saves and stops everything. The App is not used afterwards, except that
// it may be closed once more.
func (a *App) Close() {
	a.leave()
	a.cancel()
	a.shutHall()
	a.net.close()
	a.workers.Wait()
	if a.saver != nil {
		a.saver.close()
		a.saver = nil
	}
}

// later lets f run on the main thread. It may be called from any goroutine.
func (a *App) later(f func()) {
	select {
	case a.news <- f:
		a.opt.Wake()
	case <-a.ctx.Done():
	}
}

// keep saves a file without waiting for it.
func (a *App) keep(name string, data []byte) {
	if a.saver != nil {
		a.saver.save(name, data)
	}
}

// touch says that the screen is out of date.
func (a *App) touch() { a.changed = true }

// The messages that pass.
const (
	toastTime = 4 * time.Second
	toastMost = 4
)

// say shows a message that passes; a long one stays longer.
func (a *App) say(text string, tone panel.Tone) {
	until := a.opt.Clock.Now().Add(toastTime + time.Duration(len(text))*30*time.Millisecond)
	for i, t := range a.toasts {
		if t.Text == text {
			a.toasts = append(a.toasts[:i], a.toasts[i+1:]...)
			break
		}
	}
	a.toasts = append(a.toasts, panel.Toast{Text: text, Tone: tone, Until: until})
	if len(a.toasts) > toastMost {
		a.toasts = a.toasts[1:]
	}
	a.touch()
}

// refuse says why something cannot be done.
func (a *App) refuse(why string) {
	a.opt.Ear.Refuse()
	a.say(why, panel.Bad)
}

// expire takes away the messages that have been shown long enough.
func (a *App) expire(now time.Time) {
	left := a.toasts[:0]
	for _, t := range a.toasts {
		if now.Before(t.Until) {
			left = append(left, t)
		}
	}
	if len(left) != len(a.toasts) {
		a.touch()
	}
	a.toasts = left
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
