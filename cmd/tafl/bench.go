package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

var benchCommand = &command{
	name:    "bench",
	summary: "measure the rules and the search",
	args:    "[-variant ID,...] [-nodes N] [-depth N] [-json]",
	help: `For a game of each size of board, or those named: searches from the start with
one thread, plays random games with every ending judged, and counts moves to
depth 3. The positions searched to a fixed depth are a signature: they change
only when the search does.`,
	prepare: func(f *flag.FlagSet) func(*env) error {
		b := &bench{}
		f.StringVar(&b.variants, "variant", benchVariants, "`ids` of games, divided by commas")
		f.IntVar(&b.depth, "depth", 6, "turns to search")
		f.Int64Var(&b.nodes, "nodes", 1_000_000, "positions after which a search ends at the latest")
		f.DurationVar(&b.play, "play", 200*time.Millisecond, "how long to play random games")
		f.BoolVar(&b.json, "json", false, "one JSON object a line")
		return b.run
	},
}

// benchVariants are measured where nobody names others.
const benchVariants = "brandubh-gorrion,linnaean-9x9-tcross-w,copenhagen-11x11-tdiamond,haven-basic-11x11,alea-evangelii-19x19"

type bench struct {
	variants string
	depth    int
	nodes    int64
	play     time.Duration
	json     bool
}

// measured is the result for one variant. Speeds are per second.
type measured struct {
	Variant  string  `json:"variant"`
	Depth    int     `json:"depth"`
	Nodes    int64   `json:"nodes"`
	Search   float64 `json:"search_nodes_per_s"`
	Perft    float64 `json:"perft_leaves_per_s"`
	Playouts float64 `json:"playout_plies_per_s"`
}

func (b *bench) run(e *env) error {
	if b.depth < 1 || b.nodes < 1 || b.play <= 0 {
		return usagef("bench: -depth, -nodes and -play must be more than nothing")
	}
	var list []*variant.Variant
	for id := range strings.SplitSeq(b.variants, ",") {
		v, err := getVariant(id)
		if err != nil {
			return err
		}
		list = append(list, v)
	}
	signature := int64(0)
	for _, v := range list {
		m, err := b.measure(e, v)
		if err != nil {
			return err
		}
		signature += m.Nodes
		if b.json {
			if err := e.line(m); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(e.out, "%-28s depth %d %8d nodes %9.0f nodes/s  perft %9.0f/s  play-outs %8.0f plies/s\n",
			m.Variant, m.Depth, m.Nodes, m.Search, m.Perft, m.Playouts)
		if err := e.out.Flush(); err != nil {
			return err
		}
	}
	if b.json {
		return e.line(map[string]int64{"signature": signature})
	}
	fmt.Fprintf(e.out, "signature %d\n", signature)
	return nil
}

func (b *bench) measure(e *env, v *variant.Variant) (measured, error) {
	_, info, err := ai.New(ai.Limits{Depth: b.depth, Nodes: b.nodes}).Think(e.ctx, v.Rules.Start(), nil, ai.Limits{})
	if err != nil {
		return measured{}, err
	}
	p := v.Rules.Start()
	depth := 3
	if v.Rules.Board().Squares() > game.BitboardSquares {
		depth = 2
	}
	start := time.Now()
	leaves := rules.Perft(&p, depth)
	perft := float64(leaves) / time.Since(start).Seconds()
	return measured{v.ID, info.Depth, info.Nodes, float64(info.Nodes) / info.Time.Seconds(), perft, playouts(v.Rules, b.play)}, nil
}

// playouts plays random games for a while and returns the plies a second.
func playouts(r *rules.Rules, d time.Duration) float64 {
	const longest = 1000
	chance := rand.NewPCG(1, 2)
	var delta rules.Delta
	plies := 0
	start := time.Now()
	first := r.Start()
	h := rules.NewHistory(&first)
	for time.Since(start) < d {
		p := first
		h.Reset(&p)
		for over, n := false, 0; n < longest && !over; n++ {
			m, _ := p.RandomStep(chance, h)
			p.Play(m, &delta)
			if !p.MidTurn() {
				h.Push(&p, delta.Captures() > 0)
				over = p.Judge(h).Over()
			}
			plies++
		}
	}
	return float64(plies) / time.Since(start).Seconds()
}
