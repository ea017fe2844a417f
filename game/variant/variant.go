// Package variant is the catalogue of variants. Each is one small data file that contains only the differences from
// its parent.
package variant

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Variant is a named ruleset. It is immutable.
type Variant struct {
	ID          string // "brandubh-gorrion"
	Name        string // "Brandubh 7x7"
	Also        string // alternative names for searches, separated by commas; only main variants have them
	Family      string // "tafl", "fox": see Families
	Group       string // heading in menus: "Tablut"; may be empty
	Summary     string // one line for menus
	Description string // what a player should know, including uncertain points
	Certainty   string // reliability of the rules, such as "firm" or "edge rule uncertain"
	Sources     string
	Extends     string   // id of the parent; empty: the defaults
	Differs     []string // keys of the rules that the file sets, in its order
	Rules       *rules.Rules
	File        string // name of the file it was read from
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

// groups is the order of the groups in menus. Other groups follow by name; variants without a group come last.
var groups = []string{"Small boards", "Tablut", "Copenhagen", "Tawlbwrdd", "Berserk", "Sea battle", "Haven",
	"Reconstructions", "Great boards", "Simple",
	"Fox and geese", "Asalto", "Tiger games", "Dablot", "Halatafl", "Morris", "Chess relatives"}

// compare orders variants for menus: by group, then size, then name.
func compare(a, b *Variant) int {
	family := func(v *Variant) int { return slices.Index(Families, v.Family) }
	rank := func(v *Variant) int {
		i := slices.Index(groups, v.Group)
		switch {
		case i >= 0:
			return i
		case v.Group != "":
			return len(groups)
		}
		return len(groups) + 1
	}
	return cmp.Or(
		cmp.Compare(min(family(a), 1), min(family(b), 1)),
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(a.Group, b.Group),
		cmp.Compare(a.Rules.Board().Squares(), b.Rules.Board().Squares()),
		cmp.Compare(a.Name, b.Name),
	)
}

// All returns the built-in catalogue in menu order: tafl games first, by group, and within a group small boards
// first. The slice is shared.
func All() []*Variant {
	all, err := load()
	if err != nil {
		panic(err) // the files are embedded and a test loads them
	}
	return all
}

// Of returns the built-in variants of a family.
func Of(family string) []*Variant {
	return slices.DeleteFunc(slices.Clone(All()), func(v *Variant) bool { return v.Family != family })
}

// Get returns the built-in variant with an id. The error suggests similar ids.
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
		others, _ := Search(id, All(), func(*Variant) string { return "" })
		for _, v := range others[:min(len(others), 3)] {
			near = append(near, v.ID)
		}
	}
	return nil, unknown(id, near)
}

// Load reads every .toml file of a folder as a variant. A file may extend another one of the folder or one of the
// known variants, whose ids it must not use. Load returns the valid variants even if others are faulty; the error
// lists every fault with file and line.
func Load(dir fs.FS, known ...*Variant) ([]*Variant, error) {
	names, err := fs.Glob(dir, "*.toml")
	if err != nil {
		return nil, err
	}
	l := newLoader(known)
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
	slices.SortStableFunc(all, compare)
	return all, errors.Join(l.errs...)
}

// Parse parses the text of a single file, whose name is used in errors. The file may extend one of the known
// variants.
func Parse(name string, text []byte, known ...*Variant) (*Variant, error) {
	l := newLoader(known)
	l.add(name, text)
	if len(l.order) == 0 {
		return nil, errors.Join(l.errs...)
	}
	return l.variant(l.files[l.order[0]])
}

// loader determines which file extends which.
type loader struct {
	files    map[string]*file  // by id
	broken   map[string]string // names of faulty files, by id
	families map[string]string // by id, of known variants and files read so far
	order    []string
	done     map[string]ruleset.Ruleset
	errs     []error
}

func newLoader(known []*Variant) *loader {
	l := &loader{files: map[string]*file{}, broken: map[string]string{}, families: map[string]string{},
		done: map[string]ruleset.Ruleset{}}
	for _, v := range known {
		l.done[v.ID], l.families[v.ID] = v.Rules.Ruleset(), v.Family
	}
	return l
}

func (l *loader) read(dir fs.FS, name string) {
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		l.errs = append(l.errs, err)
		return
	}
	l.add(name, text)
}

// add parses and stores a file.
func (l *loader) add(name string, text []byte) {
	f, err := parse(name, text, l.families)
	_, known := l.done[f.v.ID]
	switch {
	case err != nil:
		l.broken[f.v.ID] = name
	case known:
		err = fmt.Errorf("%s:%d: id: %w", name, f.lines["id"],
			game.Faultf("%q is a built-in variant; choose another", f.v.ID))
	case l.files[f.v.ID] != nil:
		err = fmt.Errorf("%s:%d: id: %w", name, f.lines["id"], taken(f.v.ID, l.files[f.v.ID].name))
	default:
		l.files[f.v.ID], l.families[f.v.ID] = f, f.v.Family
		l.order = append(l.order, f.v.ID)
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
	v.File = f.name
	v.Rules, err = rules.Compile(set)
	if err != nil {
		return nil, f.locate(err)
	}
	return &v, nil
}

// ruleset applies the settings of f to its parent's ruleset. trail lists the descendants of f that are being
// resolved.
func (l *loader) ruleset(f *file, trail []string) (ruleset.Ruleset, error) {
	if set, ok := l.done[f.v.ID]; ok {
		return set, nil
	}
	if slices.Contains(trail, f.v.ID) {
		return ruleset.Ruleset{}, f.extends(game.Faultf("%s extends itself through %s; remove extends from one of them",
			f.v.ID, strings.Join(trail, ", ")))
	}
	set, err := l.parent(f, append(trail, f.v.ID))
	if err != nil {
		return set, err
	}
	if err := f.apply(&set); err != nil {
		return set, err
	}
	l.done[f.v.ID] = set
	return set, nil
}

// parent returns the ruleset of the parent of f.
func (l *loader) parent(f *file, trail []string) (ruleset.Ruleset, error) {
	switch {
	case f.v.Extends != "":
	case f.v.Family != "tafl":
		return ruleset.LineGame(), nil
	default:
		return ruleset.Linnaean(), nil
	}
	if set, ok := l.done[f.v.Extends]; ok {
		return set, nil
	}
	if parent := l.files[f.v.Extends]; parent != nil {
		return l.ruleset(parent, trail)
	}
	return ruleset.Ruleset{}, l.orphan(f)
}

// orphan returns the error for a missing parent.
func (l *loader) orphan(f *file) error {
	if name, ok := l.broken[f.v.Extends]; ok {
		return f.extends(game.Faultf("%q has errors; fix %s first", f.v.Extends, name))
	}
	ids := slices.Compact(slices.Sorted(slices.Values(slices.AppendSeq(slices.Clone(l.order), maps.Keys(l.done)))))
	return f.extends(unknown(f.v.Extends, Near(f.v.Extends, ids)))
}

// unknown returns the error for an unknown variant, with similar ids.
func unknown(id string, near []string) error {
	if len(near) == 0 {
		return game.Faultf("unknown variant %q; list all with `tafl variants`", id)
	}
	return game.Faultf("unknown variant %q; did you mean %s?", id, strings.Join(near, ", "))
}

// taken returns the error for an id that another file has.
func taken(id, by string) error {
	return game.Faultf("%q is already used by %s; choose another", id, by)
}

// Near returns at most three names that are similar to a mistyped one, nearest first: by edit distance, or because
// they contain it. A text of one or two letters must be the beginning.
func Near(name string, names []string) []string {
	type scored struct {
		name string
		d    int
	}
	var near []scored
	for _, n := range names {
		d := distance(name, n, mostFar(name))
		small := strings.ToLower(name)
		if len(name) > 2 && strings.Contains(n, small) || name != "" && strings.HasPrefix(n, small) {
			d = 0
		}
		if d <= mostFar(name) {
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

// mostFar is the maximum edit distance between a mistyped name and the intended one: one error in three letters.
func mostFar(name string) int { return min(len(name)/3, 8) }

// distance returns the edit distance in which the exchange of two neighbours is one error (optimal string alignment).
// It returns a number greater than most if the difference of the lengths is, because requests may contain names of
// any length.
func distance(a, b string, most int) int {
	if max(len(a)-len(b), len(b)-len(a)) > most {
		return most + 1
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			d := row[j]
			if a[i] != b[j] {
				d++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			next[j+1] = min(d, row[j+1]+1, next[j]+1)
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
