package record

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// moves returns the part of a text that lists moves: the text before the first comma that is followed by a number, as
// in a row of a table.
func moves(line string) string {
	fields := strings.Split(strings.TrimSpace(line), ",")
	for i, f := range fields[1:] {
		if _, err := strconv.Atoi(strings.TrimSpace(f)); err == nil {
			return strings.Trim(strings.Join(fields[:i+1], ","), `" `)
		}
	}
	return strings.Trim(line, "\" \t\r\n")
}

// listed returns the variant id at the head of a line of a list, if any, and the number of its first move, 0 if it
// has none.
func listed(line string) (id string, number int) {
	list := strings.TrimSpace(line)
	if before, rest, ok := strings.Cut(list, ": "); ok && !strings.ContainsAny(before, " ,") {
		id, list = before, strings.TrimSpace(rest)
	}
	digits := list[:len(list)-len(strings.TrimLeft(list, "0123456789"))]
	if dots := list[len(digits):]; digits != "" && (strings.HasPrefix(dots, ".") || strings.HasPrefix(dots, "…")) {
		number, _ = strconv.Atoi(digits)
	}
	return id, number
}

// list returns the list of moves that begins with the line first. A numbered list ends at a blank line, a number 1, a
// tag, another variant, or a result. A line without a number is a separate game, unless numbers from 2 on follow.
func (r *Reader) list(first string) (string, error) {
	var b strings.Builder
	b.WriteString(first)
	_, number := listed(first)
	for last := first; !closes(last); {
		line, err := r.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		id, next := listed(line)
		apart := strings.TrimSpace(line) == "" || id != "" || next == 1 || beginsOther(line)
		if apart || next == 0 && number == 0 {
			r.unread(line)
			break
		}
		if b.Len()+len(line) > maxGame {
			return "", r.skip(formats[len(formats)-1])
		}
		b.WriteString(line)
		number, last = max(number, next), line
	}
	return b.String(), nil
}

// beginsOther reports whether a line begins a record of another format.
func beginsOther(line string) bool {
	return slices.ContainsFunc(formats[:len(formats)-1], func(f format) bool { return f.begins(line) })
}

// closes reports whether a line ends a list: with a result, or with the columns of a table.
func closes(line string) bool {
	bare := strings.TrimSpace(line)
	words := strings.Fields(bare)
	return len(words) > 0 && ending(words[len(words)-1]) != "" || moves(line) != strings.Trim(bare, `" `)
}

// ending returns the result that a word at the end of a move list means, "" for other words.
func ending(word string) string {
	switch lower := strings.ToLower(word); lower {
	case "resigned", "resign", "timeout", "draw":
		return lower
	case "---":
		return "resign"
	case "1-0", "0-1", "1/2-1/2", "½-½", "*":
		return lower
	}
	return ""
}

// readList parses a list of moves, with or without the further columns of the sites' tables: the captures of each
// side, and the result.
func readList(text string, line int, opt *Options) (*tree.Game, error) {
	v, list, err := opt.listVariant(text)
	if err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	g, err := playList(v, text, list, line)
	if err != nil {
		return nil, err
	}
	bare := strings.TrimSpace(text)
	rest := strings.Split(bare[strings.Index(bare, list)+len(list):], ",")
	tell(g, rest[len(rest)-1])
	return g, nil
}

// listVariant returns the variant and the moves of a list. The variant may precede the moves: "brandubh-gorrion:
// d1-d3 ...". Otherwise it is the only variant that allows these moves.
func (o *Options) listVariant(text string) (*variant.Variant, string, error) {
	list := moves(text)
	if id, _ := listed(text); id != "" {
		_, rest, _ := strings.Cut(list, ": ")
		v, err := o.find(id)
		return v, strings.TrimSpace(rest), err
	}
	v, err := o.choose(func() []*variant.Variant { return Propose(list, variant.All()) })
	if err == nil || !errors.Is(err, errNoFit) {
		return v, list, err
	}
	return nil, "", game.Faultf("%s, and no known game allows these moves; write moves such as d1-d3 e5-e2",
		ErrNoVariant)
}

// playList plays a list of moves in a new game. text is the record that contains the list and begins on the given
// line.
func playList(v *variant.Variant, text, list string, line int) (*tree.Game, error) {
	r := &own{text: text, line: line, game: tree.New(v.ID, v.Rules.Start())}
	r.cursor = r.game.Cursor()
	from := max(strings.Index(text, list), 0)
	end := ""
	for _, w := range fieldsAt(text[:min(from+len(list), len(text))], from) {
		word := notation.Unnumbered(w.Value)
		switch {
		case word == "":
		case end != "":
			return nil, r.fail(w.at, game.Faultf("unexpected %s after %s", strconv.Quote(word), end))
		case ending(word) != "":
			end = ending(word)
		default:
			if _, err := spelled(r.cursor, strings.ReplaceAll(word, "=", " ")); err != nil {
				return nil, r.fail(w.at, err)
			}
		}
	}
	return r.game, r.scored(end)
}

// tell sets the result given in a site's table if the board does not determine it.
func tell(g *tree.Game, word string) {
	if g.Outcome.Over() {
		return
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
}

// scored sets the outcome of a list from its last word (see ending), unless the board determines it.
func (r *own) scored(word string) error {
	if result := score(word, white(r.game)); result != "" && !r.cursor.Over().Over() {
		r.game.Outcome, _ = unexplained(result, game.Outcome{})
		return nil
	}
	if score(word, game.Attackers) != "" || word == "*" {
		word = ""
	}
	return ends(r.game, r.cursor, word)
}

// ends sets the outcome from the board, or from the word after the list, which refers to the side to move.
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
