// Command tafl is the companion of tafl3d for terminals and scripts: it lists the variants, counts
// moves, replays games, manages a library of them, and runs matches between engines.
package main

import (
	"os"

	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

// release is the version of a package; packaging sets it with -ldflags.
var release string

var program = &command.Program{
	Name:    "tafl",
	About:   "tafl is the command-line companion of tafl3d.",
	Release: release,
	Commands: []*command.Command{variantsCommand, perftCommand, contest.Command(nil), tournamentCommand, engineCommand,
		replayCommand, checkCommand, fairCommand,
		reviewCommand, reportCommand, pictureCommand, benchCommand, importCommand,
		gamesCommand, exploreCommand, exportCommand},
	Moved: map[string]string{"ladder": "tafllab ladder", "openings": "tafllab openings", "selfplay": "tafllab selfplay",
		"style": "tafllab style", "suite": "tafllab suite", "tune": "tafllab tune"},
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
