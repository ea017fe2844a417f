package app

import (
	"context"
	"slices"

	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// hostPage lays a game out on the local network.
type hostPage struct {
	newPage
	name *entry
}

func (a *App) openHost() {
	if a.net.hosting != nil {
		a.open(hostingPage{})
		return
	}
	c := a.settings.New
	a.open(&hostPage{newPage{choice: c, v: a.lib.usual(c.Variant)}, newEntry(a.settings.Net.Name, longestName)})
}

func (p *hostPage) show(a *App) panel.Dialog {
	d := panel.Dialog{ID: "host", Title: textHost, Cancel: "close", Aside: p.aside(a), Fields: append(p.games(a), p.terms()...)}
	d.Fields = append(d.Fields, p.name.field("name", textYourName, textYourNameNote))
	d.Buttons = []panel.Button{{ID: "lay", Label: textLayOut, Primary: true, Disabled: a.net.busy}, {ID: "close", Label: textCancel}}
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
func (p *hostPage) written(string) *entry { return p.name }

// wrote implements writer.
func (p *hostPage) wrote(string) {}

func (p *hostPage) do(a *App, c panel.Command) {
	if c.ID != "lay" {
		p.newPage.do(a, c)
		return
	}
	side := game.Side(p.choice.Side)
	if p.choice.Side == byLot {
		side = game.Side(a.chance.IntN(game.Sides))
	}
	o := HostOffer{Name: p.name.String(), Variant: p.v, Own: a.lib.mine(p.v) || p.v == p.made, Side: side, Clock: p.choice.Clock}
	a.nameMe(o.Name)
	a.leaveLan()
	tell := a.tellLan()
	a.beyond(func(ctx context.Context) func() {
		h, err := a.opt.Network.Host(ctx, o, tell)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.net.lan, a.net.hosting = h, h
			a.shut("host")
			a.shut("net")
			a.open(hostingPage{})
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
type hostingPage struct{}

func (hostingPage) show(a *App) panel.Dialog {
	h := a.net.hosting
	d := panel.Dialog{ID: "hosting", Title: h.Code(), Lines: []string{textHosting, textHostingLine}, Cancel: "close"}
	d.Lines = append(d.Lines, h.Addresses()...)
	d.Lines = append(d.Lines, textHostingNote)
	d.Buttons = []panel.Button{{ID: "end", Label: textCancel}, {ID: "close", Label: textMeanwhile, Primary: true}}
	return d
}

func (hostingPage) do(a *App, c panel.Command) {
	if c.ID == "end" {
		a.closeTop()
		a.leaveLan()
	}
}

// joinPage finds a game on the local network.
type joinPage struct {
	address, name *entry
	found         []wire.Found
	chosen        int
	looking       bool
}

func (a *App) openJoin() {
	p := &joinPage{address: newEntry("", longestURL), name: newEntry(a.settings.Net.Name, longestName)}
	a.open(p)
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
				a.refuse(textError(err))
			}
			if len(list) > 0 {
				p.choose(0)
			}
		}
	})
}

func (p *joinPage) choose(i int) {
	p.chosen = min(max(i, 0), len(p.found)-1)
	p.address = newEntry(p.found[p.chosen].Address, longestURL)
}

func (p *joinPage) show(a *App) panel.Dialog {
	options := []string{textFoundNone}
	if p.looking {
		options = []string{textFoundSearch}
	} else if len(p.found) > 0 {
		options = nil
	}
	for _, n := range p.found {
		if !p.looking {
			options = append(options, textNearby(a, n))
		}
	}
	return panel.Dialog{ID: "join", Title: textJoin, Cancel: "close",
		Fields: []panel.Field{
			{ID: "found", Label: textFoundGames, Options: options, Chosen: min(p.chosen, len(options)-1), Disabled: len(p.found) < 2 || p.looking},
			p.address.field("address", textAddress, textAddressNote),
			p.name.field("name", textYourName, textYourNameNote),
		},
		Buttons: []panel.Button{
			{ID: "knock", Label: textJoin, Primary: true, Disabled: a.net.busy || p.address.String() == ""},
			{ID: "look", Label: textLookAgain, Disabled: a.net.busy},
			{ID: "close", Label: textCancel},
		}}
}

// written implements writer.
func (p *joinPage) written(field string) *entry {
	if field == "name" {
		return p.name
	}
	return p.address
}

// wrote implements writer.
func (p *joinPage) wrote(string) {}

func (p *joinPage) do(a *App, c panel.Command) {
	a.touch()
	switch c.ID {
	case "found":
		if len(p.found) > 0 {
			p.choose(c.Arg)
		}
	case "look":
		p.look(a)
	case "knock":
		address, name := p.address.String(), p.name.String()
		a.nameMe(name)
		a.beyond(func(ctx context.Context) func() {
			d, err := a.opt.Network.Knock(ctx, address)
			if err != nil {
				return a.failed(err)
			}
			return func() { a.open(codePage{d, name}) }
		})
	}
}

// codePage lets the player compare the code with the host's.
type codePage struct {
	door Door
	name string
}

func (p codePage) show(a *App) panel.Dialog {
	return panel.Dialog{ID: "code", Title: p.door.Code(), Lines: []string{textNearby(a, p.door.Offer()), textCodeLine}, Cancel: "close", Buttons: []panel.Button{
		{ID: "same", Label: textSameCode, Icon: "yes", Disabled: a.net.busy},
		{ID: "close", Label: textOtherCode, Icon: "no", Primary: true},
	}}
}

func (p codePage) do(a *App, c panel.Command) {
	if c.ID != "same" {
		return
	}
	a.leaveLan()
	tell := a.tellLan()
	a.beyond(func(ctx context.Context) func() {
		club, err := p.door.Enter(ctx, p.name, tell)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.net.lan = club
			o := p.door.Offer()
			if at, holds := club.(Attended); holds && o.Event != "" {
				a.pages = a.pages[:0]
				if a.game == nil {
					a.open(titlePage{})
				}
				a.openFarEvent(at, o.ID)
				return
			}
			a.joinFar(club, o.Game)
		}
	})
}
