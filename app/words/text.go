// Package words has the words that several rooms of the client say. Those that one page
// says alone stand with it.
package words

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tafl3d/app/rulebook"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// Of buttons, titles and labels.
const (
	Program    = "tafl3d"
	Motto      = "The board games of the north"
	New        = "New game"
	NewAgainst = "Play the computer"
	NewTwo     = "Two players"
	NewWatch   = "Watch the computer"
	Continue   = "Continue"
	Back       = "Back to the game"
	Undo       = "Take back"
	Redo       = "Redo"
	Hint       = "Hint"
	Pause      = "Pause"
	Draw       = "Offer a draw"
	Resign     = "Resign"
	Restart    = "Start over"
	Flat       = "View from above"
	Flip       = "Turn the board"
	Reset      = "Reset the view"
	Sound      = "Sound"
	FullScreen = "Full screen"
	Settings   = "Settings"
	Menu       = "Menu"
	Help       = "Help"
	Title      = "Title"
	Quit       = "Quit"
	Done       = "Done"
	Start      = "Start"
	Cancel     = "Cancel"
	No         = "No"
	GoOn       = "Go on"
	Again      = "Once more"
	Swap       = "Swap sides"
	ReviewGame = "Review"
	Accept     = "Accept"
	Decline    = "Decline"
	Group      = "Group"
	Variant    = "Game"
	Players    = "Players"
	YourSide   = "Your side"
	Level      = "Level"
	Clock      = "Clock"
	Pace       = "Animation"
	Calm       = "Reduced motion"
	Targets    = "Legal targets"
	AutoFlip   = "Turn the board each turn"
	Resume     = "Go on where you left off?"
	ResignAsk  = "Resign?"
	RestartAsk = "Start over?"
	Offer      = "A draw is offered"
	ExposeAsk  = "The king can be taken there"
	ExposeYes  = "Go there"
	You        = "You"
	Computer   = "The computer"
	Player1    = "Player 1"
	Player2    = "Player 2"
)

// Of notes, states and refusals.
const (
	CalmNote     = "Pieces and camera move at once"
	AutoFlipNote = "For two people at one screen: the side to move sits near"
	PaceNote     = "How fast pieces move"
	TargetsNote  = "Rings show where the piece that was picked up may go"
	SoundNote    = "Wood on wood, and a lyre at the end"
	FullNote     = "F11 does the same at any time"
	ExposeLine   = "Shall he step there all the same?"
	RestartLine  = "The game so far is given up."
	YourTurn     = "Your turn"
	Paused       = "Paused"
	Considers    = "The computer considers your offer"
	Seeks        = "Looking for a hint"
	Chain        = "Go on capturing, or press Enter on the piece to end the turn"
	InReview     = "This is an earlier position: press End to return to the game"
	IsOver       = "The game is over"
	IsPaused     = "The game is paused: press P to go on"
	NoEngine     = "There is no computer player in this program"
	BadSettings  = "The settings cannot be read"
	BadGame      = "The saved game cannot be read"
)

// Of the help sheet.
const (
	HelpCursor   = "Move the cursor on the board"
	HelpEnter    = "Pick up, move or put down the piece under the cursor"
	HelpTab      = "Next or previous piece that may move, or square it may go to"
	HelpEsc      = "Put the piece down, close a sheet, or open the menu"
	HelpNew      = "New game"
	HelpUndo     = "Take a move back"
	HelpRedo     = "Play it again"
	HelpHint     = "Show what the computer would play"
	HelpPause    = "Pause and go on"
	HelpDraw     = "Offer a draw"
	HelpResign   = "Resign"
	HelpRestart  = "Start the game over"
	HelpBack     = "Look one turn back or forward"
	HelpEnds     = "Look at the start, return to the game"
	HelpFlat     = "View from above and back"
	HelpFlip     = "Turn the board around"
	HelpReset    = "Reset the view"
	HelpZoom     = "Zoom in and out"
	HelpTurn     = "Orbit the view"
	HelpSound    = "Sound on and off"
	HelpFull     = "Full screen on and off"
	HelpSettings = "Settings"
	HelpMenu     = "Menu"
	HelpHelp     = "This sheet"
	HelpQuit     = "Save and quit"
)

// Of keys.
const (
	Ctrl  = "Ctrl"
	Alt   = "Alt"
	Shift = "Shift"
	Or    = " or "
)

var Keys = map[string]string{
	"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Space": "Space", "Home": "Home", "End": "End", "Delete": "Delete", "PageUp": "Page Up", "PageDown": "Page Down", "-": "−",
}

var (
	Mouse = []string{
		"Click a piece and then a square, or drag the piece there.",
		"Drag with the right button to orbit, turn the wheel to zoom.",
	}
	OffOn = []string{"off", "on"}
	Paces = []string{"slow", "normal", "fast", "none"}
	Modes = []string{"You against the computer", "Two people", "Computer against computer"}
	Names = [Levels]string{"beginner", "novice", "easy", "casual", "steady", "skilled", "tough", "hard", "expert", "strong"}
)

// Side names a side at the beginning of a sentence: "Attackers", "Geese".
func Side(r *rules.Rules, s game.Side) string { return tongue.UpperFirst(rulebook.Army(r, s)) }

// LevelName returns "level 3, easy".
func LevelName(level int) string { return tongue.Textf("level %d, %s", level, Names[level-1]) }

func LevelNames() []string {
	names := make([]string, Levels)
	for i := range names {
		names[i] = fmt.Sprintf("%d, %s", i+1, Names[i])
	}
	return names
}

// Controls describes time controls: "no clock", "5 min + 3 s a turn", "10
// min, then 3 × 30 s".
func Controls(texts []string) []string {
	names := make([]string, len(texts))
	for i, text := range texts {
		names[i] = tables.Clock(tongue.Now(), text)
	}
	return names
}

func Span(d time.Duration) string { return tongue.Now().Span(d) }

func DayCount(n int) string { return tongue.Textf("%d d", n) }

func ByoYomi(left string, periods int) string {
	return tongue.Textf("byo-yomi %s (%d)", left, periods)
}

func ToMove(side string) string { return tongue.Textf("%s to move", tongue.Name(side)) }

func Thinks(r *rules.Rules, side game.Side, level int, alone bool) string {
	if alone {
		return tongue.Textf("Level %d is thinking", level)
	}
	return Number(r, side, "%s, level %d, is thinking", "%s, level %d, are thinking", Side(r, side), level)
}

func Review(ply, of int) string {
	if ply == 0 {
		return tongue.Textf("The start of the game, before %s", Moves(of))
	}
	return tongue.Textf("After move %d of %d", ply, of)
}

func Moves(n int) string {
	return tongue.Textf("%d moves", n)
}

func Length(plies int) string { return tongue.Textf("The game took %s.", Moves(plies)) }

const InCheck = "Check!"

// Warning says what threatens, with the old calls where the rules have them.
func Warning(w *rules.Warnings, how ruleset.Warn) string {
	switch {
	case w.Checked:
		return InCheck
	case how == ruleset.WarnRaichi && w.KingEscapes == 1:
		return "Raichi! The king threatens to escape"
	case how == ruleset.WarnRaichi && w.KingEscapes > 1:
		return "Tuichi! The king has two ways out"
	}
	var all []string
	add := func(on bool, text string) {
		if on {
			all = append(all, tongue.Text(text))
		}
	}
	add(w.KingTakeable, "the king is in danger of being taken")
	add(w.Encircled, "the defenders are surrounded")
	add(w.KingEscapes == 1, "the king threatens to escape")
	add(w.KingEscapes > 1, "the king threatens to escape in more ways than one")
	add(w.FortStands, "an exit fort stands")
	return tongue.UpperFirst(strings.Join(all, "; "))
}

func NotYours(r *rules.Rules, k game.Kind) string {
	if rulebook.Lone(r, k.Side) {
		return tongue.Textf("It is the turn of the %s", rulebook.Army(r, k.Side.Other()))
	}
	return tongue.Textf("The %s belongs to the %s, and it is the turn of the %s", k.Name, rulebook.Army(r, k.Side), rulebook.Army(r, k.Side.Other()))
}

func Stuck(k game.Kind) string { return tongue.Textf("This %s has no legal move", k.Name) }

// The ways to say who wins, for textDoes.
const (
	WinsOne = "%s wins"
	WinMany = "The %s win"
)

// Number chooses between a text about one and a text about many by what a
// side is called.
func Number(r *rules.Rules, side game.Side, one, many string, args ...any) string {
	if rulebook.Lone(r, side) {
		return tongue.Textf(one, args...)
	}
	return tongue.Textf(many, args...)
}

func NoMoves(r *rules.Rules, side game.Side) string {
	return Number(r, side, "The %s has no move left.", "The %s have no move left.", rulebook.Army(r, side))
}

func NoHint(err error) string { return tongue.Textf("There is no hint: %v", err) }

func Failed(r *rules.Rules, e *table.PlayerError) string {
	return tongue.Textf("The computer could not choose a move for the %s: %v. The game is paused; go on to let it try again.", rulebook.Army(r, e.Side), e.Err)
}

func Aside(what string, why error, to string) string {
	return tongue.Textf("%s: %v. It is kept as %s.", what, why, to)
}

func NotAside(what string, why, err error) string {
	return tongue.Textf("%s: %v. It could not be put aside either: %v", what, why, err)
}

// Error says an error of a match or of the rules as a sentence.
func Error(err error) string {
	var illegal *rules.Illegal
	switch {
	case errors.As(err, &illegal):
		format, args := illegal.Words()
		return tongue.UpperFirst(tongue.Textf(format, args...))
	case errors.Is(err, match.ErrPaused):
		return IsPaused
	}
	return tongue.UpperFirst(tongue.Text(err.Error()))
}

// Levels is how many levels the computer plays at.
const Levels = 10

// Standing says how strong somebody is: "1532", "about 1500", "bot, level 3".
func Standing(p wire.Player) string {
	var parts []string
	if p.Bot {
		parts = append(parts, tongue.Text("bot"))
	}
	if p.Level > 0 {
		parts = append(parts, tongue.Textf("level %d", p.Level))
	}
	switch {
	case p.Rating > 0 && p.Provisional:
		parts = append(parts, tongue.Textf("about %d", p.Rating))
	case p.Rating > 0:
		parts = append(parts, fmt.Sprint(p.Rating))
	}
	return strings.Join(parts, ", ")
}
