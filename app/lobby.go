package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// lobbyPage is the hall of a service.
type lobbyPage struct{ a *App }

func (a *App) openLobby() {
	a.Remove(func(p shell.Page) bool { _, is := p.(lobbyPage); return is })
	a.Open(lobbyPage{a})
	a.net.next = a.opt.Clock.Now()
}

func (p lobbyPage) Show() panel.Dialog {
	n := &p.a.net
	if n.service == nil {
		return panel.Dialog{ID: "lobby", Title: textLobby, Lines: []string{textLeftService}, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	}
	l := &n.lobby
	d := panel.Dialog{ID: "lobby", Kind: panel.Menu, Title: n.service.Name(), Lines: []string{n.service.Me().Name, textLink(n.service.Link())}, Cancel: "close"}
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

func (p lobbyPage) Do(c panel.Command) {
	switch c.ID {
	case "seek":
		p.a.openSeek()
	case "waiting":
		p.a.Open(waitingPage{p.a})
	case "mine":
		p.a.Open(&listPage{a: p.a, id: "mine", title: textMine, live: true, rows: mineRows})
	case "seeks":
		p.a.Open(&listPage{a: p.a, id: "seeks", title: textOpenGames, live: true, rows: seekRows})
	case "live":
		p.a.Open(&listPage{a: p.a, id: "live", title: textWatchGames, live: true, rows: liveRows})
	case "invitation":
		p.a.openInvitation("")
	case "events":
		p.a.openFarEvents()
	case "ladder":
		p.a.Open(&ladderPage{p.a, farPage(p.a)})
	case "people":
		p.a.Open(&peoplePage{p.a, shell.NewEntry("", longestName)})
	case "account":
		p.a.Open(&accountPage{a: p.a, days: 1})
	case "out":
		p.a.CloseTop()
		p.a.signOut()
	}
}

// row is a line of a list that can be chosen.
type row struct {
	label string
	run   func(a *App)
}

// listPage lists things to choose from, some at a time.
type listPage struct {
	a         *App
	id, title string
	none      string // said where there is nothing; empty: that there is nothing
	live      bool   // what it lists changes by itself
	rows      func(a *App) []row
	first     int
}

const rowsShown = 7

// rowCommands are the commands of the rows that are shown.
var rowCommands = []string{"row-0", "row-1", "row-2", "row-3", "row-4", "row-5", "row-6"}

func (p *listPage) Show() panel.Dialog {
	d := panel.Dialog{ID: p.id, Title: p.title, Kind: panel.List, Cancel: "close"}
	all := p.rows(p.a)
	if p.first >= len(all) {
		p.first = 0
	}
	if len(all) == 0 {
		d.Lines = []string{cmp.Or(p.none, textNothingHere)}
	}
	for i, r := range all[p.first:min(len(all), p.first+rowsShown)] {
		d.Buttons = append(d.Buttons, panel.Button{ID: rowCommands[i], Label: r.label, Primary: i == 0, Disabled: r.run == nil || p.a.net.busy})
	}
	if len(all) > rowsShown {
		d.Buttons = append(d.Buttons, panel.Button{ID: "more", Label: textMore, Icon: "right"})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

func (p *listPage) Do(c panel.Command) {
	if c.ID == "more" {
		p.first += rowsShown
		p.a.Touch()
		return
	}
	all := p.rows(p.a)
	if i := slices.Index(rowCommands, c.ID); i >= 0 && p.first+i < len(all) && all[p.first+i].run != nil {
		all[p.first+i].run(p.a)
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
		rows = append(rows, row{textSeek(a, o), func(a *App) { a.Open(openSeekPage{a, o}) }})
	}
	return rows
}

// openSeekPage shows a seek and asks what to do with it.
type openSeekPage struct {
	a    *App
	seek wire.OpenSeek
}

func (p openSeekPage) Show() panel.Dialog {
	o := p.seek
	d := panel.Dialog{ID: "open-seek", Title: p.a.textGame(o.Seek.Variant()), Lines: []string{textSeek(p.a, o)}, Cancel: "close"}
	if o.ForMe {
		d.Title = textChallenge(o.By.Called())
	}
	if !o.Mine {
		d.Lines = append(d.Lines, textSeekTerms(p.a, o.Seek)...)
		d.Buttons = append(d.Buttons, panel.Button{ID: "take", Label: textAcceptGame, Icon: "accept", Primary: !o.ForMe, Disabled: p.a.net.busy})
	}
	if _, told := p.a.net.invited[o.ID]; told {
		d.Buttons = append(d.Buttons, panel.Button{ID: "invited", Label: textShowInvitation, Primary: true})
	}
	if o.Mine {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: textWithdrawGame, Icon: "close", Disabled: p.a.net.busy})
	} else if o.ForMe {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: textDeclineGame, Icon: "decline", Disabled: p.a.net.busy})
	}
	if o.ForMe { // it may come while a key is being pressed, which neither accepts nor declines it
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textAnswerLater, Primary: true})
	} else {
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	}
	return d
}

func (p openSeekPage) Do(c panel.Command) {
	s := p.a.net.service
	switch {
	case s == nil:
	case c.ID == "take":
		p.a.take(p.seek.ID, "")
	case c.ID == "invited":
		p.a.Open(invitedPage{p.a, p.a.net.invited[p.seek.ID]})
	case c.ID == "withdraw":
		p.a.beyond(func(ctx context.Context) func() {
			if _, err := wire.PostWithdraw.Ask(ctx, s, wire.Take{ID: p.seek.ID}); err != nil {
				return p.a.failed(err)
			}
			return func() {
				p.a.Shut("open-seek")
				p.a.net.next = p.a.opt.Clock.Now()
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
type ladderPage struct {
	a *App
	newPage
}

func (p *ladderPage) Show() panel.Dialog {
	return panel.Dialog{ID: "ladder", Title: textLadder, Cancel: "close", Fields: append(p.games(p.a), p.terms()[1]), Buttons: []panel.Button{
		{ID: "show", Label: textLadder, Primary: true, Disabled: p.a.net.busy}, {ID: "close", Label: textDone},
	}}
}

func (p *ladderPage) Do(c panel.Command) {
	s := p.a.net.service
	if c.ID != "show" || s == nil {
		p.newPage.Do(c)
		return
	}
	v, clock := p.v, p.choice.Clock
	p.a.beyond(func(ctx context.Context) func() {
		list, err := wire.GetLadder.Ask(ctx, s, wire.None{}, ledger.Pool(wire.Spec{Variant: v.ID, Clock: clock}))
		if err != nil {
			return p.a.failed(err)
		}
		rows := make([]row, len(list))
		for i, r := range list {
			rows[i] = row{textRung(i, r), func(a *App) { a.openPlayer(r.Player.Name) }}
		}
		return func() {
			p.a.Open(&listPage{a: p.a, id: "rungs", title: textLadder, none: textNoRungs, rows: func(*App) []row { return rows }})
		}
	})
}

// seekPage asks what game the player looks for, and against whom.
type seekPage struct {
	a *App
	newPage
	to    int // whoever waits, anybody, by code, by name
	delay int // of watchers, index into delays
	rated bool
	legs  int // how many games: one, two, or 0 for as many as the game asks for
	name  *shell.Entry
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
	a.Open(&seekPage{a: a, newPage: farPage(a), rated: true, name: shell.NewEntry("", longestName)})
}

func (p *seekPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "seek", Title: textSeekGame, Cancel: "close", Aside: p.aside(p.a)}
	d.Fields = append(p.games(p.a), p.terms()...)
	d.Fields = append(d.Fields,
		panel.Field{ID: "rated", Label: textRated, Options: textOffOn, Chosen: bit(p.rated)},
		panel.Field{ID: "double", Label: textDouble, Options: textDoubles, Chosen: bit(p.double())},
		panel.Field{ID: "delay", Label: textDelay, Options: textDelays, Chosen: p.delay},
		panel.Field{ID: "to", Label: textTo, Options: textTos, Chosen: p.to})
	if p.to == toName {
		d.Fields = append(d.Fields, p.name.Field("name", textToName, ""))
	}
	d.Buttons = []panel.Button{{ID: "look", Label: textWait, Primary: true, Disabled: p.a.net.busy}, {ID: "close", Label: textCancel}}
	return d
}

// written implements writer.
func (p *seekPage) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *seekPage) Wrote(string) {}

func (p *seekPage) Do(c panel.Command) {
	p.a.Touch()
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
		p.look(p.a)
	default:
		p.newPage.Do(c)
	}
}

// look sends the seek to where it belongs.
func (p *seekPage) look(a *App) {
	s := a.net.service
	if s == nil {
		a.Refuse(textLeftService)
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
			a.Shut("seek")
			a.net.next = a.opt.Clock.Now()
			if i := (wire.Invitation{Service: s.Address(), Code: open.Code}); i.Code != "" {
				a.net.invited[open.ID] = i
				a.Open(invitedPage{a, i})
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
func (a *App) enqueue(s remote.Service, q wire.Seek) {
	a.beyond(func(ctx context.Context) func() {
		w, err := wire.PostQueue.Ask(ctx, s, q)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.Shut("seek")
			if a.waited(w); w.In {
				a.Open(waitingPage{a})
			}
			a.net.next = a.opt.Clock.Now()
		}
	})
}

// waitingPage shows how it goes in the queue, and offers bots after a while.
type waitingPage struct{ a *App }

const botsShown = 3

var botCommands = []string{"bot-0", "bot-1", "bot-2"}

func (p waitingPage) Show() panel.Dialog {
	w := &p.a.net.waiting
	d := panel.Dialog{ID: "waiting", Title: textWaiting, Lines: textWaitingLines(*w), Kind: panel.List, Cancel: "close"}
	d.Buttons = []panel.Button{{ID: "close", Label: textPlayOn, Icon: "review", Primary: true}, {ID: "stop", Label: textStopWaiting, Icon: "close"}}
	for i, b := range w.Bots[:min(len(w.Bots), botsShown)] { // last: what the keyboard is on stays where it was
		d.Buttons = append(d.Buttons, panel.Button{ID: botCommands[i], Label: textPlayBot(b), Icon: "play", Disabled: p.a.net.busy})
	}
	return d
}

func (p waitingPage) Do(c panel.Command) {
	s := p.a.net.service
	if s == nil {
		p.a.CloseTop()
		return
	}
	if c.ID == "stop" {
		p.a.waited(wire.Waiting{})
		p.a.beyond(func(ctx context.Context) func() {
			if _, err := wire.DeleteQueue.Ask(ctx, s, wire.None{}); err != nil {
				return p.a.failed(err)
			}
			return func() {}
		})
		return
	}
	i := slices.Index(botCommands, c.ID)
	if bots := p.a.net.waiting.Bots; i >= 0 && i < len(bots) {
		name := bots[i].Name
		p.a.beyond(func(ctx context.Context) func() {
			b, err := wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: name})
			if err != nil {
				return p.a.failed(err)
			}
			return func() { p.a.joinFar(s, b.Game) }
		})
	}
}
