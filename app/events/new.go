package events

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// OpenEvents shows the events there are, or the one that is open.
func (r *Room) OpenEvents() {
	if r.Event != nil {
		r.openEvent()
		return
	}
	r.openAll()
}

// openAll shows the events there are.
func (r *Room) openAll() {
	p := &eventsPage{a: r, reading: true}
	r.Open(p)
	r.Go(func() {
		found, err := readEvents(r.opt.Events.Events)
		r.Later(func() { p.take(r, found, err) })
	})
}

// eventsPage lists the events on this machine.
type eventsPage struct {
	a       *Room
	reading bool
	ids     []string
	events  []*tournament.Tournament
	chosen  int
}

// savedEvent is an event as it was found.
type savedEvent struct {
	id    string
	ev    *tournament.Tournament
	fault error
}

// readEvents reads all events. That may take long: each is played through.
func readEvents(from Store) (found []savedEvent, err error) {
	ids, err := from.List()
	for _, id := range ids {
		e := savedEvent{id: id}
		e.ev, e.fault = Read(from, id)
		found = append(found, e)
	}
	return found, err
}

// take takes in the events that were found. Damaged ones are kept aside and reported.
func (p *eventsPage) take(a *Room, found []savedEvent, err error) {
	p.reading = false
	a.Touch()
	if err != nil {
		a.Refuse(words.Error(err))
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
			a.Say(TextBadEvent(a.opt.Events.Events.Where(path.Join(e.id, File)), err), panel.Bad)
		default:
			p.ids, p.events = append(p.ids, e.id), append(p.events, e.ev)
		}
	}
}

func (p *eventsPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "events", Title: TextEvents, Kind: panel.Wide, Cancel: "close"}
	switch {
	case p.reading:
		d.ID, d.Kind, d.Lines = "events-reading", panel.Form, []string{textReadingEvents} // a sheet of its own: the list has another place
	case len(p.ids) == 0:
		d.Kind, d.Lines = panel.Form, textNoEvents
	default:
		t := &panel.Table{Marked: p.chosen, Columns: []panel.Column{{Head: words.Name}, {Head: textFormat, Width: 200}, {Head: words.Variant, Width: 260}, {Head: textPlayersHead, Width: 80, Mid: true}, {Head: textStateHead, Width: 170}}}
		var names []string
		for i, ev := range p.events {
			c, do := ev.Config(), panel.Command{ID: "enter", Arg: i}
			t.Rows = append(t.Rows, []panel.Cell{{Text: c.Name, Strong: true, Do: do}, {Text: textFormatName(c.Format), Do: do},
				{Text: p.a.variantName(c.Variants[0].ID), Do: do}, {Text: fmt.Sprint(len(ev.Entrants()))}, {Text: textPhase(ev), Do: do}})
			names = append(names, c.Name)
		}
		d.Fields = []panel.Field{{ID: "event", Label: textEvent, Options: names, Chosen: p.chosen}}
		d.Charts = []panel.Chart{{Table: t}}
		d.Buttons = append(d.Buttons, panel.Button{ID: "open", Label: textOpenEvent, Primary: true})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "new", Label: textNewEvent, Primary: len(p.ids) == 0}, panel.Button{ID: "close", Label: words.Cancel})
	return d
}

func (p *eventsPage) Do(c panel.Command) {
	p.a.Touch()
	switch c.ID {
	case "event":
		p.chosen = min(max(c.Arg, 0), len(p.ids)-1)
	case "enter":
		p.chosen = min(max(c.Arg, 0), len(p.ids)-1)
		p.enter(p.a)
	case "open":
		p.enter(p.a)
	case "new":
		p.a.Open(newEventPage(p.a, p.freeEventName()))
	}
}

func (p *eventsPage) enter(a *Room) {
	if p.chosen < 0 || p.chosen >= len(p.ids) {
		return
	}
	id, ev := p.ids[p.chosen], p.events[p.chosen]
	open := func() {
		a.CloseTop()
		a.Shut("hall")
		if a.Event == nil || a.Event.ID != id {
			a.enterEvent(id, ev)
		}
		a.openEvent()
	}
	if h := a.Event; h != nil && h.ID != id && (a.gate != nil || len(h.Running) > 0) {
		a.Ask(tongue.Textf("Leave %s?", tongue.Name(h.State.Config().Name)), "It is saved. Games between engines start over next time, and guests are disconnected.", textOpenEvent, open)
		return
	}
	open()
}

// freeEventName returns a name that no event has yet.
func (p *eventsPage) freeEventName() string {
	base := tongue.Text(textFirstEvent)
	name := base
	for n := 2; slices.ContainsFunc(p.events, func(ev *tournament.Tournament) bool { return strings.EqualFold(ev.Config().Name, name) }); n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	return name
}

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
		config: tournament.Config{Format: tournament.RoundRobin, Rounds: 1, Games: 2, Third: true, Late: 2}, draft: newDraft()}
}

// formatNames are those of one desktop: an arena needs people who come and go.
var formatNames = slices.DeleteFunc(slices.Clone(tournament.Formats), func(f tournament.Format) bool { return f == tournament.Arena })

func (p *newEvent) Show() panel.Dialog {
	d := panel.Dialog{ID: "new-event", Title: textNewEvent, Cancel: "close", Aside: p.games.Aside()}
	_, note := tables.Format(p.config.Format)
	d.Fields = append(d.Fields, p.name.Field("name", words.Name, ""),
		panel.Field{ID: "format", Label: textFormat, Options: textFormatNames(formatNames), Chosen: slices.Index(formatNames, p.config.Format), Note: note})
	d.Fields = append(d.Fields, p.games.Games()...)
	if n := roundChoices(p.config.Format); n > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "rounds", Label: textRoundsOf(p.config.Format), Options: textRoundChoices(p.config.Format, n), Chosen: min(p.config.Rounds, n) - 1})
	}
	if p.config.Format != tournament.Contest {
		d.Fields = append(d.Fields, panel.Field{ID: "legs", Label: textLegs, Options: textLegChoices, Chosen: p.config.Games - 1})
	}
	if p.knocksOut() {
		d.Fields = append(d.Fields, p.playOffs())
	}
	d.Fields = append(d.Fields, panel.Field{ID: "clock", Label: words.Clock, Options: words.Controls(board.Clocks), Chosen: slices.Index(board.Clocks, p.clock)})
	var few *tournament.TooFew
	if err := p.check(); err != nil && !errors.As(err, &few) { // who is missing is said when the event is to begin
		d.Faults = textEventFaults(err)
	}
	d.Buttons = []panel.Button{{ID: "entrants", Label: textEntrants(len(p.players)), Primary: !p.enough()},
		{ID: "create", Label: textCreate, Primary: p.enough()}, {ID: "more", Label: textMoreOf(len(p.variants()))}, {ID: "close", Label: words.Cancel}}
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
	p.a.Touch()
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
		p.a.Open(&entrantsPage{a: p.a, event: p})
	case "more":
		p.a.Open(&eventMore{p.a, p})
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
	return slices.Contains([]tournament.Format{tournament.KnockOut, tournament.DoubleOut, tournament.Groups}, p.config.Format)
}

// playOffs chooses how often a level match is played on.
func (p *newEvent) playOffs() panel.Field {
	return panel.Field{ID: "playoff", Label: textPlayOffs, Options: textPlayOffChoices(mostPlayOffs), Chosen: p.config.PlayOff, Note: textPlayOffsNote}
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
	p.config.Seed = a.Chance.Uint64() >> 12 // such that every reader of JSON keeps it
	ids, err := a.opt.Events.Events.List()
	if err = errors.Join(p.check(), err); err != nil {
		a.Refuse(TextEventError(err))
		return
	}
	ev, err := tournament.New(p.settled())
	if err != nil {
		a.Refuse(TextEventError(err))
		return
	}
	a.Clear()
	if a.Game == nil {
		a.Open(a.host.Title())
	}
	a.enterEvent(freeID(ev.Config().Name, ids), ev)
	for _, e := range p.players {
		a.Happen(e)
	}
	a.Save()
	a.Open(&eventPage{a: a})
	if p.nearby {
		a.Open(gatePage{a})
		a.openGate()
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

// draft is the entrant that is being written.
type draft struct {
	kind    int // of draftKinds
	name    *shell.Entry
	command *shell.Entry
	level   int
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

func newDraft() draft {
	return draft{name: shell.NewEntry("", longestEntrant), command: shell.NewEntry("", LongestCommand), level: 3}
}

// entrantsPage adds and takes away who plays.
type entrantsPage struct {
	a      *Room
	event  *newEvent
	held   bool // it is about the event that is open and has not begun
	change int  // 1 + the place of the one who is changed, 0 is none
}

// openPlayers adds, takes away and renames players of the event that is open, before its
// start.
func (r *Room) openPlayers() {
	r.Open(&entrantsPage{a: r, event: &newEvent{a: r, players: r.Event.entered(), draft: newDraft()}, held: true})
}

// kept keeps who plays where the event is open already, and reports whether that can be.
func (p *entrantsPage) kept(a *Room) bool {
	if !p.held {
		return true
	}
	err := a.enterAnew(p.event.players)
	if err != nil {
		a.Refuse(TextEventError(err))
	}
	p.event.players = a.Event.entered()
	return err == nil
}

// enterAnew lets others enter the event that is open, in the place of all who have. After
// its start that is refused.
func (r *Room) enterAnew(players []tournament.Enter) error {
	h := r.Event
	if h.State.Phase() != tournament.Entry {
		return tournament.ErrPhase
	}
	ev, err := tournament.New(h.State.Config())
	for _, one := range players {
		if err == nil {
			err = ev.Apply(h.State.Now(), one)
		}
	}
	if err != nil {
		return err
	}
	h.State = ev
	r.Save()
	r.Pump()
	r.Touch()
	return nil
}

func (p *entrantsPage) Show() panel.Dialog {
	e := p.event
	if p.held && p.a.Event != nil { // a guest may have come
		e.players = p.a.Event.entered()
	}
	dr := &e.draft
	d := panel.Dialog{ID: "entrants", Title: textEntrantsTitle, Cancel: "close"}
	kinds := textDraftKinds
	if p.a.opt.Events.Entrants == nil {
		kinds = kinds[:1]
	}
	d.Fields = append(d.Fields, dr.name.Field("name", words.Name, ""), panel.Field{ID: "kind", Label: textKindHead, Options: kinds, Chosen: dr.kind, Tabs: true})
	switch dr.kind {
	case draftLevel:
		d.Fields = append(d.Fields, panel.Field{ID: "level", Label: words.Level, Options: words.LevelNames(), Chosen: dr.level - 1})
	case draftProgram:
		d.Fields = append(d.Fields, dr.command.Field("command", TextCommand, ""))
	}
	if p.a.opt.Network != nil && !p.held {
		d.Fields = append(d.Fields, panel.Field{ID: "nearby", Label: textGate, Options: textNearbyChoices, Chosen: words.Bit(e.nearby), Note: textNearbyNote})
	}
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "", Width: Columns[tables.Rank].Width, Right: true}, {Head: words.Name}, {Head: textEntrantHead, Width: 170}, {Head: "", Width: 80, Mid: true}}}
	for i, one := range slices.Backward(e.players) { // who was added last is seen, however long the list
		t.Rows = append(t.Rows, []panel.Cell{{Text: fmt.Sprint(i + 1)}, {Text: one.Name, Strong: true, Tip: "change the name, or who plays", Do: panel.Command{ID: "change", Arg: i}}, {Text: textEntrant(tournament.Entrant{Kind: one.Kind, Ref: one.Ref})},
			{Text: textTakeOut, Tip: textTakeOutTip(one.Name), Do: panel.Command{ID: "out", Arg: i}}})
	}
	d.Charts = []panel.Chart{{Table: t}}
	if len(t.Rows) == 0 {
		d.Charts = []panel.Chart{{Head: textNobodyYet}}
	}
	add := textAdd
	if p.change > 0 {
		add, t.Marked = "Change", len(e.players)-p.change
	}
	d.Buttons = []panel.Button{{ID: "add", Label: add, Primary: true}, {ID: "last", Label: textTakeLast, Disabled: len(e.players) == 0}, {ID: "close", Label: words.Done}}
	return d
}

// written implements writer.
func (p *entrantsPage) Written(field string) *shell.Entry {
	if field == "command" {
		return p.event.draft.command
	}
	return p.event.draft.name
}

// wrote implements writer.
func (p *entrantsPage) Wrote(string) {}

func (p *entrantsPage) Do(c panel.Command) {
	p.a.Touch()
	dr := &p.event.draft
	switch c.ID {
	case "kind":
		dr.kind = min(max(c.Arg, 0), len(textDraftKinds)-1)
		if p.a.opt.Events.Entrants == nil {
			dr.kind = draftPerson
		}
	case "level":
		dr.level = min(max(c.Arg, 0), words.Levels-1) + 1
	case "nearby":
		p.event.nearby = c.Arg == 1
	case "add":
		p.add(p.a)
	case "out":
		p.takeOut(c.Arg)
	case "last":
		p.takeOut(len(p.event.players) - 1)
	case "change":
		if c.Arg >= 0 && c.Arg < len(p.event.players) {
			p.change, p.event.draft = c.Arg+1, draftOf(p.event.players[c.Arg])
		}
	}
}

// takeOut takes a player out again.
func (p *entrantsPage) takeOut(i int) {
	if i < 0 || i >= len(p.event.players) {
		return
	}
	p.event.players, p.change = slices.Delete(slices.Clone(p.event.players), i, i+1), 0
	p.kept(p.a)
}

// draftOf is a player as he is written.
func draftOf(e tournament.Enter) draft {
	d := newDraft()
	d.name = shell.NewEntry(e.Name, longestEntrant)
	switch program, is := strings.CutPrefix(e.Ref, RefProgram); {
	case e.Kind == Person:
	case is:
		d.kind, d.command = draftProgram, shell.NewEntry(program, LongestCommand)
	default:
		d.kind, d.level = draftLevel, levelOf(tournament.Entrant{Kind: e.Kind, Ref: e.Ref})
	}
	return d
}

// add enters the one that is written, in the place of the one who is changed.
func (p *entrantsPage) add(a *Room) {
	e := p.event
	others := slices.Clone(e.players)
	at := min(p.change, len(others)) - 1
	if at >= 0 {
		others = slices.Delete(others, at, at+1)
	}
	one, err := e.draft.enter(others)
	if err == nil && len(others) >= Most {
		err = errors.New(textTooMany)
	}
	if err == nil && slices.ContainsFunc(others, func(o tournament.Enter) bool { return strings.EqualFold(o.Name, one.Name) }) {
		err = errors.New(textTwice(one.Name))
	}
	if err != nil {
		a.Refuse(words.Error(err))
		return
	}
	if at < 0 {
		at = len(others)
	} else if was := e.players[at]; one.Kind == Person && was.Kind == Person {
		one.Ref, one.Rating = was.Ref, was.Rating // a guest stays one
	}
	e.players, p.change = slices.Insert(others, at, one), 0
	if p.kept(a) {
		e.draft.name, e.draft.command = shell.NewEntry("", longestEntrant), shell.NewEntry("", LongestCommand)
	}
}

// enter returns the entrant that is written. An engine without a name gets one.
func (d *draft) enter(there []tournament.Enter) (tournament.Enter, error) {
	e := tournament.Enter{Name: strings.TrimSpace(d.name.String()), Kind: Engine}
	switch d.kind {
	case draftPerson:
		e.Kind = Person
	case draftLevel:
		e.Ref = fmt.Sprint(refLevel, d.level)
		if e.Name == "" {
			e.Name = freeName(textLevelPlayer(d.level), there)
		}
	default:
		command := strings.TrimSpace(d.command.String())
		if command == "" {
			return e, sentence(textNoCommand)
		}
		e.Ref = RefProgram + command
		if e.Name == "" {
			first, _, _ := strings.Cut(command, " ")
			e.Name = freeName(path.Base(first), there)
		}
	}
	if e.Name == "" {
		return e, sentence(words.NoName)
	}
	return e, nil
}

// sentence is an error that is told to a person as it stands.
type sentence string

// Error implements error.
func (s sentence) Error() string { return string(s) }

// freeName returns a name that nobody has yet.
func freeName(name string, there []tournament.Enter) string {
	free := name
	for n := 2; slices.ContainsFunc(there, func(o tournament.Enter) bool { return strings.EqualFold(o.Name, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}
