package gametest

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// situation is an entry of vectors/situations/tafl.json.
type situation struct {
	Title      string
	Variant    string
	Overrides  map[string]any
	ToMove     string `json:"to_move"`
	Board      []string
	BoardAfter []string `json:"board_after"`
	Why        string
	Moves      []struct {
		Input, Notation, End string
		Legal                bool
	}
}

func TestSituations(t *testing.T) {
	var all []situation
	readJSON(t, Shared(t, "vectors/situations/tafl.json"), &all)
	specs := catalogue(t)
	for _, s := range all {
		t.Run(s.Title, func(t *testing.T) {
			spec, ok := specs[s.Variant]
			if !ok {
				t.Fatalf("no variant %q", s.Variant)
			}
			s.check(t, spec.with(s.Variant, s.Overrides).compile(t))
		})
	}
	t.Logf("%d situations", len(all))
}

func (s *situation) check(t *testing.T, r *rules.Rules) {
	p := position(t, r, s.Board, s.ToMove)
	h := rules.NewHistory(&p)
	var end game.Outcome
	for i, m := range s.Moves {
		q := p
		steps, o, err := playText(&q, h, m.Input)
		if (err == nil) != m.Legal {
			t.Fatalf("%s\n%s\nmove %d, %s: legal %v, got %v\n%s", s.Title, strings.Join(s.Board, "\n"), i+1, m.Input,
				m.Legal, err, s.Why)
		}
		if err != nil {
			continue
		}
		if got := notation.Turn(r, steps); m.Notation != "" && got != m.Notation {
			t.Errorf("move %d: %s, want %s\n%s", i+1, got, m.Notation, s.Why)
		}
		if got := strings.Replace(endText(o), ":", "/", 1); got != m.End {
			t.Errorf("move %d, %s: ends as %q, want %q\n%s", i+1, m.Input, got, m.End, s.Why)
		}
		p, end = q, o
	}
	if s.BoardAfter != nil && !slices.Equal(r.Rows(p.Setup()), s.BoardAfter) {
		t.Errorf("board\n%s\nwant\n%s\n%s (%s)", strings.Join(r.Rows(p.Setup()), "\n"),
			strings.Join(s.BoardAfter, "\n"), s.Why, endText(end))
	}
}

// playText plays a whole turn given as text and judges it.
func playText(p *rules.Position, h *rules.History, text string) ([]rules.Delta, game.Outcome, error) {
	moves, err := notation.ParseTurn(p, h, text)
	if err != nil {
		return nil, game.Outcome{}, err
	}
	var steps []rules.Delta
	for _, m := range moves {
		d, err := p.Try(m, h)
		if err != nil {
			return nil, game.Outcome{}, err
		}
		steps = append(steps, d)
	}
	h.Push(p)
	return steps, p.Judge(h), nil
}
