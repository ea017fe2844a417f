package app

import (
	"context"
	"slices"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// hostPage lays a game out on the local network.
type hostPage struct {
	a *App
	newPage
	name *shell.Entry
}

func (a *App) openHost() {
	if a.net.hosting != nil {
		a.Open(hostingPage{a})
		return
	}
	c := a.settings.New
	a.Open(&hostPage{a, newPage{a: a, choice: c, v: a.lib.usual(c.Variant)}, shell.NewEntry(a.settings.Net.Name, longestName)})
}

func (p *hostPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "host", Title: textHost, Cancel: "close", Aside: p.aside(p.a), Fields: append(p.games(p.a), p.terms()...)}
	d.Fields = append(d.Fields, p.name.Field("name", textYourName, textYourNameNote))
	d.Buttons = []panel.Button{{ID: "lay", Label: textLayOut, Primary: true, Disabled: p.a.net.busy}, {ID: "close", Label: textCancel}}
	return d
}

// terms are the fields for the side and the clock.
func (p *newPage) terms() []panel.Field {
	r, options := p.v.Rules, p.clocks()
	return []panel.Field{
		{ID: "side", Label: textYourSide, Options: []string{textSide(r, game.Attackers), textSide(r, game.Defenders), textByLot}, Chosen: p.choice.Side},
		{ID: "clock", Label: textClock, Options: textControls(options), Chosen: slices.Index(options, p.choice.Clock)},
	}
}

// written implements writer.
func (p *hostPage) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *hostPage) Wrote(string) {}

func (p *hostPage) Do(c panel.Command) {
	if c.ID != "lay" {
		p.newPage.Do(c)
		return
	}
	side := game.Side(p.choice.Side)
	if p.choice.Side == byLot {
		side = game.Side(p.a.chance.IntN(game.Sides))
	}
	o := remote.Offer{Name: p.name.String(), Variant: p.v, Own: p.a.lib.mine(p.v) || p.v == p.made, Side: side, Clock: p.choice.Clock}
	p.a.nameMe(o.Name)
	p.a.leaveLan()
	tell := p.a.tellLan()
	p.a.beyond(func(ctx context.Context) func() {
		h, err := p.a.opt.Network.Host(ctx, o, tell)
		if err != nil {
			return p.a.failed(err)
		}
		return func() {
			p.a.net.lan, p.a.net.hosting = h, h
			p.a.Shut("host")
			p.a.Shut("net")
			p.a.Open(hostingPage{p.a})
		}
	})
}

// nameMe remembers what the player calls himself.
func (a *App) nameMe(name string) {
	if s := a.settings; name != "" && name != s.Net.Name {
		s.Net.Name = name
		a.change(s)
	}
}

// hostingPage shows the code and the addresses while nobody has come.
type hostingPage struct{ a *App }

func (p hostingPage) Show() panel.Dialog {
	h := p.a.net.hosting
	d := panel.Dialog{ID: "hosting", Title: h.Code(), Lines: []string{textHosting, textHostingLine}, Cancel: "close"}
	d.Lines = append(d.Lines, h.Addresses()...)
	d.Lines = append(d.Lines, textHostingNote)
	d.Buttons = []panel.Button{{ID: "end", Label: textCancel}, {ID: "close", Label: textMeanwhile, Primary: true}}
	return d
}

func (p hostingPage) Do(c panel.Command) {
	if c.ID == "end" {
		p.a.CloseTop()
		p.a.leaveLan()
	}
}

// joinPage finds a game on the local network.
type joinPage struct {
	a             *App
	address, name *shell.Entry
	found         []wire.Found
	chosen        int
	looking       bool
}

func (a *App) openJoin() {
	p := &joinPage{a: a, address: shell.NewEntry("", longestURL), name: shell.NewEntry(a.settings.Net.Name, longestName)}
	a.Open(p)
	p.look(a)
}

// look searches the local network for a moment.
func (p *joinPage) look(a *App) {
	p.looking = true
	a.beyond(func(ctx context.Context) func() {
		list, err := a.opt.Network.Find(ctx)
		return func() {
			p.looking, p.found, p.chosen = false, list, 0
			if err != nil {
				a.Refuse(textError(err))
			}
			if len(list) > 0 {
				p.choose(0)
			}
		}
	})
}

func (p *joinPage) choose(i int) {
	p.chosen = min(max(i, 0), len(p.found)-1)
	p.address = shell.NewEntry(p.found[p.chosen].Address, longestURL)
}

func (p *joinPage) Show() panel.Dialog {
	options := []string{textFoundNone}
	if p.looking {
		options = []string{textFoundSearch}
	} else if len(p.found) > 0 {
		options = nil
	}
	for _, n := range p.found {
		if !p.looking {
			options = append(options, textNearby(p.a, n))
		}
	}
	return panel.Dialog{ID: "join", Title: textJoin, Cancel: "close",
		Fields: []panel.Field{
			{ID: "found", Label: textFoundGames, Options: options, Chosen: min(p.chosen, len(options)-1), Disabled: len(p.found) < 2 || p.looking},
			p.address.Field("address", textAddress, textAddressNote),
			p.name.Field("name", textYourName, textYourNameNote),
		},
		Buttons: []panel.Button{
			{ID: "knock", Label: textJoin, Primary: true, Disabled: p.a.net.busy || p.address.String() == ""},
			{ID: "look", Label: textLookAgain, Disabled: p.a.net.busy},
			{ID: "close", Label: textCancel},
		}}
}

// written implements writer.
func (p *joinPage) Written(field string) *shell.Entry {
	if field == "name" {
		return p.name
	}
	return p.address
}

// wrote implements writer.
func (p *joinPage) Wrote(string) {}

func (p *joinPage) Do(c panel.Command) {
	p.a.Touch()
	switch c.ID {
	case "found":
		if len(p.found) > 0 {
			p.choose(c.Arg)
		}
	case "look":
		p.look(p.a)
	case "knock":
		address, name := p.address.String(), p.name.String()
		p.a.nameMe(name)
		p.a.beyond(func(ctx context.Context) func() {
			d, err := p.a.opt.Network.Knock(ctx, address)
			if err != nil {
				return p.a.failed(err)
			}
			return func() { p.a.Open(codePage{p.a, d, name}) }
		})
	}
}

// codePage lets the player compare the code with the host's.
type codePage struct {
	a    *App
	door remote.Door
	name string
}

func (p codePage) Show() panel.Dialog {
	return panel.Dialog{ID: "code", Title: p.door.Code(), Lines: []string{textNearby(p.a, p.door.Offer()), textCodeLine}, Cancel: "close", Buttons: []panel.Button{
		{ID: "same", Label: textSameCode, Icon: "yes", Disabled: p.a.net.busy},
		{ID: "close", Label: textOtherCode, Icon: "no", Primary: true},
	}}
}

func (p codePage) Do(c panel.Command) {
	if c.ID != "same" {
		return
	}
	p.a.leaveLan()
	tell := p.a.tellLan()
	p.a.beyond(func(ctx context.Context) func() {
		club, err := p.door.Enter(ctx, p.name, tell)
		if err != nil {
			return p.a.failed(err)
		}
		return func() {
			p.a.net.lan = club
			o := p.door.Offer()
			if at, holds := club.(remote.Holder); holds && o.Event != "" {
				p.a.Clear()
				if p.a.game == nil {
					p.a.Open(titlePage{p.a})
				}
				p.a.openFarEvent(at, o.ID)
				return
			}
			p.a.joinFar(club, o.Game)
		}
	})
}
