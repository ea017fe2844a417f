package board

import (
	"errors"
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/internal/argv"
	"tafl3d/panel"
)

// Manner is a playing style of the built-in engine.
type Manner struct {
	Name string // identifier in settings and saved games
	Doc  string // description in one sentence
}

// Program is an external engine, as entered by the player.
type Program struct {
	Name string `json:"name"`
	// command line; quote arguments that contain spaces
	Command  string `json:"command"`
	OpenTafl bool   `json:"openTafl,omitempty"` // OpenTafl protocol instead of UCI
}

// Computer is a computer player.
type Computer struct {
	Level   int      // from 1 to Levels; not used by external engines
	Manner  string   // one of Engines.Manners; empty: none
	Program *Program // external engine instead of the built-in one
}

// Fault returns an error message for p; empty if it is valid.
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

// Argv returns the command and its arguments. closed is false if a quotation mark is missing.
func (p *Program) Argv() (words []string, closed bool) { return Argv(p.Command) }

// Wanted holds the settings of the analysis.
type Wanted struct {
	Lines  int  `json:"lines"`            // number of lines, from 1 to MostLines
	Depth  int  `json:"depth,omitempty"`  // in moves; 0: unlimited
	Arrows bool `json:"arrows"`           // draw the first move of each line
	Cores  int  `json:"cores,omitempty"`  // largest number of cores; 0: all but one
	Memory int  `json:"memory,omitempty"` // in MiB; 0: default

	Engine  string  `json:"engine,omitempty"` // name of the external engine; empty: built in
	Program Program `json:"-"`                // the external engine; empty if the name is unknown
}

// Check returns an error for invalid settings.
func (w Wanted) Check() error {
	if w.Lines < 1 || w.Lines > MostLines || !slices.Contains(Depths, w.Depth) {
		return errors.New("lines are from 1 to 5, the depth 0, 2, 4, 6, 8, 10, 12, 16 or 20")
	}
	if !slices.Contains(Cores, w.Cores) || !slices.Contains(Memories, w.Memory) {
		return errors.New("cores are 0, 1, 2, 4, 8 or 16, the memory 0, 128, 512 or 2048")
	}
	return nil
}

// MostLines is the largest number of lines.
const MostLines = 5

// Usual holds the default settings.
var Usual = Wanted{Lines: 3, Arrows: true}

// Depths are the offered depths; 0 is unlimited. In Cores and Memories, 0 is the default.
var (
	Depths   = []int{0, 2, 4, 6, 8, 10, 12, 16, 20}
	Cores    = []int{0, 1, 2, 4, 8, 16}
	Memories = []int{0, 128, 512, 2048}
)

// Study is an intermediate result of the analysis.
type Study struct {
	Depth int // in moves
	Speed int // positions per second; 0: unknown
	Lines []StudyLine
}

// StudyLine is a line of the analysis.
type StudyLine struct {
	Chance float64 // winning chance of the side to move, from 0 to 1
	Score  int     // for the side to move, in hundredths of a man; meaningless with Ends
	Ends   int     // moves of both sides until the end; 0: unknown
	Wins   bool    // with Ends: the side to move wins
	Steps  []game.Move
}

const TextQuote = "The command has an unclosed quotation mark."

// Argv splits a command line like package argv. closed is false if a quotation mark is missing.
func Argv(command string) (words []string, closed bool) {
	words, err := argv.Program(command)
	return words, err == nil
}

// ChooseProgram returns the button that lets the player choose a program in a dialog of the system, and enters it as
// a command.
func ChooseProgram(s *shell.Shell, command *shell.Entry) panel.Button {
	return panel.Button{ID: "choose", Label: shell.TextChooseFile, Icon: "open",
		Press: func() { chooseCommand(s, command) }}
}

// chooseCommand lets the player choose a program in a dialog of the system, and enters it as a command.
func chooseCommand(s *shell.Shell, command *shell.Entry) {
	s.Choose(shell.WantedFile{Title: "Choose a program"}, func(path string) {
		if fault := command.Set(quoted(path)); fault != "" {
			s.Refuse(fault)
		}
	})
}

// quoted returns a path as the first word of a command.
func quoted(path string) string {
	switch {
	case !strings.ContainsAny(path, " \t'\""):
		return path
	case strings.Contains(path, `"`):
		return "'" + path + "'"
	}
	return `"` + path + `"`
}
