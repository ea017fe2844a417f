package online

import (
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// netPage offers the ways to play over the network.
type netPage struct{ r *Room }

func (p netPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: TextNetwork,
		Lines: []string{"Play people on other computers. All other games need no network."}, Cancel: "close"}
	if back := p.r.opt.Events.Last(); back != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: "Go to tournament", Icon: "events",
			Press: back, Primary: true})
	}
	if p.r.service != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "lobby", Label: "Go to the service's lobby", Icon: "title",
			Press: p.r.openLobby, Primary: len(d.Buttons) == 0})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "host", Label: "Host a game on the local network", Icon: "open", Primary: len(d.Buttons) == 0,
			Press: p.r.local.openHost},
		panel.Button{ID: "join", Label: "Join a game on the local network", Icon: "play", Press: p.r.local.openJoin},
		panel.Button{ID: "service", Label: textService, Icon: "title", Press: p.r.openService},
		panel.Button{ID: "invitation", Label: textTakeInvitation, Icon: "accept",
			Press: func() { p.r.OpenInvitation("") }},
		panel.Button{ID: "close", Label: textCancel, Icon: "cancel"})
	return d
}

// Enter opens that page and, if signed in, the lobby over it, so that the local network stays available.
func (r *Room) Enter() {
	if r.opt.Network == nil {
		return
	}
	r.openNet()
	if r.service != nil {
		r.openLobby()
	}
}

func (r *Room) openNet() {
	r.shell.Remove(func(p shell.Page) bool { _, is := p.(netPage); return is })
	r.shell.Open(netPage{r})
}

// Frame requests the displayed data when due, checks our games in progress from time to time, and reconnects
// to saved games.
func (r *Room) Frame(now time.Time) {
	r.local.lookAround()
	if !r.Reconnection.state.next.IsZero() && r.Reconnection.state.fault != nil &&
		!now.Before(r.Reconnection.state.next) {
		r.Reconnection.Return()
	}
	r.follow()
	if r.toldQueue() && !now.Before(r.redraw) {
		r.redraw = now.Add(pollTime) // the seconds change
		r.shell.Touch()
	}
	asks := r.queued && !r.toldQueue()
	awaited := r.service != nil && (asks || r.atLobby()) || r.opt.Events.Ask() != nil
	every := pollTime
	if awaited && r.slow {
		r.next = now
	}
	if r.slow = !awaited; r.slow {
		every = idleTime
	} else if r.told && !asks && r.opt.Events.Ask() == nil {
		every = toldTime
		if r.view == viewWatch || r.view == viewMine { // the service does not report changes of boards
			every = boardTime
		}
	}
	switch {
	case r.slow && (r.service == nil || len(r.lobby.Mine) == 0):
		r.next = time.Time{}
	case r.slow && r.next.IsZero():
		r.next = now.Add(every)
	case !r.polling && !now.Before(r.next):
		r.next = now.Add(every)
		r.poll()
	}
}

// Next returns the time of the next request or visible change; zero if unknown.
func (r *Room) Next() time.Time {
	if p, is := r.shell.Front().(*joinPage); is && !p.looking {
		return p.next
	}
	next := r.next
	if r.Reconnection.state.fault != nil && !r.Reconnection.state.on &&
		(next.IsZero() || r.Reconnection.state.next.Before(next)) {
		next = r.Reconnection.state.next
	}
	if r.toldQueue() && (next.IsZero() || r.redraw.Before(next)) {
		next = r.redraw
	}
	return next
}

// follow subscribes to changes of the lobby while it is visible, and of the queue while we wait.
func (r *Room) follow() {
	f, can := r.service.(follower)
	want := follows{lobby: can && r.atLobby(), queue: can && r.queued}
	if can {
		want.at = f
	}
	was := r.follows
	if want == was {
		return
	}
	if was.at != nil && was.at != want.at {
		was.at.Follow(false, false)
	}
	if r.follows = want; !want.lobby || !was.lobby || want.at != was.at {
		r.told = false
	}
	if can {
		f.Follow(want.lobby, want.queue)
	}
}

// atLobby reports whether the lobby is visible.
func (r *Room) atLobby() bool {
	_, is := r.shell.Front().(*lobbyPage)
	return is
}

// poll requests lobby and queue, unless the service reports their changes, visible boards, and visible
// tournaments.
func (r *Room) poll() {
	s, events, view := r.service, r.opt.Events.Ask(), viewPlay
	if r.atLobby() {
		view = r.view
	}
	asks := r.queued && !r.toldQueue()
	lobby, known := r.toldLobby()
	r.polling = true
	r.shell.Go(func() {
		heard, told := []func(){}, func() {}
		if s != nil && asks {
			heard = append(heard, r.askQueue(s))
		}
		if s != nil && known {
			looks := r.lookAt(s, r.lookedAt(view, &lobby)...)
			heard = append(heard, func() { r.looks = looks })
		} else if s != nil {
			heard = append(heard, r.askLobby(s, view))
		}
		if events != nil {
			told = events(r.shell.Ctx())
		}
		r.shell.Later(func() {
			r.polling = false
			for _, take := range heard {
				if r.service == s {
					take()
				}
			}
			told()
			r.shell.Touch()
		})
	})
}

// askLobby requests the lobby in the background.
func (r *Room) askLobby(s remote.Service, view int) (heard func()) {
	lobby, err := wire.GetLobby.Ask(r.shell.Ctx(), s, wire.None{})
	var looks map[string]look
	if err == nil {
		looks = r.lookAt(s, r.lookedAt(view, &lobby)...)
	}
	return func() {
		if r.fault = err; err == nil {
			r.heardLobby(lobby, looks)
		}
	}
}

// askQueue requests the state of the queue in the background.
func (r *Room) askQueue(s remote.Service) (heard func()) {
	w, lost := wire.GetQueue.Ask(r.shell.Ctx(), s, wire.None{})
	return func() {
		if r.queued && lost == nil {
			r.waited(w)
		}
	}
}

// Mine returns the number of our games in progress at the service plus more, as text.
func (r *Room) Mine(more int) string { return textCount(textMine, len(r.lobby.Mine)+more) }

// boardTime is the time between updates of boards in the lobby.
const boardTime = 4 * time.Second

const (
	pollTime = 2 * time.Second
	toldTime = 15 * time.Second // between requests to a service that reports changes
)
