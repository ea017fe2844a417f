package online

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
type lobbyPage struct{ r *Room }

func (r *Room) openLobby() {
	r.Remove(func(p shell.Page) bool { _, is := p.(lobbyPage); return is })
	r.Open(lobbyPage{r})
	r.Soon()
}

func (p lobbyPage) Show() panel.Dialog {
	n := p.r
	if n.service == nil {
		return panel.Dialog{ID: "lobby", Title: TextLobby, Lines: []string{TextLeftService}, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	}
	l := &n.lobby
	d := panel.Dialog{ID: "lobby", Kind: panel.Menu, Title: n.service.Name(), Lines: []string{n.service.Me().Name, TextLink(n.service.Link())}, Cancel: "close"}
	if n.fault != nil {
		d.Faults = []string{n.Words.Error(n.fault)}
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
		{ID: "events", Label: "Tournaments", Icon: "events"},
		{ID: "ladder", Label: textLadder, Icon: "info"},
		{ID: "people", Label: textPeople, Icon: "info"},
		{ID: "account", Label: textAccount, Icon: "settings"},
		{ID: "out", Label: "Leave the service", Icon: "quit"},
		{ID: "close", Label: textDone, Icon: "close"},
	}
	return d
}

func (p lobbyPage) Do(c panel.Command) {
	switch c.ID {
	case "seek":
		p.r.openSeek()
	case "waiting":
		p.r.Open(waitingPage(p))
	case "mine":
		p.r.Open(&listPage{r: p.r, id: "mine", title: textMine, live: true, rows: mineRows})
	case "seeks":
		p.r.Open(&listPage{r: p.r, id: "seeks", title: textOpenGames, live: true, rows: seekRows})
	case "live":
		p.r.Open(&listPage{r: p.r, id: "live", title: textWatchGames, live: true, rows: liveRows})
	case "invitation":
		p.r.OpenInvitation("")
	case "events":
		p.r.Events.List()
	case "ladder":
		p.r.Open(&ladderPage{p.r, p.r.Client.Choice(true)})
	case "people":
		p.r.Open(&peoplePage{p.r, shell.NewEntry("", longestName)})
	case "account":
		p.r.Open(&accountPage{r: p.r, days: 1})
	case "out":
		p.r.CloseTop()
		p.r.signOut()
	}
}

// row is a line of a list that can be chosen.
type row struct {
	label string
	run   func(r *Room)
}

// listPage lists things to choose from, some at a time.
type listPage struct {
	r         *Room
	id, title string
	none      string // said where there is nothing; empty: that there is nothing
	live      bool   // what it lists changes by itself
	rows      func(r *Room) []row
	first     int
}

const rowsShown = 7

// rowCommands are the commands of the rows that are shown.
var rowCommands = []string{"row-0", "row-1", "row-2", "row-3", "row-4", "row-5", "row-6"}

func (p *listPage) Show() panel.Dialog {
	d := panel.Dialog{ID: p.id, Title: p.title, Kind: panel.List, Cancel: "close"}
	all := p.rows(p.r)
	if p.first >= len(all) {
		p.first = 0
	}
	if len(all) == 0 {
		d.Lines = []string{cmp.Or(p.none, "There is nothing here just now.")}
	}
	for i, r := range all[p.first:min(len(all), p.first+rowsShown)] {
		d.Buttons = append(d.Buttons, panel.Button{ID: rowCommands[i], Label: r.label, Primary: i == 0, Disabled: r.run == nil || p.r.busy})
	}
	if len(all) > rowsShown {
		d.Buttons = append(d.Buttons, panel.Button{ID: "more", Label: "More", Icon: "right"})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

func (p *listPage) Do(c panel.Command) {
	if c.ID == "more" {
		p.first += rowsShown
		p.r.Touch()
		return
	}
	all := p.rows(p.r)
	if i := slices.Index(rowCommands, c.ID); i >= 0 && p.first+i < len(all) && all[p.first+i].run != nil {
		all[p.first+i].run(p.r)
	}
}

func briefRows(r *Room, list []wire.GameBrief) (rows []row) {
	for _, b := range list {
		rows = append(rows, row{textBrief(r, b), func(r *Room) { r.Client.GoTo(r.service, b.Game) }})
	}
	return rows
}

// mineRows lists our games, those first in which it is our turn.
func mineRows(r *Room) []row {
	mine := slices.Clone(r.lobby.Mine)
	slices.SortStableFunc(mine, func(x, y wire.GameBrief) int { return cmp.Compare(bit(r.ourTurn(y)), bit(r.ourTurn(x))) })
	return briefRows(r, mine)
}

// ourTurn reports whether it is known to be our turn in a game at the service.
func (r *Room) ourTurn(b wire.GameBrief) bool {
	if b.Turn == "" || r.service == nil {
		return false
	}
	seat, ours := b.Seat(r.service.Me().ID)
	return ours && seat == b.Turn
}

func liveRows(r *Room) []row { return briefRows(r, r.lobby.Live) }

func seekRows(r *Room) (rows []row) {
	for _, o := range r.lobby.Seeks {
		rows = append(rows, row{textSeek(r, o), func(r *Room) { r.Open(openSeekPage{r, o}) }})
	}
	return rows
}

// openSeekPage shows a seek and asks what to do with it.
type openSeekPage struct {
	r    *Room
	seek wire.OpenSeek
}

func (p openSeekPage) Show() panel.Dialog {
	o := p.seek
	d := panel.Dialog{ID: "open-seek", Title: p.r.Words.Game(o.Seek.Variant()), Lines: []string{textSeek(p.r, o)}, Cancel: "close"}
	if o.ForMe {
		d.Title = textChallenge(o.By.Called())
	}
	if !o.Mine {
		d.Lines = append(d.Lines, textSeekTerms(p.r, o.Seek)...)
		d.Buttons = append(d.Buttons, panel.Button{ID: "take", Label: textAcceptGame, Icon: "accept", Primary: !o.ForMe, Disabled: p.r.busy})
	}
	if _, told := p.r.invited[o.ID]; told {
		d.Buttons = append(d.Buttons, panel.Button{ID: "invited", Label: "Show the link and the code", Primary: true})
	}
	if o.Mine {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: "Withdraw", Icon: "close", Disabled: p.r.busy})
	} else if o.ForMe {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: "Decline", Icon: "decline", Disabled: p.r.busy})
	}
	if o.ForMe { // it may come while a key is being pressed, which neither accepts nor declines it
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: "Answer later", Primary: true})
	} else {
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	}
	return d
}

func (p openSeekPage) Do(c panel.Command) {
	s := p.r.service
	switch {
	case s == nil:
	case c.ID == "take":
		p.r.take(p.seek.ID, "")
	case c.ID == "invited":
		p.r.Open(invitedPage{p.r, p.r.invited[p.seek.ID]})
	case c.ID == "withdraw":
		p.r.Beyond(func(ctx context.Context) func() {
			if _, err := wire.PostWithdraw.Ask(ctx, s, wire.Take{ID: p.seek.ID}); err != nil {
				return p.r.Failed(err)
			}
			return func() {
				p.r.Shut("open-seek")
				p.r.Soon()
			}
		})
	}
}

// take accepts a seek or an invitation and sits down at the game.
func (r *Room) take(id, code string) {
	s := r.service
	r.Beyond(func(ctx context.Context) func() {
		b, err := wire.PostTake.Ask(ctx, s, wire.Take{ID: id, Code: code})
		if err != nil {
			return r.Failed(whyNot(err, code))
		}
		return func() { r.Client.Join(s, b.Game) }
	})
}

// ladderPage asks whose ladder is shown.
type ladderPage struct {
	r *Room
	Choice
}

func (p *ladderPage) Show() panel.Dialog {
	return panel.Dialog{ID: "ladder", Title: textLadder, Cancel: "close", Fields: append(p.Games(), p.Terms()[1]), Buttons: []panel.Button{
		{ID: "show", Label: textLadder, Primary: true, Disabled: p.r.busy}, {ID: "close", Label: textDone},
	}}
}

func (p *ladderPage) Do(c panel.Command) {
	s := p.r.service
	if c.ID != "show" || s == nil {
		p.Choice.Do(c)
		return
	}
	chosen := p.Chosen()
	p.r.Beyond(func(ctx context.Context) func() {
		list, err := wire.GetLadder.Ask(ctx, s, wire.None{}, ledger.Pool(wire.Spec{Variant: chosen.Variant.ID, Clock: chosen.Clock}))
		if err != nil {
			return p.r.Failed(err)
		}
		rows := make([]row, len(list))
		for i, one := range list {
			rows[i] = row{textRung(i, one), func(r *Room) { r.openPlayer(one.Player.Name) }}
		}
		return func() {
			p.r.Open(&listPage{r: p.r, id: "rungs", title: textLadder, none: "Nobody is on this ladder yet: one comes there when the rating is certain, after some rated games.", rows: func(*Room) []row { return rows }})
		}
	})
}

// seekPage asks what game the player looks for, and against whom.
type seekPage struct {
	r *Room
	Choice
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
	return p.rated && uneven(p.Chosen().Variant)
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

func (r *Room) openSeek() {
	r.Open(&seekPage{r: r, Choice: r.Client.Choice(true), rated: true, name: shell.NewEntry("", longestName)})
}

func (p *seekPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "seek", Title: textSeekGame, Cancel: "close", Aside: p.Aside()}
	d.Fields = append(p.Games(), p.Terms()...)
	d.Fields = append(d.Fields,
		panel.Field{ID: "rated", Label: TextRated, Options: textOffOn, Chosen: bit(p.rated)},
		panel.Field{ID: "double", Label: "Games", Options: textDoubles, Chosen: bit(p.double())},
		panel.Field{ID: "delay", Label: "Watchers see it", Options: textDelays, Chosen: p.delay},
		panel.Field{ID: "to", Label: "Against", Options: textTos, Chosen: p.to})
	if p.to == toName {
		d.Fields = append(d.Fields, p.name.Field("name", textToName, ""))
	}
	d.Buttons = []panel.Button{{ID: "look", Label: "Look", Primary: true, Disabled: p.r.busy}, {ID: "close", Label: textCancel}}
	return d
}

// written implements writer.
func (p *seekPage) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *seekPage) Wrote(string) {}

func (p *seekPage) Do(c panel.Command) {
	p.r.Touch()
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
		p.look(p.r)
	default:
		p.Choice.Do(c)
	}
}

// look sends the seek to where it belongs.
func (p *seekPage) look(r *Room) {
	s := r.service
	if s == nil {
		r.Refuse(TextLeftService)
		return
	}
	c := p.Chosen()
	q := wire.Seek{
		Variants: []string{c.Variant.ID}, Clocks: []string{c.Clock}, Rated: p.rated, Double: p.double(), Invite: p.to == toCode, Delay: int(delays[p.delay].Seconds()),
	}
	if c.Side != ByLot {
		q.Side = wire.SideOf(game.Side(c.Side))
	}
	if c.Own {
		q.Rules = string(variant.Encode(c.Variant, nil))
	}
	if p.to == toName {
		q.To = p.name.String()
	}
	r.remember(c)
	if p.to == toWaiting {
		r.enqueue(s, q)
		return
	}
	r.Beyond(func(ctx context.Context) func() {
		open, err := wire.PostSeeks.Ask(ctx, s, q)
		if err != nil {
			return r.Failed(err)
		}
		return func() {
			r.Shut("seek")
			r.Soon()
			if i := (wire.Invitation{Service: s.Address(), Code: open.Code}); i.Code != "" {
				r.invited[open.ID] = i
				r.Open(invitedPage{r, i})
			}
		}
	})
}

// remember keeps the game that is looked for, to begin with it the next time.
func (r *Room) remember(c Chosen) {
	e := r.Client.Settings()
	e.Clock = c.Clock
	if !c.Made {
		e.Variant = c.Variant.ID
	}
	r.Client.Change(e)
}

// enqueue waits for whoever fits.
func (r *Room) enqueue(s remote.Service, q wire.Seek) {
	r.Beyond(func(ctx context.Context) func() {
		w, err := wire.PostQueue.Ask(ctx, s, q)
		if err != nil {
			return r.Failed(err)
		}
		return func() {
			r.Shut("seek")
			if r.waited(w); w.In {
				r.Open(waitingPage{r})
			}
			r.Soon()
		}
	})
}

// waitingPage shows how it goes in the queue, and offers bots after a while.
type waitingPage struct{ r *Room }

const botsShown = 3

var botCommands = []string{"bot-0", "bot-1", "bot-2"}

func (p waitingPage) Show() panel.Dialog {
	w := &p.r.waiting
	d := panel.Dialog{ID: "waiting", Title: textWaiting, Lines: textWaitingLines(*w), Kind: panel.List, Cancel: "close"}
	d.Buttons = []panel.Button{{ID: "close", Label: "Keep looking, play something else", Icon: "review", Primary: true}, {ID: "stop", Label: "Stop looking", Icon: "close"}}
	for i, b := range w.Bots[:min(len(w.Bots), botsShown)] { // last: what the keyboard is on stays where it was
		d.Buttons = append(d.Buttons, panel.Button{ID: botCommands[i], Label: textPlayBot(b), Icon: "play", Disabled: p.r.busy})
	}
	return d
}

func (p waitingPage) Do(c panel.Command) {
	s := p.r.service
	if s == nil {
		p.r.CloseTop()
		return
	}
	if c.ID == "stop" {
		p.r.waited(wire.Waiting{})
		p.r.Beyond(func(ctx context.Context) func() {
			if _, err := wire.DeleteQueue.Ask(ctx, s, wire.None{}); err != nil {
				return p.r.Failed(err)
			}
			return func() {}
		})
		return
	}
	i := slices.Index(botCommands, c.ID)
	if bots := p.r.waiting.Bots; i >= 0 && i < len(bots) {
		name := bots[i].Name
		p.r.Beyond(func(ctx context.Context) func() {
			b, err := wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: name})
			if err != nil {
				return p.r.Failed(err)
			}
			return func() { p.r.Client.Join(s, b.Game) }
		})
	}
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}
