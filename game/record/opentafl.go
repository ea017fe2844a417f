package record

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// OpenTafl's game records (docs/rules/notation.md, 3): tags in brackets, including a rules record, then rows of two
// moves with their comments. A row whose label has more than one number belongs to a variation: "8.1.2." is the
// second row of the first variation on row 8. The letters after the numbers are redundant.

// otTags maps OpenTafl's tags to those of this program. Other tags are kept with capitalized names.
var otTags = map[string]string{
	"event": tree.TagEvent, "site": tree.TagSite, "date": tree.TagDate, "round": tree.TagRound,
	"attackers": tree.TagAttackers, "defenders": tree.TagDefenders, "variant": tree.TagName,
	"annotator": "Annotator", "compiler": "Compiler", "termination": "Termination",
	"time-control": "TimeControl", "time-remaining": "TimeRemaining",
	"puzzle-mode": "PuzzleMode", "puzzle-prestart": "PuzzlePrestart", "puzzle-start": "PuzzleStart",
	"result": "", "rules": "", "position": "", "start-comment": "", "starting-comment": "",
}

// otReader parses one record.
type otReader struct {
	own    // the text, the position in it, the game and the errors
	values map[string]placed
	rows   map[string][2]*tree.Node // by label: the nodes of a row, nil for a missing half
	before map[string]*tree.Node    // by label: the node before a row
}

func readOpenTafl(text string, line int, opt *Options) (*tree.Game, error) {
	r := &otReader{own: own{text: text, line: line, opt: opt}, values: map[string]placed{},
		rows: map[string][2]*tree.Node{}, before: map[string]*tree.Node{}}
	if err := r.head(); err != nil {
		return nil, err
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	for r.blanks(); r.at < len(r.text); r.blanks() {
		if err := r.row(); err != nil {
			return nil, err
		}
	}
	return r.game, r.close()
}

// otHead tracks the tags of a record from line to line.
type otHead struct {
	seen  map[string]bool // tags so far
	open  bool            // a tag continues on the next line
	blank bool            // the previous line was blank
}

// next reports whether a line begins a tag, whether the tag belongs to another record, and whether the line is inside
// a tag. A record without moves ends at a repeated tag, or at a tag after a blank line if the rules are already
// given.
func (h *otHead) next(line string) (tag, again, inside bool) {
	inside = h.open
	if tag = !inside && beginsOpenTafl(line); tag {
		name, _, _ := strings.Cut(line[1:], ":")
		again = h.seen[name] || h.blank && h.seen["rules"]
		h.seen[name], h.open = true, true
	}
	bare := strings.TrimSpace(line)
	h.open = h.open && !strings.HasSuffix(bare, "]")
	h.blank = bare == ""
	return tag, again, inside
}

// head parses the tags. A value may have several lines.
func (r *otReader) head() error {
	for r.blanks(); r.has("["); r.blanks() {
		begin := r.at
		name, _, ok := strings.Cut(r.text[r.at+1:], ":")
		if _, known := otTags[name]; !ok || !known {
			return r.fail(begin, game.Faultf("expected an OpenTafl tag such as [date:2016.08.27]"))
		}
		value, err := r.bracketed(begin + len(name) + 2)
		if err != nil {
			return err
		}
		r.values[name] = placed{tree.Tag{Name: name, Value: value}, begin}
	}
	return nil
}

// bracketed returns the text from at to the closing bracket, which must be at the end of a line.
func (r *otReader) bracketed(at int) (string, error) {
	for end := at; end < len(r.text); end++ {
		rest, closed := strings.CutPrefix(r.text[end:], "]")
		if bare := strings.TrimLeft(rest, " \t\r"); closed && (bare == "" || bare[0] == '\n') {
			r.at = end + 1
			return strings.ReplaceAll(r.text[at:end], "\r", ""), nil
		}
	}
	return "", r.fail(at-1, game.Faultf("missing ] at the end of a line"))
}

// start creates the game that the tags describe.
func (r *otReader) start() error {
	line := r.values["rules"]
	v, first, set, err := r.variant(line.Value)
	if err != nil {
		return r.fail(line.at, err)
	}
	r.game = tree.New(v.ID, movedBy(v.Rules.Start(), first))
	if set {
		r.game.Own = string(variant.Encode(v, nil))
	}
	if at, ok := r.values["position"]; ok {
		r.game.Start, err = notation.ParseOpenTaflPosition(v.Rules, at.Value, first)
		if err != nil {
			return r.fail(at.at, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.values)) {
		value := r.values[name].Value
		if date := Date(value); name == "date" && date != "" {
			value = date
		}
		if ours := otTags[name]; ours != "" {
			r.game.SetTag(ours, value)
		}
	}
	r.game.Root.Comment = r.values["start-comment"].Value + r.values["starting-comment"].Value
	r.cursor = r.game.Cursor()
	return nil
}

// variant returns the variant of a rules record and the starting side: a built-in variant with the same rules, else a
// new one. Since a record gives the side to move only by the rule for the starting side, a built-in variant also
// matches with the other side to start.
func (r *otReader) variant(text string) (v *variant.Variant, first game.Side, own bool, err error) {
	if text == "" {
		if v, err = r.opt.unsaid(); err == nil {
			first = v.Rules.Ruleset().First
		}
		return v, first, false, err
	}
	set, name, err := notation.ParseOpenTaflRules(text)
	if err != nil {
		return nil, first, false, err
	}
	compiled, err := rules.Compile(set)
	if err != nil {
		return nil, first, false, err
	}
	for _, side := range []game.Side{set.First, set.First.Other()} {
		if v := builtIn(set, side); v != nil {
			return v, set.First, false, nil
		}
	}
	name = strings.ReplaceAll(name, "_", " ")
	if variant.IDFor(name) == "" {
		name = "OpenTafl " + strconv.Itoa(compiled.Board().Size())
	}
	v = &variant.Variant{ID: variant.IDFor(name), Name: name, Family: "tafl", Summary: "From a record of OpenTafl.",
		Certainty: "as the record says", Sources: "OpenTafl", Rules: compiled}
	return v, set.First, true, nil
}

// builtIn returns the built-in variant with these rules and the given starting side, nil if there is none.
func builtIn(set ruleset.Ruleset, first game.Side) *variant.Variant {
	set.First = first
	compiled, err := rules.Compile(set)
	if err != nil {
		return nil
	}
	same := notation.OpenTaflRules(compiled, "")
	for _, v := range variant.All() {
		if !v.Rules.Lines() && notation.OpenTaflRules(v.Rules, "") == same {
			return v
		}
	}
	return nil
}

// row parses a row: its label, its moves and the comments after them.
func (r *otReader) row() error {
	begin := r.at
	end := r.at + strings.IndexAny(r.text[r.at:]+" ", " \t\r\n")
	label := strings.TrimSuffix(r.text[r.at:end], ".")
	numbers := strings.Split(strings.Map(func(c rune) rune {
		if c == 'a' || c == 'b' {
			return -1
		}
		return c
	}, label), ".")
	for _, n := range numbers {
		if _, err := strconv.Atoi(n); err != nil || len(numbers)%2 == 0 {
			return r.fail(begin, game.Faultf("expected a move number such as 12. or 8a.1.1a."))
		}
	}
	r.at = end
	last := len(r.text)
	if i := strings.IndexByte(r.text[r.at:], '\n'); i >= 0 {
		last = r.at + i
	}
	if i := strings.IndexByte(r.text[r.at:last], '['); i >= 0 {
		last = r.at + i
	}
	words := fieldsAt(r.text[:last], r.at)
	r.at = last
	if len(words) > 2 {
		return r.fail(words[2].at, game.Faultf("a row has two moves, and here is a third"))
	}
	dots := len(words) > 0 && strings.Trim(words[0].Value, ".") == ""
	from, err := r.place(begin, numbers, dots)
	if err != nil {
		return err
	}
	return r.turns(strings.Join(numbers, "."), from, words, dots)
}

// place returns the node at which a row begins.
func (r *otReader) place(at int, numbers []string, dots bool) (*tree.Node, error) {
	last := len(numbers) - 1
	index, _ := strconv.Atoi(numbers[last])
	above := strings.Join(append(slices.Clone(numbers[:last]), strconv.Itoa(index-1)), ".")
	if nodes, ok := r.rows[above]; ok {
		for _, n := range []*tree.Node{nodes[1], nodes[0]} {
			if n != nil {
				return n, nil
			}
		}
		return r.before[above], nil
	}
	if last == 0 {
		if len(r.rows) > 0 {
			return nil, r.fail(at, game.Faultf("row %s does not follow the one before it", numbers[0]))
		}
		return r.game.Root, nil
	}
	main := strings.Join(numbers[:last-1], ".")
	nodes, ok := r.rows[main]
	switch {
	case !ok || index != 1:
		return nil, r.fail(at, game.Faultf("a variation on row %s, which does not exist", main))
	case dots && nodes[0] != nil:
		return nodes[0], nil
	}
	return r.before[main], nil
}

// turns plays the moves of a row and attaches the comments to them.
func (r *otReader) turns(label string, from *tree.Node, words []placed, dots bool) error {
	r.before[label] = from
	r.cursor.To(from)
	var nodes [2]*tree.Node
	for i, w := range words {
		if i == 0 && dots {
			continue
		}
		if w.Value == "---" {
			r.result = [2]string{r.cursor.Line().Turn().Other().String(), game.Resigned.String()}
			break
		}
		line := r.cursor.Line()
		turn, err := notation.ParseOpenTaflTurn(&line.Position, line.History(), w.Value)
		if err != nil {
			return r.fail(w.at, err)
		}
		if nodes[i], err = r.cursor.Play(turn); err != nil {
			return r.fail(w.at, err)
		}
	}
	r.rows[label] = nodes
	r.blanks()
	if !r.has("[") {
		return nil
	}
	text, err := r.bracketed(r.at + 1)
	if err != nil {
		return err
	}
	first, second, _ := strings.Cut(text, "|")
	for i, said := range []string{first, second} {
		if n := nodes[i]; n != nil {
			n.Comment = strings.TrimSpace(said)
		} else if strings.TrimSpace(said) != "" {
			r.cursor.Node().Comment += strings.TrimSpace(said)
		}
	}
	return nil
}

// close sets the outcome given in the record.
func (r *otReader) close() error {
	board := r.game.Settle()
	told := map[string]string{"1": "attackers", "-1": "defenders", "0": "draw"}[r.values["result"].Value]
	why, known := game.ParseOutcome(told, r.values["termination"].Value)
	switch {
	case board.Over():
	case known:
		r.game.Outcome = why
		r.game.SetTag("Termination", "")
	case r.result[0] != "":
		r.game.Outcome, _ = game.ParseOutcome(r.result[0], r.result[1])
	case told != "":
		r.game.Outcome, _ = unexplained(told, board)
	}
	return nil
}

// fieldsAt returns the words of a text from an offset on, with their offsets.
func fieldsAt(text string, from int) (list []placed) {
	for at := from; at < len(text); {
		skip := len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n"))
		at += skip
		end := at + strings.IndexAny(text[at:]+" ", " \t\r\n")
		if end > at {
			list = append(list, placed{tree.Tag{Value: text[at:end]}, at})
		}
		at = end
	}
	return list
}

// OpenTafl returns a game as an OpenTafl record. Signs, marks and evaluations are omitted, because the format does
// not have them. It returns an error for games outside the tafl family.
func OpenTafl(g *tree.Game) (string, error) {
	if g.Rules().Lines() {
		return "", game.Faultf("OpenTafl records support only the tafl family, and %s is not part of it", g.Variant)
	}
	var b strings.Builder
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "[%s:%s]\n", name, strings.ReplaceAll(value, "]", ")"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(otTags)) {
		if ours := otTags[name]; ours != "" {
			value := g.Tag(ours)
			if name == "date" {
				value = strings.ReplaceAll(value, "-", ".")
			}
			tag(name, value)
		}
	}
	// added by this program: OpenTafl does not record resignations and time forfeits
	if g.Outcome.Over() && g.Tag("Termination") == "" {
		tag("termination", g.Outcome.Cause.String())
	}
	tag("result", map[string]string{"attackers": "1", "defenders": "-1", "draw": "0", "": "?"}[g.Outcome.Result()])
	start, first := g.Start, g.Rules().Start()
	tag("rules", notation.OpenTaflRules(begunBy(g.Rules(), start.Turn()), g.Variant))
	if text := notation.OpenTaflPosition(&start); text != notation.OpenTaflPosition(&first) {
		tag("position", text)
	}
	tag("start-comment", g.Root.Comment)
	b.WriteByte('\n')
	w := &otWriter{b: &b, cursor: g.Cursor()}
	w.line(g.Root.Main(), "", 1, false)
	return b.String(), nil
}

// begunBy returns the rules with the given starting side.
func begunBy(r *rules.Rules, first game.Side) *rules.Rules {
	set := r.Ruleset()
	if set.First == first {
		return r
	}
	set.First = first
	if other, err := rules.Compile(set); err == nil {
		return other
	}
	return r
}

// otWriter writes the rows of a record.
type otWriter struct {
	b      *strings.Builder
	cursor *tree.Cursor
}

// line writes rows from n on, with labels that begin with prefix. half means that the first row lacks its first half.
// Variations of a row follow it.
func (w *otWriter) line(n *tree.Node, prefix string, row int, half bool) {
	for n != nil {
		label := prefix + strconv.Itoa(row)
		nodes := []*tree.Node{n}
		words := []string{label + ".", w.turn(n)}
		if half {
			words, nodes = []string{label + ".", ".....", words[1]}, []*tree.Node{nil, n}
		} else if next := n.Main(); next != nil {
			words, nodes = append(words, w.turn(next)), append(nodes, next)
		}
		w.b.WriteString(strings.Join(words, " ") + "\n")
		w.comments(nodes)
		last, count := nodes[len(nodes)-1], 0
		for i, of := range nodes {
			if of == nil || of.Parent().Main() != of {
				continue
			}
			for _, other := range of.Parent().Next()[1:] {
				count++
				w.line(other, label+"."+strconv.Itoa(count)+".", 1, i == 1)
			}
		}
		n, row, half = last.Main(), row+1, false
	}
}

// turn returns the text of a node's move.
func (w *otWriter) turn(n *tree.Node) string {
	w.cursor.To(n.Parent())
	return strings.ReplaceAll(notation.OpenTaflTurn(w.cursor.Line().Position, n.Turn), " ", "/")
}

func (w *otWriter) comments(nodes []*tree.Node) {
	var said [2]string
	for i, n := range nodes {
		if n != nil {
			said[i] = strings.NewReplacer("]", ")", "|", "/").Replace(n.Comment)
		}
	}
	if utf8.RuneCountInString(said[0]+said[1]) > 0 {
		fmt.Fprintf(w.b, "[%s|%s]\n", said[0], said[1])
	}
	w.b.WriteByte('\n')
}
