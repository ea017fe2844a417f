package online

import (
	"context"
	"slices"
	"strings"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
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
		return panel.Dialog{ID: "lobby", Kind: panel.Question, Title: TextLobby, Lines: []string{TextLeftService},
			Cancel:  "close",
			Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	}
	d := panel.Dialog{ID: "lobby", Kind: panel.Wide, Height: panel.Tabbed, Title: n.service.Name(),
		Lines:  []string{p.line()},
		Cancel: "close"}
	if n.fault != nil {
		d.Faults = []string{n.opt.Words.Error(n.fault)}
	}
	l := &n.lobby
	d.Fields = []panel.Field{{ID: "view", Label: "View", Tabs: true, Chosen: p.view, Set: p.turn,
		Options: []string{tongue.Text("Play"),
			textCount("Watch", len(l.Live)), textCount(textPeople, len(l.Here)), textCount(textMine, len(l.Mine))}}}
	switch p.view {
	case viewPlay:
		p.play(&d)
	case viewWatch:
		p.cards(&d, panel.Field{ID: "live", Columns: 4, Cards: n.gameCards(l.Live),
			Open: func(i int) { n.opt.Games.GoTo(n.service, l.Live[i].Game) }})
		if len(l.Live) == 0 {
			d.Charts = []panel.Chart{{Head: "No games in progress. New games appear here with the board."}}
		}
	case viewPeople:
		p.people(&d)
	case viewMine:
		p.mine(&d)
	}
	d.Buttons = []panel.Button{
		{ID: "seek", Label: textSeekGame, Icon: "play", Primary: true, Press: n.openSeek},
		{ID: "invitation", Label: textTakeInvitation, Icon: "accept", Press: func() { n.OpenInvitation("") }},
		{ID: "events", Label: "Tournaments", Icon: "events", Press: n.opt.Events.List},
		{ID: "ladder", Label: textLadder, Icon: "info",
			Press: func() { n.shell.Open(newLadderPage(n)) }},
		{ID: "lan", Label: "Local network", Icon: "open", Press: n.openNet},
		{ID: "account", Label: textAccount, Icon: "settings",
			Press: func() { n.shell.Open(&accountPage{r: n, days: 1}) }},
		{ID: "close", Label: textDone, Icon: "close"},
	}
	if n.queued {
		d.Buttons[0] = panel.Button{ID: "waiting", Label: textWaiting, Icon: "review", Primary: true,
			Press: func() { n.shell.Open(waitingPage{n}) }}
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
	id, open := f.ID, f.Open
	f.Set = func(i int) { p.at[id] = i }
	f.Open = func(i int) {
		if p.at[id] = i; !p.r.busy {
			open(i)
		}
	}
	if len(f.Cards) == 0 {
		f.Cards, f.Label, f.Disabled = []panel.Card{}, "", true
	}
	d.Fields = append(d.Fields, f)
}

// play shows the available games: common clocks, offers of other players, and bots.
func (p *lobbyPage) play(d *panel.Dialog) {
	n := p.r
	rated := panel.Field{ID: "rated", Label: TextRated, Options: textNoYes, Chosen: bit(p.rated), Beside: true,
		Set: panel.IntoBool(&p.rated, func() { n.rememberTerms(p.terms) })}
	if p.rated && uneven(p.Chosen().Variant) {
		rated.Note = "Rated games with uneven sides are played twice, with sides swapped"
	}
	d.Fields = append(d.Fields, p.Game(), rated)
	var clocks []panel.Card
	for i, name := range n.opt.Words.Controls(wire.UsualClocks) {
		clocks = append(clocks, panel.Card{Head: name, Lines: []string{speedOf(wire.UsualClocks[i])}})
	}
	clocks = append(clocks, panel.Card{Head: "Custom game", Lines: []string{"by invitation or by name"}})
	p.cards(d, panel.Field{ID: "quick", Label: "Quick pairing", Columns: 4, Cards: clocks, Open: p.quick})
	p.cards(d, panel.Field{ID: "seeks", Label: textCount(textOpenGames, len(n.lobby.Seeks)+len(n.lobby.Queue)),
		Columns: 3, Cards: n.seekCards(), Open: p.openGame})
	p.cards(d, panel.Field{ID: "bots", Label: "Against a bot, right away (never rated)", Columns: 4,
		Cards: n.botCards(),
		Open:  func(i int) { n.shell.Open(&botPage{n, n.lobby.Bots[i], n.opt.Client.Choice(true)}) }})
}

// quick looks for a game with a usual clock. The last card is for other games.
func (p *lobbyPage) quick(i int) {
	if i == len(wire.UsualClocks) {
		p.r.openSeek()
		return
	}
	c := p.Chosen()
	c.Clock, c.Side = wire.UsualClocks[i], ByLot
	p.r.remember(c)
	p.r.enqueue(p.r.service, p.seek(c))
}

// openGame opens an open challenge, or looks for a game like that of a waiting player.
func (p *lobbyPage) openGame(i int) {
	l := &p.r.lobby
	if i < len(l.Seeks) {
		p.r.shell.Open(&openSeekPage{r: p.r, seek: l.Seeks[i]})
		return
	}
	q := l.Queue[i-len(l.Seeks)]
	p.r.enqueue(p.r.service, wire.Seek{Variants: []string{q.Variant()}, Clocks: []string{q.Clock()}, Rated: q.Rated,
		Double: q.Double})
}

// people shows the players online, and a search for all players.
func (p *lobbyPage) people(d *panel.Dialog) {
	find := p.search.Field("name", textFindPlayer,
		"Press Enter to open any player's profile, even if they are offline")
	find.Search, find.Pick, find.Open = true, "find", func(int) { p.find() }
	find.Typed = func() { p.at["here"] = 0 }
	d.Fields = append(d.Fields, find)
	here := p.found()
	var cards []panel.Card
	for _, one := range here {
		cards = append(cards, panel.Card{Head: one.Called(), Lines: []string{p.r.does(one)}})
	}
	p.cards(d, panel.Field{ID: "here", Label: "Online now", Columns: 4, Cards: cards,
		Open: func(i int) { p.r.openPlayer(here[i].Called()) }})
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
	p.cards(d, panel.Field{ID: "mine", Label: "In progress", Columns: 4, Cards: p.r.gameCards(now),
		Open: func(i int) { p.r.opt.Games.GoTo(p.r.service, now[i].Game) }})
	if len(now) == 0 {
		d.Charts = []panel.Chart{{Head: "You have no games in progress."}}
	}
	if p.me == nil {
		return
	}
	p.cards(d, panel.Field{ID: "past", Label: textFormerGames, Columns: 4, Cards: p.r.pastCards(p.me.Games),
		Open: func(i int) { (&playerPage{r: p.r, who: *p.me}).look(p.r, i) }})
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

// ladderPage selects a ranking.
type ladderPage struct {
	r *Room
	Choice
	speed int // index in ladderSpeeds
}

// ladderSpeeds are the speeds that have ladders. The clock itself does not matter.
var ladderSpeeds = []string{"blitz", "rapid", "classical", "correspondence", ledger.Odds}

// newLadderPage begins with the game and the speed of the last challenge.
func newLadderPage(r *Room) *ladderPage {
	p := &ladderPage{r: r, Choice: r.opt.Client.Choice(true)}
	if c, err := match.ParseControl(p.Chosen().Clock); err == nil {
		p.speed = max(slices.Index(ladderSpeeds, ledger.Speed(c)), 0)
	}
	return p
}

func (p *ladderPage) Show() panel.Dialog {
	speeds := make([]string, len(ladderSpeeds))
	for i, s := range ladderSpeeds {
		speeds[i] = textSpeeds[s]
	}
	return panel.Dialog{ID: "ladder", Title: textLadder, Cancel: "close",
		Fields: []panel.Field{p.Game(), {ID: "speed", Label: "Speed", Options: speeds, Chosen: p.speed,
			Set: panel.Into(&p.speed)}},
		Buttons: []panel.Button{
			{ID: "show", Label: textLadder, Primary: true, Press: p.r.atService(p.show), Disabled: p.r.busy},
			{ID: "close", Label: textDone},
		}}
}

// show loads and shows the ranking.
func (p *ladderPage) show(s remote.Service) {
	pool := p.Chosen().Variant.Family + " " + ladderSpeeds[p.speed]
	p.r.Beyond(func(ctx context.Context) func() {
		list, err := wire.GetLadder.Ask(ctx, s, wire.None{}, pool)
		if err != nil {
			return p.r.Failed(err)
		}
		rows := make([]row, len(list))
		for i, one := range list {
			rows[i] = row{textRung(i, one), func(r *Room) { r.openPlayer(one.Player.Name) }}
		}
		return func() {
			title := tongue.Textf("Ladder: %s", tongue.Name(p.r.Pool(pool)))
			p.r.shell.Open(&listPage{r: p.r, id: "rungs", title: title,
				none: "This ladder is empty. Players appear here after some rated games, when their rating is certain.",
				rows: func(*Room) []row { return rows }})
		}
	})
}
