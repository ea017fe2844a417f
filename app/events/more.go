package events

import (
	"cmp"
	"slices"
	"time"

	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// eventMore sets further options of a tournament: variants, order of tie-breaks, and options of the format.
type eventMore struct {
	a     *Room
	event *newEvent
}

// breakPlaces is the number of tie-breaks that can be ordered.
const breakPlaces = 4

// Options of number fields, in the order of their texts.
var (
	moreWaits = []time.Duration{time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
		24 * time.Hour}
	moreGroups  = []int{2, 3, 4, 6, 8}
	moreAdvance = []int{1, 2, 3, 4}
	moreByes    = []int{tournament.NoByes, 1, 2, 3, 4, 5}
)

// mostPlayOffs is the largest number of additional pairs of games in a drawn match.
const mostPlayOffs = 4

// mostGames is the largest number of variants of a tournament at one desktop.
const mostGames = 8

func (p *eventMore) Show() panel.Dialog {
	e := p.event
	c := &e.config
	d := panel.Dialog{ID: "event-more", Height: panel.Steady, Title: textMoreTitle, Cancel: "close"}
	breaks := e.breaks()
	for i := range min(breakPlaces, len(breaks)+1) {
		d.Fields = append(d.Fields, p.breakField(breaks, i))
	}
	if c.Format == tournament.Groups {
		d.Fields = append(d.Fields, numberField("groups", textGroupsOf, moreGroups, max(c.Groups, 2), &c.Groups),
			numberField("advance", textAdvanceOf, moreAdvance, cmp.Or(c.Advance, 2), &c.Advance))
	}
	if e.knocksOut() {
		d.Fields = append(d.Fields, panel.Field{ID: "third", Label: textThird, Options: words.NoYes,
			Chosen: words.Bit(c.Third), Set: panel.IntoBool(&c.Third)})
	}
	if c.Format == tournament.Gauntlet {
		d.Fields = append(d.Fields, panel.Field{ID: "ladder", Label: textLadderOf, Options: words.NoYes,
			Chosen: words.Bit(c.Ladder), Set: panel.IntoBool(&c.Ladder), Note: textLadderNote})
	}
	if c.Format == tournament.Swiss {
		d.Fields = append(d.Fields, numberField("byes", textByesOf, moreByes, c.Byes, &c.Byes))
	}
	d.Fields = append(d.Fields, panel.Field{ID: "wait", Label: textWaitOf, Options: textWaitChoices(moreWaits),
		Chosen: e.waitChosen(), Set: func(n int) { c.Wait = tournament.Span(moreWaits[n]) }, Note: textWaitNote})
	without := panel.Action{ID: "without", Run: func(n int) {
		if n >= 0 && n < len(e.also) {
			e.also = slices.Delete(e.also, n, n+1)
		}
	}}
	d.Charts, d.Actions = []panel.Chart{{Head: textGamesOf, Table: p.games(p.a, without)}}, []panel.Action{without}
	d.Buttons = []panel.Button{{ID: "also", Label: textAlso(p.a.board.Lib.Name(e.games.Chosen().Variant)),
		Disabled: e.plays(e.games.Chosen().Variant) || len(e.also) >= mostGames-1,
		Press: func() {
			e.also = append(e.also, e.games.Chosen().Variant)
			p.a.shell.CloseTop()
		}},
		{ID: "close", Label: words.Done, Primary: true}}
	return d
}

// numberField returns a field for one of a list of numbers, which shows n and sets v.
func numberField(id, label string, list []int, n int, v *int) panel.Field {
	return panel.Field{ID: id, Label: label, Options: textNumbersOf(list), Chosen: max(slices.Index(list, n), 0),
		Set: func(i int) { *v = list[i] }}
}

// breakField returns the field for the ith tie-break: any that is not used before, or none.
func (p *eventMore) breakField(breaks []tournament.Tiebreak, i int) panel.Field {
	f := panel.Field{ID: "break", Label: textBreakPlace(i + 1), Options: []string{textNoBreak},
		Set: func(n int) { p.event.setBreak(i, n) }}
	f.ID += string(rune('0' + i))
	for k, tb := range tournament.Tiebreaks {
		name, about := tables.Tiebreak(tb)
		f.Options = append(f.Options, name)
		if i < len(breaks) && breaks[i] == tb {
			f.Chosen, f.Note = k+1, about
		}
	}
	return f
}

// games returns the variants of the tournament; without removes one.
func (p *eventMore) games(a *Room, without panel.Action) *panel.Table {
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: words.Variant}, {Head: "", Width: 90, Mid: true}}}
	for i, v := range p.event.variants() {
		row := []panel.Cell{{Text: a.board.Lib.Name(v), Strong: true}, {}}
		if i < len(p.event.also) {
			row[1] = panel.Cell{Text: textTakeOut, Tip: textTakeOutTip(a.board.Lib.Name(v)),
				Do: without.At(i)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// variants returns the added variants and the one in the form.
func (p *newEvent) variants() []*variant.Variant {
	if p.plays(p.games.Chosen().Variant) {
		return p.also
	}
	return append(slices.Clone(p.also), p.games.Chosen().Variant)
}

// plays reports whether a variant was added.
func (p *newEvent) plays(v *variant.Variant) bool { return slices.Contains(p.also, v) }

// breaks returns the tie-breaks in order: the selected ones, or those of the format.
func (p *newEvent) breaks() []tournament.Tiebreak {
	if len(p.config.Tiebreaks) > 0 {
		return p.config.Tiebreaks
	}
	ev, err := tournament.New(p.settled())
	if err != nil {
		return nil
	}
	return ev.Config().Tiebreaks
}

// setBreak sets the tie-break at a place. It swaps places with an existing one; none removes it.
func (p *newEvent) setBreak(place, choice int) {
	breaks := slices.Clone(p.breaks())
	switch {
	case choice <= 0 && place < len(breaks) && len(breaks) > 1:
		breaks = slices.Delete(breaks, place, place+1)
	case choice <= 0 || choice > len(tournament.Tiebreaks):
	default:
		tb := tournament.Tiebreaks[choice-1]
		at := slices.Index(breaks, tb)
		switch {
		case at >= 0 && place < len(breaks):
			breaks[at], breaks[place] = breaks[place], tb
		case at >= 0:
		case place < len(breaks):
			breaks[place] = tb
		default:
			breaks = append(breaks, tb)
		}
	}
	p.config.Tiebreaks = breaks
}

// waitChosen returns the index of the selected waiting time.
func (p *newEvent) waitChosen() int {
	if i := slices.Index(moreWaits, time.Duration(p.config.Wait)); i >= 0 {
		return i
	}
	return slices.Index(moreWaits, 10*time.Minute)
}
