package variant

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// file is a parsed variant file that is not yet combined with its parent.
type file struct {
	name  string
	v     Variant
	lines map[string]int // line numbers of the keys above [rules]
	board []string
	sets  []setting
}

// setting is one line of the [rules] table.
type setting struct {
	line       int
	key, value string
}

// entry is a key of a file with its value.
type entry struct {
	table, key string
	line       int
	value      *unstable.Node
	valueLine  int // line on which the text of the value begins
}

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// scan parses TOML strictly and passes each entry to take. Tables other than those named, duplicate keys, syntax
// errors and errors of take are reported with file, line and key. It works on single expressions, because these have
// line numbers.
func scan(name string, text []byte, take func(entry) error, tables ...string) error {
	var p unstable.Parser
	p.Reset(text)
	var e entry
	seen := map[string]bool{}
	var errs []error
	for p.NextExpression() {
		x := p.Expression()
		e.key, e.line = keyOf(&p, x)
		var err error
		switch {
		case x.Kind == unstable.Table && slices.Contains(tables, e.key):
			e.table = e.key
		case x.Kind != unstable.KeyValue && len(tables) == 0:
			err = game.Faultf("tables are not allowed here; remove it")
		case x.Kind != unstable.KeyValue:
			err = game.Faultf("the only table allowed is [%s]", strings.Join(tables, "], ["))
		case seen[e.table+"/"+e.key]:
			err = game.Faultf("set twice; remove one")
		default:
			e.value = x.Value()
			e.valueLine = lineOfText(&p, e.value, e.line)
			err = take(e)
		}
		seen[e.table+"/"+e.key] = true
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %s: %w", name, e.line, e.key, err))
		}
	}
	var syntax *unstable.ParserError
	if err := p.Error(); errors.As(err, &syntax) {
		line := 1
		if len(syntax.Highlight) > 0 {
			line = p.Shape(p.Range(syntax.Highlight)).Start.Line
		}
		errs = append(errs, fmt.Errorf("%s:%d: %w", name, line,
			game.Faultf("%s; write key = value, with the value in quotes, a number, true or false",
				plain(syntax.Message))))
	}
	return errors.Join(errs...)
}

// keyOf returns the dotted key of an expression and its line.
func keyOf(p *unstable.Parser, e *unstable.Node) (key string, line int) {
	var parts []string
	for it := e.Key(); it.Next(); {
		n := it.Node()
		if line == 0 {
			line = p.Shape(n.Raw).Start.Line
		}
		parts = append(parts, string(n.Data))
	}
	return strings.Join(parts, "."), line
}

// lineOfText returns the line on which a text begins. With three quotes it may be the line after them.
func lineOfText(p *unstable.Parser, value *unstable.Node, line int) int {
	if value.Kind != unstable.String {
		return line
	}
	raw := strings.TrimLeft(string(p.Raw(value.Raw)), `"'`)
	line = p.Shape(value.Raw).Start.Line
	if strings.HasPrefix(raw, "\n") || strings.HasPrefix(raw, "\r\n") {
		line++
	}
	return line
}

// parse parses a variant file. Without a family of its own it has that of its parent, looked up in families. A faulty
// file is returned with its id if that could be read.
func parse(name string, text []byte, families map[string]string) (*file, error) {
	f := &file{name: name, v: Variant{Family: "tafl"}, lines: map[string]int{}}
	err := scan(name, text, func(e entry) error {
		if e.table == "rules" {
			return f.rule(e)
		}
		return f.head(e, families)
	}, "rules")
	if err == nil && !idForm.MatchString(f.v.ID) {
		err = fmt.Errorf("%s:%d: id: %w", name, max(f.lines["id"], 1), badID(f.v.ID))
	}
	if err == nil && f.v.Name == "" {
		err = fmt.Errorf("%s:%d: name: %w", name, max(f.lines["name"], 1),
			game.Faultf(`every variant needs a name; add name = "..."`))
	}
	return f, err
}

// headKeys lists the keys above [rules], and that table.
const headKeys = "id, name, also, family, group, extends, summary, description, certainty, sources, board, [rules]"

// head stores a key above [rules].
func (f *file) head(e entry, families map[string]string) error {
	to := map[string]*string{
		"id": &f.v.ID, "name": &f.v.Name, "also": &f.v.Also, "family": &f.v.Family, "group": &f.v.Group,
		"extends": &f.v.Extends, "summary": &f.v.Summary,
		"description": &f.v.Description, "certainty": &f.v.Certainty, "sources": &f.v.Sources, "board": new(string),
	}[e.key]
	if to == nil {
		return game.Faultf("unknown key; use one of %s", headKeys)
	}
	if err := takeText(e, to); err != nil {
		return err
	}
	f.lines[e.key] = e.line
	switch family := families[f.v.Extends]; e.key {
	case "family":
		return f.family()
	case "extends":
		if f.lines["family"] == 0 && family != "" {
			f.v.Family = family
		}
	case "board":
		var err error
		f.board, err = drawn(e, ".tcTNK")
		return err
	}
	return nil
}

// takeText stores a value that must be text.
func takeText(e entry, to *string) error {
	if e.value.Kind != unstable.String {
		return game.Faultf("must be text in quotes")
	}
	*to = strings.TrimSpace(string(e.value.Data))
	return nil
}

// drawn splits a drawn board into rows without blanks and checks that it is square and contains only the given
// letters.
func drawn(e entry, letters string) (rows []string, err error) {
	var at []int
	line := e.valueLine
	for row := range strings.Lines(string(e.value.Data)) {
		if row = strings.Join(strings.Fields(row), ""); row != "" {
			rows, at = append(rows, row), append(at, line)
		}
		line++
	}
	for i, row := range rows {
		if j := strings.IndexFunc(row, func(c rune) bool { return !strings.ContainsRune(letters, c) }); j >= 0 {
			bad := []rune(row[j:])[0]
			return nil, game.Faultf("line %d, column %d: %q is not a board symbol; use %s", at[i], j+1,
				bad, letters)
		}
		if len(row) != len(rows) {
			return nil,
				game.Faultf("line %d: the row has %d squares, but the board has %d rows; the board must be square",
					at[i], len(row), len(rows))
		}
	}
	if len(rows) == 0 {
		return nil, game.Faultf("the board is empty; draw it, or remove the key to use the parent's board")
	}
	return rows, nil
}

// rule stores a key of [rules] after checking it on a temporary ruleset.
func (f *file) rule(e entry) error {
	switch e.value.Kind {
	case unstable.String, unstable.Integer, unstable.Bool:
	default:
		return game.Faultf("must be a word in quotes, a number, true or false")
	}
	if f.v.Family != "tafl" {
		return f.lineRule(e)
	}
	t := ruleset.ToggleFor(e.key)
	if t == nil {
		var keys []string
		for _, t := range ruleset.Toggles() {
			keys = append(keys, t.Key)
		}
		if near := Near(e.key, keys); len(near) > 0 {
			return game.Faultf("unknown rule; did you mean %s?", strings.Join(near, ", "))
		}
		return game.Faultf("unknown rule; docs/rulesets.md lists all rules")
	}
	var scratch ruleset.Ruleset
	if err := t.Set(&scratch, string(e.value.Data)); err != nil {
		return unkeyed(err, e.key)
	}
	f.sets = append(f.sets, setting{e.line, e.key, string(e.value.Data)})
	f.v.Differs = append(f.v.Differs, e.key)
	return nil
}

// apply changes a parent's ruleset into that of this file.
func (f *file) apply(set *ruleset.Ruleset) error {
	if f.v.Family != "tafl" {
		return f.applyLines(set)
	}
	if set.Lines != nil {
		return f.extends(game.Faultf("%s is not a tafl game; put family before the rules", f.v.Extends))
	}
	if f.board != nil {
		set.Rows = f.board
	}
	if set.Rows == nil {
		return fmt.Errorf("%s:1: board: %w", f.name,
			game.Faultf(`no board here or in a parent; draw it with board = """..."""`))
	}
	for _, s := range f.sets {
		if err := set.Set(s.key, s.value); err != nil {
			return fmt.Errorf("%s:%d: %w", f.name, s.line, err)
		}
	}
	return nil
}

// locate adds the file, and the line of the rule if the file sets it, to every line of an error that begins with the
// key of a rule.
func (f *file) locate(err error) error {
	var errs []error
	for _, fault := range leaves(err) {
		key, _, _ := strings.Cut(fault.Error(), ":")
		line := max(f.lines["board"], 1)
		for _, s := range f.sets {
			if s.key == key {
				line = s.line
			}
		}
		errs = append(errs, fmt.Errorf("%s:%d: %w", f.name, line, fault))
	}
	return errors.Join(errs...)
}

// leaves returns the single errors of a joined error, each with the common prefix.
func leaves(err error) (list []error) {
	switch e := err.(type) {
	case *game.Fault:
	case interface{ Unwrap() []error }:
		for _, in := range e.Unwrap() {
			list = append(list, leaves(in)...)
		}
		return list
	case interface{ Unwrap() error }:
		if in := leaves(e.Unwrap()); len(in) > 1 {
			before, _, _ := strings.Cut(err.Error(), in[0].Error())
			for _, one := range in {
				list = append(list, fmt.Errorf("%s%w", before, one))
			}
			return list
		}
	}
	return []error{err}
}

// extends returns an error about the parent of a file.
func (f *file) extends(err error) error {
	return fmt.Errorf("%s:%d: extends: %w", f.name, f.lines["extends"], err)
}

// badID returns the error for an invalid id.
func badID(id string) error {
	return game.Faultf("%q must be words of a-z and 0-9 joined by hyphens", id)
}

// unkeyed returns an error without the key at its beginning.
func unkeyed(err error, key string) error {
	if in := errors.Unwrap(err); in != nil && err.Error() == key+": "+in.Error() {
		return in
	}
	return err
}

// plain rewords a syntax error of the TOML library.
func plain(message string) game.Word {
	switch {
	case strings.Contains(message, "string"):
		return game.Word("missing closing quotation mark")
	case strings.Contains(message, "key"), strings.Contains(message, "expected"),
		strings.Contains(message, "character"):
		return game.Word("invalid line")
	}
	return game.Word(message)
}
