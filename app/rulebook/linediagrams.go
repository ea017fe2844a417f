package rulebook

import (
	"cmp"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
)

// lineExample returns a diagram for a rule of a game on lines; nil if there is nothing to show. It computes
// the moves from the rules, so the diagram follows the value of the rule.
func lineExample(r *rules.Rules, key string) *panel.Diagram {
	e := lineDrawing{r: r, d: Diagram(r, make([]game.Piece, r.Board().Squares())), l: r.Ruleset().Lines}
	first, rest, _ := strings.Cut(key, ".")
	piece, known := r.PieceOf(first)
	drawn := false
	switch {
	case known && len(first) == 1:
		drawn = e.piece(piece, first, rest)
	case first == "setup":
		drawn = e.start(rest)
	case first == "ownCorner":
		e.d.Bad = r.Squares(key)
		drawn = len(e.d.Bad) > 0
	case first == "goalFill":
		drawn = e.l.Ends.GoalFill != ruleset.Nobody && e.point(r.Squares("goalFill.region"))
	case first == "prephase":
		drawn = e.l.Prephase.Kind != "none" && e.point(r.Squares("prephase.region"))
	case key == "capture.compelled" || key == "capture.enforce":
		drawn = slices.ContainsFunc(e.kinds(), e.capture)
	case first == "mill":
		drawn = e.mill()
	case key == "fly":
		drawn = e.fly()
	case key == "reachRow.rank" && e.l.Ends.ReachRow > 0:
		drawn = e.point(e.rank(e.l.Ends.ReachRow - 1))
	case first == "behind" || key == "foxPassed":
		drawn = (e.l.Ends.Behind != ruleset.ResultOff || e.l.Ends.FoxPassed || e.l.Ends.FoxHome ||
			e.l.Ends.ReachRow > 0) && e.behind()
	default:
		drawn = e.point(r.Squares(key))
	}
	if !drawn {
		return nil
	}
	return e.d
}

// lineDrawing is an unfinished example.
type lineDrawing struct {
	r *rules.Rules
	d *panel.Diagram
	l *ruleset.LineRules
}

// kinds returns all pieces.
func (e *lineDrawing) kinds() (list []game.Piece) {
	for i := range e.l.Kinds {
		list = append(list, game.Piece(i+1))
	}
	return list
}

// piece draws a rule of a kind of piece.
func (e *lineDrawing) piece(p game.Piece, letter, rule string) bool {
	switch group, _, _ := strings.Cut(rule, "."); group {
	case "promote":
		return e.l.Kinds[p-1].Promote != "none" && e.point(e.r.Squares(letter+".promote.on")) && e.enters(p)
	case "leap", "replaces":
		return e.capture(p)
	case "step", "knight", "pawn":
		return e.steps(p)
	}
	return false
}

// point marks squares.
func (e *lineDrawing) point(squares []game.Square) bool {
	e.d.Good = squares
	return len(squares) > 0
}

// start shows the start squares of a kind.
func (e *lineDrawing) start(letter string) bool {
	p, _ := e.r.PieceOf(letter)
	for s, q := range e.r.Setup().Pieces {
		if q == p {
			e.d.Pieces[s] = p
		}
	}
	return e.point(e.r.Squares("setup." + letter))
}

// position returns the drawn pieces as a position with the side of p to move. Required leaders are added on
// their start squares.
func (e *lineDrawing) position(p game.Piece) (rules.Position, bool) {
	s := game.Setup{Pieces: e.d.Pieces, Turn: e.r.Kinds()[p].Side, Hand: make([]int, len(e.r.Kinds()))}
	if at, err := e.r.Position(s); err == nil {
		return at, true
	}
	s.Pieces = slices.Clone(s.Pieces)
	for sq, q := range e.r.Setup().Pieces {
		leads := func(o game.Piece) bool { return e.r.Kinds()[o].Royal && e.r.Kinds()[o].Side == e.r.Kinds()[q].Side }
		if leads(q) && s.Pieces[sq] == game.Empty && !slices.ContainsFunc(s.Pieces, leads) {
			s.Pieces[sq] = q
		}
	}
	at, err := e.r.Position(s)
	return at, err == nil
}

// from returns the squares, those in the middle first.
func (e *lineDrawing) from() []game.Square {
	b := e.r.Board()
	var list []game.Square
	for s := range game.Square(b.Squares()) {
		list = append(list, s)
	}
	far := func(s game.Square) float32 {
		x, y := b.At(s)
		return x*x + y*y
	}
	slices.SortStableFunc(list, func(s, t game.Square) int { return cmp.Compare(far(s), far(t)) })
	return list
}

// legal returns the moves of the piece on a square.
func (e *lineDrawing) legal(p game.Piece, from game.Square) (moves []game.Move, at rules.Position) {
	at, ok := e.position(p)
	if !ok {
		return nil, at
	}
	for _, m := range at.Legal(nil, rules.NewHistory(&at)) {
		if m.From == from && (m.Op == game.Step || m.Op == game.Leap) {
			moves = append(moves, m)
		}
	}
	return moves, at
}

// steps draws a piece on the square with the most destinations, and marks them.
func (e *lineDrawing) steps(p game.Piece) bool {
	var best []game.Move
	for _, s := range e.from() {
		e.d.Pieces[s] = p
		if moves, _ := e.legal(p, s); len(moves) > len(best) {
			best = moves
		}
		e.d.Pieces[s] = game.Empty
	}
	if len(best) == 0 {
		return false
	}
	e.d.Pieces[best[0].From] = p
	for _, m := range best {
		e.d.Good = append(e.d.Good, m.To)
	}
	return true
}

// enters draws a piece that moves to one of the marked squares.
func (e *lineDrawing) enters(p game.Piece) bool {
	for _, s := range e.from() {
		e.d.Pieces[s] = p
		moves, _ := e.legal(p, s)
		for _, m := range moves {
			if slices.Contains(e.d.Good, m.To) && !slices.Contains(e.d.Good, s) {
				e.d.Arrow = [2]game.Square{m.From, m.To}
				return true
			}
		}
		e.d.Pieces[s] = game.Empty
	}
	return false
}

// capture draws a capture and, if it continues, the next destinations.
func (e *lineDrawing) capture(p game.Piece) bool {
	for _, s := range e.from() {
		e.d.Pieces[s] = p
		for _, v := range e.from() {
			if v == s {
				continue
			}
			if m, taken := e.takes(p, s, v); taken {
				e.d.Arrow, e.d.Bad = [2]game.Square{m.From, m.To}, []game.Square{v}
				e.goesOn(p, m)
				return true
			}
		}
		e.d.Pieces[s] = game.Empty
	}
	return false
}

// takes puts an enemy on a square and returns the move from another square that captures it. If there is
// none, it removes the enemy.
func (e *lineDrawing) takes(p game.Piece, from, victim game.Square) (game.Move, bool) {
	for _, enemy := range e.kinds() {
		if e.r.Kinds()[enemy].Side == e.r.Kinds()[p].Side {
			continue
		}
		e.d.Pieces[victim] = enemy
		moves, at := e.legal(p, from)
		for _, m := range moves {
			next := at
			var d rules.Delta
			next.Play(m, &d)
			if next.At(victim) != enemy {
				return m, true
			}
		}
	}
	e.d.Pieces[victim] = game.Empty
	return game.Move{}, false
}

// goesOn adds a second enemy that can be captured after the first.
func (e *lineDrawing) goesOn(p game.Piece, first game.Move) {
	for _, v := range e.from() {
		if e.d.Pieces[v] != game.Empty || !e.r.Board().Adjacent(v, first.To) || v == first.To {
			continue
		}
		e.d.Pieces[v] = e.d.Pieces[e.d.Bad[0]]
		if at, ok := e.position(p); ok {
			var d rules.Delta
			at.Play(first, &d)
			for _, m := range at.Legal(nil, rules.NewHistory(&at)) {
				if at.MidTurn() && m.Op == game.Leap {
					e.d.Bad, e.d.Good = append(e.d.Bad, v), []game.Square{m.To}
					return
				}
			}
		}
		e.d.Pieces[v] = game.Empty
	}
}

// mill draws a man that completes a mill, and the men that may then be removed, some of which are in a mill.
func (e *lineDrawing) mill() bool {
	b := e.r.Board()
	lines := slices.DeleteFunc(slices.Clone(b.Lines()),
		func(l game.Line) bool { return len(l.Squares) != 3 || l.Class&e.l.Mill.Lines == 0 })
	if len(lines) < 2 {
		return false
	}
	own, enemy := game.Piece(1), game.Piece(2)
	for _, s := range lines[len(lines)-1].Squares {
		e.d.Pieces[s] = enemy
	}
	for _, l := range lines {
		e.d.Pieces[l.Squares[1]], e.d.Pieces[l.Squares[2]] = own, own
		for _, s := range e.from() {
			if e.d.Pieces[s] == game.Empty && s != l.Squares[0] && b.Adjacent(s, l.Squares[0]) &&
				e.closes(own, enemy, s, l.Squares[0]) {
				return true
			}
		}
		e.d.Pieces[l.Squares[1]], e.d.Pieces[l.Squares[2]] = game.Empty, game.Empty
	}
	return false
}

// closes draws the move that completes a mill.
func (e *lineDrawing) closes(own, enemy game.Piece, from, to game.Square) bool {
	e.d.Pieces[from] = own
	loose := e.from()[slices.IndexFunc(e.from(),
		func(s game.Square) bool { return e.d.Pieces[s] == game.Empty && s != to })]
	e.d.Pieces[loose] = enemy
	moves, at := e.legal(own, from)
	if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.To == to }); i >= 0 {
		var d rules.Delta
		at.Play(moves[i], &d)
		for _, m := range at.Legal(nil, rules.NewHistory(&at)) {
			if m.Op == game.Remove {
				e.d.Bad = append(e.d.Bad, m.From)
			}
		}
		e.d.Arrow = [2]game.Square{from, to}
		return len(e.d.Bad) > 0
	}
	e.d.Pieces[from], e.d.Pieces[loose] = game.Empty, game.Empty
	return false
}

// fly draws the destinations of a man when only few are left.
func (e *lineDrawing) fly() bool {
	squares := e.from()
	for _, s := range squares[:min(max(e.l.Fly, 1), len(squares)-1)] {
		e.d.Pieces[s] = 1
	}
	moves, _ := e.legal(1, squares[0])
	for _, m := range moves {
		e.d.Good = append(e.d.Good, m.To)
	}
	return len(moves) > 0
}

// rank returns the squares of a row, from 0.
func (e *lineDrawing) rank(n int) (list []game.Square) {
	for s := range game.Square(e.r.Board().Squares()) {
		if _, k := e.r.Board().FileRank(s); k == n {
			list = append(list, s)
		}
	}
	return list
}

// behind draws the line with the runner behind it.
func (e *lineDrawing) behind() bool {
	_, top := e.r.Board().FileRank(game.Square(e.r.Board().Squares() - 1))
	_, bottom := e.r.Board().FileRank(0)
	half, back := (top+bottom)/2, -1
	if e.l.Flipped {
		back = 1
	}
	middle, behind := e.rank(half), e.rank(half+back)
	runner := slices.IndexFunc(e.kinds(), func(p game.Piece) bool { return e.r.Kinds()[p].Side == game.Defenders })
	if len(middle) == 0 || len(behind) == 0 || runner < 0 {
		return false
	}
	for i := 0; i < len(middle); i += 2 {
		e.d.Pieces[middle[i]] = 1
	}
	at := behind[len(behind)/2]
	e.d.Pieces[at] = game.Piece(runner + 1)
	return e.point([]game.Square{at})
}
