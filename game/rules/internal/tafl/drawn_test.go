package tafl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// shown is a rule shown on a board: what steps come to under some rules.
type shown struct {
	name string
	set  string // what differs from the defaults: "key=value; key=value"
	play string // steps: a slide a1-a3, a leap a1^a3, stop to end a chain
	want string // what they take and how the game ends, or why the last is refused
}

// show plays each of the list on the board that rows draw.
func show(t *testing.T, rows string, list ...shown) {
	t.Helper()
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			if got := told(t, c.set, rows, c.play); got != c.want {
				t.Errorf("%s by %q: %q, want %q", c.play, c.set, got, c.want)
			}
		})
	}
}

// at returns the position that rows draw, top rank first, and its history.
func at(t *testing.T, set, rows string, turn game.Side) (*Position, *core.History) {
	t.Helper()
	rules := ruleset.Linnaean()
	for change := range strings.SplitSeq(set, ";") {
		if key, value, ok := strings.Cut(strings.TrimSpace(change), "="); ok {
			if err := rules.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	rules.Rows, rules.First = drawing(rows), turn
	r, err := Compile(rules)
	if err != nil {
		t.Fatal(err)
	}
	board, _ := Place(r, r.Start)
	p, h := Position(board), &core.History{}
	h.Push(p.core(), true)
	return &p, h
}

func drawing(rows string) []string {
	return strings.Fields(strings.ReplaceAll(rows, " ", ""))
}

// mover returns the side whose piece makes the first of some steps.
func mover(rows, play string) game.Side {
	list := drawing(rows)
	if letter := list[len(list)-int(play[1]-'0')][play[0]-'a']; letter < 'a' {
		return game.Defenders
	}
	return game.Attackers
}

// told plays steps and tells what came of them, as shown.want does.
func told(t *testing.T, set, rows, play string) string {
	t.Helper()
	p, h := at(t, set, rows, mover(rows, play))
	var said []string
	for _, text := range strings.Fields(play) {
		m := step(t, p, text)
		if !slices.Contains(p.Legal(nil, h), m) {
			return "refused: " + Explain(p, m, h).Error()
		}
		var d core.Delta
		p.Play(m, &d)
		said = append(said, taken(p, &d)...)
		if d.Ends {
			h.Push(p.core(), p.Took)
		}
	}
	if o := p.Judge(h); o.Over() {
		said = append(said, o.Result()+" by "+o.Cause.String())
	}
	return strings.Join(said, ", ")
}

// step reads a step as shown.play has it.
func step(t *testing.T, p *Position, text string) game.Move {
	t.Helper()
	if text == "stop" {
		return p.stop()
	}
	from, to, leaps := strings.Cut(text, "^")
	if !leaps {
		from, to, _ = strings.Cut(text, "-")
	}
	m := game.Move{From: square(t, p, from), To: square(t, p, to)}
	if leaps {
		m.Op = game.Leap
	}
	return m
}

func square(t *testing.T, p *Position, name string) game.Square {
	t.Helper()
	s, ok := p.Rules.Board.Named(name)
	if !ok {
		t.Fatalf("there is no square %s", name)
	}
	return s
}

// taken lists in order what a step took: "c3 by custody".
func taken(p *Position, d *core.Delta) (list []string) {
	means := [...]string{game.ByLeap: "leap", game.ByCustody: "custody", game.ByShieldwall: "shieldwall",
		game.ByLinnaeus:       "rule 10",
		game.ByImmobilisation: "immobilisation", game.ByEnclosure: "enclosure", game.ByCommander: "commanders",
		game.ByGroup: "group", game.ByStrictCustody: "the strict rule"}
	for i := range int(d.N) {
		t := d.At(i)
		list = append(list, fmt.Sprintf("%s by %s", p.Rules.Board.Name(t.At), means[t.By]))
	}
	slices.Sort(list)
	return list
}

// names lists the squares of a set of up to 64 squares, or the ends of moves.
func names(p *Position, squares ...game.Square) string {
	var list []string
	for _, s := range squares {
		list = append(list, p.Rules.Board.Name(s))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// ends returns the squares on which the moves from a square end.
func ends(t *testing.T, p *Position, ms []game.Move, from string) string {
	t.Helper()
	var list []game.Square
	for _, m := range ms {
		if m.From == square(t, p, from) {
			list = append(list, m.To)
		}
	}
	return names(p, list...)
}
