package gametest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// example is a fenced drawing of docs/rulesets.md: a board, perhaps the board
// after the first case, and cases that play the same turns under different
// rules.
type example struct {
	line   int
	game   string // variant of the other families, "" for tafl
	toMove string
	base   string // "key=value; key=value", on top of the defaults
	before []string
	after  []string
	cases  []exampleCase
	drawn  []string // rows of a game of the other families, until the files below them are known
	label  []string // ranks of those rows
	lines  bool
}

// exampleCase is "key=value: turn; turn -> what comes of the last one".
type exampleCase struct {
	set, turns, result string
}

// section is what the document says of one rule.
type section struct {
	key, text string
	lines     bool   // it is about the other families
	raw       string // with its drawings
	examples  []example
}

var (
	boardLine = regexp.MustCompile(`^ *\d+ ((?:[.tcTNK] ?)+?)(?:   +((?:[.tcTNK] ?)+))?$`)
	lineRow   = regexp.MustCompile(`^ ?(\d+) (.*)$`)
	fileLine  = regexp.MustCompile(`^   ([a-z](?: [a-z])*)(?:     [a-z](?: [a-z])*)?$`)
)

// linesHead begins the part of the document about the other families.
const linesHead = "# The other families"

// readSections reads the sections "### `key`" of the document.
func readSections(text string) (all []*section, err error) {
	var at *section
	var ex *example
	lines, begun := false, "" // begun is a line of a drawing that goes on with the next
	for i, line := range strings.Split(text, "\n") {
		if at != nil {
			at.raw += line + "\n"
		}
		if ex != nil {
			if begun != "" {
				line, begun = begun+strings.TrimLeft(line, " "), ""
			}
			if strings.HasSuffix(line, "\\") {
				begun = line[:len(line)-1]
				continue
			}
		}
		switch {
		case ex == nil && line == linesHead:
			lines, at = true, nil
		case ex == nil && strings.HasPrefix(line, "### `"):
			at = &section{key: strings.Trim(line[4:], "`"), lines: lines}
			all = append(all, at)
		case ex == nil && strings.HasPrefix(line, "## "):
			at = nil
		case at == nil:
		case ex == nil && strings.HasPrefix(line, "```"):
			if lines != (line == "```lines") || !lines && line != "```tafl" {
				return nil, fmt.Errorf("line %d: %s is no drawing of this part", i+1, line)
			}
			ex = &example{line: i + 1, lines: lines}
		case ex != nil && line == "```":
			at.examples = append(at.examples, *ex)
			ex = nil
		case ex != nil:
			if err := ex.read(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		default:
			at.text += line + "\n"
		}
	}
	return all, nil
}

// read takes one line of a drawing.
func (ex *example) read(line string) error {
	if side, base, ok := strings.Cut(line, " to move"); ok && ex.toMove == "" {
		if ex.lines {
			ex.game, side, _ = strings.Cut(side, ": ")
		}
		ex.toMove, ex.base = side, strings.Trim(base, "; ")
		return nil
	}
	if ok, err := ex.readBoard(line); ok || err != nil || line == "" {
		return err
	}
	rest, result, ok := strings.Cut(line, " -> ")
	i := strings.LastIndex(rest, ": ")
	if !ok || i < 0 {
		return fmt.Errorf("not understood: %q", line)
	}
	ex.cases = append(ex.cases, exampleCase{rest[:i], rest[i+2:], result})
	return nil
}

// readBoard takes a line of a board and reports whether it was one.
func (ex *example) readBoard(line string) (bool, error) {
	if !ex.lines {
		if m := boardLine.FindStringSubmatch(line); m != nil {
			ex.before = append(ex.before, strings.ReplaceAll(m[1], " ", ""))
			if m[2] != "" {
				ex.after = append(ex.after, strings.ReplaceAll(m[2], " ", ""))
			}
			return true, nil
		}
		return strings.HasPrefix(strings.TrimSpace(line), "a b c"), nil
	}
	if m := fileLine.FindStringSubmatch(line); m != nil {
		return true, ex.cut(m[1], len(line) > 3+len(m[1]))
	}
	m := lineRow.FindStringSubmatch(line)
	if m != nil {
		ex.label, ex.drawn = append(ex.label, m[1]), append(ex.drawn, m[2])
	}
	return m != nil, nil
}

// cut divides the rows of a game of the other families into the boards before
// and after, which stand above their files: a blank is no point.
func (ex *example) cut(files string, two bool) error {
	width := len(files)
	for i, row := range ex.drawn {
		if want := strconv.Itoa(len(ex.drawn) - i); ex.label[i] != want {
			return fmt.Errorf("rank %s should be %s", ex.label[i], want)
		}
		row = fmt.Sprintf("%-*s", 2*width+5, row)
		ex.before = append(ex.before, cells(row[:width]))
		if two {
			ex.after = append(ex.after, cells(row[width+5:]))
		}
	}
	return nil
}

// cells returns every second letter of a row.
func cells(row string) string {
	var b strings.Builder
	for i := 0; i < len(row); i += 2 {
		b.WriteByte(row[i])
	}
	return b.String()
}

// parts are the settings of the example and of a case.
func (ex *example) parts(c exampleCase) (list [][2]string) {
	for part := range strings.SplitSeq(ex.base+";"+c.set, ";") {
		if part = strings.TrimSpace(part); part != "" {
			key, value, _ := strings.Cut(part, "=")
			list = append(list, [2]string{key, value})
		}
	}
	return list
}

// rules returns the rules of a case, with the drawn board as their start.
func (ex *example) rules(c exampleCase) (*rules.Rules, error) {
	if ex.lines {
		return ex.lineRules(c)
	}
	set := ruleset.Linnaean()
	set.Rows, set.First = ex.before, sideOf(ex.toMove)
	for _, part := range ex.parts(c) {
		if err := set.Set(part[0], part[1]); err != nil {
			return nil, err
		}
	}
	return rules.Compile(set)
}

// lineRules is rules for the other families. The pieces stand as drawn but for
// kinds whose places the case itself sets; these must agree with the drawing.
func (ex *example) lineRules(c exampleCase) (*rules.Rules, error) {
	v, err := variant.Get(ex.game)
	if err != nil {
		return nil, err
	}
	set := v.Rules.Ruleset()
	if err := set.Set("first", ex.toMove); err != nil {
		return nil, err
	}
	placed := map[string]bool{}
	for _, part := range ex.parts(c) {
		placed[part[0]] = true
		if err := set.Set(part[0], part[1]); err != nil {
			return nil, err
		}
	}
	board, err := game.Shape(set.Lines.Board, set.Lines.Diagonals)
	if err != nil {
		return nil, err
	}
	at, err := ex.points(board)
	if err != nil {
		return nil, err
	}
	for _, k := range set.Lines.Kinds {
		if key := "setup." + string(k.Letter); !placed[key] {
			if err := set.Set(key, strings.Join(at[k.Letter], " ")); err != nil {
				return nil, err
			}
		}
		delete(at, k.Letter)
	}
	if delete(at, '.'); len(at) > 0 {
		return nil, fmt.Errorf("%d letters of the drawing are no pieces", len(at))
	}
	return rules.Compile(set)
}

// points returns the points of the drawing by letter.
func (ex *example) points(board *game.Board) (map[byte][]string, error) {
	at := map[byte][]string{}
	for i, row := range ex.before {
		for f := range len(row) {
			if row[f] == ' ' {
				continue
			}
			q := board.Cell(f, len(ex.before)-1-i)
			if strings.TrimSpace(row) == row[f:f+1] && q == game.NoSquare {
				q = board.Cell('t'-'a', len(ex.before)-1-i) // the apex of a triangle
			}
			if q == game.NoSquare {
				return nil, fmt.Errorf("row %d, column %d: there is no point", i+1, f+1)
			}
			at[row[f]] = append(at[row[f]], board.Name(q))
		}
	}
	return at, nil
}

// sameRows compares boards, whatever blanks surround them and wherever the
// apex of a triangle is drawn.
func sameRows(a, b []string) bool {
	return slices.EqualFunc(a, b, func(a, b string) bool {
		a, b = strings.TrimRight(a, " "), strings.TrimRight(b, " ")
		if c := strings.TrimSpace(a); len(c) == 1 {
			return c == strings.TrimSpace(b)
		}
		return a == b
	})
}

// play replays a case and says what comes of it, with the boards at the start
// and at the end.
func (ex *example) play(c exampleCase) (result string, before, after []string, err error) {
	r, err := ex.rules(c)
	if err != nil {
		return "", nil, nil, err
	}
	p := r.Start()
	before = r.Rows(p.Setup())
	h := rules.NewHistory(&p)
	var o game.Outcome
	turns := strings.Split(c.turns, "; ")
	for i, text := range turns {
		if o.Over() {
			return "", before, nil, fmt.Errorf("%s comes after the end", text)
		}
		if text == "?" && i == len(turns)-1 {
			return allTurns(r, &p, h), before, r.Rows(p.Setup()), nil
		}
		var steps []rules.Delta
		steps, o, err = playText(&p, h, text)
		if errors.Is(err, rules.ErrIllegal) && i == len(turns)-1 {
			return "refused", before, nil, nil
		} else if err != nil {
			return "", before, nil, err
		}
		result = notation.Turn(r, steps)
	}
	return result + ex.endWords(o), before, r.Rows(p.Setup()), nil
}

// allTurns lists the legal turns in order.
func allTurns(r *rules.Rules, p *rules.Position, h *rules.History) string {
	var list []string
	for _, turn := range p.LegalTurns(h) {
		list = append(list, notation.Turn(r, turn.Steps))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (ex *example) endWords(o game.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Result() == "draw":
		return fmt.Sprintf(", a draw (%s)", o.Cause)
	case ex.lines:
		return fmt.Sprintf(", %c wins (%s)", "AB"[o.Winner], o.Cause)
	}
	return fmt.Sprintf(", the %s win (%s)", o.Result(), o.Cause)
}

// TestRulesets checks docs/rulesets.md: every rule has its section with its
// values, and every drawn example comes out as it says.
func TestRulesets(t *testing.T) {
	for _, fault := range rulesetFaults(readRulesets(t), nil) {
		t.Error(fault)
	}
}

// TestRulesetsBroken breaks the document in many ways, which must all be
// found.
func TestRulesetsBroken(t *testing.T) {
	text := readRulesets(t)
	sections, err := readSections(text)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, s := range sections {
		known[s.raw] = true
	}
	for _, c := range []struct{ name, from, to string }{
		{"result of tafl", "camp.inside=off: c7-d7 -> refused", "camp.inside=off: c7-d7 -> c7-d7"},
		{"a refused turn", "turn.ambushReuse=off: c3^e5&e5^c3*d4 -> refused",
			"turn.ambushReuse=off: c3^e5&e5^c3*d4 -> c3^e5&e5^c3*d4"},
		{"the end", "c3xe5, a draw (lone-leaders)", "c3xe5, A wins (lone-leaders)"},
		{"cause", "B wins (own-corner)\nownCorner.A=cornersA: ?", "B wins (goal-rest)\nownCorner.A=cornersA: ?"},
		{"list of turns", "c4xe4 t5-e4 t5xb3 t5xd3", "c4xe4 t5-e4 t5xb3"},
		{"default", "Default: `100`.", "Default: `50`."},
		{"values", "Values: `ranks`, `jumps`.", "Values: `ranks`."},
		{"missing section", "### `sweep`", "#### `sweep`"},
		{"unknown rule", "### `fly`", "### `flies`"},
		{"rule of the other part", "### `mill`", "### `camps`"},
		{"board before", "\n 2 G . . . G     G T . . G", "\n 2 G . . G .     G T . . G"},
		{"board after", "G     G T . . G", "G     G . T . G"},
		{"apex", "\n 5     T               T\n", "\n 5     .               T\n"},
		{"setup and drawing", "setup.F=d4: d4-d5 -> d4-d5\n", "setup.F=d6: d6-d5 -> d6-d5\n"},
		{"rank", "\n 3     . . .             . . .\n 2   B   B   B         .   B   B",
			"\n 4     . . .             . . .\n 2   B   B   B         .   B   B"},
		{"side to move", "halatafl-winther: B to move", "halatafl-winther: A to move"},
		{"game", "main-tapal-empat: B", "main-tapal: B"},
		{"setting", "asalto: A to move\n\n 7     O . O", "asalto: A to move; fly=none\n\n 7     O . O"},
		{"fence", "```lines\nhaven", "```tafl\nhaven"},
		{"no difference", "noMove.B=draw: c2-d2 -> c2-d2, a draw (no-move)\n", ""},
		{"no reason for no drawing", "Not drawn: the other rules tell", "The other rules tell"},
		{"no words", "fly=2: f4-g1*a4 -> refused", "fly=2, f4-g1*a4 -> refused"},
	} {
		if n := strings.Count(text, c.from); n != 1 {
			t.Errorf("%s: %q stands %d times in the document", c.name, c.from, n)
			continue
		}
		if len(rulesetFaults(strings.Replace(text, c.from, c.to, 1), known)) == 0 {
			t.Errorf("%s: %q instead of %q is not noticed", c.name, c.to, c.from)
		}
	}
}

func readRulesets(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "rulesets.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rulesetFaults lists what is wrong with the document. The drawings of sections
// that are known are not replayed.
func rulesetFaults(text string, known map[string]bool) (faults []string) {
	sections, err := readSections(text)
	if err != nil {
		return []string{err.Error()}
	}
	want := map[bool]map[string]string{false: taflValues(), true: lineValues()}
	told := map[bool]map[string]int{false: {}, true: {}}
	for _, s := range sections {
		told[s.lines][s.key]++
		values, ok := want[s.lines][s.key]
		switch {
		case !ok:
			faults = append(faults, fmt.Sprintf("the section %q is about no rule", s.key))
			continue
		case !strings.Contains(strings.ReplaceAll(s.text, "\n", " "), values):
			faults = append(faults, fmt.Sprintf("%s: no line %q", s.key, values))
		case len(s.examples) == 0 && !strings.Contains(s.text, "Not drawn: "):
			faults = append(faults, s.key+": neither an example nor a reason for none")
		}
		for _, ex := range s.examples {
			if !known[s.raw] {
				faults = append(faults, ex.check(s.key)...)
			}
		}
	}
	for lines, keys := range want {
		for key := range keys {
			if n := told[lines][key]; n != 1 {
				faults = append(faults, fmt.Sprintf("%d sections about %s, want one", n, key))
			}
		}
	}
	return faults
}

// taflValues is what the section of every rule of the tafl games says of its
// values.
func taflValues() map[string]string {
	set := ruleset.Linnaean()
	lines := map[string]string{}
	for _, t := range ruleset.Toggles() {
		lines[t.Key] = valuesLine(t, standard(t, &set))
	}
	return lines
}

// lineValues is taflValues for the other families. Keys that differ only in
// their piece or side share a section.
func lineValues() map[string]string {
	set := ruleset.LineGame()
	if err := set.Set("kinds", "G g"); err != nil {
		panic(err)
	}
	defaults := map[string][]string{}
	lines := map[string]string{}
	for _, t := range ruleset.TogglesFor(&set) {
		key, value := sharedKey(t.Key), standard(t, &set)
		switch key {
		case "kinds":
			value = "none, it must be given"
		case "KIND.name":
			value = "its letter"
		}
		list := defaults[key]
		if !slices.Contains(list, value) {
			list = append(list, value)
		}
		defaults[key] = list
		lines[key] = valuesLine(t, strings.Join(list, " or "))
	}
	return lines
}

var keyOfPiece = regexp.MustCompile(`^(setup\.|hands\.[AB]\.|)[A-Za-z](\..*|$)`)

// sharedKey returns a key of the other families with KIND for the letter of a
// piece and SIDE for that of a side.
func sharedKey(key string) string {
	if m := keyOfPiece.FindStringSubmatch(key); m != nil && (m[1] != "") == (m[2] == "") {
		key = m[1] + "KIND" + m[2]
	}
	for _, side := range []string{"A", "B"} {
		if base, ok := strings.CutSuffix(key, "."+side); ok {
			key = base + ".SIDE"
		}
		key = strings.Replace(key, "hands."+side+".", "hands.SIDE.", 1)
	}
	return key
}

// valuesLine is what a section says of its rule's values.
func valuesLine(t *ruleset.Toggle, standard string) string {
	values := t.Form
	if len(t.Values) > 0 {
		values = "`" + strings.Join(t.Values, "`, `") + "`"
	}
	return fmt.Sprintf("Values: %s. Default: %s.", values, standard)
}

// standard is how the document writes the value of a rule in a ruleset.
func standard(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	switch value := t.Get(set); {
	case value != "":
		return "`" + value + "`"
	case strings.HasPrefix(t.Form, "a set "):
		return "the empty set"
	}
	return "none, it must be given"
}

// check replays the cases. Some turns must come out differently for two
// values of the rule in question.
func (ex *example) check(key string) (faults []string) {
	results := map[string]string{}
	differs := false
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf("line %d, %s: %s", ex.line, key, fmt.Sprintf(format, args...)))
	}
	for i, c := range ex.cases {
		got, before, after, err := ex.play(c)
		if err != nil || got != c.result {
			fault("case %d (%s: %s): %q %v, the document says %q", i+1, c.set, c.turns, got, err, c.result)
			continue
		}
		if i == 0 && ex.lines {
			if r, err := ex.rules(c); err != nil || string("AB"[r.Setup().Turn]) != ex.toMove ||
				!sameRows(before, ex.before) {
				fault("%v: the board before, or the side to move, is not\n%s", err, strings.Join(ex.before, "\n"))
			}
		}
		if i == 0 && !sameRows(after, ex.after) {
			fault("the board after the first case is\n%s", strings.Join(after, "\n"))
		}
		for part := range strings.SplitSeq(c.set, "; ") {
			set, _, _ := strings.Cut(part, "=")
			if set == key || ex.lines && sharedKey(set) == key {
				first, ok := results[c.turns]
				differs = differs || ok && first != got
				results[c.turns] = got
			}
		}
	}
	if !differs {
		fault("the example does not show what the rule changes")
	}
	return faults
}
