package online

import (
	"cmp"
	"context"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// servicePage asks for the address of a service and signs in there.
type servicePage struct {
	r                   *Room
	address, name, code *shell.Entry
	at                  int // the known one that the keyboard is on
}

func (r *Room) openService() {
	e := r.Client.Settings()
	p := &servicePage{r: r, address: shell.NewEntry("", longestURL), name: shell.NewEntry(e.Name, longestName), code: shell.NewEntry("", longestName)}
	if len(e.Services) > 0 {
		p.address = shell.NewEntry(e.Services[0], longestURL)
	}
	r.Open(p)
}

// OpenService asks whether to sign in at the service of a link.
func (r *Room) OpenService(link string) {
	r.openService()
	if p, is := r.Front().(*servicePage); is {
		p.address = shell.NewEntry(link, longestURL)
	}
}

func (p *servicePage) Show() panel.Dialog {
	e := p.r.Client.Settings()
	d := panel.Dialog{ID: "service", Title: textService, Cancel: "close"}
	if len(e.Services) > 0 {
		known := panel.Field{ID: "known", Label: "Where you have been", Columns: 2, Pick: "open-known", Chosen: min(p.at, len(e.Services)-1)}
		for _, s := range e.Services {
			known.Cards = append(known.Cards, panel.Card{Head: cmp.Or(e.Called[s], host(s)), Lines: []string{host(s)}})
		}
		d.Fields = append(d.Fields, known)
	}
	d.Fields = append(d.Fields, p.address.Field("address", textAddress, "As you were told it: tafl.example, or a link. Only services that you trust"), p.name.Field("name", textYourName, textSignNote), p.code.Field("code", "Code of another device", "Only to join an account that you have already"))
	d.Buttons = []panel.Button{
		{ID: "sign", Label: "Sign in", Primary: true, Disabled: p.r.busy},
		{ID: "guest", Label: textGuest, Disabled: p.r.busy},
		{ID: "close", Label: textCancel},
	}
	if p.r.busy {
		d.Lines = []string{TextAsking}
	}
	return d
}

// written implements writer.
func (p *servicePage) Written(field string) *shell.Entry {
	switch field {
	case "name":
		return p.name
	case "code":
		return p.code
	}
	return p.address
}

// wrote implements writer.
func (p *servicePage) Wrote(string) {}

func (p *servicePage) Do(c panel.Command) {
	switch c.ID {
	case "known":
		p.at = max(c.Arg, 0)
		p.r.Touch()
	case "open-known":
		if known := p.r.Client.Settings().Services; c.Arg >= 0 && c.Arg < len(known) && !p.r.busy {
			p.at, p.address = c.Arg, shell.NewEntry(known[c.Arg], longestURL)
			p.r.signIn(known[c.Arg], "", false)
		}
	case "sign":
		if code := p.code.String(); code != "" {
			p.r.pair(p.address.String(), code)
			return
		}
		p.r.signIn(p.address.String(), p.name.String(), false)
	case "guest":
		p.r.signIn(p.address.String(), "", true)
	}
}

// pair adds this device to an account and opens the lobby.
func (r *Room) pair(address, code string) {
	if address == "" {
		r.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.Network.Pair(ctx, address, code, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, s.Me().Name) }
	})
}

// signIn signs in at a service and opens its lobby.
func (r *Room) signIn(address, name string, guest bool) {
	if address == "" {
		r.Refuse(textNoAddress)
		return
	}
	tell := r.tellService()
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.Network.Service(ctx, address, name, guest, tell)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.signedIn(s, name) }
	})
}

func (r *Room) signedIn(s remote.Service, name string) {
	r.enterService(s, s.Address())
	e := r.Client.Settings()
	e.remember(s.Address(), s.Name())
	if name != "" {
		e.Name = name
	}
	r.Client.Change(e)
	r.Shut("service")
	r.Shut("net")
	r.Say(textWelcome(s), panel.Good)
	r.openLobby()
}

// enterService is signed in at a service in the place of the one before.
func (r *Room) enterService(s remote.Service, address string) {
	if old := r.service; old != nil {
		r.Dismiss(old)
	}
	r.service, r.address, r.lobby, r.queued, r.invited = s, address, wire.Lobby{}, false, map[string]wire.Invitation{}
	r.back = returning{}
	r.Events.Forget(nil)
	r.Client.Archived(s)
}

// signOut leaves the service.
func (r *Room) signOut() {
	s := r.service
	r.service, r.queued = nil, false
	r.Client.Archived(nil)
	r.Events.Forget(s)
	r.Dismiss(s)
	r.Say(TextLeftService, panel.Plain)
}
