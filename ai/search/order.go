package search

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Ranks of the stages of move ordering. Within a stage the history score decides.
const (
	rankTable   = 1 << 30
	rankGoal    = 1 << 29
	rankKing    = 1 << 28 // likely captures the king
	rankCapture = 1 << 24 // captures men; times their number
	rankKiller  = 1 << 22
	maxHistory  = 1 << 20
)

// ruleHints holds what move ordering needs of a ruleset. It is approximate: it affects the order of
// moves only.
type ruleHints struct {
	squares int
	next    [][game.GridDirs]game.Square
	hostile []bool // an empty square that may replace a captor
	goal    []bool // the king on this square has won, or nearly
	side    []int8 // by piece: 0 attackers, 1 defenders, -1 none
	royal   []bool // by piece

	// On grids with bitboards:
	bitboards  bool
	weakKing   bool // two captors may capture the king
	size       uint
	all        game.Bitboard
	inner      game.Bitboard   // not on the first or last file
	hostileSet game.Bitboard   // hostile, as a set
	neighbours []game.Bitboard // neighbours, by square

	jumped []game.Square // rulesets with lines: the square that a jump passes, by From and To; nil on grids
	// by square: the other two squares of each line that can hold a mill; nil without mills
	mills       [][][2]game.Square
	mustCapture bool // captures may be compulsory
	runner      bool // a side wins by breaking through
}

func gridHints(r *rules.Rules, goal []bool) *ruleHints {
	b := r.Board()
	t := &ruleHints{squares: b.Squares(), next: make([][game.GridDirs]game.Square, b.Squares()),
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
	t.initPieces(r)
	t.weakKing = r.Ruleset().KingCapture != ruleset.KingEnclosed
	if t.bitboards = t.squares <= game.BitboardSquares; t.bitboards {
		t.initBitboards(b)
	}
	return t
}

// initBitboards fills the sets of squares for grids that fit bitboards.
func (t *ruleHints) initBitboards(b *game.Board) {
	t.size = uint(b.Size())
	t.neighbours = make([]game.Bitboard, t.squares)
	for i := range t.next {
		s := game.Square(i)
		t.all.Set(s)
		if f, _ := b.FileRank(s); f > 0 && f < b.Size()-1 {
			t.inner.Set(s)
		}
		if t.hostile[s] {
			t.hostileSet.Set(s)
		}
		for _, n := range t.next[s] {
			if n != game.NoSquare {
				t.neighbours[s].Set(n)
			}
		}
	}
}

// captureTargets returns the empty squares from which a man that arrives may capture another: next
// to an enemy with a captor behind it.
func (t *ruleHints) captureTargets(p *rules.Position) game.Bitboard {
	us := p.Turn()
	ours, men := p.Pieces(us), p.Pieces(us.Other())
	empty := t.all.AndNot(ours.Or(men))
	if k := p.King(); us == game.Attackers && k != game.NoSquare {
		men.Clear(k)
	}
	captors, row := ours.Or(t.hostileSet.And(empty)), men.And(t.inner)
	east, west := captors.Up(1).And(row).Up(1), captors.Down(1).And(row).Down(1)
	north, south := captors.Up(t.size).And(men).Up(t.size), captors.Down(t.size).And(men).Down(t.size)
	return east.Or(west).Or(north).Or(south).And(empty)
}

// large reports whether the board is a grid that does not fit bitboards.
func (t *ruleHints) large() bool { return !t.bitboards && t.jumped == nil }

// markTargets marks in w.targets the squares of a large grid where an arriving piece may capture:
// those of captureTargets and kingNeighbours. It reports whether a man may be captured.
func (w *worker) markTargets() (men bool) {
	t, p, mark := w.hints, &w.pos.Position, &w.targets
	*mark = rules.SquareSet{}
	us := int8(p.Turn())
	p.Fast().Each(p.Turn().Other(), func(s game.Square) bool {
		next, royal := &t.next[s], t.royal[p.At(s)]
		for d, b := range next {
			switch {
			case b == game.NoSquare || p.At(b) != game.Empty:
			case royal:
				mark.Set(b)
			case next[d^2] != game.NoSquare && t.isHostile(p, next[d^2], us, game.NoSquare):
				mark.Set(b)
				men = true
			}
		}
		return true
	})
	return men
}

// sortAsLegal sorts slides on a grid in the order of rules.Position.Legal: by their start; east,
// north, west, south; by their length.
func sortAsLegal(ms []game.Move) {
	for i, m := range ms {
		for ; i > 0 && legalOrder(m) < legalOrder(ms[i-1]); i-- {
			ms[i] = ms[i-1]
		}
		ms[i] = m
	}
}

func legalOrder(m game.Move) int {
	n := int(m.To) - int(m.From)
	if n < 0 {
		n = game.MaxSquares - n
	}
	return int(m.From)*2*game.MaxSquares + n
}

// kingNeighbours returns the squares next to the king if the attackers are to move.
func (t *ruleHints) kingNeighbours(p *rules.Position) (near game.Bitboard) {
	if k := p.King(); p.Turn() == game.Attackers && k != game.NoSquare {
		near = t.neighbours[k]
	}
	return near
}

// kingCaptureTargets returns the squares from which an attacker that arrives likely captures the
// king: the last open side, or, where two captors suffice, the side opposite a captor.
func (t *ruleHints) kingCaptureTargets(p *rules.Position) (hot game.Bitboard) {
	k := p.King()
	if p.Turn() != game.Attackers || k == game.NoSquare {
		return hot
	}
	last, open := game.NoSquare, 0
	for d, n := range t.next[k] {
		if n == game.NoSquare || t.isHostile(p, n, int8(game.Attackers), game.NoSquare) {
			continue
		}
		open++
		if last = n; t.weakKing {
			if a := t.next[k][d^2]; a != game.NoSquare && t.isHostile(p, a, int8(game.Attackers), game.NoSquare) {
				hot.Set(n)
			}
		}
	}
	if open == 1 {
		hot.Set(last)
	}
	return hot
}

// lineHints returns the ruleHints of a ruleset with lines; gridHints does the same for tafl.
func lineHints(r *rules.Rules) *ruleHints {
	n := r.Board().Squares()
	set := r.Ruleset().Lines
	t := &ruleHints{squares: n, goal: make([]bool, n), jumped: make([]game.Square, n*n),
		runner:      set.Ends.Runner != 0,
		mustCapture: set.Capture.Enforce == ruleset.EnforceForced && set.Capture.Compelled != "none"}
	for _, l := range r.Board().Lines() {
		for i := range len(l.Squares) - 2 {
			a, b, c := l.Squares[i], l.Squares[i+1], l.Squares[i+2]
			t.jumped[int(a)*n+int(c)], t.jumped[int(c)*n+int(a)] = b, b
		}
	}
	t.initPieces(r)
	if set.Mill.Lines != 0 {
		t.mills = millLines(r, set.Mill.Lines)
	}
	return t
}

// millLines returns, for each square, the other two squares of each line of three that can hold a
// mill.
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

// closesMill reports whether a move or a drop of the side to move closes a mill.
func (t *ruleHints) closesMill(p *rules.Position, m game.Move) bool {
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

// initPieces records the side of each kind of piece and whether it is royal.
func (t *ruleHints) initPieces(r *rules.Rules) {
	for p, k := range r.Kinds() {
		side := int8(k.Side)
		if game.Piece(p) == game.Empty {
			side = -1
		}
		t.side = append(t.side, side)
		t.royal = append(t.royal, k.Royal)
	}
}

// lineCaptures estimates what a move captures in rulesets with lines: the piece jumped over, the
// piece on the target square, the piece removed.
func (t *ruleHints) lineCaptures(p *rules.Position, m game.Move) (men int, king bool) {
	if t.closesMill(p, m) {
		return 1, false
	}
	victim := p.At(m.To)
	if m.Op == game.Leap {
		victim = p.At(t.jumped[int(m.From)*t.squares+int(m.To)])
	}
	if victim == game.Empty || t.side[victim] == int8(p.Turn()) {
		return 0, false
	}
	return 1, t.royal[victim]
}

// captures estimates what an arriving piece captures: men by custodial capture, the king by any
// move that leaves him at most one open side.
func (t *ruleHints) captures(p *rules.Position, m game.Move) (men int, king bool) {
	if t.jumped != nil {
		return t.lineCaptures(p, m)
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
			king = king || t.kingTrapped(p, v, m)
			continue
		}
		if a := t.next[v][d]; a != game.NoSquare && t.isHostile(p, a, us, m.From) {
			men++
		}
	}
	return men, king
}

// isHostile reports whether square a is hostile to the enemies of side us once from is empty.
func (t *ruleHints) isHostile(p *rules.Position, a game.Square, us int8, from game.Square) bool {
	q := p.At(a)
	if q == game.Empty || a == from {
		return t.hostile[a]
	}
	return t.side[q] == us
}

// kingTrapped reports whether the king on v has at most one open side after m.
func (t *ruleHints) kingTrapped(p *rules.Position, v game.Square, m game.Move) bool {
	open := 0
	for _, n := range t.next[v] {
		if n != game.NoSquare && n != m.To && !t.isHostile(p, n, int8(game.Attackers), m.From) {
			open++
		}
	}
	return open <= 1
}

// rankMoves fills f.ranks for f.moves.
func (w *worker) rankMoves(f *frame, first game.Move) {
	f.ranks = f.ranks[:0]
	if w.hints.bitboards {
		w.rankBits(f, first)
		return
	}
	side := w.pos.Turn()
	if w.hints.large() {
		w.rankLarge(f, first, side)
		return
	}
	for _, m := range f.moves {
		f.ranks = append(f.ranks, w.rankOf(f, m, first, side))
	}
}

// rankLarge fills f.ranks on a large grid. Most moves are quiet and rank by history alone.
func (w *worker) rankLarge(f *frame, first game.Move, side game.Side) {
	w.markTargets()
	for _, m := range [...]game.Move{first, f.killers[0], f.killers[1]} {
		if m.To >= 0 {
			w.targets.Set(m.To)
		}
	}
	king, credits, n := w.pos.King(), w.sideHistory(side), w.hints.squares
	for _, m := range f.moves {
		if w.targets.Has(m.To) || m.From == king {
			f.ranks = append(f.ranks, w.rankOf(f, m, first, side))
			continue
		}
		f.ranks = append(f.ranks, credits[int(m.From)*n+int(m.To)])
	}
}

// rankBits fills f.ranks on bitboards. Most moves are quiet and rank by history alone.
func (w *worker) rankBits(f *frame, first game.Move) {
	side, king := w.pos.Turn(), w.pos.King()
	watch := w.likelyTargets(f, first)
	words := watch.Words()
	credits, n := w.sideHistory(side), w.hints.squares
	for _, m := range f.moves {
		to := uint(m.To)
		if words[to>>6&3]>>(to&63)&1 != 0 || m.From == king {
			f.ranks = append(f.ranks, w.rankOf(f, m, first, side))
			continue
		}
		f.ranks = append(f.ranks, credits[int(m.From)*n+int(to)])
	}
}

// likelyTargets returns the target squares of moves that are not quiet: possible captures, the
// table move and the killers.
func (w *worker) likelyTargets(f *frame, first game.Move) game.Bitboard {
	watch := w.hints.captureTargets(&w.pos.Position).Or(w.hints.kingNeighbours(&w.pos.Position))
	for _, m := range [...]game.Move{first, f.killers[0], f.killers[1]} {
		if m.To >= 0 {
			watch.Set(m.To)
		}
	}
	return watch
}

// generateLikely fills f with the moves to try first. On bitboards these are only the moves that
// are not quiet: usually one of them refutes the position and the others need not be generated. See
// generateRest.
func (w *worker) generateLikely(f *frame, first game.Move) {
	side := w.pos.Turn()
	f.complete = !w.hints.bitboards || w.fullWidth() || side == game.Defenders && !w.s.instant || w.pos.MidTurn()
	if f.complete {
		f.moves = w.pos.Legal(f.moves[:0])
		w.rankMoves(f, first)
		return
	}
	f.moves, f.ranks = w.pos.Fast().LegalTo(f.moves[:0], w.likelyTargets(f, first), w.pos.History()), f.ranks[:0]
	keep := f.moves[:0]
	for _, m := range f.moves {
		if v := w.rankOf(f, m, first, side); v > maxHistory {
			keep, f.ranks = append(keep, m), append(f.ranks, v)
		}
	}
	f.moves = keep
}

// generateRest adds the moves that generateLikely left out. It reports whether there are any.
func (w *worker) generateRest(f *frame) bool {
	if f.complete {
		return false
	}
	f.complete = true
	tried := len(f.moves)
	f.moves = w.pos.Legal(f.moves)
	credits, n := w.sideHistory(w.pos.Turn()), w.hints.squares
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
	t := w.hints
	if m.From < 0 && !t.closesMill(&w.pos.Position, m) {
		return *w.historyOf(side, m)
	}
	if m.From >= 0 && t.royal[w.pos.At(m.From)] && t.goal[m.To] {
		return rankGoal
	}
	men, king := t.captures(&w.pos.Position, m)
	v := *w.historyOf(side, m)
	switch {
	case king:
		v += rankKing
	case men > 0:
		v += rankCapture * int32(men)
	case m == f.killers[0]:
		v += rankKiller + maxHistory
	case m == f.killers[1]:
		v += rankKiller
	}
	return v
}

// sortedMoves is how many moves of a node are sorted. Later moves rarely matter and keep their
// order.
const sortedMoves = 16

// pick swaps the best of the moves from index i on to index i and returns it with its rank.
func (f *frame) pick(i int) (game.Move, int32) {
	if i >= sortedMoves {
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

// sideHistory returns the history scores of a side's moves, indexed by From*squares+To.
func (w *worker) sideHistory(side game.Side) []int32 {
	n := w.hints.squares * w.hints.squares
	return w.history[int(side)*n:][:n]
}

// historyOf returns the history score of a quiet move: how often it caused a cutoff. A drop uses To
// for From.
func (w *worker) historyOf(side game.Side, m game.Move) *int32 {
	n := w.hints.squares
	if m.From < 0 {
		m.From = m.To
	}
	return &w.history[(int(side)*n+int(m.From))*n+int(m.To)]
}

// updateHistory rewards the quiet move at index i of f for a cutoff and penalizes the quiet moves
// before it.
func (w *worker) updateHistory(f *frame, i, depth int) {
	m := f.moves[i]
	if m != f.killers[0] {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	side, bonus := w.pos.Turn(), int32(min(depth*depth*16, 4096))
	for j, q := range f.moves[:i+1] {
		if f.ranks[j] >= rankCapture || q.To < 0 {
			continue
		}
		c, b := w.historyOf(side, q), bonus
		if j < i {
			b = -bonus / 2
		}
		abs := max(b, -b)
		*c += b*64 - int32(int64(*c)*int64(abs)/(maxHistory/64))
	}
}
