// Package tables works out what is told of an event: who plays, standings,
// cross-table, rounds, bracket and awards, as data in its reader's language. The
// desktop, the page that can be shared and the service's pages draw these same
// tables, and none of them works anything out again.
package tables

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tafl3d/game/match"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// Event is an event for a reader. Nothing is kept between two questions: each is
// answered as the event stands.
type Event struct {
	State *tournament.Tournament
	Say   *tongue.Speaker
	// Variant is what a variant is called, by its id.
	Variant func(id string) string
	// Player says who plays for an entrant; nil: what his kind says.
	Player func(e tournament.Entrant) string
	// Open says how a game without a result stands, and at which turn where that is known;
	// nil: nobody knows more than that it waits.
	Open func(g Game) (p Progress, turn int)
}

// Game names a game of an event: its pairing, from 1, and its place there, from 0. The
// zero value names none.
type Game struct{ Pairing, Leg int }

// Number is a Game as one number.
func (g Game) Number() int { return g.Pairing<<8 | g.Leg }

// GameOf is the Game of such a number.
func GameOf(n int) Game { return Game{n >> 8, n & 255} }

// Progress is how a game without a result stands.
type Progress uint8

// The stages of a game without a result.
const (
	Waits  Progress = iota
	Yours           // the reader is to play it
	Played          // it is being played
)

// Table is text in rows and columns. All its words are the reader's.
type Table struct {
	Head    string // what it is
	Note    string // how it is to be read
	Columns []Column
	Rows    [][]Cell // each as long as Columns
	Ranked  bool     // the rows are those of the standings
	Square  bool     // cells in colour, close to each other
}

// Kind is what a column holds, from which follow its width and its place.
type Kind uint8

// The kinds of columns.
const (
	Words   Kind = iota
	Rank         // a number that counts the rows
	Player       // a name of a row
	Side         // a name among others
	Points       // points or games
	Figure       // a tie-break, or a few numbers
	Score        // the result of a game
	Variant      // the name of a variant
	Against      // what one scored against another
)

// Column is a column of a table.
type Column struct {
	Head string
	Tip  string
	Kind Kind
}

// Shade says how a cell is meant. Its text says the same.
type Shade uint8

// The shades.
const (
	None Shade = iota
	Good
	Even
	Bad
	Self // a player against himself
	Live // it is happening now
)

// Cell is a text of a table.
type Cell struct {
	Text   string
	Tip    string
	Strong bool
	Shade  Shade
	Parts  []string // what a figure is made of
	Player int      // the entrant whom it names, 0 for none
	Game   Game     // the game that it tells of
}

// Explain lists what the figures of a row are made of.
func (t *Table) Explain(e *Event, row int) Table {
	x := Table{Head: e.Say.Textf("The figures of %s", tongue.Name(e.Name(t.player(row)))), Columns: []Column{
		{Head: e.Say.Text("Tie-break"), Kind: Variant}, {Head: e.Say.Text("Figure"), Kind: Points},
		{Head: e.Say.Text("Made of")}}}
	for i, c := range t.Rows[row] {
		if k := t.Columns[i]; k.Kind == Figure && c.Text != "" {
			x.Rows = append(x.Rows, []Cell{{Text: k.Head, Tip: k.Tip}, {Text: c.Text, Strong: true},
				{Parts: c.Parts, Tip: k.Tip}})
		}
	}
	return x
}

// player is the entrant whom a row is about.
func (t *Table) player(row int) int {
	for _, c := range t.Rows[row] {
		if c.Player > 0 {
			return c.Player
		}
	}
	return 0
}

// Name returns the name of an entrant: below 0 he is still to come, and 0 is nobody.
func (e *Event) Name(id int) string {
	one, err := e.State.Entrant(id)
	switch {
	case id < 0:
		return e.Say.Text("to come")
	case err != nil:
		return e.Say.Text("nobody")
	}
	return one.Name
}

// Facts says what the event is and how it stands. Starts is when it begins, zero where
// that is not known.
func (e *Event) Facts(starts time.Time) []string {
	c := e.State.Config()
	var variants []string
	for _, v := range c.Variants {
		variants = append(variants, e.Variant(v.ID))
	}
	format, _ := Format(c.Format)
	facts := []string{e.Say.Text(format), strings.Join(variants, ", "), Clock(e.Say, cmp.Or(c.Clock, "none")),
		Phase(e.Say, e.State.Phase(), e.State.Round(), e.State.Rounds(), starts)}
	done, all := 0, 0
	for _, p := range e.State.Pairings() {
		done, all = done+len(p.Legs)-p.Open(), all+len(p.Legs)
	}
	if all > 0 {
		facts = append(facts, e.Say.Textf("%d of %d games played", done, all))
	}
	return facts
}

// Clock describes a time control as it is written in a configuration.
func Clock(say *tongue.Speaker, text string) string {
	c, err := match.ParseControl(text)
	if err != nil {
		return text
	}
	return say.Clock(c.Main, c.Increment, c.Period, c.Periods)
}

// Phase says how far an event has come.
func Phase(say *tongue.Speaker, p tournament.Phase, round, rounds int, starts time.Time) string {
	switch {
	case p == tournament.Entry && !starts.IsZero():
		return say.Textf("begins %s", say.Time(starts))
	case p == tournament.Entry:
		return say.Text("open for entry")
	case p == tournament.Paused:
		return say.Text("paused")
	case p == tournament.Over:
		return say.Text("finished")
	case rounds > 0:
		return say.Textf("round %d of %d", round, rounds)
	}
	return say.Textf("round %d", round)
}

// textFormats are what the formats are called, and how their players meet.
var textFormats = map[tournament.Format][2]string{
	tournament.Contest:    {"Best of n", "Two players, sides changing every round, until one cannot be caught."},
	tournament.RoundRobin: {"Round robin", "Everybody meets everybody."},
	tournament.Groups:     {"Groups, then knock-out", "Round robins in groups, whose best two go on to a knock-out."},
	tournament.KnockOut:   {"Knock-out", "Whoever loses a match is out."},
	tournament.DoubleOut:  {"Double elimination", "Whoever loses a second match is out."},
	tournament.Swiss:      {"Swiss", "Players of like scores meet, nobody twice."},
	tournament.Arena:      {"Arena", "Whoever is free is paired, until the time is up."},
	tournament.Gauntlet:   {"Gauntlet", "Whoever entered first meets all others, the weakest first."},
}

// Format returns what a format is called, and how its players meet, in English.
func Format(f tournament.Format) (name, note string) { return textFormats[f][0], textFormats[f][1] }

// entrant says who plays for an entrant.
func (e *Event) entrant(one tournament.Entrant) string {
	switch {
	case e.Player != nil:
		return e.Player(one)
	case one.Kind == "bot":
		return e.Say.Text("bot")
	case one.Kind == "engine":
		return e.Say.Text("Engine")
	}
	return e.Say.Text("person")
}

// Entrants lists who has entered.
func (e *Event) Entrants() Table {
	t := Table{Head: e.Say.Text("Players"), Columns: []Column{{Head: e.Say.Text("Name"), Kind: Player},
		{Head: e.Say.Text("Played by"), Kind: Side}}}
	list := slices.DeleteFunc(e.State.Entrants(), func(one tournament.Entrant) bool { return one.Withdrawn })
	rated := slices.ContainsFunc(list, func(one tournament.Entrant) bool { return one.Rating > 0 })
	if rated {
		t.Columns = append(t.Columns, Column{Head: e.Say.Text("Rating"), Kind: Points})
	}
	for _, one := range list {
		row := []Cell{{Text: one.Name, Player: one.ID}, {Text: e.entrant(one)}}
		if rated {
			row = append(row, Cell{Text: number(one.Rating)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
