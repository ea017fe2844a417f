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

func textEmpty(square string) string { return tongue.Textf("No piece on %s", square) }

func textAmbushGoesOn(square string) string {
	return tongue.Textf("Ambush: another piece must leap over %s", tongue.Name(square))
}

// textCaptor returns the name of a captor, for use after "between" or "by".
func textCaptor(r *rules.Rules, c captor) string {
	name := ""
	if c.at != game.NoSquare {
		name = r.Board().Name(c.at)
	}
	switch {
	case c.at == game.NoSquare:
		return tongue.Text("the board's edge")
	case !c.empty:
		return name
	case slices.Contains(r.Throne(), c.at):
		return tongue.Textf("the empty throne on %s", name)
	case slices.Contains(r.Corners(), c.at):
		return tongue.Textf("the empty corner %s", name)
	}
	return tongue.Textf("the empty square %s", name)
}

// textCapture describes a capture: "Captured on d3: between c3 and the empty throne on d4".
func textCapture(r *rules.Rules, c *capture) string {
	at, by := make([]string, len(c.at)), make([]string, len(c.captors))
	for i, s := range c.at {
		at[i] = r.Board().Name(s)
	}
	for i, s := range c.captors {
		by[i] = textCaptor(r, s)
	}
	if len(by) > 2 {
		slices.Sort(by)
	}
	on, all := rulebook.List(at, "and"), rulebook.List(by, "and")
	switch c.by {
	case game.ByCustody, game.ByLinnaeus, game.ByStrictCustody, game.ByCommander:
		if len(by) == 2 {
			return tongue.Textf("Captured on %s: between %s and %s", on, by[0], by[1])
		}
		return tongue.Textf("Captured on %s", on)
	case game.ByEnclosure, game.ByImmobilisation:
		return tongue.Textf("Captured on %s: all sides are closed by %s", on, all)
	case game.ByShieldwall:
		return tongue.Textf("Captured on %s: a shield wall of %s", on, all)
	case game.ByGroup:
		return tongue.Textf("Captured on %s: no free square left, surrounded by %s", on, all)
	case game.ByLeap, game.ByJump:
		return tongue.Textf("Captured on %s: a leap from %s to %s", on, by[0], by[1])
	case game.ByAmbush:
		return tongue.Textf("Captured on %s: an ambush", on)
	case game.ByPlace:
		return tongue.Textf("Captured on %s: another piece moved there", on)
	case game.ByMill:
		return tongue.Textf("Captured on %s: the mill %s", on, all)
	case game.ByHuff:
		return tongue.Textf("Removed from %s: it could have captured but did not", on)
	case game.BySweep:
		return tongue.Textf("Removed from %s: it could not move", on)
	}
	return tongue.Textf("Captured on %s", on)
}

// textReasons explains the captures of the shown move, and why a king was not captured.
func textReasons(g *Game) (list []string) {
	captures := g.captures()
	for i := range captures {
		list = append(list, textCapture(g.Variant.Rules, &captures[i])+".")
	}
	return append(list, textSpared(g)...)
}

// textSpared explains which rule prevents the capture of the king.
func textSpared(g *Game) []string {
	why, pair := g.spared()
	if why == rules.NotSpared {
		return nil
	}
	r := g.Variant.Rules
	one, two := textCaptor(r, pair[0]), textCaptor(r, pair[1])
	king := r.Board().Name(g.Shown.position.King())
	fact := tongue.Textf("The king on %s is between %s and %s, but not captured.", king, one, two)
	rule := textSparedBy(r, why, pair[1])
	set, enclosed := r.Ruleset(), why < rules.SparedByPiece
	if enclosed && set.Piercing && (why != rules.SparedOnThrone || set.PiercingOnThrone) {
		rule += " " + tongue.Text("Two commanders also capture him.")
	}
	return []string{fact, rule}
}

// textSparedBy returns the text of the rule; beyond is the square opposite to the attacker.
func textSparedBy(r *rules.Rules, why rules.Spared, beyond captor) string {
	switch why {
	case rules.SparedEverywhere:
		return tongue.Text("In this game the king is captured only when all four sides are closed.")
	case rules.SparedOnThrone:
		return tongue.Text("In this game the king on the throne is captured only when all four sides are closed.")
	case rules.SparedBesideOpen:
		return tongue.Text("In this game the king next to the throne is captured only by attackers on all four sides.")
	case rules.SparedBesideThrone:
		return tongue.Text("In this game the king next to the throne is captured only from all three other sides.")
	case rules.SparedByPiece:
		name := r.Board().Name(beyond.at)
		return tongue.Textf("In this game the piece on %s does not help to capture the king.", name)
	}
	switch {
	case slices.Contains(r.Throne(), beyond.at):
		return tongue.Text("In this game the empty throne does not help to capture the king from two sides.")
	case slices.Contains(r.Corners(), beyond.at):
		return tongue.Text("In this game an empty corner does not help to capture the king.")
	}
	return tongue.Text("In this game an empty hostile square does not help to capture the king.")
}

// textTurn describes the shown move for reading aloud: "Attackers: man f2 to f5. Captured on e5: between d5
// and f5."
func textTurn(g *Game, steps []rules.Delta) string {
	r := g.Variant.Rules
	var way []string
	at := game.NoSquare
	for i := range steps {
		d := &steps[i]
		way = append(way, textStep(r, d, at)...)
		at = d.Move().To
	}
	text := words.Side(r, steps[0].Side()) + ": " + strings.Join(way, "") + "."
	return strings.Join(append([]string{text}, textReasons(g)...), " ")
}

// textStep describes a step; if it continues from at, only its destination.
func textStep(r *rules.Rules, d *rules.Delta, at game.Square) []string {
	m, b := d.Move(), r.Board()
	name := r.Kinds()[d.Piece()].Name
	var text string
	switch {
	case m.Op == game.End || m.Op == game.Remove:
		return nil
	case m.Op == game.Drop:
		text = tongue.Textf("%s placed on %s", name, b.Name(m.To))
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
		text += tongue.Textf(", promoted to %s", r.Kinds()[is].Name)
	}
	return []string{text}
}
