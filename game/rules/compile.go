package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// The pieces of the custodial family; they index Rules.Kinds.
const (
	Man       game.Piece = iota + 1 // attackers' man
	Commander                       // attackers' leaper
	Defender                        // defenders' man
	Knight                          // defenders' leaper
	King
)

var taflKinds = []game.Kind{
	{Letter: '.', Name: "empty"},
	{Letter: 't', Name: "man", Side: game.Attackers},
	{Letter: 'c', Name: "commander", Side: game.Attackers},
	{Letter: 'T', Name: "man", Side: game.Defenders},
	{Letter: 'N', Name: "knight", Side: game.Defenders},
	{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true},
}

const (
	kindMask = 15       // pieces are below 16, so that tables need no bound
	wall     = kindMask // what stands beyond the rim
	nobody   = game.Sides
	off      = game.MaxSquares // the square beyond the rim
	slots    = 512             // squares in a table, a power of two so that masks need no bound
	slot     = slots - 1
	noKing   = slot // where game.NoSquare leads: a goal, so that one look tells whether the king is anywhere special
)

// kind is what the engine asks of a piece.
type kind struct {
	side      game.Side // nobody for the empty square and the wall
	class     ruleset.Classes
	royal     bool
	ordinary  bool // may be leapt over
	commander bool
	strikes   bool // may be the moving captor
	holds     bool // may be the standing captor
	jump      ruleset.Jump
	reach     int // longest slide
}

// square is what the engine asks of a square.
type square struct {
	enter   ruleset.Classes
	pass    ruleset.Classes
	hostile ruleset.Classes // when empty
	region  ruleset.Region
	group   uint8 // which throne, corner group or camp, 0 is plain
	rim     bool
	goal    bool // the king wins here
	holds   bool // when empty, holds the king in a two-sided capture
}

// Rules is a checked ruleset with everything derived once. It never changes
// and is safe for concurrent use.
type Rules struct {
	set     ruleset.Ruleset
	board   *game.Board
	line    *lineGame // nil for the custodial family
	kinds   []game.Kind
	start   game.Setup
	squares int
	words   int // of the sets of squares

	kind [kindMask + 1]kind
	next [slots][game.GridDirs]game.Square // off beyond the rim
	sq   [slots]square
	zob  [kindMask + 1][slots]uint64
	of   [game.Sides]uint32 // pieces of a side, a bit each
	hold [game.Sides]uint32 // those of them that may be the standing captor
	turn uint64             // hashed in when the defenders are to move

	shifts  [game.GridDirs]shift
	rim     squareSet
	hostile [game.Sides]squareSet // when empty, to the enemies of a side

	throne, corners []game.Square
	camps           [][]game.Square
	mechanics       mechanics
	looks           [game.Sides]looks // by the side that has moved
	ring            bool              // encirclement is looked for
	filters         bool              // some moves depend on more than the board
	slides          bool              // there are only slides, and none that depends on where it begins
	leaps           bool              // some kind of piece leaps
}

// Board returns the board of play.
func (r *Rules) Board() *game.Board { return r.board }

// Kinds returns the kinds of pieces, indexed by game.Piece. Do not change it.
func (r *Rules) Kinds() []game.Kind { return r.kinds }

// Throne returns the throne squares.
func (r *Rules) Throne() []game.Square { return r.throne }

// Corners returns the corner squares.
func (r *Rules) Corners() []game.Square { return r.corners }

// Camps returns the attackers' base camps.
func (r *Rules) Camps() [][]game.Square { return r.camps }

// Ruleset returns a copy of the data that was compiled.
func (r *Rules) Ruleset() ruleset.Ruleset {
	s := r.set
	s.Rows = slices.Clone(s.Rows)
	if s.Lines != nil {
		s.Lines = s.Lines.Clone()
	}
	return s
}

// Setup returns a copy of the start placement.
func (r *Rules) Setup() game.Setup {
	s := r.start
	s.Pieces, s.Hand = slices.Clone(s.Pieces), slices.Clone(s.Hand)
	return s
}

// Goal reports whether the king wins by standing on s, in the rules where
// that alone decides.
func (r *Rules) Goal(s game.Square) bool { return r.sq[s].goal }

// Compile checks set and derives its tables. The error lists every problem,
// one a line.
func Compile(set ruleset.Ruleset) (*Rules, error) {
	if set.Lines != nil {
		return compileLines(set)
	}
	board, err := game.NewGrid(len(set.Rows))
	if err != nil {
		return nil, fmt.Errorf("rows: %w", err)
	}
	set.Rows = slices.Clone(set.Rows)
	r := &Rules{set: set, board: board, kinds: taflKinds, squares: board.Squares(), words: wordsOf(board)}
	r.compileKinds()
	r.compileSquares()
	errs := []error{r.compileRegions(), r.compileStart()}
	errs = append(errs, contradictions(&r.set)...)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	r.compileGoals()
	r.compileSets()
	r.compileHash()
	r.mechanics = mechanicsOf(&r.set)
	r.looks = looksOf(&r.set)
	r.ring = set.Encirclement != ruleset.EncirclementOff
	r.filters = set.WatchKing == ruleset.WatchForbid || set.Repetition == ruleset.RepeatDefenderForbidden || set.Repetition == ruleset.RepeatMoverForbidden
	r.leaps = leaps(&r.set)
	r.slides = len(r.camps) == 0 && len(r.throne) <= 1 && !r.leaps
	if _, err := r.Position(r.start); err != nil {
		return nil, err
	}
	return r, nil
}

// wordsOf returns how many words a set of the board's squares takes.
func wordsOf(b *game.Board) int { return (b.Squares() + 63) / 64 }

func (r *Rules) compileKinds() {
	s := &r.set
	for i := range r.kind {
		r.kind[i].side = nobody
	}
	a := kind{side: game.Attackers, class: ruleset.ClassAttacker, strikes: true, holds: true, reach: reachOf(s.Steps[0])}
	d := kind{side: game.Defenders, class: ruleset.ClassDefender, strikes: true, holds: true, reach: reachOf(s.Steps[1])}
	k := kind{side: game.Defenders, class: ruleset.ClassKing, royal: true, reach: reachOf(s.Steps[2]), jump: s.JumpKing,
		strikes: s.KingPower == ruleset.PowerArmed || s.KingPower == ruleset.PowerHammer,
		holds:   s.KingPower == ruleset.PowerArmed || s.KingPower == ruleset.PowerAnvil}
	r.kind[Man], r.kind[Commander], r.kind[Defender], r.kind[Knight], r.kind[King] = a, a, d, d, k
	r.of = [game.Sides]uint32{1<<Man | 1<<Commander, 1<<Defender | 1<<Knight | 1<<King}
	for c := Man; c <= King; c++ {
		if k := &r.kind[c]; k.holds {
			r.hold[k.side] |= 1 << c
		}
	}
	r.kind[Man].ordinary, r.kind[Man].jump = true, s.JumpMan
	r.kind[Defender].ordinary, r.kind[Defender].jump = true, s.JumpMan
	r.kind[Commander].commander, r.kind[Commander].jump = true, s.JumpCommander
	r.kind[Knight].jump = s.JumpKnight
}

// reachOf returns the longest slide of pieces that go so many steps; 0 is as
// far as the board goes.
func reachOf(steps int) int {
	if steps == 0 {
		return game.MaxSize
	}
	return steps
}

func (r *Rules) compileSquares() {
	for s := range game.Square(r.squares) {
		for d := range game.GridDirs {
			t := r.board.Next(s, d)
			if t == game.NoSquare {
				t = off
			}
			r.next[s][d] = t
		}
		r.sq[s] = square{enter: ruleset.AllClass, pass: ruleset.AllClass, rim: r.board.Edge(s)}
	}
}

// compileRegions marks the throne, the corners and the camps.
func (r *Rules) compileRegions() error {
	var errs []error
	group := uint8(0)
	mark := func(name string, region ruleset.Region, p ruleset.Places, squares []game.Square) {
		group++
		for _, s := range squares {
			q := &r.sq[s]
			if q.region != 0 {
				errs = append(errs, fmt.Errorf("%s: %s belongs to another group already", name, r.board.Name(s)))
			}
			q.enter, q.pass, q.hostile, q.region, q.group = p.Enter, p.Pass, p.Hostile, region, group
			q.holds = p.Hostile&ruleset.ClassKing != 0 && r.set.KingSquares&region != 0
		}
	}
	read := func(name, text string) []game.Square {
		list, err := r.pattern(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		return list
	}
	r.throne = read("throne", r.set.Throne.Squares)
	mark("throne", ruleset.Throne, r.set.Throne, r.throne)
	r.corners = read("corner", r.set.Corner.Squares)
	mark("corner", ruleset.Corner, r.set.Corner, r.corners)
	if r.set.Camp.Squares != "none" {
		for part := range strings.SplitSeq(r.set.Camp.Squares, "/") {
			camp := read("camps", part)
			mark("camps", ruleset.Camp, r.set.Camp, camp)
			r.camps = append(r.camps, camp)
		}
	}
	return errors.Join(errs...)
}

// pattern returns the squares of a pattern's name or of a list.
func (r *Rules) pattern(text string) ([]game.Square, error) {
	n := r.board.Size()
	block := func(in func(f, k int) bool) (list []game.Square) {
		for s := range game.Square(r.squares) {
			f, k := r.board.FileRank(s)
			if in(min(f, n-1-f), min(k, n-1-k)) {
				list = append(list, s)
			}
		}
		return list
	}
	switch text {
	case "none":
		return nil, nil
	case "centre":
		return []game.Square{game.Square(r.squares / 2)}, nil
	case "corners":
		return block(func(f, k int) bool { return f+k == 0 }), nil
	case "L3":
		return block(func(f, k int) bool { return f+k <= 1 }), nil
	case "2x2":
		return block(func(f, k int) bool { return f <= 1 && k <= 1 }), nil
	}
	var list []game.Square
	for _, name := range ruleset.Fields(text) {
		s, ok := r.board.Named(name)
		if !ok {
			return list, fmt.Errorf("%s is not on a board of %d by %d", name, n, n)
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list, nil
}

// compileStart reads the rows of the start position.
func (r *Rules) compileStart() error {
	setup, err := r.ParseRows(r.set.Rows)
	setup.Turn = r.set.First
	r.start = setup
	return err
}

// ParseRows reads a placement from rows, top rank first, one letter a square.
// The error names every bad row.
func (r *Rules) ParseRows(rows []string) (game.Setup, error) {
	if r.line != nil {
		return r.parseLineRows(rows)
	}
	n := r.board.Size()
	setup := game.Setup{Pieces: make([]game.Piece, r.squares), Turn: r.set.First}
	if len(rows) != n {
		return setup, fmt.Errorf("%d rows, the board has %d", len(rows), n)
	}
	var errs []error
	for i, row := range rows {
		if len(row) != n {
			errs = append(errs, fmt.Errorf("row %d has %d squares, not %d", i+1, len(row), n))
			continue
		}
		for f := range n {
			p := slices.IndexFunc(taflKinds, func(k game.Kind) bool { return k.Letter == row[f] })
			if p < 0 {
				errs = append(errs, fmt.Errorf("row %d, column %d: %q is no piece (use . t c T N K)", i+1, f+1, row[f:f+1]))
				continue
			}
			setup.Pieces[r.board.Cell(f, n-1-i)] = game.Piece(p)
		}
	}
	return setup, errors.Join(errs...)
}

// Rows writes a placement as rows, top rank first.
func (r *Rules) Rows(s game.Setup) []string {
	if r.line != nil {
		return r.lineRows(s)
	}
	n := r.board.Size()
	rows := make([]string, n)
	for i := range rows {
		row := make([]byte, n)
		for f := range row {
			row[f] = taflKinds[s.Pieces[r.board.Cell(f, n-1-i)]].Letter
		}
		rows[i] = string(row)
	}
	return rows
}

// leaps reports whether any kind of piece leaps.
func leaps(s *ruleset.Ruleset) bool {
	return s.JumpMan != ruleset.JumpNone || s.JumpCommander != ruleset.JumpNone || s.JumpKnight != ruleset.JumpNone || s.JumpKing != ruleset.JumpNone
}

// leapersStand reports whether a piece that leaps is among those of the start.
func leapersStand(s *ruleset.Ruleset) bool {
	stands := func(letter string) bool {
		return slices.ContainsFunc(s.Rows, func(row string) bool { return strings.Contains(row, letter) })
	}
	return s.JumpMan != ruleset.JumpNone || s.JumpKing != ruleset.JumpNone ||
		s.JumpCommander != ruleset.JumpNone && stands("c") || s.JumpKnight != ruleset.JumpNone && stands("N")
}

// contradictions lists the settings that cannot hold together.
func contradictions(s *ruleset.Ruleset) (errs []error) {
	if s.Escape == ruleset.EscapeCorner && s.Corner.Squares == "none" {
		errs = append(errs, errors.New("escape: the king is to reach a corner, but corner is none"))
	}
	if s.ExitFort == ruleset.ExitFortUnbreakable && leapersStand(s) {
		errs = append(errs, errors.New("exitFort: no fort is unbreakable where pieces leap; use survive or off"))
	}
	if s.ShieldwallMin < 1 || s.RepetitionCount < 2 {
		errs = append(errs, errors.New("shieldwall.min must be at least 1 and repetition.count at least 2"))
	}
	return errs
}

func (r *Rules) compileGoals() {
	r.sq[noKing].goal = true
	for s := range r.squares {
		q := &r.sq[s]
		switch r.set.Escape {
		case ruleset.EscapeCorner:
			q.goal = q.region == ruleset.Corner
		case ruleset.EscapeEdge:
			q.goal = r.onEdge(game.Square(s))
		}
	}
}

// compileHash fills the table of random numbers. It is the same in every
// program, so that hashes can be compared over a wire.
func (r *Rules) compileHash() {
	seed := uint64(0x7461666c33640001)
	next := func() uint64 { // splitmix64, Steele et al. 2014
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	r.turn = next()
	for s := range game.MaxSquares {
		for p := 1; p < len(taflKinds); p++ {
			r.zob[p][s] = next()
		}
		r.zob[wall][s] = next() // a piece here may go on with its chain
	}
}
