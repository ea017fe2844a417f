// Package events runs tournaments on this desktop: state, participants, files, engine games in the
// background, and tables for the screen, and the pages of local and remote tournaments. Games at the board
// are played by app/board.
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

// File is the file of a tournament in its folder.
const File = "event.json"

// Kinds of participants.
const (
	Person = "person"
	Engine = "engine"
)

// Most is the largest number of participants at one desktop.
const Most = 32

// Event is an open tournament. Use it on the main thread; engine games run in the background.
type Event struct {
	ID      string // of its folder
	State   *tournament.Tournament
	Variant func(id string) string            // name of a variant
	Player  func(e tournament.Entrant) string // description of a participant
	Control match.Control
	Saver   *shell.Saver
	Ctx     context.Context // of running games
	Cancel  context.CancelFunc
	Workers sync.WaitGroup
	Running map[tables.Game]*Live
	Records map[string][]byte      // of games that ended or were interrupted since it was opened
	Auto    bool                   // start rounds automatically
	Pace    time.Duration          // least time of a move between engines
	Honours bool                   // the final page was shown
	Shared  string                 // the folder with shared files; empty: none yet
	Open    map[tables.Game]string // ids of network games that can be joined
}

// enginePaces are the delays of engine games for watching, in the order of textEnginePaces.
var enginePaces = []time.Duration{0, time.Second, 3 * time.Second}

// setPace sets the delay of engine games, including running ones. A watched game keeps its own pace if that
// is slower.
func (h *Event) setPace(pace time.Duration) {
	h.Pace = pace
	for _, l := range h.Running {
		l.rest = pace
		if l.Watched == nil || time.Duration(l.Pace.Load()) < pace {
			l.Pace.Store(int64(pace))
		}
	}
}

// entered returns the current participants in order of entry.
func (h *Event) entered() (list []tournament.Enter) {
	for _, e := range h.State.Entrants() {
		if !e.Withdrawn {
			list = append(list, tournament.Enter{Name: e.Name, Kind: e.Kind, Ref: e.Ref, Rating: e.Rating})
		}
	}
	return list
}

// Clock returns the clock of a tournament in the format of package match.
func Clock(c tournament.Config) string {
	if c.Clock == "" {
		return "none"
	}
	return c.Clock
}

// InTurn reports whether all earlier games of the pairing are over.
func (h *Event) InTurn(d tournament.Due) bool {
	p, err := h.State.Pairing(d.Pairing)
	return err == nil && !slices.ContainsFunc(p.Legs[:d.Leg], func(l tournament.Leg) bool { return l.Verdict == "" })
}

// Engines reports whether both players are engines.
func (h *Event) Engines(l tournament.Leg) bool {
	return !h.person(l.Players[game.Attackers]) && !h.person(l.Players[game.Defenders])
}

func (h *Event) person(id int) bool {
	e, err := h.State.Entrant(id)
	return err == nil && e.Kind == Person
}

// ours reports whether a local human takes part.
func (h *Event) ours(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.State.Entrant(id); err == nil && e.Kind == Person && !IsGuest(e) {
			return true
		}
	}
	return false
}

// Name returns the name of a participant.
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

// Names returns the players of a game by side.
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

// Mine returns the games that local humans can play now; none for remote tournaments.
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

// RecordFile returns the file name of a game.
func RecordFile(id string, n tables.Game) string {
	return path.Join(id, "games", fmt.Sprintf("pairing%04d-game%d.json", n.Pairing, n.Leg+1))
}

// RefProgram is the prefix of refs of external engines.
const RefProgram = "cmd:"

// refGuest is the prefix of refs of remote players.
const refGuest = "guest:"

// IsGuest reports whether the participant plays on another machine.
func IsGuest(e tournament.Entrant) bool {
	return e.Kind == Person && strings.HasPrefix(e.Ref, refGuest)
}

// BetweenMachines reports whether a game involves another machine.
func (h *Event) BetweenMachines(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.State.Entrant(id); err == nil && IsGuest(e) {
			return true
		}
	}
	return false
}

// HasGuests reports whether a participant plays on another machine.
func (h *Event) HasGuests() bool {
	for _, e := range h.State.Entrants() {
		if IsGuest(e) {
			return true
		}
	}
	return false
}

// Public returns the tournament for other machines, without the commands of local programs.
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

// Prefix of refs of the built-in engine.
const refLevel = "level:"

// levelOf returns the level of a participant: 0 for a human, the highest for an external engine.
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

// headerOf returns the record header with the players of a game.
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
