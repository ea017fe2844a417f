package record

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// maxNested is the maximum nesting depth of variations.
const maxNested = 500

// own parses one game in the program's format.
type own struct {
	text   string
	at     int
	line   int // number of the text's first line, from 1
	opt    *Options
	game   *tree.Game
	cursor *tree.Cursor
	stack  []*tree.Node // the nodes at which the open variations begin
	result [2]string
}

func readOwn(text string, line int, opt *Options) (*tree.Game, error) {
	r := &own{text: text, line: line, opt: opt}
	tags, err := r.tags()
	if err != nil {
		return nil, err
	}
	if err := r.begin(tags); err != nil {
		return nil, err
	}
	if err := r.body(); err != nil {
		return nil, err
	}
	return r.game, r.end()
}

// fail returns an error at an offset of the text, where a move begins that may contain the fault further on.
func (r *own) fail(at int, err error) error {
	column, err := notation.Where(err)
	return &Error{Line: r.line + strings.Count(r.text[:at], "\n"),
		Column: utf8.RuneCountInString(r.text[strings.LastIndexByte(r.text[:at], '\n')+1:at]) + column,
		Err:    err}
}

func (r *own) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *own) has(prefix string) bool { return strings.HasPrefix(r.text[r.at:], prefix) }

// placed is a tag with its position.
type placed struct {
	tree.Tag
	at int
}

// nameLetters are the characters allowed in names of tags.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// capital reports whether text begins with a capital letter, as names of tags do.
func capital(text string) bool { return text != "" && text[0] >= 'A' && text[0] <= 'Z' }

// tags parses the tags at the head of a game.
func (r *own) tags() (list []placed, err error) {
	seen := map[string]bool{}
	for r.blanks(); r.has("[") && capital(r.text[r.at+1:]); r.blanks() {
		at := r.at
		t, err := r.tag()
		if err != nil {
			return nil, err
		}
		if seen[t.Name] {
			return nil, r.fail(at, game.Faultf("the tag %s occurs twice", t.Name))
		}
		seen[t.Name] = true
		list = append(list, placed{t, at})
	}
	return list, nil
}

// tag parses a tag in either form.
func (r *own) tag() (t tree.Tag, err error) {
	begin := r.at
	r.at++
	for r.at < len(r.text) && strings.IndexByte(nameLetters, r.text[r.at]) >= 0 {
		r.at++
	}
	t.Name = r.text[begin+1 : r.at]
	for r.has(" ") {
		r.at++
	}
	if r.has("\n") || r.has("\r\n") {
		t.Value, err = r.bars(begin)
		return t, err
	}
	if !r.has(`"`) {
		return t, r.fail(r.at, game.Faultf(`expected text in "quotes" after the tag %s`, t.Name))
	}
	r.at++
	var b strings.Builder
	for ; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\n' {
			break
		}
		if r.text[r.at] == '\\' && r.at+1 < len(r.text) {
			r.at++
		}
		b.WriteByte(r.text[r.at])
	}
	t.Value = b.String()
	if !r.has(`"`) {
		return t, r.fail(begin, game.Faultf("the text of the tag %s has no closing quotation mark on its line", t.Name))
	}
	r.at++
	for r.has(" ") {
		r.at++
	}
	if !r.has("]") {
		return t, r.fail(r.at, game.Faultf("expected ] after the tag %s", t.Name))
	}
	r.at++
	return t, nil
}

// bars parses lines that begin with a vertical bar, and the ] on a separate line.
func (r *own) bars(begin int) (string, error) {
	var lines []string
	for {
		end := strings.IndexByte(r.text[r.at:], '\n')
		if end < 0 {
			return "", r.fail(begin, game.Faultf("this tag has no ] on a separate line"))
		}
		r.at += end + 1
		switch {
		case r.has("|"):
			line, _, _ := strings.Cut(r.text[r.at+1:], "\n")
			lines = append(lines, strings.TrimSuffix(line, "\r"))
		case r.has("]"):
			r.at++
			return strings.Join(lines, "\n"), nil
		default:
			return "", r.fail(r.at, game.Faultf("expected ] or a line that begins with |"))
		}
	}
}

// begin creates the game that the tags describe.
func (r *own) begin(tags []placed) error {
	get := func(name string) (value string, at int) {
		for _, t := range tags {
			if t.Name == name {
				return t.Value, t.at
			}
		}
		return "", 0
	}
	id, at := get(tagVariant)
	rulesText, rulesAt := get(tagRules)
	v, err := r.variant(id, rulesText)
	if err != nil {
		if rulesText != "" {
			at = rulesAt
		}
		return r.fail(at, err)
	}
	r.game = tree.New(v.ID, v.Rules.Start())
	r.game.Own = rulesText
	if text, at := get(tagStart); text != "" {
		if r.game.Start, err = notation.ParsePosition(v.Rules, text); err != nil {
			return r.fail(at, game.Faultf("start position: %s", err))
		}
	}
	for _, t := range tags {
		switch t.Name {
		case tagVariant, tagRules, tagStart:
		case tagResult:
			r.result[0] = t.Value
			if result := score(t.Value, white(r.game)); result != "" {
				r.result[0] = result
			} else if t.Value == "*" || t.Value == "?" {
				r.result[0] = ""
			}
		case tagEnd:
			r.result[1] = t.Value
		default:
			r.game.SetTag(r.pgnTag(t.Name, t.Value))
		}
	}
	r.cursor = r.game.Cursor()
	return nil
}

// Variant returns the variant of a game: from the rules contained in the game, or by its id from find. It returns the
// error of the one it used.
func Variant(g *tree.Game, find func(id string) (*variant.Variant, error)) (*variant.Variant, error) {
	if g.Own != "" {
		return variant.Parse(g.Variant+".toml", []byte(g.Own))
	}
	return find(g.Variant)
}

// variant returns the variant with an id, or the one described by a text.
func (r *own) variant(id, text string) (*variant.Variant, error) {
	switch {
	case text != "":
		if variant.IDFor(id) != id || id == "" {
			id = "own-rules"
		}
		return variant.Parse(id+".toml", []byte(text))
	case id == "":
		return r.opt.choose(r.fits)
	}
	v, err := r.opt.find(id)
	if err != nil { // some sites write names
		for _, named := range variant.All() {
			if strings.EqualFold(named.Name, id) {
				return named, nil
			}
		}
	}
	return v, err
}

// fits returns the variants in which all moves of the record are legal.
func (r *own) fits() (list []*variant.Variant) {
	for _, v := range variant.All() {
		g, err := readOwn(r.text, r.line, &Options{Find: r.opt.Find, Variant: v})
		if err == nil && len(g.Root.Next()) > 0 {
			list = append(list, v)
		}
	}
	return list
}

// body parses moves, notes and variations.
func (r *own) body() error {
	for r.blanks(); r.at < len(r.text); r.blanks() {
		at, err := r.at, error(nil)
		switch r.text[r.at] {
		case '{':
			err = r.comment()
		case ';':
			r.remark()
		case '[':
			err = r.note()
		case '(':
			r.at++
			err = r.open(at)
		case ')':
			r.at++
			if len(r.stack) == 0 {
				return r.fail(at, game.Faultf("a ) without a ( before it"))
			}
			r.cursor.To(r.stack[len(r.stack)-1])
			r.stack = r.stack[:len(r.stack)-1]
		default:
			err = r.word()
		}
		if err != nil {
			return err
		}
	}
	if len(r.stack) > 0 {
		return r.fail(len(r.text), game.Faultf("missing ) at the end"))
	}
	return nil
}

// open begins a variation that replaces the last move.
func (r *own) open(at int) error {
	n := r.cursor.Node()
	switch {
	case n.Parent() == nil:
		return r.fail(at, game.Faultf("a variation follows the move that it replaces; there is none here"))
	case len(r.stack) == maxNested:
		return r.fail(at, game.Faultf("variations are nested more than %d deep", maxNested))
	}
	r.stack = append(r.stack, n)
	r.cursor.Back()
	return nil
}

func (r *own) comment() error {
	begin := r.at
	var b strings.Builder
	for r.at++; r.at < len(r.text) && r.text[r.at] != '}'; r.at++ {
		if r.text[r.at] == '\\' && r.at+1 < len(r.text) {
			r.at++
		}
		b.WriteByte(r.text[r.at])
	}
	if r.at == len(r.text) {
		return r.fail(begin, game.Faultf("this comment has no }"))
	}
	r.at++
	n := r.cursor.Node()
	if n.Comment != "" {
		n.Comment += "\n"
	}
	n.Comment += b.String()
	return nil
}

// remark parses a PGN comment that extends to the end of the line.
func (r *own) remark() {
	text, _, _ := strings.Cut(r.text[r.at+1:], "\n")
	r.at += 1 + len(text)
	n := r.cursor.Node()
	if n.Comment != "" {
		n.Comment += "\n"
	}
	n.Comment += strings.TrimSpace(text)
}

// word parses a number, a sign, a move, or the result at the end.
func (r *own) word() error {
	begin, open := r.at, 0
	for ; r.at < len(r.text) && strings.IndexByte(" \t\r\n{[", r.text[r.at]) < 0; r.at++ {
		if r.text[r.at] == '(' {
			open++
		}
		if r.text[r.at] == ')' {
			if open == 0 {
				break
			}
			open--
		}
	}
	word := notation.Unnumbered(r.text[begin:r.at])
	if word == "" {
		return nil
	}
	if sign, is := nags[word]; is {
		return r.sign(begin, sign)
	}
	if strings.HasPrefix(word, "$") {
		return nil // a NAG without a corresponding sign
	}
	if result := score(word, white(r.game)); result != "" || word == "*" {
		if r.result[0] == "" && len(r.stack) == 0 {
			r.result[0] = result
		}
		return nil
	}
	turn := strings.TrimRight(word, "!?")
	sign := tree.Sign(word[len(turn):])
	if turn != "" {
		if !r.game.Rules().Lines() {
			turn = strings.ReplaceAll(turn, "=", " ")
		}
		if _, err := spelled(r.cursor, turn); err != nil {
			return r.fail(begin, err)
		}
	}
	if sign != "" {
		return r.sign(begin, sign)
	}
	return nil
}

func (r *own) sign(at int, sign tree.Sign) error {
	for _, s := range tree.Signs {
		if s == sign {
			r.cursor.Node().Sign(s)
			return nil
		}
	}
	return r.fail(at, game.Faultf("unknown annotation %q", sign))
}

// note parses a note in brackets. Notes with unknown first words are kept.
func (r *own) note() error {
	begin := r.at
	end := strings.IndexAny(r.text[r.at:], "]\n")
	if end < 0 || r.text[r.at+end] == '\n' {
		return r.fail(begin, game.Faultf("this note has no ] on its line"))
	}
	r.at += end + 1
	text := r.text[begin+1 : begin+end]
	words := strings.Fields(text)
	n := r.cursor.Node()
	if len(words) == 0 {
		return nil
	}
	if capital(words[0]) || text[0] == ' ' {
		return r.fail(begin, game.Faultf("tags belong at the head of a game; a note begins with a small letter"))
	}
	args := words[1:]
	count := map[string]int{"sign": 1, "clock": 2, "eval": 2, "square": 2, "arrow": 3, "folded": 0}
	want, known := count[words[0]]
	switch {
	case !known:
		n.Other = append(n.Other, text)
		return nil
	case len(args) != want:
		return r.fail(begin, game.Faultf("%s needs %d words, not %d", words[0], want, len(args)))
	}
	switch words[0] {
	case "folded":
		n.Folded = true
	case "sign":
		return r.sign(begin, tree.Sign(args[0]))
	case "clock":
		return r.clock(begin, n, args)
	case "eval":
		score, err := strconv.Atoi(args[0])
		depth, err2 := strconv.Atoi(args[1])
		if err != nil || err2 != nil {
			return r.fail(begin, game.Faultf("eval needs two whole numbers: a score and a depth"))
		}
		n.Eval = &tree.Eval{Score: score, Depth: depth}
	default:
		return r.mark(begin, n, args)
	}
	return nil
}

func (r *own) clock(at int, n *tree.Node, args []string) error {
	var left [game.Sides]match.Left
	for side, text := range args {
		var err error
		if left[side], err = match.ParseLeft(text); err != nil {
			return r.fail(at, err)
		}
	}
	n.Left = &left
	return nil
}

func (r *own) mark(at int, n *tree.Node, args []string) error {
	colour, _ := tree.ColourNamed(args[0]) // a colour unknown to this program is replaced by the first one
	m := tree.Mark{Colour: colour}
	for i, name := range []string{args[1], args[len(args)-1]} {
		s, ok := r.game.Rules().Board().Named(name)
		if !ok {
			return r.fail(at, game.Faultf("%q is not a square of this board", name))
		}
		if i == 0 {
			m.From = s
		}
		m.To = s
	}
	n.Marks = append(n.Marks, m)
	return nil
}

// end checks the result in the tags against the board.
func (r *own) end() error {
	board := r.game.Settle()
	if r.result == [2]string{} {
		return nil
	}
	o, ok := game.ParseOutcome(r.result[0], r.result[1])
	if !ok && r.result[1] == "" { // only the result is given
		o, ok = unexplained(r.result[0], board)
	}
	switch {
	case !ok:
		return r.fail(0, game.Faultf("no game ends with the result %q by %q", r.result[0], r.result[1]))
	case board.Over() && board != o:
		return r.fail(0, game.Faultf("the result %q (%s) does not match the board: %s (%s)",
			o.Result(), o.Cause, board.Result(), board.Cause))
	}
	r.game.Outcome = o
	return nil
}

// unexplained returns the outcome of a game of which only the result is known: that of the board if it agrees, else a
// win by resignation or an agreed draw.
func unexplained(result string, board game.Outcome) (game.Outcome, bool) {
	if board.Result() == result {
		return board, true
	}
	cause := game.Resigned
	if result == "draw" {
		cause = game.Agreed
	}
	return game.ParseOutcome(result, cause.String())
}
