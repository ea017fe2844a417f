package events

import "tafl3d/tournament"

// TextWatching refuses who only looks on.
const TextWatching = "you only look on in this game"

const (
	textAProgram   = "program"
	textToCome     = "to come"
	textNobody     = "nobody"
	textSeeFigures = "show what the figures are made of"
)

// textTipOf says what a click on a game does.
func textTipOf(l *tournament.Leg, runs bool) string {
	switch {
	case l.Verdict != "" && l.Plies > 0:
		return "look at the game again"
	case l.Verdict != "":
		return "decided without play"
	case runs:
		return "watch it"
	}
	return "play it"
}
