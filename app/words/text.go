// Package words has the texts that several parts of the client use. Texts of a single page are defined next
// to the page.
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

// Texts of buttons, titles and labels.
const (
	New        = "New game"
	Undo       = "Undo move"
	Resign     = "Resign"
	Restart    = "Start over"
	Sound      = "Sound"
	FullScreen = "Full screen"
	Settings   = "Settings"
	Menu       = "Menu"
	Help       = "Help"
	Title      = "Title page"
	Quit       = "Quit"
	Done       = "Done"
	OpenFolder = "Open folder"
	Cancel     = "Cancel"
	GoOn       = "Continue"
	ReviewGame = "Review"
	Accept     = "Accept"
	Decline    = "Decline"
	Variant    = "Game"
	YourSide   = "Your side"
	Level      = "Level"
	Clock      = "Clock"
	Calm       = "Reduced motion"
	Offer      = "Draw offer"
	You        = "You"
	Computer   = "The computer"
)

// Texts of notes, states and refusals.
const (
	CalmNote  = "No animation"
	SoundNote = "Sounds of the pieces; a lyre at the end of the game"
	IsOver    = "The game is over"
	IsPaused  = "Game paused: press P to continue"
	BadGame   = "Cannot read the saved game"
)

// Texts of the list of keys.
const (
	HelpCursor = "Move the cursor on the board"
	HelpStep   = "Step through the moves of a review, study or analysis"
	HelpTab    = "Next or previous movable piece, or square it can move to"
	HelpBack   = "Go one move back or forward"
	HelpEnds   = "Go to the start, return to the game"
	HelpZoom   = "Zoom in and out"
	HelpTurn   = "Rotate the view"
)

// Or separates alternative keys.
const Or = " or "

var Keys = map[string]string{
	"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Space": "Space", "Home": "Home", "End": "End",
	"Delete": "Delete", "PageUp": "Page Up", "PageDown": "Page Down", "-": "−",
}

var (
	Mouse = []string{
		"Click a piece, then a square, or drag the piece there.",
		"Drag with the right button to rotate, scroll to zoom.",
		"In a review, study or analysis, draw arrows and marks with the right button (colours: Shift, Ctrl, Alt).",
		"Rotate the board there with the middle button, or with Alt and the left button.",
	}
	OffOn = []string{"off", "on"}
	NoYes = []string{"no", "yes"}
	Paces = []string{"slow", "normal", "fast", "none"}
	Modes = []string{"You against the computer", "Two players", "Computer against computer"}
	Names = [Levels]string{"beginner", "novice", "easy", "casual", "steady", "skilled", "tough", "hard", "strong",
		"expert"}
)

// Side returns the name of a side for the start of a sentence: "Attackers", "Geese".
func Side(r *rules.Rules, s game.Side) string { return tongue.UpperFirst(rulebook.Army(r, s)) }

// LevelName returns the name of a level: "level 3, easy".
func LevelName(level int) string { return tongue.Textf("level %d, %s", level, Names[level-1]) }

func LevelNames() []string {
	names := make([]string, Levels)
	for i := range names {
		names[i] = fmt.Sprintf("%d, %s", i+1, tongue.Text(Names[i]))
	}
	return names
}

// Controls describes time controls: "no clock", "5 min + 3 s a turn", "10 min, then 3 × 30 s".
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
		return tongue.Textf("Start of the game, before %s", Moves(of))
	}
	return tongue.Textf("After move %d of %d", ply, of)
}

func Moves(n int) string {
	return tongue.Textf("%d moves", n)
}

func Length(plies int) string { return tongue.Textf("The game lasted %s.", Moves(plies)) }

// Warning describes threats, with the traditional calls if the rules have them.
func Warning(w *rules.Warnings, how ruleset.Warn) string {
	switch {
	case w.Checked:
		return "Check!"
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
	add(w.KingTakeable, "the king can be captured")
	add(w.Encircled, "the defenders are surrounded")
	add(w.KingEscapes == 1, "the king threatens to escape")
	add(w.KingEscapes > 1, "the king threatens to escape in more ways than one")
	add(w.FortStands, "there is an exit fort")
	return tongue.UpperFirst(strings.Join(all, "; "))
}

func NotYours(r *rules.Rules, k game.Kind) string {
	if rulebook.Lone(r, k.Side) {
		return tongue.Textf("To move: %s", rulebook.Army(r, k.Side.Other()))
	}
	return tongue.Textf("The %s belongs to the %s. To move: %s", k.Name, rulebook.Army(r, k.Side),
		rulebook.Army(r, k.Side.Other()))
}

func Stuck(k game.Kind) string { return tongue.Textf("This %s has no legal moves", k.Name) }

// WinsOne reports that a single piece or player wins.
const WinsOne = "%s wins"

// Number selects the text for one or for many by the name of a side.
func Number(r *rules.Rules, side game.Side, one, many string, args ...any) string {
	if rulebook.Lone(r, side) {
		return tongue.Textf(one, args...)
	}
	return tongue.Textf(many, args...)
}

func NoMoves(r *rules.Rules, side game.Side) string {
	return tongue.UpperFirst(Number(r, side, "The %s has no legal moves.", "The %s have no legal moves.",
		rulebook.Army(r, side)))
}

func NoHint(err error) string { return tongue.Textf("No hint available: %s", Plain(err)) }

func Failed(r *rules.Rules, e *table.PlayerError) string {
	return tongue.Textf(
		"The computer could not choose a move for the %s: %s. The game is paused; continue to try again.",
		rulebook.Army(r, e.Side), Plain(e.Err))
}

func Aside(what string, why error, to string) string {
	return tongue.Textf("%s: %s. The file is kept as %s.", what, Plain(why), to)
}

func NotAside(what string, why, err error) string {
	return tongue.Textf("%s: %s. Could not set the file aside either: %s", what, Plain(why), Plain(err))
}

// Error returns an error of a match or of the rules as a sentence.
func Error(err error) string {
	var illegal *rules.Illegal
	switch {
	case errors.As(err, &illegal):
		return tongue.UpperFirst(said(illegal))
	case errors.Is(err, match.ErrPaused):
		return IsPaused
	}
	return tongue.UpperFirst(Plain(err))
}

// Levels is the number of levels of the computer.
const Levels = 10

// Standing returns the strength of a player: "1532", "about 1500", "bot, level 3".
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

// Faults splits an error with one fault per line into sentences.
func Faults(err error) (faults []string) {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(Plain(err), tongue.Text(rules.ErrSetup.Error())+": ")
	for line := range strings.Lines(text) {
		faults = append(faults, tongue.UpperFirst(strings.TrimSpace(line))+".")
	}
	return faults
}

func Sizes(sizes []int) []string {
	names := make([]string, len(sizes))
	for i, n := range sizes {
		if names[i] = fmt.Sprintf("%d × %d", n, n); n == 0 {
			names[i] = tongue.Text("any size")
		}
	}
	return names
}

// Bit converts a boolean to an option index: 0 is off, 1 is on.
func Bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// LongestName is the largest length of a name in letters.
const LongestName = 40

// Texts about names.
const (
	Name   = "Name"
	NoName = "A name must have a letter or a digit."
)
