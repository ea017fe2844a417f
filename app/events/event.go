// Package events holds an event at this desktop: how it stands, who plays its games,
// its files, the games of engines that run beside it, and its tables as the screen shows
// them. It opens no page and seats nobody at the board: that does app.
package events

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// File is the file of an event in its folder.
const File = "event.json"

// The kinds of entrants.
const (
	Person = "person"
	Engine = "engine"
)

// Most is how many can enter an event at one desktop.
const Most = 32

// Event is an event that is open. It belongs to the main thread; games of
// engines run beside it.
type Event struct {
	ID      string // of its folder
	State   *tournament.Tournament
	Variant func(id string) string            // what a variant is called
	Player  func(e tournament.Entrant) string // who plays for an entrant
	Control match.Control
	Saver   *shell.Saver
	Ctx     context.Context // of the games that run
	Cancel  context.CancelFunc
	Workers sync.WaitGroup
	Running map[tables.Game]*Live
	Records map[string][]byte      // of games that ended or were left since it was opened
	Auto    bool                   // the next round begins by itself
	Pace    time.Duration          // least time of a turn in games between engines
	Honours bool                   // the awards have been shown
	Shared  string                 // the folder with what was shared of it, empty while nothing was
	Open    map[tables.Game]string // games over the network that can be joined now, by id
}

// enginePaces are by how much games between engines may be held up, to be watched, as
// textEnginePaces tells them.
var enginePaces = []time.Duration{0, time.Second, 3 * time.Second}

// setPace holds up games between engines, those under way too. One at the table keeps the
// pace at which it is watched, unless this is slower.
func (h *Event) setPace(pace time.Duration) {
	h.Pace = pace
	for _, l := range h.Running {
		l.rest = pace
		if l.Watched == nil || time.Duration(l.Pace.Load()) < pace {
			l.Pace.Store(int64(pace))
		}
	}
}

// entered are those who have entered and not left, as they did.
func (h *Event) entered() (list []tournament.Enter) {
	for _, e := range h.State.Entrants() {
		if !e.Withdrawn {
			list = append(list, tournament.Enter{Name: e.Name, Kind: e.Kind, Ref: e.Ref, Rating: e.Rating})
		}
	}
	return list
}

// Clock is the clock of an event as package match reads it.
func Clock(c tournament.Config) string {
	if c.Clock == "" {
		return "none"
	}
	return c.Clock
}

// InTurn reports whether the games before it in its pairing are over.
func (h *Event) InTurn(d tournament.Due) bool {
	p, err := h.State.Pairing(d.Pairing)
	return err == nil && !slices.ContainsFunc(p.Legs[:d.Leg], func(l tournament.Leg) bool { return l.Verdict == "" })
}

// Engines reports whether nobody at a board is a person.
func (h *Event) Engines(l tournament.Leg) bool {
	return !h.person(l.Players[game.Attackers]) && !h.person(l.Players[game.Defenders])
}

func (h *Event) person(id int) bool {
	e, err := h.State.Entrant(id)
	return err == nil && e.Kind == Person
}

// ours reports whether a person who sits here is at a board.
func (h *Event) ours(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.State.Entrant(id); err == nil && e.Kind == Person && !IsGuest(e) {
			return true
		}
	}
	return false
}

// Name returns the name of an entrant.
func (h *Event) Name(id int) string {
	e, err := h.State.Entrant(id)
	switch {
	case id < 0:
		return "to be decided"
	case err != nil:
		return textNobody
	}
	return e.Name
}

// Names returns who plays a game, by side.
func (h *Event) Names(l *tournament.Leg) (names [game.Sides]string) {
	for side, id := range l.Players {
		names[side] = h.Name(id)
	}
	return names
}

// Due returns a game if it has no result.
func (h *Event) Due(n tables.Game) (tournament.Due, bool) {
	for _, d := range h.State.Due() {
		if d.Pairing == n.Pairing && d.Leg == n.Leg {
			return d, true
		}
	}
	return tournament.Due{}, false
}

// Mine returns the games that people who sit here can play now: none of an event
// elsewhere.
func (h *Event) Mine() (list []tournament.Due) {
	if h.State.Phase() != tournament.Running || h.Saver == nil {
		return nil
	}
	for _, d := range h.State.Due() {
		if h.ours(d.Game) && h.InTurn(d) {
			list = append(list, d)
		}
	}
	return list
}

// RecordFile is the file of a game.
func RecordFile(id string, n tables.Game) string {
	return path.Join(id, "games", fmt.Sprintf("pairing%04d-game%d.json", n.Pairing, n.Leg+1))
}

// RefProgram is how the refs of programs begin.
const RefProgram = "cmd:"

// refGuest is how the refs of people begin who play from another machine.
const refGuest = "guest:"

// IsGuest reports whether somebody plays from another machine.
func IsGuest(e tournament.Entrant) bool {
	return e.Kind == Person && strings.HasPrefix(e.Ref, refGuest)
}

// Abroad reports whether a game is played between machines.
func (h *Event) Abroad(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.State.Entrant(id); err == nil && IsGuest(e) {
			return true
		}
	}
	return false
}

// HasGuests reports whether anybody plays from another machine.
func (h *Event) HasGuests() bool {
	for _, e := range h.State.Entrants() {
		if IsGuest(e) {
			return true
		}
	}
	return false
}

// Public is the event as others may see it: the commands of programs that run here are
// nobody's business elsewhere.
func (h *Event) Public() (*tournament.Tournament, error) {
	t, err := tournament.New(h.State.Config())
	if err != nil {
		return nil, err
	}
	for _, l := range h.State.Log() {
		if e, is := l.Event.(tournament.Enter); is && strings.HasPrefix(e.Ref, RefProgram) {
			e.Ref = RefProgram + tongue.Text("program")
			l.Event = e
		}
		if err := t.Apply(l.At, l.Event); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// The refs of engines.
const refLevel = "level:"

// levelOf returns the level at which an entrant plays: 0 for a person, the
// highest for a program.
func levelOf(e tournament.Entrant) int {
	if e.Kind == Person {
		return 0
	}
	if text, is := strings.CutPrefix(e.Ref, refLevel); is {
		if n, err := strconv.Atoi(text); err == nil {
			return min(max(n, 1), words.Levels)
		}
	}
	return words.Levels
}

// headerOf is what the record of a game tells of who plays.
func headerOf(h *Event, l *tournament.Leg) match.Header {
	head := match.Header{Variant: l.Variant}
	for side, id := range l.Players {
		e, _ := h.State.Entrant(id)
		head.Seats[side] = match.Seat{Player: "human", Name: e.Name}
		if level := levelOf(e); level > 0 {
			head.Seats[side].Player, head.Seats[side].Level = "computer", level
		}
	}
	return head
}
