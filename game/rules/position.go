// Package rules plays games by a ruleset: Compile checks the ruleset, a Position generates legal moves and their
// effects, and a Line is a position with its history, which determines the end of the game.
//
// The package delegates to one of two implementations: tafl games (internal/tafl) and the games on lines
// (internal/lines). "tafl 6" in a comment is section 6 of docs/rules/tafl.md, "lines 10" is section 10 of
// docs/rules/lines.md.
package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// Position is a board in play, without history. It may be copied freely; copies share only the rules.
type Position struct {
	rules *Rules
	at    lines.Position // tafl games use only its board
}

// tafl returns the board for the tafl rules.
func (p *Position) tafl() *tafl.Position { return (*tafl.Position)(&p.at.Position) }

// lines reports whether this is a game on lines.
func (p *Position) lines() bool { return p.rules.line != nil }

// Rules returns the rules of the game.
func (p *Position) Rules() *Rules { return p.rules }

// Turn returns the side to move.
func (p *Position) Turn() game.Side { return p.at.Turn }

// At returns the piece on s.
func (p *Position) At(s game.Square) game.Piece { return p.at.Cell[s&core.Slot] }

// King returns the square of the king, NoSquare after his capture.
func (p *Position) King() game.Square { return p.at.King }

// Count returns the number of pieces of a side on the board, including the king.
func (p *Position) Count(s game.Side) int { return int(p.at.Count[s]) }

// Pieces returns the squares of a side's pieces. The board must have at most game.BitboardSquares squares: see
// HasBitboards.
func (p *Position) Pieces(s game.Side) game.Bitboard {
	b := &p.at.Side[s&1]
	return game.BitboardOf(b[0], b[1], b[2], b[3])
}

// HasBitboards reports whether Pieces can be used.
func (p *Position) HasBitboards() bool { return p.at.Rules.Squares <= game.BitboardSquares }

// Hash returns a hash of the board, the side to move and the state of an unfinished move. Equal positions with the
// same rules have equal hashes.
func (p *Position) Hash() uint64 {
	switch {
	case p.lines():
		return p.at.FullHash()
	case p.at.Chain != game.NoSquare:
		return p.at.Hash ^ p.at.Rules.Zob[core.Wall][p.at.Chain&core.Slot]
	}
	return p.at.Hash
}

// Chain returns the square of the piece that may continue the current move, NoSquare between moves.
func (p *Position) Chain() game.Square { return p.at.Chain }

// MidTurn reports whether the side to move has played a step of its move and may play another.
func (p *Position) MidTurn() bool { return p.at.Chain != game.NoSquare || p.at.State.Busy }

// Setup returns the placement of the pieces.
func (p *Position) Setup() game.Setup {
	s := game.Setup{Pieces: slices.Clone(p.at.Cell[:p.at.Rules.Squares]), Turn: p.at.Turn}
	if p.lines() {
		p.at.Fill(&s)
	}
	return s
}

// Hand returns the number of pieces of a kind that are not yet on the board.
func (p *Position) Hand(c game.Piece) int { return int(p.at.State.Hand[c&core.KindMask]) }

// Pending returns what the current move is waiting for.
func (p *Position) Pending() lines.Pending { return p.at.Pending() }

// ActionsLeft returns how many more actions the move may have.
func (p *Position) ActionsLeft() int {
	if p.lines() {
		return p.at.ActionsLeft()
	}
	return 1
}

// Ambushed returns the square of the piece whose ambush has begun and must be completed in this move, NoSquare if
// there is none.
func (p *Position) Ambushed() game.Square {
	if p.lines() {
		return lines.Ambushed(&p.at)
	}
	return game.NoSquare
}

// Legal appends the legal steps of the side to move to ms: all first steps between moves; within a chain the steps
// that continue it and, where the move may stop, game.End. h is used where a rule forbids repetition; it may be nil.
func (p *Position) Legal(ms []game.Move, h *History) []game.Move {
	if p.lines() {
		return p.at.Legal(ms, h.in())
	}
	return p.tafl().Legal(ms, h.in())
}

// Try plays m if it is legal and describes it in the Delta. The error is an *Illegal; then the position is unchanged.
func (p *Position) Try(m game.Move, h *History) (Delta, error) {
	var buf [game.MaxSquares]game.Move
	var d Delta
	for _, l := range p.Legal(buf[:0], h) {
		if l == m || l.Op == game.End && m.Op == game.End {
			p.Play(l, &d)
			return d, nil
		}
	}
	if p.lines() {
		return d, lines.Explain(&p.at, m, h.in())
	}
	return d, tafl.Explain(p.tafl(), m, h.in())
}

// Play plays a legal step and describes it in d. It does not check legality: see Try.
func (p *Position) Play(m game.Move, d *Delta) {
	if d.lines = p.lines(); d.lines {
		p.at.Play(m, &d.at)
		return
	}
	p.tafl().Play(m, &d.at.Delta)
}

// Undo undoes the last step, which d describes.
func (p *Position) Undo(d *Delta) {
	if p.lines() {
		p.at.Undo(&d.at)
		return
	}
	p.tafl().Undo(&d.at.Delta)
}

// Judge returns the outcome at the end of a move: End without the claims. The position must have been pushed to h;
// without a history, repetition and move counters are ignored. Within a move there is an outcome only if the last
// step has decided the game.
func (p *Position) Judge(h *History) game.Outcome {
	if p.lines() {
		return p.at.Judge(h.in())
	}
	return p.tafl().Judge(h.in())
}

// Announced returns the threats to announce: those that the rules require, and check in games that have it.
func (p *Position) Announced() core.Warnings {
	if p.lines() {
		return p.at.CheckGiven()
	}
	return tafl.Announced(p.tafl())
}

// Spared is the reason why a king between two hostile squares is not captured.
type Spared = tafl.Spared

// The reasons that KingSpared returns.
const (
	NotSpared          = tafl.NotSpared
	SparedEverywhere   = tafl.SparedEverywhere
	SparedOnThrone     = tafl.SparedOnThrone
	SparedBesideOpen   = tafl.SparedBesideOpen
	SparedBesideThrone = tafl.SparedBesideThrone
	SparedByPiece      = tafl.SparedByPiece
	SparedBySquare     = tafl.SparedBySquare
)

// KingSpared returns the reason why the king of a tafl game was not captured by the attacker that has just moved to
// s, and the square beyond the king. It returns NotSpared unless that square is occupied by an attacker, or empty and
// hostile to his men.
func (p *Position) KingSpared(s game.Square) (why Spared, beyond game.Square) {
	if p.lines() {
		return NotSpared, game.NoSquare
	}
	return p.tafl().KingSpared(s)
}

// Warnings returns the threats against either side of a tafl game, regardless of the side to move and of whether the
// rules require announcing them.
func (p *Position) Warnings() (w core.Warnings) {
	if p.lines() {
		return w
	}
	return tafl.Warnings(p.tafl())
}
