package editor

import (
	"slices"
	"strconv"
	"strings"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// startGroup is the group of rules that includes the board and the start position.
const startGroup = "Start"

// layoutFields returns the fields for the board and its start position.
func (p *customPage) layoutFields() (fields []panel.Field) {
	from := p.base.Rules.Ruleset()
	if p.set.Lines == nil {
		f := panel.Field{ID: "size", Label: "Size of the board.", Sentence: true,
			Note:    "Also changes the layout and the marked squares that belong to it",
			Changed: len(p.set.Rows) != len(from.Rows), Set: func(n int) {
				p.resize(game.MinSize + 2*n)
				p.left()
			}}
		for n := game.MinSize; n <= game.MaxSize; n += 2 {
			f.Options = append(f.Options, words.Sizes([]int{n})...)
		}
		f.Chosen = (len(p.set.Rows) - game.MinSize) / 2
		fields = append(fields, f)
	}
	own := layoutOf(&p.set)
	f := panel.Field{ID: "layout", Label: "Where the pieces start.", Sentence: true,
		Note: "Edit the board to change more", Chosen: -1, Changed: own != layoutOf(&from), Set: func(n int) {
			p.layOut(n)
			p.left()
		}}
	for i, l := range p.layouts() {
		f.Options = append(f.Options, l.name)
		if l.key == own {
			f.Chosen = i
		}
	}
	if f.Chosen < 0 {
		f.Options, f.Chosen = append(f.Options, "your own"), len(f.Options)
	}
	return append(fields, f)
}

// layout is a named board with its start position.
type layout struct {
	name string
	set  ruleset.Ruleset // rules with the board
	fits string          // compatibility key, see fitting
	key  string          // identifies the layout
}

func newLayout(name string, set ruleset.Ruleset) layout {
	return layout{name, set, fitting(&set), layoutOf(&set)}
}

// knownLayouts returns the distinct boards of variants.
func knownLayouts(all []*variant.Variant) (list []layout) {
	for _, v := range all {
		l := newLayout(v.Name, v.Rules.Ruleset())
		if !slices.ContainsFunc(list, func(o layout) bool { return o.key == l.key && o.fits == l.fits }) {
			list = append(list, l)
		}
	}
	return list
}

// layouts returns the boards to choose from: the compatible ones, and a nearly empty one.
func (p *customPage) layouts() (list []layout) {
	fits := fitting(&p.set)
	for _, l := range p.known {
		if l.fits == fits {
			list = append(list, l)
		}
	}
	if p.set.Lines == nil {
		list = append(list, newLayout("empty board", bareBoard(len(p.set.Rows))))
	}
	return list
}

// fitting returns a key that is equal for rules whose boards are interchangeable: same size, or same kinds of
// pieces.
func fitting(set *ruleset.Ruleset) string {
	if set.Lines == nil {
		return strconv.Itoa(len(set.Rows))
	}
	return letters(set.Lines)
}

// letters returns the letters of the kinds of pieces.
func letters(l *ruleset.LineRules) string {
	var text []byte
	for _, k := range l.Kinds {
		text = append(text, k.Letter)
	}
	return string(text)
}

// bareBoard returns a minimal valid board: the king in the middle and one attacker at the edge.
func bareBoard(size int) (set ruleset.Ruleset) {
	for range size {
		set.Rows = append(set.Rows, strings.Repeat(".", size))
	}
	half := strings.Repeat(".", size/2)
	set.Rows[0], set.Rows[size/2] = half+"t"+half, half+"K"+half
	set.Camp.Squares = "none"
	return set
}

// layoutOf returns a key for a layout.
func layoutOf(set *ruleset.Ruleset) string {
	if set.Lines == nil {
		return strings.Join(set.Rows, "/")
	}
	var text []string
	for _, t := range layoutToggles(set) {
		text = append(text, t.Get(set))
	}
	return strings.Join(text, "/")
}

// layoutToggles returns the rules of games on lines that define a layout: the board, the start position and
// the hands.
func layoutToggles(set *ruleset.Ruleset) []*ruleset.Toggle {
	return slices.DeleteFunc(ruleset.TogglesFor(set), func(t *ruleset.Toggle) bool {
		return t.Key != "board" && t.Key != "diagonals" && !strings.HasPrefix(t.Key, "setup.") &&
			!strings.HasPrefix(t.Key, "hands.")
	})
}

// layOut applies the ith layout.
func (p *customPage) layOut(i int) {
	if list := p.layouts(); i >= 0 && i < len(list) {
		p.change(laidOut(p.set, &list[i].set))
	}
}

// resize applies a board with size squares per side, from the most similar variant.
func (p *customPage) resize(size int) {
	if size < game.MinSize || size > game.MaxSize || size == len(p.set.Rows) {
		return
	}
	next := newLayout("", bareBoard(size))
	for _, l := range p.known {
		kin := strings.HasPrefix(l.name, strings.Fields(p.base.Name)[0])
		if l.fits == next.fits && (kin || next.name == "") {
			next = l
		}
		if kin && l.fits == next.fits {
			break
		}
	}
	p.change(laidOut(p.set, &next.set))
}

// laidOut returns set with board and start position of from. Regions given as squares are replaced too; those
// derived from the shape stay.
func laidOut(set ruleset.Ruleset, from *ruleset.Ruleset) ruleset.Ruleset {
	if set.Lines != nil {
		for _, t := range layoutToggles(&set) {
			if o := ruleset.ToggleOf(from, t.Key); o != nil {
				_ = t.Set(&set, o.Get(from)) // cannot fail: a value of the same rule in valid rules
			}
		}
		return set
	}
	set.Rows = slices.Clone(from.Rows)
	for key, to := range map[string]*string{"throne": &set.Throne.Squares, "corner": &set.Corner.Squares,
		"camps": &set.Camp.Squares} {
		t := ruleset.ToggleFor(key)
		if slices.Contains(t.Choices(&set), *to) {
			continue
		}
		if *to = t.Get(from); *to == "" {
			*to = "none"
		}
	}
	return set
}

// settled returns rules for a selected board: with the start position of a known layout of that board, or
// without pieces outside the board.
func (p *customPage) settled(set ruleset.Ruleset) ruleset.Ruleset {
	for _, l := range p.known {
		if o := l.set.Lines; o != nil && l.fits == fitting(&set) && o.Board == set.Lines.Board &&
			o.Diagonals == set.Lines.Diagonals {
			return laidOut(set, &l.set)
		}
	}
	return fitted(set)
}

// fitted removes start squares that the board lacks.
func fitted(set ruleset.Ruleset) ruleset.Ruleset {
	board, err := game.Shape(set.Lines.Board, set.Lines.Diagonals)
	if err != nil {
		return set
	}
	for _, t := range layoutToggles(&set) {
		if !strings.HasPrefix(t.Key, "setup.") {
			continue
		}
		names := strings.Fields(t.Get(&set))
		there := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			_, ok := board.Named(name)
			return !ok && name != "none"
		})
		if len(there) < len(names) {
			_ = t.Set(&set, strings.Join(there, " ")) // cannot fail: these are names of points
		}
	}
	return set
}

// staged reports whether the last valid rules have the board of the current rules.
func (p *customPage) staged() bool {
	if l := p.set.Lines; l != nil {
		o := p.rules.Ruleset().Lines
		return o != nil && l.Board == o.Board && l.Diagonals == o.Diagonals
	}
	return len(p.set.Rows) == p.rules.Board().Size()
}
