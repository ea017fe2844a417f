package record

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
)

// PGN, the format of chess programs, as sites and people use it for tafl games: White and Black for the sides, 1-0
// for a win of White, NAGs for signs. These are the only differences from the program's format, so readOwn parses
// both.

// The tags of PGN for the players.
const (
	tagWhite = "White"
	tagBlack = "Black"
)

// white returns the side that records call White: the king's side in tafl games, the starting side in other families.
func white(g *tree.Game) game.Side {
	if g.Rules().Lines() {
		return game.Attackers
	}
	return game.Defenders
}

// score returns the result that "1-0", "0-1" or "1/2-1/2" means, as used in the tag Result, or "" for other words.
func score(word string, white game.Side) string {
	switch word {
	case "1-0":
		return white.String()
	case "0-1":
		return white.Other().String()
	case "1/2-1/2", "½-½":
		return "draw"
	}
	return ""
}

// nags maps the numbers of PGN to signs.
var nags = map[string]tree.Sign{"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}

// nagOf returns the PGN number of a sign, "" if it has none.
func nagOf(sign string) string {
	for nag, s := range nags {
		if string(s) == sign {
			return nag
		}
	}
	return ""
}

// seats are the tags for the players, by side.
var seats = [game.Sides]string{tree.TagAttackers, tree.TagDefenders}

// pgnTag converts a PGN tag to a tag of the program's format.
func (r *own) pgnTag(name, value string) (string, string) {
	switch name {
	case tagWhite:
		return seats[white(r.game)], unknown(value)
	case tagBlack:
		return seats[white(r.game).Other()], unknown(value)
	case tree.TagDate:
		if date := Date(value); date != "" {
			return name, date
		}
		return name, unknown(value)
	}
	if value == "?" {
		return name, ""
	}
	return name, value
}

// unknown returns value, or "" if it is a PGN placeholder for an unknown value.
func unknown(value string) string {
	if strings.Trim(value, "?.") == "" {
		return ""
	}
	return value
}

// PGN returns a game as PGN, as tafl sites write it: the seven standard tags, then Variant, and FEN with the position
// text of package notation if the start is not that of the variant. Signs become NAGs; comments and variations are
// kept; marks, clocks and evaluations are omitted.
func PGN(g *tree.Game) string {
	w := &writer{board: g.Rules().Board(), plain: true}
	value := func(name string) string {
		if v := g.Tag(name); v != "" {
			return v
		}
		return "?"
	}
	result := "*"
	for _, s := range []string{"1-0", "0-1", "1/2-1/2"} {
		if g.Outcome.Over() && score(s, white(g)) == g.Outcome.Result() {
			result = s
		}
	}
	date := strings.ReplaceAll(g.Tag(tree.TagDate), "-", ".")
	for n := strings.Count(date, "."); n < 2; n++ {
		date = strings.TrimPrefix(date+".??", ".")
	}
	if g.Tag(tree.TagDate) == "" {
		date = "????.??.??"
	}
	for _, t := range [][2]string{
		{tree.TagEvent, value(tree.TagEvent)}, {tree.TagSite, value(tree.TagSite)}, {tree.TagDate, date},
		{tree.TagRound, value(tree.TagRound)}, {tagWhite, value(seats[white(g)])},
		{tagBlack, value(seats[white(g).Other()])}, {tagResult, result}, {tagVariant, g.Variant},
	} {
		w.tag(t[0], t[1])
	}
	if g.Own != "" {
		w.tag(tagRules, g.Own)
	}
	w.start(g)
	if g.Outcome.Over() {
		w.tag(tagEnd, g.Outcome.Cause.String())
	}
	fmt.Fprintln(&w.b)
	w.annotations(g.Root)
	w.line(g.Root, 0)
	w.word(result)
	w.b.WriteByte('\n')
	return w.b.String()
}
