package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// inline is how many captures a Delta holds without allocating.
const inline = 8

type taken struct {
	at    game.Square
	piece game.Piece
	by    game.Means
}

// Delta is what one step changed: undo, animation and the wire are all made
// from it. Its memory may be used again for another step.
type Delta struct {
	move   game.Move
	piece  game.Piece
	n      uint8 // captures
	lost   bool  // the mover itself was taken, and is the last capture
	ends   bool  // the turn ended
	status       // before the step
	taken  [inline]taken
	more   []taken // captures beyond inline
	// of the other families
	lines      bool // it is a step of theirs
	link       Link
	promotedAt game.Square
	was, is    game.Piece     // before and after a promotion
	rook       [2]game.Square // from and to, of castling
	rooks      game.Piece     // the piece that castled with the king
	state      lineState      // before the step
}

// Move returns the step.
func (d *Delta) Move() game.Move { return d.move }

// Piece returns the piece that moved.
func (d *Delta) Piece() game.Piece { return d.piece }

// Side returns the side that moved.
func (d *Delta) Side() game.Side { return d.turn }

// Captures returns how many pieces were taken.
func (d *Delta) Captures() int { return int(d.n) }

// Captured returns the i-th piece that was taken, where, and by what.
func (d *Delta) Captured(i int) (game.Square, game.Piece, game.Means) {
	t := d.at(i)
	return t.at, t.piece, t.by
}

// LostMover reports whether the piece that moved was itself taken, by the
// strict rule. It is then the last of the captures.
func (d *Delta) LostMover() bool { return d.lost }

// EndsTurn reports whether the turn ended with the step.
func (d *Delta) EndsTurn() bool { return d.ends }

func (d *Delta) at(i int) *taken {
	if i < inline {
		return &d.taken[i]
	}
	return &d.more[i-inline]
}

// take notes a capture unless it is noted already.
func (d *Delta) take(s game.Square, c game.Piece, by game.Means) {
	for i := range int(d.n) {
		if d.at(i).at == s {
			return
		}
	}
	if d.n < inline {
		d.taken[d.n] = taken{s, c, by}
	} else {
		d.more = append(d.more, taken{s, c, by})
	}
	d.n++
}

// Events lists what d shows. Whoever judges the game adds the end.
func (d *Delta) Events() []game.Event {
	if d.lines {
		return d.lineEvents()
	}
	var ev []game.Event
	if d.move.Op != game.End {
		ev = append(ev, game.Moved{Piece: d.piece, Op: d.move.Op, From: d.move.From, To: d.move.To})
	}
	for i := range int(d.n) {
		t := d.at(i)
		ev = append(ev, game.Captured{Piece: t.piece, At: t.at, By: t.by})
	}
	if d.ends {
		ev = append(ev, game.Turned{Side: d.turn.Other()})
	}
	return ev
}

// UndoEvents lists what taking d back shows.
func (d *Delta) UndoEvents() []game.Event {
	if d.lines {
		return d.lineUndoEvents()
	}
	var ev []game.Event
	if d.move.Op != game.End {
		if d.lost {
			t := d.at(int(d.n) - 1)
			ev = append(ev, game.Restored{Piece: t.piece, At: t.at})
		}
		ev = append(ev, game.Moved{Piece: d.piece, Op: d.move.Op, From: d.move.To, To: d.move.From})
	}
	for i := range int(d.n) {
		if t := d.at(i); t.at != d.move.To {
			ev = append(ev, game.Restored{Piece: t.piece, At: t.at})
		}
	}
	if d.ends {
		ev = append(ev, game.Turned{Side: d.turn})
	}
	return ev
}

// Play makes a legal step and describes it in d. It does not check legality:
// see Try. The order is that of tafl 5.
func (p *Position) Play(m game.Move, d *Delta) {
	r := p.rules
	if r.line != nil {
		p.linePlay(m, d)
		return
	}
	if r.ring && p.turn == game.Defenders && p.ring == ringUnknown {
		p.findRing() // the same for every quiet move of the defenders
	}
	d.move, d.piece, d.n, d.lost, d.ends = m, game.Empty, 0, false, false
	d.status = p.status
	d.more = d.more[:0]
	p.chain = game.NoSquare
	if m.Op == game.End {
		p.endTurn(d)
		return
	}
	d.piece = p.cell[m.From&slot]
	p.hash ^= r.moved(m.From, m.To, d.piece)
	p.place(m.From, m.To, d.piece, p.turn)
	if d.piece == King {
		p.king = m.To
	}
	if near := p.besides(m.To); near&r.of[(p.turn^1)&1] != 0 || r.mechanics&hasAnyTrigger != 0 || m.Op == game.Leap {
		p.captures(d, near)
	}
	if r.set.Passive != ruleset.PassiveNone {
		p.strict(d)
	}
	if p.ring != ringUnknown {
		p.keepRing(d)
	}
	if r.sq[p.king&slot].goal || d.n > 0 && r.set.Chain != ruleset.ChainOff {
		p.endStep(d)
		return
	}
	p.endTurn(d)
}

// captures takes off what the piece that moved takes.
func (p *Position) captures(d *Delta, near uint32) {
	p.findCaptures(d, near)
	for i := range int(d.n) {
		p.remove(d.at(i))
	}
}

// remove takes a captured piece off the board.
func (p *Position) remove(t *taken) {
	p.lift(t.at)
	if t.piece == King {
		p.king = game.NoSquare
	}
}

// endStep decides after a step that may be more than a turn's only one: a win,
// the next step of a chain, or the turn of the other side.
func (p *Position) endStep(d *Delta) {
	switch {
	case p.king == game.NoSquare:
		p.end = game.Won(game.Attackers, game.KingCaptured)
	case p.rules.sq[p.king].goal:
		p.end = game.Won(game.Defenders, game.KingEscaped)
	case p.rules.set.Chain != ruleset.ChainOff && d.n > 0 && !d.lost:
		p.chain = d.move.To
		var buf [4 * game.MaxSize]game.Move
		if len(p.goingOn(buf[:0])) > 0 {
			return
		}
		p.chain = game.NoSquare
	}
	p.endTurn(d)
}

func (p *Position) endTurn(d *Delta) {
	d.ends = true
	p.took = d.n > 0 || d.chain != game.NoSquare // a chain goes on only after a capture
	p.turn = p.turn.Other()
	p.hash ^= p.rules.turn
}

// Undo takes back the step that made d, the newest one.
func (p *Position) Undo(d *Delta) {
	if p.rules.line != nil {
		p.lineUndo(d)
		return
	}
	if d.move.Op != game.End {
		for i := int(d.n) - 1; i >= 0; i-- {
			t := d.at(i)
			p.put(t.at, t.piece)
		}
		p.place(d.move.To, d.move.From, d.piece, d.turn)
	}
	p.status = d.status
}
