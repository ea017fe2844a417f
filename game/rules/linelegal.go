package rules

import "tafl3d/game"

// candidates appends the steps that are legal but for the rules that look
// further than the board.
func (p *Position) candidates(ms []game.Move) []game.Move {
	switch s := &p.state; {
	case s.removes > 0:
		return p.removals(ms)
	case s.victim != game.NoSquare:
		return p.ambushers(ms)
	case p.chain != game.NoSquare:
		return p.chainOn(ms)
	}
	return p.actions(ms)
}

// actions appends what may begin a turn or be its next action.
func (p *Position) actions(ms []game.Move) []game.Move {
	g, s := p.rules.line, &p.state
	if s.huff.any() {
		for b := s.huff; b.any(); {
			at := b.pop()
			ms = append(ms, game.Move{Op: game.Remove, From: at, To: at})
		}
	}
	if p.mustDrop() {
		return p.drops(ms)
	}
	if g.paths != nil && p.inCombat() {
		return p.combat(ms)
	}
	if g.forced && s.acted == 0 && p.someMust() {
		return p.duties(ms)
	}
	if s.inHand[p.turn&1] > 0 {
		ms = p.drops(ms)
	}
	if g.chess != nil {
		ms = p.chessMoves(ms)
	}
	if g.leaps || g.chess == nil {
		for b := p.own(p.turn); b.any(); {
			at := b.pop()
			k := &g.kind[p.cell[at&slot]&kindMask]
			if g.chess == nil {
				ms = p.stepsOf(ms, k, at)
			}
			ms = p.leapsOf(ms, k, at)
		}
	}
	if g.set.Actions.Ambush {
		ms = p.ambushes(ms)
	}
	if s.acted > 0 {
		ms = append(ms, game.NoMove)
	}
	return ms
}

// stepsOf appends the steps, slides and flights of the piece on at.
func (p *Position) stepsOf(ms []game.Move, k *lineKind, at game.Square) []game.Move {
	if p.flies() {
		return p.flights(ms, at)
	}
	if k.rays[at] == nil {
		for b := k.near[at].and(p.free()); b.any(); {
			ms = append(ms, game.Move{From: at, To: b.pop()})
		}
		return ms
	}
	for _, ray := range k.rays[at] {
		for _, to := range ray {
			if p.cell[to&slot] != game.Empty {
				break
			}
			if !p.rules.line.noRest.has(to) {
				ms = append(ms, game.Move{From: at, To: to})
			}
		}
	}
	return ms
}

// flies reports whether the men of the side to move may go anywhere.
func (p *Position) flies() bool {
	n := p.rules.line.set.Fly
	return n > 0 && int(p.count[p.turn&1]) == n && p.state.inHand[p.turn&1] == 0
}

// flights appends the moves of a man who may go anywhere.
func (p *Position) flights(ms []game.Move, at game.Square) []game.Move {
	for to := range game.Square(p.rules.squares) {
		if p.cell[to&slot] == game.Empty && !p.rules.line.noRest.has(to) {
			ms = append(ms, game.Move{From: at, To: to})
		}
	}
	return ms
}

// lineAllowed keeps the moves that can be completed to a turn that every rule
// allows.
func (p *Position) lineAllowed(ms []game.Move, h *History) []game.Move {
	keep := ms[:0]
	for _, m := range ms {
		if p.completable(m, h) {
			keep = append(keep, m)
		}
	}
	return keep
}

// completable reports whether some legal turn begins with m, which is legal
// but for the rules that look further than the board.
func (p *Position) completable(m game.Move, h *History) bool {
	g := p.rules.line
	if g.set.Chess.Check && p.exposesRoyal(m) {
		return false
	}
	if m.Op == game.Leap && g.noRest.has(m.To) && !p.restsAfter(m, false) || p.isNull(m) {
		return false
	}
	if !g.set.Draws.Superko && !(g.forced && g.friends) && !g.set.Scripted && m.Op != game.Remove {
		return true
	}
	q := *p
	var d Delta
	q.linePlay(m, &d)
	if !d.ends {
		return q.someTurn(h)
	}
	if q.state.must && !q.state.took || q.state.reply && q.state.moved != g.centre {
		return false
	}
	return !g.set.Draws.Superko || h == nil || q.state.progress || q.state.inHand != [game.Sides]uint8{} || h.Count(q.hash) == 0
}

// lineCanMove reports whether the side to move has a legal turn.
func (p *Position) lineCanMove(h *History) bool {
	g, s := p.rules.line, &p.state
	switch {
	case s.inHand[p.turn&1] > 0:
		if p.canDrop() {
			return true
		}
	case g.chess != nil && !g.leaps:
		return p.chessCanMove()
	case p.flies(), s.huff.any(), g.set.Draws.Superko, g.set.Scripted, g.paths != nil, g.chess != nil:
	default:
		free := p.free()
		for b := p.own(p.turn); b.any(); {
			at := b.pop()
			k := &g.kind[p.cell[at&slot]&kindMask]
			if k.near[at].and(free).any() {
				return true
			}
		}
		for b := p.own(p.turn); b.any() && g.leaps && !g.noRest.any(); {
			at := b.pop()
			if p.canLeap(&g.kind[p.cell[at&slot]&kindMask], at) {
				return true
			}
		}
		if !g.set.Actions.Ambush && !g.noRest.any() {
			return false
		}
	}
	return p.someTurn(h)
}

// someTurn is lineCanMove where moves have to be completed to be legal: it
// stops at the first that is, beginning with those listed last, the end of the
// turn among them.
func (p *Position) someTurn(h *History) bool {
	var buf [128]game.Move
	ms := p.candidates(buf[:0])
	for i := len(ms) - 1; i >= 0; i-- {
		if p.completable(ms[i], h) {
			return true
		}
	}
	return false
}

// canStep reports whether the piece on at has a step.
func (p *Position) canStep(k *lineKind, at game.Square) bool {
	return k.near[at].and(p.free()).any()
}
