package eval

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Set holds the weights of a kind of game.
type Set struct {
	Name   string // name of its section in a file
	Terms  []Term
	Values []float64 // values of all terms, in order
}

// Params holds all weights of the evaluation. Copies are independent.
type Params struct {
	Corner Set // tafl, king to a corner
	Small  Set // the same on boards of at most small squares a side
	Edge   Set // tafl, king to the edge
	Field  Set // rulesets with lines
}

// small is the greatest size of a board that uses Params.Small.
const small = 8

//go:embed params.toml
var standard []byte

var defaults = sync.OnceValue(func() *Params {
	p := blank()
	if err := p.overlay(standard, true); err != nil {
		panic("eval: the built-in parameters: " + err.Error())
	}
	return p
})

// Defaults returns a copy of the weights that the engine uses.
func Defaults() *Params { return defaults().Clone() }

// blank returns weights of zero.
func blank() *Params {
	p := &Params{Corner: Set{Name: "corner"}, Small: Set{Name: "small"}, Edge: Set{Name: "edge"},
		Field: Set{Name: "field"}}
	for _, s := range p.Sets() {
		s.Terms = TaflTerms
		if s == &p.Field {
			s.Terms = FieldTerms
		}
		n := 0
		for _, t := range s.Terms {
			n += t.Len
		}
		s.Values = make([]float64, n)
	}
	return p
}

// Clone returns a deep copy of the values.
func (p *Params) Clone() *Params {
	c := *p
	for _, s := range c.Sets() {
		s.Values = slices.Clone(s.Values)
	}
	return &c
}

// Sets returns the sets of p in the order of the file.
func (p *Params) Sets() []*Set { return []*Set{&p.Corner, &p.Small, &p.Edge, &p.Field} }

// For returns the set that applies to r.
func (p *Params) For(r *rules.Rules) *Set {
	set := r.Ruleset()
	switch {
	case set.Lines != nil:
		return &p.Field
	case set.Escape != ruleset.EscapeCorner:
		return &p.Edge
	case r.Board().Size() <= small:
		return &p.Small
	}
	return &p.Corner
}

// Row returns the weights of a term, nil if there is no such term. The slice aliases the set.
func (s *Set) Row(name string) []float64 {
	at := 0
	for _, t := range s.Terms {
		if t.Name == name {
			return s.Values[at : at+t.Len]
		}
		at += t.Len
	}
	return nil
}

// Scale multiplies a term by factor in all sets, or in one set: "rim", "edge.rim".
func (p *Params) Scale(name string, factor float64) error {
	found := false
	for _, s := range p.Sets() {
		row := s.Row(name)
		if rest, is := strings.CutPrefix(name, s.Name+"."); is && row == nil {
			row = s.Row(rest)
		}
		for i := range row {
			row[i] *= factor
		}
		found = found || row != nil
	}
	if !found {
		return fmt.Errorf("parameters: there is no term %q", name)
	}
	return nil
}

// ReadParams parses a file of weights. Terms that it omits keep their defaults.
func ReadParams(data []byte) (*Params, error) {
	p := Defaults()
	if err := p.overlay(data, false); err != nil {
		return nil, fmt.Errorf("parameters: %w", err)
	}
	return p, nil
}

// maxWeight is the greatest weight allowed in a file.
const maxWeight = 10_000

// overlay sets the weights in data; all requires that data contains every weight.
func (p *Params) overlay(data []byte, all bool) error {
	file, err := scan(string(data))
	if err != nil {
		return err
	}
	for _, s := range p.Sets() {
		if err := s.overlay(file[s.Name], all); err != nil {
			return err
		}
		delete(file, s.Name)
	}
	for name := range file {
		return fmt.Errorf("there is no section [%s]; use corner, small, edge or field", name)
	}
	return nil
}

// scan parses the subset of TOML that Write produces. A full parser would take a tenth of the
// engine that a browser loads.
func scan(text string) (map[string]map[string][]float64, error) {
	file, section := map[string]map[string][]float64{}, ""
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if name, is := strings.CutPrefix(line, "["); is && strings.HasSuffix(name, "]") {
			section = strings.TrimSpace(strings.TrimSuffix(name, "]"))
			if file[section] == nil {
				file[section] = map[string][]float64{}
			}
			continue
		}
		name, value, is := strings.Cut(line, "=")
		if name = strings.Trim(strings.TrimSpace(name), `"`); line == "" {
			continue
		} else if !is || section == "" {
			return nil, fmt.Errorf("line %d: write [section] or term = numbers", n)
		} else if file[section][name] != nil {
			return nil, fmt.Errorf("line %d: %s.%s is set twice", n, section, name)
		}
		row, err := numbers(value)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", section, name, err)
		}
		file[section][name] = row
	}
	return file, nil
}

func (s *Set) overlay(section map[string][]float64, all bool) error {
	for _, t := range s.Terms {
		row := section[t.Name]
		if row == nil {
			if all {
				return fmt.Errorf("%s.%s is missing", s.Name, t.Name)
			}
			continue
		}
		if len(row) != t.Len {
			return fmt.Errorf("%s.%s: %d numbers, it takes %d", s.Name, t.Name, len(row), t.Len)
		}
		copy(s.Row(t.Name), row)
		delete(section, t.Name)
	}
	for name := range section {
		return fmt.Errorf("%s.%s: there is no such term", s.Name, name)
	}
	return nil
}

// numbers parses a number or a list of numbers.
func numbers(text string) ([]float64, error) {
	text = strings.TrimSpace(text)
	if list, is := strings.CutPrefix(text, "["); is && strings.HasSuffix(list, "]") {
		text = strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(list, "]")), ",")
	}
	var row []float64
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, fmt.Errorf("%s is not a number", word)
		}
		if !(v >= -maxWeight && v <= maxWeight) {
			return nil, fmt.Errorf("%v is not between -%d and %d", v, maxWeight, maxWeight)
		}
		row = append(row, v)
	}
	return row, nil
}

// Write writes p in the format of ReadParams: each weight to two decimals, with its description.
func (p *Params) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# The weights of the evaluation, in hundredths of an attackers' man.\n")
	for _, s := range p.Sets() {
		fmt.Fprintf(&b, "\n[%s]\n", s.Name)
		for _, t := range s.Terms {
			fmt.Fprintf(&b, "# %s\n%s = %s\n", termDocs[t.Name], strconv.Quote(t.Name), list(s.Row(t.Name)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func list(row []float64) string {
	var parts []string
	for _, v := range row {
		parts = append(parts, strconv.FormatFloat(float64(round(v*100))/100, 'f', -1, 64))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
