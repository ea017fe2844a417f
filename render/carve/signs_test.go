package carve

import (
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

// heights are those of the normal map in a square, texel by texel.
func heights(st scene.Stage, o Options, m *Maps, q game.Square) (hs []uint8) {
	r := inside(st, o, q, 0.06)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			hs = append(hs, m.Normal.Pix[m.Normal.PixOffset(x, y)+3])
		}
	}
	return hs
}

func TestSignsAreCarvedOnTheirSquares(t *testing.T) {
	o := Options{Size: 1024}
	st := stage(t, 11)
	st.Throne, st.Corners, st.Camps = nil, nil, nil
	plain := Board(st, o).Parts[0].Material.Maps
	q, beside := st.Board.Cell(4, 6), st.Board.Cell(5, 8)
	fields := map[string][]uint8{"none": heights(st, o, plain, q)}
	for name := range signCutters {
		st.Marks = []scene.Region{{Name: name, Squares: []game.Square{q}}}
		m := Board(st, o).Parts[0].Material.Maps
		fields[name] = heights(st, o, m, q)
		if !slices.Equal(heights(st, o, m, beside), heights(st, o, plain, beside)) {
			t.Errorf("%s: a square without a sign is carved otherwise", name)
		}
		if d := apart(fields[name], fields["none"]); d > 0.4 {
			t.Errorf("%s: covers %.2f of its square", name, d)
		}
	}
	for a := range fields {
		for b := range fields {
			if d := apart(fields[a], fields[b]); a < b && d < 0.015 {
				t.Errorf("%s and %s look alike: %.3f of the square differs", a, b, d)
			}
		}
	}
}

// apart is the share of the texels in which two height fields differ.
func apart(a, b []uint8) float64 {
	n := 0
	for i := range a {
		if max(a[i], b[i])-min(a[i], b[i]) > 6 {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

func TestSignsLeaveTheSquaresOfTheRulesAlone(t *testing.T) {
	o := Options{Size: 1024}
	st := stage(t, 11)
	plain := Board(st, o).Parts[0].Material.Maps
	squares := []game.Square{st.Throne[0], st.Corners[0], st.Camps[0][0]}
	st.Marks = []scene.Region{{Name: "star", Squares: squares}, {Name: "centre", Squares: squares[:1]}}
	m := Board(st, o).Parts[0].Material.Maps
	for _, q := range squares {
		if !slices.Equal(heights(st, o, m, q), heights(st, o, plain, q)) {
			t.Errorf("%s is carved otherwise", st.Board.Name(q))
		}
	}
}
