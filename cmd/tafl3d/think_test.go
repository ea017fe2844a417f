package main

import (
	"testing"

	"tafl3d/app/board"
)

func TestTheLinesOfAStudyAreToldBestFirst(t *testing.T) {
	var lines []board.StudyLine
	for _, score := range []int{44, 57, 51} {
		lines = ranked(lines, board.StudyLine{Score: score})
	}
	for i, want := range []int{57, 51, 44} {
		if lines[i].Score != want {
			t.Errorf("line %d is worth %d, want %d", i, lines[i].Score, want)
		}
	}
}
