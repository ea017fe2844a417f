// Package lesson provides courses that teach the games: sequences of positions with tasks, as data. docs/lessons.md
// describes the format. A move is correct if the file lists it, and legal according to the rules.
package lesson

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

//go:embed data
var data embed.FS

// Course is a sequence of lessons. Its texts are in English; the caller translates them for display.
type Course struct {
	ID      string `toml:"id"`              // lower-case letters, digits and dashes
	Name    string `toml:"name"`            // "How to play Copenhagen well"
	Variant string `toml:"variant"`         // id of the variant that is taught
	About   string `toml:"about,omitempty"` // one sentence
	After   string `toml:"after,omitempty"` // shown at the end
	Next    string `toml:"next,omitempty"`  // id of the next course; may be empty
	Steps   []Step `toml:"step"`

	Rules *rules.Rules `toml:"-"`
}

// Step is a lesson: a position with a task.
type Step struct {
	Title    string   `toml:"title"`
	Text     string   `toml:"text"`               // explanation and task
	Position string   `toml:"position,omitempty"` // in notation; "start"; or empty for the end of the previous step
	Want     []string `toml:"want"`               // patterns of correct moves: notation, with * for any text
	Reply    string   `toml:"reply,omitempty"`    // the opponent's reply in notation; may be empty
	Done     string   `toml:"done"`               // shown after a correct move
	Hint     string   `toml:"hint,omitempty"`     // shown after any other legal move
	Wrong    []Wrong  `toml:"wrong,omitempty"`    // texts that replace Hint for some moves
	// property of the correct moves that a test verifies: "win 3", "hold 2", "take 2", "end"
	Proof string `toml:"proof,omitempty"`
	Claim string `toml:"claim,omitempty"` // property of the correct moves that the engine verifies; see Claim

	line    *rules.Line
	answers []Answer
}

// Wrong is the answer to certain incorrect moves.
type Wrong struct {
	Turn string `toml:"turn"` // a pattern as in Want
	Say  string `toml:"say"`
}

// Answer is a legal move with the text to show for it.
type Answer struct {
	Turn  []game.Move
	Text  string // in notation
	Right bool
	Say   string
}

// Line returns a copy of the step's position with its history.
func (s *Step) Line() *rules.Line { return s.line.Clone() }

// Answer returns the answer to a legal move. It returns false for an illegal one.
func (s *Step) Answer(turn []game.Move) (Answer, bool) {
	for _, a := range s.answers {
		if slices.Equal(a.Turn, turn) {
			return a, true
		}
	}
	return Answer{}, false
}

// Solution returns the first correct move.
func (s *Step) Solution() Answer {
	for _, a := range s.answers {
		if a.Right {
			return a
		}
	}
	return Answer{} // Parse ensures that one exists
}

// Answers returns all legal moves with their answers.
func (s *Step) Answers() []Answer { return s.answers }

// Replied returns the reply to the correct move, nil if there is none.
func (s *Step) Replied() []game.Move {
	if s.Reply == "" {
		return nil
	}
	l := s.Line()
	if _, _, err := l.Play(s.Solution().Turn); err != nil {
		return nil
	}
	turn, err := notation.ParseTurn(&l.Position, l.History(), s.Reply)
	if err != nil {
		return nil // Parse has checked it
	}
	return turn
}

// Texts returns all texts of a course that are shown to players.
func (c *Course) Texts() []string {
	list := []string{c.Name, c.About, c.After}
	for i := range c.Steps {
		s := &c.Steps[i]
		list = append(list, s.Title, s.Text, s.Done, s.Hint)
		for _, w := range s.Wrong {
			list = append(list, w.Say)
		}
	}
	return slices.DeleteFunc(list, func(text string) bool { return text == "" })
}

// Maximum size of a course, in bytes and in steps.
const (
	MostBytes = 1 << 20
	mostSteps = 500
)

var goodID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// Parse parses a course and checks it completely. find returns variants by id. The error names the step and the
// fault.
func Parse(text []byte, find func(id string) (*variant.Variant, error)) (*Course, error) {
	if len(text) > MostBytes {
		return nil, errors.New("this course is larger than 1 MiB")
	}
	c := &Course{}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c); err != nil {
		return nil, where(err)
	}
	v, err := find(c.Variant)
	switch {
	case !goodID.MatchString(c.ID):
		return nil, fmt.Errorf("id %q: want small letters, digits and dashes, at most 40", c.ID)
	case c.Name == "":
		return nil, errors.New("name: a course needs a name")
	case err != nil:
		return nil, err
	case len(c.Steps) == 0 || len(c.Steps) > mostSteps:
		return nil, fmt.Errorf("%d steps: want 1 to %d", len(c.Steps), mostSteps)
	}
	c.Rules = v.Rules
	var at *rules.Line
	for i := range c.Steps {
		s := &c.Steps[i]
		if at, err = s.resolve(v.Rules, at); err != nil {
			return nil, fmt.Errorf("step %d, %s: %w", i+1, s.Title, err)
		}
	}
	return c, nil
}

// where rewords an error of the decoder, with line and column.
func where(err error) error {
	var one *toml.DecodeError
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: unknown key %q", line, strings.Join(strict.Errors[0].Key(), "."))
	case errors.As(err, &one):
		line, column := one.Position()
		return fmt.Errorf("line %d, column %d: invalid TOML", line, column)
	}
	return err
}

// resolve sets the position of a step and the answers to all legal moves. before is the end of the previous step;
// resolve returns the end of this one.
func (s *Step) resolve(r *rules.Rules, before *rules.Line) (after *rules.Line, err error) {
	switch {
	case s.Position == "" && before == nil:
		return nil, errors.New("the first step needs a position")
	case s.Position == "":
		s.line = before
	case s.Position == "start":
		s.line = r.Line()
	default:
		p, err := notation.ParsePosition(r, s.Position)
		if err != nil {
			return nil, fmt.Errorf("position: %w", err)
		}
		s.line = rules.NewLine(p, nil)
	}
	if s.Title == "" || s.Text == "" || s.Done == "" {
		return nil, errors.New("title, text and done are required")
	}
	if _, err := s.Claimed(); err != nil {
		return nil, err
	}
	if err := s.judge(); err != nil {
		return nil, err
	}
	after = s.Line()
	if _, _, err = after.Play(s.Solution().Turn); err == nil && s.Reply != "" {
		turn, bad := notation.ParseTurn(&after.Position, after.History(), s.Reply)
		if bad != nil {
			return nil, fmt.Errorf("reply: %w", bad)
		}
		_, _, err = after.Play(turn)
	}
	return after, err
}

// judge computes the answer to each legal move. Every pattern must match at least one.
func (s *Step) judge() error {
	fits := map[string]bool{}
	match := func(pattern, text string) bool {
		ok, err := path.Match(pattern, text)
		fits[pattern] = fits[pattern] || ok && err == nil
		return ok
	}
	for _, t := range s.line.LegalTurns() {
		l := s.line.Clone()
		steps, _, err := l.Play(t.Moves())
		if err != nil {
			return err
		}
		a := Answer{Turn: t.Moves(), Text: notation.Turn(s.line.Rules(), steps), Say: s.Hint}
		for _, w := range slices.Backward(s.Wrong) {
			if match(w.Turn, a.Text) {
				a.Say = w.Say
			}
		}
		for _, w := range s.Want {
			if match(w, a.Text) {
				a.Right, a.Say = true, s.Done
			}
		}
		s.answers = append(s.answers, a)
	}
	for _, w := range s.Wrong {
		if !fits[w.Turn] {
			return fmt.Errorf("%q matches no legal move", w.Turn)
		}
	}
	for _, w := range s.Want {
		if !fits[w] {
			return fmt.Errorf("%q matches no legal move", w)
		}
	}
	if len(s.Want) == 0 {
		return errors.New("want is empty: add a correct move")
	}
	return nil
}

// All returns the built-in courses, in order.
var All = sync.OnceValue(func() (list []*Course) {
	files, _ := fs.Glob(data, "data/*.toml") // the pattern is valid
	for _, name := range files {
		text, err := data.ReadFile(name)
		var c *Course
		if err == nil {
			c, err = Parse(text, variant.Get)
		}
		if err != nil {
			panic("lesson: " + name + ": " + err.Error()) // a test reads all of them
		}
		list = append(list, c)
	}
	return list
})
