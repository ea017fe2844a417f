// Command tafllab is the command line of the laboratory: it measures, tunes and trains the engines
// of tafl3d, and proves positions. No part of it is in the product.
package main

import (
	"os"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/internal/command"
	"tafl3d/lab/yardstick"
)

var program = &command.Program{
	Name:  "tafllab",
	About: "tafllab measures, tunes, trains and verifies the engines of tafl3d.",
	Commands: []*command.Command{contest.Command(more), ladderCommand, styleCommand, suiteCommand, openingsCommand,
		selfplayCommand, tuneCommand, gamesCommand, trainCommand, quantiseCommand, sprtCommand, learnCommand,
		chanceCommand,
		solveCommand, bookCommand, usualCommand, marksCommand, fairCommand, loadCommand, mineCommand, verifyCommand,
		simulateCommand},
}

// more are the engine kinds of the laboratory.
var more = contest.Kinds{
	"yardstick": func(l ai.Limits) ai.Engine { return yardstick.New(l) },
	"morris":    func(l ai.Limits) ai.Engine { return yardstick.NewMorris(l) },
}

// opponent parses the name of an engine.
func opponent(name string, hash int, variant string) (contest.Maker, error) {
	return contest.Names{Variant: variant, Hash: hash, More: more}.Parse(name)
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
