package people

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn are positions of games whose results follow a curve.
func drawn(c Curve, games int) (list []Sample) {
	chance := rand.New(rand.NewPCG(1, 2))
	for g := range games {
		s := Sample{Game: g + 1, Ply: 1, Score: chance.IntN(3000) - 1500}
		if chance.Float64() < c.At(s.Score) {
			s.Result = 1
		}
		list = append(list, s)
	}
	return list
}

// TestFit finds the curve that was put into games.
func TestFit(t *testing.T) {
	want := Curve{{-1500, -3}, {-500, -0.6}, {0, 0.2}, {1500, 4}}
	list := drawn(want, 5000)
	got := Fit(list)
	for x := -1500; x <= 1500; x += 100 {
		if math.Abs(got.At(x)-want.At(x)) > 0.07 {
			t.Errorf("at %d: %.3f, want %.3f", x, got.At(x), want.At(x))
		}
	}
	positions := 0
	for i, x := range Check(list, 5) {
		if positions += x.Positions; math.Abs(x.Real-x.Predicted) > 0.06 || x.Error > 0.05 {
			t.Errorf("tenth %d: %+v", i, x)
		}
	}
	if positions != len(list) {
		t.Errorf("%d positions of %d", positions, len(list))
	}
}

// TestFitOfOneResult: games that one side always wins give a curve all the same.
func TestFitOfOneResult(t *testing.T) {
	list := []Sample{{Game: 1, Ply: 1, Score: 10}, {Game: 2, Ply: 3, Score: -90}}
	if c := Fit(list); !(c.At(0) < 0.5) || !(c.At(1000) > c.At(0)) || !(c.At(-1000) < c.At(0)) {
		t.Errorf("%v", c)
	}
	if c := Fit(nil); c.At(0) != 0.5 {
		t.Errorf("no games: %+v", c)
	}
}

func TestRead(t *testing.T) {
	list := []Sample{{Game: 1, Ply: 0, Score: -20, Result: 1}, {Game: 2, Ply: 7, Score: 300, Result: 0.5}}
	got, err := Read(strings.NewReader(list[0].String() + "\n" + list[1].String() + "\n"))
	if err != nil || len(got) != 2 || got[0] != list[0] || got[1] != list[1] {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Read(strings.NewReader("1,2,x,1\n")); err == nil {
		t.Error("a bad row is read")
	}
	if start, ok := Start(list); !ok || start != -20 {
		t.Errorf("start %d, %v", start, ok)
	}
	if share, games := Share(list); share != 0.75 || games != 2 {
		t.Errorf("%v of %d", share, games)
	}
	all := WithStart(list, -20)
	if len(all) != 4 || all[3].Game != 2 || all[3].Result != 0.5 || all[3].Score < -80 || all[3].Score > 40 {
		t.Errorf("%v", all)
	}
}
