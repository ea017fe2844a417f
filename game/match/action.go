package match

import (
	"errors"
	"time"

	"tafl3d/game"
)

// Errors of refused actions. An illegal move is refused with an error of package rules.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrOver        = errors.New("the game is over")
	ErrPaused      = errors.New("the game is paused")
	ErrNotPaused   = errors.New("the game is not paused")
	ErrStale       = errors.New("the position has changed in the meantime")
	ErrOffered     = errors.New("you have already offered a draw")
	ErrNoOffer     = errors.New("no draw was offered")
	ErrNoneBack    = errors.New("there is no move to undo")
	ErrNoneAhead   = errors.New("there is no move to redo")
	ErrTimeLeft    = errors.New("there is time left on the clock")
)

// Action is a request of a side.
type Action interface {
	do(m *Match, side game.Side, now time.Time) ([]game.Event, error)
}

type (
	// Play plays a step. Ply is the ply for which the player chose it.
	Play struct {
		Ply  int
		Move game.Move
	}
	// Resign resigns the game.
	Resign struct{}
	// OfferDraw offers a draw. The offer lapses when the opponent completes a move. If the opponent has an open
	// offer, OfferDraw accepts it.
	OfferDraw struct{}
	// AcceptDraw accepts the opponent's draw offer.
	AcceptDraw struct{}
	// DeclineDraw declines the opponent's draw offer.
	DeclineDraw struct{}
	// Undo takes back moves; an unfinished multi-step move counts as one. The clocks return to their values at that
	// time. A finished game is resumed. With Pause the game is paused at the same moment.
	Undo struct {
		Plies int
		Pause bool
	}
	// Redo plays moves again that were taken back.
	Redo struct {
		Plies int
		Pause bool
	}
	// Pause stops the clock and refuses moves until Resume.
	Pause struct{}
	// Resume ends a pause.
	Resume struct{}
	// Forfeit is the loss of a side that has left the game. The table requests it on behalf of that side.
	Forfeit struct{}
	// Flag checks whether the time of the side to move has run out.
	Flag struct{}
)

// Do carries out an action of side and returns the changes of the board. If time has run out, the game ends instead,
// whatever the action is.
func (m *Match) Do(side game.Side, a Action, now time.Time) ([]game.Event, error) {
	if !m.end.Over() && m.clock.Fallen(now) {
		return m.finish(game.Won(m.line.Turn().Other(), game.Time), now), nil
	}
	return a.do(m, side, now)
}

func (p Play) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	switch {
	case m.end.Over():
		return nil, ErrOver
	case m.paused:
		return nil, ErrPaused
	case side != m.line.Turn():
		return nil, ErrNotYourTurn
	case p.Ply != m.record.ply:
		return nil, ErrStale
	case m.claims.Disputed:
		return nil, ErrDisputed
	}
	d, err := m.line.Try(p.Move)
	if err != nil {
		return nil, err
	}
	m.steps = append(m.steps, d)
	events := d.Events()
	if !m.line.MidTurn() {
		events = append(events, m.complete(side, now)...)
	}
	return events, nil
}

func (Resign) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	if m.end.Over() {
		return nil, ErrOver
	}
	return m.finish(game.Won(side.Other(), game.Resigned), now), nil
}

func (Forfeit) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	if m.end.Over() {
		return nil, ErrOver
	}
	return m.finish(game.Won(side.Other(), game.Abandoned), now), nil
}

func (OfferDraw) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	switch {
	case m.end.Over():
		return nil, ErrOver
	case m.offer.Open && m.offer.By != side:
		return m.finish(game.Drawn(game.Agreed), now), nil
	case m.offered[side]:
		return nil, ErrOffered
	}
	m.offer = Offer{Open: true, By: side}
	m.offered[side] = true
	return nil, nil
}

func (AcceptDraw) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	if err := m.offerTo(side); err != nil {
		return nil, err
	}
	return m.finish(game.Drawn(game.Agreed), now), nil
}

func (DeclineDraw) do(m *Match, side game.Side, _ time.Time) ([]game.Event, error) {
	if err := m.offerTo(side); err != nil {
		return nil, err
	}
	m.offer = Offer{}
	return nil, nil
}

// offerTo returns an error if side has no offer to answer.
func (m *Match) offerTo(side game.Side) error {
	switch {
	case m.end.Over():
		return ErrOver
	case !m.offer.Open || m.offer.By == side:
		return ErrNoOffer
	}
	return nil
}

func (u Undo) do(m *Match, _ game.Side, now time.Time) ([]game.Event, error) {
	n := m.record.ply
	if len(m.steps) > 0 {
		n++
	}
	if u.Plies < 1 || u.Plies > n {
		return nil, ErrNoneBack
	}
	events := m.unwind()
	for range m.record.ply - (n - u.Plies) {
		events = append(events, m.undoMove()...)
	}
	m.paused = m.paused || u.Pause
	return append(events, m.refresh(now)...), nil
}

func (r Redo) do(m *Match, _ game.Side, now time.Time) ([]game.Event, error) {
	switch {
	case m.end.Over():
		return nil, ErrOver
	case r.Plies < 1 || m.record.ply+r.Plies > m.record.Len() || len(m.steps) > 0:
		return nil, ErrNoneAhead
	}
	var events []game.Event
	for range r.Plies {
		events = append(events, m.redoMove()...)
	}
	m.paused = m.paused || r.Pause
	return append(events, m.refresh(now)...), nil
}

func (Pause) do(m *Match, _ game.Side, now time.Time) ([]game.Event, error) {
	switch {
	case m.end.Over():
		return nil, ErrOver
	case m.paused:
		return nil, ErrPaused
	}
	m.paused = true
	m.clock.stop(now)
	return nil, nil
}

func (Resume) do(m *Match, _ game.Side, now time.Time) ([]game.Event, error) {
	switch {
	case m.end.Over():
		return nil, ErrOver
	case !m.paused:
		return nil, ErrNotPaused
	}
	m.paused = false
	m.Begin(now)
	return nil, nil
}

func (Flag) do(m *Match, _ game.Side, _ time.Time) ([]game.Event, error) {
	if m.end.Over() {
		return nil, ErrOver
	}
	return nil, ErrTimeLeft
}
