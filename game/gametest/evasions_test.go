package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/internal/longtest"
)

// TestEvasions compares the attackers' evasions with all legal steps tried one by one, from random boards of every
// tafl variant and of random rules. A step that is left out must let the king win with his next step.
func TestEvasions(t *testing.T) { compareEvasions(t, 1, 15) }

// TestLongEvasions does the same from more boards.
func TestLongEvasions(t *testing.T) {
	longtest.Only(t, "compares evasions from many boards")
	compareEvasions(t, 3, 40)
}

// compareEvasions compares evasions from so many random boards of each variant.
func compareEvasions(t *testing.T, seed uint64, walks int) {
	t.Helper()
	c := evasionCounter{T: t, rng: rand.New(rand.NewPCG(42, seed))}
	for _, v := range variant.All() {
		if !v.Rules.Lines() {
			c.walk(v.Rules, walks, v.ID)
		}
	}
	c.require(20, 1.5)
	c.threats, c.listed, c.answers, c.refused = 0, 0, 0, 0
	c.random(4 * walks)
	c.require(20, 3)
}

// evasionCounter counts what the comparison has seen.
type evasionCounter struct {
	*testing.T
	rng              *rand.Rand
	threats, refused int // positions in which the king threatens to win; those without a list
	// steps of the lists, those that answer, all steps; positions without an answer
	listed, answers, legal, emptyFor int
}

// random walks under n random sets of rules.
func (c *evasionCounter) random(n int) {
	all := variant.All()
	for done := 0; done < n; {
		v := all[c.rng.IntN(len(all))]
		set := v.Rules.Ruleset()
		if v.Rules.Lines() || len(set.Rows) > 13 {
			continue
		}
		said := shuffle(c.rng, &set)
		r, err := rules.Compile(set)
		if err != nil {
			continue
		}
		done++
		c.walk(r, 6, append([]string{v.ID}, said...))
	}
}

// require fails unless a list was given for all but one in so many threats, and the lists are at most times as long as
// the answers.
func (c *evasionCounter) require(one int, times float64) {
	c.Logf("%d threats, %d without a list, %d without an answer; %d legal steps, %d listed, %d answer", c.threats,
		c.refused, c.emptyFor, c.legal, c.listed, c.answers)
	if c.threats < 500 || c.refused > c.threats/one {
		c.Errorf("%d of %d threats have no list", c.refused, c.threats)
	}
	if float64(c.listed) > times*float64(c.answers) {
		c.Errorf("%d steps are listed, but only %d answer", c.listed, c.answers)
	}
}

// walk plays a few random steps from each of n random boards.
func (c *evasionCounter) walk(r *rules.Rules, n int, about any) {
	for range n {
		p, err := r.Position(c.board(r))
		if err != nil || p.King() == game.NoSquare || r.Goal(p.King()) {
			continue
		}
		line := rules.NewLine(p, nil)
		for range 12 {
			if line.Judge().Over() {
				break
			}
			c.compare(line, about)
			moves := line.Legal(nil)
			if len(moves) == 0 {
				break
			}
			var d rules.Delta
			line.Step(moves[c.rng.IntN(len(moves))], &d)
		}
	}
}

// board draws a board: the men of the start, some of them taken off, all on other squares, the attackers to move.
func (c *evasionCounter) board(r *rules.Rules) game.Setup {
	s := r.Setup()
	keep := 0.1 + 0.9*c.rng.Float64()
	pieces := slices.Clone(s.Pieces)
	for i, q := range pieces {
		if q != game.Empty && !r.Kinds()[q].Royal && c.rng.Float64() > keep {
			pieces[i] = game.Empty
		}
	}
	c.rng.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	s.Pieces, s.Turn = pieces, game.Attackers
	return s
}

// compare compares the evasions of a position with its legal steps.
func (c *evasionCounter) compare(line *rules.Line, about any) {
	if line.Rules().Ruleset().Escape == ruleset.EscapeEdgeSafe || line.Turn() != game.Attackers || line.MidTurn() ||
		!kingWins(passed(line)) {
		return
	}
	list, ok := line.Fast().Evasions(nil, line.History())
	c.threats++
	if !ok {
		c.refused++
		return
	}
	answers := 0
	for _, m := range line.Legal(nil) {
		c.legal++
		answer := answersEscape(line.Clone(), m)
		if answer {
			answers++
		}
		if answer && !slices.Contains(list, m) {
			c.Errorf("%v: %s: %v answers the threat and is not listed", about, notation.Position(&line.Position), m)
		}
	}
	for i, m := range list {
		if slices.Contains(list[:i], m) || !slices.Contains(line.Legal(nil), m) {
			c.Errorf("%v: %s: %v is listed twice or not legal", about, notation.Position(&line.Position), m)
		}
	}
	if c.listed, c.answers = c.listed+len(list), c.answers+answers; answers == 0 {
		c.emptyFor++
	}
}

// passed is the line after a pass.
func passed(line *rules.Line) *rules.Line {
	var d rules.Delta
	q := line.Clone()
	q.Pass(&d)
	return q
}

// kingWins reports whether a step of the king wins at once.
func kingWins(line *rules.Line) bool {
	for _, m := range line.Legal(nil) {
		var d rules.Delta
		if m.From != line.King() || m.Op == game.End {
			continue
		}
		o := line.Step(m, &d)
		line.Undo(&d)
		if o.Over() && o.Winner == game.Defenders && !o.Draw && o.Cause == game.KingEscaped {
			return true
		}
	}
	return false
}

// answersEscape reports whether a step, or a chain that it begins, keeps the king from winning with his next step.
func answersEscape(line *rules.Line, m game.Move) bool {
	var d rules.Delta
	switch o := line.Step(m, &d); {
	case o.Over():
		return o.Draw || o.Winner == game.Attackers
	case !line.MidTurn():
		return !kingWins(line)
	}
	return slices.ContainsFunc(line.Legal(nil), func(next game.Move) bool { return answersEscape(line.Clone(), next) })
}

// TestRunnerEvasions compares the evasions from a runner that breaks through with all legal steps tried one by one.
func TestRunnerEvasions(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 2))
	c := evasionCounter{T: t, rng: rng}
	for _, v := range variant.All() {
		if !v.Rules.Lines() || v.Rules.Ruleset().Lines.Ends.Runner == ruleset.Nobody {
			continue
		}
		for range 500 {
			p, err := v.Rules.Position(c.board(v.Rules))
			if err != nil {
				continue
			}
			line := rules.NewLine(p, nil)
			for range 12 {
				moves := line.Legal(nil)
				if len(moves) == 0 || line.Judge().Over() {
					break
				}
				c.compareRunner(line, moves, v.ID)
				var d rules.Delta
				line.Step(moves[rng.IntN(len(moves))], &d)
			}
		}
	}
	if t.Logf("%d threats, %d steps, %d listed", c.threats, c.legal, c.listed); c.threats < 300 {
		t.Errorf("%d threats", c.threats)
	}
}

// compareRunner compares the evasions of a position with its legal steps.
func (c *evasionCounter) compareRunner(line *rules.Line, moves []game.Move, about string) {
	list, ok := line.RunnerEvasions(nil)
	if !ok {
		return
	}
	c.threats, c.legal, c.listed = c.threats+1, c.legal+len(moves), c.listed+len(list)
	for _, m := range moves {
		if answersRunner(line.Clone(), m) != slices.Contains(list, m) {
			c.Errorf("%s: %s: %v, listed: %v", about, notation.Position(&line.Position), m, slices.Contains(list, m))
		}
	}
}

// answersRunner reports whether a step keeps the other side from winning with its next step.
func answersRunner(line *rules.Line, m game.Move) bool {
	var d rules.Delta
	us := line.Turn()
	if o := line.Step(m, &d); o.Over() {
		return o.Draw || o.Winner == us
	}
	return line.MidTurn() || !slices.ContainsFunc(line.Legal(nil), func(next game.Move) bool {
		o := line.Clone().Step(next, &d)
		return o.Over() && !o.Draw && o.Winner != us
	})
}
