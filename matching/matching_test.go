package matching

import (
	"math/rand/v2"
	"testing"
)

// dense is a graph as a matrix.
func dense(n int, chance *rand.Rand, most int64, sparse float64) [][]int64 {
	w := make([][]int64, n)
	for i := range w {
		w[i] = make([]int64, n)
	}
	for i := range n {
		for j := range i {
			if chance.Float64() >= sparse {
				w[i][j] = chance.Int64N(most) + 1
				w[j][i] = w[i][j]
			}
		}
	}
	return w
}

// total checks that a matching is valid and returns its weight.
func total(t *testing.T, w [][]int64, mates []int) (sum int64) {
	t.Helper()
	for i, j := range mates {
		if j < 0 {
			continue
		}
		if mates[j] != i || w[i][j] <= 0 {
			t.Fatalf("%v is no matching at %d", mates, i)
		}
		if i < j {
			sum += w[i][j]
		}
	}
	return sum
}

// exhaust returns the best weight by trying every matching.
func exhaust(w [][]int64) int64 {
	n := len(w)
	best := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		i := 0
		for set>>i&1 == 0 {
			i++
		}
		rest := set &^ (1 << i)
		best[set] = best[rest]
		for j := i + 1; j < n; j++ {
			if rest>>j&1 == 1 && w[i][j] > 0 {
				best[set] = max(best[set], w[i][j]+best[rest&^(1<<j)])
			}
		}
	}
	return best[1<<n-1]
}

// TestHeaviest compares with the best of all matchings on small graphs.
func TestHeaviest(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 1))
	for k := range 6000 {
		n := 1 + chance.IntN(11)
		w := dense(n, chance, []int64{1, 3, 10, 1 << 57}[k%4], []float64{0, 0.3, 0.6, 0.8}[k/4%4])
		got := total(t, w, Heaviest(n, func(i, j int) int64 { return w[i][j] }))
		if want := exhaust(w); got != want {
			t.Fatalf("graph %d of %d vertices: weight %d, want %d: %v", k, n, got, want, w)
		}
	}
}

// TestHeaviestProof checks large graphs by duality: no edge is lighter than its
// duals allow, so no matching can be heavier than their sum.
func TestHeaviestProof(t *testing.T) {
	chance := rand.New(rand.NewPCG(4, 1))
	for _, n := range []int{31, 64, 101} {
		for _, sparse := range []float64{0, 0.7, 0.95} {
			w := dense(n, chance, 50, sparse)
			m := newMatcher(n, func(i, j int) int64 { return w[i][j] })
			for m.grow() {
			}
			mates := make([]int, n)
			bound := int64(0)
			for v := range mates {
				mates[v] = int(m.mate[v+1]) - 1
				bound += m.dual[v+1]
			}
			blossoms := make([][]int, n)
			var open func(x, b int)
			open = func(x, b int) {
				if x <= n {
					blossoms[x-1] = append(blossoms[x-1], b)
					return
				}
				for _, y := range m.circle[x] {
					open(int(y), b)
				}
			}
			for b := n + 1; b <= m.top; b++ {
				if m.root[b] != 0 {
					open(b, b)
					size := 0
					for _, in := range blossoms {
						for _, x := range in {
							if x == b {
								size++
							}
						}
					}
					bound += m.dual[b] * int64(size/2)
				}
			}
			for i := range n {
				for j := range i {
					room := m.dual[i+1] + m.dual[j+1] - 2*w[i][j]
					for _, b := range blossoms[i] {
						for _, c := range blossoms[j] {
							if b == c {
								room += m.dual[b]
							}
						}
					}
					if w[i][j] > 0 && room < 0 {
						t.Fatalf("n %d: the edge %d-%d is too heavy for its duals", n, i, j)
					}
				}
			}
			if sum := total(t, w, mates); 2*sum != bound {
				t.Errorf("n %d, sparse %v: weight %d, bound %d/2", n, sparse, sum, bound)
			}
		}
	}
}

func BenchmarkHeaviest256(b *testing.B) {
	w := dense(256, rand.New(rand.NewPCG(1, 1)), 1<<50, 0.05)
	for b.Loop() {
		Heaviest(256, func(i, j int) int64 { return w[i][j] })
	}
}
