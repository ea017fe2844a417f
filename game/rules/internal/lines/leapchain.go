package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// leapsOf appends the first leaps of the piece on at: over enemies it takes,
// and over friends.
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

// meetsEnemy reports whether an enemy stands where a piece of kind k on at
// might leap over it: the quick way to see that it cannot capture.
func meetsEnemy(p *Position, k *kind, at game.Square) bool {
	return k.overs[at].And(p.Own(k.side.Other())).Any()
}

// leapsOver appends the leaps over the given pieces, a bit each.
func leapsOver(p *Position, ms []game.Move, k *kind, at game.Square, pieces uint16) []game.Move {
	for _, h := range k.hops[at] {
		if pieces>>p.Cell[h.over&core.Slot]&1 != 0 && p.Cell[h.to&core.Slot] == game.Empty {
			ms = append(ms, game.Move{Op: game.Leap, From: at, To: h.to})
		}
	}
	return ms
}

// CanCapture reports whether the piece on at has a leap that captures.
func CanCapture(p *Position, k *kind, at game.Square) bool {
	return meetsEnemy(p, k, at) && canLeapOver(p, k, at, k.takes)
}

// canLeap reports whether the piece on at has any leap.
func canLeap(p *Position, k *kind, at game.Square) bool {
	return (k.friends != 0 || meetsEnemy(p, k, at)) && canLeapOver(p, k, at, k.takes|k.friends)
}

// hopsFrom returns the hops of a piece of kind k on at: none if it is plain
// that there is nowhere to land.
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

// over returns the square that a leap passes.
func (k *kind) over(m game.Move) game.Square {
	for _, h := range k.hops[m.From] {
		if h.to == m.To {
			return h.over
		}
	}
	return game.NoSquare
}

// goesOn appends the leaps that go on with a chain: captures, and hops over
// friends to where the piece has not stood since it last captured.
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

// hopsOver reports whether a chain may go on with a hop over a friend.
func hopsOver(p *Position, k *kind, h hop) bool {
	return k.friends>>p.Cell[h.over&core.Slot]&1 != 0 && p.Cell[h.to&core.Slot] == game.Empty && !p.State.trail.Has(h.to)
}

// canGoOn reports whether goesOn has any leap.
func canGoOn(p *Position) bool {
	k := &p.Game.Kind[p.Cell[p.Chain&core.Slot]&core.KindMask]
	if CanCapture(p, k, p.Chain) {
		return true
	}
	return k.friends != 0 && slices.ContainsFunc(k.hops[p.Chain], func(h hop) bool { return hopsOver(p, k, h) })
}

// chainOn appends the leaps that go on with a chain and, where the turn may
// stop, game.End.
func chainOn(p *Position, ms []game.Move) []game.Move {
	first := len(ms)
	ms = goesOn(p, ms)
	if p.State.must && p.Game.Set.Capture.Longest {
		ms = append(ms[:first], longestOf(p, ms[first:])...)
		if len(ms) > first {
			return ms
		}
	}
	if mayStop(p) {
		ms = append(ms, game.Move{Op: game.End, From: p.Chain, To: p.Chain})
	}
	return ms
}

// mayStop reports whether a chain may end where it is.
func mayStop(p *Position) bool {
	g, s := p.Game, &p.State
	k := &g.Kind[p.Cell[p.Chain&core.Slot]&core.KindMask]
	switch {
	case g.noRest.Has(p.Chain), s.must && !s.took:
		return false
	case k.chain == ruleset.ChainMandatory && !(g.huff && g.Set.Capture.HuffShort):
		return !mustGoOn(p, k)
	}
	return true
}

// mustGoOn reports whether the chain's piece has another capture that can be
// completed.
func mustGoOn(p *Position, k *kind) bool {
	if !p.Game.noRest.Any() {
		return CanCapture(p, k, p.Chain)
	}
	var buf [16]game.Move
	for _, m := range capturesOf(p, buf[:0], k, p.Chain) {
		if restsAfter(p, m, false) {
			return true
		}
	}
	return false
}

// chainLook is how many leaps are tried to find how a chain can go on. Chains of
// more than some twenty captures may need more; what is found by then counts.
const chainLook = 1 << 14

// restsAfter reports whether a chain that goes on with m can end where a turn
// may, taking somebody if it is to.
func restsAfter(p *Position, m game.Move, taking bool) bool {
	left := chainLook
	return restsWithin(p, m, taking, &left)
}

// restsWithin is restsAfter as far as the number of leaps left to be tried
// shows. Whoever makes a leap after which it found an end finds that end again,
// with less to try.
func restsWithin(p *Position, m game.Move, taking bool, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	before := p.State
	if !before.Busy {
		p.resetTurn()
	}
	var d Delta
	p.Play(m, &d)
	rests := rests(p, &d, taking, left)
	p.Undo(&d)
	p.State = before
	return rests
}

// rests is restsWithin for a leap that has been made.
func rests(p *Position, d *Delta, taking bool, left *int) bool {
	enough := p.State.took || !taking
	switch {
	case d.Ends:
		return enough && !p.Game.noRest.Has(d.Move.To)
	case p.Chain == game.NoSquare:
		return enough
	case enough && !p.Game.noRest.Has(p.Chain):
		return true
	}
	var buf [16]game.Move
	for _, next := range goesOn(p, buf[:0]) {
		if restsWithin(p, next, taking, left) {
			return true
		}
	}
	return false
}

// leap makes a leap and reports whether the turn waits for the next step of
// its chain or ambush.
func leap(p *Position, d *Delta) (waits bool) {
	g, s, m := p.Game, &p.State, d.Move
	k := &g.Kind[d.Piece]
	over := k.over(m)
	c := p.Cell[over&core.Slot] & core.KindMask
	bit := uint16(1) << c
	carry(p, m.From, m.To)
	s.retired = s.retired || k.retreat == ruleset.RetreatAll && g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From]
	if k.takes&bit == 0 && k.friends&bit == 0 {
		return ambush(p, d, over)
	}
	if p.Chain != game.NoSquare {
		d.Link = LinkChain
	}
	if k.takes&bit != 0 {
		capture(p, d, over, c, game.ByJump)
		s.trail = core.Points{}
	} else if p.Chain == game.NoSquare {
		s.trail.Set(m.From)
	}
	s.trail.Set(m.To)
	p.Chain = game.NoSquare
	if k.chain == ruleset.ChainOff || g.Set.Actions.Number > 1 {
		return false
	}
	p.Chain = m.To
	if canGoOn(p) {
		return true
	}
	p.Chain = game.NoSquare
	return false
}

// capture takes an enemy off the board.
func capture(p *Position, d *Delta, at game.Square, c game.Piece, by game.Means) {
	d.Take(at, c, by)
	p.unflag(at)
	p.State.could.Clear(at)
	p.Lift(at)
	lost(p, c)
	p.State.took, p.State.Progress = true, true
}

// lost counts a piece that has left the board.
func lost(p *Position, c game.Piece) {
	if k := &p.Game.Kind[c&core.KindMask]; k.royal {
		p.State.royals[k.side&1]--
	}
}

// found counts a piece that has come back.
func found(p *Position, c game.Piece) {
	if k := &p.Game.Kind[c&core.KindMask]; k.royal {
		p.State.royals[k.side&1]++
	}
}

// carry moves a piece with its marks to an empty square.
func carry(p *Position, from, to game.Square) {
	p.Move(from, to)
	if g := p.Game; g.Chess != nil {
		if k := &g.Kind[p.Cell[to&core.Slot]&core.KindMask]; k.royal {
			p.State.royalAt[k.side&1] = to
		}
	}
	if p.State.flags.Has(from) {
		p.unflag(from)
		p.flag(to)
	}
	if p.State.could.Has(from) {
		p.State.could.Clear(from)
		p.State.could.Set(to)
	}
}
