package app

import (
	"slices"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// toWaiting is the command of the banner.
const toWaiting = "to-waiting"

// bannerKey presses the button of the banner.
var bannerKey = panel.Key{Name: "b", Ctrl: true}

// bannerTick is the update interval of the banner's clock.
const bannerTick = 250 * time.Millisecond

// waiting is the text of the banner and its action.
type waiting struct {
	panel.Banner
	open func()
}

// unbannered are the dialogs without a banner: those of the game itself and questions about it.
var unbannered = []string{"asked", "chat", "confirm", "menu", "over"}

// waits returns the most urgent pending item: a game in progress, then network notices.
func (a *App) waits(now time.Time) (w waiting, ok bool) {
	at, front := a.board.Game(), ""
	if d := a.shell.Front(); d != nil {
		front = d.Show().ID
	}
	live := at != nil && at.Remote != nil && at.Going() && !at.Setup.Watched() && !at.Remote.Status.Aborted
	switch {
	case live && a.shell.InPlay(), slices.Contains(unbannered, front):
		return w, false
	case live:
		w = banner(textGoesOn(at), "Back to the game", a.net.Back)
		w.Clock = board.ClockFace(&at.State.Clock, at.State.Position.Turn(), now)
		return w, true
	}
	for _, u := range a.online.Goes() {
		if at != nil && at.Remote != nil && at.Remote.Host == u.Host && at.Remote.ID == u.Game ||
			a.net.Joining(u.Game) {
			continue
		}
		w = banner(u.Text, "To the game", func() { a.net.GoTo(u.Host, u.Game) })
		if left, known := u.Left(now); known {
			w.Clock.On = true
			w.Clock.Figures, w.Clock.Words = board.ClockParts(left, 0)
		}
		return w, true
	}
	n, ok := a.online.Waits()
	if !ok && a.shell.Depth() > 0 {
		n.Text, ok = a.events.EventGoesOn()
		n.Button, n.Open = events.TextToEvent, func() {
			a.shell.Clear()
			a.events.OpenAnyEvent()
		}
	}
	if !ok || n.Shown == front && front != "" {
		return w, false
	}
	w = banner(n.Text, n.Button, n.Open)
	if n.Bad {
		w.Tone = panel.Bad
	}
	return w, true
}

func banner(text, button string, open func()) waiting {
	return waiting{panel.Banner{Text: text, Button: panel.Button{ID: toWaiting, Label: button, Key: keyName(bannerKey),
		Primary: true}}, open}
}

// goWaiting opens the item of the banner.
func (a *App) goWaiting() {
	if w, ok := a.waits(a.opt.Clock.Now()); ok {
		w.open()
		a.shell.Touch()
	}
}

// textGoesOn reports that the game at the board continues behind the page.
func textGoesOn(g *board.Game) string {
	side, ok := g.Opponent()
	switch {
	case !ok:
		return tongue.Text("Game in progress")
	case g.State.Position.Turn() == side:
		return tongue.Textf("Game in progress: %s to move", tongue.Name(g.Setup.Remote[side]))
	}
	return tongue.Textf("Game against %s: your turn", tongue.Name(g.Setup.Remote[side]))
}
