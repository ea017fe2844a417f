package search

import (
	"bufio"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafl3d/game/rules"
)

// breakouts are positions of games that the engine played, in which the king is about to break out: variant, turns to
// the win, position. Each costs the search without evasions 20 000 positions or more, with the nets of the engine.
//
//go:embed testdata/breakouts.tsv
var breakouts string

// TestBreakouts: with evasions the search proves that the king breaks out with at most half of the positions that it
// needs without them, in the median.
func TestBreakouts(t *testing.T) {
	limit, every := int64(120_000), 2
	if testing.Short() {
		every = 12
	}
	var ratios []float64
	lines := bufio.NewScanner(strings.NewReader(breakouts))
	for n := 0; lines.Scan(); n++ {
		if n%every != 0 {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		p := position(t, load(t, fields[0]), fields[2])
		after, turns := proofNodes(t, p, limit, false)
		before, _ := proofNodes(t, p, limit, true)
		if want, _ := strconv.Atoi(fields[1]); after < limit && turns > want {
			t.Errorf("%s: proved in %d turns, want %d at most", lines.Text(), turns, want)
		}
		if min(before, after) == limit {
			continue // neither proves it
		}
		ratios = append(ratios, float64(after)/float64(before))
	}
	slices.Sort(ratios)
	if len(ratios) < 3 {
		t.Fatalf("only %d positions are proved", len(ratios))
	}
	t.Log(ratios)
	if median := ratios[len(ratios)/2]; median > 0.5 {
		t.Errorf("evasions need %.2f times the positions in the median of %d, want 0.5 at most", median, len(ratios))
	}
}

// proofNodes returns how many positions a search looks at until it proves who wins, and in how many turns, or the
// limit.
func proofNodes(t *testing.T, p rules.Position, limit int64, everyMove bool) (nodes int64, turns int) {
	s := New(p.Rules())
	s.everyMove = everyMove
	s.Report(func(i Info) {
		if n, _, ok := WinIn(i.Score); ok && nodes == 0 {
			nodes, turns = i.Nodes, n
		}
	})
	find(t, s, p, nil, Limits{Nodes: limit, Hash: 4}, 0)
	if nodes == 0 {
		nodes = limit
	}
	return nodes, turns
}
