package solve

import (
	"bytes"
	"context"
	"math"
	"math/bits"
	"reflect"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// herd is bagh chal, or a similar game, solved from the moment when all goats are on the board:
// four tigers and a number of goats on 25 points. Goats only decrease from then on, so positions
// with fewer goats are solved first. Symmetric positions share one value.
type herd struct {
	*herdBoard
	least, most int // goats
	count       int // positions
	// by goats above the least: turns to the end plus one, 0 if there is no end; odd turns win for
	// the side to move
	turns [][]uint8
}

// points is the number of points of the board, free the number without tigers.
const (
	points = 25
	tigers = 4
	free   = points - tigers
)

// herdBoard is the board of a herd and the numbering of its positions: by the tigers up to symmetry,
// the side to move, and the goats on the free points.
type herdBoard struct {
	near   [points]uint32
	leaps  [points][]leap
	images [game.Symmetries][3][1 << 9]uint32 // images of nine points at a time under a symmetry
	choose [points][tigers + 1]int
	packs  []pack     // by the number of a set of tigers
	kinds  []kind     // sets of tigers up to symmetry
	sets   [][]uint32 // by goats: all sets of that many free points
	place  []uint16   // index of a set of free points in sets
}

// leap is a capture of a goat: over it to a free point.
type leap struct{ over, to uint32 }

// pack holds the symmetry that maps a set of tigers to the representative of its kind.
type pack struct {
	kind  uint16
	image uint8
}

// kind is a set of tigers with the symmetries that preserve it.
type kind struct {
	tigers uint32
	same   []uint8
}

// isHerd reports whether herd can solve r.
func isHerd(r *rules.Rules) bool {
	set := r.Ruleset()
	if set.Lines == nil || len(set.Lines.Kinds) != 2 || set.Lines.Ends.MinPieces[game.Attackers] < 1 {
		return false
	}
	l, want := set.Lines, ruleset.LineGame().Lines
	goat, tiger := l.Kinds[0], l.Kinds[1]
	want.Board, want.Names, want.Kinds = "alquerque5", l.Names, l.Kinds
	want.Ends.MinPieces[game.Attackers] = l.Ends.MinPieces[game.Attackers]
	want.Draws.Repetition, want.Draws.Quiet = l.Draws.Repetition, l.Draws.Quiet
	tiger.Letter, tiger.Name, tiger.Setup, tiger.Side, tiger.Over, tiger.Hand = goat.Letter, goat.Name, goat.Setup,
		goat.Side, goat.Over, goat.Hand
	start := r.Start()
	return reflect.DeepEqual(l, want) && goat == tiger && goat.Side == game.Attackers &&
		l.Kinds[1].Side == game.Defenders &&
		goat.Over == ruleset.OverNothing && l.Kinds[1].Over == ruleset.OverEnemy && l.Kinds[1].Hand == 0 &&
		start.Count(game.Defenders) == tigers && l.Kinds[0].Hand+start.Count(game.Attackers) < free
}

// newHerd returns a herd without values.
func newHerd(r *rules.Rules) *herd {
	l := r.Ruleset().Lines
	start := r.Start()
	h := &herd{herdBoard: newPasture(r.Board()), least: l.Ends.MinPieces[game.Attackers],
		most: l.Kinds[0].Hand + start.Count(game.Attackers)}
	h.turns = make([][]uint8, h.most-h.least+1)
	return h
}

func newPasture(b *game.Board) *herdBoard {
	f := &herdBoard{sets: make([][]uint32, free+1), place: make([]uint16, 1<<free)}
	f.join(b)
	f.mirror(b)
	for n := range f.choose {
		for k := range f.choose[n] {
			f.choose[n][k] = int(math.Round(choose(float64(n), k)))
		}
	}
	for s := range uint32(1 << free) {
		n := bits.OnesCount32(s)
		f.place[s] = uint16(len(f.sets[n]))
		f.sets[n] = append(f.sets[n], s)
	}
	f.sort()
	return f
}

// join records the adjacent points and the leaps.
func (f *herdBoard) join(b *game.Board) {
	for _, l := range b.Lines() {
		for i, s := range l.Squares[1:] {
			f.near[s] |= 1 << l.Squares[i]
			f.near[l.Squares[i]] |= 1 << s
		}
		for i, s := range l.Squares[2:] {
			from, over := l.Squares[i], l.Squares[i+1]
			f.leaps[from] = append(f.leaps[from], leap{1 << over, 1 << s})
			f.leaps[s] = append(f.leaps[s], leap{1 << over, 1 << from})
		}
	}
}

// mirror computes the images of sets of points under the symmetries.
func (f *herdBoard) mirror(b *game.Board) {
	const side = 5
	for g, to := range game.Images(side) {
		for part := range f.images[g] {
			for set := range uint32(1 << 9) {
				for s := set; s != 0; s &= s - 1 {
					if at := 9*part + bits.TrailingZeros32(s); at < points {
						x, y := b.FileRank(game.Square(at))
						image := int(to[y*side+x])
						f.images[g][part][set] |= 1 << b.Cell(image%side, image/side)
					}
				}
			}
		}
	}
}

// image returns the image of a set of points under a symmetry.
func (f *herdBoard) image(g uint8, set uint32) uint32 {
	t := &f.images[g]
	return t[0][set&511] | t[1][set>>9&511] | t[2][set>>18]
}

// sort finds the kinds of sets of tigers.
func (f *herdBoard) sort() {
	f.packs = make([]pack, f.number(1<<points-1<<(points-tigers))+1)
	seen := make([]bool, len(f.packs))
	for set := range uint32(1 << points) {
		if bits.OnesCount32(set) != tigers || seen[f.number(set)] {
			continue
		}
		k := kind{tigers: set}
		for g := uint8(1); g < game.Symmetries; g++ {
			if f.image(g, set) == set {
				k.same = append(k.same, g)
			}
		}
		for g := range uint8(game.Symmetries) {
			back := g
			for f.image(back, f.image(g, set)) != set {
				back = (back + 1) % game.Symmetries
			}
			n := f.number(f.image(g, set))
			if !seen[n] {
				seen[n], f.packs[n] = true, pack{uint16(len(f.kinds)), back}
			}
		}
		f.kinds = append(f.kinds, k)
	}
}

// number returns the index of a set of four points.
func (f *herdBoard) number(set uint32) (n int) {
	for k := 1; set != 0; k++ {
		n += f.choose[bits.TrailingZeros32(set)][k]
		set &= set - 1
	}
	return n
}

// squeeze removes the tigers' points from a set of goats; stretch inserts them.
func squeeze(goats, cats uint32) uint32 {
	for cats != 0 {
		b := uint32(1) << (31 - bits.LeadingZeros32(cats))
		cats ^= b
		goats = goats&(b-1) | goats>>1&^(b-1)
	}
	return goats
}

func stretch(goats, cats uint32) uint32 {
	for ; cats != 0; cats &= cats - 1 {
		b := cats & -cats
		goats = goats&(b-1) | goats&^(b-1)<<1
	}
	return goats
}

// field is a position.
type field struct {
	goats, cats uint32
	turn        game.Side
}

// index returns the index of a position among those with the same number of goats.
func (f *herdBoard) index(p field) int {
	k := f.packs[f.number(p.cats)]
	cats, goats := f.kinds[k.kind].tigers, f.image(k.image, p.goats)
	at := f.place[squeeze(goats, cats)]
	for _, g := range f.kinds[k.kind].same {
		at = min(at, f.place[squeeze(f.image(g, goats), cats)])
	}
	return (int(k.kind)*game.Sides+int(p.turn))*len(f.sets[bits.OnesCount32(goats)]) + int(at)
}

// at returns the position with this index and number of goats. If the tigers stand symmetrically,
// it may be an image of a position with a lower index.
func (f *herdBoard) at(goats, index int) field {
	sets := f.sets[goats]
	rest := index / len(sets)
	cats := f.kinds[rest/game.Sides].tigers
	return field{stretch(sets[index%len(sets)], cats), cats, game.Side(rest % game.Sides)}
}

// first reports whether p, of number index, has the lowest index of its images.
func (f *herdBoard) first(p field, index int) bool {
	return len(f.kinds[index/len(f.sets[bits.OnesCount32(p.goats)])/game.Sides].same) == 0 || f.index(p) == index
}

// steps calls do for each position after a move of side without a capture. These are also the
// positions before such a move.
func (f *herdBoard) steps(p field, side game.Side, do func(field)) {
	men, empty := p.goats, (1<<points-1)&^(p.goats|p.cats)
	if side == game.Defenders {
		men = p.cats
	}
	for m := men; m != 0; m &= m - 1 {
		from := m & -m
		for to := f.near[bits.TrailingZeros32(m)] & empty; to != 0; to &= to - 1 {
			q := field{p.goats, p.cats, p.turn.Other()}
			if side == game.Defenders {
				q.cats ^= from | to&-to
			} else {
				q.goats ^= from | to&-to
			}
			do(q)
		}
	}
}

// takes calls do for each position after a capture by the tigers.
func (f *herdBoard) takes(p field, do func(field)) {
	empty := (1<<points - 1) &^ (p.goats | p.cats)
	for m := p.cats; m != 0; m &= m - 1 {
		for _, l := range f.leaps[bits.TrailingZeros32(m)] {
			if l.over&p.goats != 0 && l.to&empty != 0 {
				do(field{p.goats ^ l.over, p.cats ^ (m&-m | l.to), game.Attackers})
			}
		}
	}
}

// known returns the turns to the end from p, -1 if it is unknown or there is none.
func (h *herd) known(p field) int {
	n := bits.OnesCount32(p.goats)
	if n < h.least {
		return 0
	}
	return int(h.turns[n-h.least][h.index(p)]) - 1
}

// judge returns the turns to the end from p according to its successors, -1 if they do not decide
// it.
func (h *herd) judge(p field) int {
	win, lost, open := 1<<30, 0, false
	see := func(q field) {
		switch n := h.known(q); {
		case n < 0:
			open = true
		case n%2 == 0:
			win = min(win, n+1)
		default:
			lost = max(lost, n+1)
		}
	}
	h.steps(p, p.turn, see)
	if p.turn == game.Defenders {
		h.takes(p, see)
	}
	switch {
	case win < 1<<30:
		return win
	case open:
		return -1
	}
	return lost
}

// longest is the greatest number of turns that a table can hold.
const longest = 250

// checkInterval is the number of positions between two checks of the context.
const checkInterval = 1 << 16

// solve solves the positions with this number of goats; those with fewer must be solved. It calls
// heed regularly and stops with its error.
func (h *herd) solve(goats int, heed func() error) error {
	turns := make([]uint8, len(h.kinds)*game.Sides*len(h.sets[goats]))
	h.turns[goats-h.least] = turns
	var later [longest + 1][]int32 // positions that captures end in this many turns, unless other moves end them sooner
	note := func(index, n, now int) {
		switch {
		case n < 0 || n > longest || turns[index] != 0:
		case n <= now:
			turns[index] = uint8(n + 1)
		default:
			later[n] = append(later[n], int32(index))
		}
	}
	for i := range turns {
		if i%checkInterval == 0 {
			if err := heed(); err != nil {
				return err
			}
		}
		if p := h.at(goats, i); h.first(p, i) {
			h.count++
			note(i, h.judge(p), 1)
		}
	}
	for n := range longest {
		for _, i := range later[n] {
			if turns[i] == 0 {
				turns[i] = uint8(n + 1)
			}
		}
		later[n] = nil
		if err := h.back(goats, n, note, heed); err != nil {
			return err
		}
	}
	return nil
}

// back updates the predecessors of the positions that end in n turns.
func (h *herd) back(goats, n int, note func(index, turns, now int), heed func() error) error {
	turns := h.turns[goats-h.least]
	for i, found := 0, 0; ; i, found = i+1, found+1 {
		if found%checkInterval == 0 {
			if err := heed(); err != nil {
				return err
			}
		}
		next := bytes.IndexByte(turns[i:], uint8(n+1))
		if next < 0 {
			return nil
		}
		i += next
		p := h.at(goats, i)
		h.steps(p, p.turn.Other(), func(q field) {
			switch before := h.index(q); {
			case turns[before] != 0:
			case n%2 == 0:
				note(before, n+1, n+1)
			default:
				note(before, h.judge(q), n+1)
			}
		})
	}
}

// value returns the value of p for the side to move; ok is false while goats are in hand.
func (h *herd) value(p *rules.Position) (v value, ok bool) {
	var f field
	for s := range game.Square(points) {
		if q := p.At(s); q != game.Empty {
			if p.Rules().Kinds()[q].Side == game.Attackers {
				f.goats |= 1 << s
			} else {
				f.cats |= 1 << s
			}
		}
	}
	f.turn = p.Turn()
	n := bits.OnesCount32(f.goats)
	if p.Hand(1) > 0 || n > h.most || bits.OnesCount32(f.cats) != tigers {
		return 0, false
	}
	v = value(h.known(f) + 1)
	if v%2 == 1 {
		v = -v
	}
	return v, true
}

// solveHerd solves a herd.
func solveHerd(ctx context.Context, r *rules.Rules, tell func(positions int)) (*Table, error) {
	h, n := newHerd(r), 0
	heed := func() error {
		if tell != nil {
			tell(n)
		}
		return ctx.Err()
	}
	for goats := h.least; goats <= h.most; goats++ {
		if err := h.solve(goats, heed); err != nil {
			return nil, err
		}
		n += len(h.turns[goats-h.least])
	}
	if err := heed(); err != nil {
		return nil, err
	}
	return &Table{rules: r, endings: h}, nil
}

// Ending summarizes the positions of bagh chal with one number of goats, or of nine men's morris with
// two numbers of men, for the side to move.
type Ending struct {
	Goats            int // of bagh chal
	Turn             game.Side
	Own, Other       int // men of nine men's morris, of the side to move and of the other side
	Won, Lost, Drawn int
	Longest          int // greatest number of turns to an end
}

// Endings returns the summary of a table of bagh chal or nine men's morris, fewest men first; nil for
// other games.
func (t *Table) Endings() []Ending {
	if t.endings == nil {
		return nil
	}
	return t.endings.summary()
}

func (h *herd) positions() int { return h.count }

func (h *herd) summary() (list []Ending) {
	for i, turns := range h.turns {
		e := [game.Sides]Ending{{Goats: h.least + i}, {Goats: h.least + i, Turn: game.Defenders}}
		for k, n := range turns {
			p := h.at(e[0].Goats, k)
			to := &e[p.turn]
			switch {
			case n > 0 && n%2 == 0:
				to.Won++
			case n > 0:
				to.Lost++
			case h.first(p, k):
				to.Drawn++
			}
			to.Longest = max(to.Longest, int(n)-1)
		}
		list = append(list, e[:]...)
	}
	return list
}
