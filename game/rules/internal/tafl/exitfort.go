package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// fortStands is E6: the king is on the edge in a fort (tafl 8).
func fortStands(p *Position) bool {
	r := p.Rules
	return r.Sq[p.King&core.Slot].Rim && fortOnRim(p)
}

func fortOnRim(p *Position) bool {
	r := p.Rules
	f := fort{p: p}
	if !f.sealed() {
		return false
	}
	return r.Set.ExitFort == ruleset.ExitFortSurvive || f.kingMoves() && f.unbreakable()
}

// fort is the state of the search for an exit fort. room contains the squares that the king can reach through empty
// ones, including his own.
type fort struct {
	p     *Position
	room  walk
	sound [game.MaxSquares]bool // defending men that certainly cannot be captured, as far as is known
}

// sealed computes the room and reports whether it is larger than the king's own square and borders on no attacker.
func (f *fort) sealed() bool {
	p, r := f.p, f.p.Rules
	f.room.visit(p.King)
	for i := 0; i < f.room.n; i++ {
		for dir := range game.GridDirs {
			t := r.Next[f.room.list[i]][dir]
			switch {
			case r.Kind[p.Cell[t]&core.KindMask].Side == game.Attackers:
				return false
			case p.Cell[t] == game.Empty:
				f.room.visit(t)
			}
		}
	}
	return f.room.n > 1
}

func (f *fort) kingMoves() bool {
	var buf [4 * game.MaxSize]game.Move
	return len(f.p.steps(buf[:0], f.p.King)) > 0
}

// unbreakable reports whether no number of attackers' moves can capture a man of the wall. It removes every man that
// might be captured until nothing changes. It may reject a fort that only an unreachable attacker could break.
// Shieldwalls can be ignored: a row that they capture borders on no square of the room.
func (f *fort) unbreakable() bool {
	p, r := f.p, f.p.Rules
	p.core().Each(game.Defenders, func(s game.Square) bool { f.sound[s] = s != p.King; return true })
	for f.dropFlanked() {
	}
	for _, s := range f.room.list[:f.room.n] {
		for dir := range game.GridDirs {
			t := r.Next[s][dir]
			if r.Kind[p.Cell[t]&core.KindMask].Class == ruleset.ClassDefender && !f.sound[t] {
				return false
			}
		}
	}
	return true
}

// bad reports whether attackers may come to occupy s. Squares outside the board do not count.
func (f *fort) bad(s game.Square) bool { return s != core.Off && !f.room.seen[s] && !f.sound[s] }

// dropFlanked removes the men that could be captured between two attackers.
func (f *fort) dropFlanked() (changed bool) {
	r := f.p.Rules
	for s := range game.Square(r.Squares) {
		for dir := range game.Dir(2) {
			if f.sound[s] && f.flanked(r.Next[s][dir], r.Next[s][dir.Opposite()]) {
				f.sound[s], changed = false, true
			}
		}
	}
	return changed
}

// flanked reports whether attackers could come to occupy both a and b, or one of them if the edge helps on the other
// side. A single attacker needs such an edge, or a hostile square on the other side.
func (f *fort) flanked(a, b game.Square) bool {
	edge := f.p.Rules.Set.EdgeAnvil&ruleset.ClassDefender != 0
	hostile := func(s game.Square) bool { return s == core.Off || f.p.hostile(s, ruleset.ClassDefender) }
	held := func(s game.Square) bool {
		return f.bad(s) || s == core.Off && edge || f.p.Cell[s] != game.Empty && f.p.hostile(s, ruleset.ClassDefender)
	}
	return held(a) && held(b) && (f.p.Count[game.Attackers] > 1 || hostile(a) || hostile(b))
}
