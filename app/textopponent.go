package app

import (
	"fmt"
	"strings"

	"tafl3d/app/words"
	"tafl3d/tongue"
)

// What is said of computer players and of what they think.

const (
	textPrograms      = "Other engines"
	textEngine        = "Engine"
	textNewProgram    = "a new one"
	textCommandNote   = "What to run, with its arguments. Put what has spaces in it between quotation marks."
	textSpeaks        = "Speaks"
	textRemoveIt      = "Remove"
	textNoProgramName = "It needs a name."
	textNoArgv        = "It needs a command to run."
	textQuote         = "The command has a quotation mark that is never closed."
	textAnalysis      = "Analysis"
	textHelpAnalyse   = "Let the computer study the position, or stop"
	textNoAnalysis    = "In a game that counts nobody else looks on."
	textLooking       = "The computer studies the position."
)

var (
	textDialects      = []string{"a dialect of UCI", "OpenTafl's protocol"}
	textProgramsLines = []string{"Other programs that play can be chosen as opponents in a new game."}
	textMannerNames   = map[string]string{
		"": "the usual one", "cautious": "cautious", "bold": "bold", "escapist": "escape artist", "besieger": "besieger",
	}
)

// textOpponent names a manner or a program.
func textOpponent(who string) string {
	if name, ok := textMannerNames[who]; ok {
		return tongue.Text(name)
	}
	return who
}

// textPlaysAs says how good the computer is and what it is like: "level 3, easy;
// bold".
func textPlaysAs(level int, who string) string {
	if who == "" {
		return words.LevelName(level)
	}
	return words.LevelName(level) + "; " + textOpponent(who)
}

func textRuns(command string) string { return tongue.Textf("Runs %s", command) }

func textNameTaken(name string) string { return tongue.Textf("There is an opponent %s already.", name) }

func textProgramKept(name string) string {
	return tongue.Textf("%s can be chosen in a new game.", name)
}

func textDepth(turns int) string { return tongue.Textf("%d turns ahead:", turns) }

// textStudyLine says a line of a study: "+0.35 d1-d3 f4-c4", "wins in 5: ..".
func textStudyLine(l *StudyLine, turns []string) string {
	text := strings.Join(turns, " ")
	switch {
	case l.Ends > 0 && l.Wins:
		return tongue.Textf("wins in %d: %s", l.Ends, text)
	case l.Ends > 0:
		return tongue.Textf("loses in %d: %s", l.Ends, text)
	}
	return fmt.Sprintf("%+.2f  %s", float64(l.Score)/100, text)
}
