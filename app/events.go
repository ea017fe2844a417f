package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tafl3d/tournament"
)

// Organiser holds tournaments elsewhere: a part of a service. Its methods may wait.
type Organiser interface {
	Events(ctx context.Context) ([]EventBrief, error)
	Event(ctx context.Context, id string) (EventView, error)
	// EnterEvent enters an event, or leaves it.
	EnterEvent(ctx context.Context, id string, in bool) error
	MakeEvent(ctx context.Context, p EventPlan) (id string, err error)
	// DirectEvent gives an order as its director: start, pause, resume or end.
	DirectEvent(ctx context.Context, id, order string) error
}

// EventBrief is a tournament in a list.
type EventBrief struct {
	ID, Name, Variant, Clock, Director string
	Format                             tournament.Format
	Phase                              tournament.Phase
	Round, Rounds, Players             int
	Starts                             time.Time // zero: when the director says so
	Joined, Yours                      bool
}

// EventView is a tournament elsewhere as it stands. State is a copy to look at.
type EventView struct {
	EventBrief
	State *tournament.Tournament
	Games map[EventSeat]string // ids of the games that can be joined now
	Mine  string               // the id of the one that waits for us
}

// EventSeat names a game of an event by its pairing and its place there, from 0.
type EventSeat struct{ Pairing, Leg int }

// EventPlan is an event that somebody wants to be held.
type EventPlan struct {
	Config  tournament.Config
	Rated   bool
	Engines string        // "", "fill" or "any", as the protocol has them
	Starts  time.Duration // from now; 0: when the director says so
}

// farEvents is what is known of events elsewhere.
type farEvents struct {
	list  []EventBrief
	heard bool
	view  EventView
	fault error
}

// askEvents returns what asks for the events on the screen, nil if there are none
// there. It is to run beside the main thread, and what it returns on it.
func (a *App) askEvents() func(ctx context.Context) (then func()) {
	s, n := a.net.service, &a.net.events
	if s == nil || len(a.pages) == 0 {
		return nil
	}
	switch p := a.pages[len(a.pages)-1].page.(type) {
	case *farEventsPage:
		return func(ctx context.Context) func() {
			list, err := s.Events(ctx)
			return func() {
				if n.fault = err; err == nil {
					n.list, n.heard = list, true
				}
			}
		}
	case *farEventPage:
		return func(ctx context.Context) func() {
			v, err := s.Event(ctx, p.id)
			return func() {
				if n.fault = err; err == nil {
					n.view = v
				}
			}
		}
	}
	return nil
}

// farEventsPage lists the events of the service.
type farEventsPage struct{ chosen int }

func (a *App) openFarEvents() {
	a.open(&farEventsPage{})
	a.net.next = a.opt.Clock.Now()
}

func (p *farEventsPage) show(a *App) Dialog {
	n := &a.net.events
	d := Dialog{ID: "far-events", Title: textEvents, Wide: true, Cancel: "close"}
	p.chosen = min(p.chosen, max(len(n.list)-1, 0))
	switch {
	case n.fault != nil:
		d.Faults = []string{textError(n.fault)}
	case !n.heard:
		d.Lines = []string{textAsking}
	case len(n.list) == 0:
		d.Wide, d.Lines = false, []string{textNoFarEvents}
	}
	if len(n.list) > 0 {
		d.Fields, d.Charts = p.table(a)
		d.Buttons = append(d.Buttons, Button{ID: "open", Label: textOpenEvent, Primary: true})
	}
	d.Buttons = append(d.Buttons, Button{ID: "new", Label: textNewEvent, Primary: len(n.list) == 0}, Button{ID: "close", Label: textDone})
	return d
}

// table shows the events, and a field that chooses one of them by keyboard.
func (p *farEventsPage) table(a *App) ([]Field, []Chart) {
	t := &Table{Marked: p.chosen, Columns: []Column{{Head: textName}, {Head: textFormat, Width: 170}, {Head: textVariant, Width: 220},
		{Head: textClock, Width: 110}, {Head: textPlayersHead, Width: 80, Mid: true}, {Head: textStateHead, Width: 210}}}
	var names []string
	for i, e := range a.net.events.list {
		do := Command{ID: "enter", Arg: i}
		t.Rows = append(t.Rows, []Cell{{Text: e.Name, Strong: e.Joined, Do: do}, {Text: textFormatName(e.Format), Do: do}, {Text: a.variantName(e.Variant), Do: do},
			{Text: textControls([]string{e.Clock})[0]}, {Text: fmt.Sprint(e.Players)}, {Text: textFarPhase(e), Do: do}})
		names = append(names, e.Name)
	}
	return []Field{{ID: "event", Label: textEvent, Options: names, Chosen: p.chosen}}, []Chart{{Table: t}}
}

func (p *farEventsPage) do(a *App, c Command) {
	a.touch()
	list := a.net.events.list
	switch c.ID {
	case "event":
		p.chosen = min(max(c.Arg, 0), max(len(list)-1, 0))
	case "enter", "open":
		if c.ID == "enter" {
			p.chosen = c.Arg
		}
		if p.chosen >= 0 && p.chosen < len(list) {
			a.openFarEvent(list[p.chosen].ID)
		}
	case "new":
		a.open(newFarEvent(a))
	}
}

// farEventPage is an event of the service.
type farEventPage struct {
	id     string
	view   int
	round  int // that is shown, 0 for the newest
	player int // place in the standings whose figures are explained
}

func (a *App) openFarEvent(id string) {
	a.net.events.view = EventView{}
	a.open(&farEventPage{id: id})
	a.net.next = a.opt.Clock.Now()
}

// farViews are the views that an event elsewhere has, as textViews names them.
func farViews(bracket bool) (views []int) {
	views = []int{viewRounds, viewTable, viewStandings}
	if bracket {
		views = append(views, viewBracket)
	}
	return views
}

func (p *farEventPage) show(a *App) Dialog {
	v := &a.net.events.view
	d := Dialog{ID: "far-event", Title: v.Name, Wide: true, Cancel: "close", Buttons: []Button{{ID: "close", Label: textDone}}}
	if err := a.net.events.fault; err != nil {
		d.Faults = []string{textError(err)}
	}
	if v.State == nil {
		d.Title, d.Wide, d.Lines = textEvent, false, []string{textAsking}
		return d
	}
	d.Lines = []string{a.textFarState(*v)}
	h := v.hall()
	p.round = min(p.round, v.State.Round())
	views, names := farViews(v.State.Bracket() != nil), textViews(v.State.Bracket() != nil)
	var options []string
	for _, view := range views {
		options = append(options, names[view])
	}
	d.Fields = []Field{{ID: "view", Label: textView, Options: options, Chosen: max(slices.Index(views, p.view), 0), Tabs: true}}
	switch p.view {
	case viewTable:
		d.Charts = h.crossCharts()
	case viewStandings:
		d.Charts = h.standingCharts(p.player)
	case viewBracket:
		d.Charts = h.bracketCharts()
	default:
		shown := p.round
		if shown == 0 {
			shown = v.State.Round()
		}
		if n := v.State.Round(); n > 1 {
			d.Fields = append(d.Fields, Field{ID: "round", Label: textRound, Options: textRounds(n), Chosen: shown - 1})
		}
		d.Charts = h.roundCharts(a, shown)
	}
	d.Buttons = append(p.buttons(a), d.Buttons...)
	return d
}

// hall is the event as the charts of the hall show it.
func (v *EventView) hall() *hall {
	h := &hall{ev: v.State, open: map[seatNo]string{}}
	for at, id := range v.Games {
		h.open[seatNo{at.Pairing, at.Leg}] = id
	}
	return h
}

// buttons are what can be done at an event elsewhere.
func (p *farEventPage) buttons(a *App) (list []Button) {
	v := &a.net.events.view
	over := v.Phase == tournament.Over
	if v.Mine != "" {
		list = append(list, Button{ID: "mine", Label: textToMyGame, Primary: true, Icon: "play"})
	}
	switch {
	case over:
	case v.Joined:
		list = append(list, Button{ID: "leave", Label: textLeaveEvent, Disabled: a.net.busy})
	default:
		list = append(list, Button{ID: "join", Label: textJoinEvent, Primary: true, Disabled: a.net.busy})
	}
	if !v.Yours || over {
		return list
	}
	switch v.Phase {
	case tournament.Entry:
		list = append(list, Button{ID: "start", Label: textStartEvent, Disabled: a.net.busy})
	case tournament.Paused:
		list = append(list, Button{ID: "resume", Label: textGoOn, Disabled: a.net.busy})
	default:
		list = append(list, Button{ID: "pause", Label: textPauseEvent, Disabled: a.net.busy})
	}
	return append(list, Button{ID: "end", Label: textEndEvent, Disabled: a.net.busy})
}

func (p *farEventPage) do(a *App, c Command) {
	a.touch()
	v, s := &a.net.events.view, a.net.service
	if s == nil || v.State == nil {
		return
	}
	switch c.ID {
	case "view":
		p.view = pick(farViews(v.State.Bracket() != nil), c.Arg)
	case "round":
		p.round = min(max(c.Arg+1, 1), max(v.State.Round(), 1))
	case "player":
		p.view, p.player = viewStandings, max(c.Arg, 0)
	case "game":
		at := seatOf(c.Arg)
		p.join(a, v.Games[EventSeat{at.pairing, at.leg}])
	case "mine":
		p.join(a, v.Mine)
	case "join", "leave":
		a.askEvent(func(ctx context.Context) error { return s.EnterEvent(ctx, p.id, c.ID == "join") })
	case "start", "pause", "resume":
		a.askEvent(func(ctx context.Context) error { return s.DirectEvent(ctx, p.id, c.ID) })
	case "end":
		a.open(endFarEvent{p.id})
	}
}

// join sits down at a game of the event, or watches it.
func (p *farEventPage) join(a *App, game string) {
	if game == "" {
		a.refuse(textNotNow)
		return
	}
	a.askLeave(func(a *App) { a.joinFar(a.net.service, game) })
}

// askEvent asks something of the service and then looks how the event stands.
func (a *App) askEvent(f func(context.Context) error) {
	a.beyond(func(ctx context.Context) func() {
		err := f(ctx)
		return func() {
			a.net.next = a.opt.Clock.Now()
			if err != nil {
				a.refuse(textError(err))
			}
		}
	})
}

// endFarEvent asks whether an event is really to end.
type endFarEvent struct{ id string }

func (endFarEvent) show(a *App) Dialog {
	return Dialog{ID: "end-event", Title: textEndEvent, Lines: []string{textEndEventLine}, Cancel: "close", Buttons: []Button{
		{ID: "end", Label: textEndEvent, Disabled: a.net.busy}, {ID: "close", Label: textCancel, Primary: true}}}
}

func (p endFarEvent) do(a *App, c Command) {
	if s := a.net.service; c.ID == "end" && s != nil {
		a.closeTop()
		a.askEvent(func(ctx context.Context) error { return s.DirectEvent(ctx, p.id, "end") })
	}
}

// newFarEventPage is the dialog of a new event at the service.
type newFarEventPage struct {
	newEvent
	rated   bool
	engines int
	starts  int
}

// The choices of a new event, in the order of their words.
var (
	farClocks  = clocks[1:] // an event has a clock
	farEngines = []string{"", "fill", "any"}
	farStarts  = []time.Duration{0, 10 * time.Minute, time.Hour, 24 * time.Hour}
)

func newFarEvent(a *App) *newFarEventPage {
	p := &newFarEventPage{newEvent: *newEventPage(a), rated: true, engines: 1}
	p.config.Format, p.config.Rounds, p.config.Games, p.clock = tournament.Swiss, 5, 2, farClocks[2]
	return p
}

func (p *newFarEventPage) show(a *App) Dialog {
	d := p.newEvent.show(a)
	d.ID, d.Faults = "new-far-event", nil
	for i := range d.Fields {
		switch f := &d.Fields[i]; f.ID {
		case "clock":
			f.Options, f.Chosen = textControls(farClocks), max(slices.Index(farClocks, p.clock), 0)
		case "format":
			f.Options, f.Chosen = textFormatNames(tournament.Formats), slices.Index(tournament.Formats, p.config.Format)
		}
	}
	d.Fields = append(d.Fields,
		Field{ID: "rated", Label: textRated, Options: textOffOn, Chosen: bit(p.rated)},
		Field{ID: "engines", Label: textEnginesOf, Options: textEngineChoices, Chosen: p.engines},
		Field{ID: "starts", Label: textStartsOf, Options: textStartChoices, Chosen: p.starts})
	if _, err := tournament.New(p.settled()); err != nil {
		d.Faults = textEventFaults(err)
	}
	d.Buttons = []Button{{ID: "create", Label: textCreate, Primary: true, Disabled: a.net.busy || len(d.Faults) > 0}, {ID: "close", Label: textCancel}}
	return d
}

func (p *newFarEventPage) do(a *App, c Command) {
	a.touch()
	switch c.ID {
	case "clock":
		p.clock = pick(farClocks, c.Arg)
	case "format":
		p.setFormat(pick(tournament.Formats, c.Arg))
	case "rated":
		p.rated = c.Arg == 1
	case "engines":
		p.engines = min(max(c.Arg, 0), len(farEngines)-1)
	case "starts":
		p.starts = min(max(c.Arg, 0), len(farStarts)-1)
	case "create":
		p.make(a)
	default:
		p.newEvent.do(a, c)
	}
}

// make asks the service to hold the event, and opens it.
func (p *newFarEventPage) make(a *App) {
	s := a.net.service
	if s == nil {
		a.refuse(textLeftService)
		return
	}
	plan := EventPlan{Config: p.settled(), Rated: p.rated, Engines: farEngines[p.engines], Starts: farStarts[p.starts]}
	a.beyond(func(ctx context.Context) func() {
		id, err := s.MakeEvent(ctx, plan)
		if err != nil {
			return a.failed(err)
		}
		return func() {
			a.shut("new-far-event")
			a.openFarEvent(id)
		}
	})
}

// textFarState says in a line what an event elsewhere is and how it stands.
func (a *App) textFarState(v EventView) string {
	done, all := 0, 0
	for _, p := range v.State.Pairings() {
		done, all = done+len(p.Legs)-p.Open(), all+len(p.Legs)
	}
	parts := textFarParts(v.EventBrief, a.variantName(v.Variant), done, all)
	return strings.Join(parts, "  ·  ")
}
