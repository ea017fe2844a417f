package events

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// eventView is the state of a remote tournament. State is a copy for display.
type eventView struct {
	wire.EventBrief
	State *tournament.Tournament
	Games map[tables.Game]string // ids of started games; empty: cannot be joined
	Past  map[tables.Game]string // ids of finished games
	Mine  string                 // id of our next game
}

// viewOf converts an event as sent to the player with an id.
func viewOf(e wire.Event, id string) (v eventView, err error) {
	v = eventView{EventBrief: e.EventBrief, Games: map[tables.Game]string{}, Past: map[tables.Game]string{}}
	if v.State, err = tournament.Decode(e.Saved); err != nil {
		return v, err
	}
	me := 0
	for _, p := range e.Entrants {
		if p.Player.ID == id && !p.Withdrawn {
			me = p.Number
		}
	}
	v.Joined = me != 0
	for _, p := range e.Pairings {
		for leg, g := range p.Games {
			at := tables.Game{Pairing: p.Pairing, Leg: leg}
			mine := me != 0 && (g.Attackers == me || g.Defenders == me)
			switch {
			case g.Verdict != "":
				v.Past[at] = g.Game
			case g.Due:
				v.Games[at] = g.Game
			}
			if mine && g.Due && g.Verdict == "" {
				v.Mine = g.Game
			}
		}
	}
	return v, nil
}

// EventOf reports whether the network game at the board belongs to a tournament that can be opened.
func (r *Room) EventOf(g *board.Game) bool {
	return g.Remote != nil && g.Remote.Status.Spec.Event != "" && r.HasEvent()
}

// HasEvent reports whether there is a local or remote tournament to open.
func (r *Room) HasEvent() bool { return r.Event != nil || r.RemoteEvents.Last != nil }

// OpenAnyEvent opens the tournament of the game at the board; otherwise the local one, or the last one
// viewed.
func (r *Room) OpenAnyEvent() {
	last := r.RemoteEvents.Last
	g := r.board.Game()
	switch {
	case g != nil && g.Remote != nil && last != nil && g.Remote.Host == remote.Host(last.At),
		r.Event == nil && last != nil:
		r.OpenRemoteEvent(last.At, last.Id)
	case r.Event != nil:
		r.openEvent()
	}
}

// Forget forgets the tournament of a host.
func (f *RemoteEvents) Forget(c remote.Host) {
	if f.Last != nil && f.Last.At == c {
		f.Last = nil
	}
}

// AskEvents returns a function that requests the visible tournaments; nil: none. It runs in the background,
// and its result on the main thread.
func (r *Room) AskEvents() func(ctx context.Context) (then func()) {
	s, n := r.online.Service(), &r.RemoteEvents
	switch r.shell.Front().(type) {
	case *remoteEventsPage:
		if s == nil {
			return nil
		}
		return func(ctx context.Context) func() {
			list, err := wire.GetEvents.Ask(ctx, s, wire.None{})
			return func() {
				if n.fault = err; err == nil {
					n.list, n.heard = list, true
				}
			}
		}
	}
	if p := r.attending(); p != nil {
		return p.ask
	}
	return nil
}

// attending returns the visible remote tournament; nil: none.
func (r *Room) attending() *remoteEventPage {
	switch p := r.shell.Front().(type) {
	case *remoteEventPage:
		return p
	case *directorPage:
		page, _ := p.target.(*remoteEventPage)
		return page
	}
	return nil
}

// remoteEventsPage lists the tournaments of the service.
type remoteEventsPage struct {
	a      *Room
	chosen int
}

func (r *Room) OpenRemoteEvents() {
	r.shell.Open(&remoteEventsPage{a: r})
	r.online.Soon()
}

func (p *remoteEventsPage) Show() panel.Dialog {
	n := &p.a.RemoteEvents
	d := panel.Dialog{ID: "remote-events", Title: TextEvents, Kind: panel.Wide, Cancel: "close"}
	p.chosen = min(p.chosen, max(len(n.list)-1, 0))
	switch {
	case n.fault != nil:
		d.Faults = []string{words.Error(n.fault)}
	case !n.heard:
		d.Lines = []string{online.TextAsking}
	case len(n.list) == 0:
		d.Kind, d.Lines = panel.Question, []string{textNoRemoteEvents}
	}
	if len(n.list) > 0 {
		enter := panel.Action{ID: "enter", Run: p.enter}
		d.Fields, d.Charts = p.table(p.a, enter)
		d.Actions = []panel.Action{enter}
		d.Buttons = append(d.Buttons, panel.Button{ID: "open", Label: textOpenEvent, Primary: true,
			Press: func() { p.enter(p.chosen) }})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "new", Label: textNewEvent, Primary: len(n.list) == 0,
		Press: func() { p.a.shell.Open(newRemoteEvent(p.a)) }},
		panel.Button{ID: "close", Label: words.Done})
	return d
}

// table returns the tournaments, which enter opens, and a field for selecting one by keyboard.
func (p *remoteEventsPage) table(a *Room, enter panel.Action) ([]panel.Field, []panel.Chart) {
	t := &panel.Table{Marked: p.chosen, Columns: []panel.Column{{Head: words.Name}, {Head: textFormat, Width: 170},
		{Head: words.Variant, Width: 220},
		{Head: words.Clock, Width: 110}, {Head: textPlayersHead, Width: 80, Mid: true},
		{Head: textStateHead, Width: 210}}}
	var names []string
	for i, e := range a.RemoteEvents.list {
		do := enter.At(i)
		t.Rows = append(t.Rows, []panel.Cell{{Text: e.Spec.Name, Strong: e.Joined, Do: do},
			{Text: textFormatName(tournament.Format(e.Spec.Format)), Do: do},
			{Text: a.variantName(e.Spec.Variant()), Do: do},
			{Text: words.Controls([]string{e.Spec.Clock})[0]}, {Text: fmt.Sprint(e.Players)},
			{Text: textRemotePhase(e), Do: do}})
		names = append(names, e.Spec.Name)
	}
	return []panel.Field{{ID: "event", Label: textEvent, Options: names, Chosen: p.chosen,
		Set: panel.Into(&p.chosen)}}, []panel.Chart{{Table: t}}
}

// enter opens a tournament of the list.
func (p *remoteEventsPage) enter(n int) {
	if list := p.a.RemoteEvents.list; n >= 0 && n < len(list) {
		p.chosen = n
		p.a.OpenRemoteEvent(p.a.online.Service(), list[n].ID)
	}
}

// remoteEventPage shows a remote tournament.
type remoteEventPage struct {
	a      *Room
	At     remote.Holder
	Id     string
	now    eventView // last known state
	fault  error     // error of the last request
	view   int
	round  int // visible round; 0: the latest
	player int // index in the standings of the player whose figures are explained
}

func (r *Room) OpenRemoteEvent(at remote.Holder, id string) {
	p := &remoteEventPage{a: r, At: at, Id: id}
	if last := r.RemoteEvents.Last; last != nil && last.At == at && last.Id == id {
		p = last
	}
	r.RemoteEvents.Last = p
	r.shell.Open(p)
	r.online.Soon()
}

// ask requests the state in the background.
func (p *remoteEventPage) ask(ctx context.Context) func() {
	e, err := wire.GetEvent.Ask(ctx, p.At, wire.None{}, p.Id)
	var v eventView
	if err == nil {
		v, err = viewOf(e, p.At.Me().ID)
	}
	return func() {
		if p.fault = err; err == nil {
			p.now = v
		}
	}
}

// remoteViews returns the views of a remote tournament, as indices of textViews.
func remoteViews(bracket bool) (views []int) {
	views = []int{viewRounds, viewTable, viewStandings}
	if bracket {
		views = append(views, viewBracket)
	}
	return views
}

func (p *remoteEventPage) Show() panel.Dialog {
	v := &p.now
	d := panel.Dialog{ID: "remote-event", Title: v.Spec.Name, Kind: panel.Wide, Height: panel.Tabbed, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done}}}
	if p.fault != nil {
		d.Faults = []string{words.Error(p.fault)}
	}
	if v.State == nil {
		d.Title, d.Kind, d.Height, d.Lines = textEvent, panel.Question, panel.Fitted, []string{online.TextAsking}
		return d
	}
	d.Lines = []string{p.a.textRemoteState(*v)}
	h := v.event(p.a)
	p.round = min(p.round, v.State.Round())
	views, names := remoteViews(v.State.Bracket() != nil), textViews(v.State.Bracket() != nil)
	var options []string
	for _, view := range views {
		options = append(options, names[view])
	}
	d.Fields = []panel.Field{{ID: "view", Label: textView, Options: options,
		Chosen: max(slices.Index(views, p.view), 0), Set: func(n int) { p.view = views[n] }, Tabs: true}}
	d.Actions = chartActions(func(row int) { p.view, p.player = viewStandings, max(row, 0) },
		func(n tables.Game) { p.look(p.a, n) })
	switch p.view {
	case viewTable:
		d.Charts = h.CrossCharts()
	case viewStandings:
		d.Charts = h.StandingCharts(p.player)
	case viewBracket:
		d.Charts = h.BracketCharts()
	default:
		shown := p.round
		if shown == 0 {
			shown = v.State.Round()
		}
		if n := v.State.Round(); n > 1 {
			d.Fields = append(d.Fields, panel.Field{ID: "round", Label: textRound, Options: textRounds(n),
				Chosen: shown - 1, Set: func(n int) { p.round = n + 1 }})
		}
		d.Charts = h.RoundCharts(shown)
	}
	d.Buttons = append(p.buttons(p.a), d.Buttons...)
	return d
}

// event returns the tournament for the charts.
func (v *eventView) event(a *Room) *Event {
	h := &Event{State: v.State, Variant: a.variantName, Player: textEntrant, Open: maps.Clone(v.Games)}
	h.Control, _ = match.ParseControl(Clock(v.State.Config())) // nothing is shown if it is unknown
	return h
}

// buttons returns the available actions.
func (p *remoteEventPage) buttons(a *Room) (list []panel.Button) {
	v := &p.now
	phase := tournament.Phase(v.Phase)
	over := phase == tournament.Over
	order := func(id, label string) panel.Button {
		return panel.Button{ID: id, Label: label, Disabled: a.online.Busy(),
			Press: func() { p.order(a, wire.Order{Do: id}) }}
	}
	if v.Mine != "" {
		list = append(list, panel.Button{ID: "mine", Label: textToMyGame, Primary: true, Icon: "play",
			Press: func() { p.join(a, v.Mine) }})
	}
	switch {
	case over:
	case v.Joined:
		list = append(list, panel.Button{ID: "leave", Label: textLeaveEvent, Disabled: a.online.Busy(),
			Press: p.askLeave})
	default:
		list = append(list, panel.Button{ID: "join", Label: textJoinEvent, Primary: true, Disabled: a.online.Busy(),
			Press: func() { p.enter(true) }})
	}
	if !v.Yours || over {
		return list
	}
	list = append(list, panel.Button{ID: "direct", Label: textDirector,
		Press: func() { a.shell.Open(newDirector(a, p)) }})
	switch phase {
	case tournament.Entry:
		list = append(list, order("start", textStartEvent))
	case tournament.Paused:
		list = append(list, order("resume", words.GoOn))
	default:
		list = append(list, order("pause", textPauseEvent))
	}
	end := order("end", textEndEvent)
	send := end.Press
	end.Press = func() { a.shell.Ask(textEndAsk, textEndEventLine, textEndEvent, send) }
	return append(list, end)
}

// askLeave leaves the tournament, after asking if it has begun.
func (p *remoteEventPage) askLeave() {
	leave := func() { p.enter(false) }
	if p.now.State.Phase() == tournament.Entry {
		leave()
		return
	}
	p.a.shell.Ask(textLeaveEventAsk, textLeaveEventLine, textLeaveEvent, leave)
}

// enter joins or leaves the tournament.
func (p *remoteEventPage) enter(in bool) {
	p.a.online.Beyond(func(ctx context.Context) func() {
		var err error
		if in {
			_, err = wire.JoinEvent{}.Ask(ctx, p.At, p.Id)
		} else {
			_, err = wire.PostLeave.Ask(ctx, p.At, wire.None{}, p.Id)
		}
		return func() {
			p.a.online.Soon()
			if err != nil {
				p.a.shell.Refuse(words.Error(err))
			}
		}
	})
}

// order sends an order of the director.
func (p *remoteEventPage) order(a *Room, o wire.Order) {
	a.online.Beyond(func(ctx context.Context) func() {
		if _, err := wire.PostOrders.Ask(ctx, p.At, o, p.Id); err != nil {
			return a.online.Failed(err)
		}
		told := p.ask(ctx)
		return func() {
			told()
			a.shell.Say(textOrderDone, panel.Good)
		}
	})
}

// look joins or replays a game.
func (p *remoteEventPage) look(a *Room, n tables.Game) {
	v := &p.now
	at := tables.Game{Pairing: n.Pairing, Leg: n.Leg}
	if id, begun := v.Games[at]; begun {
		p.join(a, id)
		return
	}
	one, err := v.State.Pairing(n.Pairing)
	if err != nil || n.Leg >= len(one.Legs) || v.Past[at] == "" {
		a.shell.Refuse(textNotNow)
		return
	}
	l := one.Legs[n.Leg]
	if l.Plies == 0 {
		a.shell.Refuse(textNoRecord)
		return
	}
	a.board.AskLeave(func() { p.replay(a, tournament.Due{Pairing: one.ID, Leg: n.Leg, Round: one.Round, Game: l}) })
}

// replay shows a finished game from its start.
func (p *remoteEventPage) replay(a *Room, d tournament.Due) {
	h, id := p.now.event(p.a), p.now.Past[tables.Game{Pairing: d.Pairing, Leg: d.Leg}]
	a.online.Beyond(func(ctx context.Context) func() {
		data, err := p.At.Replay(ctx, id)
		if err != nil {
			return a.online.Failed(err)
		}
		return func() {
			k, err := a.board.ReadGame(data, a.board.Lib.Get)
			if err != nil {
				a.shell.Refuse(words.Error(err))
				return
			}
			a.showRecord(h, d, k)
		}
	})
}

// join joins or watches a game.
func (p *remoteEventPage) join(a *Room, game string) {
	if game == "" {
		a.shell.Refuse(textPlayedThere)
		return
	}
	a.opt.Seats.GoTo(p.At, game)
}

// EventGoesOn describes a local or remote tournament in progress that is not visible; ok is false if there is
// none.
func (r *Room) EventGoesOn() (text string, ok bool) {
	if r.shell.Has(func(p shell.Page) bool {
		switch p.(type) {
		case *eventPage, *remoteEventPage:
			return true
		}
		return false
	}) {
		return "", false
	}
	if h := r.Event; h != nil {
		return tongue.Textf("Tournament in progress: %s", tongue.Name(h.State.Config().Name)),
			h.State.Phase() == tournament.Running
	}
	if last := r.RemoteEvents.Last; last != nil && last.now.State != nil &&
		last.now.State.Phase() == tournament.Running {
		return tongue.Textf("Tournament in progress: %s", tongue.Name(last.now.State.Config().Name)), true
	}
	return "", false
}

func (p *remoteEventPage) event(*Room) *Event {
	if p.now.State == nil {
		return nil
	}
	return p.now.event(p.a)
}

func (*remoteEventPage) nameField() string { return textInviteName }

// decide implements directorTarget: it sends the corresponding order.
func (p *remoteEventPage) decide(a *Room, e tournament.Event) {
	o := wire.Order{Do: "pause"}
	switch e := e.(type) {
	case tournament.Resume:
		o.Do = "resume"
	case tournament.End:
		o.Do = "end"
	case tournament.Withdraw:
		o = wire.Order{Do: "withdraw", Player: e.Player}
	case tournament.Forfeit:
		o = wire.Order{Do: "forfeit", Player: e.Player, Pairing: e.Pairing, Leg: e.Leg}
	case tournament.Adjudicate:
		o = wire.Order{Do: "adjudicate", Pairing: e.Pairing, Leg: e.Leg, Verdict: string(e.Verdict)}
	}
	p.order(a, o)
}

func (p *remoteEventPage) more(d *directorPage) []ruling {
	return []ruling{{"invite", textInvite, textInviteDoes, tournament.Phase(p.now.Phase) == tournament.Entry, func() {
		p.order(p.a, wire.Order{Do: "invite", Name: strings.TrimSpace(d.name.String())})
		d.name = shell.NewEntry("", longestEntrant)
	}}}
}

// textRemoteState describes a remote tournament in one line.
func (r *Room) textRemoteState(v eventView) string {
	facts := v.event(r).Tables().Facts(startsOf(v.EventBrief))
	return strings.Join(append(facts, tongue.Textf("organizer: %s", tongue.Name(v.Director.Name))), "  ·  ")
}
