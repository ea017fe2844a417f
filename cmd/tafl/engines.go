package main

import (
	"strconv"
	"strings"
	"time"

	"tafl3d/ai"
)

const engineForms = "random, level:N (1 to 10), nodes:N, depth:N, time:200ms"

// parseEngine reads the name of an engine and returns what makes one from a
// seed.
func parseEngine(name string, hash int) (func(seed uint64) ai.Engine, error) {
	kind, arg, _ := strings.Cut(name, ":")
	limits := func(l ai.Limits) func(uint64) ai.Engine {
		return func(seed uint64) ai.Engine {
			l.Seed, l.Hash = seed, hash
			return ai.New(l)
		}
	}
	n, bad := strconv.Atoi(arg)
	switch kind {
	case "random":
		if arg == "" {
			return ai.Random, nil
		}
	case "level":
		if bad == nil && n >= 1 && n <= ai.Levels {
			return func(seed uint64) ai.Engine { return ai.Level(n, seed) }, nil
		}
	case "nodes":
		if bad == nil && n > 0 {
			return limits(ai.Limits{Nodes: int64(n)}), nil
		}
	case "depth":
		if bad == nil && n > 0 {
			return limits(ai.Limits{Depth: n}), nil
		}
	case "time":
		if d, err := time.ParseDuration(arg); err == nil && d > 0 {
			return limits(ai.Limits{Time: d}), nil
		}
	}
	return nil, usagef("there is no engine %q; use one of %s", name, engineForms)
}
