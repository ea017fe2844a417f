package events

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// OpenEvents opens the current tournament, or the list of tournaments.
func (r *Room) OpenEvents() {
	if r.Event != nil {
		r.openEvent()
		return
	}
	r.openAll()
}

// openAll opens the list of tournaments.
func (r *Room) openAll() {
	p := &eventsPage{a: r, reading: true}
	r.shell.Open(p)
	r.shell.Go(func() {
		found, err := readEvents(r.opt.Events.Events)
		r.shell.Later(func() { p.take(r, found, err) })
	})
}

// eventsPage lists the local tournaments.
type eventsPage struct {
	a       *Room
	reading bool
	ids     []string
	events  []*tournament.Tournament
	chosen  int
}

// savedEvent is a saved tournament.
type savedEvent struct {
	id    string
	ev    *tournament.Tournament
	fault error
}

// readEvents reads all tournaments. It is slow, because each is replayed.
func readEvents(from Store) (found []savedEvent, err error) {
	ids, err := from.List()
	for _, id := range ids {
		e := savedEvent{id: id}
		e.ev, e.fault = Read(from, id)
		found = append(found, e)
	}
	return found, err
}

// take shows the saved tournaments. It renames and reports damaged ones.
func (p *eventsPage) take(a *Room, found []savedEvent, err error) {
	p.reading = false
	a.shell.Touch()
	if err != nil {
		a.shell.Refuse(words.Error(err))
	}
	for _, e := range found {
		err := e.fault
		if err == nil {
			err = a.Knows(e.ev.Config())
		}
		switch {
		case errors.Is(err, tournament.ErrDamaged):
			a.SetAside(e.id, err)
		case err != nil:
			a.shell.Say(TextBadEvent(a.opt.Events.Events.Where(path.Join(e.id, File)), err), panel.Bad)
		default:
			p.ids, p.events = append(p.ids, e.id), append(p.events, e.ev)
		}
	}
}

func (p *eventsPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "events", Title: TextEvents, Kind: panel.Wide, Cancel: "close"}
	switch {
	case p.reading:
		// a separate page, because the list is placed differently
		d.ID, d.Kind, d.Lines = "events-reading", panel.Question, []string{textReadingEvents}
	case len(p.ids) == 0:
		d.Kind, d.Lines = panel.Question, textNoEvents
	default:
		enter := panel.Action{ID: "enter", Run: func(n int) {
			p.chosen = min(max(n, 0), len(p.ids)-1)
			p.enter(p.a)
		}}
		d.Actions = []panel.Action{enter}
		t := &panel.Table{Marked: p.chosen, Columns: []panel.Column{{Head: words.Name}, {Head: textFormat, Width: 200},
			{Head: words.Variant, Width: 260}, {Head: textPlayersHead, Width: 80, Mid: true},
			{Head: textStateHead, Width: 170}}}
		var names []string
		for i, ev := range p.events {
			c, do := ev.Config(), enter.At(i)
			t.Rows = append(t.Rows, []panel.Cell{{Text: c.Name, Strong: true, Do: do},
				{Text: textFormatName(c.Format), Do: do},
				{Text: p.a.variantName(c.Variants[0].ID), Do: do}, {Text: fmt.Sprint(len(ev.Entrants()))},
				{Text: textPhase(ev), Do: do}})
			names = append(names, c.Name)
		}
		d.Fields = []panel.Field{{ID: "event", Label: textEvent, Options: names, Chosen: p.chosen,
			Set: panel.Into(&p.chosen)}}
		d.Charts = []panel.Chart{{Table: t}}
		d.Buttons = append(d.Buttons, panel.Button{ID: "open", Label: textOpenEvent, Primary: true,
			Press: func() { p.enter(p.a) }})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "new", Label: textNewEvent, Primary: len(p.ids) == 0,
		Press: func() { p.a.shell.Open(newEventPage(p.a, p.freeEventName())) }},
		panel.Button{ID: "close", Label: words.Cancel})
	return d
}

func (p *eventsPage) enter(a *Room) {
	if p.chosen < 0 || p.chosen >= len(p.ids) {
		return
	}
	id, ev := p.ids[p.chosen], p.events[p.chosen]
	open := func() {
		a.shell.CloseTop()
		a.shell.Shut("hall")
		if a.Event == nil || a.Event.ID != id {
			a.enterEvent(id, ev)
		}
		a.openEvent()
	}
	if h := a.Event; h != nil && h.ID != id && (a.guests.venue != nil || len(h.Running) > 0) {
		a.shell.Ask(tongue.Textf("Leave %s?", tongue.Name(h.State.Config().Name)),
			"It is saved. Engine games restart next time, and guests are disconnected.",
			textOpenEvent, open)
		return
	}
	open()
}

// freeEventName returns an unused name.
func (p *eventsPage) freeEventName() string {
	base := tongue.Text(textFirstEvent)
	name := base
	for n := 2; slices.ContainsFunc(p.events,
		func(ev *tournament.Tournament) bool { return strings.EqualFold(ev.Config().Name, name) }); n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	return name
}
