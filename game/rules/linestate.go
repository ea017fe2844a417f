package rules

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// lineState is what a position of the other families holds beside the board:
// first what belongs to the position, then what belongs to the turn under way.
type lineState struct {
	flags    points // whose pieces have retreated
	huff     points // which pieces of the other side may be taken off now
	hand     [kindMask + 1]uint8
	inHand   [game.Sides]uint8
	royals   [game.Sides]uint8
	royalAt  [game.Sides]game.Square // kept where there is check
	castling [2]bool                 // king's and queen's wing
	moved    game.Square
	progress bool   // the last turn cannot be taken back by moves
	reply    bool   // the last turn was the first of a scripted opening
	duty     duty   // of the side to move
	due      points // who is compelled, where missing a capture is punished and duty is known
	check    check

	busy    bool        // a turn is under way
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
	trail   points      // squares that a chain may not come back to, or that hold those who have jumped
	could   points      // who could have captured when the turn began
	came    points      // where those stand who have moved, if several may and it matters
	start   uint64      // hash when it began
}

// linePosition is Rules.Position for the other families.
func (r *Rules) linePosition(s game.Setup) (Position, error) {
	g := r.line
	if len(s.Pieces) != r.squares || s.Turn >= game.Sides || len(s.Hand) > g.n {
		return Position{}, fmt.Errorf("%w: %d squares, side %d and %d hands on a board of %d squares", ErrSetup, len(s.Pieces), s.Turn, len(s.Hand), r.squares)
	}
	p := Position{rules: r, status: status{king: game.NoSquare, chain: game.NoSquare, turn: s.Turn}}
	p.state.moved, p.state.victim, p.state.last, p.state.removed = game.NoSquare, game.NoSquare, game.NoSquare, game.NoSquare
	for i := range p.cell {
		p.cell[i] = wall
	}
	var faults faults
	for i, c := range s.Pieces {
		at := game.Square(i)
		if int(c) >= g.n {
			faults.add("there is no piece %d, on %s", c, r.board.Name(at)).at(at)
			c = game.Empty
		}
		p.cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		if g.noRest.has(at) {
			faults.add("no piece may stand on %s", r.board.Name(at)).at(at)
		}
		p.put(at, c)
		if k := &g.kind[c]; k.royal {
			p.state.royals[k.side]++
		}
	}
	for c, n := range s.Hand {
		if n < 0 || n > 99 || c == 0 && n > 0 {
			faults.add("%d pieces in hand", n)
			continue
		}
		if g.set.Chess.Check && g.kind[c].royal && n > 0 {
			faults.add("royal pieces in hand: where there is check they begin on the board")
		}
		p.setHand(game.Piece(c), uint8(n))
	}
	p.mark(s, &faults)
	if p.turn == game.Defenders {
		p.hash ^= r.turn
	}
	if g.set.Chess.Check {
		for side, n := range p.state.royals {
			if n != 1 {
				faults.add("side %s has %d royal pieces: there must be one", ruleset.SideWords[side], n).at(p.royals(game.Side(side))...)
			}
		}
	}
	if err := faults.err(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// royals lists the squares of a side's royal pieces.
func (p *Position) royals(side game.Side) (list []game.Square) {
	p.each(side, func(s game.Square) bool {
		if p.rules.line.kind[p.cell[s&slot]&kindMask].royal {
			list = append(list, s)
		}
		return true
	})
	return list
}

// mark sets flags, huffs and castling rights.
func (p *Position) mark(s game.Setup, faults *faults) {
	r, g := p.rules, p.rules.line
	for _, at := range s.Flagged {
		if at < 0 || int(at) >= r.squares || p.cell[at] == game.Empty {
			faults.add("flags: there is no piece on %s", r.board.Name(at)).at(r.onBoard(at)...)
			continue
		}
		p.flag(at)
	}
	for _, at := range s.Huff {
		if at < 0 || int(at) >= r.squares || r.kind[p.cell[at]&kindMask].side != s.Turn.Other() {
			faults.add("huff: there is no piece of the other side on %s", r.board.Name(at)).at(r.onBoard(at)...)
			continue
		}
		if !p.state.huff.has(at) {
			p.state.huff.set(at)
			p.hash ^= g.huffZ[at]
		}
	}
	if err := p.setCastling(s.Castling); err != nil {
		faults.add("castling: %v", err)
	}
}

// own returns the squares of a side's pieces.
func (p *Position) own(side game.Side) points {
	b := &p.side[side&1]
	return points{b[0], b[1]}
}

// free returns the empty squares, and some that do not exist.
func (p *Position) free() points {
	a, b := p.own(game.Attackers), p.own(game.Defenders)
	return points{^(a.lo | b.lo), ^(a.hi | b.hi)}
}

// room returns the empty squares on which a turn may end, and some that do not
// exist.
func (p *Position) room() points {
	free, no := p.free(), p.rules.line.noRest
	return points{free.lo &^ no.lo, free.hi &^ no.hi}
}

func (p *Position) setHand(c game.Piece, n uint8) {
	s, side := &p.state, p.rules.line.kind[c].side&1
	z := p.rules.line.handZ[c]
	p.hash ^= z*uint64(s.hand[c]) ^ z*uint64(n)
	s.inHand[side] += n - s.hand[c]
	s.hand[c] = n
}

// flag marks the piece on a square as one that has retreated.
func (p *Position) flag(s game.Square) {
	if !p.state.flags.has(s) {
		p.state.flags.set(s)
		p.hash ^= p.rules.line.flagZ[s]
	}
}

func (p *Position) unflag(s game.Square) {
	if p.state.flags.has(s) {
		p.state.flags.clear(s)
		p.hash ^= p.rules.line.flagZ[s]
	}
}

// lapse forgets who may be huffed.
func (p *Position) lapse() {
	for h := p.state.huff; h.any(); {
		p.hash ^= p.rules.line.huffZ[h.pop()]
	}
	p.state.huff = points{}
}

// lineSetup fills in what the other families have beside the board.
func (p *Position) lineSetup(s *game.Setup) {
	s.Hand = make([]int, p.rules.line.n)
	for c := range s.Hand {
		s.Hand[c] = int(p.state.hand[c])
	}
	s.Flagged, s.Huff = p.state.flags.list(), p.state.huff.list()
	s.Castling = p.castlingText()
}

// lineHash adds the turn under way to the hash.
func (p *Position) lineHash() uint64 {
	s := &p.state
	h := p.hash
	if !s.busy {
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
	mix(uint64(s.acted) | uint64(s.removes)<<8 | uint64(uint16(s.victim))<<16 | uint64(uint16(p.chain))<<32 |
		bit(s.took)<<48 | bit(s.retired)<<49 | bit(s.huffed)<<50 | bit(s.must)<<51 | uint64(s.sum)<<52)
	mix(s.trail.lo)
	mix(s.trail.hi)
	if p.rules.line.several {
		mix(s.came.lo)
		mix(s.came.hi)
	}
	if p.rules.line.set.Actions.Number > 1 {
		mix(s.start)
	}
	return h
}

// Hand returns how many pieces of a kind are not yet on the board.
func (p *Position) Hand(c game.Piece) int { return int(p.state.hand[c&kindMask]) }

// Pending says what the side to move has to do in the turn under way.
type Pending uint8

// What may be pending.
const (
	PendingNothing Pending = iota // no turn is under way
	PendingChain                  // the piece on Chain may go on
	PendingRemoval                // an enemy has to be removed for a mill
	PendingAmbush                 // others have to leap over the same enemy
	PendingAction                 // there are actions left
	PendingDrop                   // pieces are still to be dropped
	PendingMove                   // the turn began with a piece taken off for not capturing, or with drops before the first move
)

// Pending returns what the turn under way waits for.
func (p *Position) Pending() Pending {
	s := &p.state
	switch {
	case p.chain != game.NoSquare:
		return PendingChain
	case !s.busy:
		return PendingNothing
	case s.removes > 0:
		return PendingRemoval
	case s.victim != game.NoSquare:
		return PendingAmbush
	case p.rules.line.prephase != game.Empty && s.hand[p.rules.line.prephase] > 0:
		return PendingDrop
	case s.acted == 0:
		return PendingMove
	}
	return PendingAction
}

// ActionsLeft returns how many actions the turn may still have.
func (p *Position) ActionsLeft() int {
	if p.rules.line == nil {
		return 1
	}
	return int(p.limit()) - int(p.state.acted)
}

// Lines reports whether the game is one of the other families, in which pieces
// step and leap along the lines of the board.
func (r *Rules) Lines() bool { return r.line != nil }

// TakesByPlace reports whether pieces take by standing in another's place, as
// in chess, and not by leaps.
func (r *Rules) TakesByPlace() bool { return r.line != nil && r.line.chess != nil }

// SideName returns what a side is called: "Geese", or for the tafl games
// "attackers" and "defenders".
func (r *Rules) SideName(s game.Side) string {
	if r.line == nil {
		return s.String()
	}
	return r.line.set.Names[s]
}

// kindByLetter returns the piece of a letter.
func (r *Rules) kindByLetter(letter byte) (game.Piece, bool) {
	for i, k := range r.Kinds() {
		if i > 0 && k.Letter == letter {
			return game.Piece(i), true
		}
	}
	return game.Empty, false
}

// PieceOf returns the piece of a letter, false if there is none.
func (r *Rules) PieceOf(letter string) (game.Piece, bool) {
	if len(letter) != 1 {
		return game.Empty, false
	}
	return r.kindByLetter(letter[0])
}

// lineRows writes a placement as rows, top rank first: a blank where the board
// has no point.
func (r *Rules) lineRows(s game.Setup) []string {
	width, height := 0, 0
	for q := range game.Square(r.squares) {
		f, k := r.board.FileRank(q)
		width, height = max(width, f+1), max(height, k+1)
	}
	rows := make([]string, height)
	for i := range rows {
		row := []byte(strings.Repeat(" ", width))
		for f := range row {
			if q := r.board.Cell(f, height-1-i); q != game.NoSquare {
				row[f] = r.kinds[s.Pieces[q]].Letter
			}
		}
		rows[i] = string(row)
	}
	return rows
}

// parseLineRows reads what lineRows writes. Blanks, and dots where there is no
// point, mean nothing.
func (r *Rules) parseLineRows(rows []string) (game.Setup, error) {
	s := game.Setup{Pieces: make([]game.Piece, r.squares), Turn: r.start.Turn}
	for i, row := range rows {
		for f, letter := range []byte(row) {
			if letter == '.' || letter == ' ' {
				continue
			}
			q := r.board.Cell(f, len(rows)-1-i)
			c, ok := r.kindByLetter(letter)
			if q == game.NoSquare || !ok {
				return s, fmt.Errorf("row %d, column %d: %q is no piece, or there is no point", i+1, f+1, row[f:f+1])
			}
			s.Pieces[q] = c
		}
	}
	return s, nil
}
