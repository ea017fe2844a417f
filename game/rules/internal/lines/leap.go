package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// leapsOf appends the first leaps of the piece on at: over enemies it captures, and over friends.
func leapsOf(p *Position, ms []game.Move, k *kind, at game.Square) []game.Move {
	if k.friends == 0 {
		return capturesOf(p, ms, k, at)
	}
	return leapsOver(p, ms, k, at, k.takes|k.friends)
}

// capturesOf appends the leaps that capture.
func capturesOf(p *Position, ms []game.Move, k *kind, at game.Square) []game.Move {
	if !meetsEnemy(p, k, at) {
		return ms
	}
	return leapsOver(p, ms, k, at, k.takes)
}

// meetsEnemy reports whether an enemy is on a square that a piece of kind k on at might leap over. If not, it cannot
// capture.
func meetsEnemy(p *Position, k *kind, at game.Square) bool {
	return k.overs[at].And(p.Own(k.side.Other())).Any()
}

// leapsOver appends the leaps over the given pieces, a set of bits.
func leapsOver(p *Position, ms []game.Move, k *kind, at game.Square, pieces uint16) []game.Move {
	for _, h := range k.hops[at] {
		if pieces>>p.Cell[h.over&core.Slot]&1 != 0 && p.Cell[h.to&core.Slot] == game.Empty {
			ms = append(ms, game.Move{Op: game.Leap, From: at, To: h.to})
		}
	}
	return ms
}

// CanCapture reports whether the piece on at has a capturing leap.
func CanCapture(p *Position, k *kind, at game.Square) bool {
	return meetsEnemy(p, k, at) && canLeapOver(p, k, at, k.takes)
}

// canLeap reports whether the piece on at has any leap.
func canLeap(p *Position, k *kind, at game.Square) bool {
	return (k.friends != 0 || meetsEnemy(p, k, at)) && canLeapOver(p, k, at, k.takes|k.friends)
}

// hopsFrom returns the hops of a piece of kind k on at, or nil if it certainly has nowhere to land.
func hopsFrom(p *Position, k *kind, at game.Square) []hop {
	if !k.lands[at].And(p.free()).Any() {
		return nil
	}
	return k.hops[at]
}

func canLeapOver(p *Position, k *kind, at game.Square, pieces uint16) bool {
	for _, h := range k.hops[at] {
		if pieces>>p.Cell[h.over&core.Slot]&1 != 0 && p.Cell[h.to&core.Slot] == game.Empty {
			return true
		}
	}
	return false
}

// goesOn appends the leaps that continue a chain: captures, and hops over friends to squares that the piece has not
// visited since its last capture.
func goesOn(p *Position, ms []game.Move) []game.Move {
	k := &p.Game.Kind[p.Cell[p.Chain&core.Slot]&core.KindMask]
	ms = capturesOf(p, ms, k, p.Chain)
	if k.friends == 0 {
		return ms
	}
	for _, h := range k.hops[p.Chain] {
		if hopsOver(p, k, h) {
			ms = append(ms, game.Move{Op: game.Leap, From: p.Chain, To: h.to})
		}
	}
	return ms
}

// hopsOver reports whether a chain may continue with a hop over a friend.
func hopsOver(p *Position, k *kind, h hop) bool {
	return k.friends>>p.Cell[h.over&core.Slot]&1 != 0 && p.Cell[h.to&core.Slot] == game.Empty &&
		!p.State.trail.Has(h.to)
}

// canGoOn reports whether goesOn would append a leap.
func canGoOn(p *Position) bool {
	k := &p.Game.Kind[p.Cell[p.Chain&core.Slot]&core.KindMask]
	if CanCapture(p, k, p.Chain) {
		return true
	}
	return k.friends != 0 && slices.ContainsFunc(k.hops[p.Chain], func(h hop) bool { return hopsOver(p, k, h) })
}
