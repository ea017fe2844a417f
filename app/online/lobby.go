package online

import (
	"context"
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// lobbyPage is the lobby of a service: available games, games in progress, players, and our own games.
type lobbyPage struct {
	r *Room
	Choice
	terms
	view   int
	at     map[string]int // index of the focused card of each field
	search *shell.Entry
	me     *wire.Profile // our profile; nil until loaded
}

func (r *Room) openLobby() {
	r.shell.Remove(func(p shell.Page) bool { _, is := p.(*lobbyPage); return is })
	p := &lobbyPage{r: r, Choice: r.opt.Client.Choice(true), terms: r.opt.Client.Settings().terms(), view: r.view,
		at: map[string]int{}, search: shell.NewEntry("", longestName)}
	r.shell.Open(p)
	r.Soon()
	p.turn(p.view)
}

func (p *lobbyPage) Show() panel.Dialog {
	n := p.r
	if n.service == nil {
		return panel.Dialog{ID: "lobby", Title: TextLobby, Lines: []string{TextLeftService}, Cancel: "close",
			Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	}
	d := panel.Dialog{ID: "lobby", Kind: panel.Wide, Title: n.service.Name(), Lines: []string{p.line()},
		Cancel: "close"}
	if n.fault != nil {
		d.Faults = []string{n.opt.Words.Error(n.fault)}
	}
	l := &n.lobby
	d.Fields = []panel.Field{{ID: "view", Label: "View", Tabs: true, Chosen: p.view,
		Options: []string{tongue.Text("Play"),
			textCount("Watch", len(l.Live)), textCount(textPeople, len(l.Here)), textCount(textMine, len(l.Mine))}}}
	switch p.view {
	case viewPlay:
		p.play(&d)
	case viewWatch:
		p.cards(&d, panel.Field{ID: "live", Columns: 4, Cards: n.gameCards(l.Live)})
		if len(l.Live) == 0 {
			d.Charts = []panel.Chart{{Head: "No games in progress. New games appear here with the board."}}
		}
	case viewPeople:
		p.people(&d)
	case viewMine:
		p.mine(&d)
	}
	d.Buttons = []panel.Button{
		{ID: "seek", Label: textSeekGame, Icon: "play", Primary: true},
		{ID: "invitation", Label: textTakeInvitation, Icon: "accept"},
		{ID: "events", Label: "Tournaments", Icon: "events"},
		{ID: "ladder", Label: textLadder, Icon: "info"},
		{ID: "lan", Label: "Local network", Icon: "open"},
		{ID: "account", Label: textAccount, Icon: "settings"},
		{ID: "close", Label: textDone, Icon: "close"},
	}
	if n.queued {
		d.Buttons[0] = panel.Button{ID: "waiting", Label: textWaiting, Icon: "review", Primary: true}
	}
	return d
}

// line returns our name, the state of the connection and the number of waiting players.
func (p *lobbyPage) line() string {
	me := p.r.service.Me()
	who := me.Name
	if s := words.Standing(me); s != "" {
		who += " (" + s + ")"
	}
	text := who + " · " + tongue.Text(TextLink(p.r.service.Link()))
	if n := p.r.lobby.Waiting; n > 0 {
		text += " · " + textPlayersLook(n)
	}
	return text
}

// cards adds a field of cards. An empty field takes no space, so that the focus stays when cards appear.
func (p *lobbyPage) cards(d *panel.Dialog, f panel.Field) {
	f.Pick, f.Chosen = "open-"+f.ID, max(min(p.at[f.ID], len(f.Cards)-1), 0)
	if len(f.Cards) == 0 {
		f.Cards, f.Label, f.Disabled = []panel.Card{}, "", true
	}
	d.Fields = append(d.Fields, f)
}

// play shows the available games: common clocks, offers of other players, and bots.
func (p *lobbyPage) play(d *panel.Dialog) {
	n := p.r
	rated := panel.Field{ID: "rated", Label: TextRated, Options: textNoYes, Chosen: bit(p.rated), Beside: true}
	if p.rated && uneven(p.Chosen().Variant) {
		rated.Note = "Rated games with uneven sides are played twice, with sides swapped"
	}
	d.Fields = append(d.Fields, p.Game(), rated)
	var clocks []panel.Card
	for i, name := range n.opt.Words.Controls(wire.UsualClocks) {
		clocks = append(clocks, panel.Card{Head: name, Lines: []string{speedOf(wire.UsualClocks[i])}})
	}
	clocks = append(clocks, panel.Card{Head: "Custom game", Lines: []string{"by invitation or by name"}})
	p.cards(d, panel.Field{ID: "quick", Label: "Quick pairing", Columns: 4, Cards: clocks})
	p.cards(d, panel.Field{ID: "seeks", Label: textCount(textOpenGames, len(n.lobby.Seeks)+len(n.lobby.Queue)),
		Columns: 3, Cards: n.seekCards()})
	p.cards(d, panel.Field{ID: "bots", Label: "Against a bot, right away (never rated)", Columns: 4,
		Cards: n.botCards()})
}

// people shows the players online, and a search for all players.
func (p *lobbyPage) people(d *panel.Dialog) {
	find := p.search.Field("name", textFindPlayer,
		"Press Enter to open any player's profile, even if they are offline")
	find.Search, find.Pick = true, "find"
	d.Fields = append(d.Fields, find)
	here := p.found()
	var cards []panel.Card
	for _, one := range here {
		cards = append(cards, panel.Card{Head: one.Called(), Lines: []string{p.r.does(one)}})
	}
	p.cards(d, panel.Field{ID: "here", Label: "Online now", Columns: 4, Cards: cards})
	if len(here) == 0 {
		d.Charts = []panel.Chart{{Head: "No such player online. Press Enter to search everyone."}}
	}
}

// found returns the online players whose names contain the search.
func (p *lobbyPage) found() (list []wire.Player) {
	part := strings.ToLower(p.search.String())
	for _, one := range p.r.lobby.Here {
		if strings.Contains(strings.ToLower(one.Called()), part) {
			list = append(list, one)
		}
	}
	return list
}

// mine shows our games and ratings.
func (p *lobbyPage) mine(d *panel.Dialog) {
	now := p.r.ourGames()
	p.cards(d, panel.Field{ID: "mine", Label: "In progress", Columns: 4, Cards: p.r.gameCards(now)})
	if len(now) == 0 {
		d.Charts = []panel.Chart{{Head: "You have no games in progress."}}
	}
	if p.me == nil {
		return
	}
	p.cards(d, panel.Field{ID: "past", Label: textFormerGames, Columns: 4, Cards: p.r.pastCards(p.me.Games)})
	d.Charts = append(d.Charts, ratingCharts(p.r, *p.me)...)
	switch {
	case len(p.me.Games)+len(p.r.lobby.Mine) == 0:
		d.Charts = []panel.Chart{{Head: "You have not played here yet."}}
	case len(p.me.Ratings) == 0:
		d.Charts = append(d.Charts, panel.Chart{Head: "No rated games yet."})
	}
}

// turn selects another view and loads its data.
func (p *lobbyPage) turn(view int) {
	p.view, p.r.view = view, view
	p.r.Soon()
	s := p.r.service
	if view != viewMine || s == nil {
		return
	}
	p.r.shell.Go(func() {
		me, err := wire.GetPlayer.Ask(p.r.shell.Ctx(), s, wire.None{}, s.Me().Name)
		p.r.shell.Later(func() {
			if err == nil {
				p.me = &me
				p.r.shell.Touch()
			}
		})
	})
}

// Written implements shell.Writer.
func (p *lobbyPage) Written(string) *shell.Entry { return p.search }

// Wrote implements shell.Writer.
func (p *lobbyPage) Wrote(string) { p.at["here"] = 0 }

func (p *lobbyPage) Do(c panel.Command) {
	p.r.shell.Touch()
	switch c.ID {
	case "view":
		p.turn(min(max(c.Arg, 0), views-1))
	case "quick", "seeks", "bots", "live", "here", "mine", "past":
		p.at[c.ID] = max(c.Arg, 0)
	case "open-quick", "open-seeks", "open-bots", "open-live", "open-here", "open-mine", "open-past":
		p.open(strings.TrimPrefix(c.ID, "open-"), c.Arg)
	case "find":
		p.find()
	case "rated":
		p.rated = c.Arg == 1
		p.r.rememberTerms(p.terms)
	default:
		p.leads(c.ID)
	}
}

// open executes the action of a card.
func (p *lobbyPage) open(field string, i int) {
	r, l := p.r, &p.r.lobby
	p.at[field] = max(i, 0)
	switch here := p.found(); {
	case r.service == nil || r.busy || i < 0:
	case field == "quick" && i < len(wire.UsualClocks):
		c := p.Chosen()
		c.Clock, c.Side = wire.UsualClocks[i], ByLot
		r.remember(c)
		r.enqueue(r.service, p.seek(c))
	case field == "quick":
		r.openSeek()
	case field == "seeks" && i < len(l.Seeks):
		r.shell.Open(openSeekPage{r, l.Seeks[i]})
	case field == "seeks" && i < len(l.Seeks)+len(l.Queue):
		q := l.Queue[i-len(l.Seeks)]
		r.enqueue(r.service, wire.Seek{Variants: []string{q.Variant()}, Clocks: []string{q.Clock()}, Rated: q.Rated,
			Double: q.Double})
	case field == "bots" && i < len(l.Bots):
		r.shell.Open(&botPage{r, l.Bots[i], r.opt.Client.Choice(true)})
	case field == "live" && i < len(l.Live):
		r.opt.Games.GoTo(r.service, l.Live[i].Game)
	case field == "here" && i < len(here):
		r.openPlayer(here[i].Called())
	case field == "mine" && i < len(l.Mine):
		r.opt.Games.GoTo(r.service, r.ourGames()[i].Game)
	case field == "past" && p.me != nil && i < len(p.me.Games):
		(&playerPage{r: r, who: *p.me}).look(r, i)
	}
}

// find opens the profile of the player with the typed name, or of the first online match.
func (p *lobbyPage) find() {
	name, here := p.search.String(), p.found()
	exactly := slices.ContainsFunc(here, func(one wire.Player) bool { return strings.EqualFold(one.Called(), name) })
	switch {
	case len(here) > 0 && !exactly:
		p.r.openPlayer(here[0].Called())
	case name != "":
		p.r.openPlayer(name)
	}
}

// leads opens the page of a button.
func (p *lobbyPage) leads(button string) bool {
	switch button {
	case "seek":
		p.r.openSeek()
	case "waiting":
		p.r.shell.Open(waitingPage{p.r})
	case "invitation":
		p.r.OpenInvitation("")
	case "events":
		p.r.opt.Events.List()
	case "ladder":
		p.r.shell.Open(&ladderPage{p.r, p.r.opt.Client.Choice(true)})
	case "lan":
		p.r.openNet()
	case "account":
		p.r.shell.Open(&accountPage{r: p.r, days: 1})
	default:
		return false
	}
	return true
}

// ladderPage selects a ranking.
type ladderPage struct {
	r *Room
	Choice
}

func (p *ladderPage) Show() panel.Dialog {
	return panel.Dialog{ID: "ladder", Title: textLadder, Cancel: "close",
		Fields: append([]panel.Field{p.Game()}, p.Terms()[1:]...),
		Buttons: []panel.Button{
			{ID: "show", Label: textLadder, Primary: true, Disabled: p.r.busy}, {ID: "close", Label: textDone},
		}}
}

func (p *ladderPage) Do(c panel.Command) {
	s := p.r.service
	if c.ID != "show" || s == nil {
		return
	}
	chosen := p.Chosen()
	p.r.Beyond(func(ctx context.Context) func() {
		list, err := wire.GetLadder.Ask(ctx, s, wire.None{},
			ledger.Pool(wire.Spec{Variant: chosen.Variant.ID, Clock: chosen.Clock}))
		if err != nil {
			return p.r.Failed(err)
		}
		rows := make([]row, len(list))
		for i, one := range list {
			rows[i] = row{textRung(i, one), func(r *Room) { r.openPlayer(one.Player.Name) }}
		}
		return func() {
			p.r.shell.Open(&listPage{r: p.r, id: "rungs", title: textLadder,
				none: "This ladder is empty. Players appear here after some rated games, when their rating is certain.",
				rows: func(*Room) []row { return rows }})
		}
	})
}
