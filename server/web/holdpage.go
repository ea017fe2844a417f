package web

import (
	"strconv"
	"time"

	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// holdForm lists the choices for a new event, as on the desktop.
type holdForm struct {
	Say                     *tongue.Speaker
	Formats                 []choice
	Rounds, Groups, Advance []int
	Times, PlayOffs, Waits  []choice
	Byes                    []choice // how many half-point byes a player may have
	Breaks                  []breakPlace
}

// choice is an option with its name.
type choice struct{ ID, Name, Note string }

// breakPlace is a place in the order of tie-breaks. If none is chosen, the format's defaults apply.
type breakPlace struct {
	Name string
	Of   []choice
}

// Limits of the choices.
const (
	mostRounds   = 15
	mostPlayOffs = 4
	mostByes     = 5
	breakPlaces  = 4
)

// holdWaits are the waiting times for absent players, the default first.
var holdWaits = []time.Duration{10 * time.Minute, time.Minute, 5 * time.Minute, 30 * time.Minute, time.Hour,
	24 * time.Hour}

func holdOf(say *tongue.Speaker) (h holdForm) {
	h = holdForm{Say: say, Groups: []int{2, 3, 4, 6, 8}, Advance: []int{1, 2, 3, 4}}
	for _, f := range tournament.Formats {
		name, note := tables.Format(f)
		h.Formats = append(h.Formats, choice{string(f), say.Text(name), say.Text(note)})
	}
	for n := range mostRounds {
		h.Rounds = append(h.Rounds, n+1)
	}
	for n, text := range textTimes {
		h.Times = append(h.Times, choice{ID: strconv.Itoa(n + 1), Name: say.Text(text)})
	}
	h.PlayOffs = []choice{{ID: "0", Name: say.Text("none")}}
	for n := 1; n <= mostPlayOffs; n++ {
		h.PlayOffs = append(h.PlayOffs, choice{ID: strconv.Itoa(n), Name: say.Textf("%d pairs of games", n)})
	}
	h.Byes = []choice{{ID: strconv.Itoa(tournament.NoByes), Name: say.Text("none")}}
	for n := 1; n <= mostByes; n++ {
		h.Byes = append(h.Byes, choice{ID: strconv.Itoa(n), Name: strconv.Itoa(n)})
	}
	for _, d := range holdWaits {
		name := say.Span(d)
		if d >= time.Hour {
			name = say.Textf("%d hours", int(d/time.Hour))
		}
		h.Waits = append(h.Waits, choice{ID: strconv.Itoa(int(d.Seconds())), Name: name})
	}
	var breaks []choice
	for _, tb := range tournament.Tiebreaks {
		name, _ := tables.Tiebreak(tb)
		breaks = append(breaks, choice{ID: string(tb), Name: say.Text(name)})
	}
	for n := range breakPlaces {
		h.Breaks = append(h.Breaks, breakPlace{say.Textf("Tie-break %d", n+1), breaks})
	}
	return h
}

// textTimes are the names of the numbers of meetings.
var textTimes = []string{"once", "twice", "three times", "four times"}
