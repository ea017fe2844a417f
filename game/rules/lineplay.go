package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Link says how a step hangs on the one before it in a turn.
type Link uint8

// The links.
const (
	LinkBegin    Link = iota // it begins the turn
	LinkAction               // a further action
	LinkChain                // the same piece leaps on
	LinkRemoval              // a removal for a mill
	LinkAmbushes             // the first jump of an ambush
	LinkAmbush               // a further jump of an ambush
)

// Link returns how the step hangs on the one before it.
func (d *Delta) Link() Link { return d.link }

// Promoted returns the square on which a piece was promoted and what it was
// and is; false if none was.
func (d *Delta) Promoted() (at game.Square, was, is game.Piece, ok bool) {
	return d.promotedAt, d.was, d.is, d.is != game.Empty
}

// linePlay is Play for the other families.
func (p *Position) linePlay(m game.Move, d *Delta) {
	s := &p.state
	if p.rules.line.huff && s.duty == dutyUnknown {
		p.findDue() // the same for every step that begins the turn
	}
	d.move, d.piece, d.n, d.lost, d.ends = m, game.Empty, 0, false, false
	d.status, d.state = p.status, *s
	d.more, d.is, d.rook, d.link = d.more[:0], game.Empty, [2]game.Square{}, LinkBegin
	d.lines = true
	begins := !s.busy
	if begins {
		p.beginTurn()
	} else {
		d.link = LinkAction
	}
	waits := false
	switch m.Op {
	case game.End:
		stopped := p.chain
		p.chain = game.NoSquare
		if stopped != game.NoSquare {
			p.acts(d, stopped)
		}
		p.lineTurn(d, stopped)
		return
	case game.Remove:
		p.removePiece(d, begins)
		return
	case game.Drop:
		p.drop(d)
		s.last = m.To
	case game.Leap:
		d.piece = p.cell[m.From&slot]
		waits = p.leap(d)
	case game.Castle:
		p.castle(d)
	default:
		d.piece = p.cell[m.From&slot]
		p.stepTo(d)
	}
	s.moved = m.To
	if p.rules.line.several {
		if m.Op != game.Drop {
			s.came.clear(m.From)
		}
		s.came.set(m.To)
	}
	if !waits {
		p.acts(d, m.To)
		p.goOnOrEnd(d)
	}
}

// resetTurn forgets the turn before and begins another.
func (p *Position) resetTurn() {
	s := &p.state
	s.busy, s.took, s.retired, s.huffed, s.progress = true, false, false, false, false
	s.first = p.rules.line.begins == p.hash
	s.acted, s.removes, s.sum = 0, 0, 0
	s.moved, s.victim, s.last, s.removed, s.trail = game.NoSquare, game.NoSquare, game.NoSquare, game.NoSquare, points{}
	s.came = points{}
}

// beginTurn prepares for the first step of a turn.
func (p *Position) beginTurn() {
	p.resetTurn()
	s := &p.state
	if g := p.rules.line; g.forced && (g.friends || g.set.Capture.Longest) || g.huff || s.reply {
		p.noteDuties()
	}
	if s.huff.any() {
		p.lapse()
	}
	s.start = p.hash
}

// stepTo makes a step, a slide or a flight.
func (p *Position) stepTo(d *Delta) {
	g, s, m := p.rules.line, &p.state, d.move
	k := &g.kind[d.piece]
	if c := p.cell[m.To&slot]; c != game.Empty {
		p.capture(d, m.To, c, game.ByPlace)
	}
	p.carry(m.From, m.To)
	s.retired = s.retired || k.retreat != ruleset.RetreatOff && g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From]
	if g.chess != nil {
		p.chessStep(d)
	}
}

// removePiece takes a man off for a mill, or one that did not capture.
func (p *Position) removePiece(d *Delta, begins bool) {
	s := &p.state
	by := game.ByMill
	if begins {
		by = game.ByHuff
	}
	took := s.took
	d.piece = p.cell[d.move.From&slot]
	p.capture(d, d.move.From, d.piece, by)
	s.took = took
	if !begins {
		d.link = LinkRemoval
		s.removes--
		s.removed = d.move.From
		if s.removes > 0 {
			p.checkRemovals()
		}
		p.goOnOrEnd(d)
		return
	}
	s.huffed = true
	s.start = p.hash
	if p.judgeBoard(p.turn).Over() {
		p.lineTurn(d, game.NoSquare)
	}
}

// acts completes an action of the piece that has come to rest on at.
func (p *Position) acts(d *Delta, at game.Square) {
	s := &p.state
	s.acted++
	if s.castling != [2]bool{} {
		p.loseRights()
	}
	p.settle(d, at)
	if d.move.Op != game.Leap && d.move.Op != game.End {
		p.closeMills(at)
	}
}

// settle marks the piece that has come to rest on at as one that has
// retreated, or promotes it.
func (p *Position) settle(d *Delta, at game.Square) {
	s := &p.state
	k := &p.rules.line.kind[p.cell[at&slot]&kindMask]
	if s.retired {
		p.flag(at)
		s.retired = false
	}
	if k.becomes != game.Empty && k.far.has(at) && !s.flags.has(at) {
		p.promote(d, at, k.becomes)
	}
}

// promote makes the piece on at another one.
func (p *Position) promote(d *Delta, at game.Square, to game.Piece) {
	d.promotedAt, d.was, d.is = at, p.cell[at&slot], to
	p.hash ^= p.rules.zob[d.was&kindMask][at&slot] ^ p.rules.zob[to&kindMask][at&slot]
	p.cell[at&slot] = to
	p.state.progress = true
}

// limit returns how many actions the turn may have.
func (p *Position) limit() uint8 {
	a := &p.rules.line.set.Actions
	if p.state.first && a.First > 0 {
		return uint8(min(a.First, a.Number))
	}
	return uint8(a.Number)
}

// goOnOrEnd decides after an action: removals, further actions, or the turn of
// the other side.
func (p *Position) goOnOrEnd(d *Delta) {
	s, g := &p.state, p.rules.line
	if s.removes > 0 {
		return
	}
	if d.move.Op == game.Drop && d.move.Kind == g.prephase && (s.hand[g.prephase] > 0 || p.leads()) {
		return
	}
	if g.set.Actions.Number > 1 && s.acted < p.limit() && s.inHand[p.turn&1] == 0 && !p.judgeMaterial(p.turn).Over() {
		if p.canAct() {
			return
		}
	}
	p.lineTurn(d, game.NoSquare)
}

// leads lets the side that begins go on with its first move, once the pieces
// that come before it are dropped. Others begin then: it returns false.
func (p *Position) leads() bool {
	g, s := p.rules.line, &p.state
	if !g.leads {
		return false
	}
	s.acted, s.last, s.start = 0, game.NoSquare, p.hash
	s.duty, s.check = dutyUnknown, checkUnknown
	if g.huff {
		p.findDue()
	}
	p.noteDuties()
	return true
}

// lineTurn ends the turn: what cannot move is swept off, missed captures are
// noted, and the other side is to move.
func (p *Position) lineTurn(d *Delta, stopped game.Square) {
	s := &p.state
	if w := p.rules.line.set.Sweep; w != ruleset.Nobody && !w.Is(p.turn) {
		p.sweep(d)
	}
	p.blame(stopped)
	s.reply = s.first && p.rules.line.set.Scripted
	s.busy, s.victim, s.removes, s.acted = false, game.NoSquare, 0, 0
	s.duty, s.check = dutyUnknown, checkUnknown
	p.endTurn(d)
}

// sweep takes off every piece of the side swept that cannot move. All are
// judged on the same board.
func (p *Position) sweep(d *Delta) {
	var stuck points
	for b := p.own(p.turn.Other()); b.any(); {
		at := b.pop()
		if k := &p.rules.line.kind[p.cell[at&slot]&kindMask]; !p.canStep(k, at) && !p.canLeap(k, at) {
			stuck.set(at)
		}
	}
	for stuck.any() {
		at := stuck.pop()
		p.capture(d, at, p.cell[at&slot], game.BySweep)
	}
}

// lineUndo is Undo for the other families.
func (p *Position) lineUndo(d *Delta) {
	m := d.move
	if d.is != game.Empty {
		p.cell[d.promotedAt&slot] = d.was
	}
	switch m.Op {
	case game.Drop:
		p.lift(m.To)
	case game.Step, game.Leap:
		p.move(m.To, m.From)
	case game.Castle:
		p.move(m.To, m.From)
		p.move(d.rook[1], d.rook[0])
	}
	for i := int(d.n) - 1; i >= 0; i-- {
		t := d.at(i)
		p.put(t.at, t.piece)
	}
	p.status, p.state = d.status, d.state
}

// NamesDrop reports whether the text of a drop must name the piece, because
// the side held several kinds.
func (d *Delta) NamesDrop(r *Rules) bool {
	held := 0
	for c := 1; r.line != nil && c < r.line.n; c++ {
		if d.state.hand[c] > 0 && r.line.kind[c].side == d.turn {
			held++
		}
	}
	return held > 1
}

// Short reports whether a castling move goes to the king's wing.
func (d *Delta) Short() bool { return d.rook[0] > d.move.From }
