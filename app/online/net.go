package online

import (
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// netPage is the choice of who keeps the game.
type netPage struct{ r *Room }

func (p netPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: TextNetwork,
		Lines: []string{"Play people on other computers. All other games need no network."}, Cancel: "close"}
	if p.r.opt.Events.Last() != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: "Go to tournament", Icon: "events",
			Primary: true})
	}
	if p.r.service != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "lobby", Label: "Go to the service's lobby", Icon: "title",
			Primary: len(d.Buttons) == 0})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "host", Label: "Host a game on the local network", Icon: "open", Primary: len(d.Buttons) == 0},
		panel.Button{ID: "join", Label: "Join a game on the local network", Icon: "play"},
		panel.Button{ID: "service", Label: textService, Icon: "title"},
		panel.Button{ID: "invitation", Label: textTakeInvitation, Icon: "accept"},
		panel.Button{ID: "close", Label: textCancel, Icon: "cancel"})
	return d
}

func (p netPage) Do(c panel.Command) {
	switch c.ID {
	case "event":
		if back := p.r.opt.Events.Last(); back != nil {
			back()
		}
	case "host":
		p.r.openHost()
	case "join":
		p.r.openJoin()
	case "service":
		p.r.openService()
	case "lobby":
		p.r.openLobby()
	case "invitation":
		p.r.OpenInvitation("")
	}
}

// Enter opens the choice of who keeps the game, and over it the lobby where we are signed
// in: the local network stays in reach.
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

// Frame asks for what is on the screen when it is time, now and then for games of ours
// that go on, and comes back to those that were left.
func (r *Room) Frame(now time.Time) {
	r.lookAround()
	if !r.back.next.IsZero() && r.back.fault != nil && !now.Before(r.back.next) {
		r.Return()
	}
	r.follow()
	if r.toldQueue() && !now.Before(r.redraw) {
		r.redraw = now.Add(pollTime) // the seconds go on
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
		if r.view == viewWatch || r.view == viewMine { // whose boards nobody tells of
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

// Next returns when the room next has something to ask or to show, zero if that is not known.
func (r *Room) Next() time.Time {
	if p, is := r.shell.Front().(*joinPage); is && !p.looking {
		return p.next
	}
	next := r.next
	if r.back.fault != nil && !r.back.on && (next.IsZero() || r.back.next.Before(next)) {
		next = r.back.next
	}
	if r.toldQueue() && (next.IsZero() || r.redraw.Before(next)) {
		next = r.redraw
	}
	return next
}

// follow hears of changes in the lobby while it is on the screen, and in the queue while we wait.
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

// atLobby reports whether the lobby is on the screen.
func (r *Room) atLobby() bool {
	_, is := r.shell.Front().(*lobbyPage)
	return is
}

// poll asks the service for the lobby, and in the queue how it goes, where it does not tell that by
// itself; for boards that are shown; and for the events on the screen.
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

// askLobby asks a service for the lobby, beside the main thread.
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

// askQueue asks a service how it goes in the queue, likewise.
func (r *Room) askQueue(s remote.Service) (heard func()) {
	w, lost := wire.GetQueue.Ask(r.shell.Ctx(), s, wire.None{})
	return func() {
		if r.queued && lost == nil {
			r.waited(w)
		}
	}
}

// Mine says how many games of ours go on at the service, with so many more.
func (r *Room) Mine(more int) string { return textCount(textMine, len(r.lobby.Mine)+more) }

// boardTime is between looks at the boards of games that the lobby shows.
const boardTime = 4 * time.Second

const (
	pollTime = 2 * time.Second
	toldTime = 15 * time.Second // between questions for the lobby to a service that tells when it has changed
)
