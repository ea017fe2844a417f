package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// lobbyPage is the hall of a service.
type lobbyPage struct{}

func (a *App) openLobby() {
	a.pages = slices.DeleteFunc(a.pages, func(o opened) bool { _, is := o.page.(lobbyPage); return is })
	a.open(lobbyPage{})
	a.net.next = a.opt.Clock.Now()
}

func (lobbyPage) show(a *App) panel.Dialog {
	n := &a.net
	if n.service == nil {
		return panel.Dialog{ID: "lobby", Title: textLobby, Lines: []string{textLeftService}, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	}
	l := &n.lobby
	d := panel.Dialog{ID: "lobby", Title: n.service.Name(), Lines: []string{n.service.Me().Name, textLink(n.service.Link())}, Cancel: "close"}
	if n.fault != nil {
		d.Faults = []string{textError(n.fault)}
	}
	seek := panel.Button{ID: "seek", Label: textSeekGame, Icon: "play", Primary: true}
	if n.queued {
		seek = panel.Button{ID: "waiting", Label: textWaiting, Icon: "review", Primary: true}
	}
	d.Buttons = []panel.Button{
		seek,
		{ID: "mine", Label: textCount(textMine, len(l.Mine)), Icon: "continue", Disabled: len(l.Mine) == 0},
		{ID: "seeks", Label: textCount(textOpenGames, len(l.Seeks)), Icon: "new", Disabled: len(l.Seeks) == 0},
		{ID: "invitation", Label: textTakeInvitation, Icon: "accept"},
		{ID: "live", Label: textCount(textWatchGames, len(l.Live)), Icon: "review", Disabled: len(l.Live) == 0},
		{ID: "events", Label: textEvents, Icon: "events"},
		{ID: "ladder", Label: textLadder, Icon: "info"},
		{ID: "people", Label: textPeople, Icon: "info"},
		{ID: "account", Label: textAccount, Icon: "settings"},
		{ID: "out", Label: textSignOut, Icon: "quit"},
		{ID: "close", Label: textDone, Icon: "close"},
	}
	return d
}

func (lobbyPage) do(a *App, c panel.Command) {
	switch c.ID {
	case "seek":
		a.openSeek()
	case "waiting":
		a.open(waitingPage{})
	case "mine":
		a.open(&listPage{id: "mine", title: textMine, live: true, rows: mineRows})
	case "seeks":
		a.open(&listPage{id: "seeks", title: textOpenGames, live: true, rows: seekRows})
	case "live":
		a.open(&listPage{id: "live", title: textWatchGames, live: true, rows: liveRows})
	case "invitation":
		a.openInvitation("")
	case "events":
		a.openFarEvents()
	case "ladder":
		a.open(&ladderPage{a.settings.farPage(&a.lib)})
	case "people":
		a.open(&peoplePage{newEntry("", longestName)})
	case "account":
		a.open(&accountPage{days: 1})
	case "out":
		a.closeTop()
		a.signOut()
	}
}

// row is a line of a list that can be chosen.
type row struct {
	label string
	run   func(a *App)
}

// listPage lists things to choose from, some at a time.
type listPage struct {
	id, title string
	none      string // said where there is nothing; empty: that there is nothing
	live      bool   // what it lists changes by itself
	rows      func(a *App) []row
	first     int
}

const rowsShown = 7

// rowCommands are the commands of the rows that are shown.
var rowCommands = []string{"row-0", "row-1", "row-2", "row-3", "row-4", "row-5", "row-6"}

func (p *listPage) show(a *App) panel.Dialog {
	d := panel.Dialog{ID: p.id, Title: p.title, List: true, Cancel: "close"}
	all := p.rows(a)
	if p.first >= len(all) {
		p.first = 0
	}
	if len(all) == 0 {
		d.Lines = []string{cmp.Or(p.none, textNothingHere)}
	}
	for i, r := range all[p.first:min(len(all), p.first+rowsShown)] {
		d.Buttons = append(d.Buttons, panel.Button{ID: rowCommands[i], Label: r.label, Primary: i == 0, Disabled: r.run == nil || a.net.busy})
	}
	if len(all) > rowsShown {
		d.Buttons = append(d.Buttons, panel.Button{ID: "more", Label: textMore, Icon: "right"})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

func (p *listPage) do(a *App, c panel.Command) {
	if c.ID == "more" {
		p.first += rowsShown
		a.touch()
		return
	}
	all := p.rows(a)
	if i := slices.Index(rowCommands, c.ID); i >= 0 && p.first+i < len(all) && all[p.first+i].run != nil {
		all[p.first+i].run(a)
	}
}

func briefRows(a *App, list []wire.GameBrief) (rows []row) {
	for _, b := range list {
		rows = append(rows, row{textBrief(a, b), func(a *App) { a.goFar(a.net.service, b.Game) }})
	}
	return rows
}

// mineRows lists our games, those first in which it is our turn.
func mineRows(a *App) []row {
	mine := slices.Clone(a.net.lobby.Mine)
	slices.SortStableFunc(mine, func(x, y wire.GameBrief) int { return cmp.Compare(bit(a.ourTurn(y)), bit(a.ourTurn(x))) })
	return briefRows(a, mine)
}

// ourTurn reports whether it is known to be our turn in a game at the service.
func (a *App) ourTurn(b wire.GameBrief) bool {
	if b.Turn == "" || a.net.service == nil {
		return false
	}
	seat, ours := b.Seat(a.net.service.Me().ID)
	return ours && seat == b.Turn
}

func liveRows(a *App) []row { return briefRows(a, a.net.lobby.Live) }

func seekRows(a *App) (rows []row) {
	for _, o := range a.net.lobby.Seeks {
		rows = append(rows, row{textSeek(a, o), func(a *App) { a.open(openSeekPage{o}) }})
	}
	return rows
}

// openSeekPage shows a seek and asks what to do with it.
type openSeekPage struct{ seek wire.OpenSeek }

func (p openSeekPage) show(a *App) panel.Dialog {
	o := p.seek
	d := panel.Dialog{ID: "open-seek", Title: a.textGame(o.Seek.Variant()), Lines: []string{textSeek(a, o)}, Cancel: "close"}
	if o.ForMe {
		d.Title = textChallenge(o.By.Called())
	}
	if !o.Mine {
		d.Lines = append(d.Lines, textSeekTerms(a, o.Seek)...)
		d.Buttons = append(d.Buttons, panel.Button{ID: "take", Label: textAcceptGame, Icon: "accept", Primary: !o.ForMe, Disabled: a.net.busy})
	}
	if _, told := a.net.invited[o.ID]; told {
		d.Buttons = append(d.Buttons, panel.Button{ID: "invited", Label: textShowInvitation, Primary: true})
	}
	if o.Mine {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: textWithdrawGame, Icon: "close", Disabled: a.net.busy})
	} else if o.ForMe {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: textDeclineGame, Icon: "decline", Disabled: a.net.busy})
	}
	if o.ForMe { // it may come while a key is being pressed, which neither accepts nor declines it
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textAnswerLater, Primary: true})
	} else {
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	}
	return d
}

func (p openSeekPage) do(a *App, c panel.Command) {
	s := a.net.service
	switch {
	case s == nil:
	case c.ID == "take":
		a.take(p.seek.ID, "")
	case c.ID == "invited":
		a.open(invitedPage{a.net.invited[p.seek.ID]})
	case c.ID == "withdraw":
		a.beyond(func(ctx context.Context) func() {
			if _, err := wire.PostWithdraw.Ask(ctx, s, wire.Take{ID: p.seek.ID}); err != nil {
				return a.failed(err)
			}
			return func() {
				a.shut("open-seek")
				a.net.next = a.opt.Clock.Now()
			}
		})
	}
}

// take accepts a seek or an invitation and sits down at the game.
func (a *App) take(id, code string) {
	s := a.net.service
	a.beyond(func(ctx context.Context) func() {
		b, err := wire.PostTake.Ask(ctx, s, wire.Take{ID: id, Code: code})
		if err != nil {
			return a.failed(whyNot(err, code))
		}
		return func() { a.joinFar(s, b.Game) }
	})
}

// ladderPage asks whose ladder is shown.
type ladderPage struct{ newPage }

func (p *ladderPage) show(a *App) panel.Dialog {
	return panel.Dialog{ID: "ladder", Title: textLadder, Cancel: "close", Fields: append(p.games(a), p.terms()[1]), Buttons: []panel.Button{
		{ID: "show", Label: textLadder, Primary: true, Disabled: a.net.busy}, {ID: "close", Label: textDone},
	}}
}

func (p *ladderPage) do(a *App, c panel.Command) {
	s := a.net.service
	if c.ID != "show" || s == nil {
		p.newPage.do(a, c)
		return
	}
	v, clock := p.v, p.choice.Clock
	a.beyond(func(ctx context.Context) func() {
		list, err := wire.GetLadder.Ask(ctx, s, wire.None{}, ledger.Pool(wire.Spec{Variant: v.ID, Clock: clock}))
		if err != nil {
			return a.failed(err)
		}
		rows := make([]row, len(list))
		for i, r := range list {
			rows[i] = row{textRung(i, r), func(a *App) { a.openPlayer(r.Player.Name) }}
		}
		return func() {
			a.open(&listPage{id: "rungs", title: textLadder, none: textNoRungs, rows: func(*App) []row { return rows }})
		}
	})
}

// seekPage asks what game the player looks for, and against whom.
type seekPage struct {
	newPage
	to    int // whoever waits, anybody, by code, by name
	delay int // of watchers, index into delays
	rated bool
	legs  int // how many games: one, two, or 0 for as many as the game asks for
	name  *entry
}

// double reports whether two games are looked for, each player having each side once:
// so rated games begin of which one side is the harder, unless the player says otherwise.
func (p *seekPage) double() bool {
	if p.legs > 0 {
		return p.legs == 2
	}
	return p.rated && uneven(p.v)
}

// uneven reports whether the sides begin with different numbers of men.
func uneven(v *variant.Variant) bool {
	start := v.Rules.Start()
	return start.Count(game.Attackers) != start.Count(game.Defenders)
}

// delays are by how much later watchers may see a game, as textDelays lists them.
var delays = []time.Duration{0, time.Minute, 3 * time.Minute, 10 * time.Minute}

// Whom a seek is for, as textTos lists them.
const (
	toWaiting = iota
	toAnybody
	toCode
	toName
	tos
)

func (a *App) openSeek() {
	a.open(&seekPage{newPage: a.settings.farPage(&a.lib), rated: true, name: newEntry("", longestName)})
}

func (p *seekPage) show(a *App) panel.Dialog {
	d := panel.Dialog{ID: "seek", Title: textSeekGame, Cancel: "close", Aside: p.aside(a)}
	d.Fields = append(p.games(a), p.terms()...)
	d.Fields = append(d.Fields,
		panel.Field{ID: "rated", Label: textRated, Options: textOffOn, Chosen: bit(p.rated)},
		panel.Field{ID: "double", Label: textDouble, Options: textDoubles, Chosen: bit(p.double())},
		panel.Field{ID: "delay", Label: textDelay, Options: textDelays, Chosen: p.delay},
		panel.Field{ID: "to", Label: textTo, Options: textTos, Chosen: p.to})
	if p.to == toName {
		d.Fields = append(d.Fields, p.name.field("name", textToName, ""))
	}
	d.Buttons = []panel.Button{{ID: "look", Label: textWait, Primary: true, Disabled: a.net.busy}, {ID: "close", Label: textCancel}}
	return d
}

// written implements writer.
func (p *seekPage) written(string) *entry { return p.name }

// wrote implements writer.
func (p *seekPage) wrote(string) {}

func (p *seekPage) do(a *App, c panel.Command) {
	a.touch()
	switch c.ID {
	case "rated":
		p.rated = c.Arg == 1
	case "double":
		p.legs = min(max(c.Arg, 0), 1) + 1
	case "to":
		p.to = min(max(c.Arg, 0), tos-1)
	case "delay":
		p.delay = min(max(c.Arg, 0), len(delays)-1)
	case "look":
		p.look(a)
	default:
		p.newPage.do(a, c)
	}
}

// look sends the seek to where it belongs.
func (p *seekPage) look(a *App) {
	s := a.net.service
	if s == nil {
		a.refuse(textLeftService)
		return
	}
	q := wire.Seek{
		Variants: []string{p.v.ID}, Clocks: []string{p.choice.Clock}, Rated: p.rated, Double: p.double(), Invite: p.to == toCode, Delay: int(delays[p.delay].Seconds()),
	}
	if p.choice.Side != byLot {
		q.Side = wire.SideOf(game.Side(p.choice.Side))
	}
	if a.lib.mine(p.v) || p.v == p.made {
		q.Rules = string(variant.Encode(p.v, nil))
	}
	if p.to == toName {
		q.To = p.name.String()
	}
	p.remember(a)
	if p.to == toWaiting {
		a.enqueue(s, q)
		return
	}
	a.beyond(func(ctx context.Context) func() {
		open, err := wire.PostSeeks.Ask(ctx, s, q)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.shut("seek")
			a.net.next = a.opt.Clock.Now()
			if i := (wire.Invitation{Service: s.Address(), Code: open.Code}); i.Code != "" {
				a.net.invited[open.ID] = i
				a.open(invitedPage{i})
			}
		}
	})
}

// remember keeps the game that is looked for, to begin with it the next time.
func (p *seekPage) remember(a *App) {
	set := a.settings
	set.Net.Clock = p.choice.Clock
	if p.v != p.made {
		set.Net.Variant = p.v.ID
	}
	a.change(set)
}

// enqueue waits for whoever fits.
func (a *App) enqueue(s Service, q wire.Seek) {
	a.beyond(func(ctx context.Context) func() {
		w, err := wire.PostQueue.Ask(ctx, s, q)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.shut("seek")
			if a.waited(w); w.In {
				a.open(waitingPage{})
			}
			a.net.next = a.opt.Clock.Now()
		}
	})
}

// waitingPage shows how it goes in the queue, and offers bots after a while.
type waitingPage struct{}

const botsShown = 3

var botCommands = []string{"bot-0", "bot-1", "bot-2"}

func (waitingPage) show(a *App) panel.Dialog {
	w := &a.net.waiting
	d := panel.Dialog{ID: "waiting", Title: textWaiting, Lines: textWaitingLines(*w), List: true, Cancel: "close"}
	d.Buttons = []panel.Button{{ID: "close", Label: textPlayOn, Icon: "review", Primary: true}, {ID: "stop", Label: textStopWaiting, Icon: "close"}}
	for i, b := range w.Bots[:min(len(w.Bots), botsShown)] { // last: what the keyboard is on stays where it was
		d.Buttons = append(d.Buttons, panel.Button{ID: botCommands[i], Label: textPlayBot(b), Icon: "play", Disabled: a.net.busy})
	}
	return d
}

func (waitingPage) do(a *App, c panel.Command) {
	s := a.net.service
	if s == nil {
		a.closeTop()
		return
	}
	if c.ID == "stop" {
		a.waited(wire.Waiting{})
		a.beyond(func(ctx context.Context) func() {
			if _, err := wire.DeleteQueue.Ask(ctx, s, wire.None{}); err != nil {
				return a.failed(err)
			}
			return func() {}
		})
		return
	}
	i := slices.Index(botCommands, c.ID)
	if bots := a.net.waiting.Bots; i >= 0 && i < len(bots) {
		name := bots[i].Name
		a.beyond(func(ctx context.Context) func() {
			b, err := wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: name})
			if err != nil {
				return a.failed(err)
			}
			return func() { a.joinFar(s, b.Game) }
		})
	}
}
