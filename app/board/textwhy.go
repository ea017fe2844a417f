package board

import (
	"slices"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/tongue"
)

func textEmpty(square string) string { return tongue.Textf("There is no piece on %s", square) }

func textAmbushGoesOn(square string) string {
	return tongue.Textf("The ambush goes on: another piece must leap over %s", tongue.Name(square))
}

// textMeans explains ways to take, in a line.
var textMeans = map[game.Means]string{
	game.ByCustody:        "Taken: it stood between two enemies, or an enemy and a hostile square",
	game.ByEnclosure:      "Taken: the king is closed in on every side",
	game.ByShieldwall:     "Shieldwall: the row is closed in and taken",
	game.ByLinnaeus:       "Taken against the throne: the king is three-quarters surrounded",
	game.ByImmobilisation: "Taken: every side was closed",
	game.ByCommander:      "Two commanders take the king",
	game.ByGroup:          "The group has no free square left and is taken",
	game.ByStrictCustody:  "Taken: it came to rest between two enemies",
	game.ByLeap:           "Taken: it was leapt over",
	game.ByJump:           "Taken: it was leapt over",
	game.ByPlace:          "Taken: another piece stands in its place",
	game.ByMill:           "A mill takes a man off",
	game.ByHuff:           "Huffed: that piece could have taken and did not",
	game.ByAmbush:         "Taken by an ambush",
	game.BySweep:          "Taken off: it could not move",
}

// textTurn tells a turn so that it can be read aloud: "Attackers: man f2 to f5,
// takes e5. Taken: it stood between two enemies."
func textTurn(g *Game, steps []rules.Delta) string {
	r := g.Variant.Rules
	board := r.Board()
	var way, taken, ways []string
	at := game.NoSquare
	for i := range steps {
		d := &steps[i]
		way = append(way, textStep(r, d, at)...)
		at = d.Move().To
		for j := range d.Captures() {
			sq, _, by := d.Captured(j)
			taken = append(taken, board.Name(sq))
			if text := textMeans[by]; text != "" && !slices.Contains(ways, text) {
				ways = append(ways, tongue.Text(text))
			}
		}
	}
	text := words.Side(r, steps[0].Side()) + ": " + strings.Join(way, "")
	if len(taken) > 0 {
		text += tongue.Textf(", takes %s", rulebook.List(taken, "and"))
	}
	return strings.Join(append([]string{text}, ways...), ". ") + "."
}

// textStep tells a step; one that goes on from at only where it leads.
func textStep(r *rules.Rules, d *rules.Delta, at game.Square) []string {
	m, b := d.Move(), r.Board()
	name := r.Kinds()[d.Piece()].Name
	var text string
	switch {
	case m.Op == game.End || m.Op == game.Remove:
		return nil
	case m.Op == game.Drop:
		text = tongue.Textf("%s put on %s", name, b.Name(m.To))
	case m.Op == game.Castle:
		text = tongue.Textf("%s castles to %s", name, b.Name(m.To))
	case m.From == at:
		text = tongue.Textf(" to %s", b.Name(m.To))
	case at != game.NoSquare:
		text = tongue.Textf(", %s %s to %s", name, b.Name(m.From), b.Name(m.To))
	default:
		text = tongue.Textf("%s %s to %s", name, b.Name(m.From), b.Name(m.To))
	}
	if _, _, is, ok := d.Promoted(); ok {
		text += tongue.Textf(", which becomes a %s", r.Kinds()[is].Name)
	}
	return []string{text}
}
