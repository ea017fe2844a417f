// Package lines plays the games on lines (geese, tigers, dablot, halatafl,
// morris, the maharajah): a file a mechanic. A Position is the board of package
// core with what these games hold beside it. What a game is asked for is a
// method; a mechanic is functions in its file. It knows nothing of tafl.
package lines

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Position is a board of the games on lines, with what they hold beside it.
type Position struct {
	core.Position
	Game  *Game
	State state
}

// Delta is what one step of these games changed.
type Delta struct {
	core.Delta
	Link       Link
	PromotedAt game.Square
	Was, Is    game.Piece     // before and after a promotion
	Rook       [2]game.Square // from and to, of castling
	rooks      game.Piece     // the piece that castled with the king
	state      state          // before the step
}

// state is what a position holds beside the board:
// first what belongs to the position, then what belongs to the turn under way.
type state struct {
	flags    core.Points // whose pieces have retreated
	huff     core.Points // which pieces of the other side may be taken off now
	Hand     [core.KindMask + 1]uint8
	inHand   [game.Sides]uint8
	royals   [game.Sides]uint8
	royalAt  [game.Sides]game.Square // kept where there is check
	castling [2]bool                 // king's and queen's wing
	moved    game.Square
	Progress bool        // the last turn cannot be taken back by moves
	reply    bool        // the last turn was the first of a scripted opening
	duty     duty        // of the side to move
	due      core.Points // who is compelled, where missing a capture is punished and duty is known
	check    check

	Busy    bool        // a turn is under way
	first   bool        // it is the very first turn
	took    bool        // it has captured
	retired bool        // its chain went backward
	huffed  bool        // it has begun with a huff
	must    bool        // it must capture
	acted   uint8       // complete actions
	removes uint8       // men to be removed for mills
	removed game.Square // the man just removed for another mill of the same action
	victim  game.Square // of an ambush under way
	sum     uint8       // ranks of those who have jumped
	least   uint8       // the lowest of them
	last    game.Square // where the last of them came from
	trail   core.Points // squares that a chain may not come back to, or that hold those who have jumped
	could   core.Points // who could have captured when the turn began
	came    core.Points // where those stand who have moved, if several may and it matters
	start   uint64      // hash when it began
}

// Place sets up a checked placement. The error wraps ErrSetup and names
// every fault.
func Place(r *core.Rules, g *Game, s game.Setup) (p Position, err error) {
	if len(s.Pieces) != r.Squares || s.Turn >= game.Sides || len(s.Hand) > g.n {
		return p, fmt.Errorf("%w: %d squares, side %d and %d hands on a board of %d squares", core.ErrSetup, len(s.Pieces), s.Turn, len(s.Hand), r.Squares)
	}
	p = Position{Position: core.NewPosition(r, s.Turn), Game: g}
	p.State.moved, p.State.victim, p.State.last, p.State.removed = game.NoSquare, game.NoSquare, game.NoSquare, game.NoSquare
	var faults core.Faults
	for i, c := range s.Pieces {
		at := game.Square(i)
		if int(c) >= g.n {
			faults.Add("there is no piece %d, on %s", c, r.Board.Name(at)).On(at)
			c = game.Empty
		}
		p.Cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		if g.noRest.Has(at) {
			faults.Add("no piece may stand on %s", r.Board.Name(at)).On(at)
		}
		p.Put(at, c)
		if k := &g.Kind[c]; k.royal {
			p.State.royals[k.side]++
		}
	}
	for c, n := range s.Hand {
		if n < 0 || n > 99 || c == 0 && n > 0 {
			faults.Add("%d pieces in hand", n)
			continue
		}
		if g.Set.Chess.Check && g.Kind[c].royal && n > 0 {
			faults.Add("royal pieces in hand: where there is check they begin on the board")
		}
		p.setHand(game.Piece(c), uint8(n))
	}
	p.mark(s, &faults)
	if p.Turn == game.Defenders {
		p.Hash ^= r.Turn
	}
	if g.Set.Chess.Check {
		for side, n := range p.State.royals {
			if n != 1 {
				faults.Add("side %s has %d royal pieces: there must be one", ruleset.SideWords[side], n).On(p.royals(game.Side(side))...)
			}
		}
	}
	return p, faults.Err()
}

// royals lists the squares of a side's royal pieces.
func (p *Position) royals(side game.Side) (list []game.Square) {
	p.Each(side, func(s game.Square) bool {
		if p.Game.Kind[p.Cell[s&core.Slot]&core.KindMask].royal {
			list = append(list, s)
		}
		return true
	})
	return list
}

// mark sets flags, huffs and castling rights.
func (p *Position) mark(s game.Setup, faults *core.Faults) {
	r, g := p.Rules, p.Game
	for _, at := range s.Flagged {
		if at < 0 || int(at) >= r.Squares || p.Cell[at] == game.Empty {
			faults.Add("flags: there is no piece on %s", r.Board.Name(at)).On(r.OnBoard(at)...)
			continue
		}
		p.flag(at)
	}
	for _, at := range s.Huff {
		if at < 0 || int(at) >= r.Squares || r.Kind[p.Cell[at]&core.KindMask].Side != s.Turn.Other() {
			faults.Add("huff: there is no piece of the other side on %s", r.Board.Name(at)).On(r.OnBoard(at)...)
			continue
		}
		if !p.State.huff.Has(at) {
			p.State.huff.Set(at)
			p.Hash ^= g.huffZ[at]
		}
	}
	if err := setCastling(p, s.Castling); err != nil {
		faults.Add("castling: %v", err)
	}
}

// Own returns the squares of a side's pieces.
func (p *Position) Own(side game.Side) core.Points {
	b := &p.Side[side&1]
	return core.Points{Lo: b[0], Hi: b[1]}
}

// free returns the empty squares, and some that do not exist.
func (p *Position) free() core.Points {
	a, b := p.Own(game.Attackers), p.Own(game.Defenders)
	return core.Points{Lo: ^(a.Lo | b.Lo), Hi: ^(a.Hi | b.Hi)}
}

// room returns the empty squares on which a turn may end, and some that do not
// exist.
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

// flag marks the piece on a square as one that has retreated.
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

// lapse forgets who may be huffed.
func (p *Position) lapse() {
	for h := p.State.huff; h.Any(); {
		p.Hash ^= p.Game.huffZ[h.Pop()]
	}
	p.State.huff = core.Points{}
}

// Fill fills in what these games have beside the board.
func (p *Position) Fill(s *game.Setup) {
	s.Hand = make([]int, p.Game.n)
	for c := range s.Hand {
		s.Hand[c] = int(p.State.Hand[c])
	}
	s.Flagged, s.Huff = p.State.flags.List(), p.State.huff.List()
	s.Castling = castlingText(p)
}

// FullHash adds the turn under way to the hash.
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

// WriteRows writes a placement as rows, top rank first: a blank where the board
// has no point.
func WriteRows(r *core.Rules, s game.Setup) []string {
	width, height := 0, 0
	for q := range game.Square(r.Squares) {
		f, k := r.Board.FileRank(q)
		width, height = max(width, f+1), max(height, k+1)
	}
	rows := make([]string, height)
	for i := range rows {
		row := []byte(strings.Repeat(" ", width))
		for f := range row {
			if q := r.Board.Cell(f, height-1-i); q != game.NoSquare {
				row[f] = r.Kinds[s.Pieces[q]].Letter
			}
		}
		rows[i] = string(row)
	}
	return rows
}

// ParseRows reads what WriteRows writes. Blanks, and dots where there is no
// point, mean nothing.
func ParseRows(r *core.Rules, rows []string) (game.Setup, error) {
	s := game.Setup{Pieces: make([]game.Piece, r.Squares), Turn: r.Start.Turn}
	for i, row := range rows {
		for f, letter := range []byte(row) {
			if letter == '.' || letter == ' ' {
				continue
			}
			q := r.Board.Cell(f, len(rows)-1-i)
			c, ok := core.KindByLetter(r.Kinds, letter)
			if q == game.NoSquare || !ok {
				return s, game.Faultf("row %d, column %d: %q is no piece, or there is no point", i+1, f+1, row[f:f+1])
			}
			s.Pieces[q] = c
		}
	}
	return s, nil
}
