package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

var marksCommand = &command.Command{
	Name:    "marks",
	Summary: "measure how a review marks games of people",
	Args:    "-games ID=FILE:N,... [-seed N] [-nodes N] [-times N] [-log FILE]",
	Help: `Reviews N games of each FILE, a list of a site in CSV, drawn by lot among the decided
ones of 20 to 80 moves that were not lost on time. Prints how many of the first ten
moves are marked, how many mistakes and blunders have a reason, in how many of the games
decided by half their length the loser is less accurate than the winner, and how many blunders lose as much (a fifth of
the chance) by a new search of -times as many positions, with an engine that remembers
nothing of the review; 0 leaves that out.

With -log each game is appended to FILE as a line of JSON, with the marked moves, their
positions and reasons, and games that FILE has already are not reviewed again.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &marking{}
		f.StringVar(&x.games, "games", "", "`ID=FILE:N`, separated by commas")
		f.Uint64Var(&x.seed, "seed", 1, "number that the lot begins with")
		f.Int64Var(&x.nodes, "nodes", review.DefaultNodes, "`positions` that a review looks at for each move")
		f.Int64Var(&x.times, "times", 10, "how many times as long blunders are searched again")
		f.StringVar(&x.log, "log", "", "`file` of the results")
		return x.run
	},
}

// marking is a run of the command.
type marking struct {
	games, log   string
	seed         uint64
	nodes, times int64
	known        map[string]markedGame // by id, from the log
	out          io.Writer             // the log
}

// markedGame is a reviewed game in the log.
type markedGame struct {
	ID       string // variant and number in its file
	Winner   string
	Early    int // number of moves among the first ten
	Accuracy [game.Sides]float64
	Chances  []float64 // the attackers', before the first move and after each
	Marks    []markedMove
}

// markedMove is a marked move.
type markedMove struct {
	Ply               int
	Side, Turn, Class string
	Lost              float64
	Position          string
	Better, Reply     []string
	Reason            string
	In, Was, Now      int `json:",omitempty"`
	At                []string
	Again             *float64 // loss by the long search, if there was one
}

func (x *marking) run(e *command.Env) error {
	if x.nodes < 1 || x.times < 0 || x.games == "" {
		return command.Usagef("marks: name -games as ID=FILE:N; -nodes must be above 0, -times not below")
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	to, err := x.begun()
	if err != nil {
		return err
	}
	var all []markedGame
	for _, pick := range strings.Split(x.games, ",") {
		list, err := x.pick(pick)
		if err != nil {
			return errors.Join(err, to.Close())
		}
		for _, g := range list {
			m, err := x.review(ctx, g)
			if err != nil {
				return errors.Join(fmt.Errorf("%s: %w", g.id, err), to.Close())
			}
			all = append(all, m)
			fmt.Fprintf(e.Note, "%s\n", g.id)
		}
	}
	markTotals(e.Out, all)
	return errors.Join(e.Out.Flush(), to.Close())
}

// begun reads the log and opens it for appending. Without a log nothing is written.
func (x *marking) begun() (io.Closer, error) {
	x.known, x.out = map[string]markedGame{}, io.Discard
	if x.log == "" {
		return io.NopCloser(nil), nil
	}
	data, err := os.ReadFile(x.log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for in := json.NewDecoder(bytes.NewReader(data)); in.More(); {
		var g markedGame
		if err := in.Decode(&g); err != nil {
			return nil, fmt.Errorf("%s: %w", x.log, err)
		}
		x.known[g.ID] = g
	}
	f, err := os.OpenFile(x.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	x.out = f
	return f, err
}

// chosen is a game that was drawn at random.
type chosen struct {
	id     string
	winner string
	tree   *tree.Game
}

// pick draws games at random from a file, ID=FILE:N.
func (x *marking) pick(text string) (list []chosen, err error) {
	id, rest, _ := strings.Cut(text, "=")
	name, number, _ := strings.Cut(rest, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return nil, command.Usagef("marks: %q is not ID=FILE:N", text)
	}
	v, err := command.Variant(id)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	err = peopleGames(bufio.NewReader(file), v.ID, func(number int, g tuneGame) error {
		const least, most = 20, 80
		if len(g.Moves) < least || len(g.Moves) > most || g.Winner == "draw" {
			return nil
		}
		played, err := treeOf(v, g.Moves)
		if err == nil {
			list = append(list, chosen{fmt.Sprint(v.ID, " ", number), g.Winner, played})
		}
		return err
	})
	if err != nil || n > len(list) {
		return nil, errors.Join(err, fmt.Errorf("%s: %d games fit", name, len(list)))
	}
	rand.New(rand.NewPCG(x.seed, uint64(len(list)))).Shuffle(len(list), func(i, k int) {
		list[i], list[k] = list[k], list[i]
	})
	return list[:n], nil
}

// treeOf plays moves until the game ends on the board.
func treeOf(v *variant.Variant, moves []string) (*tree.Game, error) {
	g := tree.New(v.ID, v.Rules.Start())
	c := g.Cursor()
	for _, text := range moves {
		if c.Closed() {
			break
		}
		l := c.Line()
		steps, err := notation.ParseTurn(&l.Position, l.History(), text)
		if err == nil {
			_, err = c.Play(steps)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
	}
	return g, nil
}

// review reviews a game, or returns its review from the log.
func (x *marking) review(ctx context.Context, g chosen) (markedGame, error) {
	if m, ok := x.known[g.id]; ok {
		return m, nil
	}
	limits := ai.Limits{Nodes: x.nodes, Threads: 1}
	r, err := review.Review(ctx, g.tree, review.Options{Limits: limits}, nil)
	if err != nil {
		return markedGame{}, err
	}
	const early = 10
	m := markedGame{ID: g.id, Winner: g.winner, Accuracy: r.Accuracy, Chances: r.Chances(g.tree.Variant),
		Early: min(early, len(r.Turns)),
		Marks: []markedMove{}}
	c := g.tree.Cursor()
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Class < review.Inaccuracy {
			continue
		}
		c.To(t.Node.Parent())
		k := markOf(t, c.Line())
		if t.Class == review.Blunder && x.times > 0 {
			lost, err := x.again(ctx, g.tree.Variant, t, c.Line())
			if err != nil {
				return m, err
			}
			k.Again = &lost
		}
		m.Marks = append(m.Marks, k)
	}
	return m, json.NewEncoder(x.out).Encode(m)
}

// markOf describes a marked move, played in l.
func markOf(t *review.Turn, l *rules.Line) markedMove {
	m := markedMove{Ply: t.Ply, Side: t.Side.String(), Turn: t.Node.Text, Class: t.Class.String(), Lost: t.Lost(),
		Position: notation.Position(&l.Position), Better: notation.Texts(l, t.Better),
		Reply:  notation.Texts(l, append([][]game.Move{t.Node.Turn}, t.Reply...)),
		Reason: t.Reason.String(), In: t.In, Was: t.Was, Now: t.Now}
	for _, s := range t.Squares {
		m.At = append(m.At, l.Rules().Board().Name(s))
	}
	return m
}

// again searches the positions after the played and after the better move with more nodes, and
// returns the loss of the played move.
func (x *marking) again(ctx context.Context, id string, t *review.Turn, l *rules.Line) (float64, error) {
	engine := ai.New(ai.Limits{Nodes: x.nodes * x.times, Threads: 1})
	var after [2]float64
	for i, turn := range [][]game.Move{t.Better[0], t.Node.Turn} {
		line := l.Clone()
		_, over, err := line.Play(turn)
		switch {
		case err != nil:
			return 0, err
		case over.Draw:
			after[i] = 0.5
		case over.Over() && over.Winner == t.Side:
			after[i] = 1
		}
		if over.Over() {
			continue
		}
		_, info, err := engine.Think(ctx, line.Position, line.History(), ai.Limits{})
		if err != nil {
			return 0, err
		}
		after[i] = ai.WinChance(id, info.Score, line.Turn())
		if line.Turn() != t.Side {
			after[i] = 1 - after[i]
		}
	}
	return max(0, after[0]-after[1]), nil
}

// loser returns the side that lost.
func (g *markedGame) loser() game.Side {
	if g.Winner == game.Attackers.String() {
		return game.Defenders
	}
	return game.Attackers
}

// decidedEarly reports whether the loser's chance never rose above review.Decided in the second half of the game.
func (g *markedGame) decidedEarly() bool {
	for _, c := range g.Chances[len(g.Chances)/2:] {
		if g.loser() == game.Defenders {
			c = 1 - c
		}
		if c > review.Decided {
			return false
		}
	}
	return true
}

// markTotals prints the totals of all games.
func markTotals(out io.Writer, all []markedGame) {
	var early, moves, faults, said, blunders, confirmed, decided, less int
	for _, g := range all {
		moves += g.Early
		for _, m := range g.Marks {
			if m.Ply <= g.Early {
				early++
			}
			if m.Class == review.Inaccuracy.String() {
				continue
			}
			faults++
			if m.Reason != "" {
				said++
			}
			if m.Again != nil {
				blunders++
				if *m.Again >= review.GiveBlunder {
					confirmed++
				}
			}
		}
		if !g.decidedEarly() {
			continue
		}
		decided++
		if loser := g.loser(); g.Accuracy[loser] < g.Accuracy[loser.Other()] {
			less++
		}
	}
	for _, r := range []struct {
		n, of int
		text  string
	}{{early, moves, "of the first ten moves are marked"}, {said, faults, "mistakes and blunders have a reason"},
		{confirmed, blunders, "blunders lose as much by the long search"},
		{less, decided, "losers of games decided early are less accurate"}} {
		fmt.Fprintf(out, "%d of %d (%.0f %%) %s\n", r.n, r.of, 100*float64(r.n)/float64(max(1, r.of)), r.text)
	}
}
