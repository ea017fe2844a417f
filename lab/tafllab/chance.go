package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/people"
)

var chanceCommand = &command.Command{
	Name:    "chance",
	Summary: "fit winning chances to games of people",
	Args:    "-variant ID -scores FILE [-games FILE,...] [-each N] [-nodes N] [-parts N] | -starts KIND -scale N",
	Help: `Scores positions of games and appends them to -scores, as rows of game, ply,
score for the attackers and result: the start once, and -each later positions of
every game that is not in the file yet. An interrupted run can be continued.
Games are lines of JSON as tafllab match -json prints them, or lists of a site in
CSV. The engine searches -nodes positions for each, as many as a review.

Then it prints the line of ai/chance.toml that fits the scores best, and a
cross-validation: the curve is fitted -parts times without one part of the games
and compared with that part. The start counts once for each game, and the curve
goes through its result. Positions with a forced win do not count.

With -starts it prints lines for all variants of a kind without games: the start
counts as even, and the odds grow e times with each -scale hundredths of a man.
Kinds are corner, small and edge for tafl games (by the weights of the
evaluation), and the other families.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		c := &chances{}
		f.StringVar(&c.variant, "variant", "", "`ID` of the variant")
		f.StringVar(&c.scores, "scores", "", "`file` of scored positions")
		f.StringVar(&c.games, "games", "", "`files` of games to score, separated by commas")
		f.IntVar(&c.each, "each", 4, "positions of each game")
		f.Int64Var(&c.nodes, "nodes", 50_000, "positions searched for each")
		f.StringVar(&c.starts, "starts", "", "`kind` of variants")
		f.IntVar(&c.scale, "scale", 300, "with -starts: hundredths of a man by which the odds grow e times")
		f.IntVar(&c.parts, "parts", 5, "number of parts for the cross-validation")
		return func(e *command.Env) error {
			ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
			defer cancel()
			return c.run(ctx, e)
		}
	},
}

// chances is a run of the command.
type chances struct {
	variant, scores, games string
	starts                 string
	each, parts, scale     int
	nodes                  int64

	rules       *rules.Rules
	engine      ai.Engine
	known       map[int]bool // games with scores
	startScored bool         // the start, which all games share, has a score
	number      int          // number of the game
}

func (c *chances) run(ctx context.Context, e *command.Env) error {
	c.engine = ai.New(ai.Limits{Nodes: c.nodes, Threads: 1, Hash: 16})
	if c.starts != "" {
		return c.printStarts(ctx, e)
	}
	v, err := command.Variant(c.variant)
	switch {
	case err != nil:
		return err
	case c.scores == "":
		return command.Usagef("chance: give a file with -scores")
	}
	c.rules, c.known = v.Rules, map[int]bool{}
	list, err := people.ReadFile(c.scores)
	if err != nil {
		return err
	}
	for _, s := range list {
		c.known[s.Game] = true
		c.startScored = c.startScored || s.Ply == 0
	}
	if c.games != "" {
		if err := c.score(ctx, v); err != nil {
			return err
		}
		if list, err = people.ReadFile(c.scores); err != nil {
			return err
		}
	}
	return c.print(e, v.ID, list)
}

// score appends the positions of all games without scores.
func (c *chances) score(ctx context.Context, v *variant.Variant) error {
	out, err := os.OpenFile(c.scores, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	add := func(_ int, g tuneGame) error {
		if c.number++; c.known[c.number] {
			return nil
		}
		return c.scoreGame(ctx, out, g)
	}
	for _, name := range strings.Split(c.games, ",") {
		if err := c.readGames(v.ID, name, add); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return out.Close()
}

// readGames reads a file of games. Games of people lost on time come last, so that the numbers of
// the others do not depend on them.
func (c *chances) readGames(id, name string, add func(int, tuneGame) error) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(name, ".csv") {
		return lineGames(bytes.NewReader(data), name, add)
	}
	for _, late := range []bool{false, true} {
		err := siteGames(bytes.NewReader(data), id, func(n int, g tuneGame, timeout bool) error {
			if timeout != late {
				return nil
			}
			return add(n, g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// scoreGame writes the rows of a game in one call, so that a file never holds part of a game.
func (c *chances) scoreGame(ctx context.Context, out *os.File, g tuneGame) error {
	course, result, err := c.course(g)
	if err != nil {
		return fmt.Errorf("game %d: %w", c.number, err)
	}
	var plies []int
	if !c.startScored {
		plies, c.startScored = append(plies, 0), true
	}
	for _, i := range rand.New(rand.NewPCG(1, uint64(c.number))).Perm(max(0, len(course)-1)) {
		if len(plies) == c.each {
			break
		}
		plies = append(plies, i+1)
	}
	w := bufio.NewWriter(out)
	for _, i := range plies {
		score, err := c.scoreOf(ctx, course[i])
		if err != nil {
			return err
		}
		fmt.Fprintln(w, people.Sample{Game: c.number, Ply: i, Score: score, Result: result})
	}
	return w.Flush()
}

// scoreOf returns the score for the attackers.
func (c *chances) scoreOf(ctx context.Context, l *rules.Line) (int, error) {
	_, info, err := c.engine.Think(ctx, l.Position, l.History(), ai.Limits{})
	if l.Turn() == game.Defenders {
		info.Score = -info.Score
	}
	return info.Score, cmp.Or(err, ctx.Err())
}

// printStarts prints the lines of the variants of a kind, with an even starting position.
func (c *chances) printStarts(ctx context.Context, e *command.Env) error {
	for _, v := range variant.All() {
		kind := v.Family
		if kind == "tafl" {
			kind = eval.Defaults().For(v.Rules).Name
		}
		if kind != c.starts {
			continue
		}
		score, err := c.scoreOf(ctx, v.Rules.Line())
		if err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		if _, _, proved := ai.WinIn(score); proved {
			score = 0
		}
		fmt.Fprintf(e.Out, "%q = [%d, -1, %d, 1]\n", v.ID, score-c.scale, score+c.scale)
	}
	return e.Out.Flush()
}

// course replays a game and returns the line to each position in which the game is not over.
func (c *chances) course(g tuneGame) (course []*rules.Line, result float64, err error) {
	positions, end, err := g.course(c.rules)
	if err != nil {
		return nil, 0, err
	}
	if result, err = g.result(end); err != nil {
		return nil, 0, err
	}
	line := c.rules.Line()
	for i := range positions {
		if line.Judge().Over() {
			break
		}
		course = append(course, line.Clone())
		if i < len(g.Moves) {
			if _, err := playText(line, g.Moves[i]); err != nil {
				return nil, 0, err
			}
		}
	}
	return course, result, nil
}

// print prints the line of the variant and its goodness of fit.
func (c *chances) print(e *command.Env, id string, list []people.Sample) error {
	share, games := people.Share(list)
	start, known := people.Start(list)
	open := list[:0:0]
	for _, s := range list {
		if _, _, proved := ai.WinIn(s.Score); !proved && s.Ply > 0 {
			open = append(open, s)
		}
	}
	if known {
		open = people.WithStart(open, start)
	}
	curve := people.Fit(open)
	fmt.Fprintf(e.Out, "%q = %v # %d games, %d positions; attackers %.0f %%\n", id, curve, games, len(open), 100*share)
	if known {
		fmt.Fprintf(e.Out, "start: score %d, chance of the attackers %.0f %%\n", start, 100*curve.At(start))
	}
	fmt.Fprintln(e.Out, "| predicted | positions | games | mean | real | difference | standard error |")
	fmt.Fprintln(e.Out, "| --- | --- | --- | --- | --- | --- | --- |")
	for i, t := range people.Check(open, c.parts) {
		if t.Games > 0 {
			fmt.Fprintf(e.Out, "| %d to %d %% | %d | %d | %.1f | %.1f | %+.1f | %.1f |\n",
				10*i, 10*i+10, t.Positions, t.Games, 100*t.Predicted, 100*t.Real, 100*(t.Real-t.Predicted), 100*t.Error)
		}
	}
	return e.Out.Flush()
}
