// Package lines implements the games on lines (geese, tigers, dablot, halatafl, morris, the maharajah), with one file
// for each mechanic. A Position is the board of package core with the additional state of these games. The operations
// on a game are methods; a mechanic consists of functions in its file. The package does not depend on the tafl games.
package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Position is a board with the additional state of the games on lines.
type Position struct {
	core.Position
	Game  *Game
	State state
}

// Delta describes the changes made by one step in these games.
type Delta struct {
	core.Delta
	Link       Link
	PromotedAt game.Square
	Was, Is    game.Piece     // kinds before and after a promotion
	Rook       [2]game.Square // from and to, when castling
	rooks      game.Piece     // the piece that castled with the king
	state      state          // before the step
}

// Link is the relation of a step to the previous one in the same move.
type Link uint8

// The links.
const (
	LinkBegin    Link = iota // begins the move
	LinkAction               // another action
	LinkChain                // the same piece continues leaping
	LinkRemoval              // a removal for a mill
	LinkAmbushes             // the first jump of an ambush
	LinkAmbush               // a further jump of an ambush
)

// state is the state of a position besides the board: first that of the position, then that of the current move.
type state struct {
	flags    core.Points // squares of pieces that have retreated
	huff     core.Points // squares of the opponent's pieces that may be removed now
	Hand     [core.KindMask + 1]uint8
	inHand   [game.Sides]uint8
	royals   [game.Sides]uint8
	royalAt  [game.Sides]game.Square // only in games with check
	castling [2]bool                 // king's side and queen's side
	moved    game.Square
	Progress bool        // the last move cannot be reversed by moves
	reply    bool        // the last move was the first of a scripted opening
	duty     duty        // of the side to move
	due      core.Points // pieces that must capture, if missing a capture is punished and duty is known
	check    check

	Busy    bool        // a move has begun and is not complete
	first   bool        // it is the first move of the game
	took    bool        // it has captured
	retired bool        // its chain went backward
	huffed  bool        // it began with a huff
	must    bool        // it must capture
	acted   uint8       // completed actions
	removes uint8       // number of men still to be removed for mills
	removed game.Square // the man just removed for another mill of the same action
	victim  game.Square // of the current ambush
	sum     uint8       // sum of the ranks of the jumpers so far
	least   uint8       // the lowest rank of a jumper
	last    game.Square // the square the last jumper came from
	trail   core.Points // squares a chain may not return to, or squares of the jumpers so far
	could   core.Points // pieces that could have captured when the move began
	came    core.Points // squares of the pieces that have moved, if several may and it matters
	start   uint64      // hash when the move began
}

// Own returns the squares of a side's pieces.
func (p *Position) Own(side game.Side) core.Points {
	b := &p.Side[side&1]
	return core.Points{Lo: b[0], Hi: b[1]}
}

// free returns the empty squares, and some outside the board.
func (p *Position) free() core.Points {
	a, b := p.Own(game.Attackers), p.Own(game.Defenders)
	return core.Points{Lo: ^(a.Lo | b.Lo), Hi: ^(a.Hi | b.Hi)}
}

// room returns the empty squares on which a move may end, and some outside the board.
func (p *Position) room() core.Points {
	free, no := p.free(), p.Game.noRest
	return core.Points{Lo: free.Lo &^ no.Lo, Hi: free.Hi &^ no.Hi}
}

func (p *Position) setHand(c game.Piece, n uint8) {
	s, side := &p.State, p.Game.Kind[c].side&1
	z := p.Game.handZ[c]
	p.Hash ^= z*uint64(s.Hand[c]) ^ z*uint64(n)
	s.inHand[side] += n - s.Hand[c]
	s.Hand[c] = n
}

// flag marks the piece on a square as having retreated.
func (p *Position) flag(s game.Square) {
	if !p.State.flags.Has(s) {
		p.State.flags.Set(s)
		p.Hash ^= p.Game.flagZ[s]
	}
}

func (p *Position) unflag(s game.Square) {
	if p.State.flags.Has(s) {
		p.State.flags.Clear(s)
		p.Hash ^= p.Game.flagZ[s]
	}
}

// clearHuffs clears the huffs.
func (p *Position) clearHuffs() {
	for h := p.State.huff; h.Any(); {
		p.Hash ^= p.Game.huffZ[h.Pop()]
	}
	p.State.huff = core.Points{}
}

// FullHash returns the hash including the state of the current move.
func (p *Position) FullHash() uint64 {
	s := &p.State
	h := p.Hash
	if !s.Busy {
		return h
	}
	mix := func(v uint64) {
		h = (h ^ v) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	bit := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	mix(uint64(s.acted) | uint64(s.removes)<<8 | uint64(uint16(s.victim))<<16 | uint64(uint16(p.Chain))<<32 |
		bit(s.took)<<48 | bit(s.retired)<<49 | bit(s.huffed)<<50 | bit(s.must)<<51 | uint64(s.sum)<<52)
	mix(s.trail.Lo)
	mix(s.trail.Hi)
	if p.Game.several {
		mix(s.came.Lo)
		mix(s.came.Hi)
	}
	if p.Game.Set.Actions.Number > 1 {
		mix(s.start)
	}
	return h
}

// settle marks the piece that has come to rest on at as having retreated, or promotes it.
func (p *Position) settle(d *Delta, at game.Square) {
	s := &p.State
	k := &p.Game.Kind[p.Cell[at&core.Slot]&core.KindMask]
	if s.retired {
		p.flag(at)
		s.retired = false
	}
	if k.becomes != game.Empty && k.far.Has(at) && !s.flags.Has(at) {
		p.promote(d, at, k.becomes)
	}
}

// promote changes the kind of the piece on at.
func (p *Position) promote(d *Delta, at game.Square, to game.Piece) {
	d.PromotedAt, d.Was, d.Is = at, p.Cell[at&core.Slot], to
	p.Hash ^= p.Rules.Zob[d.Was&core.KindMask][at&core.Slot] ^ p.Rules.Zob[to&core.KindMask][at&core.Slot]
	p.Cell[at&core.Slot] = to
	p.State.Progress = true
}

// capture removes an enemy from the board.
func capture(p *Position, d *Delta, at game.Square, c game.Piece, by game.Means) {
	d.Take(at, c, by)
	p.unflag(at)
	p.State.could.Clear(at)
	p.Lift(at)
	countLoss(p, c)
	p.State.took, p.State.Progress = true, true
}

// countLoss updates the counts after a piece has left the board.
func countLoss(p *Position, c game.Piece) {
	if k := &p.Game.Kind[c&core.KindMask]; k.royal {
		p.State.royals[k.side&1]--
	}
}

// countReturn updates the counts after a piece has returned.
func countReturn(p *Position, c game.Piece) {
	if k := &p.Game.Kind[c&core.KindMask]; k.royal {
		p.State.royals[k.side&1]++
	}
}

// movePiece moves a piece with its marks to an empty square.
func movePiece(p *Position, from, to game.Square) {
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
