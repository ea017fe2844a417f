package app

import (
	"tafl3d/app/board"
	"tafl3d/tongue"
)

// Texts of computer players and their thinking.

const textEngine = "Engine"

var (
	textDialects      = []string{"UCI dialect", "OpenTafl protocol"}
	textProgramsLines = []string{"You can choose other engines as opponents in a new game.",
		board.TextWatched}
)

func textRuns(command string) string { return tongue.Textf("Runs %s", command) }

func textNameTaken(name string) string {
	return tongue.Textf("An opponent named %s already exists.", name)
}

func textProgramKept(name string) string {
	return tongue.Textf("You can now choose %s in a new game.", name)
}
