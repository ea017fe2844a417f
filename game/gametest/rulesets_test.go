package gametest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// example is a fenced drawing of docs/rulesets.md: a board, perhaps the board
// after the first case, and cases that play the same turns under different
// rules.
type example struct {
	line   int
	toMove string
	base   string // "key=value; key=value", on top of the defaults
	before []string
	after  []string
	cases  []exampleCase
}

// exampleCase is "key=value: turn; turn -> what comes of the last one".
type exampleCase struct {
	set, turns, result string
}

// section is what the document says of one rule.
type section struct {
	key, text string
	examples  []example
}

var boardLine = regexp.MustCompile(`^ *\d+ ((?:[.tcTNK] ?)+?)(?:   +((?:[.tcTNK] ?)+))?$`)

// readSections reads the sections "### `key`" of the document.
func readSections(t *testing.T, path string) []*section {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []*section
	var at *section
	var ex *example
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case ex == nil && strings.HasPrefix(line, "### `"):
			at = &section{key: strings.Trim(line[4:], "`")}
			all = append(all, at)
		case ex == nil && strings.HasPrefix(line, "## "):
			at = nil
		case at == nil:
		case ex == nil && line == "```tafl":
			ex = &example{line: i + 1}
		case ex != nil && line == "```":
			at.examples = append(at.examples, *ex)
			ex = nil
		case ex != nil:
			if err := ex.read(line); err != nil {
				t.Fatalf("%s:%d: %v", path, i+1, err)
			}
		default:
			at.text += line + "\n"
		}
	}
	return all
}

// read takes one line of a drawing.
func (ex *example) read(line string) error {
	if m := boardLine.FindStringSubmatch(line); m != nil {
		ex.before = append(ex.before, strings.ReplaceAll(m[1], " ", ""))
		if m[2] != "" {
			ex.after = append(ex.after, strings.ReplaceAll(m[2], " ", ""))
		}
		return nil
	}
	if side, base, ok := strings.Cut(line, " to move"); ok && ex.toMove == "" {
		ex.toMove, ex.base = side, strings.Trim(base, "; ")
		return nil
	}
	if strings.HasPrefix(strings.TrimSpace(line), "a b c") || line == "" {
		return nil
	}
	set, rest, ok := strings.Cut(line, ": ")
	turns, result, ok2 := strings.Cut(rest, " -> ")
	if !ok || !ok2 {
		return fmt.Errorf("not understood: %q", line)
	}
	ex.cases = append(ex.cases, exampleCase{set, turns, result})
	return nil
}

// play replays a case and says what comes of it, with the board at the end.
func (ex *example) play(c exampleCase) (result string, rows []string, err error) {
	set := rules.Linnaean()
	set.Rows, set.First = ex.before, sideOf(ex.toMove)
	for _, part := range strings.Split(ex.base+";"+c.set, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		if err := set.Set(key, value); err != nil {
			return "", nil, err
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		return "", nil, err
	}
	p := r.Start()
	h := rules.NewHistory(&p)
	var o game.Outcome
	turns := strings.Split(c.turns, "; ")
	for i, text := range turns {
		if o.Over() {
			return "", nil, fmt.Errorf("%s comes after the end", text)
		}
		var steps []rules.Delta
		steps, o, err = playText(&p, h, text)
		if errors.Is(err, rules.ErrIllegal) && i == len(turns)-1 {
			return "refused", nil, nil
		} else if err != nil {
			return "", nil, err
		}
		result = notation.Turn(r, steps)
	}
	return result + endWords(o), r.Rows(p.Setup()), nil
}

func endWords(o game.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Result() == "draw":
		return fmt.Sprintf(", a draw (%s)", o.Cause)
	}
	return fmt.Sprintf(", the %s win (%s)", o.Result(), o.Cause)
}

// TestRulesets checks docs/rulesets.md: every rule has its section with its
// values, and every drawn example comes out as it says.
func TestRulesets(t *testing.T) {
	path := filepath.Join(root(t), "docs", "rulesets.md")
	sections := readSections(t, path)
	var keys []string
	cases := 0
	for _, s := range sections {
		keys = append(keys, s.key)
		toggle := rules.ToggleFor(s.key)
		if toggle == nil {
			t.Errorf("the section %q is about no rule", s.key)
			continue
		}
		if want := valuesLine(toggle); !strings.Contains(s.text, want) {
			t.Errorf("%s: no line %q", s.key, want)
		}
		if len(s.examples) == 0 && !strings.Contains(s.text, "Not drawn: ") {
			t.Errorf("%s: neither an example nor a reason for none", s.key)
		}
		for _, ex := range s.examples {
			cases += len(ex.cases)
			ex.check(t, s.key)
		}
	}
	for _, toggle := range rules.Toggles() {
		if n := count(keys, toggle.Key); n != 1 {
			t.Errorf("%d sections about %s, want one", n, toggle.Key)
		}
	}
	t.Logf("%d sections, %d cases", len(sections), cases)
}

// valuesLine is what a section says of its rule's values.
func valuesLine(t *rules.Toggle) string {
	values := t.Form
	if len(t.Values) > 0 {
		values = "`" + strings.Join(t.Values, "`, `") + "`"
	}
	set := rules.Linnaean()
	standard := "`" + t.Get(&set) + "`"
	if standard == "``" {
		standard = "the empty set"
	}
	return fmt.Sprintf("Values: %s. Default: %s.", values, standard)
}

// check replays the cases. Some turns must come out differently for two
// values of the rule in question.
func (ex *example) check(t *testing.T, key string) {
	results := map[string]string{}
	differs := false
	for i, c := range ex.cases {
		got, rows, err := ex.play(c)
		if err != nil || got != c.result {
			t.Errorf("line %d, %s, case %d (%s: %s): %q %v, the document says %q", ex.line, key, i+1, c.set, c.turns, got, err, c.result)
			continue
		}
		if i == 0 && !slices.Equal(rows, ex.after) {
			t.Errorf("line %d, %s: the board after the first case is\n%s", ex.line, key, strings.Join(rows, "\n"))
		}
		for part := range strings.SplitSeq(c.set, "; ") {
			if strings.HasPrefix(part, key+"=") {
				first, ok := results[c.turns]
				differs = differs || ok && first != got
				results[c.turns] = got
			}
		}
	}
	if !differs {
		t.Errorf("line %d: the example does not show what %s changes", ex.line, key)
	}
}

func count(list []string, x string) (n int) {
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}
