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
	d := panel.Dialog{ID: "net", Kind: panel.Menu, Title: TextNetwork, Lines: []string{"Against people elsewhere. All other games need no network."}, Cancel: "close"}
	if p.r.Events.Last() != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: "To the event", Icon: "events", Primary: true})
	}
	if p.r.service != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "lobby", Label: "To the lobby of the service", Icon: "title", Primary: len(d.Buttons) == 0})
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
		if back := p.r.Events.Last(); back != nil {
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
	if r.Network == nil {
		return
	}
	r.openNet()
	if r.service != nil {
		r.openLobby()
	}
}

func (r *Room) openNet() {
	r.Remove(func(p shell.Page) bool { _, is := p.(netPage); return is })
	r.Open(netPage{r})
}

// Frame asks for what is on the screen when it is time, now and then for games of ours
// that go on, and comes back to those that were left.
func (r *Room) Frame(now time.Time) {
	r.lookAround()
	if !r.back.next.IsZero() && r.back.fault != nil && !now.Before(r.back.next) {
		r.Return()
	}
	awaited := r.service != nil && (r.queued || r.atLobby()) || r.Events.Ask() != nil
	every := pollTime
	if awaited && r.slow {
		r.next = now
	}
	r.followLobby()
	if r.slow = !awaited; r.slow {
		every = idleTime
	} else if r.told && !r.queued && r.Events.Ask() == nil {
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

// Next returns when the room next has something to ask, zero if that is not known.
func (r *Room) Next() time.Time {
	if p, is := r.Front().(*joinPage); is && !p.looking {
		return p.next
	}
	if r.back.fault != nil && !r.back.on && (r.next.IsZero() || r.back.next.Before(r.next)) {
		return r.back.next
	}
	return r.next
}

// followLobby hears of changes in the lobby while it is on the screen.
func (r *Room) followLobby() {
	var want follower
	if f, can := r.service.(follower); can && r.atLobby() {
		want = f
	}
	if want == r.follows {
		return
	}
	if r.follows != nil {
		r.follows.Follow(false)
	}
	if r.follows, r.told = want, false; want != nil {
		want.Follow(true)
	}
}

// atLobby reports whether the lobby is on the screen.
func (r *Room) atLobby() bool {
	_, is := r.Front().(*lobbyPage)
	return is
}

// poll asks the service for the lobby, and in the queue how it goes; and for the
// events on the screen.
func (r *Room) poll() {
	n := r
	s, queued, events, view := n.service, n.queued, r.Events.Ask(), viewPlay
	if n.atLobby() {
		view = n.view
	}
	n.polling = true
	r.Go(func() {
		heard, told := func() {}, func() {}
		if s != nil {
			heard = r.askLobby(s, queued, view)
		}
		if events != nil {
			told = events(r.Ctx())
		}
		r.Later(func() {
			n.polling = false
			if n.service == s {
				heard()
			}
			told()
			r.Touch()
		})
	})
}

// askLobby asks a service for the lobby, and how it goes in the queue, beside the
// main thread.
func (r *Room) askLobby(s remote.Service, queued bool, view int) (heard func()) {
	lobby, err := wire.GetLobby.Ask(r.Ctx(), s, wire.None{})
	var looks map[string]look
	if err == nil {
		looks = r.lookAt(s, r.lookedAt(view, &lobby)...)
	}
	var w wire.Waiting
	var lost error
	if queued {
		w, lost = wire.GetQueue.Ask(r.Ctx(), s, wire.None{})
	}
	return func() {
		n := r
		if n.fault = err; err == nil {
			r.heardLobby(lobby, looks)
		}
		if queued && n.queued && lost == nil {
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
