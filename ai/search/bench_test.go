package search

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkSearch measures positions a second, at the start and in the middle
// of games.
func BenchmarkSearch(b *testing.B) {
	for _, v := range boards(b)[:3] {
		for _, turns := range []int{0, 10, 30} {
			p, h := wander(v.Rules, rand.New(rand.NewPCG(3, 4)), turns)
			b.Run(fmt.Sprintf("%s/%d", v.ID, turns), func(b *testing.B) {
				s := New(v.Rules)
				nodes := int64(0)
				for b.Loop() {
					s.Forget()
					nodes += find(b, s, p, h, Limits{Nodes: 50_000, Hash: 4}, 0).Info.Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
