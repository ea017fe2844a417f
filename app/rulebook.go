package app

import (
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// rulesPage tells the rules of a variant.
type rulesPage struct {
	a *App
	v *variant.Variant
}

func (p rulesPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "rules", Title: p.v.Name, Cancel: "close", Parts: textBook(p.v.Rules), Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	if about := textAbout(p.v); about != "" {
		d.Parts = append(d.Parts, panel.Part{Head: textAboutHead, Text: about})
	}
	return d
}

func (p rulesPage) Do(panel.Command) {}

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
