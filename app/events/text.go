package events

import (
	"errors"
	"strings"

	"tafl3d/app/words"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// TextWatching refuses who only looks on.
const TextWatching = "you only look on in this game"

const textNobody = "nobody"

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

func TextForfeits(name, why string) string { return tongue.Textf("%s forfeits: %s", name, why) }

func textEventOver(name string) string { return tongue.Textf("%s is over", tongue.Name(name)) }

func textShared(where string) string {
	return tongue.Textf("Table, page and picture are in %s", tongue.Name(where))
}

func TextBadEvent(file string, fault error) string {
	return tongue.Textf("An event cannot be read and is kept as %s: %s", file, firstLine(fault))
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(words.Plain(err), "\n")
	return line
}

// TextEventError says why something cannot happen to an event.
func TextEventError(err error) string {
	var few *tournament.TooFew
	switch {
	case errors.As(err, &few):
		return tongue.Textf("There are too few players: %d of at least %d", few.There, few.Least)
	case errors.Is(err, tournament.ErrFew):
		return tongue.Text("There are too few players: an event needs at least two") + textBeyond(err,
			tournament.ErrFew)
	case errors.Is(err, tournament.ErrOpen):
		return "Games of the round are still open"
	case errors.Is(err, tournament.ErrPaused):
		return "The event is paused"
	case errors.Is(err, tournament.ErrName):
		return tongue.Text("That name cannot be entered") + textBeyond(err, tournament.ErrName)
	}
	text := firstLine(err)
	if _, rest, cut := strings.Cut(text, ": "); cut {
		text = rest
	}
	return tongue.UpperFirst(text)
}

// textBeyond is what an error says after its kind.
func textBeyond(err, kind error) string {
	if _, more, found := strings.Cut(firstLine(err), tongue.Text(kind.Error())+": "); found {
		return ": " + more
	}
	return ""
}

// sentence is an error that is told to a person as it stands.
type sentence string

// Error implements error.
func (s sentence) Error() string { return string(s) }
