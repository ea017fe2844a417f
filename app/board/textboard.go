package board

import (
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game/rules"
	"tafl3d/panel"
	"tafl3d/tongue"
)

func textThinking(name string) string { return tongue.Textf("%s is thinking", tongue.Name(name)) }

func textWins(name string) string { return tongue.Textf(words.WinsOne, tongue.Name(name)) }

const TextAborted = "The game was aborted"

func textNotYourTurn(g *Game) string {
	if name := g.Setup.Remote[g.State.Position.Turn()]; name != "" {
		return tongue.Textf("It is %s's turn", tongue.Name(name))
	}
	return "It is the computer's turn"
}

// textOnBoard returns the number of pieces of a side on the board.
func textOnBoard(r *rules.Rules, s *panel.Seat) string {
	switch {
	case len(s.Hand) > 0:
		return tongue.Textf("%d on the board", s.Men)
	case r.Lines():
		return tongue.UpperFirst(rulebook.Troop(r, s.Side, s.Men))
	}
	return tongue.Textf("%d men left", s.Men)
}

// textPlaysAs describes a computer player: "level 3, easy; bold".
func textPlaysAs(level int, who string) string {
	if who == "" {
		return words.LevelName(level)
	}
	return words.LevelName(level) + "; " + TextOpponent(who)
}

// TextOpponent returns the name of a style or an external engine.
func TextOpponent(who string) string {
	if name, ok := textMannerNames[who]; ok {
		return tongue.Text(name)
	}
	return who
}

var textMannerNames = map[string]string{
	"": "normal style", "cautious": "cautious", "bold": "bold", "escapist": "escape artist", "besieger": "besieger",
}

// Texts about leaving a game.
const (
	textLeaveAsk    = "Leave this game?"
	TextStays       = "It stays in your unfinished games."
	textLeaveGame   = "It is saved. You can continue it from the tournament."
	textLeave       = "Leave"
	textLeaveRemote = "It continues without you, and the clocks keep running. Find it under your games."
)

// Texts about draw offers.
const (
	textDrawAsk  = "Offer a draw?"
	textDrawLine = "The game ends if the other side accepts."
)
