package main

import (
	"flag"
	"fmt"
	"slices"
	"time"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var perftCommand = &command.Command{
	Name:    "perft",
	Summary: "count sequences of legal moves (perft)",
	Args:    "-variant ID -depth N [-position P] [-divide] [-json]",
	Help: `Counts the sequences of exactly 1, 2, ... N legal moves from the start, or from a
position. Finished games end a sequence; repetitions and move counters are
ignored. Every last move is played and judged. With -divide the last count is
split by the first move.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		o := &perftOptions{}
		f.StringVar(&o.variant, "variant", "", "`ID` of the variant")
		f.StringVar(&o.position, "position", "", "`text` of a position instead of the start, \"3t3/.../3t3 a\"")
		f.IntVar(&o.depth, "depth", 3, "number of moves, 1 to 20")
		f.BoolVar(&o.divide, "divide", false, "split the count by the first move")
		f.BoolVar(&o.json, "json", false, "print one JSON object per line")
		return o.run
	},
}

type perftOptions struct {
	variant, position string
	depth             int
	divide, json      bool
}

// counted is a line of the result: the count of a depth, or with Move a part of it.
type counted struct {
	Variant string  `json:"variant"`
	Depth   int     `json:"depth"`
	Move    string  `json:"move,omitempty"`
	Count   int64   `json:"count"`
	Seconds float64 `json:"seconds"`
}

func (o *perftOptions) run(e *command.Env) error {
	v, err := command.Variant(o.variant)
	if err != nil {
		return err
	}
	if o.depth < 1 || o.depth > 20 {
		return command.Usagef("perft: -depth %d: use 1 to 20", o.depth)
	}
	p := v.Rules.Start()
	if o.position != "" {
		if p, err = notation.ParsePosition(v.Rules, o.position); err != nil {
			return command.Usagef("perft: -position: %v", err)
		}
	}
	for d := 1; d <= o.depth; d++ {
		if d == o.depth && o.divide {
			if err := o.divided(e, p); err != nil {
				return err
			}
		}
		start := time.Now()
		n := rules.Perft(&p, d)
		if err := o.print(e, counted{Variant: o.variant, Depth: d, Count: n,
			Seconds: time.Since(start).Seconds()}); err != nil {
			return err
		}
	}
	return nil
}

// divided prints the last count by first turn, sorted by text.
func (o *perftOptions) divided(e *command.Env, p rules.Position) error {
	var parts []counted
	for _, t := range p.LegalTurns(nil) {
		start := time.Now()
		q, text := after(p, t)
		n := int64(1)
		if o.depth > 1 {
			n = 0
			if !q.Judge(nil).Over() {
				n = rules.Perft(&q, o.depth-1)
			}
		}
		parts = append(parts, counted{o.variant, o.depth, text, n, time.Since(start).Seconds()})
	}
	slices.SortFunc(parts, func(a, b counted) int {
		if a.Move < b.Move {
			return -1
		}
		return 1
	})
	for _, c := range parts {
		if err := o.print(e, c); err != nil {
			return err
		}
	}
	return nil
}

// after returns the position after a turn, and the turn's text.
func after(p rules.Position, t rules.Turn) (rules.Position, string) {
	var d rules.Delta
	for i := range t.Steps {
		p.Play(t.Steps[i].Move(), &d)
	}
	if p.MidTurn() {
		p.Play(t.Last, &d)
	}
	return p, notation.Turn(p.Rules(), t.Steps)
}

func (o *perftOptions) print(e *command.Env, c counted) error {
	if o.json {
		return e.Line(c)
	}
	if c.Move != "" {
		fmt.Fprintf(e.Out, "  %-12s %d\n", c.Move, c.Count)
	} else {
		fmt.Fprintf(e.Out, "depth %d  %d  %.3f s\n", c.Depth, c.Count, c.Seconds)
	}
	return e.Out.Flush()
}
