package tafl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// compiler builds the tables of a game.
type compiler struct{ *core.Rules }

// Compile checks set and builds its tables. The error lists every fault, one per line.
func Compile(set ruleset.Ruleset) (*core.Rules, error) {
	board, err := game.NewGrid(len(set.Rows))
	if err != nil {
		return nil, fmt.Errorf("rows: %w", err)
	}
	set.Rows = slices.Clone(set.Rows)
	r := &compiler{&core.Rules{Set: set, Board: board, Kinds: taflKinds, Squares: board.Squares(),
		Words: core.WordsOf(board)}}
	r.compileKinds()
	r.compileSquares()
	errs := []error{r.compileRegions(), r.compileStart()}
	errs = append(errs, contradictions(&r.Set)...)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	r.compileGoals()
	r.compileSets()
	r.compileHash()
	r.Mechanics = mechanicsOf(&r.Set)
	r.Looks = looksOf(&r.Set)
	r.Ring = set.Encirclement != ruleset.EncirclementOff
	r.Filters = slices.ContainsFunc(bans, func(b ban) bool { return b.on(&r.Set) })
	r.Leaps = leaps(&r.Set)
	r.Slides = len(r.Camps) == 0 && len(r.Throne) <= 1 && !r.Leaps
	_, err = Place(r.Rules, r.Start)
	return r.Rules, err
}

func (r *compiler) compileKinds() {
	s := &r.Set
	for i := range r.Kind {
		r.Kind[i].Side = core.Nobody
	}
	a := core.Kind{Side: game.Attackers, Class: ruleset.ClassAttacker, Strikes: true, Holds: true,
		Reach: reachOf(s.Steps[0])}
	d := core.Kind{Side: game.Defenders, Class: ruleset.ClassDefender, Strikes: true, Holds: true,
		Reach: reachOf(s.Steps[1])}
	k := core.Kind{Side: game.Defenders, Class: ruleset.ClassKing, Royal: true, Reach: reachOf(s.Steps[2]),
		Jump:    s.JumpKing,
		Strikes: s.KingPower == ruleset.PowerArmed || s.KingPower == ruleset.PowerHammer,
		Holds:   s.KingPower == ruleset.PowerArmed || s.KingPower == ruleset.PowerAnvil}
	r.Kind[ruleset.Man], r.Kind[ruleset.Commander], r.Kind[ruleset.Defender], r.Kind[ruleset.Knight],
		r.Kind[ruleset.King] = a, a, d, d, k
	r.Of = [game.Sides]uint32{1<<ruleset.Man | 1<<ruleset.Commander,
		1<<ruleset.Defender | 1<<ruleset.Knight | 1<<ruleset.King}
	for c := ruleset.Man; c <= ruleset.King; c++ {
		if k := &r.Kind[c]; k.Holds {
			r.Hold[k.Side] |= 1 << c
		}
	}
	r.Kind[ruleset.Man].Ordinary, r.Kind[ruleset.Man].Jump = true, s.JumpMan
	r.Kind[ruleset.Defender].Ordinary, r.Kind[ruleset.Defender].Jump = true, s.JumpMan
	r.Kind[ruleset.Commander].Commander, r.Kind[ruleset.Commander].Jump = true, s.JumpCommander
	r.Kind[ruleset.Knight].Jump = s.JumpKnight
}

// reachOf returns the maximum slide for a number of steps; 0 means unlimited.
func reachOf(steps int) int {
	if steps == 0 {
		return game.MaxSize
	}
	return steps
}

func (r *compiler) compileSquares() {
	for s := range game.Square(r.Squares) {
		for d := range game.GridDirs {
			t := r.Board.Next(s, d)
			if t == game.NoSquare {
				t = core.Off
			}
			r.Next[s][d] = t
		}
		r.Sq[s] = core.Square{Enter: ruleset.AllClass, Pass: ruleset.AllClass, Rim: r.Board.Edge(s)}
	}
}

// compileRegions marks the throne, the corners and the camps.
func (r *compiler) compileRegions() error {
	var errs []error
	group := uint8(0)
	mark := func(name string, region ruleset.Region, p ruleset.Places, squares []game.Square) {
		group++
		for _, s := range squares {
			q := &r.Sq[s]
			if q.Region != 0 {
				errs = append(errs, fmt.Errorf("%s: %w", name,
					game.Faultf("%s already belongs to another group", r.Board.Name(s))))
			}
			q.Enter, q.Pass, q.Region, q.Group = p.Enter, p.Pass, region, group
			q.Hostile, q.HostileOccupied = p.Hostile, p.HostileOccupied
		}
	}
	read := func(name, text string) []game.Square {
		list, err := r.pattern(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		return list
	}
	r.Throne = read("throne", r.Set.Throne.Squares)
	mark("throne", ruleset.Throne, r.Set.Throne, r.Throne)
	r.Corners = read("corner", r.Set.Corner.Squares)
	mark("corner", ruleset.Corner, r.Set.Corner, r.Corners)
	if r.Set.Camp.Squares != "none" {
		for part := range strings.SplitSeq(r.Set.Camp.Squares, "/") {
			camp := read("camps", part)
			mark("camps", ruleset.Camp, r.Set.Camp, camp)
			r.Camps = append(r.Camps, camp)
		}
	}
	for _, s := range read("camp.neutral", r.Set.CampNeutral) {
		if r.Sq[s].Region != ruleset.Camp {
			errs = append(errs, fmt.Errorf("camp.neutral: %w", game.Faultf("%s is not a camp square", r.Board.Name(s))))
			continue
		}
		r.Sq[s].Hostile, r.Sq[s].HostileOccupied = 0, 0
	}
	r.compileHostility()
	return errors.Join(errs...)
}

// compileHostility determines which squares help to capture the king, and whether occupied squares matter at all.
func (r *compiler) compileHostility() {
	for s := range r.Squares {
		q := &r.Sq[s]
		may := r.Set.KingSquares&q.Region != 0
		q.Holds = may && q.Hostile&ruleset.ClassKing != 0
		q.HoldsOccupied = may && q.HostileOccupied&ruleset.ClassKing != 0
		r.Occupied = r.Occupied || q.HostileOccupied != 0
	}
}

// compileSets builds the shifts and the sets of squares named in the rules.
func (r *compiler) compileSets() {
	n := game.Square(r.Board.Size())
	r.Shifts = [game.GridDirs]core.Shift{{By: 1}, {By: n}, {By: -1}, {By: -n}}
	for s := range game.Square(r.Squares) {
		for d := range game.GridDirs {
			if r.Next[s][d.Opposite()] != core.Off {
				r.Shifts[d].Onto.Flip(s)
			}
		}
		q := &r.Sq[s]
		if q.Rim {
			r.Rim.Flip(s)
		}
		for side, class := range [game.Sides]ruleset.Classes{ruleset.ClassDefender, ruleset.ClassAttacker} {
			if q.Hostile&class != 0 {
				r.Hostile[side].Flip(s)
			}
		}
	}
}

// pattern returns the squares of a named pattern or of a list.
func (r *compiler) pattern(text string) ([]game.Square, error) {
	n := r.Board.Size()
	block := func(in func(f, k int) bool) (list []game.Square) {
		for s := range game.Square(r.Squares) {
			f, k := r.Board.FileRank(s)
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
		return []game.Square{game.Square(r.Squares / 2)}, nil
	case "corners":
		return block(func(f, k int) bool { return f+k == 0 }), nil
	case "L3":
		return block(func(f, k int) bool { return f+k <= 1 }), nil
	case "2x2":
		return block(func(f, k int) bool { return f <= 1 && k <= 1 }), nil
	}
	var list []game.Square
	for _, name := range ruleset.Fields(text) {
		s, ok := r.Board.Named(name)
		if !ok {
			return list, game.Faultf("%s is not on a board of %d by %d", name, n, n)
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list, nil
}

// compileStart reads the rows of the start position.
func (r *compiler) compileStart() error {
	setup, err := ParseRows(r.Rules, r.Set.Rows)
	setup.Turn = r.Set.First
	r.Start = setup
	return err
}

// ParseRows parses a placement from rows, top rank first, one letter per square. The error names every bad row.
func ParseRows(r *core.Rules, rows []string) (game.Setup, error) {
	n := r.Board.Size()
	setup := game.Setup{Pieces: make([]game.Piece, r.Squares), Turn: r.Set.First}
	if len(rows) != n {
		return setup, game.Faultf("%d rows, but the board has %d", len(rows), n)
	}
	var errs []error
	for i, row := range rows {
		if len(row) != n {
			errs = append(errs, game.Faultf("row %d has %d squares, not %d", i+1, len(row), n))
			continue
		}
		for f := range n {
			p := slices.IndexFunc(taflKinds, func(k game.Kind) bool { return k.Letter == row[f] })
			if p < 0 {
				errs = append(errs, game.Faultf("row %d, column %d: %q is not a piece (use . t c T N K)", i+1,
					f+1, row[f:f+1]))
				continue
			}
			setup.Pieces[r.Board.Cell(f, n-1-i)] = game.Piece(p)
		}
	}
	return setup, errors.Join(errs...)
}

// WriteRows writes a placement as rows, top rank first.
func WriteRows(r *core.Rules, s game.Setup) []string {
	n := r.Board.Size()
	rows := make([]string, n)
	for i := range rows {
		row := make([]byte, n)
		for f := range row {
			row[f] = taflKinds[s.Pieces[r.Board.Cell(f, n-1-i)]].Letter
		}
		rows[i] = string(row)
	}
	return rows
}

// leaps reports whether any kind of piece leaps.
func leaps(s *ruleset.Ruleset) bool {
	return s.JumpMan != ruleset.JumpNone || s.JumpCommander != ruleset.JumpNone || s.JumpKnight != ruleset.JumpNone ||
		s.JumpKing != ruleset.JumpNone
}

// leapersStand reports whether the start position contains a piece that leaps.
func leapersStand(s *ruleset.Ruleset) bool {
	stands := func(letter string) bool {
		return slices.ContainsFunc(s.Rows, func(row string) bool { return strings.Contains(row, letter) })
	}
	return s.JumpMan != ruleset.JumpNone || s.JumpKing != ruleset.JumpNone ||
		s.JumpCommander != ruleset.JumpNone && stands("c") || s.JumpKnight != ruleset.JumpNone && stands("N")
}

// contradictions lists combinations of settings that are not possible.
func contradictions(s *ruleset.Ruleset) (errs []error) {
	if s.Escape == ruleset.EscapeCorner && s.Corner.Squares == "none" {
		errs = append(errs, fmt.Errorf("escape: %w", game.Faultf("the king must reach a corner, but corner is none")))
	}
	if s.ExitFort == ruleset.ExitFortUnbreakable && leapersStand(s) {
		errs = append(errs, fmt.Errorf("exitFort: %w",
			game.Faultf("a fort is never unbreakable where pieces leap; use survive or off")))
	}
	if s.ShieldwallMin < 1 || s.RepetitionCount < 2 {
		errs = append(errs, game.Faultf("shieldwall.min must be at least 1 and repetition.count at least 2"))
	}
	return errs
}

func (r *compiler) compileGoals() {
	r.Sq[core.NoKing].Goal = true
	for s := range r.Squares {
		q := &r.Sq[s]
		switch r.Set.Escape {
		case ruleset.EscapeCorner:
			q.Goal = q.Region == ruleset.Corner
		case ruleset.EscapeEdge:
			q.Goal = onEdge(r.Rules, game.Square(s))
		}
	}
}

// compileHash fills the table of random numbers. It is the same in every program, so that hashes can be compared over
// a network.
func (r *compiler) compileHash() {
	seed := uint64(0x7461666c33640001)
	next := func() uint64 { // splitmix64, Steele et al. 2014
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	r.Turn = next()
	for s := range game.MaxSquares {
		for p := 1; p < len(taflKinds); p++ {
			r.Zob[p][s] = next()
		}
		r.Zob[core.Wall][s] = next() // a piece here may continue its chain
	}
}
