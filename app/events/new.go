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

// newEvent is the page for a new tournament.
type newEvent struct {
	a       *Room
	name    *shell.Entry
	games   Chooser // selects the variant
	config  tournament.Config
	clock   string
	clocks  []string // to choose from
	choice  board.ClockChoice
	also    []*variant.Variant // added variants, in addition to the one in the form
	players []tournament.Enter
	draft   draft
	nearby  bool // others join over the local network
}

// newEventPage returns the page with a name, for a round robin of the last variant.
func newEventPage(a *Room, name string) *newEvent {
	return &newEvent{a: a, name: shell.NewEntry(name, words.LongestName), games: a.host.Games(), clock: "none",
		clocks: board.Clocks,
		config: tournament.Config{Format: tournament.RoundRobin, Rounds: 1, Games: 2, Third: true, Late: 2,
			Byes: usualByes},
		draft: newDraft()}
}

// usualByes is how many half-point byes a player may have in a new Swiss.
const usualByes = 2

// formatNames are the formats for one desktop, all except the arena, which needs changing players.
var formatNames = slices.DeleteFunc(slices.Clone(tournament.Formats),
	func(f tournament.Format) bool { return f == tournament.Arena })

func (p *newEvent) Show() panel.Dialog {
	d := panel.Dialog{ID: "new-event", Kind: panel.Chooser, Title: textNewEvent, Cancel: "close",
		Aside: p.games.Aside()}
	_, note := tables.Format(p.config.Format)
	d.Fields = append(d.Fields, p.name.Field("name", words.Name, ""),
		panel.Field{ID: "format", Label: textFormat, Options: textFormatNames(formatNames),
			Chosen: slices.Index(formatNames, p.config.Format), Set: func(n int) { p.setFormat(formatNames[n]) },
			Note: note})
	d.Fields = append(d.Fields, p.games.Games()...)
	if n := roundChoices(p.config.Format); n > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "rounds", Label: textRoundsOf(p.config.Format),
			Options: textRoundChoices(p.config.Format, n), Chosen: min(p.config.Rounds, n) - 1,
			Set: func(n int) { p.config.Rounds = n + 1 }})
	}
	if p.config.Format != tournament.Contest {
		d.Fields = append(d.Fields, panel.Field{ID: "legs", Label: textLegs, Options: textLegChoices,
			Chosen: p.config.Games - 1, Set: func(n int) { p.config.Games = n + 1 }})
	}
	if p.knocksOut() {
		d.Fields = append(d.Fields, p.playOffs())
	}
	d.Fields = append(d.Fields, p.choice.Fields(p.clocks, &p.clock)...)
	var few *tournament.TooFew
	if err := p.check(); err != nil && !errors.As(err, &few) { // missing players are reported at the start
		d.Faults = textEventFaults(err)
	}
	d.Buttons = []panel.Button{{ID: "entrants", Label: textEntrants(len(p.players)), Primary: !p.enough(),
		Press: func() { p.a.shell.Open(&entrantsPage{a: p.a, event: p}) }},
		{ID: "create", Label: textCreate, Primary: p.enough(), Press: func() { p.create(p.a) }}, p.moreButton(),
		{ID: "close", Label: words.Cancel}}
	return d
}

// moreButton returns the button that opens further settings.
func (p *newEvent) moreButton() panel.Button {
	return panel.Button{ID: "more", Label: textMoreOf(len(p.variants())),
		Press: func() { p.a.shell.Open(&eventMore{p.a, p}) }}
}

// enough reports whether there can be enough players.
func (p *newEvent) enough() bool { return len(p.players) >= 2 || p.nearby }

// roundChoices returns the number of options for rounds; 0 if the format determines them.
func roundChoices(f tournament.Format) int {
	switch f {
	case tournament.Contest, tournament.Swiss:
		return 15
	case tournament.RoundRobin, tournament.Groups:
		return 4
	}
	return 0
}

// setFormat sets the format and a suitable number of rounds.
func (p *newEvent) setFormat(f tournament.Format) {
	p.config.Format, p.config.Games, p.config.PlayOff = f, 2, 0
	if p.knocksOut() { // drawn matches should be decided on the board
		p.config.PlayOff = 1
	}
	p.config.Rounds = max(map[tournament.Format]int{tournament.Contest: 3, tournament.Swiss: 5}[f], 1)
}

// knocksOut reports whether matches need a winner.
func (p *newEvent) knocksOut() bool {
	return slices.Contains([]tournament.Format{tournament.KnockOut, tournament.DoubleOut, tournament.Groups},
		p.config.Format)
}

// playOffs returns the field for additional games in drawn matches.
func (p *newEvent) playOffs() panel.Field {
	return panel.Field{ID: "playoff", Label: textPlayOffs, Options: textPlayOffChoices(mostPlayOffs),
		Chosen: p.config.PlayOff, Set: panel.Into(&p.config.PlayOff), Note: textPlayOffsNote}
}

// settled returns the configuration.
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
	if c.Format != tournament.Swiss {
		c.Byes = 0
	}
	return c
}

// check returns an error if the tournament cannot start. Missing players are no error if others can join.
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

// create creates the tournament and opens its page.
func (p *newEvent) create(a *Room) {
	p.config.Seed = a.board.Chance.Uint64() >> 12 // exact in every JSON parser
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
	if a.board.Game() == nil {
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
		a.guests.openVenue()
	}
}

// freeID returns an unused folder name.
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

// Kinds of a draft.
const (
	draftPerson = iota
	draftLevel
	draftProgram
)

// Largest lengths of a name and of a command in letters.
const (
	longestEntrant = 25
	LongestCommand = 250
)
