package board

import (
	"errors"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/internal/argv"
)

// Manner is a way of playing that the program's own engine can take on.
type Manner struct {
	Name string // by which settings and saved games know it
	Doc  string // in a sentence
}

// Program is another program that plays, as the player has entered it.
type Program struct {
	Name string `json:"name"`
	// what to run; arguments are divided by spaces, those with spaces in them quoted
	Command  string `json:"command"`
	OpenTafl bool   `json:"openTafl,omitempty"` // it speaks OpenTafl's protocol, else the dialect of UCI
}

// Computer is who plays a side that no person plays.
type Computer struct {
	Level   int      // from 1 to Levels; a program knows none
	Manner  string   // of the engine, one of Engines.Manners; empty is none
	Program *Program // in the place of the engine
}

// Fault says what is wrong with p; it is empty where nothing is.
func (p *Program) Fault() string {
	words, closed := p.Argv()
	switch {
	case strings.TrimSpace(p.Name) == "":
		return "Enter a name."
	case !closed:
		return TextQuote
	case len(words) == 0:
		return "Enter a command."
	}
	return ""
}

// Argv returns the command and its arguments. It reports whether every
// quotation mark is closed.
func (p *Program) Argv() (words []string, closed bool) { return Argv(p.Command) }

// Wanted is what the computer is to find out about a position.
type Wanted struct {
	Lines  int  `json:"lines"`            // how many ways to go on, from 1 to MostLines
	Depth  int  `json:"depth,omitempty"`  // in turns; 0 goes on for ever
	Arrows bool `json:"arrows"`           // draw how each line begins
	Cores  int  `json:"cores,omitempty"`  // at most; 0 takes all but one
	Memory int  `json:"memory,omitempty"` // in MiB; 0 takes the usual

	Engine  string  `json:"engine,omitempty"` // the name of the program that thinks; empty is this one
	Program Program `json:"-"`                // that program; a name that no program has leaves it empty
}

// Check reports what is wrong with w.
func (w Wanted) Check() error {
	if w.Lines < 1 || w.Lines > MostLines || !slices.Contains(Depths, w.Depth) {
		return errors.New("lines are from 1 to 5, the depth 0, 2, 4, 6, 8, 10, 12, 16 or 20")
	}
	if !slices.Contains(Cores, w.Cores) || !slices.Contains(Memories, w.Memory) {
		return errors.New("cores are 0, 1, 2, 4, 8 or 16, the memory 0, 128, 512 or 2048")
	}
	return nil
}

// MostLines is how many lines there may be.
const MostLines = 5

// Usual is what is wanted where nobody has chosen.
var Usual = Wanted{Lines: 3, Arrows: true}

// Depths are those to choose from; 0 goes on for ever. Cores and Memories are the other
// choices, of which 0 is the usual one.
var (
	Depths   = []int{0, 2, 4, 6, 8, 10, 12, 16, 20}
	Cores    = []int{0, 1, 2, 4, 8, 16}
	Memories = []int{0, 128, 512, 2048}
)

// Study is what an engine has found out about a position so far.
type Study struct {
	Depth int // turns
	Speed int // positions a second, 0 where that is not known
	Lines []StudyLine
}

// StudyLine is a way in which the game may go on.
type StudyLine struct {
	Chance float64 // that the side to move wins, from 0 to 1
	Score  int     // of the engine for the side to move, in hundredths of a man; meaningless with Ends
	Ends   int     // in how many turns of both sides the game is won, or lost; 0 if that is not known
	Wins   bool    // with Ends: the side to move wins
	Steps  []game.Move
}

const TextQuote = "The command has an unclosed quotation mark."

// Argv divides a command into words as package argv does. It reports whether every quotation mark is closed.
func Argv(command string) (words []string, closed bool) {
	words, err := argv.Program(command)
	return words, err == nil
}
