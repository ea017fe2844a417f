package app

import (
	"slices"
	"strconv"
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// customPage is the dialog in which every rule of a variant can be changed. Each
// change is compiled at once; while the rules contradict each other the dialog
// says how, and nothing can be played or saved.
type customPage struct {
	of    *newPage
	base  *variant.Variant // what the differences are counted from
	set   rules.Ruleset
	group int          // which page of rules is open
	rules *rules.Rules // the newest that hold together
	fault error        // of set, nil if it holds together

	list []*rules.Toggle          // those of set
	from map[string]*rules.Toggle // those of the base, by key
	diff []string                 // what is different, in words
}

// customise opens the dialog for the variant that is chosen.
func (a *App) customise(of *newPage) {
	base := of.v
	if a.lib.mine(of.v) {
		if parent := a.lib.parent(of.v); parent != nil {
			base = parent
		}
	}
	p := &customPage{of: of, base: base, from: map[string]*rules.Toggle{}}
	set := base.Rules.Ruleset()
	for _, t := range rules.TogglesFor(&set) {
		p.from[t.Key] = t
	}
	p.change(of.v.Rules.Ruleset())
	a.open(p)
}

// groups returns the headings of the rules, in their order.
func (p *customPage) groups() (groups []string) {
	for _, t := range p.list {
		groups = with(groups, t.Group)
	}
	return groups
}

// toggles returns the rules of the open page.
func (p *customPage) toggles() (open []*rules.Toggle) {
	group := pick(p.groups(), p.group)
	for _, t := range p.list {
		if t.Group == group {
			open = append(open, t)
		}
	}
	return open
}

func (p *customPage) show(a *App) Dialog {
	sound, same := p.fault == nil, len(p.diff) == 0
	d := Dialog{ID: "custom", Title: textCustomTitle(p.base.Name), Cancel: "close", Faults: textFaultsOf(p.fault), Aside: p.aside(), Buttons: []Button{
		{ID: "use", Label: textUse, Primary: true, Disabled: !sound},
		{ID: "save", Label: textSave, Disabled: !sound || a.opt.Variants == nil},
		{ID: "edit", Label: textEdit, Disabled: !sound},
		{ID: "reset", Label: textReset0, Disabled: same},
	}}
	if slices.Contains(a.lib.own, p.of.v) {
		d.Buttons = append(d.Buttons, Button{ID: "delete", Label: textDelete})
	}
	d.Buttons = append(d.Buttons, Button{ID: "close", Label: textCancel})
	groups := p.groups()
	d.Fields = []Field{{ID: "page", Label: textPage, Options: groups, Chosen: min(p.group, len(groups)-1), Note: textPageNote}}
	from := p.base.Rules.Ruleset()
	for _, t := range p.toggles() {
		d.Fields = append(d.Fields, p.field(t, &from))
	}
	return d
}

// field shows a rule.
func (p *customPage) field(t *rules.Toggle, from *rules.Ruleset) Field {
	value, values := t.Get(&p.set), p.values(t)
	f := Field{ID: t.Key, Label: textToggle(t), Chosen: slices.Index(values, value), Note: textExplain(t, value)}
	f.Changed = value != p.old(t, from)
	for _, v := range values {
		f.Options = append(f.Options, textValue(t, v))
	}
	return f
}

// old returns the value of a rule in the base, empty where it has no such rule.
func (p *customPage) old(t *rules.Toggle, from *rules.Ruleset) string {
	if o := p.from[t.Key]; o != nil {
		return o.Get(from)
	}
	return ""
}

// values returns the values to choose from for a rule.
func (p *customPage) values(t *rules.Toggle) []string {
	from := p.base.Rules.Ruleset()
	own := []string{t.Get(&p.set)}
	if p.from[t.Key] != nil {
		own = append([]string{p.old(t, &from)}, own...)
	}
	switch {
	case len(t.Values) > 0:
		return t.Values
	case strings.HasPrefix(t.Form, "a number from "):
		return numbers(t, own)
	case t.Form == "a set of the letters a, d, k":
		return []string{"", "a", "d", "k", "ad", "ak", "dk", "adk"}
	case t.Form == "a list of throne, corner, camp":
		return []string{"", "throne", "corner", "camp", "throne,corner", "throne,camp", "corner,camp", "throne,corner,camp"}
	}
	var values []string
	for _, v := range append(known(t.Key), own...) {
		values = with(values, v)
	}
	return values
}

// patterns are the groups of squares that have a name.
var patterns = map[string][]string{
	"throne": {"none", "centre"},
	"corner": {"none", "corners", "L3", "2x2"},
	"camps":  {"none"},
}

// known returns the values that have a name, of a rule that takes more.
func known(key string) []string {
	switch {
	case strings.HasSuffix(key, ".dirs"):
		return []string{"F", "FS", "FB", "SB", "FSB"}
	case strings.HasSuffix(key, ".lines"):
		return []string{"o", "od"}
	}
	return slices.Clone(patterns[key])
}

// numbers returns the numbers to choose from: the first few, then round ones.
func numbers(t *rules.Toggle, own []string) []string {
	least, _ := strconv.Atoi(strings.Fields(strings.TrimPrefix(t.Form, "a number from "))[0])
	var ns []int
	for n := least; n <= 10; n++ {
		ns = append(ns, n)
	}
	ns = append(ns, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
	for _, v := range own {
		n, _ := strconv.Atoi(v)
		ns = with(ns, n)
	}
	slices.Sort(ns)
	values := make([]string, len(ns))
	for i, n := range ns {
		values[i] = strconv.Itoa(n)
	}
	return values
}

// aside shows the board and what is different.
func (p *customPage) aside() []Part {
	parts := []Part{{Board: diagram(p.rules, p.rules.Setup().Pieces)}}
	if len(p.diff) == 0 {
		return append(parts, Part{Head: textSameAs(p.base.Name)})
	}
	return append(parts, Part{Head: textDiffersFrom(p.base.Name), Text: textDifferences(p.diff)})
}

// differences lists what is otherwise than in the base, in words.
func (p *customPage) differences() (differ []string) {
	from := p.base.Rules.Ruleset()
	if !slices.Equal(p.set.Rows, from.Rows) {
		differ = append(differ, textPosition)
	}
	for _, t := range variant.Differences(p.set, from) {
		differ = append(differ, textDifference(t, t.Get(&p.set)))
	}
	return differ
}

func (p *customPage) do(a *App, c Command) {
	a.touch()
	switch c.ID {
	case "page":
		p.group = min(max(c.Arg, 0), len(p.groups())-1)
	case "use":
		p.use(a)
	case "save":
		p.save(a)
	case "edit":
		p.edit(a)
	case "reset":
		p.change(p.base.Rules.Ruleset())
	case "delete":
		p.askDelete(a)
	default:
		p.turn(c)
	}
}

// turn changes a rule.
func (p *customPage) turn(c Command) {
	for _, t := range p.toggles() {
		if t.Key == c.ID {
			set := p.set
			if t.Set(&set, pick(p.values(t), c.Arg)) == nil {
				p.change(set)
			}
			return
		}
	}
}

// change makes set the rules, whether they hold together or not.
func (p *customPage) change(set rules.Ruleset) {
	p.set = set
	p.list = rules.TogglesFor(&p.set)
	p.diff = p.differences()
	var r *rules.Rules
	if r, p.fault = rules.Compile(set); p.fault == nil {
		p.rules = r
	}
}

// made returns the changed rules as a variant of a name.
func (p *customPage) made(id, name string) *variant.Variant {
	v := &variant.Variant{ID: id, Name: name, Family: p.base.Family, Extends: p.base.ID, Rules: p.rules}
	v.Summary = textMade(p.base.Name, len(p.diff))
	return v
}

// use goes back to the new game, to be played by these rules.
func (p *customPage) use(a *App) {
	a.closeTop()
	if len(p.diff) == 0 {
		p.of.choose(p.base)
		return
	}
	p.of.take(p.made(p.base.ID+"-changed", p.base.Name))
}

// take chooses rules that were made just now.
func (p *newPage) take(v *variant.Variant) {
	p.made, p.size = v, 0
	p.choose(v)
}

// save asks for a name and puts the rules on the shelf under it.
func (p *customPage) save(a *App) {
	name := textMy(p.base.Name)
	if slices.Contains(a.lib.own, p.of.v) {
		name = p.of.v.Name
	}
	a.open(&namePage{name: newEntry(name, longestName), made: p.made, then: func(a *App, v *variant.Variant) {
		a.shut("custom")
		p.of.size, p.of.made = 0, nil
		p.of.choose(v)
	}})
}

// edit puts up the start position by hand.
func (p *customPage) edit(a *App) {
	a.edit(&editPage{base: p.base, rules: p.rules, setup: p.rules.Setup(), marks: p.rules.Board().Grid(), set: p.set,
		accept: func(_ *App, set rules.Ruleset) { p.change(set) }})
}

// askDelete asks whether to take the variant off the shelf.
func (p *customPage) askDelete(a *App) {
	v := p.of.v
	a.open(confirmPage{textDeleteAsk, textDeleteLine(v.Name), textDelete, func(a *App) {
		if err := a.lib.remove(v); err != nil {
			a.refuse(textError(err))
			return
		}
		a.shut("custom")
		p.of.choose(a.lib.usual(v.Extends))
	}})
}
