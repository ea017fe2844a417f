package online

import (
	"context"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// hostPage lays a game out on the local network.
type hostPage struct {
	r *Room
	Choice
	name *shell.Entry
}

func (r *Room) openHost() {
	if r.hosting != nil {
		r.Open(hostingPage{r})
		return
	}
	r.Open(&hostPage{r, r.Client.Choice(false), shell.NewEntry(r.Client.Settings().Name, longestName)})
}

func (p *hostPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "host", Title: "Host a game", Cancel: "close", Aside: p.Aside(), Fields: append(p.Games(), p.Terms()...)}
	d.Fields = append(d.Fields, p.name.Field("name", textYourName, textYourNameNote))
	d.Buttons = []panel.Button{{ID: "lay", Label: "Offer this game", Primary: true, Disabled: p.r.busy}, {ID: "close", Label: textCancel}}
	return d
}

// written implements writer.
func (p *hostPage) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *hostPage) Wrote(string) {}

func (p *hostPage) Do(c panel.Command) {
	if c.ID != "lay" {
		p.Choice.Do(c)
		return
	}
	o := p.Chosen()
	side := game.Side(o.Side)
	if o.Side == ByLot {
		side = game.Side(p.r.Random(game.Sides))
	}
	offer := remote.Offer{Name: p.name.String(), Variant: o.Variant, Own: o.Own, Side: side, Clock: o.Clock}
	p.r.nameMe(offer.Name)
	p.r.leaveLan()
	tell := p.r.tellLan()
	p.r.Beyond(func(ctx context.Context) func() {
		h, err := p.r.Network.Host(ctx, offer, tell)
		if err != nil {
			return p.r.Failed(err)
		}
		return func() {
			p.r.lan, p.r.hosting = h, h
			p.r.Shut("host")
			p.r.Shut("net")
			p.r.Open(hostingPage{p.r})
		}
	})
}

// nameMe remembers what the player calls himself.
func (r *Room) nameMe(name string) {
	if e := r.Client.Settings(); name != "" && name != e.Name {
		e.Name = name
		r.Client.Change(e)
	}
}

// hostingPage shows the code and the addresses while nobody has come.
type hostingPage struct{ r *Room }

func (p hostingPage) Show() panel.Dialog {
	h := p.r.hosting
	d := panel.Dialog{ID: "hosting", Title: h.Code(), Lines: []string{"Your game is laid out.", "Tell the other player this code to compare and, if he does not find the game, an address to type:"}, Cancel: "close"}
	d.Lines = append(d.Lines, h.Addresses()...)
	d.Lines = append(d.Lines, "The game begins by itself when the other player has come.")
	d.Buttons = []panel.Button{{ID: "end", Label: textCancel}, {ID: "close", Label: "Play something else meanwhile", Primary: true}}
	return d
}

func (p hostingPage) Do(c panel.Command) {
	if c.ID == "end" {
		p.r.CloseTop()
		p.r.leaveLan()
	}
}

// joinPage finds a game on the local network.
type joinPage struct {
	r             *Room
	address, name *shell.Entry
	found         []wire.Found
	chosen        int
	looking       bool
}

func (r *Room) openJoin() {
	p := &joinPage{r: r, address: shell.NewEntry("", longestURL), name: shell.NewEntry(r.Client.Settings().Name, longestName)}
	r.Open(p)
	p.look(r)
}

// look searches the local network for a moment.
func (p *joinPage) look(r *Room) {
	p.looking = true
	r.Beyond(func(ctx context.Context) func() {
		list, err := r.Network.Find(ctx)
		return func() {
			p.looking, p.found, p.chosen = false, list, 0
			if err != nil {
				r.Refuse(r.Words.Error(err))
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
	options := []string{"none yet"}
	if p.looking {
		options = []string{textFoundSearch}
	} else if len(p.found) > 0 {
		options = nil
	}
	for _, n := range p.found {
		if !p.looking {
			options = append(options, textNearby(p.r, n))
		}
	}
	return panel.Dialog{ID: "join", Title: textJoin, Cancel: "close",
		Fields: []panel.Field{
			{ID: "found", Label: "Games found", Options: options, Chosen: min(p.chosen, len(options)-1), Disabled: len(p.found) < 2 || p.looking},
			p.address.Field("address", textAddress, "address:port, as the host's screen shows it"),
			p.name.Field("name", textYourName, textYourNameNote),
		},
		Buttons: []panel.Button{
			{ID: "knock", Label: textJoin, Primary: true, Disabled: p.r.busy || p.address.String() == ""},
			{ID: "look", Label: "Look again", Disabled: p.r.busy},
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
	p.r.Touch()
	switch c.ID {
	case "found":
		if len(p.found) > 0 {
			p.choose(c.Arg)
		}
	case "look":
		p.look(p.r)
	case "knock":
		address, name := p.address.String(), p.name.String()
		p.r.nameMe(name)
		p.r.Beyond(func(ctx context.Context) func() {
			d, err := p.r.Network.Knock(ctx, address)
			if err != nil {
				return p.r.Failed(err)
			}
			return func() { p.r.Open(codePage{p.r, d, name}) }
		})
	}
}

// codePage lets the player compare the code with the host's.
type codePage struct {
	r    *Room
	door remote.Door
	name string
}

func (p codePage) Show() panel.Dialog {
	return panel.Dialog{ID: "code", Title: p.door.Code(), Lines: []string{textNearby(p.r, p.door.Offer()), "The host sees a code too. Compare them: if they differ, somebody may be listening in."}, Cancel: "close", Buttons: []panel.Button{
		{ID: "same", Label: "The codes match", Icon: "yes", Disabled: p.r.busy},
		{ID: "close", Label: "The codes differ", Icon: "no", Primary: true},
	}}
}

func (p codePage) Do(c panel.Command) {
	if c.ID != "same" {
		return
	}
	p.r.leaveLan()
	tell := p.r.tellLan()
	p.r.Beyond(func(ctx context.Context) func() {
		club, err := p.door.Enter(ctx, p.name, tell)
		if err != nil {
			return p.r.Failed(err)
		}
		return func() {
			p.r.lan = club
			o := p.door.Offer()
			if at, holds := club.(remote.Holder); holds && o.Event != "" {
				p.r.Events.Visit(at, o.ID)
				return
			}
			p.r.Client.Join(club, o.Game)
		}
	})
}
