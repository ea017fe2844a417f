package record

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// spelled plays a move in the spelling of this or another program. It tries the program's notation first, then other
// common spellings: squares without a dash ("h1h3"), an x in its place ("h1xh3"), typographic dashes, and in families
// other than tafl placements without @ ("d6", "d6xb4"), the numbers 1 to 24 of the morris board, and "G33", "Bx1133"
// of bagh chal. The error is that of the program's notation.
func spelled(c *tree.Cursor, text string) (*tree.Node, error) {
	n, err := c.Text(text)
	if err == nil || errors.Is(err, tree.ErrOver) {
		return n, err
	}
	for _, other := range spellings(c.Line().Position.Rules(), text) {
		if n, e := c.Text(other); e == nil {
			return n, nil
		}
	}
	return nil, err
}

// dashes replaces typographic dashes and minus signs.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-")

// spellings returns the possible meanings of a text in the program's notation.
func spellings(r *rules.Rules, text string) (list []string) {
	plain := strings.TrimRight(dashes.Replace(text), ",;+")
	if plain != text {
		list = append(list, plain)
	}
	if !r.Lines() {
		return append(list, taflSpellings(plain)...)
	}
	set := r.Ruleset().Lines
	if set.Board == "morris24" {
		list = append(list, morrisSpellings(plain)...)
	}
	if m := baghChal.FindStringSubmatch(plain); m != nil && r.Board().Squares() == 25 {
		list = append(list, baghChalSpellings(m)...)
	}
	if point.MatchString(plain) {
		list = append(list, "@"+plain)
	}
	if m := undashed.FindStringSubmatch(plain); m != nil {
		list = append(list, m[1]+"-"+m[2], m[1]+"x"+m[2])
	}
	return list
}

var (
	point    = regexp.MustCompile(`^[a-s]\d{1,2}$`)
	undashed = regexp.MustCompile(`^([a-s]\d{1,2})([a-s]\d{1,2})$`)
	// tafl: piece, from, separator, to, and captures
	taflMove = regexp.MustCompile(`^([KCNTkcnt]?)([a-s]\d{1,2})(?:-|:|x|)([KCNTkcnt]?[a-s]\d{1,2})((?:x.+)?)$`)
	// morris: a placement or a move, and the pieces it removes
	morrisMove = regexp.MustCompile(`^(?:@?|([a-g]\d)-?)([a-g]\d)((?:x[a-g]\d)*)$`)
	// bagh chal: goat or tiger, capture, row and column (from the top) once or twice
	baghChal = regexp.MustCompile(`^([GBT])(x?)([1-5][1-5])-?([1-5][1-5])?$`)
)

// taflSpellings parses moves without a dash between the squares. An x in its place only indicates that the move
// captures.
func taflSpellings(text string) []string {
	m := taflMove.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return []string{m[1] + m[2] + "-" + m[3] + m[4], m[1] + m[2] + "^" + m[3] + m[4]}
}

// morrisPoints are the points of the morris board by number, from 1, row by row from the top.
var morrisPoints = strings.Fields("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1")

var morrisNumber = regexp.MustCompile(`\d+`)

// morrisSpellings parses "d6", "d6xb4", "a1-d1xb4", and the same with the numbers of the points.
func morrisSpellings(text string) []string {
	if strings.Trim(text, "0123456789-x") == "" {
		known := true
		text = morrisNumber.ReplaceAllStringFunc(text, func(n string) string {
			i, err := strconv.Atoi(n)
			if err != nil || i < 1 || i > len(morrisPoints) {
				known = false
				return n
			}
			return morrisPoints[i-1]
		})
		if !known {
			return nil
		}
	}
	m := morrisMove.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	removed := strings.ReplaceAll(m[3], "x", "*")
	if m[1] == "" {
		return []string{"@" + m[2] + removed}
	}
	return []string{m[1] + "-" + m[2] + removed}
}

// baghChalSpellings parses "G33" (a goat is placed in the third row and column, from the top left), "G3334" and
// "B1122" (a goat or a tiger moves), "Bx1133" (a tiger captures).
func baghChalSpellings(m []string) []string {
	at := func(cell string) string { return string('a'+cell[1]-'1') + string('1'+'5'-cell[0]) }
	if m[4] == "" {
		return []string{"@" + at(m[3])}
	}
	join := "-"
	if m[2] != "" {
		join = "x"
	}
	return []string{at(m[3]) + join + at(m[4])}
}
