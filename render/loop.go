package render

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/render/gl"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// Times of the main loop.
const (
	frameTime = time.Second / 60
	idleTime  = 5 * time.Second       // longest sleep
	stepMost  = 50 * time.Millisecond // largest step of an animation between two pictures
)

// loop is the main loop while the window is open.
type loop struct {
	window   *window
	painter  *painter
	hud      *hud.HUD
	input    input
	scene    *scene.Scene
	client   Client
	last     time.Time // when the scene was last advanced; zero at rest
	shown    uint64    // version of the screen on the panels
	redo     bool      // redraw
	carving  bool      // the title shows the progress of carving
	rested   time.Time // when the camera last moved
	reported Status    // last reported status
}

// Run opens the window and runs the game until the client or the user closes it or ctx ends. A message on
// wakeUp makes it call Client.Frame.
func Run(ctx context.Context, opt Options, sc *scene.Scene, c Client, wakeUp <-chan struct{}) error {
	opt = opt.withDefaults()
	defer c.Close()
	panels, err := hud.New()
	if err != nil {
		return err
	}
	carver := newCarver(true, opt.Cache)
	carver.prefetch(sc, opt)
	defer carver.close()
	w, err := openWindow(opt, true)
	if err != nil {
		return err
	}
	defer w.close()
	p, err := newPainter(opt, sc.Dressed(), carver)
	if err != nil {
		return err
	}
	defer p.dispose()
	carver.want(wishFor(sc, p.grade.detail, opt.Seed)) // while the shaders are compiled
	glfw.SwapInterval(1)
	l := &loop{window: w, painter: p, hud: panels, scene: sc, client: c, redo: true}
	l.input = input{scene: sc, client: c, hud: panels, speed: opt.Speed, clipboard: w.win.GetClipboardString}
	defer forward(ctx, wakeUp, carver.news)()
	return l.run(ctx)
}

// forward wakes the loop for each message until stop is called.
func forward(ctx context.Context, wakeUp, news <-chan struct{}) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		cancelled := ctx.Done()
		for {
			select {
			case <-done:
				return
			case <-cancelled:
				cancelled = nil
			case <-news:
			case _, ok := <-wakeUp:
				if !ok {
					wakeUp = nil
				}
			}
			glfw.PostEmptyEvent()
		}
	}()
	return func() { close(done); wg.Wait() }
}

func (l *loop) run(ctx context.Context) error {
	for {
		start := time.Now()
		wake := l.client.Frame(start)
		if l.client.Quit() || l.window.win.ShouldClose() || ctx.Err() != nil {
			return nil
		}
		l.advance(start)
		if err := l.draw(); err != nil {
			return err
		}
		l.window.setFull(l.client.FullScreen()) // Wayland shows a window with its first picture
		owed := len(l.window.events) > 0
		l.report()
		l.sleep(start, wake)
		if owed { // the effect of the previous click may have arrived while drawing
			l.client.Frame(time.Now())
		}
		var redo bool
		l.window.events, redo = l.input.takeClick(l.window.events, time.Now())
		l.redo = l.redo || redo
	}
}

// advance advances the scene by the time since the last picture.
func (l *loop) advance(now time.Time) {
	if !l.scene.Busy() {
		l.last = time.Time{}
		return
	}
	d := frameTime
	if !l.last.IsZero() {
		d = min(now.Sub(l.last), stepMost)
	}
	l.last = now
	l.scene.Advance(d)
}

// draw redraws the window if anything has changed.
func (l *loop) draw() error {
	w, h := l.window.win.GetFramebufferSize()
	if w == 0 || h == 0 || l.window.away { // minimised
		return nil
	}
	l.input.w, l.input.h = w, h
	l.title()
	screen := l.client.Screen()
	l.hud.Layout(screen, w, h, l.window.scale())
	if !l.painter.canDraw() {
		if err := l.show(w, h); err != nil {
			return err
		}
	}
	if err := errors.Join(l.painter.applyStyle(l.scene.Dressed()), l.painter.resize(w, h)); err != nil {
		return err
	}
	l.scene.Camera().Resize(w, h)
	l.scene.Camera().Insets(l.hud.Insets())
	l.painter.deliver(l.scene.Busy())
	if err := l.painter.useDraft(l.moving() || l.painter.brief()); err != nil {
		return err
	}
	if l.painter.stale(l.scene) {
		if err := l.painter.paint(l.scene); err != nil {
			return err
		}
		l.redo = true
	}
	if !l.redo && l.shown == screen.Version {
		if !l.scene.Busy() && l.painter.owing() {
			return l.painter.sketchNext()
		}
		return nil
	}
	l.redo, l.shown = false, screen.Version
	return l.show(w, h)
}

// show presents the picture with the panels. Until the board is carved it shows a diagram.
func (l *loop) show(w, h int) error {
	p, list := l.painter, l.hud.Panels()
	if !p.canDraw() || !p.ready() {
		under := l.hud.Drawn(diagramOf(l.scene), float64(p.carver.made.Load())/100)
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		return l.window.swap(p.panels.draw(p, slices.Concat(under, list), w, h))
	}
	defer p.carver.draftShown()
	return l.window.show(p, func() error { return p.panels.draw(p, list, w, h) })
}

// diagramOf returns the diagram of a scene; nil if it has no board.
func diagramOf(sc *scene.Scene) *panel.Diagram {
	st := sc.On()
	if st.Board == nil {
		return nil
	}
	d := &panel.Diagram{Board: st.Board, Kinds: st.Kinds, Pieces: make([]game.Piece, st.Board.Squares()),
		Throne: st.Throne, Corner: st.Corners, Camps: slices.Concat(st.Camps...)}
	for _, a := range sc.Actors() {
		if sq, on := st.Square(a.At.X, a.At.Z); on && !a.Taken {
			d.Pieces[sq] = a.Piece
		}
	}
	return d
}

// title shows the progress in the title of the window.
func (l *loop) title() {
	busy := l.painter.carving()
	if busy != l.carving {
		l.carving = busy
		title := l.painter.opt.Title
		if busy {
			title += " - " + hud.Carving()
		}
		l.window.win.SetTitle(title)
	}
}

// moving reports whether the camera moves or stopped only just now.
func (l *loop) moving() bool {
	if l.scene.Camera().Busy() {
		l.rested = time.Now()
		return true
	}
	return time.Since(l.rested) < l.painter.pace.Rest()
}

// sleep waits for the next event, for the next picture of an animation, or for a request of the client.
func (l *loop) sleep(start, wake time.Time) {
	rest := idleTime
	if !wake.IsZero() {
		rest = min(rest, time.Until(wake))
	}
	if l.scene.Busy() {
		rest = min(rest, frameTime-time.Since(start))
	}
	if l.window.away { // nothing is drawn
		rest = max(rest, stepMost)
	} else if l.painter.coming != nil && !l.scene.Busy() {
		rest = min(rest, time.Millisecond)
	} else if l.painter.isDraft() && !l.painter.brief() { // the full picture is pending
		rest = min(rest, max(l.painter.pace.Rest()-time.Since(l.rested), time.Millisecond))
	} else if !l.scene.Busy() && l.painter.owing() {
		rest = min(rest, time.Millisecond)
	}
	if rest <= 0 || len(l.window.events) > 0 {
		glfw.PollEvents()
		return
	}
	glfw.WaitEventsTimeout(rest.Seconds())
}

// report calls Options.Report when the status changes. Call it after the picture is shown and before waiting
// for events, so that later events are not counted.
func (l *loop) report() {
	tell := l.painter.opt.Report
	if tell == nil {
		return
	}
	now := Status{Finished: l.finished(), Inputs: l.reported.Inputs}
	if now.Finished {
		now.Inputs = l.window.inputs
	}
	if now != l.reported {
		l.reported = now
		tell(now)
	}
}

// finished reports whether the window is up to date.
func (l *loop) finished() bool {
	return len(l.window.events) == 0 && !l.window.away && !l.redo && l.shown == l.client.Screen().Version &&
		!l.scene.Busy() && l.painter.finished(l.scene)
}
