package board

import (
	"fmt"
	"math"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game/rules"
	"tafl3d/panel"
	"tafl3d/tongue"
)

func textThinking(name string) string { return tongue.Textf("%s is thinking", tongue.Name(name)) }

func textWins(name string) string { return tongue.Textf(words.WinsOne, tongue.Name(name)) }

const TextAborted = "The game was called off"

func textNotYourTurn(g *Game) string {
	if name := g.Setup.Far[g.State.Position.Turn()]; name != "" {
		return tongue.Textf("It is %s's turn", tongue.Name(name))
	}
	return "It is the computer's turn"
}

// textOnBoard says how many of a side are on the board.
func textOnBoard(r *rules.Rules, s *panel.Seat) string {
	switch {
	case len(s.Hand) > 0:
		return tongue.Textf("%d on the board", s.Men)
	case r.Lines():
		return tongue.UpperFirst(rulebook.Troop(r, s.Side, s.Men))
	}
	return tongue.Textf("%d men left", s.Men)
}

const TextQuote = "The command has a quotation mark that is never closed."

// textPlaysAs says how good the computer is and what it is like: "level 3, easy;
// bold".
func textPlaysAs(level int, who string) string {
	if who == "" {
		return words.LevelName(level)
	}
	return words.LevelName(level) + "; " + TextOpponent(who)
}

// textAnalysis is what the computer's study is called.
const textAnalysis = "Analysis"

// textFound heads the lines of a study.
func textFound(n *analysis) string {
	side := words.Side(n.at.Rules(), n.at.Turn())
	if n.threat {
		return tongue.Textf("If it were the turn of the %s, %d turns ahead:", tongue.Name(side), n.found.Depth)
	}
	return tongue.Textf("Chances of the %s, %d turns ahead:", tongue.Name(side), n.found.Depth)
}

// textNumbers are numbers to choose from; the first has a word in its place.
func textNumbers(of []int, word, format string) []string {
	list := []string{word}
	for _, n := range of[1:] {
		list = append(list, fmt.Sprintf(format, n))
	}
	return list
}

// textSpeed tells how far and how fast a study goes.
func textSpeed(s *Study) []string {
	if s.Speed == 0 {
		return nil
	}
	return []string{tongue.Textf("%d turns ahead, %d thousand positions a second", s.Depth, (s.Speed+500)/1000)}
}

// textLine names a line of a study.
func textLine(number int) string { return tongue.Textf("Line %d", number) }

// textWorth tells what a line is worth to the side that begins it.
func textWorth(l *StudyLine, side string) string {
	switch {
	case l.Ends > 0 && l.Wins:
		return tongue.Textf("%s: a win in %d turns, proved", tongue.Name(side), l.Ends)
	case l.Ends > 0:
		return tongue.Textf("%s: a loss in %d turns, proved", tongue.Name(side), l.Ends)
	}
	return tongue.Textf("%s: %d %% to win", tongue.Name(side), percent(l.Chance))
}

func percent(chance float64) int { return int(math.Round(100 * chance)) }

// textStudyLine says a line of a study: "63 %  d1-d3 f4-c4", "wins in 5: ..".
func textStudyLine(l *StudyLine, turns []string) string {
	text := strings.Join(turns, " ")
	switch {
	case l.Ends > 0 && l.Wins:
		return tongue.Textf("wins in %d: %s", l.Ends, text)
	case l.Ends > 0:
		return tongue.Textf("loses in %d: %s", l.Ends, text)
	}
	return fmt.Sprintf("%d %%  %s", percent(l.Chance), text)
}

// TextOpponent names a manner or a program.
func TextOpponent(who string) string {
	if name, ok := textMannerNames[who]; ok {
		return tongue.Text(name)
	}
	return who
}

var textMannerNames = map[string]string{
	"": "the usual one", "cautious": "cautious", "bold": "bold", "escapist": "escape artist", "besieger": "besieger",
}

// Of leaving a game.
const (
	textLeaveAsk  = "Leave this game?"
	TextStays     = "It stays among your unfinished games."
	textLeaveGame = "It is kept as it stands, and can be continued from the tournament hall."
	textLeave     = "Leave it"
	textLeaveFar  = "It goes on without you, and its clocks run; you find it under your games."
)

// Of a draw that is to be offered.
const (
	textDrawAsk  = "Offer a draw?"
	textDrawLine = "The game ends if the other side accepts."
)
