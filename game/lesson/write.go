package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// ErrNoTask is returned for a game without a comment on a position.
var ErrNoTask = errors.New("the game has no comment on a position")

// Of makes a course from a commented game. Each position of the main line with a comment in which the learner is to
// move becomes a step: the comment is the task, the next move of the main line the correct answer. The learner's side
// is the side to move in the first such position. A comment on the answer becomes its text, a comment on an
// alternative variation the text for that move. A variation with a good sign is correct, too. title, done and hint
// are used where the game has no texts.
func Of(g *tree.Game, title, done, hint string) (*Course, error) {
	c := &Course{Name: g.Tag(tree.TagName), Variant: g.Variant}
	if c.Name == "" {
		c.Name = title
	}
	c.ID = idOf(c.Name, &g.Start)
	at := g.Cursor()
	asked, any := game.Side(0), false
	for n := g.Root; n.Main() != nil; n = n.Main() {
		at.To(n)
		if turn := at.Line().Turn(); n.Comment == "" || any && turn != asked {
			continue
		} else if !any {
			asked, any = turn, true
		}
		c.Steps = append(c.Steps, stepOf(n, at.Line(), fmt.Sprintf("%s %d", title, len(c.Steps)+1), done, hint))
	}
	if !any {
		return nil, ErrNoTask
	}
	return c, nil
}

// stepOf makes a step from a node.
func stepOf(n *tree.Node, l *rules.Line, title, done, hint string) Step {
	s := Step{Title: title, Text: n.Comment, Position: notation.Position(&l.Position), Done: done, Hint: hint}
	for i, next := range n.Next() {
		right := i == 0
		for _, sign := range next.Signs {
			right = right || sign == tree.Good || sign == tree.Brilliant
		}
		switch text := literal(next.Text); {
		case right:
			s.Want = append(s.Want, text)
		case next.Comment != "":
			s.Wrong = append(s.Wrong, Wrong{text, next.Comment})
		}
	}
	if said := n.Main().Comment; said != "" {
		s.Done = said
	}
	return s
}

// literal returns the pattern that matches exactly one move.
func literal(text string) string { return strings.ReplaceAll(text, "*", `\*`) }

var noID = regexp.MustCompile(`[^a-z0-9]+`)

// idOf derives an id from a name and a position.
func idOf(name string, p *rules.Position) string {
	h := fnv.New32a()
	fmt.Fprint(h, name, notation.Position(p))
	id := strings.Trim(noID.ReplaceAllString(strings.ToLower(name), "-"), "-")
	return strings.TrimLeft(fmt.Sprintf("%s-%08x", id[:min(len(id), 30)], h.Sum32()), "-")
}

// Text returns the file of a course. It leaves out claims, because only the tests of built-in courses read them and
// older programs refuse a file that contains one.
func (c *Course) Text() string {
	plain := *c
	plain.Steps = slices.Clone(c.Steps)
	for i := range plain.Steps {
		plain.Steps[i].Claim = ""
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(&plain); err != nil {
		panic(err) // all values can be encoded
	}
	return b.String()
}
