package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var openingsCommand = &command.Command{
	Name:    "openings",
	Summary: "find balanced openings",
	Args:    "-variant ID [-count N] [-low N] [-high N] [-engine ENGINE] [-hash N] [-seed S] [-json]",
	Help: `Prints lines of moves for tafllab match -openings. From the start of most games,
and even more after random moves, the defenders win regardless of skill, so a
match shows little. These openings have 8 to 16 moves, in which the defenders
play at random and the attackers search 300 positions per move. Openings that the
engine scores between -low and -high for the attackers are kept. Find the scores
at which both sides win equally often by trial with tafl match: they are higher
for better engines and larger boards. The same seed gives the same openings. With
-json each is an object with its score.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &finder{}
		f.StringVar(&x.variant, "variant", "", "`ID` of the variant")
		f.IntVar(&x.count, "count", 100, "number of openings")
		f.IntVar(&x.low, "low", 0, "lowest score for the attackers, in hundredths of a man")
		f.IntVar(&x.high, "high", 200, "highest score")
		f.StringVar(&x.engine, "engine", "nodes:5000", "`engine` that scores them")
		f.IntVar(&x.hash, "hash", 16, "`MiB` of memory for the engine")
		f.BoolVar(&x.json, "json", false, "print one JSON object per line")
		f.Uint64Var(&x.seed, "seed", 1, "seed of the random numbers")
		return x.run
	},
}

// finder searches for balanced openings.
type finder struct {
	variant   string
	count     int
	low, high int
	engine    string
	hash      int
	seed      uint64
	json      bool
	rules     *rules.Rules
}

// opening is an opening in JSON.
type opening struct {
	Turns string `json:"turns"`
	Score int    `json:"score"` // for the attackers, in hundredths of a man
}

// fruitless is the number of consecutive unfit openings after which the search stops.
const fruitless = 10_000

func (x *finder) run(e *command.Env) error {
	v, err := command.Variant(x.variant)
	if err != nil {
		return err
	}
	x.rules = v.Rules
	judge, err := opponent(x.engine, x.hash, x.variant)
	if err != nil {
		return err
	}
	switch {
	case x.count < 1:
		return command.Usagef("openings: -count %d: must be at least 1", x.count)
	case x.low > x.high:
		return command.Usagef("openings: -low %d is above -high %d", x.low, x.high)
	case x.hash < 1:
		return command.Usagef("openings: -hash %d: must be at least 1", x.hash)
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	return x.find(ctx, e, judge)
}

// find prints openings until there are enough.
func (x *finder) find(ctx context.Context, e *command.Env, judge contest.Maker) error {
	found, last := map[string]bool{}, 0
	for i := 0; len(found) < x.count; i++ {
		if i-last > fruitless {
			return fmt.Errorf("openings: none of %d in a row scored %d to %d for the attackers; %d were found",
				fruitless, x.low, x.high, len(found))
		}
		chance := rand.New(rand.NewPCG(x.seed, uint64(i)))
		o, err := x.ramble(ctx, judge(chance.Uint64()|1), chance)
		switch {
		case err != nil:
			return err
		case o.Turns == "" || o.Score < x.low || o.Score > x.high || found[o.Turns]:
			continue
		}
		found[o.Turns], last = true, i
		fmt.Fprintf(e.Note, "%d of %d after %d tried: %d for the attackers\n", len(found), x.count, i+1, o.Score)
		if err := x.print(e, o); err != nil {
			return err
		}
	}
	return nil
}

func (x *finder) print(e *command.Env, o opening) error {
	if x.json {
		return e.Line(o)
	}
	fmt.Fprintln(e.Out, o.Turns)
	return e.Out.Flush()
}

// ramble plays a random opening and lets the judge score it. The result has no turns if the opening
// ends the game.
func (x *finder) ramble(ctx context.Context, judge ai.Engine, chance *rand.Rand) (opening, error) {
	const least, most, hurry = 8, 16, 300
	line := x.rules.Line()
	seats := [game.Sides]ai.Engine{ai.New(ai.Limits{Nodes: hurry, Seed: chance.Uint64() | 1, Hash: 1}),
		ai.Random(chance.Uint64())}
	var turns []string
	for range least + chance.IntN(most-least+1) {
		turn, err := contest.PlayTurn(ctx, seats[line.Turn()], line)
		if err != nil {
			return opening{}, err
		}
		if turns = append(turns, turn); line.Judge().Over() {
			return opening{}, nil
		}
	}
	_, info, err := judge.Think(ctx, line.Position, line.History(), ai.Limits{})
	if errors.Is(err, ai.ErrNoMoves) {
		return opening{}, nil
	}
	if line.Turn() == game.Defenders {
		info.Score = -info.Score
	}
	return opening{strings.Join(turns, " "), info.Score}, errors.Join(err, ctx.Err())
}
