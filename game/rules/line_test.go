package rules_test

import (
	"fmt"
	"testing"

	"tafl3d/game/rules"
)

func BenchmarkLines(b *testing.B) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"fox-geese-13", 5}, {"ravspel", 5}, {"bagh-chal", 4}, {"main-tapal-empat", 3}, {"pulijudam", 4}, {"len-choa", 6}, {"dablot-full", 4}, {"dablot-mini-v4", 2}, {"dablot-mini-v5", 4}, {"halatafl-winther", 10}, {"halatafl-old", 5}, {"morris-9", 4}, {"maharajah", 4}} {
		b.Run(fmt.Sprintf("%s/depth=%d", c.id, c.depth), func(b *testing.B) {
			p := start(b, c.id)
			n := int64(0)
			for b.Loop() {
				n += rules.Perft(&p, c.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
