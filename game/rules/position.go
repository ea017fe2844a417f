// Package rules plays by a ruleset: Compile checks it, a Position has legal
// moves and their effects, and a Line is a position with its past, which tells
// how the game ends.
//
// It is the door to two families, which it asks in turn: tafl games
// (internal/tafl) and the games on lines (internal/lines). "tafl 6" in a comment is
// section 6 of docs/rules/tafl.md, "lines 10" one of docs/rules/lines.md.
package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// Position is a board in play. It keeps no history. Copy it freely: it shares
// only its rules.
type Position struct {
	rules *Rules
	at    lines.Position // of which tafl games use the board alone
}

// tafl returns the board as the tafl games see it.
func (p *Position) tafl() *tafl.Position { return (*tafl.Position)(&p.at.Position) }

// lines reports whether the game is one on lines.
func (p *Position) lines() bool { return p.rules.line != nil }

// Rules returns the rules of the game.
func (p *Position) Rules() *Rules { return p.rules }

// Turn returns the side to move.
func (p *Position) Turn() game.Side { return p.at.Turn }

// At returns the piece on s.
func (p *Position) At(s game.Square) game.Piece { return p.at.Cell[s&core.Slot] }

// King returns the square of the king, NoSquare when he is taken.
func (p *Position) King() game.Square { return p.at.King }

// Count returns how many pieces a side has on the board, the king included.
func (p *Position) Count(s game.Side) int { return int(p.at.Count[s]) }

// Pieces returns the squares of a side's pieces. Only boards of at most
// game.BitboardSquares squares have it: see HasBitboards.
func (p *Position) Pieces(s game.Side) game.Bitboard {
	b := &p.at.Side[s&1]
	return game.BitboardOf(b[0], b[1], b[2], b[3])
}

// HasBitboards reports whether Pieces may be asked.
func (p *Position) HasBitboards() bool { return p.at.Rules.Squares <= game.BitboardSquares }

// Hash returns a hash of the board, the side to move and a turn under way.
// Equal positions of the same rules have equal hashes.
func (p *Position) Hash() uint64 {
	switch {
	case p.lines():
		return p.at.FullHash()
	case p.at.Chain != game.NoSquare:
		return p.at.Hash ^ p.at.Rules.Zob[core.Wall][p.at.Chain&core.Slot]
	}
	return p.at.Hash
}

// Chain returns the square of the piece that may go on in the present turn,
// NoSquare between turns.
func (p *Position) Chain() game.Square { return p.at.Chain }

// MidTurn reports whether the side to move has made a step of its turn and
// may make another.
func (p *Position) MidTurn() bool { return p.at.Chain != game.NoSquare || p.at.State.Busy }

// Setup returns the placement.
func (p *Position) Setup() game.Setup {
	s := game.Setup{Pieces: slices.Clone(p.at.Cell[:p.at.Rules.Squares]), Turn: p.at.Turn}
	if p.lines() {
		p.at.Fill(&s)
	}
	return s
}

// Hand returns how many pieces of a kind are not yet on the board.
func (p *Position) Hand(c game.Piece) int { return int(p.at.State.Hand[c&core.KindMask]) }

// Pending returns what the turn under way waits for.
func (p *Position) Pending() lines.Pending { return p.at.Pending() }

// ActionsLeft returns how many actions the turn may still have.
func (p *Position) ActionsLeft() int {
	if p.lines() {
		return p.at.ActionsLeft()
	}
	return 1
}

// Ambushed returns where the piece stands whose ambush has begun and must be
// completed in this turn, NoSquare if there is none.
func (p *Position) Ambushed() game.Square {
	if p.lines() {
		return lines.Ambushed(&p.at)
	}
	return game.NoSquare
}

// Legal appends the legal steps of the side to move to ms: moves between
// turns, and in a chain the steps that go on and, where the turn may stop,
// game.End. h is asked where a rule forbids to repeat; it may be nil.
func (p *Position) Legal(ms []game.Move, h *History) []game.Move {
	if p.lines() {
		return p.at.Legal(ms, h.in())
	}
	return p.tafl().Legal(ms, h.in())
}

// Try plays m if it is legal and describes it in the Delta. The error is an
// *Illegal; the position is then as before.
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

// Play makes a legal step and describes it in d. It does not check legality:
// see Try.
func (p *Position) Play(m game.Move, d *Delta) {
	if d.lines = p.lines(); d.lines {
		p.at.Play(m, &d.at)
		return
	}
	p.tafl().Play(m, &d.at.Delta)
}

// Undo takes back the step that made d, the newest one.
func (p *Position) Undo(d *Delta) {
	if p.lines() {
		p.at.Undo(&d.at)
		return
	}
	p.tafl().Undo(&d.at.Delta)
}

// Judge returns the result at the end of a turn, End without the claims. The
// position has been pushed to h already; without a history nothing is known of
// repetition and counters. In mid-turn there is a result only where the last
// step has decided the game.
func (p *Position) Judge(h *History) game.Outcome {
	if p.lines() {
		return p.at.Judge(h.in())
	}
	return p.tafl().Judge(h.in())
}

// Announced returns the threats that the table tells: those that the rules
// want called, and check in games that have it.
func (p *Position) Announced() core.Warnings {
	if p.lines() {
		return p.at.CheckGiven()
	}
	return tafl.Announced(p.tafl())
}

// Spared is why a king between two is not captured.
type Spared = tafl.Spared

// The reasons; KingSpared returns them.
const (
	NotSpared          = tafl.NotSpared
	SparedEverywhere   = tafl.SparedEverywhere
	SparedOnThrone     = tafl.SparedOnThrone
	SparedBesideOpen   = tafl.SparedBesideOpen
	SparedBesideThrone = tafl.SparedBesideThrone
	SparedByPiece      = tafl.SparedByPiece
	SparedBySquare     = tafl.SparedBySquare
)

// KingSpared says why the king of a tafl game was not captured by the attacker that has just moved to s, and returns
// the square beyond the king. It is NotSpared unless an attacker stands there, or it is empty and hostile to his men.
func (p *Position) KingSpared(s game.Square) (why Spared, beyond game.Square) {
	if p.lines() {
		return NotSpared, game.NoSquare
	}
	return p.tafl().KingSpared(s)
}

// Warnings looks for threats against either side of a tafl game, whoever is to
// move and whether or not the rules want them announced.
func (p *Position) Warnings() (w core.Warnings) {
	if p.lines() {
		return w
	}
	return tafl.Warnings(p.tafl())
}
