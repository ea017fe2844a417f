package study

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// outline is a tree as rows of the move list, with nodes numbered from 1.
type outline struct {
	of     int    // version of the study
	tongue string // language of its texts
	retell func(comment string) string
	rows   []panel.Row
	nodes  []*tree.Node
	number map[*tree.Node]int
}

// Letters of a comment per row, largest indentation and largest depth of variations.
const (
	rowLetters = 34
	mostDepth  = 100
)

func outlined(g *tree.Game, end string, retell func(comment string) string) outline {
	o := outline{number: map[*tree.Node]int{}, tongue: tongue.Current(), retell: retell}
	o.say(retell(g.Root.Comment), 0)
	o.line(g.Root.Main(), 1, 0)
	o.say(end, 0)
	return o
}

// line adds the moves from n, which has number ply. Variations follow the move that they replace.
func (o *outline) line(n *tree.Node, ply, depth int) {
	open := false // the last row lacks its second move
	for ; n != nil; n = n.Main() {
		half := (ply - 1) % game.Sides
		if half == 0 || !open {
			o.rows = append(o.rows, panel.Row{Number: (ply + 1) / game.Sides, Depth: depth})
		}
		row := &o.rows[len(o.rows)-1]
		o.nodes = append(o.nodes, n)
		o.number[n] = len(o.nodes)
		row.Ply[half], row.Text[half] = len(o.nodes), signed(n)
		said := o.say(o.retell(n.Comment), depth)
		open = half == 0 && !said
		if siblings := n.Parent().Next(); siblings[0] == n && len(siblings) > 1 && depth < mostDepth {
			open = false
			for _, other := range siblings[1:] {
				o.line(other, ply, depth+1)
			}
		}
		if n.Folded && len(n.Next()) > 0 {
			o.say("…", depth)
			return
		}
		ply++
	}
}

// signed returns a move with its annotations.
func signed(n *tree.Node) string {
	text := n.Text
	for _, s := range n.Signs {
		if glyph := s.Glyph(); strings.Trim(glyph, "!?") == "" {
			text += glyph
		} else {
			text += " " + glyph
		}
	}
	return text
}

// say adds rows with a text and reports whether it was not empty.
func (o *outline) say(text string, depth int) bool {
	line := ""
	flush := func() {
		if line != "" {
			o.rows = append(o.rows, panel.Row{Said: line, Depth: depth})
		}
		line = ""
	}
	for paragraph := range strings.SplitSeq(text, "\n") {
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > rowLetters-2*min(depth, 5) {
				flush()
			}
			line = strings.TrimSpace(line + " " + word)
		}
		flush()
	}
	return text != ""
}

// textLevel returns the text for the level of the computer.
func textLevel(level string) string {
	n, err := strconv.Atoi(level)
	if err != nil {
		return level
	}
	return tongue.Textf("level %d", n)
}
