// Command tafllab is the door to the laboratory: what measures tafl3d, tunes it, trains it and
// proves positions. Nothing that a player uses is here, and only this program imports lab/.
package main

import (
	"os"

	"tafl3d/internal/command"
)

var program = &command.Program{
	Name:     "tafllab",
	About:    "tafllab is the laboratory of tafl3d: it measures, tunes, trains and proves.",
	Commands: []*command.Command{gamesCommand, trainCommand, quantiseCommand, sprtCommand, learnCommand},
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
