// Package rules plays by a ruleset: Compile checks it, a Position has legal
// moves and their effects, and a Line is a position with its past, which tells
// how the game ends. "tafl 6" in a comment is section 6
// of docs/rules/tafl.md, "lines 10" one of docs/rules/lines.md.
package rules

import (
	"fmt"
	"math/bits"
	"slices"

	"tafl3d/game"
)

// Position is a board in play. It keeps no history. Copy it freely: it shares
// only its rules.
type Position struct {
	status
	rules *Rules
	side  [game.Sides]squareSet
	open  [game.Sides]game.Move // a step that was open to a side when it was last looked for one
	cell  [slots]game.Piece     // walls beyond the board
	state lineState             // of the other families
}

// status is the part of a position that a Delta keeps whole, in one copy. It
// has 48 bytes because the compiler copies whole sixteens well: pieces that
// overlap would have to wait for each other.
type status struct {
	hash  uint64
	king  game.Square
	chain game.Square // the piece that may go on, NoSquare between turns
	count [game.Sides]int16
	turn  game.Side
	ring  ringState // cache of the look for an encirclement
	end   game.Outcome
	took  bool   // the turn that ended last took a piece, in tafl games
	way   points // with ringOpen: squares that lead to the rim, see wayBit
	_     uint64
}

// squareSet is a set of squares of any board. It stays in memory, where it is
// read and changed a word at a time.
type squareSet [slots / 64]uint64

func (b *squareSet) flip(s game.Square) { b[s&slot>>6] ^= 1 << (s & 63) }

func (b *squareSet) set(s game.Square) { b[s&slot>>6] |= 1 << (s & 63) }

func (b *squareSet) has(s game.Square) bool { return b[s&slot>>6]>>(s&63)&1 != 0 }

// or adds x, of which only the first words hold anything.
func (b *squareSet) or(x *squareSet, words int) {
	for i := range words {
		b[i&7] |= x[i&7]
	}
}

// and keeps what x holds too. Only the first words of b hold anything.
func (b *squareSet) and(x *squareSet, words int) {
	for i := range words {
		b[i&7] &= x[i&7]
	}
}

// squareOf returns the square of the lowest bit of a word of squares.
func squareOf(word int, bits64 uint64) game.Square {
	return game.Square(word<<6 | bits.TrailingZeros64(bits64))
}

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
	var faults faults
	var kings []game.Square
	for i, c := range s.Pieces {
		at := game.Square(i)
		if int(c) >= len(taflKinds) {
			faults.add("there is no piece %d, on %s", c, r.board.Name(at)).at(at)
			c = game.Empty
		}
		p.cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		p.put(at, c)
		if c == King {
			kings = append(kings, at)
			p.king = at
		}
	}
	if len(kings) != 1 {
		faults.add("%d kings: there must be one", len(kings)).at(kings...)
	}
	if p.count[game.Attackers] == 0 && p.turn == game.Attackers {
		faults.add("there is no attacker, and the attackers are to move")
	}
	if p.turn == game.Defenders {
		p.hash ^= r.turn
	}
	if err := faults.err(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// put sets a piece on an empty square.
func (p *Position) put(s game.Square, c game.Piece) {
	side := p.rules.kind[c&kindMask].side
	p.cell[s&slot] = c
	p.hash ^= p.rules.zob[c&kindMask][s&slot]
	p.count[side&1]++
	p.side[side&1].flip(s)
}

// lift takes the piece off a square.
func (p *Position) lift(s game.Square) {
	c := p.cell[s&slot]
	side := p.rules.kind[c&kindMask].side
	p.cell[s&slot] = game.Empty
	p.hash ^= p.rules.zob[c&kindMask][s&slot]
	p.count[side&1]--
	p.side[side&1].flip(s)
}

// move puts the piece of one square on another, empty one.
func (p *Position) move(from, to game.Square) {
	c := p.cell[from&slot]
	k := &p.rules.kind[c&kindMask]
	p.hash ^= p.rules.moved(from, to, c)
	p.place(from, to, c, k.side)
	if k.royal {
		p.king = to
	}
}

// moved returns what a piece's move changes in the hash.
func (r *Rules) moved(from, to game.Square, c game.Piece) uint64 {
	z := &r.zob[c&kindMask]
	return z[from&slot] ^ z[to&slot]
}

// place moves a piece of a side, but for the status.
func (p *Position) place(from, to game.Square, c game.Piece, side game.Side) {
	p.cell[from&slot], p.cell[to&slot] = game.Empty, c
	b := &p.side[side&1]
	b.flip(from)
	b.flip(to)
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
func (p *Position) Pieces(s game.Side) game.Bitboard {
	b := &p.side[s&1]
	return game.BitboardOf(b[0], b[1], b[2], b[3])
}

// HasBitboards reports whether Pieces may be asked.
func (p *Position) HasBitboards() bool { return p.rules.squares <= game.BitboardSquares }

// Hash returns a hash of the board, the side to move and a chain under way.
// Equal positions of the same rules have equal hashes.
func (p *Position) Hash() uint64 {
	switch {
	case p.rules.line != nil:
		return p.lineHash()
	case p.chain != game.NoSquare:
		return p.hash ^ p.rules.zob[wall][p.chain&slot]
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
	for i := range p.rules.words {
		for b := p.side[side&1][i&7]; b != 0; b &= b - 1 {
			if !f(squareOf(i, b)) {
				return
			}
		}
	}
}
