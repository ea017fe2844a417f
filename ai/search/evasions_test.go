package search

import (
	"bufio"
	_ "embed"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// breakouts are positions of games that the engine played, in which the king is about to break out: variant, turns to
// a win that was proved, position. Each costs the search without evasions 20 000 positions or more, with the engine's
// nets.
//
//go:embed testdata/breakouts.tsv
var breakouts string

// TestBreakouts: with evasions the search proves that the king breaks out with at most half of the positions that it
// needs without them, in the median.
func TestBreakouts(t *testing.T) {
	limit, every := int64(80_000), 3
	if testing.Short() {
		every = 6
	}
	var ratios []float64
	lines := bufio.NewScanner(strings.NewReader(breakouts))
	for n := 0; lines.Scan(); n++ {
		if n%every != 0 {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		p := position(t, load(t, fields[0]), fields[2])
		after, winner := proofNodes(t, p, limit, false)
		before, old := proofNodes(t, p, limit, true)
		if max(before, after) < limit && winner != old {
			t.Errorf("%s: with evasions side %d wins, without side %d", lines.Text(), winner, old)
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

// proofNodes returns how many positions a search looks at until it proves who wins, and who does, or the limit.
func proofNodes(t *testing.T, p rules.Position, limit int64, everyMove bool) (nodes int64, winner game.Side) {
	s := New(p.Rules())
	s.noEvasions = everyMove
	s.Report(func(i Info) {
		if _, win, ok := WinIn(i.Score); ok && nodes == 0 {
			nodes, winner = i.Nodes, p.Turn()
			if !win {
				winner = winner.Other()
			}
		}
	})
	find(t, s, p, nil, Limits{Nodes: limit, Hash: 4}, 0)
	if nodes == 0 {
		nodes = limit
	}
	return nodes, winner
}
