package app

import (
	"tafl3d/app/board"
	"tafl3d/tongue"
)

// What is said of computer players and of what they think.

const textEngine = "Engine"

var (
	textDialects      = []string{"a dialect of UCI", "OpenTafl's protocol"}
	textProgramsLines = []string{"Other programs that play can be chosen as opponents in a new game.",
		board.TextWatched}
)

func textRuns(command string) string { return tongue.Textf("Runs %s", command) }

func textNameTaken(name string) string { return tongue.Textf("There is an opponent %s already.", name) }

func textProgramKept(name string) string {
	return tongue.Textf("%s can be chosen in a new game.", name)
}
