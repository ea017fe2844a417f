// Package ai is what a thinker is: engines that choose moves, their levels,
// and the pool that shares the cores of the machine among them.
package ai

import (
	"context"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Limits bounds a search; see search.Limits.
type Limits = search.Limits

// Info is what a search found out; see search.Info.
type Info = search.Info

// ErrNoMoves is returned by engines where the side to move has no legal move.
var ErrNoMoves = search.ErrNoMoves

// Engine chooses a step for the side to move in p, whose past is h (nil: none).
// Think returns soon after ctx ends and then still answers with a legal move,
// the best it has. An engine may have limits of its own; the tighter bound
// holds. Think may be called from several goroutines, one at a time is served.
type Engine interface {
	Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error)
}

// Follower is an engine that wants to know how a game came to where it is asked
// to think. Follow is called with the start and after each turn that others chose
// before.
type Follower interface {
	Follow(p rules.Position, h *rules.History)
}

// WinIn reads a score: in how many turns of both sides the side to move wins,
// or loses. ok is false if the score proves neither.
func WinIn(score int) (turns int, win, ok bool) { return search.WinIn(score) }
