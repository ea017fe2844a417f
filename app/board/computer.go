package board

import (
	"strings"
)

// Manner is a way of playing that the program's own engine can take on.
type Manner struct {
	Name string // by which settings and saved games know it
	Doc  string // in a sentence
}

// Program is another program that plays, as the player has entered it.
type Program struct {
	Name     string `json:"name"`
	Command  string `json:"command"`            // what to run; arguments are divided by spaces, those with spaces in them quoted
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
	argv, closed := p.Argv()
	switch {
	case strings.TrimSpace(p.Name) == "":
		return "It needs a name."
	case !closed:
		return TextQuote
	case len(argv) == 0:
		return "It needs a command to run."
	}
	return ""
}

// Argv returns the command and its arguments. It reports whether every
// quotation mark is closed.
func (p *Program) Argv() (words []string, closed bool) { return Argv(p.Command) }
