package app

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
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// All the words that a player reads are in the files text*.go.

// Of buttons, titles and labels.
const (
	textProgram    = "tafl3d"
	textMotto      = "The board games of the north"
	textNew        = "New game"
	textNewAgainst = "Play the computer"
	textNewTwo     = "Two players"
	textNewWatch   = "Watch the computer"
	textContinue   = "Continue"
	textBack       = "Back to the game"
	textUndo       = "Take back"
	textRedo       = "Redo"
	textHint       = "Hint"
	textPause      = "Pause"
	textDraw       = "Offer a draw"
	textResign     = "Resign"
	textRestart    = "Start over"
	textFlat       = "View from above"
	textFlip       = "Turn the board"
	textReset      = "Reset the view"
	textSound      = "Sound"
	textFullScreen = "Full screen"
	textSettings   = "Settings"
	textMenu       = "Menu"
	textHelp       = "Help"
	textTitle      = "Title"
	textQuit       = "Quit"
	textDone       = "Done"
	textStart      = "Start"
	textCancel     = "Cancel"
	textNo         = "No"
	textGoOn       = "Go on"
	textAgain      = "Once more"
	textSwap       = "Swap sides"
	textReviewGame = "Review"
	textAccept     = "Accept"
	textDecline    = "Decline"
	textGroup      = "Group"
	textVariant    = "Game"
	textPlayers    = "Players"
	textYourSide   = "Your side"
	textLevel      = "Level"
	textClock      = "Clock"
	textPace       = "Animation"
	textCalm       = "Reduced motion"
	textTargets    = "Legal targets"
	textAutoFlip   = "Turn the board each turn"
	textResume     = "Go on where you left off?"
	textResignAsk  = "Resign?"
	textRestartAsk = "Start over?"
	textOffer      = "A draw is offered"
	textExposeAsk  = "The king can be taken there"
	textExposeYes  = "Go there"
	textYou        = "You"
	textComputer   = "The computer"
	textPlayer1    = "Player 1"
	textPlayer2    = "Player 2"
)

// Of notes, states and refusals.
const (
	textCalmNote     = "Pieces and camera move at once"
	textAutoFlipNote = "For two people at one screen: the side to move sits near"
	textPaceNote     = "How fast pieces move"
	textTargetsNote  = "Rings show where the piece that was picked up may go"
	textSoundNote    = "Wood on wood, and a lyre at the end"
	textFullNote     = "F11 does the same at any time"
	textExposeLine   = "Shall he step there all the same?"
	textRestartLine  = "The game so far is given up."
	textYourTurn     = "Your turn"
	textPaused       = "Paused"
	textConsiders    = "The computer considers your offer"
	textSeeks        = "Looking for a hint"
	textChain        = "Go on capturing, or press Enter on the piece to end the turn"
	textInReview     = "This is an earlier position: press End to return to the game"
	textIsOver       = "The game is over"
	textIsPaused     = "The game is paused: press P to go on"
	textNoEngine     = "There is no computer player in this program"
	textBadSettings  = "The settings cannot be read"
	textBadGame      = "The saved game cannot be read"
)

// Of the help sheet.
const (
	textHelpCursor   = "Move the cursor on the board"
	textHelpEnter    = "Pick up, move or put down the piece under the cursor"
	textHelpTab      = "Next or previous piece that may move, or square it may go to"
	textHelpEsc      = "Put the piece down, close a sheet, or open the menu"
	textHelpNew      = "New game"
	textHelpUndo     = "Take a move back"
	textHelpRedo     = "Play it again"
	textHelpHint     = "Show what the computer would play"
	textHelpPause    = "Pause and go on"
	textHelpDraw     = "Offer a draw"
	textHelpResign   = "Resign"
	textHelpRestart  = "Start the game over"
	textHelpBack     = "Look one turn back or forward"
	textHelpEnds     = "Look at the start, return to the game"
	textHelpFlat     = "View from above and back"
	textHelpFlip     = "Turn the board around"
	textHelpReset    = "Reset the view"
	textHelpZoom     = "Zoom in and out"
	textHelpTurn     = "Orbit the view"
	textHelpSound    = "Sound on and off"
	textHelpFull     = "Full screen on and off"
	textHelpSettings = "Settings"
	textHelpMenu     = "Menu"
	textHelpHelp     = "This sheet"
	textHelpQuit     = "Save and quit"
)

// Of keys.
const (
	textCtrl  = "Ctrl"
	textAlt   = "Alt"
	textShift = "Shift"
	textOr    = " or "
)

var textKeys = map[string]string{
	"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Space": "Space", "Home": "Home", "End": "End", "Delete": "Delete", "PageUp": "Page Up", "PageDown": "Page Down", "-": "−",
}

var (
	textMouse = []string{
		"Click a piece and then a square, or drag the piece there.",
		"Drag with the right button to orbit, turn the wheel to zoom.",
	}
	textOffOn = []string{"off", "on"}
	textPaces = []string{"slow", "normal", "fast", "none"}
	textModes = []string{"You against the computer", "Two people", "Computer against computer"}
	textNames = [Levels]string{"beginner", "novice", "easy", "casual", "steady", "skilled", "tough", "hard", "expert", "strong"}
)

// textSide names a side at the beginning of a sentence: "Attackers", "Geese".
func textSide(r *rules.Rules, s game.Side) string { return tongue.UpperFirst(rulebook.Army(r, s)) }

// textLevelName returns "level 3, easy".
func textLevelName(level int) string { return tongue.Textf("level %d, %s", level, textNames[level-1]) }

func textLevels() []string {
	names := make([]string, Levels)
	for i := range names {
		names[i] = fmt.Sprintf("%d, %s", i+1, textNames[i])
	}
	return names
}

// textControls describes time controls: "no clock", "5 min + 3 s a turn", "10
// min, then 3 × 30 s".
func textControls(texts []string) []string {
	names := make([]string, len(texts))
	for i, text := range texts {
		names[i] = tables.Clock(tongue.Now(), text)
	}
	return names
}

func textSpan(d time.Duration) string { return tongue.Now().Span(d) }

func textDayCount(n int) string { return tongue.Textf("%d d", n) }

func textByoYomi(left string, periods int) string {
	return tongue.Textf("byo-yomi %s (%d)", left, periods)
}

func textToMove(side string) string { return tongue.Textf("%s to move", tongue.Name(side)) }

func textThinks(r *rules.Rules, side game.Side, level int, alone bool) string {
	if alone {
		return tongue.Textf("Level %d is thinking", level)
	}
	return textNumber(r, side, "%s, level %d, is thinking", "%s, level %d, are thinking", textSide(r, side), level)
}

func textReview(ply, of int) string {
	if ply == 0 {
		return tongue.Textf("The start of the game, before %s", textMoves(of))
	}
	return tongue.Textf("After move %d of %d", ply, of)
}

func textMoves(n int) string {
	return tongue.Textf("%d moves", n)
}

func textLength(plies int) string { return tongue.Textf("The game took %s.", textMoves(plies)) }

func textSoundNow(on bool) string { return tongue.Textf("Sound %s", textOffOn[bit(on)]) }

// textLeft describes a game that was left.
func textLeft(k *kept) []string {
	s := &k.setup
	who := "two people"
	if side, ok := s.alone(); ok {
		who = tongue.Textf("you with the %s against level %d", rulebook.Army(k.variant.Rules, side), s.Levels[side.Other()])
	} else if s.watched() {
		who = tongue.Textf("level %d against level %d", s.Levels[0], s.Levels[1])
	}
	return []string{"The last game is not finished:", tongue.Textf("%s, %s, after %s.", k.variant.Name, who, textMoves(k.match.Ply()))}
}

// textOutcome is the headline of an end, for the only human if there is one.
func textOutcome(g *sitting, o game.Outcome) string {
	side, alone := g.setup.alone()
	switch {
	case o.Draw:
		return tongue.Text("A draw")
	case g.bout != nil:
		return textWins(g.bout.names[o.Winner])
	case !alone:
		return textNumber(g.variant.Rules, o.Winner, textWinsOne, "%s win", textSide(g.variant.Rules, o.Winner))
	case side == o.Winner:
		return tongue.Text("You win")
	}
	return textDoes(g, o.Winner, textWinsOne, textWinMany)
}

// textEnd is an end in one line: "Attackers win: the king is taken".
func textEnd(g *sitting, o game.Outcome) string {
	cause := strings.TrimSuffix(tongue.Text(textCause(g, o)), ".")
	name := g.setup.Far[o.Winner.Other()]
	if g.bout != nil {
		name = g.bout.names[o.Winner.Other()]
	}
	if name == "" || !strings.HasPrefix(cause, name) {
		cause = tongue.LowerFirst(cause)
	}
	return textOutcome(g, o) + ": " + cause
}

// textLoser names the side that lost.
func textLoser(g *sitting, o game.Outcome) string {
	loser := o.Winner.Other()
	alone, ok := g.setup.alone()
	switch {
	case g.bout != nil:
		return g.bout.names[loser]
	case ok && loser == alone:
		return textYou
	case g.setup.Far[loser] != "":
		return g.setup.Far[loser]
	case ok:
		return textComputer
	}
	return tongue.UpperFirst(tongue.Textf("The %s", rulebook.Army(g.variant.Rules, loser)))
}

// textCause says why a game ended.
func textCause(g *sitting, o game.Outcome) string {
	switch o.Cause {
	case game.KingCaptured:
		return "The king is taken."
	case game.KingEscaped:
		return "The king has escaped."
	case game.AttackersGone:
		return "The last attacker is taken."
	case game.Repetition:
		return textRepeated(g, o)
	case game.DrawFort:
		return "The defenders shut themselves in."
	case game.Encirclement:
		return "The defenders are surrounded."
	case game.ExitFort:
		return "The king stands in an exit fort."
	case game.NoMoves:
		return textNoMoves(g.variant.Rules, g.state.Position.Turn())
	case game.NoCapture:
		return "Nothing was taken for too long."
	case game.OwnCorner:
		return "A piece rests in its own corner."
	case game.GoalReached:
		return "The goal is reached."
	case game.GoalFilled:
		return "The goal is filled."
	case game.RoyalLost:
		return "The leader is taken."
	case game.BareLeader:
		return "Nothing but the leader is left."
	case game.LoneLeaders:
		return "Only the two leaders are left."
	case game.TooFew:
		return "Too few pieces are left."
	case game.Behind:
		return "The runner has passed the line."
	case game.RowReached:
		return "The last row is reached."
	case game.QuietTurns:
		return "Nothing happened for too long."
	case game.Checkmate:
		return "Checkmate."
	case game.Stalemate:
		return "Stalemate."
	case game.Resigned:
		return tongue.Textf("%s resigned.", textLoser(g, o))
	case game.Time:
		return tongue.Textf("%s ran out of time.", textLoser(g, o))
	case game.Agreed:
		return "Both sides agreed."
	case game.Blockade:
		return "A barrier that can never be broken: the claim was granted."
	case game.Abandoned:
		return "The game was abandoned."
	}
	return "An arbiter decided."
}

const textInCheck = "Check!"

// textWarning says what threatens, with the old calls where the rules have them.
func textWarning(w *rules.Warnings, how ruleset.Warn) string {
	switch {
	case w.Checked:
		return textInCheck
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

func textNotYours(r *rules.Rules, k game.Kind) string {
	if rulebook.Lone(r, k.Side) {
		return tongue.Textf("It is the turn of the %s", rulebook.Army(r, k.Side.Other()))
	}
	return tongue.Textf("The %s belongs to the %s, and it is the turn of the %s", k.Name, rulebook.Army(r, k.Side), rulebook.Army(r, k.Side.Other()))
}

func textStuck(k game.Kind) string { return tongue.Textf("This %s has no legal move", k.Name) }

func textResignLine(g *sitting, winner game.Side) string {
	return textDoes(g, winner, "%s wins then.", "The %s win then.")
}

func textOfferLine(g *sitting, by game.Side) string {
	return textDoes(g, by, "%s offers a draw.", "The %s offer a draw.")
}

func textDeclined(g *sitting, by game.Side) string {
	return textDoes(g, by, "%s declines the draw", "The %s decline the draw")
}

// The ways to say who wins, for textDoes.
const (
	textWinsOne = "%s wins"
	textWinMany = "The %s win"
)

// textDoes says what a side does, by a text for one ("Dag wins", "The computer
// wins") or for many ("The geese win").
func textDoes(g *sitting, side game.Side, one, many string) string {
	switch _, alone := g.setup.alone(); {
	case g.bout != nil:
		return tongue.Textf(one, tongue.Name(g.bout.names[side]))
	case g.setup.Far[side] != "":
		return tongue.Textf(one, tongue.Name(g.setup.Far[side]))
	case alone && g.setup.Levels[side] > 0:
		return tongue.Textf(one, textComputer)
	}
	army := rulebook.Army(g.variant.Rules, side)
	if rulebook.Lone(g.variant.Rules, side) {
		return tongue.UpperFirst(tongue.Textf(one, tongue.Textf("The %s", army)))
	}
	return tongue.UpperFirst(tongue.Textf(many, army))
}

// textNumber chooses between a text about one and a text about many by what a
// side is called.
func textNumber(r *rules.Rules, side game.Side, one, many string, args ...any) string {
	if rulebook.Lone(r, side) {
		return tongue.Textf(one, args...)
	}
	return tongue.Textf(many, args...)
}

func textNoMoves(r *rules.Rules, side game.Side) string {
	return textNumber(r, side, "The %s has no move left.", "The %s have no move left.", rulebook.Army(r, side))
}

func textNoHint(err error) string { return tongue.Textf("There is no hint: %v", err) }

func textFailed(r *rules.Rules, e *table.PlayerError) string {
	return tongue.Textf("The computer could not choose a move for the %s: %v. The game is paused; go on to let it try again.", rulebook.Army(r, e.Side), e.Err)
}

func textAside(what string, why error, to string) string {
	return tongue.Textf("%s: %v. It is kept as %s.", what, why, to)
}

func textNotAside(what string, why, err error) string {
	return tongue.Textf("%s: %v. It could not be put aside either: %v", what, why, err)
}

// textError says an error of a match or of the rules as a sentence.
func textError(err error) string {
	var illegal *rules.Illegal
	switch {
	case errors.As(err, &illegal):
		format, args := illegal.Words()
		return tongue.UpperFirst(tongue.Textf(format, args...))
	case errors.Is(err, match.ErrPaused):
		return textIsPaused
	}
	return tongue.UpperFirst(tongue.Text(err.Error()))
}
