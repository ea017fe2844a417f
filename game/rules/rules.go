package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
	"tafl3d/game/ruleset"
)

// Rules is a checked ruleset with everything derived once. It never changes
// and is safe for concurrent use.
type Rules struct {
	at   *core.Rules
	line *lines.Game // nil for the tafl games
}

// Compile checks set and derives its tables. The error lists every problem,
// one a line.
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

// Start returns the first position.
func (r *Rules) Start() Position {
	p, _ := r.Position(r.at.Start) // Compile has checked it
	return p
}

// Position checks a placement and returns it as a position to play. The error
// wraps ErrSetup and names every fault.
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

// ParseRows reads a placement from rows, top rank first, one letter a square.
// The error names every bad row.
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

// Areas returns the groups of points that the rules of the games on lines
// name; none in the tafl games, which have Throne, Corners and Camps.
func (r *Rules) Areas() []lines.Area {
	if r.line != nil {
		return lines.Areas(r.at, r.line)
	}
	return nil
}

// Board returns the board of play.
func (r *Rules) Board() *game.Board { return r.at.Board }

// Kinds returns the kinds of pieces, indexed by game.Piece. Do not change it.
func (r *Rules) Kinds() []game.Kind { return r.at.Kinds }

// Throne returns the throne squares.
func (r *Rules) Throne() []game.Square { return r.at.Throne }

// Corners returns the corner squares.
func (r *Rules) Corners() []game.Square { return r.at.Corners }

// Camps returns the attackers' base camps.
func (r *Rules) Camps() [][]game.Square { return r.at.Camps }

// Ruleset returns a copy of the data that was compiled.
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

// Goal reports whether the king wins by standing on s, in the rules where
// that alone decides.
func (r *Rules) Goal(s game.Square) bool { return r.at.Sq[s].Goal }

// Forbids reports whether moves may be forbidden that the board allows: because
// they repeat a position, say, or expose the king.
func (r *Rules) Forbids() bool { return r.at.Filters }

// Lines reports whether the game is one in which pieces
// step and leap along the lines of the board.
func (r *Rules) Lines() bool { return r.line != nil }

// TakesByPlace reports whether pieces take by standing in another's place, as
// in chess, and not by leaps.
func (r *Rules) TakesByPlace() bool { return r.line != nil && r.line.Chess != nil }

// SideName returns what a side is called: "Geese", or for the tafl games
// "attackers" and "defenders".
func (r *Rules) SideName(s game.Side) string {
	if r.line == nil {
		return s.String()
	}
	return r.line.Set.Names[s]
}

// PieceOf returns the piece of a letter, false if there is none.
func (r *Rules) PieceOf(letter string) (game.Piece, bool) {
	if len(letter) != 1 {
		return game.Empty, false
	}
	return core.KindByLetter(r.at.Kinds, letter[0])
}

// Squares returns the squares that a toggle of squares names in r, nil if key
// is that of another toggle.
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
