package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tournament"
)

// finished is what comes back from a game.
type finished struct {
	board   board
	event   tournament.Event // what to enter
	state   match.State
	record  bool // state is that of a game that was played
	stopped bool // by Ctrl-C: there is no result
}

// grace is what an engine usually has to answer after its time is up.
const grace = 5 * time.Second

// engineError is the failure of the engine of a side.
type engineError struct {
	side game.Side
	err  error
}

func (e *engineError) Error() string { return e.err.Error() }

// game plays one game. An engine that fails forfeits it.
func (h *hall) game(ctx context.Context, d tournament.Due) finished {
	f := finished{board: board{d.Pairing, d.Leg}}
	seats, err := h.seats(d)
	defer func() {
		for _, s := range seats {
			if c, is := s.(io.Closer); is {
				c.Close() // an engine that will not go has nothing to tell us
			}
		}
	}()
	m := match.New(h.variants[d.Game.Variant].Rules.Start(), h.control)
	m.Begin(time.Now())
	if err == nil {
		err = h.turns(ctx, m, seats, d)
	}
	if ctx.Err() != nil {
		f.stopped = true
		return f
	}
	f.state, f.record = m.State(), m.Ply() > 0
	if bad, is := errors.AsType[*engineError](err); is {
		note := printable(fmt.Sprintf("turn %d: %v", m.Ply()+1, bad))
		f.state.Outcome = game.Won(bad.side.Other(), game.Abandoned)
		f.event = tournament.Forfeit{Pairing: d.Pairing, Leg: d.Leg, Player: d.Game.Players[bad.side], Note: note}
		return f
	}
	if !f.state.Outcome.Over() {
		f.state.Outcome = game.Drawn(game.Adjudicated)
	}
	o := f.state.Outcome
	f.event = tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: tournament.Verdict(o.Result()), Cause: o.Cause.String(), Plies: m.Ply()}
	return f
}

// printable cuts a message of an engine down to what a note may hold.
func printable(text string) string {
	runes := []rune{}
	for _, r := range text {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			r = ' '
		}
		if runes = append(runes, r); len(string(runes)) > 100 {
			break
		}
	}
	return string(runes)
}

// seats makes the engines; entrants have the numbers of their places in the
// file. Their chance depends on the event's seed and the game alone.
func (h *hall) seats(d tournament.Due) (seats [game.Sides]ai.Engine, err error) {
	chance := rand.New(rand.NewPCG(h.event.Seed, uint64(d.Pairing)<<8|uint64(d.Leg)))
	for side, id := range d.Game.Players {
		make, err := parseEngine(h.event.Entrants[id-1].Engine, h.hash, d.Game.Variant)
		if err != nil {
			return seats, &engineError{game.Side(side), err}
		}
		seats[side] = make(chance.Uint64() | 1)
	}
	return seats, nil
}

// turns plays until the game is over or too long. Both games of a pairing have
// the same random opening.
func (h *hall) turns(ctx context.Context, m *match.Match, seats [game.Sides]ai.Engine, d tournament.Due) error {
	luck := ai.Random(rand.New(rand.NewPCG(h.event.Seed, 1<<40|uint64(d.Pairing)<<8|uint64(d.Leg/2))).Uint64())
	for !m.Outcome().Over() && m.Ply() < h.event.MaxPlies {
		side := m.Side()
		who := seats[side]
		if m.Ply() < h.event.Opening {
			who = luck
		}
		mv, err := h.think(ctx, who, m, side)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return &engineError{side, err}
		}
		if _, err := m.Do(side, match.Play{Ply: m.Ply(), Move: mv}, time.Now()); err != nil {
			return &engineError{side, fmt.Errorf("its move is refused: %w", err)}
		}
		waive(m)
	}
	return nil
}

// waive makes a repetition in dispute a draw, for engines claim nothing.
func waive(m *match.Match) {
	if !m.Disputed() {
		return
	}
	for _, side := range []game.Side{game.Attackers, game.Defenders} {
		_, _ = m.Do(side, match.WaiveClaim{}, time.Now()) // nobody has claimed or waived before
	}
}

// think asks an engine for a step. One that neither answers nor heeds the end
// of its time is left alone with its goroutine.
func (h *hall) think(ctx context.Context, who ai.Engine, m *match.Match, side game.Side) (game.Move, error) {
	limit := time.Duration(h.event.Hang)
	own := ai.Limits{Threads: 1}
	s := m.State()
	if h.control.On() {
		face := s.Clock.Face(side, time.Now())
		own = ai.Clock{Main: face.Main, Increment: h.control.Increment, Period: face.Period, Periods: face.Periods}.Limits()
		own.Threads = 1
		if end, ok := m.Deadline(); ok {
			limit = min(limit, max(time.Until(end), time.Millisecond))
		}
	}
	thinking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type answer struct {
		m   game.Move
		err error
	}
	got := make(chan answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				got <- answer{err: fmt.Errorf("it crashed: %v", r)}
			}
		}()
		mv, _, err := who.Think(thinking, s.Position, s.History, own)
		got <- answer{mv, err}
	}()
	select {
	case a := <-got:
		return a.m, a.err
	case <-thinking.Done():
	}
	select {
	case a := <-got:
		return a.m, a.err
	case <-time.After(h.grace):
		return game.NoMove, fmt.Errorf("it has not answered for %v", limit)
	}
}
