// Package tables computes the tables of a tournament (participants, standings, cross-table, rounds, bracket and
// awards) as data in the reader's language. The desktop program, the standalone page and the service's pages all
// display these tables.
package tables

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// Event is a tournament as one reader sees it. It caches nothing: every method returns the current state.
type Event struct {
	State *tournament.Tournament
	Say   *tongue.Speaker
	// Variant returns the name of a variant by its id.
	Variant func(id string) string
	// Player describes what plays for an entrant; nil: the entrant's Kind is shown.
	Player func(e tournament.Entrant) string
	// Open returns the progress of a game without a result and its move number, 0 if unknown; nil: all open games are
	// shown as waiting.
	Open func(g Game) (p Progress, turn int)
}

// Game identifies a game of a tournament: its pairing, from 1, and its index there, from 0. The zero value identifies
// none.
type Game struct{ Pairing, Leg int }

// Number packs a Game into one number.
func (g Game) Number() int { return g.Pairing<<8 | g.Leg }

// GameOf unpacks a number from Game.Number.
func GameOf(n int) Game { return Game{n >> 8, n & 255} }

// Progress is the progress of a game without a result.
type Progress uint8

// The values of Progress.
const (
	Waits  Progress = iota
	Yours           // the reader is a player of this game and can start it
	Played          // in progress
)

// Table is text in rows and columns, in the reader's language.
type Table struct {
	Head    string // title
	Note    string // explanation below the title
	Columns []Column
	Rows    [][]Cell // each as long as Columns
	Ranked  bool     // the rows are in the order of the standings
	Square  bool     // the cells are coloured and adjacent, as in a cross-table
}

// Kind is the content of a column, which determines its width and alignment.
type Kind uint8

// The kinds of columns.
const (
	Words   Kind = iota
	Rank         // a rank or row number
	Player       // the name the row is about
	Side         // a name in a list of games
	Points       // points or games
	Figure       // a tie-break, or a few numbers
	Score        // the result of a game
	Variant      // the name of a variant
	Against      // the score of one player against another
)

// Column is a column of a table.
type Column struct {
	Head string
	Tip  string
	Kind Kind
}

// Shade is the meaning of a cell's colour. The cell's text says the same.
type Shade uint8

// The shades.
const (
	None Shade = iota
	Good
	Even
	Bad
	Self // the diagonal of a cross-table
	Live // in progress
)

// Cell is one cell of a table.
type Cell struct {
	Text   string
	Tip    string
	Strong bool
	Shade  Shade
	Parts  []string // the terms of a figure
	Player int      // the entrant named in the cell, 0 for none
	Game   Game     // the game the cell refers to
}

// Explain returns a table with the parts of a row's figures.
func (t *Table) Explain(e *Event, row int) Table {
	x := Table{Head: e.Say.Textf("Tie-breaks of %s", tongue.Name(e.Name(t.player(row)))), Columns: []Column{
		{Head: e.Say.Text("Tie-break"), Kind: Variant}, {Head: e.Say.Text("Value"), Kind: Points},
		{Head: e.Say.Text("Made up of")}}}
	for i, c := range t.Rows[row] {
		if k := t.Columns[i]; k.Kind == Figure && c.Text != "" {
			x.Rows = append(x.Rows, []Cell{{Text: k.Head, Tip: k.Tip}, {Text: c.Text, Strong: true},
				{Parts: c.Parts, Tip: k.Tip}})
		}
	}
	return x
}

// player returns the id of the entrant of a row.
func (t *Table) player(row int) int {
	for _, c := range t.Rows[row] {
		if c.Player > 0 {
			return c.Player
		}
	}
	return 0
}

// Name returns the name of an entrant. Negative ids are players not yet known, 0 is no player.
func (e *Event) Name(id int) string {
	one, err := e.State.Entrant(id)
	switch {
	case id < 0:
		return e.Say.Text("to be decided")
	case err != nil:
		return e.Say.Text("nobody")
	}
	return one.Name
}

// Facts returns lines about the tournament and its current state. starts is when it begins, zero if unknown.
func (e *Event) Facts(starts time.Time) []string {
	c := e.State.Config()
	var variants []string
	for _, v := range c.Variants {
		variants = append(variants, e.Say.Text(e.Variant(v.ID)))
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

// Clock describes a time control given in the notation of a configuration.
func Clock(say *tongue.Speaker, text string) string {
	c, err := match.ParseControl(text)
	if err != nil {
		return text
	}
	if c.Odds != (match.Odds{}) {
		return say.Textf("attackers %s, defenders %s", tongue.Name(clockOf(say, c.For(game.Attackers))),
			tongue.Name(clockOf(say, c.For(game.Defenders))))
	}
	return clockOf(say, c)
}

// clockOf describes the time of one side.
func clockOf(say *tongue.Speaker, c match.Control) string {
	return say.Clock(c.Main, c.Increment, c.Period, c.Periods)
}

// Phase describes the phase of a tournament.
func Phase(say *tongue.Speaker, p tournament.Phase, round, rounds int, starts time.Time) string {
	switch {
	case p == tournament.Entry && !starts.IsZero():
		return say.Textf("starts %s", say.Time(starts))
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

// textFormats are the names of the formats and descriptions of how they pair players.
var textFormats = map[tournament.Format][2]string{
	tournament.Contest:    {"Best of n", "Two players swap sides every round until one cannot be caught."},
	tournament.RoundRobin: {"Round robin", "Everyone plays everyone."},
	tournament.Groups: {"Groups, then knock-out",
		"Round robins in groups; the best two of each go on to a knock-out."},
	tournament.KnockOut:  {"Knock-out", "A player who loses a match is out."},
	tournament.DoubleOut: {"Double elimination", "A player who loses a second match is out."},
	tournament.Swiss:     {"Swiss", "Players with similar scores meet, never twice."},
	tournament.Arena:     {"Arena", "Free players are paired until time is up."},
	tournament.Gauntlet:  {"Gauntlet", "The first participant plays all others, weakest first."},
}

// Format returns the name of a format and a description of how it pairs players, in English.
func Format(f tournament.Format) (name, note string) { return textFormats[f][0], textFormats[f][1] }

// entrant describes what plays for an entrant.
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

// Entrants returns the table of participants.
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
