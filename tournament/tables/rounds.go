package tables

import (
	"cmp"
	"strings"

	"tafl3d/game"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// textScores are the results of games; textByes are the reasons for having no opponent.
var (
	textScores = map[tournament.Verdict]string{tournament.Attackers: "1 – 0", tournament.Defenders: "0 – 1",
		tournament.Draw: "½ – ½", tournament.Neither: "0 – 0"}
	textByes = map[tournament.Bye]string{tournament.OddBye: "bye, counts as a win",
		tournament.AskedBye: "half-point bye",
		tournament.ZeroBye:  "zero-point bye", tournament.RestBye: "bye"}
)

// Result returns the score of a game, or a dash if it has none.
func Result(l *tournament.Leg) string { return cmp.Or(textScores[l.Verdict], "–") }

// Round lists the games of a round, from 1.
func (e *Event) Round(n int) Table {
	say := e.Say
	t := Table{Head: say.Textf("Round %d", n), Columns: []Column{{Head: say.Text("Attackers"), Kind: Side},
		{Head: say.Text("Result"), Kind: Score},
		{Head: say.Text("Defenders"), Kind: Side}, {Head: say.Text("Details")}}}
	many := len(e.State.Config().Variants) > 1
	if many {
		t.Columns = append(t.Columns, Column{Head: say.Text("Game"), Kind: Variant})
	}
	for _, p := range e.State.Pairings() {
		if p.Round != n {
			continue
		}
		if p.Bye != tournament.NoBye {
			row := make([]Cell, len(t.Columns))
			row[0].Text, row[3].Text = e.Name(p.Players[0]), say.Text(textByes[p.Bye])
			t.Rows = append(t.Rows, row)
		}
		for leg := range p.Legs {
			row := e.game(&p, leg)
			if many {
				row = append(row, Cell{Text: e.Variant(p.Legs[leg].Variant)})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// game returns the row of a game.
func (e *Event) game(p *tournament.Pairing, leg int) []Cell {
	l, g := &p.Legs[leg], Game{p.ID, leg}
	how, shade := e.ending(l), None
	if l.Verdict == "" {
		how, shade = e.openStatus(g)
	}
	if why := e.why(p); why != "" && leg == len(p.Legs)-1 {
		how += "; " + e.Say.Textf("%s advances: %s", tongue.Name(e.Name(p.Winner)), tongue.Name(why))
	}
	return []Cell{
		{Text: e.Name(l.Players[game.Attackers]), Strong: l.Verdict == tournament.Attackers, Game: g},
		{Text: Result(l), Strong: true, Shade: shade, Game: g},
		{Text: e.Name(l.Players[game.Defenders]), Strong: l.Verdict == tournament.Defenders, Game: g},
		{Text: how, Game: g},
	}
}

// openStatus returns the status of a game without a result.
func (e *Event) openStatus(g Game) (string, Shade) {
	stands, turn := Waits, 0
	if e.Open != nil {
		stands, turn = e.Open(g)
	}
	switch {
	case stands == Played && turn > 0:
		return e.Say.Textf("in progress, move %d", turn), Live
	case stands == Played:
		return e.Say.Text("in progress"), Live
	case stands == Yours:
		return e.Say.Text("to be played here"), Even
	}
	return e.Say.Text("waiting"), None
}

// ending returns how a game ended.
func (e *Event) ending(l *tournament.Leg) string {
	text := tongue.UpperFirst(e.Say.Text(strings.ReplaceAll(l.Cause, "-", " ")))
	if l.Plies > 0 {
		text += e.Say.Textf(", %s", e.Say.Textf("%d moves", l.Plies))
	}
	if l.Note != "" {
		text = strings.TrimPrefix(text+": "+e.Say.Text(l.Note), ": ")
	}
	return text
}

// textWhys are the criteria by which a level match is decided.
var textWhys = map[tournament.Reason]string{
	tournament.ByHarder: "by wins as the harder side, %d to %d",
	tournament.ByPlies:  "by shorter wins, %d to %d moves",
	tournament.BySeed:   "as the higher seed, %d and %d",
}

// why returns how a level match was decided, the winner's figure first, or "" if it was not level.
func (e *Event) why(p *tournament.Pairing) string {
	of := p.Why.Of
	switch {
	case p.Why.By == "":
		return ""
	case p.Winner == p.Players[1]:
		of[0], of[1] = of[1], of[0]
	}
	return e.Say.Textf(textWhys[p.Why.By], of[0], of[1])
}

// Tie is a match of a bracket.
type Tie struct {
	Column  int
	Row     float64 // of the upper edge, in match heights including the space between matches
	Label   string  // heading, such as "Final"; empty for most
	Names   [2]string
	Players [2]int // ids; 0: no player, negative: not yet known
	Points  [2]string
	Won     int    // index of the winner in Players; -1: undecided
	From    [2]int // indexes of the ties the players come from; -1: none
	Why     string // how a level match was decided
	Game    Game   // the first without a result, or else the last
}

// textStages are the names of bracket matches that have one.
var textStages = map[tournament.Stage]string{tournament.Final: "Final", tournament.Third: "Third place",
	tournament.Reset: "Second final"}

// Bracket lists the bracket matches that are played, each after the matches its players come from. It is empty
// without a bracket.
func (e *Event) Bracket() (ties []Tie) {
	list := e.State.Bracket()
	spots, _, _ := tournament.Layout(list)
	at := map[int]int{} // index of the tie by node
	for _, m := range list {
		s, shown := spots[m.Node]
		if !shown {
			continue
		}
		t := e.tie(&m)
		t.Column, t.Row = s.Column, s.Row
		for k, from := range m.From {
			t.From[k] = -1
			if i, is := at[from]; is && from > 0 {
				t.From[k] = i
			}
		}
		at[m.Node] = len(ties)
		ties = append(ties, t)
	}
	return ties
}

// tie converts a match, without its position.
func (e *Event) tie(m *tournament.Match) Tie {
	t := Tie{Label: e.Say.Text(textStages[m.Stage]), Players: m.Players, Won: -1}
	for k, id := range m.Players {
		t.Names[k] = e.Name(id)
		if m.Winner > 0 && m.Winner == id {
			t.Won = k
		}
	}
	p, err := e.State.Pairing(m.Pairing)
	if err != nil {
		return t
	}
	for k, id := range m.Players {
		t.Points[k] = points(p.Points(id))
	}
	t.Why = e.why(&p)
	for leg := range p.Legs {
		if p.Legs[leg].Verdict == "" || leg == len(p.Legs)-1 {
			t.Game = Game{p.ID, leg}
			break
		}
	}
	return t
}
