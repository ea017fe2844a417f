// Package book holds openings: moves that the engine rated highly after long thought, and moves
// that people play. tafllab book creates the files.
package book

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Book holds the openings of a game. It is read-only.
type Book struct{ choices map[uint64][]Choice }

// Choice is a move in a book.
type Choice struct {
	Move   game.Move
	Score  int // for the side to move, in hundredths of a man, from a long search
	People int // number of people in the collection of ai/openings who played it
}

// Loss is the most by which a move may be worse than the best of its position.
const Loss = 25

// Read parses a book. Each line is a turn: how many turns of the lines above precede it, the turn,
// its score, and how many people played it. Text after "#" is a comment. A turn also applies to the
// mirror images of its position.
func Read(r *rules.Rules, text string) (*Book, error) {
	b := &Book{choices: map[uint64][]Choice{}}
	var path []entry
	in := bufio.NewScanner(strings.NewReader(text))
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(in.Text(), "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		depth, e, err := parse(words)
		if err != nil || depth > len(path) {
			return nil, fmt.Errorf("line %d: %q is no turn of a book", n, line)
		}
		at := r.Line()
		for _, e := range path[:depth] {
			if _, _, err := at.Play(e.steps); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
		if e.steps, err = notation.ParseTurn(&at.Position, at.History(), e.text); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		path = append(path[:depth], e)
		b.add(r, path)
	}
	return b, nil
}

// entry is a line of a book.
type entry struct {
	text          string
	score, people int
	steps         []game.Move
}

func parse(words []string) (depth int, e entry, err error) {
	if len(words) != 4 {
		return 0, e, strconv.ErrSyntax
	}
	e.text = words[1]
	for i, to := range map[int]*int{0: &depth, 2: &e.score, 3: &e.people} {
		if *to, err = strconv.Atoi(words[i]); err != nil {
			return 0, e, err
		}
	}
	return depth, e, nil
}

// add records the last turn of a path in all mirror images of its position.
func (b *Book) add(r *rules.Rules, path []entry) {
	last := path[len(path)-1]
	for _, turned := range game.Images(r.Board().Size()) {
		p, legal := r.Start(), true
		var d rules.Delta
		for _, e := range path[:len(path)-1] {
			for _, m := range e.steps {
				m = mirror(m, turned)
				if _, err := p.Try(m, nil); err != nil {
					legal = false
				}
			}
		}
		for _, m := range last.steps {
			m = mirror(m, turned)
			if legal {
				q := p
				if _, err := q.Try(m, nil); err == nil {
					b.note(p.Hash(), Choice{m, last.score, last.people})
					p.Play(m, &d)
				}
			}
		}
	}
}

// note adds a choice unless it exists.
func (b *Book) note(hash uint64, c Choice) {
	for _, old := range b.choices[hash] {
		if old.Move == c.Move {
			return
		}
	}
	b.choices[hash] = append(b.choices[hash], c)
}

// Image returns a key that is equal for mirror images of a position.
func Image(p *rules.Position) (least string) {
	b := p.Rules().Board()
	squares := b.Squares()
	for image, turned := range game.Images(b.Size()) {
		text := make([]byte, squares+1)
		text[squares] = byte(p.Turn())
		for s := range game.Square(squares) {
			text[turned[s]] = byte(p.At(s))
		}
		if s := string(text); image == 0 || s < least {
			least = s
		}
	}
	return least
}

// mirror maps a move to a mirrored board.
func mirror(m game.Move, turned []game.Square) game.Move {
	for _, s := range []*game.Square{&m.From, &m.To} {
		if *s != game.NoSquare {
			*s = turned[*s]
		}
	}
	return m
}

// Positions returns the number of positions in the book, mirror images included.
func (b *Book) Positions() int { return len(b.choices) }

// Choices returns the moves that the book has for p, best first. The slice belongs to the book.
func (b *Book) Choices(p *rules.Position) []Choice {
	if b == nil {
		return nil
	}
	return b.choices[p.Hash()]
}

// Choose picks one of the moves for p at random, weighted by score and by the people who played it;
// mirror images of a move share its weight equally. With seed 0 it returns the best. ok is false if
// the book has no move.
func (b *Book) Choose(p *rules.Position, seed uint64) (c Choice, ok bool) {
	const spread = 8
	list := b.Choices(p)
	if len(list) == 0 {
		return c, false
	}
	best := list[0]
	for _, c := range list {
		if c.Score > best.Score {
			best = c
		}
	}
	if seed == 0 {
		return best, true
	}
	chance, total := rand.New(rand.NewPCG(seed, p.Hash())), 0.0
	for _, k := range list {
		loss := best.Score - k.Score
		if loss > Loss {
			continue
		}
		weight := math.Exp(-float64(loss)/spread) * (1 + math.Sqrt(float64(k.People)))
		total += weight
		if chance.Float64()*total < weight { // weighted reservoir sampling
			c = k
		}
	}
	return c, true
}
