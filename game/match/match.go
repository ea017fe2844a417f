// Package match implements one game between two sides: its record, clock, offers and end. It starts no goroutines and
// takes the time as an argument.
package match

import (
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Offer is the state of draw offers.
type Offer struct {
	Open bool
	By   game.Side // undefined unless Open
}

// Match is the state of a game. It must be used by one goroutine at a time.
type Match struct {
	start   rules.Position
	line    *rules.Line
	record  Record
	steps   []rules.Delta // of the current move
	clock   Clock
	offer   Offer
	offered [game.Sides]bool // has offered a draw since its last completed move
	claims  Claims
	claimed [game.Sides]bool // has made a claim since its last completed move
	end     game.Outcome
	paused  bool
}

// State is a snapshot of a match. Later changes of the match do not affect it.
type State struct {
	Start    rules.Position
	Position rules.Position
	History  *rules.History
	Record   Record
	Steps    []rules.Delta // of the current move
	Clock    Clock
	Offer    Offer
	Claims   Claims
	Outcome  game.Outcome
	Paused   bool
	claimed  [game.Sides]bool
}

// New returns a match that begins at start. Its clock does not run before Begin is called. In families other than
// tafl, a start position that ends the game ends the match at once; a tafl start is never judged
// (docs/rules/lines.md, 10).
func New(start rules.Position, c Control) *Match {
	m := &Match{start: start, line: rules.NewLine(start, nil), clock: newClock(c)}
	m.record.turns = []Turn{{Left: m.clock.left}}
	if start.Rules().Lines() {
		m.end = m.line.Judge()
	}
	return m
}

// Begin starts the clock. Call it after New, after Decode and after a pause. The first move of a game costs no time:
// the clock starts after it.
func (m *Match) Begin(now time.Time) {
	if m.record.ply > 0 && !m.paused && !m.end.Over() && !m.claims.Disputed {
		m.clock.start(m.line.Turn(), now)
	}
}

// Side returns the side to move.
func (m *Match) Side() game.Side { return m.line.Turn() }

// Ply returns the number of moves played.
func (m *Match) Ply() int { return m.record.ply }

// Legal appends the legal steps to list.
func (m *Match) Legal(list []game.Move) []game.Move { return m.line.Legal(list) }

// Hash returns the hash of the position.
func (m *Match) Hash() uint64 { return m.line.Hash() }

// Outcome returns the outcome; it is zero while the game goes on.
func (m *Match) Outcome() game.Outcome { return m.end }

// Paused reports whether the game is paused.
func (m *Match) Paused() bool { return m.paused }

// Deadline returns when the time of the side to move runs out. It returns false while the clock is stopped.
func (m *Match) Deadline() (time.Time, bool) { return m.clock.Deadline() }

// State returns a snapshot.
func (m *Match) State() State {
	s := m.Peek()
	s.History, s.Steps = s.History.Clone(), slices.Clone(s.Steps)
	return s
}

// Peek returns a snapshot that shares memory with the match. Only read it, and only until the match changes.
func (m *Match) Peek() State {
	return State{
		Start:    m.start,
		Position: m.line.Position,
		History:  m.line.History(),
		Record:   m.record,
		Steps:    m.steps,
		Clock:    m.clock,
		Offer:    m.offer,
		Claims:   m.claims,
		Outcome:  m.end,
		Paused:   m.paused,
		claimed:  m.claimed,
	}
}

// complete finishes the move of side and checks for the end of the game.
func (m *Match) complete(side game.Side, now time.Time) []game.Event {
	m.clock.charge(side, now)
	m.addToRecord(side)
	m.offered[side], m.claimed[side] = false, false
	if m.offer.Open && m.offer.By != side {
		m.offer = Offer{}
	}
	m.updateClaims(side)
	if o := m.line.Judge(); o.Over() {
		return m.finish(o, now)
	}
	m.Begin(now)
	return nil
}

// addToRecord adds the current move to the record.
func (m *Match) addToRecord(side game.Side) {
	t := Turn{Side: side, Steps: m.steps, Text: notation.Turn(m.line.Rules(), m.steps), Left: m.clock.left}
	m.record.play(t)
	m.steps = nil
}

// finish ends the game.
func (m *Match) finish(o game.Outcome, now time.Time) []game.Event {
	m.end = o
	m.paused = false
	m.offer, m.claims = Offer{}, Claims{}
	m.clock.stop(now)
	return []game.Event{game.Ended{Outcome: o}}
}

// unwind undoes the steps of the current move.
func (m *Match) unwind() []game.Event {
	events := m.reverse(m.steps)
	m.steps = nil
	return events
}

// undoMove undoes the last move.
func (m *Match) undoMove() []game.Event {
	t := m.record.Turn(m.record.ply)
	m.record.ply--
	return m.reverse(t.Steps)
}

// redoMove replays the next move of the line.
func (m *Match) redoMove() []game.Event {
	t := m.record.Turn(m.record.ply + 1)
	for i := range t.Steps {
		var d rules.Delta
		m.line.Step(t.Steps[i].Move(), &d)
	}
	m.record.ply++
	return t.Events()
}

// reverse undoes steps, the last first, and returns the events of that.
func (m *Match) reverse(steps []rules.Delta) []game.Event {
	for _, d := range slices.Backward(steps) {
		m.line.Undo(&d)
	}
	t := Turn{Steps: steps}
	return t.UndoEvents()
}

// refresh updates clock, offers and outcome after a jump in the record.
func (m *Match) refresh(now time.Time) []game.Event {
	m.offer, m.offered, m.claimed = Offer{}, [game.Sides]bool{}, [game.Sides]bool{}
	m.claims = Claims{}
	m.updateClaims(m.line.Turn())
	m.clock.set(m.record.left())
	m.end = game.Outcome{}
	if m.record.ply > 0 || m.line.Rules().Lines() {
		if o := m.line.Judge(); o.Over() {
			return m.finish(o, now)
		}
	}
	m.Begin(now)
	return nil
}

// Control returns the time control.
func (m *Match) Control() Control { return m.clock.control }
