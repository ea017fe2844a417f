package contest

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestElo: figures worked out by hand.
func TestElo(t *testing.T) {
	var p pairing
	for i := range 40 { // every pair 1.5 of 2 points: a win and a draw
		p.add(i, []float64{1, 0.5}[i%2], true)
	}
	e := p.elo()
	if math.Abs(e.Mean-190.8) > 0.1 || e.Low >= e.Mean || e.High <= e.Mean || e.Low < 100 {
		t.Errorf("%+v; three points of four are 190.8", e)
	}
	var single pairing
	for i := range 100 {
		single.add(i, float64(i%2), false)
	}
	if e := single.elo(); math.Abs(e.Mean) > 0.1 || e.High < 60 || e.High > 80 {
		t.Errorf("%+v; 50 of 100 games without draws are 0 and 68 to either side", e)
	}
	if r := p.ratio(0, 100); r < 3 {
		t.Errorf("190 is nearer to 100 than to 0, the ratio is %v", r)
	}
	if r := p.ratio(400, 500); r > -3 {
		t.Errorf("190 is nearer to 400 than to 500, the ratio is %v", r)
	}
}

// TestFair: what is known of the sides' advantage does not count.
func TestFair(t *testing.T) {
	e := fair(Score{Wins: 10, Losses: 10}, Score{Wins: 20}) // odds of 1 and of 41
	if math.Abs(e.Mean-400*math.Log10(41)/2) > 0.1 || e.Low > 100 || e.High < 500 {
		t.Errorf("%+v", e)
	}
	if e := fair(Score{Losses: 30}, Score{Wins: 30}); math.Abs(e.Mean) > 0.1 || e.High < 200 {
		t.Errorf("%+v; where defenders always win nothing is known", e)
	}
}

// TestBooks: the books of openings that come with the program are of
// the games that they are named after, and no line stands twice.
func TestBooks(t *testing.T) {
	people, err := filepath.Glob("../openings/*.txt")
	even, wrong := filepath.Glob("../openings/even/*.txt")
	deep, bad := filepath.Glob("../openings/deep/*.txt")
	if err != nil || wrong != nil || bad != nil || len(people) < 2 || len(even) < 3 || len(deep) < 1 {
		t.Fatal(people, even, deep, err, wrong, bad)
	}
	files := slices.Concat(people, even, deep)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := command.Rules(strings.TrimSuffix(filepath.Base(file), ".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if book, err := Book(r, file, text); err != nil || len(book) < 50 {
			t.Errorf("%d openings, %v", len(book), err)
		}
		seen := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if line[0] != '#' && seen[line] {
				t.Errorf("%s: %s twice", file, line)
			}
			seen[line] = true
		}
	}
}
