package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// leapsOf appends the first leaps of the piece on at: over enemies it takes,
// and over friends.
func (p *Position) leapsOf(ms []game.Move, k *lineKind, at game.Square) []game.Move {
	if k.friends == 0 {
		return p.capturesOf(ms, k, at)
	}
	return p.leapsOver(ms, k, at, k.takes|k.friends)
}

// capturesOf appends the leaps that capture.
func (p *Position) capturesOf(ms []game.Move, k *lineKind, at game.Square) []game.Move {
	if !p.meetsEnemy(k, at) {
		return ms
	}
	return p.leapsOver(ms, k, at, k.takes)
}

// meetsEnemy reports whether an enemy stands where a piece of kind k on at
// might leap over it: the quick way to see that it cannot capture.
func (p *Position) meetsEnemy(k *lineKind, at game.Square) bool {
	return k.overs[at].and(p.own(k.side.Other())).any()
}

// leapsOver appends the leaps over the given pieces, a bit each.
func (p *Position) leapsOver(ms []game.Move, k *lineKind, at game.Square, pieces uint16) []game.Move {
	for _, h := range k.hops[at] {
		if pieces>>p.cell[h.over&slot]&1 != 0 && p.cell[h.to&slot] == game.Empty {
			ms = append(ms, game.Move{Op: game.Leap, From: at, To: h.to})
		}
	}
	return ms
}

// canCapture reports whether the piece on at has a leap that captures.
func (p *Position) canCapture(k *lineKind, at game.Square) bool {
	return p.meetsEnemy(k, at) && p.canLeapOver(k, at, k.takes)
}

// canLeap reports whether the piece on at has any leap.
func (p *Position) canLeap(k *lineKind, at game.Square) bool {
	return (k.friends != 0 || p.meetsEnemy(k, at)) && p.canLeapOver(k, at, k.takes|k.friends)
}

// hopsFrom returns the hops of a piece of kind k on at: none if it is plain
// that there is nowhere to land.
func (p *Position) hopsFrom(k *lineKind, at game.Square) []hop {
	if !k.lands[at].and(p.free()).any() {
		return nil
	}
	return k.hops[at]
}

func (p *Position) canLeapOver(k *lineKind, at game.Square, pieces uint16) bool {
	for _, h := range k.hops[at] {
		if pieces>>p.cell[h.over&slot]&1 != 0 && p.cell[h.to&slot] == game.Empty {
			return true
		}
	}
	return false
}

// over returns the square that a leap passes.
func (k *lineKind) over(m game.Move) game.Square {
	for _, h := range k.hops[m.From] {
		if h.to == m.To {
			return h.over
		}
	}
	return game.NoSquare
}

// goesOn appends the leaps that go on with a chain: captures, and hops over
// friends to where the piece has not stood since it last captured.
func (p *Position) goesOn(ms []game.Move) []game.Move {
	k := &p.rules.line.kind[p.cell[p.chain&slot]&kindMask]
	ms = p.capturesOf(ms, k, p.chain)
	if k.friends == 0 {
		return ms
	}
	for _, h := range k.hops[p.chain] {
		if p.hopsOver(k, h) {
			ms = append(ms, game.Move{Op: game.Leap, From: p.chain, To: h.to})
		}
	}
	return ms
}

// hopsOver reports whether a chain may go on with a hop over a friend.
func (p *Position) hopsOver(k *lineKind, h hop) bool {
	return k.friends>>p.cell[h.over&slot]&1 != 0 && p.cell[h.to&slot] == game.Empty && !p.state.trail.has(h.to)
}

// canGoOn reports whether goesOn has any leap.
func (p *Position) canGoOn() bool {
	k := &p.rules.line.kind[p.cell[p.chain&slot]&kindMask]
	if p.canCapture(k, p.chain) {
		return true
	}
	return k.friends != 0 && slices.ContainsFunc(k.hops[p.chain], func(h hop) bool { return p.hopsOver(k, h) })
}

// chainOn appends the leaps that go on with a chain and, where the turn may
// stop, game.End.
func (p *Position) chainOn(ms []game.Move) []game.Move {
	first := len(ms)
	ms = p.goesOn(ms)
	if p.state.must && p.rules.line.set.Capture.Longest {
		ms = append(ms[:first], p.longestOf(ms[first:])...)
		if len(ms) > first {
			return ms
		}
	}
	if p.mayStop() {
		ms = append(ms, game.Move{Op: game.End, From: p.chain, To: p.chain})
	}
	return ms
}

// mayStop reports whether a chain may end where it is.
func (p *Position) mayStop() bool {
	g, s := p.rules.line, &p.state
	k := &g.kind[p.cell[p.chain&slot]&kindMask]
	switch {
	case g.noRest.has(p.chain), s.must && !s.took:
		return false
	case k.chain == ruleset.ChainMandatory && !(g.huff && g.set.Capture.HuffShort):
		return !p.mustGoOn(k)
	}
	return true
}

// mustGoOn reports whether the chain's piece has another capture that can be
// completed.
func (p *Position) mustGoOn(k *lineKind) bool {
	if !p.rules.line.noRest.any() {
		return p.canCapture(k, p.chain)
	}
	var buf [16]game.Move
	for _, m := range p.capturesOf(buf[:0], k, p.chain) {
		if p.restsAfter(m, false) {
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
func (p *Position) restsAfter(m game.Move, taking bool) bool {
	left := chainLook
	return p.restsWithin(m, taking, &left)
}

// restsWithin is restsAfter as far as the number of leaps left to be tried
// shows. Whoever makes a leap after which it found an end finds that end again,
// with less to try.
func (p *Position) restsWithin(m game.Move, taking bool, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	before := p.state
	if !before.busy {
		p.resetTurn()
	}
	var d Delta
	p.linePlay(m, &d)
	rests := p.rests(&d, taking, left)
	p.lineUndo(&d)
	p.state = before
	return rests
}

// rests is restsWithin for a leap that has been made.
func (p *Position) rests(d *Delta, taking bool, left *int) bool {
	enough := p.state.took || !taking
	switch {
	case d.ends:
		return enough && !p.rules.line.noRest.has(d.move.To)
	case p.chain == game.NoSquare:
		return enough
	case enough && !p.rules.line.noRest.has(p.chain):
		return true
	}
	var buf [16]game.Move
	for _, next := range p.goesOn(buf[:0]) {
		if p.restsWithin(next, taking, left) {
			return true
		}
	}
	return false
}

// leap makes a leap and reports whether the turn waits for the next step of
// its chain or ambush.
func (p *Position) leap(d *Delta) (waits bool) {
	g, s, m := p.rules.line, &p.state, d.move
	k := &g.kind[d.piece]
	over := k.over(m)
	c := p.cell[over&slot] & kindMask
	bit := uint16(1) << c
	p.carry(m.From, m.To)
	s.retired = s.retired || k.retreat == ruleset.RetreatAll && g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From]
	if k.takes&bit == 0 && k.friends&bit == 0 {
		return p.ambush(d, over)
	}
	if p.chain != game.NoSquare {
		d.link = LinkChain
	}
	if k.takes&bit != 0 {
		p.capture(d, over, c, game.ByJump)
		s.trail = points{}
	} else if p.chain == game.NoSquare {
		s.trail.set(m.From)
	}
	s.trail.set(m.To)
	p.chain = game.NoSquare
	if k.chain == ruleset.ChainOff || g.set.Actions.Number > 1 {
		return false
	}
	p.chain = m.To
	if p.canGoOn() {
		return true
	}
	p.chain = game.NoSquare
	return false
}

// capture takes an enemy off the board.
func (p *Position) capture(d *Delta, at game.Square, c game.Piece, by game.Means) {
	d.take(at, c, by)
	p.unflag(at)
	p.state.could.clear(at)
	p.lift(at)
	p.lost(c)
	p.state.took, p.state.progress = true, true
}

// lost counts a piece that has left the board.
func (p *Position) lost(c game.Piece) {
	if k := &p.rules.line.kind[c&kindMask]; k.royal {
		p.state.royals[k.side&1]--
	}
}

// found counts a piece that has come back.
func (p *Position) found(c game.Piece) {
	if k := &p.rules.line.kind[c&kindMask]; k.royal {
		p.state.royals[k.side&1]++
	}
}

// carry moves a piece with its marks to an empty square.
func (p *Position) carry(from, to game.Square) {
	p.move(from, to)
	if g := p.rules.line; g.chess != nil {
		if k := &g.kind[p.cell[to&slot]&kindMask]; k.royal {
			p.state.royalAt[k.side&1] = to
		}
	}
	if p.state.flags.has(from) {
		p.unflag(from)
		p.flag(to)
	}
	if p.state.could.has(from) {
		p.state.could.clear(from)
		p.state.could.set(to)
	}
}
