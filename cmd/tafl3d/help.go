package main

import (
	"flag"
	"fmt"
	"io"
)

// words holds the help text of each command, by the name of its flag set.
var words = map[string]string{
	"tafl3d": `Hnefatafl in 3D.

  tafl3d [flags]         open the game; -variant, -side, -level and -clock start straight into one
  tafl3d [flags] LINK    open the game at the invitation of a link
  tafl3d [flags] FILE    study the games of a file
  tafl3d shot [flags]    take a picture of a position
  tafl3d film [flags]    draw a game on the carved board as an animated GIF
  tafl3d bench [flags]   measure frame times
  tafl3d doctor          print what a report of a fault should hold
  tafl3d gallery [flags] take pictures of every board and every set of pieces
  tafl3d pieces [flags]  draw all pieces side by side, small and in grey, to judge whether they differ
  tafl3d set [flags]     make a set to print: board, pieces and rules, on paper and in 3D
  tafl3d help [COMMAND]  print this help, or the help of a command
  tafl3d version         print the version
`,
	"tafl3d pieces": `Draws every kind of piece of every set, small and in grey: from the four seats, and as the view from above
draws it. It needs no display.
`,
	"tafl3d shot": `Takes a picture of a position and exits. It needs a display, which may be a virtual one.
`,
	"tafl3d film": `Draws the main line of a game on the carved board, as an animated GIF, and tells how far it is. It needs a
display, which may be a virtual one.
`,
	"tafl3d set": `Makes a set of a variant to print, in a new folder: board, pieces and rules on paper, and
board and pieces for a 3D printer. It needs no display. docs/sets.md tells how to put it together.
`,
	"tafl3d doctor": `Prints what a report of a fault should hold: versions, driver, display, sound, folders. Nothing in it is private.
`,
	"tafl3d version": `Prints the version.
`,
	"tafl3d gallery": `Takes a picture of every board and every set of pieces in every room. It needs a display, which may be a virtual one.
`,
	"tafl3d bench": `Moves men without a pause and tells how long the frames took. It needs a display, which may be a virtual one.
`,
}

// printHelp prints the help of a command and its flags.
func printHelp(fs *flag.FlagSet, out io.Writer) {
	fmt.Fprint(out, words[fs.Name()])
	any := false
	fs.VisitAll(func(*flag.Flag) { any = true })
	if any {
		fmt.Fprintf(out, "\nFlags of %s:\n", fs.Name())
		fs.PrintDefaults()
	}
}
