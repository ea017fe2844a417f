package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"

	"tafl3d/ai/contest"
	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/mine"
	"tafl3d/lab/selfplay"
	"tafl3d/lab/suite"
)

var mineCommand = &command.Command{
	Name:    "mine",
	Summary: "find exercises in games, with one proved solution each",
	Args:    "[-variant ID] [-within N] [-most N] [-play N] [-suite] [-theme WORD,...] [-json] -o OUT [FILE...]",
	Help: `Searches games for positions in which exactly one move wins within -within moves,
proves that with an exhaustive search, and writes them as exercises in the format
of docs/format.md, with tags for task, theme, length and difficulty. FILE is any
file of games that tafl3d reads, or one of tafllab games. -play also searches
games of weak engines with random moves; -suite also searches the positions of
tafllab suite with one solution. At the end it prints how many candidates failed
and why. -o appends; exercises that the file has already are skipped.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &mineRun{}
		f.StringVar(&x.variant, "variant", "", "`variant` of games that do not name one, and of -play")
		f.IntVar(&x.within, "within", 5, "depth of the deepest proof in moves, at most 7")
		f.Int64Var(&x.budget, "budget", 2_000_000, "largest number of positions per proof")
		f.IntVar(&x.most, "most", 100, "largest number of exercises per variant")
		f.IntVar(&x.play, "play", 0, "number of games to play")
		f.StringVar(&x.engine, "engine", "nodes:400", "`engine` that plays them")
		f.Uint64Var(&x.seed, "seed", 1, "seed of the random numbers")
		f.StringVar(&x.theme, "theme", "",
			"keep only these themes, separated by commas: shieldwall, exit-fort, ring ...")
		f.BoolVar(&x.suite, "suite", false, "search the positions of tafllab suite")
		f.StringVar(&x.out, "o", "", "`file` for the exercises")
		f.BoolVar(&x.json, "json", false, "print the counts as JSON")
		return x.run
	},
}

// mineRun is a run of the command.
type mineRun struct {
	variant, out, engine, theme string
	within, most, play          int
	budget                      int64
	seed                        uint64
	suite, json                 bool

	ctx    context.Context
	e      *command.Env
	miners map[string]*mine.Miner
	beyond map[string]bool // variants with rules that the prover does not support
	to     *os.File
}

// errEnough ends the search in a source.
var errEnough = errors.New("enough")

func (x *mineRun) run(e *command.Env) error {
	if x.out == "" || len(e.Files) == 0 && x.play == 0 && !x.suite {
		return command.Usagef("mine: -o and a file, -play or -suite are needed")
	}
	if x.within < 1 || x.within > suite.MaxTurns || x.budget < 1 || x.most < 1 || x.play < 0 {
		return command.Usagef("mine: -within must be from 1 to %d, -budget and -most at least 1", suite.MaxTurns)
	}
	if x.out == command.Stdout {
		return command.Usagef("mine: -o is the name of a file, which is continued: it cannot be standard output")
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	x.ctx, x.e, x.miners, x.beyond = ctx, e, map[string]*mine.Miner{}, map[string]bool{}
	old, err := os.ReadFile(x.out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if x.to, err = os.OpenFile(x.out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
		return err
	}
	games, err := record.Read(string(old), record.Options{})
	if err != nil {
		return fmt.Errorf("%s: %w", x.out, err)
	}
	for _, g := range games {
		if m := x.miner(g.Variant); m != nil {
			m.Know(g)
		}
	}
	err = x.search()
	err = errors.Join(err, x.to.Close())
	return errors.Join(err, x.tell())
}

// search searches all sources.
func (x *mineRun) search() error {
	if x.suite {
		if err := x.problems(); err != nil {
			return err
		}
	}
	for _, name := range x.e.Files {
		if err := x.file(name); err != nil && !errors.Is(err, errEnough) {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if x.play > 0 {
		if err := x.games(); err != nil && !errors.Is(err, errEnough) {
			return err
		}
	}
	return nil
}

// miner returns the miner of a variant, nil if the prover does not support its rules.
func (x *mineRun) miner(id string) *mine.Miner {
	if m := x.miners[id]; m != nil || x.beyond[id] {
		return m
	}
	v, err := variant.Get(id)
	var m *mine.Miner
	if err == nil {
		m, err = mine.New(id, v.Rules)
	}
	if err != nil {
		fmt.Fprintf(x.e.Note, "%s: %v\n", id, err)
		x.beyond[id] = true
		return nil
	}
	m.Within, m.Budget = x.within, x.budget
	if x.theme != "" {
		m.Themes = strings.Split(x.theme, ",")
	}
	x.miners[id] = m
	return m
}

// look searches the positions of a game.
func (x *mineRun) look(id, source string, past []rules.Position) error {
	m := x.miner(id)
	if m == nil {
		return nil
	}
	if m.Counts[mine.Taken]+m.Counts[mine.Known] >= x.most {
		return errEnough
	}
	m.Source = source
	var bad error
	err := m.Game(x.ctx, past, func(g *tree.Game) { bad = errors.Join(bad, x.keep(g)) })
	return errors.Join(err, bad)
}

// keep writes an exercise.
func (x *mineRun) keep(g *tree.Game) error {
	_, err := fmt.Fprintf(x.to, "%s\n", record.Text(g))
	return err
}

// problems adds the problems of the suite that have one solution.
func (x *mineRun) problems() error {
	list, err := suite.Problems(command.Rules)
	if err != nil {
		return err
	}
	for i := range list {
		q := &list[i]
		m := x.miner(q.Variant)
		if m == nil || len(q.Moves) > 1 {
			continue
		}
		m.Source, m.Within = "suite", q.Turns
		try := m.Win
		if q.Kind == suite.Only {
			try = m.Only
		}
		g, err := try(x.ctx, &q.Position)
		m.Within = x.within
		if err != nil {
			return err
		}
		if g != nil {
			if err := x.keep(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// file searches a file of self-play games or of any format that tafl3d reads.
func (x *mineRun) file(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	if own, err := selfplay.NewReader(in); err == nil {
		return x.played(own)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	opt := record.Options{}
	if x.variant != "" {
		if opt.Variant, err = command.Variant(x.variant); err != nil {
			return err
		}
	}
	r := record.NewReader(f, opt)
	for {
		g, err := r.Next()
		var bad *record.Error
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return err
		}
		c := g.Cursor()
		past := []rules.Position{c.Line().Position}
		for n := range g.Root.Line() {
			c.To(n)
			past = append(past, c.Line().Position)
		}
		if err := x.look(g.Variant, "people", past); err != nil {
			return err
		}
	}
}

// played searches self-play games.
func (x *mineRun) played(in *selfplay.Reader) error {
	v, err := variant.Get(in.Variant)
	if err != nil {
		return err
	}
	var g selfplay.Game
	for {
		if err := in.Next(&g); err != nil {
			return nil // including a truncated file
		}
		line := v.Rules.Line()
		past := []rules.Position{line.Position}
		for _, s := range g.Steps {
			if _, err := line.Try(s.Move); err != nil {
				break
			}
			if !line.MidTurn() {
				past = append(past, line.Position)
			}
		}
		if err := x.look(in.Variant, "engine", past); err != nil {
			return err
		}
	}
}

// games plays games and searches them.
func (x *mineRun) games() error {
	v, err := command.Variant(x.variant)
	if err != nil {
		return err
	}
	maker, err := opponent(x.engine, 8, v.ID)
	if err != nil {
		return err
	}
	for i := range x.play {
		past, _, err := ramble(x.ctx, v.Rules, [game.Sides]contest.Maker{maker, maker},
			rand.New(rand.NewPCG(x.seed, uint64(i))))
		if err == nil {
			err = x.look(v.ID, "engine", past)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tell prints the number of exercises, and why the other candidates failed.
func (x *mineRun) tell() error {
	for _, id := range slices.Sorted(maps.Keys(x.miners)) {
		m := x.miners[id]
		if x.json {
			if err := x.e.Line(map[string]any{"variant": id, "counts": m.Counts}); err != nil {
				return err
			}
			continue
		}
		var text bytes.Buffer
		for _, v := range slices.Sorted(maps.Keys(m.Counts)) {
			fmt.Fprintf(&text, "; %d: %s", m.Counts[v], v)
		}
		fmt.Fprintf(x.e.Out, "%s%s\n", id, text.String())
	}
	return x.e.Out.Flush()
}
