// Package record reads and writes whole games as text: our own format
// (docs/format.md), which keeps everything of a tree.Game, and the records of
// other programs and sites. It reads streams of any length, a game at a time, and
// goes on after a game that it cannot read.
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

// The names of the tags that hold what a tree.Game has in fields of its own.
const (
	tagVariant = "Variant"
	tagRules   = "Rules"
	tagStart   = "Start"
	tagResult  = "Result"
	tagEnd     = "End"
)

// lineWidth is where lines of turns are broken.
const lineWidth = 100

// Write writes games, an empty line between two.
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

// Text returns a game in our format.
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
	if len(g.Root.Next()) > 0 || w.said(g.Root) {
		w.b.WriteByte('\n')
		w.about(g.Root)
		w.line(g.Root, 0)
		w.b.WriteByte('\n')
	}
	return w.b.String()
}

type writer struct {
	b      strings.Builder
	board  *game.Board
	column int
	plain  bool // PGN: signs as NAGs, comments, and none of our notes
}

// start writes the position before the first move where it is not that of the variant.
func (w *writer) start(g *tree.Game) {
	start, first := g.Start, g.Rules().Start()
	if text := notation.Position(&start); text != notation.Position(&first) {
		w.tag(tagStart, text)
	}
}

// tag writes a tag, with a bar before each line where there are several.
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

// commented escapes what would end a comment, or look like the next game to who
// cuts a file into games.
var commented = strings.NewReplacer(`\`, `\\`, `{`, `\{`, `}`, `\}`, "\n[", "\n\\[")

// word writes a word behind a blank or on a new line.
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

// line writes the turns after n, which is ply turns from the start, with their
// variations.
func (w *writer) line(n *tree.Node, ply int) {
	numbered := false // the turn needs no number: it follows its predecessor
	for ; len(n.Next()) > 0; n = n.Main() {
		main := n.Main()
		w.turn(main, ply, numbered)
		numbered = !w.said(main)
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

// said reports whether notes follow the turn of n.
func (w *writer) said(n *tree.Node) bool {
	return n.Comment != "" || len(n.Marks) > 0 || n.Left != nil || n.Eval != nil || n.Folded || len(n.Other) > 0 ||
		len(n.Signs) > 0 && glued(n) == ""
}

// turn writes a turn, with its number where it begins a pair or the pair was
// interrupted, and what is said of it.
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
	sign := glued(n)
	if nag := nagOf(sign); w.plain && nag != "" {
		sign = " " + nag
	}
	w.word(text + sign)
	w.about(n)
}

// glued returns the sign that stands right behind a turn.
func glued(n *tree.Node) string {
	if len(n.Signs) > 0 && strings.Trim(string(n.Signs[0]), "!?") == "" {
		return string(n.Signs[0])
	}
	return ""
}

// about writes what is said of n.
func (w *writer) about(n *tree.Node) {
	for _, s := range n.Signs {
		if string(s) != glued(n) {
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

// note writes a note in brackets. PGN has only those signs that are NAGs.
func (w *writer) note(words ...string) {
	if !w.plain {
		w.word("[" + strings.Join(words, " ") + "]")
	}
}
