// Package rulebook puts rules into words: each key of the rules with its label and
// what it means, and a whole book of rules as running text with pictures. It is
// told a compiled rule set and knows no page.
package rulebook

import (
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
)

// sketch draws a corner of a board: rows, top first, with the letters of the
// pieces; an upper-case X marks where a move ends that began on x.
func sketch(r *rules.Rules, rows ...string) *panel.Diagram {
	b, err := game.NewGrid(len(rows))
	if err != nil {
		return nil
	}
	d := &panel.Diagram{Board: b, Kinds: r.Kinds(), Pieces: make([]game.Piece, b.Squares()), Arrow: [2]game.Square{game.NoSquare, game.NoSquare}}
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

// custodyDiagram shows a man taken between two.
func custodyDiagram(r *rules.Rules) *panel.Diagram {
	return sketch(r, ".....", ".....", ".tTt.", ".....", ".....").Move("d1", "d3").Taken("c3")
}

// shieldwallDiagram shows a row on the edge that is taken.
func shieldwallDiagram(r *rules.Rules) *panel.Diagram {
	return sketch(r, ".....", ".....", ".....", ".tt..", "tTTt.").Move("d4", "d1").Taken("b1", "c1")
}

// kingDiagram shows how the king is taken in the open.
func kingDiagram(r *rules.Rules) *panel.Diagram {
	set := r.Ruleset()
	if set.KingCapture == ruleset.KingEnclosed {
		return sketch(r, ".....", "..t..", ".tKt.", "..t..", ".....").Move("e4", "c4").Taken("c3")
	}
	return sketch(r, ".....", ".....", ".tKt.", ".....", ".....").Move("d1", "d3").Taken("c3")
}

// Diagram is a picture of a position.
func Diagram(r *rules.Rules, pieces []game.Piece) *panel.Diagram {
	d := &panel.Diagram{Board: r.Board(), Kinds: r.Kinds(), Pieces: pieces, Throne: r.Throne(), Corner: r.Corners(), Arrow: [2]game.Square{game.NoSquare, game.NoSquare}}
	for _, camp := range r.Camps() {
		d.Camps = append(d.Camps, camp...)
	}
	return d
}
