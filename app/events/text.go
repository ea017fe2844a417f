package events

import (
	"errors"
	"strings"

	"tafl3d/app/words"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// TextWatching rejects actions of spectators.
const TextWatching = "you are only watching this game"

const textNobody = "nobody"

// textTipOf describes the effect of a click on a game.
func textTipOf(l *tournament.Leg, runs bool) string {
	switch {
	case l.Verdict != "" && l.Plies > 0:
		return "view the game"
	case l.Verdict != "":
		return "decided without play"
	case runs:
		return "watch"
	}
	return "play"
}

func TextForfeits(name, why string) string { return tongue.Textf("%s forfeits: %s", name, why) }

func textEventOver(name string) string { return tongue.Textf("%s is over", tongue.Name(name)) }

func textShared(where string) string {
	return tongue.Textf("Table, page and picture saved in %s", tongue.Name(where))
}

func TextBadEvent(file string, fault error) string {
	return tongue.Textf("Could not read a tournament; kept as %s: %s", file, firstLine(fault))
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(words.Plain(err), "\n")
	return line
}

// TextEventError describes why a tournament rejects an event.
func TextEventError(err error) string {
	var few *tournament.TooFew
	switch {
	case errors.As(err, &few):
		return tongue.Textf("Too few players: %d of at least %d", few.There, few.Least)
	case errors.Is(err, tournament.ErrFew):
		return tongue.Text("Too few players: a tournament needs at least two") + textBeyond(err,
			tournament.ErrFew)
	case errors.Is(err, tournament.ErrOpen):
		return "The round still has open games"
	case errors.Is(err, tournament.ErrPaused):
		return "The tournament is paused"
	case errors.Is(err, tournament.ErrName):
		return tongue.Text("This player cannot be added") + textBeyond(err, tournament.ErrName)
	}
	text := firstLine(err)
	if _, rest, cut := strings.Cut(text, ": "); cut {
		text = rest
	}
	return tongue.UpperFirst(text)
}

// textBeyond returns the part of an error after its kind.
func textBeyond(err, kind error) string {
	if _, more, found := strings.Cut(firstLine(err), tongue.Text(kind.Error())+": "); found {
		return ": " + more
	}
	return ""
}

// sentence is an error that is shown unchanged.
type sentence string

// Error implements error.
func (s sentence) Error() string { return string(s) }
