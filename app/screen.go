package app

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Frame handles the events since the last frame. It returns the time for the next frame; the zero time means
// after input or a call of Wake.
func (a *App) Frame(now time.Time) (wake time.Time) {
	a.shell.TakeNews()
	a.board.Drain()
	a.net.Frame(now)
	a.board.Announce()
	a.after.Step(now)
	a.board.Analyser.Follow()
	a.shell.Expire(now)
	a.refresh()
	return a.wake(now)
}

// wake returns the time of the next change without input.
func (a *App) wake(now time.Time) (at time.Time) {
	sooner := func(t time.Time) {
		if at.IsZero() || t.Before(at) {
			at = t
		}
	}
	for _, t := range a.shell.Toasts() {
		if !t.Until.IsZero() {
			sooner(t.Until)
		}
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
	if g := a.board.Game(); g != nil {
		if t, ok := board.NextTick(&g.State.Clock, g.State.Position.Turn(), now); ok {
			sooner(t)
		}
		if g.Ending && a.shell.InPlay() { // the animation of the end is running
			sooner(now.Add(50 * time.Millisecond))
		}
	}
	return at
}

// Screen returns the content of the panels.
func (a *App) Screen() *panel.Screen {
	a.refresh()
	return &a.screen
}

// refresh updates the screen and the marks on the board.
func (a *App) refresh() {
	now := a.opt.Clock.Now()
	if touched := a.shell.Touched(); !touched && !a.ticked(now) {
		return
	}
	a.screen = panel.Screen{
		Version: a.screen.Version + 1,
		Game:    a.board.Sheet(now),
		Dialog:  a.shell.Dialog(),
		Toasts:  a.shell.Toasts(),
		Bar:     a.bar(),
		Sizes:   a.settings.Reading.sizes(),
		Folds:   a.folds,
	}
	if w, ok := a.waits(now); ok {
		a.screen.Banner = &w.Banner
	}
	a.screen.Reword(tongue.Text)
	a.opt.View.Mark(a.board.Mark())
}

// ticked reports whether a clock shows a new time.
func (a *App) ticked(now time.Time) bool {
	if b := a.screen.Banner; b != nil && b.Clock.On {
		if w, _ := a.waits(now); w.Clock != b.Clock {
			return true
		}
	}
	if a.board.Game() == nil || a.screen.Game == nil {
		return false
	}
	for side, seat := range a.screen.Game.Seats {
		if board.ClockFace(&a.board.Game().State.Clock, game.Side(side), now) != seat.Clock {
			return true
		}
	}
	return false
}

// bar returns the buttons of the toolbar.
func (a *App) bar() []panel.Button {
	var bar []panel.Button
	for i := range a.actions.acts {
		t := &a.actions.acts[i]
		if !t.bar || t.game && a.board.Game() == nil || t.rare && !a.actions.can(t) || t.have != nil &&
			!t.have(a) || t.study &&
			!a.studies() || t.play && a.browses() {
			continue
		}
		b := panel.Button{ID: t.id, Label: t.label, Short: t.short, Icon: t.id, Disabled: !a.actions.can(t),
			On: t.on != nil && t.on(a)}
		if why := a.actions.barred(t.id); why != "" {
			b.Why, b.Disabled = why, true
		}
		if len(t.keys) > 0 {
			b.Key = keyName(t.keys[0])
		}
		if t.id == "pause" {
			afterClient{a}.pauseButton(&b)
		}
		if t.id == "study" && a.study.Branching() {
			b.Label, b.Short = study.TextBack, ""
		}
		b.Focus = b.ID == a.tools.on && a.shell.Depth() == 0
		bar = append(bar, b)
	}
	return bar
}

func (a *App) flat() {
	c := a.opt.View.Camera()
	c.SetFlat(!c.Flat())
}
