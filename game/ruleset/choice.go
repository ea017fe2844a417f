package ruleset

import (
	"slices"
	"strings"

	"tafl3d/game"
)

// Takes is what sort of value a toggle takes, and so how it is best chosen.
type Takes uint8

// The sorts of values.
const (
	TakesWords   Takes = iota // one of Choices, and nothing else
	TakesNumber               // a number from Least to MostNumber
	TakesSquares              // squares or points, some groups of which are among Choices
	TakesText                 // anything that Set accepts
)

// MostNumber is the greatest number that a toggle takes.
const MostNumber = 999

// Choices returns the values of t that have a name in s; nil for numbers and
// texts.
func (t *Toggle) Choices(s *Ruleset) []string {
	if t.choices != nil {
		return t.choices(s)
	}
	return t.Values
}

// subsets returns every set of some words, written with sep between them, the
// smaller first.
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

// always makes choices that do not depend on the other rules.
func always(values ...string) func(*Ruleset) []string {
	return func(*Ruleset) []string { return values }
}

// pointChoices returns the groups of points that have a name on the board of s.
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

// lineRegions are the groups of points that have a name, on the boards that have them.
var LineRegions = map[string]string{
	"paddock": "c5 d5 e5 c6 d6 e6 c7 d7 e7", "home": "c1 d1 e1", "centre9": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
	"cornersA": "a1 g1", "cornersB": "a7 g7",
}

// regionNames are the names of lineRegions in their order.
var RegionNames = []string{"paddock", "home", "centre9", "cornersA", "cornersB"}

// kindChoices returns none and the letter of every kind that ok accepts.
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

// choose gives a toggle of text its choices; nothing else is taken then.
func (t *Toggle) choose(choices func(*Ruleset) []string) *Toggle {
	t.Takes, t.choices = TakesWords, choices
	return t
}

// compelledChoices are no kind, every kind, and each one.
func compelledChoices(s *Ruleset) []string {
	return slices.Insert(kindChoices(s, anyKind), 1, "all")
}

// becomes are the kinds that the kind with index i may become.
func becomes(i int) func(*Ruleset) []string {
	return func(s *Ruleset) []string {
		if i >= len(s.Lines.Kinds) {
			return []string{"none"}
		}
		own := &s.Lines.Kinds[i]
		return kindChoices(s, func(k *PieceRules) bool { return k != own && k.Side == own.Side })
	}
}

// castleChoices pairs each leader with another kind of its side.
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

// pawnChoices are what pawns may become: nothing, each kind of their side, and
// all that are neither pawns nor leaders.
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
