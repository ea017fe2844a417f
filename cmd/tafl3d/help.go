package main

import (
	"flag"
	"fmt"
	"io"
)

// words holds the help text of each command, by the name of its flag set.
var words = map[string]string{
	"tafl3d": `Hnefatafl in 3D.

  tafl3d [flags]         open the program; -variant, -side, -level and -clock start a game at once
  tafl3d [flags] LINK    open an invitation
  tafl3d [flags] FILE    open the games of a file as studies
  tafl3d shot [flags]    save a picture of a position
  tafl3d film [flags]    save a game as a 3D animation (GIF)
  tafl3d doctor          print the details that a bug report needs
  tafl3d set [flags]     write a set to print: board, pieces and rules, on paper and in 3D
  tafl3d help [COMMAND]  print this help, or the help of a command
  tafl3d version         print the version
`,
	"tafl3d shot": `Saves a picture of a position and exits. Needs a display; a virtual one will do.
`,
	"tafl3d film": `Saves the main line of a game as a 3D animation (GIF) and prints its progress.
Needs a display; a virtual one will do.
`,
	"tafl3d set": `Writes a printable set of a variant into a new folder: board, pieces and rules on paper, and
board and pieces for a 3D printer. Needs no display. docs/sets.md explains how to assemble it.
`,
	"tafl3d doctor": `Prints the details that a bug report needs: versions, driver, display, sound and folders.
Prints no private data.
`,
	"tafl3d version": `Prints the version.
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
