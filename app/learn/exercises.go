package learn

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/exercise"
	"tafl3d/game/record"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// choose selects exercises.
type choose struct{ r *Trainer }

// matching returns the exercises of a selection.
func (c choice) matching() (list []*exercise.Exercise) {
	for _, x := range exercise.All() {
		if (c.Variant == "" || x.Game.Variant == c.Variant) && (c.Theme == "" || slices.Contains(x.Themes, c.Theme)) {
			list = append(list, x)
		}
	}
	return list
}

// options returns the variants to choose from, and the themes of a variant.
func (c choice) options() (variants, themes []string) {
	all := exercise.All()
	variants = append([]string{""}, exercise.Variants(all)...)
	return variants, append([]string{""}, exercise.Themes(choice{Variant: c.Variant}.matching())...)
}

func (p *choose) Show() panel.Dialog {
	m := p.r.results()
	variants, themes := m.Choice.options()
	names, kinds := []string{"Mixed"}, []string{"Any"}
	for _, id := range variants[1:] {
		v, err := p.r.board.Lib.Get(id)
		if err != nil {
			names = append(names, id)
			continue
		}
		names = append(names, v.Name)
	}
	for _, t := range themes[1:] {
		kinds = append(kinds, theme(t))
	}
	list := m.Choice.matching()
	fresh := slices.DeleteFunc(slices.Clone(list), func(x *exercise.Exercise) bool { return m.Seen[x.ID] != nil })
	due := len(p.r.due())
	return panel.Dialog{ID: "exercises", Title: "Exercises", Cancel: "close",
		Lines: []string{
			"Each exercise has one solution, proven by trying every reply. Your first attempt counts for your rating.",
			tongue.Textf("%d exercises, %d of them new", len(list), len(fresh)), m.standing()},
		Fields: []panel.Field{
			{ID: "variant", Label: words.Variant, Options: names,
				Chosen: max(0, slices.Index(variants, m.Choice.Variant)), Set: func(n int) {
					m.Choice.Variant = variants[n]
					if _, left := m.Choice.options(); !slices.Contains(left, m.Choice.Theme) {
						m.Choice.Theme = ""
					}
					p.r.keep()
				}},
			{ID: "theme", Label: "Theme", Options: kinds, Chosen: max(0, slices.Index(themes, m.Choice.Theme)),
				Set: func(n int) {
					m.Choice.Theme = themes[n]
					p.r.keep()
				}},
		},
		Buttons: []panel.Button{
			{ID: "begin", Label: "Begin", Icon: "play", Primary: true, Disabled: len(list) == 0, Press: func() {
				s := &solve{r: p.r, next: p.r.suited}
				s.open(s.next(nil))
			}},
			{ID: "repeat", Label: textRepeat(due), Icon: "again", Press: p.r.Repeat, Disabled: due == 0},
			{ID: "results", Label: textResults, Icon: "review", Press: func() { p.r.shell.Open(results{p.r}) }},
			{ID: "close", Label: words.Done, Icon: "yes"},
		}}
}

// standing returns rating and streak as text.
func (m *memory) standing() string {
	if len(m.Seen) == 0 {
		return tongue.Text("No attempts yet")
	}
	return tongue.Textf("Your rating: %d. Solved in a row: %d, best %d.", int(m.Rating.Points+0.5), m.Streak, m.Best)
}

// nearPoints is the largest difference between the difficulty of an exercise and the player's rating.
const nearPoints = 150

// suited returns a random exercise of the selection within nearPoints of the player's rating: a new one if
// possible, and never the same twice in a row. If none is that close, it returns the closest one.
func (r *Trainer) suited(after *exercise.Exercise) *exercise.Exercise {
	m := r.results()
	list := slices.DeleteFunc(m.Choice.matching(), func(x *exercise.Exercise) bool { return x == after })
	if len(list) == 0 {
		return after
	}
	far := func(x *exercise.Exercise) float64 { return math.Abs(float64(x.Difficulty) - m.Rating.Points) }
	near := slices.DeleteFunc(slices.Clone(list), func(x *exercise.Exercise) bool { return far(x) > nearPoints })
	if len(near) == 0 {
		nearest := far(slices.MinFunc(list, func(a, b *exercise.Exercise) int { return cmp.Compare(far(a), far(b)) }))
		near = slices.DeleteFunc(list, func(x *exercise.Exercise) bool { return far(x) > nearest })
	}
	seen := func(x *exercise.Exercise) bool { return m.Seen[x.ID] != nil }
	if fresh := slices.DeleteFunc(slices.Clone(near), seen); len(fresh) > 0 {
		near = fresh
	}
	return near[r.board.Chance.IntN(len(near))]
}

// Read opens the exercises or the course of a text. It reports whether there are any.
func (r *Trainer) Read(text string) bool {
	if strings.Contains(text, "[[step]]") {
		r.keepCourse(text)
		return true
	}
	games, _ := record.Read(text, record.Options{Find: r.board.Lib.Get})
	var list []*exercise.Exercise
	for _, g := range games {
		if !exercise.Is(g) {
			return false
		}
		x, err := exercise.Of(g)
		if err != nil {
			r.shell.Refuse(tongue.Textf("Cannot use this exercise: %s", words.Plain(err)))
			return true
		}
		list = append(list, x)
	}
	if len(list) == 0 {
		return false
	}
	p := &solve{r: r, shared: true}
	p.next = func(after *exercise.Exercise) *exercise.Exercise {
		if i := slices.Index(list, after) + 1; i < len(list) {
			return list[i]
		}
		return nil
	}
	p.open(list[0])
	return true
}

// results shows statistics of the exercises.
type results struct{ r *Trainer }

func (p results) Show() panel.Dialog {
	m := p.r.results()
	d := panel.Dialog{ID: "exercise-results", Kind: panel.Question, Title: textResults, Cancel: "close",
		Lines:   []string{m.standing()},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Icon: "yes", Primary: true}}}
	if len(m.Curve) > 1 {
		curve := make([]float64, len(m.Curve))
		for i, n := range m.Curve {
			curve[i] = float64(n)
		}
		d.Charts = append(d.Charts, panel.Chart{Head: tongue.Text("Your rating after each exercise"), Curve: curve})
	}
	if len(m.Seen) > 0 {
		themes, variants := exercise.Themes(exercise.All()), exercise.Variants(exercise.All())
		ofTheme := panel.Action{ID: "Theme", Run: func(n int) { p.open(choice{Theme: shell.Pick(themes, n)}) }}
		ofVariant := panel.Action{ID: words.Variant,
			Run: func(n int) { p.open(choice{Variant: shell.Pick(variants, n)}) }}
		d.Charts = append(d.Charts, panel.Chart{Table: m.table(ofTheme, themes,
			func(x *exercise.Exercise) []string { return x.Themes }, theme)},
			panel.Chart{Table: m.table(ofVariant, variants,
				func(x *exercise.Exercise) []string { return []string{x.Game.Variant} }, p.r.named)})
		d.Actions = []panel.Action{ofTheme, ofVariant}
	}
	return d
}

// open shows the exercises of a selection.
func (p results) open(c choice) {
	p.r.results().Choice = c
	p.r.keep()
	p.r.shell.CloseTop()
	p.r.shell.Open(&choose{r: p.r})
}

// named returns the name of a variant.
func (r *Trainer) named(id string) string {
	v, err := r.board.Lib.Get(id)
	if err != nil {
		return id
	}
	return v.Name
}

// table returns how many exercises were tried and solved, grouped by a property. A row opens its exercises:
// open has the heading as its ID and takes the index in all.
func (m *memory) table(
	open panel.Action, all []string, of func(*exercise.Exercise) []string, name func(string) string,
) *panel.Table {
	type sum struct{ tried, solved int }
	sums, keys := map[string]*sum{}, []string(nil)
	for _, x := range exercise.All() {
		s := m.Seen[x.ID]
		if s == nil {
			continue
		}
		for _, k := range of(x) {
			if sums[k] == nil {
				sums[k], keys = &sum{}, append(keys, k)
			}
			sums[k].tried += s.Tried
			sums[k].solved += s.Solved
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int { return sums[b].tried - sums[a].tried })
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: tongue.Text(open.ID)},
		{Head: tongue.Text("Tried"), Width: 80, Right: true},
		{Head: tongue.Text("Solved first try"), Width: 130, Right: true}}}
	for _, k := range keys {
		t.Rows = append(t.Rows, []panel.Cell{{Text: name(k), Strong: true,
			Do: open.At(slices.Index(all, k))}, {Text: strconv.Itoa(sums[k].tried)},
			textRight(sums[k].solved, sums[k].tried)})
	}
	return t
}
