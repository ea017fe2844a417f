// Package play plays one game of a tournament between two players that need no one at the board. It does not depend
// on engines or windows.
package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
	"unicode"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/tournament"
)

// Defaults for a tournament game.
const (
	MaxPlies = 400
	Hang     = time.Minute
	Grace    = 5 * time.Second
)

// Game is a tournament game to be played.
type Game struct {
	Due     tournament.Due
	Start   rules.Position
	Control match.Control
	Seats   [game.Sides]table.Player
	Clock   table.Clock // nil: the system clock
	// Luck plays the first Opening moves of both sides.
	Luck     table.Player
	Opening  int
	MaxPlies int           // plies of both sides, after which the game is adjudicated a draw; 0: MaxPlies
	Hang     time.Duration // a player that does not answer for this long loses; 0: Hang
	Grace    time.Duration // tolerance beyond a player's time limit; 0: Grace
	// Show is called after every step, on the goroutine of the game. It may be nil.
	Show func(events []game.Event, s match.State)
}

// Result is the outcome of a game.
type Result struct {
	Event tournament.Event // to be applied to the tournament; nil if ctx ended first
	State match.State
}

// Chance returns the random seeds of both players and of the opening, which is the same in both games of a pairing.
// They depend only on the tournament's seed and the number of the game.
func Chance(seed uint64, d tournament.Due) (seats [game.Sides]uint64, opening uint64) {
	chance := rand.New(rand.NewPCG(seed, uint64(d.Pairing)<<8|uint64(d.Leg)))
	for side := range seats {
		seats[side] = chance.Uint64() | 1
	}
	return seats, rand.New(rand.NewPCG(seed, 1<<40|uint64(d.Pairing)<<8|uint64(d.Leg/2))).Uint64()
}

// playerError is an error of a side's player.
type playerError struct {
	side game.Side
	err  error
}

func (e *playerError) Error() string { return e.err.Error() }

// systemClock is the system clock.
type systemClock struct{}

func (systemClock) Now() time.Time                         { return time.Now() }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// filled returns the game with all defaults filled in.
func (g Game) filled() Game {
	if g.Clock == nil {
		g.Clock = systemClock{}
	}
	if g.MaxPlies == 0 {
		g.MaxPlies = MaxPlies
	}
	if g.Hang == 0 {
		g.Hang = Hang
	}
	if g.Grace == 0 {
		g.Grace = Grace
	}
	return g
}

// Play plays the game to its end. A player that fails, makes an illegal move or does not answer forfeits the game.
func (g Game) Play(ctx context.Context) Result {
	g = g.filled()
	m := match.New(g.Start, g.Control)
	m.Begin(g.Clock.Now())
	err := g.playMoves(ctx, m)
	r := Result{State: m.State()}
	if ctx.Err() != nil {
		return r
	}
	if bad, is := errors.AsType[*playerError](err); is {
		r.State.Outcome = game.Won(bad.side.Other(), game.Abandoned)
		r.Event = Failed(g.Due, bad.side, fmt.Errorf("turn %d: %w", m.Ply()+1, bad.err))
		return r
	}
	if !r.State.Outcome.Over() {
		r.State.Outcome = game.Drawn(game.Adjudicated)
	}
	r.Event = Reported(g.Due, &r.State)
	return r
}

// Reported returns the report of a game that was played to its end.
func Reported(d tournament.Due, s *match.State) tournament.Report {
	o := s.Outcome
	return tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: tournament.Verdict(o.Result()),
		Cause: o.Cause.String(), Plies: s.Record.Ply()}
}

// Failed returns the forfeit of a side whose player failed.
func Failed(d tournament.Due, side game.Side, err error) tournament.Forfeit {
	return tournament.Forfeit{Pairing: d.Pairing, Leg: d.Leg, Player: d.Game.Players[side],
		Note: printable(err.Error())}
}

// noteBytes is the approximate maximum length of a message in a note.
const noteBytes = 100

// printable removes unprintable characters from a player's message and truncates it to noteBytes.
func printable(text string) string {
	runes := []rune{}
	for _, r := range text {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			r = ' '
		}
		if runes = append(runes, r); len(string(runes)) > noteBytes {
			break
		}
	}
	return string(runes)
}

// playMoves plays until the game is over or reaches MaxPlies.
func (g *Game) playMoves(ctx context.Context, m *match.Match) error {
	for !m.Outcome().Over() && m.Ply() < g.MaxPlies {
		side := m.Side()
		who := g.Seats[side]
		if m.Ply() < g.Opening {
			who = g.Luck
		}
		mv, err := g.chooseStep(ctx, who, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return &playerError{side, err}
		}
		events, err := m.Do(side, match.Play{Ply: m.Ply(), Move: mv}, g.Clock.Now())
		if err != nil {
			return &playerError{side, fmt.Errorf("its move is illegal: %w", err)}
		}
		g.waiveClaims(m)
		if g.Show != nil {
			g.Show(events, m.State())
		}
	}
	return nil
}

// waiveClaims turns a disputed repetition into a draw, because these players make no claims.
func (g *Game) waiveClaims(m *match.Match) {
	if !m.Disputed() {
		return
	}
	for _, side := range []game.Side{game.Attackers, game.Defenders} {
		_, _ = m.Do(side, match.WaiveClaim{}, g.Clock.Now()) // no error: no claim was made or waived before
	}
}

// chooseStep asks a player for a step.
func (g *Game) chooseStep(ctx context.Context, who table.Player, m *match.Match) (game.Move, error) {
	limit := g.Hang
	if end, ok := m.Deadline(); ok {
		limit = min(limit, max(end.Sub(g.Clock.Now()), time.Millisecond))
	}
	s := m.State()
	return Guard{who, g.Clock, limit, g.Grace}.Choose(ctx, table.Situation{Position: s.Position, History: s.History,
		Clock: s.Clock, Now: g.Clock.Now()})
}

// Guard wraps a player and turns its panics and missing answers into errors.
type Guard struct {
	table.Player
	Clock table.Clock
	Limit time.Duration // time limit of a step
	Grace time.Duration // additional time to answer after Limit
}

// answer is the result of a player's Choose.
type answer struct {
	move game.Move
	err  error
}

// Choose implements table.Player. If a player neither answers nor observes the end of its context, Choose returns an
// error and abandons the player's goroutine.
func (g Guard) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	thinking, cancel := context.WithCancel(ctx)
	defer cancel()
	got := g.ask(thinking, s)
	select {
	case a := <-got:
		return a.move, a.err
	case <-g.Clock.After(g.Limit):
		cancel()
	case <-ctx.Done():
	}
	select {
	case a := <-got:
		if a.err == nil || ctx.Err() != nil {
			return a.move, a.err
		}
	case <-g.Clock.After(g.Grace):
	}
	return game.NoMove, fmt.Errorf("no answer within %v", g.Limit)
}

// ask runs the player on its own goroutine and recovers its panics.
func (g Guard) ask(ctx context.Context, s table.Situation) <-chan answer {
	got := make(chan answer, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				got <- answer{err: fmt.Errorf("it crashed: %v", r)}
			}
		}()
		mv, err := g.Player.Choose(ctx, s)
		got <- answer{mv, err}
	}()
	return got
}
