// Command tafl is the companion of tafl3d for terminals and scripts: it lists
// the variants, counts moves, replays games, lets engines play each other and
// measures them.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
