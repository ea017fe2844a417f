package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Play plays a legal step and describes it in d.
func (p *Position) Play(m game.Move, d *Delta) {
	s := &p.State
	if p.Game.huff && s.duty == dutyUnknown {
		findDue(p) // the same for every step that begins the move
	}
	d.Move, d.Piece, d.N, d.Lost, d.Ends = m, game.Empty, 0, false, false
	d.Status, d.state = p.Status, *s
	d.More, d.Is, d.Rook, d.Link = d.More[:0], game.Empty, [2]game.Square{}, LinkBegin
	begins := !s.Busy
	if begins {
		p.beginTurn()
	} else {
		d.Link = LinkAction
	}
	waits := false
	switch m.Op {
	case game.End:
		stopped := p.Chain
		p.Chain = game.NoSquare
		if stopped != game.NoSquare {
			p.acts(d, stopped)
		}
		p.lineTurn(d, stopped)
		return
	case game.Remove:
		p.removePiece(d, begins)
		return
	case game.Drop:
		drop(p, d)
		s.last = m.To
	case game.Leap:
		d.Piece = p.Cell[m.From&core.Slot]
		waits = leap(p, d)
	case game.Castle:
		castle(p, d)
	default:
		d.Piece = p.Cell[m.From&core.Slot]
		p.stepTo(d)
	}
	s.moved = m.To
	if p.Game.several {
		if m.Op != game.Drop {
			s.came.Clear(m.From)
		}
		s.came.Set(m.To)
	}
	if !waits {
		p.acts(d, m.To)
		p.goOnOrEnd(d)
	}
}

// resetTurn clears the state of the current move.
func (p *Position) resetTurn() {
	s := &p.State
	s.Busy, s.took, s.retired, s.huffed, s.Progress = true, false, false, false, false
	s.first = p.Game.begins == p.Hash
	s.acted, s.removes, s.sum = 0, 0, 0
	s.moved, s.victim, s.last, s.removed, s.trail = game.NoSquare, game.NoSquare, game.NoSquare, game.NoSquare,
		core.Points{}
	s.came = core.Points{}
}

// beginTurn prepares the state for the first step of a move.
func (p *Position) beginTurn() {
	p.resetTurn()
	s := &p.State
	if g := p.Game; g.forced && (g.friends || g.Set.Capture.Longest) || g.huff || s.reply {
		noteDuties(p)
	}
	if s.huff.Any() {
		p.clearHuffs()
	}
	s.start = p.Hash
}

// stepTo plays a step, a slide or a flight.
func (p *Position) stepTo(d *Delta) {
	g, s, m := p.Game, &p.State, d.Move
	k := &g.Kind[d.Piece]
	if c := p.Cell[m.To&core.Slot]; c != game.Empty {
		capture(p, d, m.To, c, game.ByPlace)
	}
	movePiece(p, m.From, m.To)
	s.retired = s.retired || k.retreat != ruleset.RetreatOff && g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From]
	if g.Chess != nil {
		chessStep(p, d)
	}
}

// leap plays a leap and reports whether the move waits for the next step of its chain or ambush.
func leap(p *Position, d *Delta) (waits bool) {
	g, s, m := p.Game, &p.State, d.Move
	k := &g.Kind[d.Piece]
	over := k.over(m)
	c := p.Cell[over&core.Slot] & core.KindMask
	bit := uint16(1) << c
	movePiece(p, m.From, m.To)
	s.retired = s.retired || k.retreat == ruleset.RetreatAll && g.forward[k.side&1][m.To] < g.forward[k.side&1][m.From]
	if k.takes&bit == 0 && k.friends&bit == 0 {
		return ambush(p, d, over)
	}
	if p.Chain != game.NoSquare {
		d.Link = LinkChain
	}
	if k.takes&bit != 0 {
		capture(p, d, over, c, game.ByJump)
		s.trail = core.Points{}
	} else if p.Chain == game.NoSquare {
		s.trail.Set(m.From)
	}
	s.trail.Set(m.To)
	p.Chain = game.NoSquare
	if k.chain == ruleset.ChainOff || g.Set.Actions.Number > 1 {
		return false
	}
	p.Chain = m.To
	if canGoOn(p) {
		return true
	}
	p.Chain = game.NoSquare
	return false
}

// removePiece removes a man for a mill, or a piece that did not capture.
func (p *Position) removePiece(d *Delta, begins bool) {
	s := &p.State
	by := game.ByMill
	if begins {
		by = game.ByHuff
	}
	took := s.took
	d.Piece = p.Cell[d.Move.From&core.Slot]
	capture(p, d, d.Move.From, d.Piece, by)
	s.took = took
	if !begins {
		d.Link = LinkRemoval
		s.removes--
		s.removed = d.Move.From
		if s.removes > 0 {
			checkRemovals(p)
		}
		p.goOnOrEnd(d)
		return
	}
	s.huffed = true
	s.start = p.Hash
	if judgeBoard(p, p.Turn).Over() {
		p.lineTurn(d, game.NoSquare)
	}
}

// acts completes an action of the piece that has come to rest on at.
func (p *Position) acts(d *Delta, at game.Square) {
	s := &p.State
	s.acted++
	if s.castling != [2]bool{} {
		loseRights(p)
	}
	p.settle(d, at)
	if d.Move.Op != game.Leap && d.Move.Op != game.End {
		closeMills(p, at)
	}
}

// goOnOrEnd decides what follows an action: removals, further actions, or the other side's turn.
func (p *Position) goOnOrEnd(d *Delta) {
	s, g := &p.State, p.Game
	if s.removes > 0 {
		return
	}
	if d.Move.Op == game.Drop && d.Move.Kind == g.prephase && (s.Hand[g.prephase] > 0 || p.leads()) {
		return
	}
	if g.Set.Actions.Number > 1 && s.acted < p.limit() && s.inHand[p.Turn&1] == 0 && !judgeMaterial(p, p.Turn).Over() {
		if canAct(p) {
			return
		}
	}
	p.lineTurn(d, game.NoSquare)
}

// leads reports whether the side of the prephase continues with its first move after dropping its pieces. It returns
// false if the other side moves first.
func (p *Position) leads() bool {
	g, s := p.Game, &p.State
	if !g.leads {
		return false
	}
	s.acted, s.last, s.start = 0, game.NoSquare, p.Hash
	s.duty, s.check = dutyUnknown, checkUnknown
	if g.huff {
		findDue(p)
	}
	noteDuties(p)
	return true
}

// lineTurn ends the move: blocked pieces are removed, missed captures are recorded, and the turn passes.
func (p *Position) lineTurn(d *Delta, stopped game.Square) {
	s := &p.State
	if w := p.Game.Set.Sweep; w != ruleset.Nobody && !w.Is(p.Turn) {
		p.sweep(d)
	}
	noteHuffs(p, stopped)
	s.reply = s.first && p.Game.Set.Scripted
	s.Busy, s.victim, s.removes, s.acted = false, game.NoSquare, 0, 0
	s.duty, s.check = dutyUnknown, checkUnknown
	d.Ends = true
	p.Pass()
}

// sweep removes every blocked piece of the side to be swept. All are judged on the same board.
func (p *Position) sweep(d *Delta) {
	var stuck core.Points
	for b := p.Own(p.Turn.Other()); b.Any(); {
		at := b.Pop()
		if k := &p.Game.Kind[p.Cell[at&core.Slot]&core.KindMask]; !canStep(p, k, at) && !canLeap(p, k, at) {
			stuck.Set(at)
		}
	}
	for stuck.Any() {
		at := stuck.Pop()
		capture(p, d, at, p.Cell[at&core.Slot], game.BySweep)
	}
}

// Undo undoes the last step, which d describes.
func (p *Position) Undo(d *Delta) {
	m := d.Move
	if d.Is != game.Empty {
		p.Cell[d.PromotedAt&core.Slot] = d.Was
	}
	switch m.Op {
	case game.Drop:
		p.Lift(m.To)
	case game.Step, game.Leap:
		p.Move(m.To, m.From)
	case game.Castle:
		p.Move(m.To, m.From)
		p.Move(d.Rook[1], d.Rook[0])
	}
	for i := int(d.N) - 1; i >= 0; i-- {
		t := d.At(i)
		p.Put(t.At, t.Piece)
	}
	p.Status, p.State = d.Status, d.state
}
