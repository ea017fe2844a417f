package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Legal appends the legal steps of the side to move to ms: moves between
// turns, and in a chain the steps that go on and, where the turn may stop,
// game.End. h is asked where a rule forbids to repeat; it may be nil.
func (p *Position) Legal(ms []game.Move, h *History) []game.Move {
	if p.end.Over() {
		return ms
	}
	first := len(ms)
	ms = p.unfiltered(ms)
	switch {
	case !p.filtered():
		return ms
	case p.rules.line != nil:
		return append(ms[:first], p.lineAllowed(ms[first:], h)...)
	}
	return append(ms[:first], p.allowed(ms[first:], h)...)
}

// filtered reports whether rules that look beyond the board may forbid a step.
// To huff somebody is legal only if a turn can follow.
func (p *Position) filtered() bool { return p.rules.filters || p.state.huff.any() }

// unfiltered appends the steps without the rules that look beyond the board.
func (p *Position) unfiltered(ms []game.Move) []game.Move {
	switch {
	case p.rules.line != nil:
		return p.candidates(ms)
	case p.chain != game.NoSquare:
		return p.chainSteps(ms)
	}
	return p.openSteps(ms)
}

// openSteps appends the steps with which a turn may begin.
func (p *Position) openSteps(ms []game.Move) []game.Move {
	for i := range p.rules.words {
		for b := p.side[p.turn&1][i&7]; b != 0; b &= b - 1 {
			ms = p.steps(ms, squareOf(i, b))
		}
	}
	return ms
}

// steps appends the slides and leaps of the piece on s (tafl 4).
func (p *Position) steps(ms []game.Move, s game.Square) []game.Move {
	r := p.rules
	k := &r.kind[p.cell[s&slot]&kindMask]
	if home := r.home(k, s); home != 0 {
		ms = p.slidesAtHome(ms, s, k, home)
	} else {
		ms = p.slides(ms, s, k)
	}
	if k.jump != ruleset.JumpNone {
		ms = p.leaps(ms, s, k)
	}
	return ms
}

// slides appends the slides of a piece in the open.
func (p *Position) slides(ms []game.Move, s game.Square, k *kind) []game.Move {
	next, sq := &p.rules.next, &p.rules.sq
	class, reach := k.class, k.reach
	for d := range game.GridDirs {
		n := reach
		for t := next[s&slot][d]; p.cell[t&slot] == game.Empty; t = next[t&slot][d] {
			q := &sq[t&slot]
			if q.enter&class != 0 {
				ms = append(ms, game.Move{From: s, To: t})
			}
			if n--; n == 0 || q.pass&class == 0 {
				break
			}
		}
	}
	return ms
}

// home returns the group in which the piece may move about freely because it
// starts there: its own camp, or a throne of several squares; 0 if none.
func (r *Rules) home(k *kind, s game.Square) uint8 {
	q := &r.sq[s]
	switch {
	case q.region == ruleset.Camp && k.class == ruleset.ClassAttacker && r.set.CampInside:
		return q.group
	case q.region == ruleset.Throne && k.royal && len(r.throne) > 1:
		return q.group
	}
	return 0
}

// slidesAtHome appends the slides of a piece that starts in its own group.
func (p *Position) slidesAtHome(ms []game.Move, s game.Square, k *kind, home uint8) []game.Move {
	for d := range game.GridDirs {
		ms = p.slidesFromHome(ms, s, d, k, home)
	}
	return ms
}

// slidesFromHome appends those in one direction: squares of the group are open
// until the path has left it.
func (p *Position) slidesFromHome(ms []game.Move, s game.Square, d game.Dir, k *kind, home uint8) []game.Move {
	r := p.rules
	n, inside := k.reach, true
	for t := r.next[s][d]; p.cell[t] == game.Empty; t = r.next[t][d] {
		q := &r.sq[t]
		inside = inside && q.group == home
		if inside || q.enter&k.class != 0 {
			ms = append(ms, game.Move{From: s, To: t})
		}
		if n--; n == 0 || !inside && q.pass&k.class == 0 {
			break
		}
	}
	return ms
}

// leaps appends the leaps of the piece on s over ordinary men.
func (p *Position) leaps(ms []game.Move, s game.Square, k *kind) []game.Move {
	for d := range game.GridDirs {
		if m, ok := p.leapTowards(s, d, k); ok {
			ms = append(ms, m)
		}
	}
	return ms
}

// leapTowards returns the leap of the piece on s in one direction; false if
// there is none.
func (p *Position) leapTowards(s game.Square, d game.Dir, k *kind) (m game.Move, ok bool) {
	r := p.rules
	over := r.next[s][d]
	v := &r.kind[p.cell[over]&kindMask]
	if k.jump == ruleset.JumpNone || !v.ordinary || v.side == k.side && k.jump != ruleset.JumpAny {
		return m, false
	}
	t := r.next[over][d]
	q := &r.sq[t]
	home := r.home(k, s)
	inside := home != 0 && r.sq[over].group == home && q.group == home
	if p.cell[t] != game.Empty || !inside && q.enter&k.class == 0 {
		return m, false
	}
	if k.jump == ruleset.JumpRestricted && (r.sq[s].region|q.region)&(ruleset.Throne|ruleset.Corner) == 0 {
		return m, false
	}
	return game.Move{Op: game.Leap, From: s, To: t}, true
}

// chainSteps appends the steps that go on with a chain (tafl 5, step 7) and
// game.End where the turn may stop.
func (p *Position) chainSteps(ms []game.Move) []game.Move {
	first := len(ms)
	ms = p.goingOn(ms)
	must := false
	if p.rules.set.Chain == ruleset.ChainMandatory {
		for _, m := range ms[first:] {
			must = must || p.takes(m)
		}
	}
	if !must {
		ms = append(ms, p.stop())
	}
	return ms
}

// stop is the end of the chain under way.
func (p *Position) stop() game.Move { return game.Move{Op: game.End, From: p.chain, To: p.chain} }

// goingOn appends the further steps of the chain's piece: those that capture
// again and, for the king where the rules allow it, those that escape.
func (p *Position) goingOn(ms []game.Move) []game.Move {
	var buf [4 * game.MaxSize]game.Move
	flees := p.rules.set.ChainEscape && p.chain == p.king
	for _, m := range p.steps(buf[:0], p.chain) {
		if p.takes(m) || flees && p.rules.sq[m.To].goal {
			ms = append(ms, m)
		}
	}
	return ms
}

// takes reports whether a step would capture.
func (p *Position) takes(m game.Move) bool {
	var d Delta
	d.move = m
	king := p.king
	p.move(m.From, m.To)
	p.findCaptures(&d, p.besides(m.To))
	p.move(m.To, m.From)
	p.king = king
	return d.n > 0
}

// allowed keeps the moves that the rules which look beyond the board allow.
func (p *Position) allowed(ms []game.Move, h *History) []game.Move {
	keep := ms[:0]
	for _, m := range ms {
		if p.lawful(m, h) {
			keep = append(keep, m)
		}
	}
	return keep
}

// lawful reports whether the rules which look beyond the board allow m.
func (p *Position) lawful(m game.Move, h *History) bool {
	return !p.rules.filters || !p.repeats(m, h) && !p.exposes(m)
}

// repeats reports whether m is forbidden because it recreates an earlier
// position (tafl 8).
func (p *Position) repeats(m game.Move, h *History) bool {
	switch p.rules.set.Repetition {
	case ruleset.RepeatMoverForbidden:
	case ruleset.RepeatDefenderForbidden:
		if p.turn != game.Defenders {
			return false
		}
	default:
		return false
	}
	if h == nil {
		return false
	}
	c := p.cell[m.From] & kindMask
	return h.Count(p.hash^p.rules.moved(m.From, m.To, c)^p.rules.turn) > 0 && p.quiet(m)
}

// quiet reports whether m takes nothing off the board, not even its own piece.
func (p *Position) quiet(m game.Move) bool {
	next := *p
	var d Delta
	next.Play(m, &d)
	return d.n == 0
}

// exposes reports whether m is forbidden because the king could be taken
// next turn, however his turn goes on (tafl 9, watchKing).
func (p *Position) exposes(m game.Move) bool {
	if p.rules.set.WatchKing != ruleset.WatchForbid || m.From != p.king || p.rules.sq[m.To].goal {
		return false
	}
	next := *p
	var d Delta
	next.Play(m, &d)
	if next.chain == game.NoSquare {
		return next.kingTakeable()
	}
	return !slices.ContainsFunc(next.chainSteps(nil), func(m game.Move) bool { return !next.exposes(m) })
}

// canMove reports whether the side to move has a legal turn.
func (p *Position) canMove(h *History) bool {
	return p.someIsFree() && p.lawful(p.open[p.turn&1], h) || p.anyLegal(h)
}

// anyLegal looks at one piece after the other.
func (p *Position) anyLegal(h *History) bool {
	var buf [4 * game.MaxSize]game.Move
	for i := range p.rules.words {
		for b := p.side[p.turn&1][i&7]; b != 0; b &= b - 1 {
			for _, m := range p.steps(buf[:0], squareOf(i, b)) {
				if p.lawful(m, h) {
					return true
				}
			}
		}
	}
	return false
}

// isOpen reports whether the step that was open last to the side to move still
// is.
func (p *Position) isOpen() bool {
	m := &p.open[p.turn&1]
	return p.rules.of[p.turn&1]>>(p.cell[m.From&slot]&31)&1 != 0 && p.cell[m.To&slot] == game.Empty
}

// someIsFree reports whether a piece of the side to move may step to a
// neighbouring square that is open to all: the quick way to see that the side
// can move.
func (p *Position) someIsFree() bool {
	for i := range p.rules.words {
		for b := p.side[p.turn&1][i&7]; b != 0; b &= b - 1 {
			if s := squareOf(i, b); p.isFree(s) {
				return true
			}
		}
	}
	return false
}

func (p *Position) isFree(s game.Square) bool {
	r := p.rules
	for d := range game.GridDirs {
		if t := r.next[s&slot][d] & slot; p.cell[t] == game.Empty && r.sq[t].enter == ruleset.AllClass {
			p.open[p.turn&1] = game.Move{From: s, To: t}
			return true
		}
	}
	return false
}
