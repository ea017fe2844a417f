package events

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// newEvent is the dialog of a new event.
type newEvent struct {
	a       *Room
	name    *shell.Entry
	games   Chooser // chooses the variant
	config  tournament.Config
	clock   string
	also    []*variant.Variant // games kept, beside the one in the form
	players []tournament.Enter
	draft   draft
	nearby  bool // others join over the local network
}

// newEventPage returns the dialog with a name, and a round robin of what was played last.
func newEventPage(a *Room, name string) *newEvent {
	return &newEvent{a: a, name: shell.NewEntry(name, words.LongestName), games: a.host.Games(), clock: "none",
		config: tournament.Config{Format: tournament.RoundRobin, Rounds: 1, Games: 2, Third: true, Late: 2},
		draft:  newDraft()}
}

// formatNames are those of one desktop: an arena needs people who come and go.
var formatNames = slices.DeleteFunc(slices.Clone(tournament.Formats),
	func(f tournament.Format) bool { return f == tournament.Arena })

func (p *newEvent) Show() panel.Dialog {
	d := panel.Dialog{ID: "new-event", Title: textNewEvent, Cancel: "close", Aside: p.games.Aside()}
	_, note := tables.Format(p.config.Format)
	d.Fields = append(d.Fields, p.name.Field("name", words.Name, ""),
		panel.Field{ID: "format", Label: textFormat, Options: textFormatNames(formatNames),
			Chosen: slices.Index(formatNames, p.config.Format), Note: note})
	d.Fields = append(d.Fields, p.games.Games()...)
	if n := roundChoices(p.config.Format); n > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "rounds", Label: textRoundsOf(p.config.Format),
			Options: textRoundChoices(p.config.Format, n), Chosen: min(p.config.Rounds, n) - 1})
	}
	if p.config.Format != tournament.Contest {
		d.Fields = append(d.Fields, panel.Field{ID: "legs", Label: textLegs, Options: textLegChoices,
			Chosen: p.config.Games - 1})
	}
	if p.knocksOut() {
		d.Fields = append(d.Fields, p.playOffs())
	}
	d.Fields = append(d.Fields, panel.Field{ID: "clock", Label: words.Clock, Options: words.Controls(board.Clocks),
		Chosen: slices.Index(board.Clocks, p.clock)})
	var few *tournament.TooFew
	if err := p.check(); err != nil && !errors.As(err, &few) { // who is missing is said when the event is to begin
		d.Faults = textEventFaults(err)
	}
	d.Buttons = []panel.Button{{ID: "entrants", Label: textEntrants(len(p.players)), Primary: !p.enough()},
		{ID: "create", Label: textCreate, Primary: p.enough()}, {ID: "more", Label: textMoreOf(len(p.variants()))},
		{ID: "close", Label: words.Cancel}}
	return d
}

// enough reports whether there may be as many as an event needs.
func (p *newEvent) enough() bool { return len(p.players) >= 2 || p.nearby }

// roundChoices is how many rounds there are to choose from, 0 where the format
// knows itself.
func roundChoices(f tournament.Format) int {
	switch f {
	case tournament.Contest, tournament.Swiss:
		return 15
	case tournament.RoundRobin, tournament.Groups:
		return 4
	}
	return 0
}

// written implements writer.
func (p *newEvent) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *newEvent) Wrote(string) {}

func (p *newEvent) Do(c panel.Command) {
	p.a.shell.Touch()
	if p.games.DoGame(c) {
		return
	}
	switch c.ID {
	case "format":
		p.setFormat(shell.Pick(formatNames, c.Arg))
	case "rounds":
		p.config.Rounds = min(max(c.Arg, 0), roundChoices(p.config.Format)-1) + 1
	case "legs":
		p.config.Games = min(max(c.Arg, 0), 1) + 1
	case "playoff":
		p.config.PlayOff = min(max(c.Arg, 0), mostPlayOffs)
	case "clock":
		p.clock = shell.Pick(board.Clocks, c.Arg)
	case "entrants":
		p.a.shell.Open(&entrantsPage{a: p.a, event: p})
	case "more":
		p.a.shell.Open(&eventMore{p.a, p})
	case "create":
		p.create(p.a)
	}
}

// setFormat chooses a format, with the rounds that suit it.
func (p *newEvent) setFormat(f tournament.Format) {
	p.config.Format, p.config.Games, p.config.PlayOff = f, 2, 0
	if p.knocksOut() { // whose level matches should be decided on the board
		p.config.PlayOff = 1
	}
	p.config.Rounds = max(map[tournament.Format]int{tournament.Contest: 3, tournament.Swiss: 5}[f], 1)
}

// knocksOut reports whether matches of the event need a winner.
func (p *newEvent) knocksOut() bool {
	return slices.Contains([]tournament.Format{tournament.KnockOut, tournament.DoubleOut, tournament.Groups},
		p.config.Format)
}

// playOffs chooses how often a level match is played on.
func (p *newEvent) playOffs() panel.Field {
	return panel.Field{ID: "playoff", Label: textPlayOffs, Options: textPlayOffChoices(mostPlayOffs),
		Chosen: p.config.PlayOff, Note: textPlayOffsNote}
}

// settled is the configuration of the event.
func (p *newEvent) settled() tournament.Config {
	c := p.config
	c.Name, c.Clock = strings.TrimSpace(p.name.String()), p.clock
	c.Variants = nil
	for _, v := range p.variants() {
		c.Variants = append(c.Variants, tournament.Variant{ID: v.ID})
	}
	if roundChoices(c.Format) == 0 {
		c.Rounds = 0
	}
	if c.Format == tournament.Contest {
		c.Games = 1
	}
	return c
}

// check reports what stands in the way of the event: it tries to start it, unless others
// are to join.
func (p *newEvent) check() error {
	ev, err := tournament.New(p.settled())
	if err != nil {
		return err
	}
	for _, e := range p.players {
		if err := ev.Apply(ev.Now(), e); err != nil {
			return err
		}
	}
	if p.nearby {
		return nil
	}
	return ev.Apply(ev.Now(), tournament.Start{})
}

// create makes the event and opens its page.
func (p *newEvent) create(a *Room) {
	p.config.Seed = a.board.Chance.Uint64() >> 12 // such that every reader of JSON keeps it
	ids, err := a.opt.Events.Events.List()
	if err = errors.Join(p.check(), err); err != nil {
		a.shell.Refuse(TextEventError(err))
		return
	}
	ev, err := tournament.New(p.settled())
	if err != nil {
		a.shell.Refuse(TextEventError(err))
		return
	}
	a.shell.Clear()
	if a.board.Game == nil {
		a.shell.Open(a.host.Title())
	}
	a.enterEvent(freeID(ev.Config().Name, ids), ev)
	for _, e := range p.players {
		a.Happen(e)
	}
	a.Save()
	a.shell.Open(&eventPage{a: a})
	if p.nearby {
		a.shell.Open(venuePage{a})
		a.openVenue()
	}
}

// freeID returns a folder for an event of a name.
func freeID(name string, taken []string) string {
	id := variant.IDFor(name)
	if id == "" {
		id = "event"
	}
	for n, base := 2, id; slices.Contains(taken, id); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	return id
}

// The kinds of a draft.
const (
	draftPerson = iota
	draftLevel
	draftProgram
)

// The most letters of a name and of a command.
const (
	longestEntrant = 25
	LongestCommand = 100
)
