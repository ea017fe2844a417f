package main

import (
	"fmt"
	"math"
	"time"

	"tafl3d/ai"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

// speedup is the factor by which several threads reach a depth sooner than one.
type speedup struct {
	Variant string  `json:"variant"`
	Opening int     `json:"opening"`
	Depth   int     `json:"depth"`
	Threads int     `json:"threads"`
	One     reached `json:"one"`
	Many    reached `json:"many"`
	Sooner  float64 `json:"times_sooner"`
}

// reached holds the cost of reaching the depth, in the fastest round.
type reached struct {
	Time  time.Duration `json:"ns"`
	Nodes int64         `json:"nodes"` // all threads together
}

// compare prints the speedup for each position.
func (b *bench) compare(e *command.Env, list []*variant.Variant) error {
	sum, n := 0.0, 0
	for _, v := range list {
		for _, turns := range b.openings {
			s, err := b.race(e, v, turns)
			if err != nil {
				return err
			}
			sum, n = sum+math.Log(s.Sooner), n+1
			if b.json {
				err = e.Line(s)
			} else {
				fmt.Fprintf(e.Out, "%-28s after %2d  depth %d  one thread %9.3f s %9d nodes  %d threads %9.3f s %9d "+
					"nodes  %.2f times as fast\n",
					v.ID, turns, b.depth, s.One.Time.Seconds(), s.One.Nodes, b.threads, s.Many.Time.Seconds(),
					s.Many.Nodes, s.Sooner)
				err = e.Out.Flush()
			}
			if err != nil {
				return err
			}
		}
	}
	mean := math.Exp(sum / float64(n))
	if b.json {
		return e.Line(map[string]float64{"mean_times_sooner": mean})
	}
	fmt.Fprintf(e.Out, "%.2f times as fast (geometric mean)\n", mean)
	return nil
}

// race alternates searches with one thread and with several.
func (b *bench) race(e *command.Env, v *variant.Variant, turns int) (speedup, error) {
	s := speedup{Variant: v.ID, Opening: turns, Depth: b.depth, Threads: b.threads}
	p, h := randomPosition(v.Rules, turns)
	for range b.rounds {
		for i, best := range []*reached{&s.One, &s.Many} {
			l := ai.Limits{Depth: b.depth, Threads: []int{1, b.threads}[i], Hash: 64}
			_, info, err := ai.New(l).Think(e.Ctx, p, h, ai.Limits{})
			if err != nil {
				return s, err
			}
			if best.Time == 0 || info.Time < best.Time {
				*best = reached{info.Time, info.Nodes}
			}
		}
	}
	s.Sooner = s.One.Time.Seconds() / s.Many.Time.Seconds()
	return s, nil
}
