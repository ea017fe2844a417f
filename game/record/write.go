// Package record reads and writes games as text: the program's own format (docs/format.md), which preserves
// everything in a tree.Game, and the records of other programs and sites. It reads streams of any length, one game at
// a time, and continues after a game that it cannot read.
package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/tree"
)

// The names of the tags that hold the fields of tree.Game.
const (
	tagVariant = "Variant"
	tagRules   = "Rules"
	tagStart   = "Start"
	tagResult  = "Result"
	tagEnd     = "End"
)

// lineWidth is the column at which lines of moves are broken.
const lineWidth = 100

// Write writes games, separated by empty lines.
func Write(w io.Writer, games ...*tree.Game) error {
	for i, g := range games {
		text := Text(g)
		if i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// Text returns a game in the program's format.
func Text(g *tree.Game) string {
	w := &writer{board: g.Rules().Board()}
	w.tag(tagVariant, g.Variant)
	if g.Own != "" {
		w.tag(tagRules, g.Own)
	}
	w.start(g)
	for _, t := range g.Tags {
		w.tag(t.Name, t.Value)
	}
	if g.Outcome.Over() {
		w.tag(tagResult, g.Outcome.Result())
		w.tag(tagEnd, g.Outcome.Cause.String())
	}
	if len(g.Root.Next()) > 0 || w.hasNotes(g.Root) {
		w.b.WriteByte('\n')
		w.annotations(g.Root)
		w.line(g.Root, 0)
		w.b.WriteByte('\n')
	}
	return w.b.String()
}

type writer struct {
	b      strings.Builder
	board  *game.Board
	column int
	plain  bool // PGN: signs as NAGs, comments, and no notes
}

// start writes the position before the first move if it is not that of the variant.
func (w *writer) start(g *tree.Game) {
	start, first := g.Start, g.Rules().Start()
	if text := notation.Position(&start); text != notation.Position(&first) {
		w.tag(tagStart, text)
	}
}

// tag writes a tag, with a vertical bar before each line if there are several.
func (w *writer) tag(name, value string) {
	if !strings.ContainsAny(value, "\n\r") {
		fmt.Fprintf(&w.b, "[%s \"%s\"]\n", name, quoted.Replace(value))
		return
	}
	fmt.Fprintf(&w.b, "[%s\n", name)
	for line := range strings.SplitSeq(value, "\n") {
		w.b.WriteString("|" + line + "\n")
	}
	w.b.WriteString("]\n")
}

var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// commented escapes characters that would end a comment, or that a program which splits a file into games would take
// for the next game.
var commented = strings.NewReplacer(`\`, `\\`, `{`, `\{`, `}`, `\}`, "\n[", "\n\\[")

// word writes a token after a blank or on a new line.
func (w *writer) word(text string) {
	n := utf8.RuneCountInString(text)
	switch {
	case w.column == 0:
	case w.column+1+n > lineWidth:
		w.b.WriteByte('\n')
		w.column = 0
	default:
		w.b.WriteByte(' ')
		w.column++
	}
	w.b.WriteString(text)
	w.column += n
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column = utf8.RuneCountInString(text[i+1:])
	}
}

// line writes the moves after n, which is ply moves from the start, with their variations.
func (w *writer) line(n *tree.Node, ply int) {
	numbered := false // the move needs no number: it follows its predecessor
	for ; len(n.Next()) > 0; n = n.Main() {
		main := n.Main()
		w.turn(main, ply, numbered)
		numbered = !w.hasNotes(main)
		for _, other := range n.Next()[1:] {
			w.word("(")
			w.turn(other, ply, false)
			w.line(other, ply+1)
			w.word(")")
			numbered = false
		}
		ply++
	}
}

// hasNotes reports whether notes follow the move of n.
func (w *writer) hasNotes(n *tree.Node) bool {
	return n.Comment != "" || len(n.Marks) > 0 || n.Left != nil || n.Eval != nil || n.Folded || len(n.Other) > 0 ||
		len(n.Signs) > 0 && attachedSign(n) == ""
}

// turn writes a move and its annotations. It writes the number if the move begins a pair, or if something was written
// between the moves of the pair.
func (w *writer) turn(n *tree.Node, ply int, numbered bool) {
	number := strconv.Itoa(ply/2+1) + "."
	switch {
	case ply%2 == 0:
		w.word(number)
	case !numbered:
		w.word(number + "..")
	}
	text := n.Text
	if strings.ContainsRune(text, ' ') {
		text = strings.ReplaceAll(text, " ", "=")
	}
	sign := attachedSign(n)
	if nag := nagOf(sign); w.plain && nag != "" {
		sign = " " + nag
	}
	w.word(text + sign)
	w.annotations(n)
}

// attachedSign returns the sign directly after a move.
func attachedSign(n *tree.Node) string {
	if len(n.Signs) > 0 && strings.Trim(string(n.Signs[0]), "!?") == "" {
		return string(n.Signs[0])
	}
	return ""
}

// annotations writes the annotations of n.
func (w *writer) annotations(n *tree.Node) {
	for _, s := range n.Signs {
		if string(s) != attachedSign(n) {
			w.note("sign", string(s))
		}
	}
	if n.Left != nil {
		w.note("clock", n.Left[game.Attackers].String(), n.Left[game.Defenders].String())
	}
	if n.Eval != nil {
		w.note("eval", strconv.Itoa(n.Eval.Score), strconv.Itoa(n.Eval.Depth))
	}
	for _, m := range n.Marks {
		if m.From == m.To {
			w.note("square", m.Colour.String(), w.board.Name(m.From))
		} else {
			w.note("arrow", m.Colour.String(), w.board.Name(m.From), w.board.Name(m.To))
		}
	}
	if n.Folded {
		w.note("folded")
	}
	for _, o := range n.Other {
		w.note(o)
	}
	if n.Comment != "" {
		w.word("{" + commented.Replace(n.Comment) + "}")
	}
}

// note writes a note in brackets. In PGN it writes only signs that have a NAG.
func (w *writer) note(words ...string) {
	if !w.plain {
		w.word("[" + strings.Join(words, " ") + "]")
	}
}
