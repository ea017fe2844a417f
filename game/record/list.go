package record

import (
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// moves returns the part of a line that lists turns: what stands before the first
// comma with a number behind it, as in a line of a table.
func moves(line string) string {
	fields := strings.Split(strings.TrimSpace(line), ",")
	for i, f := range fields[1:] {
		if _, err := strconv.Atoi(strings.TrimSpace(f)); err == nil {
			return strings.Trim(strings.Join(fields[:i+1], ","), `" `)
		}
	}
	return strings.Trim(line, "\" \t\r\n")
}

// readList reads a line of moves, with or without the columns of the sites'
// tables behind it: how many men each side took, and the result.
func readList(text string, line int, opt *Options) (*tree.Game, error) {
	v, list, err := listed(text, opt)
	if err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	g, err := played(v, v.Rules.Start(), list)
	if err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	rest := strings.Split(strings.TrimSpace(text)[strings.Index(strings.TrimSpace(text), list)+len(list):], ",")
	return g, told(g, rest[len(rest)-1])
}

// listed returns the variant and the moves of a line. The variant may stand at the
// front: "brandubh-gorrion: d1-d3 ...".
func listed(text string, opt *Options) (*variant.Variant, string, error) {
	list := moves(text)
	if id, rest, ok := strings.Cut(list, ": "); ok && !strings.ContainsAny(id, " ,") {
		v, err := opt.find(id)
		return v, strings.TrimSpace(rest), err
	}
	v, err := opt.unsaid()
	if err == nil {
		return v, list, nil
	}
	fit := Propose(list, variant.All())
	if len(fit) == 0 {
		return nil, "", game.Faultf("%s, and no game that is known allows these turns; a line of moves was expected, such as d1-d3 e5-e2, or a tag such as [Variant \"brandubh-gorrion\"]", err)
	}
	return nil, "", &Unsaid{fit}
}

// told sets the result that a site's table tells, where the board does not.
func told(g *tree.Game, word string) error {
	if g.Outcome.Over() {
		return nil
	}
	result := ""
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "black", "attackers", "red":
		result = "attackers"
	case "white", "defenders", "blue":
		result = "defenders"
	case "draw":
		result = "draw"
	}
	if result != "" {
		g.Outcome, _ = unexplained(result, game.Outcome{})
	}
	return nil
}

// ends sets the outcome: that of the board, or what the word behind the list says
// of the side to move.
func ends(g *tree.Game, c *tree.Cursor, word string) error {
	board := c.Over()
	loser := c.Line().Turn()
	switch {
	case board.Over():
		g.Outcome = board
	case word == "timeout":
		g.Outcome = game.Won(loser.Other(), game.Time)
	case word == "draw":
		g.Outcome = game.Drawn(game.Agreed)
	case word != "":
		g.Outcome = game.Won(loser.Other(), game.Resigned)
	}
	return nil
}
