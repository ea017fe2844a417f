package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// eventFile is the file of an event in its folder.
const eventFile = "event.json"

// The kinds of entrants.
const (
	kindPerson = "person"
	kindEngine = "engine"
)

// hallMost is how many can enter an event at one desktop.
const hallMost = 32

// hall is an event that is open. It belongs to the main thread; games of
// engines run beside it.
type hall struct {
	id      string // of its folder
	ev      *tournament.Tournament
	control match.Control
	saver   *shell.Saver
	ctx     context.Context // of the games that run
	cancel  context.CancelFunc
	workers sync.WaitGroup
	running map[seatNo]*live
	records map[string][]byte // of games that ended or were left since it was opened
	auto    bool              // the next round begins by itself
	honours bool              // the awards have been shown
	open    map[seatNo]string // games over the network that can be joined now, by id
	gate    *gate             // nil while the event is closed to the local network
}

// seatNo names a game of an event.
type seatNo struct{ pairing, leg int }

// number is a seatNo as the argument of a command.
func (n seatNo) number() int { return n.pairing<<8 | n.leg }

func seatOf(arg int) seatNo { return seatNo{arg >> 8, arg & 255} }

// readEvent reads an event.
func readEvent(from Events, id string) (*tournament.Tournament, error) {
	data, err := from.Load(path.Join(id, eventFile))
	if err != nil {
		return nil, err
	}
	return tournament.Decode(data)
}

// setAside keeps a damaged event and says so.
func (a *App) setAside(id string, fault error) {
	to, err := a.opt.Hall.Events.Aside(path.Join(id, eventFile))
	if err != nil {
		a.Refuse(textError(err))
		return
	}
	a.Say(textBadEvent(a.opt.Hall.Events.Where(to), fault), panel.Bad)
}

// knows reports whether everything that an event names is here.
func (a *App) knows(c tournament.Config) error {
	_, err := match.ParseControl(controlText(c))
	for _, v := range c.Variants {
		_, fault := a.lib.get(v.ID)
		err = errors.Join(err, fault)
	}
	return err
}

// controlText is the clock of an event as package match reads it.
func controlText(c tournament.Config) string {
	if c.Clock == "" {
		return "none"
	}
	return c.Clock
}

// enterHall opens an event in the place of the one before.
func (a *App) enterHall(id string, ev *tournament.Tournament) {
	a.shutHall()
	h := &hall{id: id, ev: ev, running: map[seatNo]*live{}, records: map[string][]byte{}, open: map[seatNo]string{}, honours: ev.Phase() == tournament.Over}
	h.control, _ = match.ParseControl(controlText(ev.Config())) // knows has checked it
	h.ctx, h.cancel = context.WithCancel(a.Ctx())
	h.saver = a.NewSaver(h.ctx, a.opt.Hall.Events)
	a.hall = h
	a.pump()
	if h.hasGuests() && ev.Phase() != tournament.Over {
		a.openGate()
	}
}

// shutHall closes the event that is open. Games of engines that are under way
// are played anew another time.
func (a *App) shutHall() {
	h := a.hall
	if h == nil {
		return
	}
	if a.game != nil && a.game.bout != nil {
		a.leave()
		a.set(a.lib.usual(a.settings.New.Variant))
	}
	a.shutGate()
	h.cancel()
	h.saver.Close()
	a.hall = nil
	a.Go(h.workers.Wait) // a program that does not heed takes its time
}

// happen lets something happen to the event, saves it and goes on with what
// follows. It reports whether the event was accepted.
func (a *App) happen(e tournament.Event) bool {
	if err := a.occur(e); err != nil {
		a.Refuse(textEventError(err))
		return false
	}
	return true
}

// occur is happen where somebody else is told why not.
func (a *App) occur(e tournament.Event) error {
	h := a.hall
	now := a.opt.Clock.Now()
	if last := h.ev.Now(); now.Before(last) { // the clock of another day went ahead
		now = last
	}
	if err := h.ev.Apply(now, e); err != nil {
		return err
	}
	a.saveHall()
	a.pump()
	a.Touch()
	return nil
}

func (a *App) saveHall() {
	data, err := a.hall.ev.Encode()
	if err != nil {
		a.NotSaved(eventFile, err)
		return
	}
	a.hall.saver.Save(path.Join(a.hall.id, eventFile), data)
}

// pump begins what can begin: the games of engines, and the next round where it
// does so by itself.
func (a *App) pump() {
	h := a.hall
	if h.auto && h.ev.Phase() == tournament.Running && len(h.ev.Due()) == 0 && h.ev.CanPair(a.opt.Clock.Now()) == nil {
		a.nextRound() // which comes back here
		return
	}
	if h.ev.Phase() == tournament.Running && a.opt.Hall.Entrants != nil {
		for _, d := range h.ev.Due() {
			if len(h.running) >= a.opt.Hall.Entrants.Jobs() {
				break
			}
			if n := (seatNo{d.Pairing, d.Leg}); h.running[n] == nil && h.engines(d.Game) && h.inTurn(d) {
				a.run(d)
			}
		}
	}
	a.pumpGate()
	if h.ev.Phase() == tournament.Over && !h.honours {
		h.honours = true
		a.Say(textEventOver(h.ev.Config().Name), panel.Good)
		if _, at := a.Front().(*hallPage); at {
			a.Open(honoursPage{a})
		}
	}
}

// nextRound pairs the next round. An event in which nobody can be paired any
// more ends.
func (a *App) nextRound() {
	h := a.hall
	now := a.opt.Clock.Now()
	if last := h.ev.Now(); now.Before(last) {
		now = last
	}
	err := h.ev.Apply(now, tournament.Pair{})
	switch {
	case err == nil:
		a.saveHall()
		a.Touch()
		a.pump()
	case len(h.ev.Due()) == 0 && (errors.Is(err, tournament.ErrNobody) || errors.Is(err, tournament.ErrFew) || errors.Is(err, tournament.ErrLate)):
		a.happen(tournament.End{Note: strings.ReplaceAll(err.Error(), "\n", "; ")})
	default:
		h.auto = false
		a.Refuse(textEventError(err))
	}
}

// inTurn reports whether the games before it in its pairing are over.
func (h *hall) inTurn(d tournament.Due) bool {
	p, err := h.ev.Pairing(d.Pairing)
	return err == nil && !slices.ContainsFunc(p.Legs[:d.Leg], func(l tournament.Leg) bool { return l.Verdict == "" })
}

// engines reports whether nobody at a board is a person.
func (h *hall) engines(l tournament.Leg) bool {
	return !h.person(l.Players[game.Attackers]) && !h.person(l.Players[game.Defenders])
}

func (h *hall) person(id int) bool {
	e, err := h.ev.Entrant(id)
	return err == nil && e.Kind == kindPerson
}

// ours reports whether a person who sits here is at a board.
func (h *hall) ours(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.ev.Entrant(id); err == nil && e.Kind == kindPerson && !guest(e) {
			return true
		}
	}
	return false
}

// name returns the name of an entrant.
func (h *hall) name(id int) string {
	e, err := h.ev.Entrant(id)
	switch {
	case id < 0:
		return textToCome
	case err != nil:
		return textNobody
	}
	return e.Name
}

// names returns who plays a game, by side.
func (h *hall) names(l *tournament.Leg) (names [game.Sides]string) {
	for side, id := range l.Players {
		names[side] = h.name(id)
	}
	return names
}

// due returns a game if it has no result.
func (h *hall) due(n seatNo) (tournament.Due, bool) {
	for _, d := range h.ev.Due() {
		if d.Pairing == n.pairing && d.Leg == n.leg {
			return d, true
		}
	}
	return tournament.Due{}, false
}

// mine returns the games that people who sit here can play now: none of an event
// elsewhere.
func (h *hall) mine() (list []tournament.Due) {
	if h.ev.Phase() != tournament.Running || h.saver == nil {
		return nil
	}
	for _, d := range h.ev.Due() {
		if h.ours(d.Game) && h.inTurn(d) {
			list = append(list, d)
		}
	}
	return list
}

// recordName is the file of a game.
func recordName(id string, n seatNo) string {
	return path.Join(id, "games", fmt.Sprintf("pairing%04d-game%d.json", n.pairing, n.leg+1))
}

// record returns the record of a game, nil if there is none.
func (a *App) record(n seatNo) (*kept, error) {
	name := recordName(a.hall.id, n)
	data, err := a.hall.records[name], error(nil)
	if data == nil {
		data, err = a.opt.Hall.Events.Load(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k *kept
	if err == nil {
		k, err = a.readGame(data, a.lib.get)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.opt.Hall.Events.Where(name), err)
	}
	return k, nil
}

// keepRecord saves the record of a game.
func (a *App) keepRecord(n seatNo, head match.Header, s match.State) {
	data, err := match.Encode(head, s)
	if err != nil {
		a.NotSaved(a.hall.id, err)
		return
	}
	name := recordName(a.hall.id, n)
	a.hall.records[name] = data
	a.hall.saver.Save(name, data)
}

// header is what the record of a game tells of who plays.
func (h *hall) header(l *tournament.Leg) match.Header {
	head := match.Header{Variant: l.Variant}
	for side, id := range l.Players {
		e, _ := h.ev.Entrant(id)
		head.Seats[side] = match.Seat{Player: "human", Name: e.Name}
		if level := levelOf(e); level > 0 {
			head.Seats[side].Player, head.Seats[side].Level = "computer", level
		}
	}
	return head
}
