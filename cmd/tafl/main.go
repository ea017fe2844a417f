// Command tafl is the companion of tafl3d for terminals and scripts: it lists
// the variants, counts moves, replays games, and lets engines play each other.
package main

import (
	"os"

	"tafl3d/internal/command"
)

var program = &command.Program{
	Name:  "tafl",
	About: "tafl is the companion of tafl3d for terminals and scripts.",
	Commands: []*command.Command{variantsCommand, perftCommand, matchCommand, openingsCommand, ladderCommand, styleCommand,
		selfplayCommand, tuneCommand, suiteCommand, tournamentCommand, engineCommand, replayCommand, benchCommand},
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
