package lines

import (
	"fmt"
	"math/rand/v2"
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
	set  string // rules: "key=value; key=value"
	// steps: a step a1-a3, a leap a1^a3, a drop M@a1, a piece taken off *a1, O-O, stop; a pawn's may have =q
	play string
	// what they take and how the game ends, why the last is refused, or "may: " and the legal steps after them
	want string
}

// show plays each of the list on the board that rows draw.
func show(t *testing.T, rows string, list ...shown) {
	t.Helper()
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			p, h := at(t, c.set, rows)
			got := told(t, p, h, c.play)
			if strings.HasPrefix(c.want, "may: ") {
				got = "may: " + legal(t, p, h)
			}
			if got != c.want {
				t.Errorf("%q by %q: %q, want %q", c.play, c.set, got, c.want)
			}
		})
	}
}

// at returns the position that rows draw, top rank first, and its history. Unless set says otherwise the men are M of
// side A and m of side B, and the board is a line of main points, or grid7.
func at(t *testing.T, set, rows string) (*Position, *core.History) {
	t.Helper()
	drawn := strings.Fields(strings.ReplaceAll(rows, " ", ""))
	rules := ruleset.LineGame()
	change := func(key, value string) {
		t.Helper()
		if err := rules.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			t.Fatal(err)
		}
	}
	board := "grid7"
	if len(drawn) == 1 {
		board = "o: a1"
		for f := 1; f < len(drawn[0]); f++ {
			board += fmt.Sprintf("-%c1", 'a'+f)
		}
	}
	change("board", board)
	change("kinds", "M m")
	for part := range strings.SplitSeq(set, ";") {
		if key, value, ok := strings.Cut(part, "="); ok {
			change(key, value)
		}
	}
	for _, k := range rules.Lines.Kinds {
		var points []string
		for i, row := range drawn {
			for f := range len(row) {
				if row[f] == k.Letter {
					points = append(points, fmt.Sprintf("%c%d", 'a'+f, len(drawn)-i))
				}
			}
		}
		if len(points) > 0 {
			change("setup."+string(k.Letter), strings.Join(points, " "))
		}
	}
	r, g, err := Compile(rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Place(r, g, r.Start)
	if err != nil {
		t.Fatal(err)
	}
	h := &core.History{}
	h.Push(&p.Position, true)
	return &p, h
}

// told plays steps and tells what came of them, as shown.want does.
func told(t *testing.T, p *Position, h *core.History, play string) string {
	t.Helper()
	var said []string
	for _, text := range strings.Fields(play) {
		m := step(t, p, text)
		if !slices.Contains(p.Legal(nil, h), m) {
			return "refused: " + Explain(p, m, h).Error()
		}
		var d Delta
		p.Play(m, &d)
		said = append(said, changed(p, &d)...)
		if d.Ends {
			h.Push(&p.Position, p.Took || p.State.Progress)
		}
	}
	if o := p.Judge(h); o.Over() {
		winner := "draw"
		if !o.Draw {
			winner = ruleset.SideWords[o.Winner]
		}
		said = append(said, winner+" by "+o.Cause.String())
	}
	return strings.Join(said, ", ")
}

// changed lists what a step took and made of a piece: "c3 by leap", "c9 is K".
func changed(p *Position, d *Delta) (list []string) {
	means := [...]string{game.ByJump: "leap", game.ByPlace: "place", game.ByMill: "mill", game.ByHuff: "huff",
		game.ByAmbush: "ambush", game.BySweep: "sweep"}
	for i := range int(d.N) {
		list = append(list, p.Rules.Board.Name(d.At(i).At)+" by "+means[d.At(i).By])
	}
	slices.Sort(list)
	if d.Is != game.Empty {
		list = append(list, fmt.Sprintf("%s is %c", p.Rules.Board.Name(d.PromotedAt), p.Rules.Kinds[d.Is].Letter))
	}
	return list
}

// step reads a step as shown.play has it.
func step(t *testing.T, p *Position, text string) game.Move {
	t.Helper()
	square := func(name string) game.Square {
		t.Helper()
		s, ok := p.Rules.Board.Named(name)
		if !ok {
			t.Fatalf("%s: there is no point %s", text, name)
		}
		return s
	}
	kind := func(letter string) game.Piece { return game.Piece(p.Game.Set.KindOf(letter[0]) + 1) }
	switch {
	case text == "stop" && p.Chain != game.NoSquare:
		return game.Move{Op: game.End, From: p.Chain, To: p.Chain}
	case text == "stop":
		return game.NoMove
	case text[0] == '*':
		return game.Move{Op: game.Remove, From: square(text[1:]), To: square(text[1:])}
	case text[1] == '@':
		return game.Move{Op: game.Drop, Kind: kind(text), From: game.NoSquare, To: square(text[2:])}
	}
	if text[0] == 'O' {
		for _, w := range p.Game.Chess.castles {
			if (w.wing == 0) == (text == "O-O") {
				return game.Move{Op: game.Castle, From: w.king, To: w.kingTo}
			}
		}
		t.Fatalf("there is no castling %s", text)
	}
	var m game.Move
	text, become, promotes := strings.Cut(text, "=")
	if promotes {
		m.Kind = kind(become)
	}
	from, to, leaps := strings.Cut(text, "^")
	if !leaps {
		from, to, _ = strings.Cut(text, "-")
	} else {
		m.Op = game.Leap
	}
	m.From, m.To = square(from), square(to)
	return m
}

// legal lists the legal steps in order; steps drawn at random are the same.
func legal(t *testing.T, p *Position, h *core.History) string {
	t.Helper()
	list := texts(p, p.Legal(nil, h))
	var drawn []game.Move
	rng := rand.NewPCG(1, 2)
	for range 40 * len(list) {
		m, _ := p.Random(rng, h)
		drawn = append(drawn, m)
	}
	if drawn := texts(p, drawn); !slices.Equal(drawn, list) {
		t.Errorf("drawn are %v of %v", drawn, list)
	}
	return strings.Join(list, " ")
}

func texts(p *Position, ms []game.Move) (list []string) {
	for _, m := range ms {
		from, to := p.Rules.Board.Name(m.From), p.Rules.Board.Name(m.To)
		text := from + "-" + to
		switch m.Op {
		case game.End:
			text = "stop"
		case game.Remove:
			text = "*" + from
		case game.Drop:
			text = fmt.Sprintf("%c@%s", p.Rules.Kinds[m.Kind].Letter, to)
		case game.Leap:
			text = from + "^" + to
		case game.Castle:
			text = "O-O"
			if to < from {
				text = "O-O-O"
			}
		default:
			if m.Kind != game.Empty {
				text += fmt.Sprintf("=%c", p.Rules.Kinds[m.Kind].Letter)
			}
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
