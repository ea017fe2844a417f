package online

import (
	"cmp"
	"context"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// servicePage asks for the address of a service and signs in.
type servicePage struct {
	r                   *Room
	address, name, code *shell.Entry
	at                  int // index of the focused known service
	nearby              []wire.Found
	near                int // index of the focused nearby service
	search
}

// searcher is a page that searches the local network while it is on top.
type searcher interface{ scan(*Room) }

// search repeats a search of the local network while a page is open.
type search struct {
	looking bool
	next    time.Time // time of the next search
	fault   error     // error
}

// begin reports whether a search is due, and marks it as running.
func (s *search) begin(now time.Time) bool {
	due := !s.looking && !now.Before(s.next)
	s.looking = s.looking || due
	return due
}

// scan searches the local network for a short time.
func (p *servicePage) scan(r *Room) {
	r.around(&p.search, r.opt.Network.FindServices, func(list []wire.Found) { p.nearby = list })
}

// around runs a search in the background and passes the result to take.
func (r *Room) around(s *search, find func(context.Context) ([]wire.Found, error), take func([]wire.Found)) {
	if !s.begin(r.opt.Now()) {
		return
	}
	r.shell.Go(func() {
		list, err := find(r.shell.Ctx())
		r.shell.Later(func() {
			s.looking, s.next, s.fault = false, r.opt.Now().Add(lookPause), err
			take(list)
			r.shell.Touch()
		})
	})
}

func (r *Room) openService() {
	e := r.opt.Client.Settings()
	p := &servicePage{r: r, address: shell.NewEntry("", longestURL), name: shell.NewEntry(e.Name, longestName),
		code: shell.NewEntry("", longestName)}
	if len(e.Services) > 0 {
		p.address = shell.NewEntry(e.Services[0], longestURL)
	}
	r.shell.Open(p)
	p.scan(r)
}

// OpenService asks whether to sign in at the service of a link.
func (r *Room) OpenService(link string) {
	r.openService()
	if p, is := r.shell.Front().(*servicePage); is {
		p.address = shell.NewEntry(link, longestURL)
	}
}

func (p *servicePage) Show() panel.Dialog {
	e := p.r.opt.Client.Settings()
	d := panel.Dialog{ID: "service", Title: textService, Cancel: "close"}
	if len(e.Services) > 0 {
		known := panel.Field{ID: "known", Label: "Known services", Columns: 2, Set: panel.Into(&p.at),
			Chosen: min(p.at, len(e.Services)-1), Pick: "open-known", Open: func(n int) {
				if !p.r.busy {
					p.at, p.address = n, shell.NewEntry(e.Services[n], longestURL)
					p.r.signIn(e.Services[n], "", false)
				}
			}}
		for _, s := range e.Services {
			known.Cards = append(known.Cards, panel.Card{Head: cmp.Or(e.Called[s], host(s)), Lines: []string{host(s)}})
		}
		d.Fields = append(d.Fields, known)
	}
	if len(p.nearby) > 0 {
		choose := func(n int) { p.near, p.address = n, shell.NewEntry(p.nearby[n].Address, longestURL) }
		near := panel.Field{ID: "nearby", Label: "On the local network", Columns: 2, Set: choose, Pick: "open-nearby",
			Open: choose, Chosen: min(p.near, len(p.nearby)-1)}
		for _, n := range p.nearby {
			near.Cards = append(near.Cards, panel.Card{Head: n.Name, Lines: []string{host(n.Address)}})
		}
		d.Fields = append(d.Fields, near)
	}
	d.Fields = append(d.Fields, p.address.Field("address", textAddress,
		"For example tafl.example, or a link. Use only services that you trust"),
		p.name.Field("name", textYourName, textSignNote), p.code.Field("code", "Code, if you have an account",
			"Shown on your other device under Your account, Add device. A recovery code works too"))
	d.Buttons = []panel.Button{
		{ID: "sign", Label: "Sign in", Primary: true, Press: p.sign, Disabled: p.r.busy},
		{ID: "guest", Label: textGuest, Press: func() { p.r.signIn(p.address.String(), "", true) }, Disabled: p.r.busy},
	}
	if len(e.Services) > 0 {
		d.Buttons = append(d.Buttons, panel.Button{ID: "forget", Label: "Remove from list", Press: p.forget,
			Disabled: p.r.busy})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	if p.r.busy {
		d.Lines = []string{TextAsking}
	}
	return d
}

// sign signs in with the code, or with the name without one.
func (p *servicePage) sign() {
	if code := p.code.String(); code != "" {
		p.r.pair(p.address.String(), code)
		return
	}
	p.r.signIn(p.address.String(), p.name.String(), false)
}

// forget removes the selected service from the list. The account stays.
func (p *servicePage) forget() {
	e := p.r.opt.Client.Settings()
	if p.at = min(p.at, len(e.Services)-1); p.at < 0 {
		return
	}
	gone := e.Services[p.at]
	p.r.shell.Say(textForgotten(&e, gone), panel.Plain)
	e.forget(gone)
	if p.address.String() == gone {
		p.address = shell.NewEntry("", longestURL)
	}
	p.r.opt.Client.Change(e)
	p.r.shell.Touch()
}

// pair adds this device to an account and opens the lobby.
func (r *Room) pair(address, code string) {
	if address == "" {
		r.shell.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.opt.Network.Pair(ctx, address, code, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, s.Me().Name) }
	})
}

// signIn signs in at a service and opens its lobby.
func (r *Room) signIn(address, name string, guest bool) {
	if address == "" {
		r.shell.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.opt.Network.Service(ctx, address, name, guest, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, name) }
	})
}

func (r *Room) signedIn(s remote.Service, name string) {
	r.enterService(s, s.Address())
	e := r.opt.Client.Settings()
	e.remember(s.Address(), s.Name())
	if name != "" {
		e.Name = name
	}
	r.opt.Client.Change(e)
	r.shell.Shut("service")
	r.shell.Shut("net")
	r.shell.Say(textWelcome(s), panel.Good)
	r.openLobby()
}

// enterService replaces the current service.
func (r *Room) enterService(s remote.Service, address string) {
	if old := r.service; old != nil {
		r.Dismiss(old)
		r.warning = ""
	}
	r.service, r.address, r.lobby, r.queued, r.invited = s, address, wire.Lobby{}, false, map[string]wire.Invitation{}
	r.Reconnection.state = returning{}
	r.opt.Events.Forget(nil)
	r.opt.Client.Archived(s)
}

// signOut leaves the service.
func (r *Room) signOut() {
	s := r.service
	r.service, r.queued, r.warning = nil, false, ""
	r.opt.Client.Archived(nil)
	r.opt.Events.Forget(s)
	r.Dismiss(s)
	r.shell.Say(TextLeftService, panel.Plain)
}

// lookPause is the pause between two searches.
const lookPause = time.Second
