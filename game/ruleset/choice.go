package ruleset

import (
	"slices"
	"strings"

	"tafl3d/game"
)

// Takes is the sort of values that a toggle accepts; it determines the control in an editor.
type Takes uint8

// The sorts of values.
const (
	TakesWords   Takes = iota // one of Choices only
	TakesNumber               // a number from Least to MostNumber
	TakesSquares              // squares or points; Choices has some named groups
	TakesText                 // any text that Set accepts
)

// MostNumber is the greatest number that a toggle accepts.
const MostNumber = 999

// Choices returns the named values of t in s; nil for numbers and texts.
func (t *Toggle) Choices(s *Ruleset) []string {
	if t.choices != nil {
		return t.choices(s)
	}
	return t.Values
}

// subsets returns all sets of some words, joined by sep, smaller sets first.
func subsets(words []string, sep string) []string {
	var sets [][]string
	for mask := range 1 << len(words) {
		var set []string
		for i, w := range words {
			if mask>>i&1 != 0 {
				set = append(set, w)
			}
		}
		sets = append(sets, set)
	}
	slices.SortStableFunc(sets, func(a, b []string) int { return len(a) - len(b) })
	texts := make([]string, len(sets))
	for i, set := range sets {
		texts[i] = strings.Join(set, sep)
	}
	return texts
}

// always returns choices that do not depend on other rules.
func always(values ...string) func(*Ruleset) []string {
	return func(*Ruleset) []string { return values }
}

// pointChoices returns the named groups of points on the board of s.
func pointChoices(s *Ruleset) []string {
	choices := []string{"none", "all", "far"}
	board, err := game.Shape(s.Lines.Board, s.Lines.Diagonals)
	if err != nil {
		return choices
	}
	for _, name := range RegionNames {
		if !slices.ContainsFunc(Fields(LineRegions[name]), func(point string) bool {
			_, ok := board.Named(point)
			return !ok
		}) {
			choices = append(choices, name)
		}
	}
	return choices
}

// LineRegions maps the named groups of points to the boards that have them.
var LineRegions = map[string]string{
	"paddock": "c5 d5 e5 c6 d6 e6 c7 d7 e7", "home": "c1 d1 e1", "centre9": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
	"cornersA": "a1 g1", "cornersB": "a7 g7",
}

// RegionNames are the names in LineRegions, in menu order.
var RegionNames = []string{"paddock", "home", "centre9", "cornersA", "cornersB"}

// kindChoices returns "none" and the letters of the kinds that ok accepts.
func kindChoices(s *Ruleset, ok func(k *PieceRules) bool) []string {
	choices := []string{"none"}
	for i := range s.Lines.Kinds {
		if k := &s.Lines.Kinds[i]; ok(k) {
			choices = append(choices, string(k.Letter))
		}
	}
	return choices
}

// anyKind accepts every kind.
func anyKind(*PieceRules) bool { return true }

// choose limits a text toggle to choices.
func (t *Toggle) choose(choices func(*Ruleset) []string) *Toggle {
	t.Takes, t.choices = TakesWords, choices
	return t
}

// compelledChoices returns no kind, every kind, and each single kind.
func compelledChoices(s *Ruleset) []string {
	return slices.Insert(kindChoices(s, anyKind), 1, "all")
}

// becomes returns the kinds to which the kind with index i may be promoted.
func becomes(i int) func(*Ruleset) []string {
	return func(s *Ruleset) []string {
		if i >= len(s.Lines.Kinds) {
			return []string{"none"}
		}
		own := &s.Lines.Kinds[i]
		return kindChoices(s, func(k *PieceRules) bool { return k != own && k.Side == own.Side })
	}
}

// castleChoices returns the pairs of a leader and another kind of its side.
func castleChoices(s *Ruleset) []string {
	choices := []string{"none"}
	for _, king := range s.Lines.Kinds {
		for _, rook := range s.Lines.Kinds {
			if king.Royal && rook.Letter != king.Letter && rook.Side == king.Side {
				choices = append(choices, string(king.Letter)+" "+string(rook.Letter))
			}
		}
	}
	return choices
}

// pawnChoices returns the promotions of pawns: none, each kind of their side, and all kinds that are neither pawns
// nor leaders.
func pawnChoices(s *Ruleset) []string {
	i := slices.IndexFunc(s.Lines.Kinds, func(k PieceRules) bool { return k.Pawn })
	if i < 0 {
		return []string{"none"}
	}
	side := s.Lines.Kinds[i].Side
	choices := kindChoices(s, func(k *PieceRules) bool { return k.Side == side && !k.Pawn && !k.Royal })
	if len(choices) > 2 {
		choices = append(choices, strings.Join(choices[1:], " "))
	}
	return choices
}
