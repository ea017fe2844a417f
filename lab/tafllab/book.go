package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/book"
	"tafl3d/ai/contest"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var bookCommand = &command.Command{
	Name:    "book",
	Summary: "make an opening book",
	Args:    "-variant ID -out FILE [-openings FILE] [-positions N] [-nodes N] [-lines N] [-force]",
	Help: `Repeatedly walks from the start to a position that is not in the book yet, and
searches it for -nodes positions at its -lines best moves. It prefers moves that
lose little, positions that it visited rarely, and moves that people played (the
lines of -openings). Scores are backed up along the path. At the end it removes
moves that lose too much. The same flags give the same book. -out "-"
is standard output; an existing file is replaced only with -force.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		b := &bookBuilder{places: map[uint64]*place{}, people: map[string]int{}}
		f.StringVar(&b.variant, "variant", "", "`ID` of the variant")
		f.StringVar(&b.out, "out", "", "`file` of the book")
		f.StringVar(&b.openings, "openings", "", "`file` with the moves of an opening that people played on each line")
		f.IntVar(&b.positions, "positions", 400, "number of positions in the book")
		f.Int64Var(&b.nodes, "nodes", 200_000, "positions searched for each")
		f.IntVar(&b.lines, "lines", 4, "number of best moves searched")
		command.ForceFlag(f, &b.force)
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			return b.run(ctx, e)
		}
	},
}

// bookBuilder builds a book.
type bookBuilder struct {
	variant, out, openings string
	positions, lines       int
	nodes                  int64
	force                  bool

	places map[uint64]*place
	people map[string]int // number of games through a position, by its image
}

// place is a position of the book.
type place struct {
	line *rules.Line
	ways []way
	best int  // score for the side to move, from the positions after it
	done bool // searched
}

// way is a turn from a place.
type way struct {
	text   string
	first  int // score for its mover from the search of the place
	people int
	visits int
	to     *place // nil if the game is decided
}

// score returns the score from the positions after w.
func (w *way) score() int {
	if w.to != nil && w.to.done {
		return -w.to.best
	}
	return w.first
}

func (b *bookBuilder) run(ctx context.Context, e *command.Env) error {
	v, err := command.Variant(b.variant)
	if err != nil {
		return err
	}
	if b.out == "" {
		return command.Usagef("book: -out is needed")
	}
	if err := command.Writable(b.force, b.out); err != nil {
		return err
	}
	if err := b.countPeople(v.Rules); err != nil {
		return err
	}
	root := &place{line: v.Rules.Line()}
	b.places[root.line.Hash()] = root
	for n := 1; n <= b.positions; n++ {
		if err := b.walk(ctx, root); err != nil {
			return err
		}
		if n%50 == 0 {
			fmt.Fprintf(e.Note, "%d of %d positions\n", n, b.positions)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# tafllab book -variant %s -positions %d -nodes %d -lines %d\n", v.ID, b.positions,
		b.nodes, b.lines)
	b.write(&text, root, 0)
	made, err := book.Read(v.Rules, text.String())
	if err != nil {
		return err
	}
	e.Say(b.out, "%s: %d positions including mirror images, %d bytes\n", b.out, made.Positions(), text.Len())
	return e.Write(b.out, []byte(text.String()))
}

// countPeople counts the moves that people played.
func (b *bookBuilder) countPeople(r *rules.Rules) error {
	if b.openings == "" {
		return nil
	}
	data, err := os.ReadFile(b.openings)
	if err != nil {
		return err
	}
	lines, err := contest.Book(r, b.openings, data)
	if err != nil {
		return err
	}
	for _, turns := range lines {
		at := r.Line()
		for _, steps := range turns {
			if _, _, err := at.Play(steps); err != nil {
				return err
			}
			b.people[book.Image(&at.Position)]++
		}
	}
	return nil
}

// walk selects a place to search and propagates the result to its predecessors.
func (b *bookBuilder) walk(ctx context.Context, root *place) error {
	const longest = 40
	path := []*place{root}
	for at := root; at.done && len(path) < longest; {
		w := at.likeliest()
		if w == nil {
			break
		}
		w.visits++
		at = w.to
		path = append(path, at)
	}
	if last := path[len(path)-1]; !last.done {
		if err := b.look(ctx, last); err != nil {
			return err
		}
	}
	for i := len(path) - 1; i >= 0; i-- {
		for k := range path[i].ways {
			if s := path[i].ways[k].score(); k == 0 || s > path[i].best {
				path[i].best = s
			}
		}
	}
	return nil
}

// likeliest returns the turn to follow, nil if there is none.
func (p *place) likeliest() (best *way) {
	const again, known = 3, 6 // factor of the square root of visits; bonus for moves of people
	least := 0.0
	for i := range p.ways {
		w := &p.ways[i]
		cost := float64(p.best-w.score()-min(known, w.people)) + again*math.Sqrt(float64(w.visits))
		if w.to != nil && (best == nil || cost < least) {
			best, least = w, cost
		}
	}
	return best
}

// look searches a place and adds its successors.
func (b *bookBuilder) look(ctx context.Context, p *place) error {
	lines := b.lines
	if p.line.History().Len() == 1 {
		lines *= 4 // most moves from the start are mirror images of others
	}
	found, images := make([]ai.Info, lines+1), map[string]bool{}
	engine := ai.NewReporting(ai.Limits{Nodes: b.nodes, Lines: lines, Hash: 32}, func(i ai.Info) { found[i.Line] = i })
	if _, _, err := engine.Think(ctx, p.line.Position, p.line.History(), ai.Limits{}); err != nil {
		return err
	}
	p.done = true
	for _, i := range found[1:] {
		if len(i.PV) == 0 || found[1].Score-i.Score > 2*book.Loss {
			continue
		}
		after := p.line.Clone()
		played, end, err := after.Play(wholeTurn(after.Position, i.PV))
		if err != nil {
			return err
		}
		image := book.Image(&after.Position)
		if images[image] {
			continue
		}
		images[image] = true
		w := way{text: notation.Turn(after.Rules(), played), first: i.Score, people: b.people[image]}
		if _, _, proof := ai.WinIn(i.Score); !proof && !end.Over() {
			if w.to = b.places[after.Hash()]; w.to == nil {
				w.to = &place{line: after}
				b.places[after.Hash()] = w.to
			}
		}
		p.ways = append(p.ways, w)
	}
	p.best = found[1].Score
	return ctx.Err()
}

// wholeTurn returns the first moves of an expected line that form a turn.
func wholeTurn(p rules.Position, steps []game.Move) []game.Move {
	var d rules.Delta
	for i, m := range steps {
		if p.Play(m, &d); !p.MidTurn() {
			return steps[:i+1]
		}
	}
	return steps
}

// write writes the turns from a place that lose little, each with its continuation.
func (b *bookBuilder) write(out *strings.Builder, p *place, depth int) {
	ways := p.ways
	p.ways = nil // each place is written once
	for _, w := range ways {
		if score := w.score(); p.best-score <= book.Loss {
			fmt.Fprintf(out, "%d %s %d %d\n", depth, w.text, score, w.people)
			if w.to != nil {
				b.write(out, w.to, depth+1)
			}
		}
	}
}
