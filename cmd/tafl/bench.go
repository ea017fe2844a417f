package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/cpu"
)

var benchCommand = &command.Command{
	Name:    "bench",
	Summary: "measure the rules and the search",
	Args:    "[-variant ID,...] [-nodes N] [-depth N] [-opening N,...] [-threads N] [-json]",
	Help: `Measures one variant of each board size, or the variants of -variant: a search
from the start with one thread, random games in which every ending is judged, and
perft to depth 3. The number of positions searched to a fixed depth is a
signature: it changes only when the search changes. With -opening each search
begins after that many random moves. The speed is also given per second of
processor time, which depends less on how busy the machine is.

With -threads N, N > 1: searches each position to -depth with one thread and with
N threads, -rounds times each, alternately. Prints the shortest times and the
speed-up, which is valid only if N cores are free.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		b := &bench{}
		f.StringVar(&b.variants, "variant", benchVariants, "`IDs` of variants, separated by commas")
		f.IntVar(&b.depth, "depth", 6, "search depth in moves")
		f.Int64Var(&b.nodes, "nodes", 1_000_000, "largest number of positions per search")
		f.StringVar(&b.opening, "opening", "0", "numbers of random `moves` before each search, separated by commas")
		f.IntVar(&b.threads, "threads", 1, "number of threads to compare with one")
		f.IntVar(&b.rounds, "rounds", 3, "number of comparisons")
		f.DurationVar(&b.play, "play", 200*time.Millisecond, "time for random games")
		f.BoolVar(&b.json, "json", false, "print one JSON object per line")
		return func(e *command.Env) error {
			switch given := command.Given(f); {
			case given["rounds"] && b.threads == 1:
				return command.Usagef("bench: -rounds is for -threads beyond 1; leave it out")
			case given["play"] && b.threads > 1:
				return command.Usagef("bench: -play is for one thread; leave it out")
			}
			return b.run(e)
		}
	},
}

// benchVariants are the default variants.
const benchVariants = "brandubh-gorrion,linnaean-9x9-tcross-w,copenhagen-11x11-tdiamond," +
	"haven-basic-11x11,alea-evangelii-19x19"

type bench struct {
	variants string
	depth    int
	nodes    int64
	opening  string
	openings []int
	threads  int
	rounds   int
	play     time.Duration
	json     bool
}

// measured is the result for a variant. Speeds are per second.
type measured struct {
	Variant  string  `json:"variant"`
	Opening  int     `json:"opening,omitempty"`
	Depth    int     `json:"depth"`
	Nodes    int64   `json:"nodes"`
	Search   float64 `json:"search_nodes_per_s"`
	CPU      float64 `json:"search_nodes_per_cpu_s"`
	Perft    float64 `json:"perft_leaves_per_s"`
	Playouts float64 `json:"playout_plies_per_s"`
}

func (b *bench) run(e *command.Env) error {
	list, err := b.check()
	if err != nil {
		return err
	}
	if b.threads > 1 {
		return b.compare(e, list)
	}
	signature := int64(0)
	for _, v := range list {
		for _, turns := range b.openings {
			m, err := b.measure(e, v, turns)
			if err != nil {
				return err
			}
			signature += m.Nodes
			if err := b.show(e, m); err != nil {
				return err
			}
		}
	}
	if b.json {
		return e.Line(map[string]int64{"signature": signature})
	}
	fmt.Fprintf(e.Out, "signature %d\n", signature)
	return nil
}

// check validates the flags and returns the variants to measure.
func (b *bench) check() (list []*variant.Variant, err error) {
	if b.depth < 1 || b.nodes < 1 || b.play <= 0 || b.threads < 1 || b.rounds < 1 {
		return nil, command.Usagef("bench: -depth, -nodes, -threads, -rounds and -play must be greater than 0")
	}
	for text := range strings.SplitSeq(b.opening, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, command.Usagef("bench: -opening %q: use numbers of moves, separated by commas", b.opening)
		}
		b.openings = append(b.openings, n)
	}
	for id := range strings.SplitSeq(b.variants, ",") {
		v, err := command.Variant(id)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (b *bench) show(e *command.Env, m measured) error {
	if b.json {
		return e.Line(m)
	}
	fmt.Fprintf(e.Out,
		"%-28s after %2d  depth %d %8d nodes %9.0f nodes/s %9.0f/cpu-s  perft %9.0f/s  play-outs %8.0f plies/s\n",
		m.Variant, m.Opening, m.Depth, m.Nodes, m.Search, m.CPU, m.Perft, m.Playouts)
	return e.Out.Flush()
}

func (b *bench) measure(e *command.Env, v *variant.Variant, turns int) (measured, error) {
	p, h := randomPosition(v.Rules, turns)
	m := measured{Variant: v.ID, Opening: turns}
	before := cpu.Used()
	_, info, err := ai.New(ai.Limits{Depth: b.depth, Nodes: b.nodes}).Think(e.Ctx, p, h, ai.Limits{})
	if err != nil {
		return m, err
	}
	m.Depth, m.Nodes, m.Search = info.Depth, info.Nodes, float64(info.Nodes)/info.Time.Seconds()
	spent := cmp.Or(cpu.Used()-before, info.Time) // wall time on systems without processor time
	m.CPU = float64(info.Nodes) / max(spent, time.Microsecond).Seconds()
	depth := 3
	if v.Rules.Board().Squares() > game.BitboardSquares {
		depth = 2
	}
	start := time.Now()
	leaves := rules.Perft(&p, depth)
	m.Perft = float64(leaves) / time.Since(start).Seconds()
	m.Playouts = playouts(v.Rules, b.play)
	return m, nil
}

// randomPosition plays random turns from the start, always the same ones; fewer if they would end the game.
func randomPosition(r *rules.Rules, turns int) (rules.Position, *rules.History) {
	chance := rand.NewPCG(uint64(turns), 2)
	line := r.Line()
	var d rules.Delta
	for h := line.History(); h.Len() <= turns; {
		m, ok := line.RandomStep(chance, h)
		if !ok {
			break
		}
		if line.Step(m, &d).Over() {
			return randomPosition(r, h.Len()-2)
		}
	}
	return line.Position, line.History()
}

// playouts plays random games for the duration d and returns the plies per second.
func playouts(r *rules.Rules, d time.Duration) float64 {
	const longest = 1000
	chance := rand.NewPCG(1, 2)
	var delta rules.Delta
	plies := 0
	start := time.Now()
	line, first := r.Line(), r.Start()
	for time.Since(start) < d {
		line.Reset(first)
		for over, n := false, 0; n < longest && !over; n++ {
			m, _ := line.RandomStep(chance, line.History())
			over = line.Step(m, &delta).Over()
			plies++
		}
	}
	return float64(plies) / time.Since(start).Seconds()
}
