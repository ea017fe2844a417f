package online

import (
	"context"
	"slices"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// hostPage announces a game on the local network.
type hostPage struct {
	r *Room
	Choice
	name *shell.Entry
}

func (l *localNetwork) openHost() {
	if l.hosting != nil {
		l.room.shell.Open(hostingPage{l.room})
		return
	}
	l.room.shell.Open(&hostPage{l.room, l.room.opt.Client.Choice(false),
		shell.NewEntry(l.room.opt.Client.Settings().Name, longestName)})
}

func (p *hostPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "host", Kind: panel.Chooser, Title: "Host a game", Cancel: "close", Aside: p.Aside(),
		Fields: append([]panel.Field{p.Game()}, p.Terms()...)}
	d.Fields = append(d.Fields, p.name.Field("name", textYourName, textYourNameNote))
	d.Buttons = []panel.Button{{ID: "lay", Label: "Offer this game", Primary: true, Press: p.lay, Disabled: p.r.busy},
		{ID: "close", Label: textCancel}}
	return d
}

// lay announces the game.
func (p *hostPage) lay() {
	o := p.Chosen()
	side := game.Side(o.Side)
	if o.Side == ByLot {
		side = game.Side(p.r.opt.Random(game.Sides))
	}
	offer := remote.Offer{Name: p.name.String(), Variant: o.Variant, Own: o.Own, Side: side, Clock: o.Clock}
	p.r.local.nameMe(offer.Name)
	p.r.local.leave()
	tell := p.r.local.notices()
	p.r.Beyond(func(ctx context.Context) func() {
		h, err := p.r.opt.Network.Host(ctx, offer, tell)
		if err != nil {
			return p.r.Failed(err)
		}
		return func() {
			p.r.local.host, p.r.local.hosting, p.r.local.way = h, h, Back{Hosts: true}
			p.r.local.keep(p.r.local.way)
			p.r.shell.Shut("host")
			p.r.shell.Shut("net")
			p.r.shell.Open(hostingPage{p.r})
		}
	})
}

// nameMe saves the player's name.
func (l *localNetwork) nameMe(name string) {
	if e := l.room.opt.Client.Settings(); name != "" && name != e.Name {
		e.Name = name
		l.room.opt.Client.Change(e)
	}
}

// hostingPage shows code and addresses until a player joins.
type hostingPage struct{ r *Room }

func (p hostingPage) Show() panel.Dialog {
	h := p.r.local.hosting
	d := panel.Dialog{ID: "hosting", Title: h.Code(), Lines: []string{"Waiting for a player to join.",
		"Give the other player this code, and this address if the game is not listed:"},
		Cancel: "close"}
	d.Lines = append(d.Lines, h.Addresses()...)
	d.Lines = append(d.Lines, "The game starts automatically when the other player joins.")
	d.Buttons = []panel.Button{{ID: "end", Label: textCancel, Press: func() {
		p.r.shell.CloseTop()
		p.r.local.leave()
	}},
		{ID: "close", Label: "Play something else", Primary: true}}
	return d
}

// joinPage searches for games on the local network while it is open.
type joinPage struct {
	r             *Room
	address, name *shell.Entry
	found         []wire.Found
	chosen        int
	search
}

func (l *localNetwork) openJoin() {
	p := &joinPage{r: l.room, address: shell.NewEntry("", longestURL),
		name: shell.NewEntry(l.room.opt.Client.Settings().Name, longestName)}
	l.room.shell.Open(p)
	p.scan(l.room)
}

// lookAround continues the search if the search page is on top.
func (l *localNetwork) lookAround() {
	if p, is := l.room.shell.Front().(searcher); is {
		p.scan(l.room)
	}
}

// scan searches the local network for a short time.
func (p *joinPage) scan(r *Room) { r.around(&p.search, r.opt.Network.Find, p.take) }

// take shows the found games. It fills in the address of the first one if the player has not typed one.
func (p *joinPage) take(list []wire.Found) {
	was := ""
	if p.chosen < len(p.found) {
		was = p.found[p.chosen].Address
	}
	p.found = list
	p.chosen = max(slices.IndexFunc(list, func(f wire.Found) bool { return f.Address == was }), 0)
	if written := p.address.String(); len(list) > 0 && (written == "" || written == was) {
		p.address = shell.NewEntry(list[p.chosen].Address, longestURL)
	}
}

func (p *joinPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "join", Title: textJoin, Cancel: "close",
		Lines: []string{"Searching the local network. Games that others offer appear here automatically."}}
	cards := []panel.Card{}
	for _, n := range p.found {
		cards = append(cards, panel.Card{Head: n.Name, Lines: []string{textNearby(p.r, n)}})
	}
	d.Fields = append(d.Fields,
		panel.Field{ID: "found", Label: []string{"", "Games found"}[min(len(cards), 1)], Columns: 1, Cards: cards,
			Chosen: p.chosen, Set: p.choose, Pick: "open-found", Open: func(n int) {
				if p.choose(n); !p.r.busy {
					p.knock(p.r)
				}
			}, Disabled: len(cards) == 0},
		p.address.Field("address", textAddress, "address:port, as shown on the host's screen"),
		p.name.Field("name", textYourName, textYourNameNote))
	d.Buttons = []panel.Button{
		{ID: "knock", Label: textJoin, Primary: true, Press: func() { p.knock(p.r) }, Disabled: p.r.busy ||
			p.address.String() == ""},
		{ID: "close", Label: textCancel},
	}
	if p.fault != nil {
		d.Faults = []string{p.r.opt.Words.Error(p.fault)}
	}
	return d
}

// choose selects a found game.
func (p *joinPage) choose(n int) {
	p.chosen, p.address = n, shell.NewEntry(p.found[n].Address, longestURL)
}

// knock contacts the host at the address and asks to compare codes.
func (p *joinPage) knock(r *Room) {
	address, name := p.address.String(), p.name.String()
	r.local.nameMe(name)
	r.Beyond(func(ctx context.Context) func() {
		d, err := r.opt.Network.Knock(ctx, address)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.shell.Open(codePage{r, d, address, name}) }
	})
}

// codePage asks the player to compare the code with the host.
type codePage struct {
	r             *Room
	door          remote.Door
	address, name string
}

func (p codePage) Show() panel.Dialog {
	return panel.Dialog{ID: "code", Kind: panel.Question, Title: p.door.Code(),
		Lines: []string{textNearby(p.r, p.door.Offer()),
			"The host sees a code too. Compare them: if they differ, someone may be listening in."}, Cancel: "close",
		Buttons: []panel.Button{
			{ID: "same", Label: "The codes match", Icon: "yes", Press: p.enter, Disabled: p.r.busy},
			{ID: "close", Label: "The codes differ", Icon: "no"},
		}, Undecided: true}
}

// enter joins the game.
func (p codePage) enter() {
	p.r.local.leave()
	tell := p.r.local.notices()
	p.r.Beyond(func(ctx context.Context) func() {
		h, err := p.door.Enter(ctx, p.name, tell)
		if err != nil {
			return p.r.Failed(err)
		}
		return func() { p.r.local.enter(h, p.door, Back{Host: p.address, Code: p.door.Code(), Name: p.name}) }
	})
}

// enterLan joins a desktop on the local network; way is the reconnection data.
func (l *localNetwork) enter(h remote.Host, d remote.Door, way Back) {
	o := d.Offer()
	l.host, l.way, l.room.Reconnection.state = h, way, returning{}
	if at, holds := h.(remote.Holder); holds && o.Event != "" {
		l.event = true
		l.room.Reconnection.Sat(h, "", true)
		l.room.opt.Events.Visit(at, o.ID)
		return
	}
	l.room.opt.Games.Join(h, o.Game)
}

// leave closes the connection on the local network.
func (l *localNetwork) leave() {
	if h := l.host; h != nil {
		l.host, l.hosting, l.game, l.event = nil, nil, "", false
		l.keep(Back{})
		l.room.opt.Events.Forget(h)
		l.room.Dismiss(h)
	}
}

// keep replaces the reconnection data by that of the local network.
func (l *localNetwork) keep(way Back) {
	l.room.Reconnection.keep(
		func(b *Back) { b.Host, b.Code, b.Name, b.Hosts = way.Host, way.Code, way.Name, way.Hosts })
}

// notices returns a function that receives notices. It does not block and keeps the order.
func (l *localNetwork) notices() func(wire.Notice) {
	return func(n wire.Notice) { l.room.shell.Post(func() { l.room.opt.Games.Noticed(l.host, n) }) }
}
