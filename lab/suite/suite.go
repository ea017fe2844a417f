package suite

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Kind is the task of a problem.
type Kind string

const (
	Win  Kind = "win"  // win within the turns
	Only Kind = "only" // find the only step that does not lose within the turns
)

// Problem is a position with its proven solution.
type Problem struct {
	Variant  string // id
	Kind     Kind
	Turns    int // of both sides, including the solver's first
	Position rules.Position
	Moves    []game.Move // all first steps that solve it
}

//go:embed problems.tsv
var problems string

// Problems returns the collection. find returns the rules of a variant.
func Problems(find func(id string) (*rules.Rules, error)) ([]Problem, error) {
	return Read(strings.NewReader(problems), find)
}

// Read parses the output of Write: a problem per line, its fields separated by tabs. It skips empty
// lines and lines that begin with #.
func Read(in io.Reader, find func(id string) (*rules.Rules, error)) (list []Problem, err error) {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := parse(text, find)
		if err != nil {
			return nil, fmt.Errorf("suite: line %d: %w", n, err)
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

func parse(text string, find func(id string) (*rules.Rules, error)) (q Problem, err error) {
	f := strings.Split(text, "\t")
	if len(f) != 5 {
		return q, fmt.Errorf("%d fields; variant, kind, turns, position and moves are expected", len(f))
	}
	q.Variant, q.Kind = f[0], Kind(f[1])
	r, err := find(f[0])
	if err != nil {
		return q, err
	}
	if q.Turns, err = strconv.Atoi(f[2]); err != nil || q.Kind != Win && q.Kind != Only {
		return q, fmt.Errorf("%q %q: win or only and a number are expected", f[1], f[2])
	}
	if q.Position, err = notation.ParsePosition(r, f[3]); err != nil {
		return q, err
	}
	for _, text := range strings.Fields(f[4]) {
		m, err := stepOf(q.Position, text)
		if err != nil {
			return q, err
		}
		q.Moves = append(q.Moves, m)
	}
	if len(q.Moves) == 0 {
		return q, errors.New("there is no solution")
	}
	return q, nil
}

// stepOf returns the legal step with this text.
func stepOf(p rules.Position, text string) (game.Move, error) {
	for _, m := range p.Legal(nil, nil) {
		if stepText(p, m) == text {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("%q is no legal step", text)
}

// stepText formats a step with its captures.
func stepText(p rules.Position, m game.Move) string {
	var d rules.Delta
	p.Play(m, &d)
	return notation.Step(p.Rules(), &d)
}

// String formats the line of a problem.
func (q Problem) String() string {
	moves := strings.Join(q.texts(q.Moves), " ")
	return strings.Join([]string{q.Variant, string(q.Kind), strconv.Itoa(q.Turns), notation.Position(&q.Position),
		moves}, "\t")
}

// Solved reports whether a step solves the problem.
func (q *Problem) Solved(m game.Move) bool { return slices.Contains(q.Moves, m) }

// Solve proves the answer for the kind and turns of the problem, regardless of its moves; see
// Prover.Win and Prover.Only.
func (q *Problem) Solve(ctx context.Context, v *Prover, budget int64) (Answer, error) {
	if q.Kind == Only {
		return v.Only(ctx, q.Position, q.Turns, budget)
	}
	return v.Win(ctx, q.Position, q.Turns, budget)
}

// Prove proves the solution again. The error contains a different result.
func (q *Problem) Prove(ctx context.Context, v *Prover, budget int64) error {
	a, err := q.Solve(ctx, v, budget)
	if err != nil {
		return fmt.Errorf("%v: %w", q, err)
	}
	if got, want := q.texts(a.Moves), q.texts(q.Moves); a.Turns != q.Turns || !slices.Equal(got, want) {
		return fmt.Errorf("suite: %v: proved are %v in %d turns", q, got, a.Turns)
	}
	return nil
}

// texts formats steps, sorted.
func (q *Problem) texts(moves []game.Move) (list []string) {
	for _, m := range moves {
		list = append(list, stepText(q.Position, m))
	}
	slices.Sort(list)
	return list
}

// Text formats a step of the problem's position with its captures.
func (q *Problem) Text(m game.Move) string { return stepText(q.Position, m) }
