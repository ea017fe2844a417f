package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"tafl3d/ai/eval"
	"tafl3d/ai/net"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/selfplay"
)

var gamesCommand = &command.Command{
	Name:    "games",
	Summary: "play games of the engine against itself, as training data",
	Args: "-variant ID -out FILE [-net FILE] [-games N] [-openings FILE,...] [-nodes LEAST,MOST] [-handicap N] " +
		"[-low N] [-seed S] [-jobs N]",
	Help: `Writes games to -out until it holds -games of them. An existing file is
continued, even if its last game is incomplete. Each game has its own seed, so
the same flags give the same file for any -jobs.

More than half of the games begin with moves in which the defenders play at
random and the attackers play well, until the score for the attackers is at least
-low; others begin with lines of -openings and some random moves, a few with
random moves only. In each game both sides search the same number of positions
per move, between the numbers of -nodes. Because the defenders win too often,
their number is halved at random, up to -handicap times.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		g := &gamesOf{}
		g.flags(f)
		f.StringVar(&g.out, "out", "", "`file` of games")
		f.StringVar(&g.net, "net", "", "`file` of the net for the evaluation; default: the hand-made evaluation")
		f.IntVar(&g.count, "games", 10_000, "number of games")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			return g.run(ctx, e)
		}
	},
}

// gamesOf holds the parameters of self-play games.
type gamesOf struct {
	selfplay.Recipe
	out, net, openings, nodes string
	count, jobs               int
}

// flags declares the flags that are the same for all generations.
func (g *gamesOf) flags(f *flag.FlagSet) {
	f.StringVar(&g.Variant, "variant", "", "`ID` of the variant")
	f.StringVar(&g.openings, "openings", "", "`files` with the moves of an opening on each line, separated by commas")
	f.StringVar(&g.nodes, "nodes", "600,1400", "`min,max` positions per move")
	f.IntVar(&g.Handicap, "handicap", 4, "largest number of times that the defenders' positions are halved")
	f.IntVar(&g.Low, "low", -800, "lowest `score` for the attackers of the openings in which they play well")
	f.IntVar(&g.Max, "max", 300, "moves after which a game is a draw")
	f.Uint64Var(&g.Seed, "seed", 1, "seed of the random numbers")
	f.IntVar(&g.jobs, "jobs", 2, "games played at the same time")
}

// run plays the missing games.
func (g *gamesOf) run(ctx context.Context, e *command.Env) error {
	v, err := variant.Get(g.Variant)
	if err != nil {
		return command.Usagef("games: %v", err)
	}
	if n, err := fmt.Sscanf(g.nodes, "%d,%d", &g.Nodes[0], &g.Nodes[1]); n != 2 || err != nil || g.Nodes[0] < 1 ||
		g.Nodes[1] < g.Nodes[0] {
		return command.Usagef("games: -nodes %q: use two numbers, the lower first", g.nodes)
	}
	if g.out == "" || g.jobs < 1 || g.Handicap < 0 {
		return command.Usagef("games: -out is needed, and -jobs and -handicap must not be negative")
	}
	if g.out == command.Stdout {
		return command.Usagef("games: -out is the name of a file, which is continued: it cannot be standard output")
	}
	books, err := readBooks(v.Rules, g.openings)
	if err != nil {
		return err
	}
	make, name, err := searchers(v.Rules, g.net)
	if err != nil {
		return err
	}
	g.Engine = name
	f, first, err := selfplay.Open(g.out, g.Recipe)
	if err != nil {
		return err
	}
	p := &progress{games: first, count: g.count, start: time.Now(), note: e}
	err = selfplay.Run(ctx, f, first, g.count, g.jobs, func() *selfplay.Player {
		return selfplay.NewPlayer(g.Recipe, v.Rules, books, make)
	}, p.add)
	return errors.Join(err, f.Close())
}

// progress prints the progress of the games.
type progress struct {
	games, count, made int
	steps, kept        int
	results            [3]int
	start              time.Time
	note               *command.Env
}

func (p *progress) add(g *selfplay.Game) {
	p.games, p.made, p.steps = p.games+1, p.made+1, p.steps+len(g.Steps)
	for _, s := range g.Steps {
		if s.Keep {
			p.kept++
		}
	}
	p.results[int(2*g.Result)]++
	if p.made%100 == 0 || p.games == p.count {
		n := float64(p.made)
		fmt.Fprintf(p.note.Note, "%d of %d games: attackers won %d, drawn %d, defenders won %d; %.0f steps and %.0f "+
			"positions kept per game, %.1f games/s\n",
			p.games, p.count, p.results[2], p.results[1], p.results[0], float64(p.steps)/n, float64(p.kept)/n,
			n/time.Since(p.start).Seconds())
	}
}

// readBooks reads files with one opening per line. It skips empty lines and lines that begin with
// #.
func readBooks(r *rules.Rules, files string) (books [][][]game.Move, err error) {
	for name := range strings.SplitSeq(files, ",") {
		if name == "" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, command.Usagef("-openings: %v", err)
		}
		var book [][]game.Move
		start := r.Start()
		for line := range bytes.Lines(text) {
			s := strings.TrimSpace(string(line))
			if s == "" || s[0] == '#' {
				continue
			}
			turns, _, err := notation.ParseMoves(&start, s)
			if err != nil {
				return nil, command.Usagef("-openings: %s: %v", name, err)
			}
			var steps []game.Move
			for _, t := range turns {
				steps = append(steps, t...)
			}
			book = append(book, steps)
		}
		if len(book) == 0 {
			return nil, command.Usagef("-openings: %s: no openings found", name)
		}
		books = append(books, book)
	}
	return books, nil
}

// searchers returns a function that makes searchers with a net, or with the hand-written evaluation
// if file is empty, and a name for them.
func searchers(r *rules.Rules, file string) (make func() *search.Searcher, name string, err error) {
	if file == "" {
		return func() *search.Searcher { return search.New(r) }, "hand-made", nil
	}
	n, err := readNet(file)
	if err == nil {
		err = n.Fits(r)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	return func() *search.Searcher {
		return search.NewWithEvaluator(r, nil,
			func(hand *eval.Evaluator) search.Evaluator { return net.New(n, hand, r) })
	}, n.Hash, nil
}

func readNet(name string) (*net.Net, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return net.Read(data)
}
