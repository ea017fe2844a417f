// Package rulebook describes rules as text: a label and an explanation for each rule, and complete rules as
// running text with diagrams. It works on compiled rules and is independent of pages.
package rulebook

import (
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
)

// sketch draws a part of a board: rows from the top with the letters of the pieces. An X marks the end of a
// move that started on x.
func sketch(r *rules.Rules, rows ...string) *panel.Diagram {
	b, err := game.NewGrid(len(rows))
	if err != nil {
		return nil
	}
	d := &panel.Diagram{Board: b, Kinds: r.Kinds(), Pieces: make([]game.Piece, b.Squares()),
		Arrow: [2]game.Square{game.NoSquare, game.NoSquare}}
	for s := range game.Square(b.Squares()) {
		f, k := b.FileRank(s)
		letter := rows[len(rows)-1-k][f]
		for p, kind := range r.Kinds() {
			if p > 0 && kind.Letter == letter {
				d.Pieces[s] = game.Piece(p)
			}
		}
	}
	return d
}

// custodyDiagram shows the capture of a man between two enemies.
func custodyDiagram(r *rules.Rules) *panel.Diagram {
	return sketch(r, ".....", ".....", ".tTt.", ".....", ".....").Move("d1", "d3").Taken("c3")
}

// shieldwallDiagram shows the capture of a row at the edge.
func shieldwallDiagram(r *rules.Rules) *panel.Diagram {
	return sketch(r, ".....", ".....", ".....", ".tt..", "tTTt.").Move("d4", "d1").Taken("b1", "c1")
}

// kingDiagram shows the capture of the king in the open.
func kingDiagram(r *rules.Rules) *panel.Diagram {
	set := r.Ruleset()
	if set.KingCapture == ruleset.KingEnclosed {
		return sketch(r, ".....", "..t..", ".tKt.", "..t..", ".....").Move("e4", "c4").Taken("c3")
	}
	return sketch(r, ".....", ".....", ".tKt.", ".....", ".....").Move("d1", "d3").Taken("c3")
}

// example is a drawn rule: rows as for sketch, a move, its captures, and marked squares.
type example struct {
	rows                       [5]string
	from, to                   string
	taken                      []string
	throne, corner, camp, good []string
}

// Example returns a diagram for a rule; nil if there is none.
func Example(r *rules.Rules, key string) *panel.Diagram {
	if r.Lines() {
		return lineExample(r, key)
	}
	e, ok := examples[key]
	if !ok {
		return nil
	}
	d := sketch(r, e.rows[:]...)
	if d == nil {
		return nil
	}
	if e.from != "" {
		d.Move(e.from, e.to)
	}
	d.Taken(e.taken...)
	for into, names := range map[*[]game.Square][]string{&d.Throne: e.throne, &d.Corner: e.corner, &d.Camps: e.camp,
		&d.Good: e.good} {
		for _, name := range names {
			s, _ := d.Board.Named(name)
			*into = append(*into, s)
		}
	}
	return d
}

// four lists the corners of the example boards.
var four = []string{"a1", "e1", "a5", "e5"}

// centre is the throne of the example boards.
var centre = []string{"c3"}

// examples maps rules to diagrams on boards of five by five.
var examples = map[string]example{
	"throne": {rows: [5]string{".....", ".....", ".....", ".....", "....."}, throne: centre},
	"throne.enter": {rows: [5]string{".....", ".....", "T....", ".....", "....."}, from: "a3", to: "c3",
		throne: centre},
	"throne.pass": {rows: [5]string{".....", ".....", "T....", ".....", "....."}, from: "a3", to: "e3",
		throne: centre},
	"throne.hostile": {rows: [5]string{".....", ".....", "...T.", ".....", "....t"}, from: "e1", to: "e3",
		taken: []string{"d3"}, throne: centre},
	"throne.hostileOccupied": {rows: [5]string{".....", ".....", "..KT.", ".....", "....t"}, from: "e1", to: "e3",
		taken: []string{"d3"}, throne: centre},
	"corner": {rows: [5]string{".....", ".....", ".....", ".....", "....."}, corner: four},
	"corner.enter": {rows: [5]string{".....", ".....", ".....", ".....", "...T."}, from: "d1", to: "e1",
		corner: four},
	"corner.hostile": {rows: [5]string{".....", ".....", "..t..", ".....", "...T."}, from: "c3", to: "c1",
		taken: []string{"d1"}, corner: four},
	"camps": {rows: [5]string{".....", "t....", "tt...", "t....", "....."},
		camp: []string{"a2", "a3", "a4", "b3"}},
	"camp.inside": {rows: [5]string{".....", ".....", "tt...", "t....", "....."}, from: "a3", to: "a4",
		camp: []string{"a2", "a3", "a4", "b3"}},
	"camp.enter": {rows: [5]string{".....", ".....", "...T.", ".....", "....."}, from: "d3", to: "b3",
		camp: []string{"a2", "a3", "a4", "b3"}},
	"camp.pass": {rows: [5]string{".....", ".....", ".....", ".....", "..T.."}, from: "c1", to: "c5",
		camp: []string{"b3", "c3", "d3"}},
	"camp.hostile": {rows: [5]string{".....", ".....", "..T..", ".....", "...t."}, from: "d1", to: "d3",
		taken: []string{"c3"}, camp: []string{"a2", "a3", "a4", "b3"}},
	"edge.anvil": {rows: [5]string{".....", ".....", "T....", ".....", ".t..."}, from: "b1", to: "b3",
		taken: []string{"a3"}},
	"jump.man":  {rows: [5]string{".....", ".....", ".tT..", ".....", "....."}, from: "b3", to: "d3"},
	"jump.king": {rows: [5]string{".....", ".....", ".Kt..", ".....", "....."}, from: "b3", to: "d3"},
	"custodial": {rows: [5]string{".....", ".....", ".tT..", ".....", "...t."}, from: "d1", to: "d3",
		taken: []string{"c3"}},
	"custodial.passive": {rows: [5]string{".....", ".....", ".t.t.", ".....", "..T.."}, from: "c1", to: "c3",
		taken: []string{"c3"}},
	"custodial.passiveSquares": {rows: [5]string{".....", ".....", "...t.", ".....", "..T.."}, from: "c1", to: "c3",
		taken: []string{"c3"}, throne: []string{"b3"}},
	"shieldwall": {rows: [5]string{".....", ".....", "...t.", ".tt..", "tTT.."}, from: "d3", to: "d1",
		taken: []string{"b1", "c1"}},
	"shieldwall.min": {rows: [5]string{".....", ".....", "...t.", ".tt..", "tTT.."}, from: "d3", to: "d1",
		taken: []string{"b1", "c1"}},
	"shieldwall.corner": {rows: [5]string{".....", ".....", "...t.", ".tt..", ".TT.."}, from: "d3", to: "d1",
		taken: []string{"b1", "c1"}, corner: four},
	"shieldwall.trigger": {rows: [5]string{".....", "..t..", ".....", ".t...", "tTTt."}, from: "c4", to: "c2",
		taken: []string{"b1", "c1"}},
	"linnaeus10": {rows: [5]string{".....", "..t..", ".tK..", "..tT.", "....."}, throne: centre},
	"immobilise": {rows: [5]string{".....", "..t..", ".tTt.", ".....", "..t.."}, from: "c1", to: "c2",
		taken: []string{"c3"}},
	"immobilise.edge": {rows: [5]string{".....", ".....", ".....", "..t..", ".tT.t"}, from: "e1", to: "d1",
		taken: []string{"c1"}},
	"group": {rows: [5]string{".....", ".tt..", "tTTt.", ".t...", "..t.."}, from: "c1", to: "c2",
		taken: []string{"b3", "c3"}},
	"king.capture": {rows: [5]string{".....", "..t..", ".tKt.", ".....", "..t.."}, from: "c1", to: "c2",
		taken: []string{"c3"}},
	"king.edge": {rows: [5]string{".....", ".....", ".....", "..t..", ".tKt."}, good: []string{"c1"}},
	"king.power": {rows: [5]string{".....", ".....", ".Tt..", ".....", "...K."}, from: "d1", to: "d3",
		taken: []string{"c3"}},
	"king.custodialSquares": {rows: [5]string{".....", ".....", "...K.", ".....", "....t"}, from: "e1", to: "e3",
		taken: []string{"d3"}, throne: centre},
	"escape": {rows: [5]string{".....", ".....", ".....", ".....", "..K.."}, from: "c1", to: "e1",
		corner: four},
	"exitFort":     {rows: [5]string{".....", ".....", "..T..", ".T.T.", "TK.T."}, good: []string{"b1"}},
	"encirclement": {rows: [5]string{".ttt.", "t...t", "t.K.t", "t.T.t", ".ttt."}},
	"drawFort":     {rows: [5]string{".....", "..T..", ".TKT.", "..T..", "....."}},

	"corner.hostileOccupied": {rows: [5]string{".....", ".....", "..t..", ".....", "...TT"}, from: "c3", to: "c1",
		taken: []string{"d1"}, corner: four},
	"camp.hostileOccupied": {rows: [5]string{".....", "t....", "ttt..", "t....", "...T."}, from: "d1", to: "d3",
		taken: []string{"c3"}, camp: []string{"a2", "a3", "a4", "b3"}},
}

// Diagram returns a diagram of a position.
func Diagram(r *rules.Rules, pieces []game.Piece) *panel.Diagram {
	d := &panel.Diagram{Board: r.Board(), Kinds: r.Kinds(), Pieces: pieces, Throne: r.Throne(), Corner: r.Corners(),
		Arrow: [2]game.Square{game.NoSquare, game.NoSquare}}
	for _, camp := range r.Camps() {
		d.Camps = append(d.Camps, camp...)
	}
	return d
}
