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
	"tafl3d/panel"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// draft is a participant being edited.
type draft struct {
	kind    int // index of draftKinds
	name    *shell.Entry
	command *shell.Entry
	level   int
}

func newDraft() draft {
	return draft{name: shell.NewEntry("", longestEntrant), command: shell.NewEntry("", LongestCommand), level: 3}
}

// entrantsPage edits the participants.
type entrantsPage struct {
	a      *Room
	event  *newEvent
	held   bool // of the current tournament, which has not started
	change int  // 1 + the index of the edited participant; 0: none
}

// openPlayers edits the participants of the current tournament before its start.
func (r *Room) openPlayers() {
	r.shell.Open(&entrantsPage{a: r, event: &newEvent{a: r, players: r.Event.entered(), draft: newDraft()}, held: true})
}

// kept applies the changes to the current tournament, and reports whether it accepted them.
func (p *entrantsPage) kept(a *Room) bool {
	if !p.held {
		return true
	}
	err := a.replaceEntrants(p.event.players)
	if err != nil {
		a.shell.Refuse(TextEventError(err))
	}
	p.event.players = a.Event.entered()
	return err == nil
}

// replaceEntrants replaces the participants of the current tournament. It fails after the start.
func (r *Room) replaceEntrants(players []tournament.Enter) error {
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
	r.shell.Touch()
	return nil
}

func (p *entrantsPage) Show() panel.Dialog {
	e := p.event
	if p.held && p.a.Event != nil { // a guest may have joined
		e.players = p.a.Event.entered()
	}
	dr := &e.draft
	d := panel.Dialog{ID: "entrants", Height: panel.Steady, Title: textEntrantsTitle, Cancel: "close"}
	kinds := textDraftKinds
	if p.a.opt.Events.Entrants == nil {
		kinds = kinds[:1]
	}
	d.Fields = append(d.Fields, dr.name.Field("name", words.Name, ""),
		panel.Field{ID: "kind", Label: textKindHead, Options: kinds, Chosen: dr.kind, Set: panel.Into(&dr.kind),
			Tabs: true})
	switch dr.kind {
	case draftLevel:
		d.Fields = append(d.Fields, panel.Field{ID: "level", Label: words.Level, Options: words.LevelNames(),
			Chosen: dr.level - 1, Set: func(n int) { dr.level = n + 1 }})
	case draftProgram:
		d.Fields = append(d.Fields, dr.command.Field("command", TextCommand, ""))
	}
	if p.a.opt.Network != nil && !p.held {
		d.Fields = append(d.Fields, panel.Field{ID: "nearby", Label: textVenue, Options: textNearbyChoices,
			Chosen: words.Bit(e.nearby), Set: panel.IntoBool(&e.nearby), Note: textNearbyNote})
	}
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "", Width: Columns[tables.Rank].Width, Right: true},
		{Head: words.Name}, {Head: textEntrantHead, Width: 170}, {Head: "", Width: 80, Mid: true}}}
	change := panel.Action{ID: "change", Run: p.edit}
	out := panel.Action{ID: "out", Run: p.takeOut}
	d.Actions = []panel.Action{change, out}
	for i, one := range slices.Backward(e.players) { // newest first, to keep them visible
		t.Rows = append(t.Rows, []panel.Cell{{Text: fmt.Sprint(i + 1)},
			{Text: one.Name, Strong: true, Tip: "change the name or the player",
				Do: change.At(i)},
			{Text: textEntrant(tournament.Entrant{Kind: one.Kind, Ref: one.Ref})},
			{Text: textTakeOut, Tip: textTakeOutTip(one.Name), Do: out.At(i)}})
	}
	d.Charts = []panel.Chart{{Table: t}}
	if len(t.Rows) == 0 {
		d.Charts = []panel.Chart{{Head: textNobodyYet}}
	}
	add := textAdd
	if p.change > 0 {
		add, t.Marked = "Change", len(e.players)-p.change
	}
	d.Buttons = []panel.Button{{ID: "add", Label: add, Primary: true, Press: func() { p.add(p.a) }},
		{ID: "last", Label: textTakeLast, Press: func() { p.takeOut(len(e.players) - 1) },
			Disabled: len(e.players) == 0}, {ID: "close", Label: words.Done}}
	if dr.kind == draftProgram && p.a.shell.Chooses() {
		d.Buttons = slices.Insert(d.Buttons, 1, board.ChooseProgram(p.a.shell, dr.command))
	}
	return d
}

// edit begins to change a participant.
func (p *entrantsPage) edit(i int) {
	if i >= 0 && i < len(p.event.players) {
		p.change, p.event.draft = i+1, draftOf(p.event.players[i])
	}
}

// takeOut removes a participant.
func (p *entrantsPage) takeOut(i int) {
	if i < 0 || i >= len(p.event.players) {
		return
	}
	p.event.players, p.change = slices.Delete(slices.Clone(p.event.players), i, i+1), 0
	p.kept(p.a)
}

// draftOf returns a draft for editing a participant.
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

// add adds the edited participant or replaces the original.
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
	if err == nil && slices.ContainsFunc(others,
		func(o tournament.Enter) bool { return strings.EqualFold(o.Name, one.Name) }) {
		err = errors.New(textTwice(one.Name))
	}
	if err != nil {
		a.shell.Refuse(words.Error(err))
		return
	}
	if at < 0 {
		at = len(others)
	} else if was := e.players[at]; one.Kind == Person && was.Kind == Person {
		one.Ref, one.Rating = was.Ref, was.Rating // keep the identity of a guest
	}
	e.players, p.change = slices.Insert(others, at, one), 0
	if p.kept(a) {
		e.draft.name, e.draft.command = shell.NewEntry("", longestEntrant), shell.NewEntry("", LongestCommand)
	}
}

// enter returns the participant of the draft. It gives a name to an engine without one.
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

// freeName returns an unused name.
func freeName(name string, there []tournament.Enter) string {
	free := name
	for n := 2; slices.ContainsFunc(there,
		func(o tournament.Enter) bool { return strings.EqualFold(o.Name, free) }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}
