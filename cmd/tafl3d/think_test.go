package main

import (
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/table"
	"tafl3d/game/variant"
)

func TestTheLinesOfAStudyAreToldBestFirst(t *testing.T) {
	var lines []board.StudyLine
	for _, chance := range []float64{0.44, 0.57, 0.51} {
		lines = ranked(lines, board.StudyLine{Chance: chance})
	}
	for i, want := range []float64{0.57, 0.51, 0.44} {
		if lines[i].Chance != want {
			t.Errorf("line %d is worth %g, want %g", i, lines[i].Chance, want)
		}
	}
}

// TestAnalyse has the engine look three turns ahead: it ends by itself, its lines begin with
// different turns, and where it has proved the end the chance says so.
func TestAnalyse(t *testing.T) {
	e := newEngines()
	defer e.pool.Close()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	var found board.Study
	e.Analyse(t.Context(), v.ID, table.Situation{Position: v.Rules.Start()}, board.Wanted{Lines: 4, Depth: 3}, func(s board.Study) { found = s })
	if found.Depth != 3 || len(found.Lines) != 4 {
		t.Fatalf("%d lines, %d turns ahead", len(found.Lines), found.Depth)
	}
	seen := map[game.Move]bool{}
	for i, l := range found.Lines {
		if l.Chance <= 0 || l.Chance >= 1 || i > 0 && l.Chance > found.Lines[i-1].Chance || len(l.Steps) == 0 || seen[l.Steps[0]] {
			t.Errorf("line %d: %+v", i, l)
			continue
		}
		seen[l.Steps[0]] = true
	}
	won, err := notation.ParsePosition(v.Rules, "7/7/7/3K3/7/7/t6 d")
	if err != nil {
		t.Fatal(err)
	}
	e.Analyse(t.Context(), v.ID, table.Situation{Position: won}, board.Wanted{Lines: 1, Depth: 4}, func(s board.Study) { found = s })
	if l := found.Lines[0]; l.Chance != 1 || !l.Wins || l.Ends == 0 {
		t.Errorf("a king who cannot be stopped: %+v", l)
	}
}
