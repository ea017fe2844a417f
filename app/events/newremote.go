package events

import (
	"context"
	"slices"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/app/words"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// newRemoteEventPage is the page for a new tournament at the service.
type newRemoteEventPage struct {
	a *Room
	newEvent
	rated   bool
	engines int
	starts  int
}

// Options of a new tournament, in the order of their texts.
var (
	remoteClocks  = board.Clocks[1:] // tournaments need a clock
	remoteEngines = []wire.Engines{wire.NoEngines, wire.FillEngines, wire.AllEngines}
	remoteStarts  = []time.Duration{0, 10 * time.Minute, time.Hour, 24 * time.Hour}
)

func newRemoteEvent(a *Room) *newRemoteEventPage {
	p := &newRemoteEventPage{a: a, newEvent: *newEventPage(a, textFirstEvent), rated: true, engines: 1}
	p.config.Format, p.config.Rounds, p.config.Games, p.clock = tournament.Swiss, 5, 2, online.UsualClock
	p.clocks = remoteClocks
	return p
}

func (p *newRemoteEventPage) Show() panel.Dialog {
	d := p.newEvent.Show()
	d.ID, d.Faults = "new-remote-event", nil
	for i := range d.Fields {
		if f := &d.Fields[i]; f.ID == "format" {
			f.Options, f.Chosen = textFormatNames(tournament.Formats), slices.Index(tournament.Formats, p.config.Format)
			f.Set = func(n int) { p.setFormat(tournament.Formats[n]) }
		}
	}
	d.Fields = append(d.Fields,
		panel.Field{ID: "rated", Label: online.TextRated, Options: words.NoYes, Chosen: words.Bit(p.rated),
			Set: panel.IntoBool(&p.rated)},
		panel.Field{ID: "engines", Label: textEnginesOf, Options: textEngineChoices, Chosen: p.engines,
			Set: panel.Into(&p.engines)},
		panel.Field{ID: "starts", Label: textStartsOf, Options: textStartChoices, Chosen: p.starts,
			Set: panel.Into(&p.starts)})
	if _, err := tournament.New(p.settled()); err != nil {
		d.Faults = textEventFaults(err)
	}
	d.Buttons = []panel.Button{{ID: "create", Label: textCreate, Primary: true, Press: func() { p.make(p.a) },
		Disabled: p.a.online.Busy() || len(d.Faults) > 0}, p.moreButton(), {ID: "close", Label: words.Cancel}}
	return d
}

// make creates the tournament at the service and opens it.
func (p *newRemoteEventPage) make(a *Room) {
	s := a.online.Service()
	if s == nil {
		a.shell.Refuse(online.TextLeftService)
		return
	}
	q := p.spec(a.opt.Clock.Now())
	a.online.Beyond(func(ctx context.Context) func() {
		b, err := wire.PostEvents.Ask(ctx, s, q)
		if err != nil {
			return a.online.Failed(err)
		}
		return func() {
			a.shell.Shut("new-remote-event")
			a.OpenRemoteEvent(s, b.ID)
		}
	})
}

// spec returns the request for the service.
func (p *newRemoteEventPage) spec(now time.Time) wire.EventSpec {
	c := p.settled()
	q := wire.EventSpec{
		Name: c.Name, Format: string(c.Format), Clock: c.Clock, Rated: p.rated, Rounds: c.Rounds, Games: c.Games,
		PlayOff: c.PlayOff, Third: c.Third, Late: c.Late, Byes: c.Byes,
		Groups: c.Groups, Advance: c.Advance, Ladder: c.Ladder, Wait: int(time.Duration(c.Wait).Seconds()),
		Engines: remoteEngines[p.engines],
	}
	for _, v := range c.Variants {
		q.Variants = append(q.Variants, v.ID)
	}
	for _, b := range c.Tiebreaks {
		q.Tiebreaks = append(q.Tiebreaks, string(b))
	}
	if in := remoteStarts[p.starts]; in > 0 {
		q.Starts = now.Add(in).Unix()
	}
	return q
}
