package app

import (
	"context"
	"time"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// afterClient implements after.Client.
type afterClient struct{ a *App }

func (c afterClient) Now() time.Time { return c.a.opt.Clock.Now() }

// Again saves the level, which the result page may have changed.
func (c afterClient) Again(s board.Setup) {
	if side, alone := s.Alone(); alone && s.Levels[side.Other()] > 0 && c.a.settings.New.Mode == againstComputer {
		set := c.a.settings
		set.New.Levels[0] = s.Levels[side.Other()]
		c.a.change(set)
	}
	c.a.startOr(s)
}

func (c afterClient) New() { c.a.openNew(c.a.settings.New.Mode) }

func (c afterClient) Title() { c.a.goTitle() }

func (c afterClient) Program(name string) bool { return c.a.settings.programOf(name) != nil }

func (c afterClient) Copy(text string) bool { return learnClient(c).Copy(text) }

// afterActs are the actions of a replay.
func afterActs() []act {
	in := func(f func(*after.PostGame)) func(*App, int) { return func(a *App, _ int) { f(a.after) } }
	return []act{
		{id: "pause", label: "Pause", does: "Start or pause autoplay",
			keys: key("p"), bar: true, game: true,
			ready: func(a *App) bool { return a.board.Going() && !a.browses() || a.after.MayPlay() },
			run:   func(a *App, _ int) { afterClient{a}.pauseOrPlay() },
			on:    func(a *App) bool { return a.board.Game().State.Paused && !a.after.MayPlay() || a.after.Playing() }},
		{id: "faster", label: "Speed", does: "Change the autoplay speed",
			keys: []panel.Key{{Name: "p", Shift: true}}, bar: true, game: true, rare: true,
			ready: func(a *App) bool { return a.after.Playing() }, run: in((*after.PostGame).Faster)},
	}
}

// pauseButton updates the label of the button.
func (c afterClient) pauseButton(b *panel.Button) {
	switch {
	case c.a.after.MayPlay() && !c.a.after.Playing():
		b.Label, b.Short, b.Icon = after.TextThrough, "Play", "play"
	case !c.a.after.MayPlay() && b.On:
		b.Label, b.Icon = words.GoOn, "play"
	}
}

// pauseOrPlay pauses a game, or replays a finished one.
func (c afterClient) pauseOrPlay() {
	if c.a.after.MayPlay() {
		c.a.after.Play()
		return
	}
	c.a.board.Pause()
}

// carved returns a function that renders a game as it looks here; nil: not possible.
func (a *App) carved() func(game string, flip bool) func(context.Context, func(done, of int)) ([]byte, error) {
	if a.opt.Carved == nil {
		return nil
	}
	return func(game string, flip bool) func(context.Context, func(done, of int)) ([]byte, error) {
		style := a.style()
		return func(ctx context.Context, told func(done, of int)) ([]byte, error) {
			return a.opt.Carved(ctx, game, flip, style, told)
		}
	}
}
