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
	switch p.scope() {
	case scopeDrops:
		return p.drops(ms)
	case scopeCombat:
		return p.combat(ms)
	case scopeDuties:
		return p.duties(ms)
	}
	if s.inHand[p.turn&1] > 0 {
		ms = p.drops(ms)
	}
	if g.chess != nil {
		ms = p.chessMoves(ms)
	}
	ms = p.stepsAndLeaps(ms)
	if g.set.Actions.Ambush {
		ms = p.ambushes(ms)
	}
	if s.acted > 0 {
		ms = append(ms, game.NoMove)
	}
	return ms
}

// stepsAndLeaps appends the steps, slides and flights of each piece and its
// first leaps. In games with moves of chess steps are among those.
func (p *Position) stepsAndLeaps(ms []game.Move) []game.Move {
	g := p.rules.line
	if g.chess != nil && !g.leaps {
		return ms
	}
	leapers := p.leapers()
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		k := &g.kind[p.cell[at&slot]&kindMask]
		if g.chess == nil {
			ms = p.stepsOf(ms, k, at)
		}
		if leapers.has(at) {
			ms = p.leapsOf(ms, k, at)
		}
	}
	return ms
}

// leapers returns the pieces of the side to move without those that surely
// have no leap, when scope leaves every move.
func (p *Position) leapers() points {
	switch g := p.rules.line; {
	case g.friends:
		return p.own(p.turn)
	case g.forced && p.state.acted == 0 && g.allMust[p.turn&1]:
		return points{} // somebody would be bound to capture
	}
	return p.ripe()
}

// scope says to what the side to move is confined at the beginning of a turn
// or of another action of it.
type scope uint8

const (
	scopeAll scope = iota
	scopeDrops
	scopeCombat
	scopeDuties // compulsory captures
)

func (p *Position) scope() scope {
	g, s := p.rules.line, &p.state
	switch {
	case p.mustDrop():
		return scopeDrops
	case g.paths != nil && p.inCombat():
		return scopeCombat
	case g.forced && s.acted == 0 && p.someMust():
		return scopeDuties
	}
	return scopeAll
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
	if p.rules.line.set.Chess.Check {
		ms = p.unexposed(ms)
	}
	keep := ms[:0]
	for _, m := range ms {
		if p.completes(m, h) {
			keep = append(keep, m)
		}
	}
	return keep
}

// completable reports whether some legal turn begins with m, which is legal
// but for the rules that look further than the board.
func (p *Position) completable(m game.Move, h *History) bool {
	return !(p.rules.line.set.Chess.Check && p.exposesRoyal(m)) && p.completes(m, h)
}

// completes is completable for a move that leaves no royal piece attacked.
func (p *Position) completes(m game.Move, h *History) bool {
	g := p.rules.line
	if m.Op == game.Leap && !p.leapCompletes(m) || p.isNull(m) {
		return false
	}
	first := g.leads && m.Op == game.Drop && m.Kind == g.prephase
	if !g.set.Draws.Superko && !(g.forced && g.friends) && !g.set.Scripted && m.Op != game.Remove && !first {
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
	g := p.rules.line
	switch {
	case p.state.inHand[p.turn&1] > 0:
		return !g.leads && p.canDrop() || p.someTurn(h)
	case g.chess != nil && !g.leaps:
		return p.chessCanMove()
	case p.flies(), g.set.Draws.Superko, g.set.Scripted, g.paths != nil, g.chess != nil:
		return p.someTurn(h)
	case p.someSteps(), g.leaps && !g.noRest.any() && p.someLeaps():
		return true
	}
	// there are neither steps nor leaps that need no further look
	return (g.set.Actions.Ambush || g.noRest.any() || p.state.huff.any()) && p.someTurn(h)
}

// someSteps reports whether a piece of the side to move has a step.
func (p *Position) someSteps() bool {
	if p.stepsOn(p.open[p.turn&1]) {
		return true
	}
	g, free := p.rules.line, p.free()
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		if to := g.kind[p.cell[at&slot]&kindMask].near[at].and(free); to.any() {
			p.open[p.turn&1] = game.Move{From: at, To: to.pop()}
			return true
		}
	}
	return false
}

// someLeaps reports whether a piece of the side to move has a leap.
func (p *Position) someLeaps() bool {
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		if p.canLeap(&p.rules.line.kind[p.cell[at&slot]&kindMask], at) {
			return true
		}
	}
	return false
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
