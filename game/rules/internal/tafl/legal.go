package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Legal appends the legal steps of the side to move.
func (p *Position) Legal(ms []game.Move, h *core.History) []game.Move {
	first := len(ms)
	if ms = p.candidates(ms); p.Rules.Filters {
		return append(ms[:first], p.allowed(ms[first:], h)...)
	}
	return ms
}

// candidates appends the steps that are legal apart from rules beyond the board.
func (p *Position) candidates(ms []game.Move) []game.Move {
	switch {
	case p.End.Over():
		return ms
	case p.Chain != game.NoSquare:
		return p.chainSteps(ms)
	}
	return p.openSteps(ms)
}

// openSteps appends the steps with which a move may begin.
func (p *Position) openSteps(ms []game.Move) []game.Move {
	for i := range p.Rules.Words {
		for b := p.Side[p.Turn&1][i&7]; b != 0; b &= b - 1 {
			ms = p.steps(ms, core.SquareOf(i, b))
		}
	}
	return ms
}

// steps appends the slides and leaps of the piece on s (tafl 4).
func (p *Position) steps(ms []game.Move, s game.Square) []game.Move {
	r := p.Rules
	k := &r.Kind[p.Cell[s&core.Slot]&core.KindMask]
	if home := home(r, k, s); home != 0 {
		ms = p.slidesAtHome(ms, s, k, home)
	} else {
		ms = p.slides(ms, s, k)
	}
	if k.Jump != ruleset.JumpNone {
		ms = p.leaps(ms, s, k)
	}
	return ms
}

// slides appends the slides of a piece that is not in its own group.
func (p *Position) slides(ms []game.Move, s game.Square, k *core.Kind) []game.Move {
	next, sq := &p.Rules.Next, &p.Rules.Sq
	class, reach := k.Class, k.Reach
	for d := range game.GridDirs {
		n := reach
		for t := next[s&core.Slot][d]; p.Cell[t&core.Slot] == game.Empty; t = next[t&core.Slot][d] {
			q := &sq[t&core.Slot]
			if q.Enter&class != 0 {
				ms = append(ms, game.Move{From: s, To: t})
			}
			if n--; n == 0 || q.Pass&class == 0 {
				break
			}
		}
	}
	return ms
}

// home returns the group in which the piece may move freely because it starts there: its own camp, or a throne of
// several squares; 0 if none.
func home(r *core.Rules, k *core.Kind, s game.Square) uint8 {
	q := &r.Sq[s]
	switch {
	case q.Region == ruleset.Camp && k.Class == ruleset.ClassAttacker && r.Set.CampInside:
		return q.Group
	case q.Region == ruleset.Throne && k.Royal && len(r.Throne) > 1:
		return q.Group
	}
	return 0
}

// slidesAtHome appends the slides of a piece that starts in its own group.
func (p *Position) slidesAtHome(ms []game.Move, s game.Square, k *core.Kind, home uint8) []game.Move {
	for d := range game.GridDirs {
		ms = p.slidesFromHome(ms, s, d, k, home)
	}
	return ms
}

// slidesFromHome appends the slides in one direction: squares of the group are open until the path has left it.
func (p *Position) slidesFromHome(ms []game.Move, s game.Square, d game.Dir, k *core.Kind, home uint8) []game.Move {
	r := p.Rules
	n, inside := k.Reach, true
	for t := r.Next[s][d]; p.Cell[t] == game.Empty; t = r.Next[t][d] {
		q := &r.Sq[t]
		inside = inside && q.Group == home
		if inside || q.Enter&k.Class != 0 {
			ms = append(ms, game.Move{From: s, To: t})
		}
		if n--; n == 0 || !inside && q.Pass&k.Class == 0 {
			break
		}
	}
	return ms
}

// leaps appends the leaps of the piece on s over ordinary men.
func (p *Position) leaps(ms []game.Move, s game.Square, k *core.Kind) []game.Move {
	for d := range game.GridDirs {
		if m, ok := p.leapTowards(s, d, k); ok {
			ms = append(ms, m)
		}
	}
	return ms
}

// leapTowards returns the leap of the piece on s in one direction. It returns false if there is none.
func (p *Position) leapTowards(s game.Square, d game.Dir, k *core.Kind) (m game.Move, ok bool) {
	r := p.Rules
	over := r.Next[s][d]
	v := &r.Kind[p.Cell[over]&core.KindMask]
	if k.Jump == ruleset.JumpNone || !v.Ordinary || v.Side == k.Side && k.Jump != ruleset.JumpAny {
		return m, false
	}
	t := r.Next[over][d]
	q := &r.Sq[t]
	home := home(r, k, s)
	inside := home != 0 && r.Sq[over].Group == home && q.Group == home
	if p.Cell[t] != game.Empty || !inside && q.Enter&k.Class == 0 {
		return m, false
	}
	if k.Jump == ruleset.JumpRestricted && (r.Sq[s].Region|q.Region)&(ruleset.Throne|ruleset.Corner) == 0 {
		return m, false
	}
	return game.Move{Op: game.Leap, From: s, To: t}, true
}

// chainSteps appends the steps that continue a chain (tafl 5, step 7) and game.End where the move may stop.
func (p *Position) chainSteps(ms []game.Move) []game.Move {
	first := len(ms)
	ms = p.goingOn(ms)
	must := false
	if p.Rules.Set.Chain == ruleset.ChainMandatory {
		for _, m := range ms[first:] {
			must = must || p.takes(m)
		}
	}
	if !must {
		ms = append(ms, p.stop())
	}
	return ms
}

// stop returns the step that ends the current chain.
func (p *Position) stop() game.Move { return game.Move{Op: game.End, From: p.Chain, To: p.Chain} }

// goingOn appends further steps of the chain's piece: those that capture again and, for the king where the rules
// allow it, those that escape.
func (p *Position) goingOn(ms []game.Move) []game.Move {
	var buf [4 * game.MaxSize]game.Move
	flees := p.Rules.Set.ChainEscape && p.Chain == p.King
	for _, m := range p.steps(buf[:0], p.Chain) {
		if p.takes(m) || flees && p.Rules.Sq[m.To].Goal {
			ms = append(ms, m)
		}
	}
	return ms
}

// takes reports whether a step would capture.
func (p *Position) takes(m game.Move) bool {
	var d core.Delta
	d.Move = m
	king := p.King
	p.core().Move(m.From, m.To)
	p.findCaptures(&d, p.adjacentPieces(m.To))
	p.core().Move(m.To, m.From)
	p.King = king
	return d.N > 0
}

// allowed keeps the steps that the rules beyond the board allow.
func (p *Position) allowed(ms []game.Move, h *core.History) []game.Move {
	keep := ms[:0]
	for _, m := range ms {
		if lawful(p, m, h) {
			keep = append(keep, m)
		}
	}
	return keep
}

// canMove reports whether the side to move has a legal move.
func (p *Position) canMove(h *core.History) bool {
	return p.someIsFree() && lawful(p, p.Open[p.Turn&1], h) || p.anyLegal(h)
}

// anyLegal is canMove without the remembered step: it examines one piece after the other.
func (p *Position) anyLegal(h *core.History) bool {
	var buf [4 * game.MaxSize]game.Move
	for i := range p.Rules.Words {
		for b := p.Side[p.Turn&1][i&7]; b != 0; b &= b - 1 {
			for _, m := range p.steps(buf[:0], core.SquareOf(i, b)) {
				if lawful(p, m, h) {
					return true
				}
			}
		}
	}
	return false
}

// isOpen reports whether the remembered step of the side to move is still possible.
func (p *Position) isOpen() bool {
	m := &p.Open[p.Turn&1]
	return p.Rules.Of[p.Turn&1]>>(p.Cell[m.From&core.Slot]&31)&1 != 0 && p.Cell[m.To&core.Slot] == game.Empty
}

// someIsFree reports whether a piece of the side to move may step to a neighbouring square that is open to all. This
// is a quick proof that the side can move.
func (p *Position) someIsFree() bool {
	for i := range p.Rules.Words {
		for b := p.Side[p.Turn&1][i&7]; b != 0; b &= b - 1 {
			if s := core.SquareOf(i, b); p.isFree(s) {
				return true
			}
		}
	}
	return false
}

func (p *Position) isFree(s game.Square) bool {
	r := p.Rules
	for d := range game.GridDirs {
		if t := r.Next[s&core.Slot][d] & core.Slot; p.Cell[t] == game.Empty && r.Sq[t].Enter == ruleset.AllClass {
			p.Open[p.Turn&1] = game.Move{From: s, To: t}
			return true
		}
	}
	return false
}
