package gametest

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Options controls the length of the conformance suite.
type Options struct {
	Seed  uint64
	Games int // 0 means 4
	Plies int // longest game; 0 means 200
}

// Conform plays random games and checks in every position the properties that hold for all rulesets: the legal moves
// are exactly those that Try accepts; undoing a move restores the position; the incremental hash, counts and sets
// equal recomputed ones; writing and parsing text gives the same move and position; the mirrored position has the
// mirrored moves.
func Conform(t *testing.T, r *rules.Rules, o Options) {
	t.Helper()
	if o.Games == 0 {
		o.Games = 4
	}
	if o.Plies == 0 {
		o.Plies = 200
	}
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	for range o.Games {
		conform(t, r, rng, o.Plies)
	}
}

// conform runs the checks of Conform on one game with moves from rng.
func conform(t *testing.T, r *rules.Rules, rng *rand.Rand, plies int) {
	t.Helper()
	w := walker{T: t, rng: rng, line: r.Line(), flip: reflection(r)}
	w.pos = &w.line.Position
	for ply := 0; ply < plies && !t.Failed(); ply++ {
		if !w.step() {
			break
		}
	}
}

type walker struct {
	*testing.T
	rng    *rand.Rand
	line   *rules.Line
	pos    *rules.Position // the position of line
	before rules.Position  // the position before the last step
	flip   []game.Square   // the mirror image of each square, left to right; nil if the rules are not symmetric
}

// step checks the position and plays a random step. It reports whether the game goes on.
func (w *walker) step() bool {
	w.Helper()
	legal := w.line.Legal(nil)
	w.checkMoves(legal)
	w.checkArrivals(legal)
	w.checkFresh()
	if !w.pos.MidTurn() {
		w.checkText(legal)
		w.checkTwins(legal)
		w.checkRepeats(legal)
		w.checkEscapes()
		w.checkMirror(legal)
	}
	if len(legal) == 0 && w.pos.MidTurn() {
		w.Errorf("%s: a turn was begun that cannot be completed", notation.Position(w.pos))
	}
	if len(legal) == 0 || w.Failed() {
		return false
	}
	m := legal[w.rng.IntN(len(legal))]
	w.before = *w.pos
	d, err := w.line.Try(m)
	if err != nil {
		w.Errorf("%v: a legal move was refused: %v", m, err)
		return false
	}
	w.checkEvents(&d)
	return !d.EndsTurn() || !w.line.Judge().Over()
}

// checkEvents applies the events of the last step to a separate board, forward and backward.
func (w *walker) checkEvents(d *rules.Delta) {
	w.Helper()
	board := w.before.Setup().Pieces
	start := slices.Clone(board)
	follow(board, d.Events())
	if !slices.Equal(board, w.pos.Setup().Pieces) {
		w.Errorf("%s: the events of %v show another board: %v", notation.Position(&w.before), d.Move(), d.Events())
	}
	follow(board, d.UndoEvents())
	if !slices.Equal(board, start) {
		w.Errorf("%s: the events of taking back %v show another board: %v", notation.Position(&w.before), d.Move(),
			d.UndoEvents())
	}
}

// follow applies events to a board.
func follow(board []game.Piece, events []game.Event) {
	put := func(s game.Square, c game.Piece) {
		if s != game.NoSquare {
			board[s] = c
		}
	}
	for _, ev := range events {
		switch ev := ev.(type) {
		case game.Moved:
			put(ev.From, game.Empty)
			put(ev.To, ev.Piece)
		case game.Captured:
			put(ev.At, game.Empty)
		case game.Restored:
			put(ev.At, ev.Piece)
		case game.Promoted:
			put(ev.At, ev.To)
		}
	}
}

// checkMoves tries every move that can be written, and plays and undoes every legal one.
func (w *walker) checkMoves(legal []game.Move) {
	w.Helper()
	before := *w.pos
	as := look(&before)
	seen := make(map[game.Move]bool, len(legal))
	var d rules.Delta
	for i, m := range legal {
		if seen[m] {
			w.Errorf("%v stands twice among the legal moves", m)
		}
		seen[m] = true
		w.pos.Play(m, &d)
		w.checkLeaf(i, &d)
		w.pos.Undo(&d)
		if !as.same(w.pos) {
			w.Fatalf("%s: undoing %v does not restore it: %s", notation.Position(&before), m, notation.Position(w.pos))
		}
	}
	var q rules.Position
	for range 200 {
		m := w.randomMove()
		q = *w.pos
		_, err := q.Try(m, w.line.History())
		var illegal *rules.Illegal
		switch {
		case (err == nil) != seen[m]:
			w.Errorf("%v: Try says %v, Legal says %v", m, err, seen[m])
		case err != nil && (!errors.As(err, &illegal) || illegal.Reason == 0 ||
			err.Error() == rules.ErrIllegal.Error()):
			w.Errorf("%v: refused without a reason: %v", m, err)
		case err != nil && !as.same(&q):
			w.Errorf("%v: a refused move changed the position", m)
		}
	}
}

// checkArrivals compares the moves to given squares with all moves.
func (w *walker) checkArrivals(legal []game.Move) {
	w.Helper()
	if w.pos.Rules().Lines() && !w.pos.HasBitboards() {
		return
	}
	var some rules.SquareSet
	for s := range game.Square(w.pos.Rules().Board().Squares()) {
		if w.rng.IntN(3) == 0 {
			some.Set(s)
		}
	}
	var got []game.Move
	if w.pos.HasBitboards() {
		got = w.pos.Fast().LegalTo(nil, game.BitboardOf(some[0], some[1], some[2], some[3]), w.line.History())
	} else {
		got = w.pos.Fast().LegalOn(nil, &some, w.line.History())
	}
	n := 0
	for _, m := range legal {
		if m.To >= 0 && some.Has(m.To) {
			n++
			if !slices.Contains(got, m) {
				w.Errorf("%s: %v is not among the moves to its square", notation.Position(w.pos), m)
			}
		}
	}
	if n != len(got) {
		w.Errorf("%s: %d moves to some squares, of all moves %d go there", notation.Position(w.pos), len(got), n)
	}
}

// randomMove returns a random step that can be written, legal or not.
func (w *walker) randomMove() game.Move {
	r := w.pos.Rules()
	n := r.Board().Squares()
	m := game.Move{Op: game.Op(w.rng.IntN(2)), From: game.Square(w.rng.IntN(n)), To: game.Square(w.rng.IntN(n))}
	if !r.Lines() {
		return m
	}
	switch m.Op = game.Op(w.rng.IntN(int(game.End))); m.Op {
	case game.Drop:
		m.Kind, m.From = game.Piece(w.rng.IntN(len(r.Kinds()))), game.NoSquare
	case game.Remove:
		m.To = m.From
	}
	return m
}

// sight is the observable state of a position.
type sight struct {
	game.Setup
	seen
}

// seen is the comparable part of sight.
type seen struct {
	pending     rules.Pending
	hash        uint64
	king, chain game.Square
	verdict     game.Outcome
	count       [game.Sides]int
	pieces      [game.Sides]game.Bitboard
}

// look returns the observable state of a position.
func look(p *rules.Position) sight {
	return sight{p.Setup(), seen{p.Pending(), p.Hash(), p.King(), p.Chain(), p.Judge(nil),
		[game.Sides]int{p.Count(game.Attackers), p.Count(game.Defenders)},
		[game.Sides]game.Bitboard{p.Pieces(game.Attackers), p.Pieces(game.Defenders)}}}
}

// same reports whether a position has the same observable state.
func (a *sight) same(p *rules.Position) bool {
	b := look(p)
	return a.seen == b.seen && a.Turn == b.Turn && a.Castling == b.Castling && slices.Equal(a.Hand, b.Hand) &&
		slices.Equal(a.Flagged, b.Flagged) &&
		slices.Equal(a.Huff, b.Huff) && slices.Equal(a.Pieces, b.Pieces)
}

// checkLeaf evaluates the position after the i-th legal move as a search does, which passes its cached results on to
// the next one. For some moves it starts without a cache.
func (w *walker) checkLeaf(i int, d *rules.Delta) {
	w.pos.Judge(nil)
	if i%7 > 0 || !d.EndsTurn() || w.pos.Judge(nil).Over() {
		return
	}
	if fresh, err := w.pos.Rules().Position(w.pos.Setup()); err == nil {
		w.checkVerdict(fresh)
	}
}

// checkTwins reaches positions in two ways: two moves of one side in either order with a move of the other side
// between them, and moves back and forth. If the hashes are equal, the legal steps and the text of the position must
// be, too.
func (w *walker) checkTwins(legal []game.Move) {
	w.Helper()
	if len(legal) < 2 {
		return
	}
	a, c := legal[w.rng.IntN(len(legal))], legal[w.rng.IntN(len(legal))]
	first, ok := after(*w.pos, a)
	answers := first.Legal(nil, nil)
	if !ok || len(answers) == 0 {
		return
	}
	b := answers[w.rng.IntN(len(answers))]
	w.compare([]game.Move{a, b, c}, []game.Move{c, b, a})
	w.compare([]game.Move{a, b, back(a), back(b)}, nil)
}

// back returns the step that reverses another one on the board.
func back(m game.Move) game.Move {
	m.From, m.To = m.To, m.From
	return m
}

// compare plays both sequences and compares the results, if both are legal.
func (w *walker) compare(this, that []game.Move) {
	w.Helper()
	one, ok1 := after(*w.pos, this...)
	two, ok2 := after(*w.pos, that...)
	if !ok1 || !ok2 || one.Hash() != two.Hash() {
		return
	}
	if x, y := inOrder(one.Legal(nil, nil)), inOrder(two.Legal(nil, nil)); !slices.Equal(x, y) {
		w.Errorf("%s: %v and %v lead to the same hash, but to %d steps and to %d", notation.Position(w.pos), this, that,
			len(x), len(y))
	}
	if x, y := notation.Position(&one), notation.Position(&two); x != y {
		w.Errorf("%s: %v and %v lead to the same hash, but to %s and to %s", notation.Position(w.pos), this, that, x, y)
	}
}

// after plays steps that are complete moves. It returns false if one is illegal.
func after(p rules.Position, steps ...game.Move) (rules.Position, bool) {
	for _, m := range steps {
		if _, err := p.Try(m, nil); err != nil || p.MidTurn() {
			return p, false
		}
	}
	return p, true
}

// inOrder sorts steps into an order that depends only on the steps.
func inOrder(ms []game.Move) []game.Move {
	slices.SortFunc(ms, func(a, b game.Move) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Kind, b.Kind))
	})
	return ms
}

// checkRepeats plays each step that is legal apart from the history. If repetition is forbidden, a step must be
// refused exactly if it leads to an earlier position.
func (w *walker) checkRepeats(legal []game.Move) {
	w.Helper()
	set := w.pos.Rules().Ruleset()
	forbidden := set.Repetition == ruleset.RepeatMoverForbidden || set.Repetition == ruleset.RepeatDefenderForbidden &&
		w.pos.Turn() == game.Defenders
	if w.pos.Rules().Lines() || !forbidden {
		return
	}
	for _, m := range w.pos.Legal(nil, nil) {
		next := *w.pos
		var d rules.Delta
		next.Play(m, &d)
		stood := d.Captures() == 0 && w.line.History().Count(next.Hash()) > 0
		if stood == slices.Contains(legal, m) {
			w.Errorf("%s: %v leads to a position that has stood: %v; is it legal: %v", notation.Position(w.pos), m,
				stood, !stood)
		}
	}
}

// checkEscapes looks for the moves that the warnings announce for a king who is to move.
func (w *walker) checkEscapes() {
	w.Helper()
	warned := w.pos.Warnings()
	if w.pos.Turn() != game.Defenders || warned.KingEscapes == 0 {
		return
	}
	found := false
	q := *w.pos
	q.EachTurn(nil, func(steps []rules.Delta, _ game.Move) bool {
		found = q.Judge(nil) == game.Won(game.Defenders, game.KingEscaped)
		return !found
	})
	if !found {
		w.Errorf("%s: %d escapes are announced, but no turn is one", notation.Position(w.pos), warned.KingEscapes)
	}
}

// checkFresh compares the position with one set up from scratch.
func (w *walker) checkFresh() {
	w.Helper()
	if w.pos.MidTurn() || w.pos.Count(game.Attackers) == 0 {
		return
	}
	fresh, err := w.pos.Rules().Position(w.pos.Setup())
	if err != nil {
		w.Errorf("%s: %v", notation.Position(w.pos), err)
		return
	}
	if as := look(w.pos); !as.same(&fresh) {
		w.Errorf("%s: hash, counts or sets differ from those of the same board set up anew", notation.Position(w.pos))
	}
	w.checkVerdict(fresh)
	again, err := notation.ParsePosition(w.pos.Rules(), notation.Position(w.pos))
	if err != nil || again.Hash() != w.pos.Hash() {
		w.Errorf("%s does not lead back to its position: %v", notation.Position(w.pos), err)
	}
}

// checkVerdict judges the position and a copy set up from scratch: cached rings and paths must not change the
// verdict. Families other than tafl also judge by the last move.
func (w *walker) checkVerdict(fresh rules.Position) {
	w.Helper()
	if w.pos.Rules().Lines() {
		return
	}
	kept := *w.pos
	if a, b := kept.Judge(nil), fresh.Judge(nil); a != b {
		w.Errorf("%s: judged %v, set up anew %v", notation.Position(w.pos), a, b)
	}
}

// checkText writes a few of the moves as text and parses them.
func (w *walker) checkText(legal []game.Move) {
	w.Helper()
	for range min(4, len(legal)) {
		q := *w.pos
		var steps []rules.Delta
		for m := legal[w.rng.IntN(len(legal))]; ; {
			var d rules.Delta
			q.Play(m, &d)
			steps = append(steps, d)
			if d.EndsTurn() {
				break
			}
			next := q.Legal(nil, w.line.History())
			if len(next) == 0 {
				w.Errorf("%s: a turn that begins with %s cannot be completed", notation.Position(w.pos),
					notation.Turn(q.Rules(), steps))
				return
			}
			m = next[w.rng.IntN(len(next))]
		}
		text := notation.Turn(q.Rules(), steps)
		moves, err := notation.ParseTurn(w.pos, w.line.History(), text)
		if err != nil {
			w.Errorf("%s: %q is not read: %v", notation.Position(w.pos), text, err)
			return
		}
		back := *w.pos
		for _, m := range moves {
			var d rules.Delta
			back.Play(m, &d)
		}
		if back.Hash() != q.Hash() {
			w.Errorf("%s: %q is read as another turn", notation.Position(w.pos), text)
		}
	}
}

// checkMirror reflects the board from left to right. It skips rules whose marked squares are not symmetric.
func (w *walker) checkMirror(legal []game.Move) {
	w.Helper()
	r := w.pos.Rules()
	setup := w.pos.Setup()
	if w.flip == nil || w.pos.Count(game.Attackers) == 0 && !r.Lines() || setup.Castling != "" {
		return
	}
	if set := r.Ruleset(); set.Lines != nil && set.Lines.Scripted { // the script applies to the original start only
		if start := r.Start(); notation.Position(w.pos) == notation.Position(&start) {
			return
		}
	}
	flip := func(s game.Square) game.Square { return flipped(w.flip, s) }
	flips := func(list []game.Square) (flipped []game.Square) {
		for _, s := range list {
			flipped = append(flipped, flip(s))
		}
		return flipped
	}
	mirrored := setup
	mirrored.Flagged, mirrored.Huff = flips(setup.Flagged), flips(setup.Huff)
	mirrored.Pieces = make([]game.Piece, len(setup.Pieces))
	for s, p := range setup.Pieces {
		mirrored.Pieces[flip(game.Square(s))] = p
	}
	q, err := r.Position(mirrored)
	if err != nil {
		w.Error(err)
		return
	}
	var want []game.Move
	for _, m := range w.pos.Legal(nil, nil) {
		want = append(want, game.Move{Op: m.Op, Kind: m.Kind, From: flip(m.From), To: flip(m.To)})
	}
	got := q.Legal(nil, nil)
	order := func(a, b game.Move) int {
		return (int(a.From)-int(b.From))*100000 + (int(a.To)-int(b.To))*100 + (int(a.Kind)-int(b.Kind))*6 +
			int(a.Op) - int(b.Op)
	}
	slices.SortFunc(want, order)
	slices.SortFunc(got, order)
	if !slices.Equal(want, got) {
		w.Errorf("%s: the mirrored position has other moves", notation.Position(w.pos))
	}
}

// reflection returns the mirror image of each square, left to right, or nil if marked squares, lines or regions of
// the rules are not symmetric.
func reflection(r *rules.Rules) []game.Square {
	squares := make([]game.Square, r.Board().Squares())
	for s := range squares {
		if squares[s] = mirror(r.Board(), game.Square(s)); squares[s] == game.NoSquare {
			return nil
		}
	}
	if !symmetric(r, func(s game.Square) game.Square { return flipped(squares, s) }) {
		return nil
	}
	return squares
}

// flipped returns the mirror image of s, which may be NoSquare.
func flipped(squares []game.Square, s game.Square) game.Square {
	if s == game.NoSquare {
		return s
	}
	return squares[s]
}

// mirror returns the mirror image of s, left to right, or NoSquare if there is none.
func mirror(b *game.Board, s game.Square) game.Square {
	if s == game.NoSquare {
		return s
	}
	if b.Grid() {
		f, k := b.FileRank(s)
		return b.Cell(b.Size()-1-f, k)
	}
	x, y := b.At(s)
	for t := range game.Square(b.Squares()) {
		if tx, ty := b.At(t); max(tx+x, -tx-x, ty-y, y-ty) < 0.01 {
			return t
		}
	}
	return game.NoSquare
}

func symmetric(r *rules.Rules, flip func(game.Square) game.Square) bool {
	if !flippedLines(r, flip) {
		return false
	}
	closed := func(list []game.Square) bool {
		return !slices.ContainsFunc(list, func(s game.Square) bool { return !slices.Contains(list, flip(s)) })
	}
	return closed(r.Throne()) && closed(r.Corners()) && closed(slices.Concat(r.Camps()...))
}

// flippedLines reports whether the lines of the board and the regions of the rules are symmetric, left to right.
func flippedLines(r *rules.Rules, flip func(game.Square) game.Square) bool {
	if !r.Lines() {
		return true
	}
	b := r.Board()
	for s := range game.Square(b.Squares()) {
		for t := range s {
			if b.Adjacent(s, t) != b.Adjacent(flip(s), flip(t)) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(r.Areas(), func(a rules.Area) bool {
		return slices.ContainsFunc(a.Squares, func(s game.Square) bool { return !slices.Contains(a.Squares, flip(s)) })
	})
}
