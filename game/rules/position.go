package rules

import (
	"errors"
	"fmt"
	"slices"

	"tafl3d/game"
)

// Position is a board in play. It keeps no history. Copy it freely: it shares
// only its rules.
type Position struct {
	status
	rules *Rules
	side  [game.Sides]game.Bitboard // kept on small boards only
	count [game.Sides]int16
	cell  [slots]game.Piece // walls beyond the board
	state lineState         // of the other families
}

// status is the part of a position that a Delta keeps whole, in one copy.
type status struct {
	hash  uint64
	king  game.Square
	chain game.Square // the piece that may go on, NoSquare between turns
	turn  game.Side
	ring  ringState // cache of the look for an encirclement
	end   game.Outcome
	way   game.Bitboard // with ringOpen: squares from the king to the rim
}

// ErrSetup is the error of every placement that is no position.
var ErrSetup = errors.New("impossible position")

// Start returns the first position.
func (r *Rules) Start() Position {
	p, _ := r.Position(r.start) // Compile has checked it
	return p
}

// Position checks a placement and returns it as a position to play. The error
// wraps ErrSetup and names every fault.
func (r *Rules) Position(s game.Setup) (Position, error) {
	if r.line != nil {
		return r.linePosition(s)
	}
	if len(s.Pieces) != r.squares || s.Turn >= game.Sides {
		return Position{}, fmt.Errorf("%w: %d squares and side %d on a board of %d squares", ErrSetup, len(s.Pieces), s.Turn, r.squares)
	}
	p := Position{rules: r, status: status{king: game.NoSquare, chain: game.NoSquare, turn: s.Turn}}
	for i := range p.cell {
		p.cell[i] = wall
	}
	var faults []error
	kings := 0
	for i, c := range s.Pieces {
		if int(c) >= len(taflKinds) {
			faults = append(faults, fmt.Errorf("there is no piece %d, on %s", c, r.board.Name(game.Square(i))))
			c = game.Empty
		}
		p.cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		p.put(game.Square(i), c)
		if c == King {
			kings++
			p.king = game.Square(i)
		}
	}
	if kings != 1 {
		faults = append(faults, fmt.Errorf("%d kings: there must be one", kings))
	}
	if p.count[game.Attackers] == 0 {
		faults = append(faults, errors.New("there is no attacker"))
	}
	if p.turn == game.Defenders {
		p.hash ^= r.turn
	}
	if len(faults) > 0 {
		return Position{}, fmt.Errorf("%w: %w", ErrSetup, errors.Join(faults...))
	}
	return p, nil
}

// put sets a piece on an empty square.
func (p *Position) put(s game.Square, c game.Piece) {
	side := p.rules.kind[c&kindMask].side
	p.cell[s&slot] = c
	p.hash ^= p.rules.zob[s&slot][c&kindMask]
	p.count[side&1]++
	if p.rules.small {
		p.side[side&1].Set(s)
	}
}

// lift takes the piece off a square.
func (p *Position) lift(s game.Square) {
	c := p.cell[s&slot]
	side := p.rules.kind[c&kindMask].side
	p.cell[s&slot] = game.Empty
	p.hash ^= p.rules.zob[s&slot][c&kindMask]
	p.count[side&1]--
	if p.rules.small {
		p.side[side&1].Clear(s)
	}
}

// move puts the piece of one square on another, empty one.
func (p *Position) move(from, to game.Square) {
	c := p.cell[from&slot]
	p.cell[from&slot], p.cell[to&slot] = game.Empty, c
	k := &p.rules.kind[c&kindMask]
	p.hash ^= p.rules.zob[from&slot][c&kindMask] ^ p.rules.zob[to&slot][c&kindMask]
	if p.rules.small {
		b := &p.side[k.side&1]
		b.Clear(from)
		b.Set(to)
	}
	if k.royal {
		p.king = to
	}
}

// Rules returns the rules of the game.
func (p *Position) Rules() *Rules { return p.rules }

// Turn returns the side to move.
func (p *Position) Turn() game.Side { return p.turn }

// At returns the piece on s.
func (p *Position) At(s game.Square) game.Piece { return p.cell[s&slot] }

// King returns the square of the king, NoSquare when he is taken.
func (p *Position) King() game.Square { return p.king }

// Count returns how many pieces a side has on the board, the king included.
func (p *Position) Count(s game.Side) int { return int(p.count[s]) }

// Pieces returns the squares of a side's pieces. Only boards of at most
// game.BitboardSquares squares have it: see HasBitboards.
func (p *Position) Pieces(s game.Side) game.Bitboard { return p.side[s] }

// HasBitboards reports whether Pieces may be asked.
func (p *Position) HasBitboards() bool { return p.rules.small }

// Hash returns a hash of the board, the side to move and a chain under way.
// Equal positions of the same rules have equal hashes.
func (p *Position) Hash() uint64 {
	switch {
	case p.rules.line != nil:
		return p.lineHash()
	case p.chain != game.NoSquare:
		return p.hash ^ p.rules.zob[p.chain][wall]
	}
	return p.hash
}

// Chain returns the square of the piece that may go on in the present turn,
// NoSquare between turns.
func (p *Position) Chain() game.Square { return p.chain }

// MidTurn reports whether the side to move has made a step of its turn and
// may make another.
func (p *Position) MidTurn() bool { return p.chain != game.NoSquare || p.state.busy }

// Outcome returns an end that the last step decided: the king taken or
// escaped. For every other end ask Judge.
func (p *Position) Outcome() game.Outcome { return p.end }

// Setup returns the placement.
func (p *Position) Setup() game.Setup {
	s := game.Setup{Pieces: slices.Clone(p.cell[:p.rules.squares]), Turn: p.turn}
	if p.rules.line != nil {
		p.lineSetup(&s)
	}
	return s
}

// each calls f for the square of every piece of a side until f returns false.
func (p *Position) each(side game.Side, f func(game.Square) bool) {
	if p.rules.small {
		for b := p.side[side]; b.Any(); {
			if !f(b.Pop()) {
				return
			}
		}
		return
	}
	for s := range game.Square(p.rules.squares) {
		if p.rules.kind[p.cell[s&slot]&kindMask].side == side && !f(s) {
			return
		}
	}
}
