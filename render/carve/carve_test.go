package carve

import (
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

// stage returns a board with throne, corners and four camps.
func stage(t testing.TB, n int) scene.Stage {
	t.Helper()
	b, err := game.NewGrid(n)
	if err != nil {
		t.Fatal(err)
	}
	m := n / 2
	camps := [][]game.Square{}
	for _, p := range [][3][2]int{{{m, 0}, {m - 1, 0}, {m, 1}}, {{m, n - 1}, {m + 1, n - 1}, {m, n - 2}}} {
		var camp []game.Square
		for _, q := range p {
			camp = append(camp, b.Cell(q[0], q[1]))
		}
		camps = append(camps, camp)
	}
	return scene.Stage{
		Variant: "test", Board: b, Kinds: kinds,
		Throne:  []game.Square{b.Cell(m, m)},
		Corners: []game.Square{b.Cell(0, 0), b.Cell(n-1, 0), b.Cell(0, n-1), b.Cell(n-1, n-1)},
		Camps:   camps,
	}
}

var kinds = []game.Kind{
	{Letter: '.'},
	{Letter: 't', Name: "man", Side: game.Attackers},
	{Letter: 'c', Name: "commander", Side: game.Attackers},
	{Letter: 'T', Name: "man", Side: game.Defenders},
	{Letter: 'N', Name: "knight", Side: game.Defenders},
	{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true},
}

func BenchmarkBoard11(b *testing.B) {
	st := stage(b, 11)
	for b.Loop() {
		Board(st, Options{})
	}
}

func BenchmarkPieces(b *testing.B) {
	for b.Loop() {
		for _, k := range kinds[1:] {
			Piece(k, Options{})
		}
	}
}
