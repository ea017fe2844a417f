package search

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Ranks of the stages of move ordering. Within a stage the history decides.
const (
	rankTable  = 1 << 30
	rankGoal   = 1 << 29
	rankKing   = 1 << 28 // likely takes the king
	rankTake   = 1 << 24 // a man taken, times how many
	rankKiller = 1 << 22
	maxCredit  = 1 << 20
)

// terrain is what ordering knows of a ruleset. It may err: it only orders.
type terrain struct {
	squares int
	next    [][game.GridDirs]game.Square
	hostile []bool // an empty square that may stand in for a captor
	goal    []bool // a king who stops here has won, or nearly
	side    []int8 // by piece: 0 attackers, 1 defenders, -1 nobody
	royal   []bool // by piece

	// On grids with bitboards:
	bits   bool
	weak   bool // the king may fall between two
	size   uint
	all    game.Bitboard
	inner  game.Bitboard   // not on the first or last file
	closed game.Bitboard   // as hostile
	beside []game.Bitboard // by square: its neighbours

	over   []game.Square      // in the other families: by From and To, what a leap passes; else nil
	mills  [][][2]game.Square // by square: the other two of each line on which a mill may stand; nil without mills
	duty   bool               // a capture may be compulsory
	runner bool               // one side wins by getting through the other
}

func survey(r *rules.Rules, goal []bool) *terrain {
	b := r.Board()
	t := &terrain{squares: b.Squares(), next: make([][game.GridDirs]game.Square, b.Squares()),
		hostile: make([]bool, b.Squares()), goal: goal}
	for s := range t.next {
		for d := range game.GridDirs {
			t.next[s][d] = b.Next(game.Square(s), d)
		}
	}
	for _, s := range r.Throne() {
		t.hostile[s] = true
	}
	for _, s := range r.Corners() {
		t.hostile[s] = true
	}
	t.enlist(r)
	t.weak = r.Ruleset().KingCapture != ruleset.KingEnclosed
	if t.bits = t.squares <= game.BitboardSquares; t.bits {
		t.chart(b)
	}
	return t
}

// chart fills the sets of squares that ordering asks for on a grid with bitboards.
func (t *terrain) chart(b *game.Board) {
	t.size = uint(b.Size())
	t.beside = make([]game.Bitboard, t.squares)
	for i := range t.next {
		s := game.Square(i)
		t.all.Set(s)
		if f, _ := b.FileRank(s); f > 0 && f < b.Size()-1 {
			t.inner.Set(s)
		}
		if t.hostile[s] {
			t.closed.Set(s)
		}
		for _, n := range t.next[s] {
			if n != game.NoSquare {
				t.beside[s].Set(n)
			}
		}
	}
}

// strikes returns the empty squares on which a man that arrives may take
// another: beyond an enemy who stands before a captor.
func (t *terrain) strikes(p *rules.Position) game.Bitboard {
	us := p.Turn()
	ours, men := p.Pieces(us), p.Pieces(us.Other())
	empty := t.all.AndNot(ours.Or(men))
	if k := p.King(); us == game.Attackers && k != game.NoSquare {
		men.Clear(k)
	}
	captors, row := ours.Or(t.closed.And(empty)), men.And(t.inner)
	east, west := captors.Up(1).And(row).Up(1), captors.Down(1).And(row).Down(1)
	north, south := captors.Up(t.size).And(men).Up(t.size), captors.Down(t.size).And(men).Down(t.size)
	return east.Or(west).Or(north).Or(south).And(empty)
}

// siege returns the squares beside the king, for attackers who are to move.
func (t *terrain) siege(p *rules.Position) (near game.Bitboard) {
	if k := p.King(); p.Turn() == game.Attackers && k != game.NoSquare {
		near = t.beside[k]
	}
	return near
}

// fatal returns the squares on which an attacker who arrives likely takes the
// king: the last side left open, or, where two captors are enough, the side
// across from one that is held.
func (t *terrain) fatal(p *rules.Position) (hot game.Bitboard) {
	k := p.King()
	if p.Turn() != game.Attackers || k == game.NoSquare {
		return hot
	}
	last, open := game.NoSquare, 0
	for d, n := range t.next[k] {
		if n == game.NoSquare || t.holds(p, n, int8(game.Attackers), game.NoSquare) {
			continue
		}
		open++
		if last = n; t.weak {
			if a := t.next[k][d^2]; a != game.NoSquare && t.holds(p, a, int8(game.Attackers), game.NoSquare) {
				hot.Set(n)
			}
		}
	}
	if open == 1 {
		hot.Set(last)
	}
	return hot
}

// explore works out what ordering knows of a ruleset of the families other than
// tafl, as survey does for tafl.
func explore(r *rules.Rules) *terrain {
	n := r.Board().Squares()
	set := r.Ruleset().Lines
	t := &terrain{squares: n, goal: make([]bool, n), over: make([]game.Square, n*n),
		runner: set.Ends.Runner != 0,
		duty:   set.Capture.Enforce == ruleset.EnforceForced && set.Capture.Compelled != "none"}
	for _, l := range r.Board().Lines() {
		for i := range len(l.Squares) - 2 {
			a, b, c := l.Squares[i], l.Squares[i+1], l.Squares[i+2]
			t.over[int(a)*n+int(c)], t.over[int(c)*n+int(a)] = b, b
		}
	}
	t.enlist(r)
	if set.Mill.Lines != 0 {
		t.mills = millLines(r, set.Mill.Lines)
	}
	return t
}

// millLines returns, for each square, the other two of each line of three on
// which a mill may stand.
func millLines(r *rules.Rules, class game.Class) [][][2]game.Square {
	list := make([][][2]game.Square, r.Board().Squares())
	for _, l := range r.Board().Lines() {
		if l.Class&class == 0 || len(l.Squares) != 3 {
			continue
		}
		for i, s := range l.Squares {
			list[s] = append(list[s], [2]game.Square{l.Squares[(i+1)%3], l.Squares[(i+2)%3]})
		}
	}
	return list
}

// closesMill reports whether a step or a drop of the side to move closes a mill.
func (t *terrain) closesMill(p *rules.Position, m game.Move) bool {
	if t.mills == nil || m.To < 0 || m.Op == game.Remove {
		return false
	}
	us := int8(p.Turn())
	for _, q := range t.mills[m.To] {
		if q[0] != m.From && q[1] != m.From && t.side[p.At(q[0])] == us && t.side[p.At(q[1])] == us {
			return true
		}
	}
	return false
}

// enlist notes each kind's side and whether it is royal.
func (t *terrain) enlist(r *rules.Rules) {
	for p, k := range r.Kinds() {
		side := int8(k.Side)
		if game.Piece(p) == game.Empty {
			side = -1
		}
		t.side = append(t.side, side)
		t.royal = append(t.royal, k.Royal)
	}
}

// bags guesses what a move of the families other than tafl takes, as takes does for
// tafl: what is leapt over, what stands where it goes, what is taken off.
func (t *terrain) bags(p *rules.Position, m game.Move) (men int, king bool) {
	if t.closesMill(p, m) {
		return 1, false
	}
	victim := p.At(m.To)
	if m.Op == game.Leap {
		victim = p.At(t.over[int(m.From)*t.squares+int(m.To)])
	}
	if victim == game.Empty || t.side[victim] == int8(p.Turn()) {
		return 0, false
	}
	return 1, t.royal[victim]
}

// takes guesses what a piece that arrives takes: men by custody, the king by
// anything that leaves him no more than one free side.
func (t *terrain) takes(p *rules.Position, m game.Move) (men int, king bool) {
	if t.over != nil {
		return t.bags(p, m)
	}
	us := t.side[p.At(m.From)]
	for d, v := range t.next[m.To] {
		if v == game.NoSquare {
			continue
		}
		victim := p.At(v)
		if victim == game.Empty || t.side[victim] == us {
			continue
		}
		if t.royal[victim] {
			king = king || t.pressed(p, v, m)
			continue
		}
		if a := t.next[v][d]; a != game.NoSquare && t.holds(p, a, us, m.From) {
			men++
		}
	}
	return men, king
}

// holds reports whether a is hostile to the enemies of us once from is empty.
func (t *terrain) holds(p *rules.Position, a game.Square, us int8, from game.Square) bool {
	q := p.At(a)
	if q == game.Empty || a == from {
		return t.hostile[a]
	}
	return t.side[q] == us
}

// pressed reports whether the king on v has at most one side left open when m
// has been played.
func (t *terrain) pressed(p *rules.Position, v game.Square, m game.Move) bool {
	open := 0
	for _, n := range t.next[v] {
		if n != game.NoSquare && n != m.To && !t.holds(p, n, int8(game.Attackers), m.From) {
			open++
		}
	}
	return open <= 1
}

// rank fills f.ranks for f.moves.
func (w *worker) rank(f *frame, first game.Move) {
	f.ranks = f.ranks[:0]
	if w.terrain.bits {
		w.rankBits(f, first)
		return
	}
	side := w.pos.Turn()
	for _, m := range f.moves {
		f.ranks = append(f.ranks, w.rankOf(f, m, first, side))
	}
}

// rankBits fills f.ranks where bitboards say which moves may be more than
// quiet: most have nothing but their history.
func (w *worker) rankBits(f *frame, first game.Move) {
	side, king := w.pos.Turn(), w.pos.King()
	watch := w.watch(f, first)
	words := watch.Words()
	credits, n := w.credited(side), w.terrain.squares
	for _, m := range f.moves {
		to := uint(m.To)
		if words[to>>6&3]>>(to&63)&1 != 0 || m.From == king {
			f.ranks = append(f.ranks, w.rankOf(f, m, first, side))
			continue
		}
		f.ranks = append(f.ranks, credits[int(m.From)*n+int(to)])
	}
}

// watch returns the squares to which moves go that are more than quiet: those
// that may take something, and where a move may go that did well before.
func (w *worker) watch(f *frame, first game.Move) game.Bitboard {
	watch := w.terrain.strikes(&w.pos.Position).Or(w.terrain.siege(&w.pos.Position))
	for _, m := range [...]game.Move{first, f.killers[0], f.killers[1]} {
		if m.To >= 0 {
			watch.Set(m.To)
		}
	}
	return watch
}

// begin fills f with the moves to try first. Where bitboards find those that
// are more than quiet, only them: as a rule one of them refutes, and the others
// need not be looked at. See rest.
func (w *worker) begin(f *frame, first game.Move) {
	side := w.pos.Turn()
	f.whole = !w.terrain.bits || w.full() || side == game.Defenders && !w.s.instant || w.pos.MidTurn()
	if f.whole {
		f.moves = w.pos.Legal(f.moves[:0])
		w.rank(f, first)
		return
	}
	f.moves, f.ranks = w.pos.Fast().LegalTo(f.moves[:0], w.watch(f, first), w.pos.History()), f.ranks[:0]
	keep := f.moves[:0]
	for _, m := range f.moves {
		if v := w.rankOf(f, m, first, side); v > maxCredit {
			keep, f.ranks = append(keep, m), append(f.ranks, v)
		}
	}
	f.moves = keep
}

// rest adds the moves that begin left out. It reports whether there are any.
func (w *worker) rest(f *frame) bool {
	if f.whole {
		return false
	}
	f.whole = true
	tried := len(f.moves)
	f.moves = w.pos.Legal(f.moves)
	credits, n := w.credited(w.pos.Turn()), w.terrain.squares
	keep := f.moves[:tried]
	for _, m := range f.moves[tried:] {
		if !slices.Contains(f.moves[:tried], m) {
			keep, f.ranks = append(keep, m), append(f.ranks, credits[int(m.From)*n+int(m.To)])
		}
	}
	f.moves = keep
	return len(keep) > tried
}

func (w *worker) rankOf(f *frame, m, first game.Move, side game.Side) int32 {
	if m == first {
		return rankTable
	}
	if m.To < 0 {
		return 0
	}
	t := w.terrain
	if m.From < 0 && !t.closesMill(&w.pos.Position, m) {
		return *w.credit(side, m)
	}
	if m.From >= 0 && t.royal[w.pos.At(m.From)] && t.goal[m.To] {
		return rankGoal
	}
	men, king := t.takes(&w.pos.Position, m)
	v := *w.credit(side, m)
	switch {
	case king:
		v += rankKing
	case men > 0:
		v += rankTake * int32(men)
	case m == f.killers[0]:
		v += rankKiller + maxCredit
	case m == f.killers[1]:
		v += rankKiller
	}
	return v
}

// sorted is how many moves of a node are put in order. What comes later is
// unlikely to matter and stays as it is.
const sorted = 16

// pick moves the best of the moves from i on to i and returns it.
func (f *frame) pick(i int) (game.Move, int32) {
	if i >= sorted {
		return f.moves[i], f.ranks[i]
	}
	best, top := i, f.ranks[i]
	for j, rank := range f.ranks[i:] {
		if rank > top {
			best, top = i+j, rank
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.ranks[i], f.ranks[best] = f.ranks[best], f.ranks[i]
	return f.moves[i], f.ranks[i]
}

// credited returns the history of a side's moves, by From times the squares of
// the board and To.
func (w *worker) credited(side game.Side) []int32 {
	n := w.terrain.squares * w.terrain.squares
	return w.credits[int(side)*n:][:n]
}

// credit is the history of a quiet move: how often it has refuted. A drop has
// the place of a move to where it stands.
func (w *worker) credit(side game.Side, m game.Move) *int32 {
	n := w.terrain.squares
	if m.From < 0 {
		m.From = m.To
	}
	return &w.credits[(int(side)*n+int(m.From))*n+int(m.To)]
}

// reward notes that the quiet move at index i of f refuted, and that those
// before it did not.
func (w *worker) reward(f *frame, i, depth int) {
	m := f.moves[i]
	if m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	side, bonus := w.pos.Turn(), int32(min(depth*depth*16, 4096))
	for j, q := range f.moves[:i+1] {
		if f.ranks[j] >= rankTake || q.To < 0 {
			continue
		}
		c, b := w.credit(side, q), bonus
		if j < i {
			b = -bonus / 2
		}
		abs := max(b, -b)
		*c += b*64 - int32(int64(*c)*int64(abs)/(maxCredit/64))
	}
}
