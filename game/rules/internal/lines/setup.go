package lines

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Place sets up a placement after checking it. The error wraps ErrSetup and names every fault.
func Place(r *core.Rules, g *Game, s game.Setup) (p Position, err error) {
	if len(s.Pieces) != r.Squares || s.Turn >= game.Sides || len(s.Hand) > g.n {
		return p, fmt.Errorf("%w: %d squares, side %d and %d hands on a board of %d squares", core.ErrSetup,
			len(s.Pieces), s.Turn, len(s.Hand), r.Squares)
	}
	p = Position{Position: core.NewPosition(r, s.Turn), Game: g}
	p.State.moved, p.State.victim, p.State.last, p.State.removed = game.NoSquare, game.NoSquare, game.NoSquare,
		game.NoSquare
	var faults core.Faults
	for i, c := range s.Pieces {
		at := game.Square(i)
		if int(c) >= g.n {
			faults.Add("unknown piece %d on %s", c, r.Board.Name(at)).On(at)
			c = game.Empty
		}
		p.Cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		if g.noRest.Has(at) {
			faults.Add("no piece may be on %s", r.Board.Name(at)).On(at)
		}
		p.Put(at, c)
		if k := &g.Kind[c]; k.royal {
			p.State.royals[k.side]++
		}
	}
	for c, n := range s.Hand {
		if n < 0 || n > 99 || c == 0 && n > 0 {
			faults.Add("impossible number of pieces in hand: %d", n)
			continue
		}
		if g.Set.Chess.Check && g.Kind[c].royal && n > 0 {
			faults.Add("royal pieces in hand: with check they must start on the board")
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
				faults.Add("side %s has %d royal pieces; it must have one", ruleset.SideWords[side],
					n).On(p.royals(game.Side(side))...)
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
			faults.Add("flags: no piece on %s", r.Board.Name(at)).On(r.OnBoard(at)...)
			continue
		}
		p.flag(at)
	}
	for _, at := range s.Huff {
		if at < 0 || int(at) >= r.Squares || r.Kind[p.Cell[at]&core.KindMask].Side != s.Turn.Other() {
			faults.Add("huff: no piece of the other side on %s", r.Board.Name(at)).On(r.OnBoard(at)...)
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

// Fill adds the state of these games to s.
func (p *Position) Fill(s *game.Setup) {
	s.Hand = make([]int, p.Game.n)
	for c := range s.Hand {
		s.Hand[c] = int(p.State.Hand[c])
	}
	s.Flagged, s.Huff = p.State.flags.List(), p.State.huff.List()
	s.Castling = castlingText(p)
}

// WriteRows writes a placement as rows, top rank first, with a blank where the board has no point.
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

// ParseRows parses the output of WriteRows. Blanks, and dots where there is no point, are ignored.
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
				return s, game.Faultf("row %d, column %d: %q is not a piece, or there is no point", i+1,
					f+1, row[f:f+1])
			}
			s.Pieces[q] = c
		}
	}
	return s, nil
}
