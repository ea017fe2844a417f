// Package ai defines engines that choose moves, their levels, and the pool that shares the
// machine's cores among them.
package ai

import (
	"context"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Limits bounds a search; see search.Limits.
type Limits = search.Limits

// Info is the result of a search; see search.Info.
type Info = search.Info

// ErrNoMoves is returned by engines if the side to move has no legal move.
var ErrNoMoves = search.ErrNoMoves

// Engine chooses a move for the side to move in p, with history h (nil: none). Think returns soon
// after ctx ends, still with a legal move: the best so far. If the engine has limits too, the
// tighter bounds apply. Think may be called from several goroutines; the calls run one at a time.
type Engine interface {
	Think(ctx context.Context, p rules.Position, h *rules.History, l Limits) (game.Move, Info, error)
}

// Follower is an engine that needs the moves that led to a position. The caller calls Follow with
// the starting position and after each turn that the engine did not choose.
type Follower interface {
	Follow(p rules.Position, h *rules.History)
}

// WinIn decodes a score: the number of turns of both sides until the side to move wins, or loses.
// ok is false if the score proves neither.
func WinIn(score int) (turns int, win, ok bool) { return search.WinIn(score) }
