package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
	"tafl3d/game/ruleset"
)

// Rules is a checked ruleset with all derived data. It is immutable and safe for concurrent use.
type Rules struct {
	at   *core.Rules
	line *lines.Game // nil for the tafl games
}

// Compile checks set and builds its tables. The error lists every fault, one per line.
func Compile(set ruleset.Ruleset) (*Rules, error) {
	if set.Lines != nil {
		at, line, err := lines.Compile(set)
		if err != nil {
			return nil, err
		}
		return &Rules{at, line}, nil
	}
	at, err := tafl.Compile(set)
	if err != nil {
		return nil, err
	}
	return &Rules{at: at}, nil
}

// Start returns the start position.
func (r *Rules) Start() Position {
	p, _ := r.Position(r.at.Start) // Compile has checked it
	return p
}

// Position checks a placement and returns it as a position. The error wraps ErrSetup and names every fault.
func (r *Rules) Position(s game.Setup) (p Position, err error) {
	if p.rules = r; r.line != nil {
		p.at, err = lines.Place(r.at, r.line, s)
	} else {
		p.at.Position, err = tafl.Place(r.at, s)
	}
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

// ParseRows parses a placement from rows, top rank first, one letter per square. The error names every bad row.
func (r *Rules) ParseRows(rows []string) (game.Setup, error) {
	if r.line != nil {
		return lines.ParseRows(r.at, rows)
	}
	return tafl.ParseRows(r.at, rows)
}

// Rows writes a placement as rows, top rank first.
func (r *Rules) Rows(s game.Setup) []string {
	if r.line != nil {
		return lines.WriteRows(r.at, s)
	}
	return tafl.WriteRows(r.at, s)
}

// Areas returns the groups of points named in the rules of the games on lines. In tafl games there are none; see
// Throne, Corners and Camps.
func (r *Rules) Areas() []lines.Area {
	if r.line != nil {
		return lines.Areas(r.at, r.line)
	}
	return nil
}

// Board returns the board.
func (r *Rules) Board() *game.Board { return r.at.Board }

// Kinds returns the kinds of pieces, indexed by game.Piece. The slice is shared: do not modify it.
func (r *Rules) Kinds() []game.Kind { return r.at.Kinds }

// Throne returns the throne squares.
func (r *Rules) Throne() []game.Square { return r.at.Throne }

// Corners returns the corner squares.
func (r *Rules) Corners() []game.Square { return r.at.Corners }

// Camps returns the attackers' base camps.
func (r *Rules) Camps() [][]game.Square { return r.at.Camps }

// Ruleset returns a copy of the ruleset that was compiled.
func (r *Rules) Ruleset() ruleset.Ruleset {
	s := r.at.Set
	s.Rows = slices.Clone(s.Rows)
	if s.Lines != nil {
		s.Lines = s.Lines.Clone()
	}
	return s
}

// Setup returns a copy of the start placement.
func (r *Rules) Setup() game.Setup {
	s := r.at.Start
	s.Pieces, s.Hand = slices.Clone(s.Pieces), slices.Clone(s.Hand)
	return s
}

// Goal reports whether the king wins by reaching s, in rules where that alone decides.
func (r *Rules) Goal(s game.Square) bool { return r.at.Sq[s].Goal }

// Forbids reports whether the rules may forbid moves that the board allows, for example because they repeat a
// position or expose the king.
func (r *Rules) Forbids() bool { return r.at.Filters }

// Lines reports whether pieces step and leap along the lines of the board in this game.
func (r *Rules) Lines() bool { return r.line != nil }

// TakesByPlace reports whether pieces capture by replacement, as in chess, and not by leaps.
func (r *Rules) TakesByPlace() bool { return r.line != nil && r.line.Chess != nil }

// SideName returns the name of a side: "Geese", or for the tafl games "attackers" and "defenders".
func (r *Rules) SideName(s game.Side) string {
	if r.line == nil {
		return s.String()
	}
	return r.line.Set.Names[s]
}

// PieceOf returns the piece with a letter, false if there is none.
func (r *Rules) PieceOf(letter string) (game.Piece, bool) {
	if len(letter) != 1 {
		return game.Empty, false
	}
	return core.KindByLetter(r.at.Kinds, letter[0])
}

// Squares returns the squares that the value of a toggle names in r, nil if key is not a toggle for squares.
func (r *Rules) Squares(key string) []game.Square {
	switch {
	case r.line != nil:
		return lines.PointsOf(r.at, r.line, key)
	case key == "throne":
		return slices.Clone(r.at.Throne)
	case key == "corner":
		return slices.Clone(r.at.Corners)
	case key == "camps":
		return slices.Concat(r.at.Camps...)
	}
	return nil
}
