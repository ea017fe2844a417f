// Package lesson is courses that teach the games: positions in which something is asked, as
// data. docs/lessons.md has the format. It knows what is right by the turns that a file
// names, and what is legal by the rules.
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

// Course is lessons in order. The texts are English; who shows them puts them into the
// reader's language.
type Course struct {
	ID      string `toml:"id"`              // small letters, digits and dashes
	Name    string `toml:"name"`            // "How to play Copenhagen well"
	Variant string `toml:"variant"`         // the game that is taught
	About   string `toml:"about,omitempty"` // in a sentence
	After   string `toml:"after,omitempty"` // said at the end
	Next    string `toml:"next,omitempty"`  // the course to go on with; empty is none
	Steps   []Step `toml:"step"`

	Rules *rules.Rules `toml:"-"`
}

// Step is a lesson: a position in which a turn is asked for.
type Step struct {
	Title    string   `toml:"title"`
	Text     string   `toml:"text"`               // what there is to know, and what is asked
	Position string   `toml:"position,omitempty"` // in notation; "start", or empty: where the step before ended
	Want     []string `toml:"want"`               // the turns that are right: in notation, * stands for anything
	Reply    string   `toml:"reply,omitempty"`    // the turn that answers it; empty is none
	Done     string   `toml:"done"`               // said of a right turn
	Hint     string   `toml:"hint,omitempty"`     // said of a legal turn that is not asked for
	Wrong    []Wrong  `toml:"wrong,omitempty"`    // what is said of some of them instead
	Proof    string   `toml:"proof,omitempty"`    // what makes the turns right: "win 3", "hold 2", "take 2", "end"
	Claim    string   `toml:"claim,omitempty"`    // what the engine confirms of each right answer; see Claim

	line    *rules.Line
	answers []Answer
}

// Wrong is an answer to turns that are not asked for.
type Wrong struct {
	Turn string `toml:"turn"` // as in Want
	Say  string `toml:"say"`
}

// Answer is a legal turn and what is to be said of it.
type Answer struct {
	Turn  []game.Move
	Text  string // in notation
	Right bool
	Say   string
}

// Line returns the position of a step with its past, for the caller to play on.
func (s *Step) Line() *rules.Line { return s.line.Clone() }

// Answer returns what is to be said of a legal turn; false: it is none.
func (s *Step) Answer(turn []game.Move) (Answer, bool) {
	for _, a := range s.answers {
		if slices.Equal(a.Turn, turn) {
			return a, true
		}
	}
	return Answer{}, false
}

// Solution returns the first turn that is right.
func (s *Step) Solution() Answer {
	for _, a := range s.answers {
		if a.Right {
			return a
		}
	}
	return Answer{} // Parse has seen that there is one
}

// Answers returns all legal turns.
func (s *Step) Answers() []Answer { return s.answers }

// Replied returns the turn that answers the right one, nil where there is none.
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
		return nil // Parse has seen that it can be read
	}
	return turn
}

// Texts returns all texts of a course that somebody reads.
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

// How large a course may be, in bytes and in steps.
const (
	MostBytes = 1 << 20
	mostSteps = 500
)

var goodID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// Parse reads a course for a variant that find knows, and checks all of it: the error says
// which step cannot be, and why.
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
		return nil, errors.New("the course has no name")
	case err != nil:
		return nil, err
	case len(c.Steps) == 0 || len(c.Steps) > mostSteps:
		return nil, fmt.Errorf("%d steps: want 1 to %d", len(c.Steps), mostSteps)
	}
	c.Rules = v.Rules
	var at *rules.Line
	for i := range c.Steps {
		s := &c.Steps[i]
		if at, err = s.settle(v.Rules, at); err != nil {
			return nil, fmt.Errorf("step %d, %s: %w", i+1, s.Title, err)
		}
	}
	return c, nil
}

// where says line and column of an error of the decoder in our words.
func where(err error) error {
	var one *toml.DecodeError
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: nobody knows the key %q", line, strings.Join(strict.Errors[0].Key(), "."))
	case errors.As(err, &one):
		line, column := one.Position()
		return fmt.Errorf("line %d, column %d: this is not as TOML is written", line, column)
	}
	return err
}

// settle finds the position of a step and what is said of each turn. It returns where the
// step ends; before is where the one before did.
func (s *Step) settle(r *rules.Rules, before *rules.Line) (after *rules.Line, err error) {
	switch {
	case s.Position == "" && before == nil:
		return nil, errors.New("there is no position")
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
		return nil, errors.New("title, text and done must be told")
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

// judge says of each legal turn what is to be said of it. Every pattern must fit one.
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
			return fmt.Errorf("no legal turn is %q", w.Turn)
		}
	}
	for _, w := range s.Want {
		if !fits[w] {
			return fmt.Errorf("no legal turn is %q", w)
		}
	}
	if len(s.Want) == 0 {
		return errors.New("no turn is wanted")
	}
	return nil
}

// All returns the courses that come with the program, in order.
var All = sync.OnceValue(func() (list []*Course) {
	files, _ := fs.Glob(data, "data/*.toml") // the pattern is one
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
