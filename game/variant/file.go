package variant

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"tafl3d/game/rules"
)

// file is a variant file that was read but not yet joined with its parent.
type file struct {
	name        string
	v           Variant
	extendsLine int
	board       []string
	sets        []setting
}

// setting is one line of the [rules] table.
type setting struct {
	line       int
	key, value string
}

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// parse reads a file strictly: an unknown key or a value of the wrong kind is
// an error with file, line and key. It goes by the expressions of the text, so
// that every fault has its line.
func parse(name string, text []byte) (*file, error) {
	f := &file{name: name, v: Variant{Family: "tafl"}}
	var p unstable.Parser
	p.Reset(text)
	table := ""
	seen := map[string]bool{}
	var errs []error
	for p.NextExpression() {
		e := p.Expression()
		key, line := keyOf(&p, e)
		var err error
		switch {
		case e.Kind == unstable.Table && key == "rules":
			table = key
		case e.Kind != unstable.KeyValue:
			err = fmt.Errorf("the only table is [rules]")
		case seen[table+"/"+key]:
			err = fmt.Errorf("set twice")
		case table == "":
			err = f.head(key, line, e.Value())
		default:
			err = f.rule(key, line, e.Value())
		}
		seen[table+"/"+key] = true
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %s: %w", name, line, key, err))
		}
	}
	var syntax *unstable.ParserError
	if err := p.Error(); errors.As(err, &syntax) {
		line := 1
		if len(syntax.Highlight) > 0 {
			line = p.Shape(p.Range(syntax.Highlight)).Start.Line
		}
		errs = append(errs, fmt.Errorf("%s:%d: %s", name, line, syntax.Message))
	}
	if len(errs) == 0 && !idForm.MatchString(f.v.ID) {
		errs = append(errs, fmt.Errorf("%s: id: %q must be words of a-z and 0-9 joined by hyphens", name, f.v.ID))
	}
	if len(errs) == 0 && f.v.Name == "" {
		errs = append(errs, fmt.Errorf("%s: name: every variant needs one", name))
	}
	return f, errors.Join(errs...)
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

// head takes a key above [rules].
func (f *file) head(key string, line int, value *unstable.Node) error {
	var to *string
	switch key {
	case "id":
		to = &f.v.ID
	case "name":
		to = &f.v.Name
	case "summary":
		to = &f.v.Summary
	case "description":
		to = &f.v.Description
	case "certainty":
		to = &f.v.Certainty
	case "sources":
		to = &f.v.Sources
	case "extends":
		to = &f.v.Extends
		f.extendsLine = line
	case "board":
		if value.Kind == unstable.String {
			f.board = rows(string(value.Data))
			return nil
		}
	default:
		return errors.New("unknown key; there are id, name, extends, summary, description, certainty, sources, board and the table [rules]")
	}
	if value.Kind != unstable.String {
		return errors.New("must be text in quotes")
	}
	*to = strings.TrimSpace(string(value.Data))
	return nil
}

// rows splits a drawn board into rows without blanks.
func rows(text string) (list []string) {
	for row := range strings.Lines(text) {
		if row = strings.ReplaceAll(strings.TrimSpace(row), " ", ""); row != "" {
			list = append(list, row)
		}
	}
	return list
}

// rule takes a key of [rules] and checks it on a scratch ruleset.
func (f *file) rule(key string, line int, value *unstable.Node) error {
	t := rules.ToggleFor(key)
	if t == nil {
		var keys []string
		for _, t := range rules.Toggles() {
			keys = append(keys, t.Key)
		}
		if near := Near(key, keys); len(near) > 0 {
			return fmt.Errorf("no such rule; did you mean %s?", strings.Join(near, ", "))
		}
		return errors.New("no such rule")
	}
	switch value.Kind {
	case unstable.String, unstable.Integer, unstable.Bool:
	default:
		return errors.New("must be a word, a number, true or false")
	}
	var scratch rules.Ruleset
	if err := t.Set(&scratch, string(value.Data)); err != nil {
		return err
	}
	f.sets = append(f.sets, setting{line, key, string(value.Data)})
	f.v.Differs = append(f.v.Differs, key)
	return nil
}

// apply changes a parent's ruleset into this file's.
func (f *file) apply(set *rules.Ruleset) error {
	if f.board != nil {
		set.Rows = f.board
	}
	if set.Rows == nil {
		return fmt.Errorf("%s: board: there is none, and no parent has one", f.name)
	}
	for _, s := range f.sets {
		if err := set.Set(s.key, s.value); err != nil {
			return fmt.Errorf("%s:%d: %w", f.name, s.line, err)
		}
	}
	return nil
}
