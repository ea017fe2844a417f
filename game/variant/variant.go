// Package variant is the catalogue of the games that we know by name: one
// small data file each, which states only what differs from its parent.
package variant

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"tafl3d/game/rules"
)

// Variant is a ruleset under a name. It never changes.
type Variant struct {
	ID          string // "brandubh-gorrion"
	Name        string // "Brandubh 7x7"
	Family      string // "tafl"
	Summary     string // one line for menus
	Description string // what a player should know; says what is uncertain
	Certainty   string // how sure the rules are, in the words of the specification
	Sources     string
	Extends     string   // id of the parent, empty for the defaults
	Differs     []string // keys of the rules that the file sets, in its order
	Rules       *rules.Rules
}

//go:embed data/*.toml
var data embed.FS

var load = sync.OnceValues(func() ([]*Variant, error) {
	dir, err := fs.Sub(data, "data")
	if err != nil {
		return nil, err
	}
	return Load(dir)
})

// All returns the built-in catalogue, small boards first. The slice is shared.
func All() []*Variant {
	all, err := load()
	if err != nil {
		panic(err) // the files are part of the program and a test loads them
	}
	return all
}

// Get returns the built-in variant of an id. The error suggests near names.
func Get(id string) (*Variant, error) {
	var ids []string
	for _, v := range All() {
		if v.ID == id {
			return v, nil
		}
		ids = append(ids, v.ID)
	}
	near := Near(id, ids)
	if len(near) == 0 {
		near = ids
	}
	return nil, fmt.Errorf("there is no variant %q; did you mean %s?", id, strings.Join(near, ", "))
}

// Load reads every .toml file of a folder as a variant. Variants that are
// sound are returned even when others are not; the error then lists every
// fault with its file and line.
func Load(dir fs.FS) ([]*Variant, error) {
	names, err := fs.Glob(dir, "*.toml")
	if err != nil {
		return nil, err
	}
	l := loader{files: map[string]*file{}, done: map[string]rules.Ruleset{}}
	for _, name := range names {
		l.read(dir, name)
	}
	var all []*Variant
	for _, id := range l.order {
		v, err := l.variant(l.files[id])
		if err != nil {
			l.errs = append(l.errs, err)
			continue
		}
		all = append(all, v)
	}
	slices.SortStableFunc(all, func(a, b *Variant) int {
		if d := a.Rules.Board().Size() - b.Rules.Board().Size(); d != 0 {
			return d
		}
		return strings.Compare(a.Name, b.Name)
	})
	return all, errors.Join(l.errs...)
}

// loader resolves which file extends which.
type loader struct {
	files map[string]*file // by id
	order []string
	done  map[string]rules.Ruleset
	errs  []error
}

func (l *loader) read(dir fs.FS, name string) {
	text, err := fs.ReadFile(dir, name)
	if err == nil {
		var f *file
		f, err = parse(name, text)
		if err == nil && l.files[f.v.ID] != nil {
			err = fmt.Errorf("%s: the id %q belongs to %s already", name, f.v.ID, l.files[f.v.ID].name)
		}
		if err == nil {
			l.files[f.v.ID] = f
			l.order = append(l.order, f.v.ID)
		}
	}
	if err != nil {
		l.errs = append(l.errs, err)
	}
}

func (l *loader) variant(f *file) (*Variant, error) {
	set, err := l.ruleset(f, nil)
	if err != nil {
		return nil, err
	}
	v := f.v
	v.Rules, err = rules.Compile(set)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return &v, nil
}

// ruleset applies the settings of f to its parent's. Trail is the files that
// lead here.
func (l *loader) ruleset(f *file, trail []string) (rules.Ruleset, error) {
	if set, ok := l.done[f.v.ID]; ok {
		return set, nil
	}
	if slices.Contains(trail, f.v.ID) {
		return rules.Ruleset{}, fmt.Errorf("%s:%d: extends: %s extends itself by way of %s", f.name, f.extendsLine, f.v.ID, strings.Join(trail, ", "))
	}
	set := rules.Linnaean()
	if f.v.Extends != "" {
		parent := l.files[f.v.Extends]
		if parent == nil {
			return set, fmt.Errorf("%s:%d: extends: there is no variant %q", f.name, f.extendsLine, f.v.Extends)
		}
		var err error
		if set, err = l.ruleset(parent, append(trail, f.v.ID)); err != nil {
			return set, err
		}
	}
	if err := f.apply(&set); err != nil {
		return set, err
	}
	l.done[f.v.ID] = set
	return set, nil
}

// Near returns the names that are close to a mistyped one, nearest first: by
// edit distance, or because they contain it.
func Near(name string, names []string) []string {
	type scored struct {
		name string
		d    int
	}
	var near []scored
	for _, n := range names {
		d := distance(name, n)
		if name != "" && strings.Contains(n, strings.ToLower(name)) {
			d = min(d, 1)
		}
		if d <= max(2, len(name)/3) {
			near = append(near, scored{n, d})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return a.d - b.d })
	var out []string
	for _, s := range near[:min(len(near), 3)] {
		out = append(out, s.name)
	}
	return out
}

// distance is Levenshtein's.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
