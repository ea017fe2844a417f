package editor

import (
	"errors"
	"slices"
	"strconv"

	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/link"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// customPage edits all rules of a variant. Each change is compiled at once. While the rules contradict each
// other, the page shows the error, and the variant cannot be played or saved.
type customPage struct {
	r     *Editor
	of    Target
	v     *variant.Variant // selected when the page was opened
	base  *variant.Variant // base of the list of differences
	set   ruleset.Ruleset
	group int          // index of the open group of rules
	rules *rules.Rules // last valid rules
	fault error        // error of set; nil if it is valid

	list []*ruleset.Toggle          // rules of set
	from map[string]*ruleset.Toggle // rules of the base, by key
	diff []string                   // differences as text

	known   []layout                // layouts to choose from
	entries map[string]*shell.Entry // open text fields, by key
	wrong   error                   // error of the last entry; nil if it was valid
}

// Customise opens the page for the rules of v, the selection of of.
func (r *Editor) Customise(v *variant.Variant, of Target) {
	base := v
	if r.lib.Mine(v) {
		if parent := r.lib.Parent(v); parent != nil {
			base = parent
		}
	}
	p := &customPage{r: r, of: of, v: v, base: base, from: map[string]*ruleset.Toggle{},
		known: knownLayouts(append([]*variant.Variant{base}, r.lib.All()...)), entries: map[string]*shell.Entry{}}
	set := base.Rules.Ruleset()
	for _, t := range ruleset.TogglesFor(&set) {
		p.from[t.Key] = t
	}
	p.change(v.Rules.Ruleset())
	p.restore()
	r.shell.Open(p)
}

// groups returns the headings of the groups of rules, in order.
func (p *customPage) groups() (groups []string) {
	for _, t := range p.list {
		groups = shell.With(groups, t.Group)
	}
	return groups
}

// toggles returns the rules of the open group.
func (p *customPage) toggles() (open []*ruleset.Toggle) {
	group := shell.Pick(p.groups(), p.group)
	for _, t := range p.list {
		if t.Group == group {
			open = append(open, t)
		}
	}
	return open
}

func (p *customPage) Show() panel.Dialog {
	sound, same := p.fault == nil && p.wrong == nil, len(p.diff) == 0
	d := panel.Dialog{ID: "custom", Kind: panel.Chooser, Height: panel.Steady, Title: textCustomTitle(p.base.Name),
		Cancel: "close",
		Faults: words.Faults(errors.Join(p.wrong, p.fault)), Aside: p.aside(), Buttons: []panel.Button{
			{ID: "use", Label: "Play with these rules", Primary: true, Press: p.use, Disabled: !sound},
			{ID: "save", Label: "Save as", Press: p.save, Disabled: !sound || p.r.lib.Shelf == nil},
			{ID: "edit", Label: "Edit board", Press: p.edit, Disabled: !sound},
			{ID: "reset", Label: "Reset", Disabled: same, Press: func() {
				p.change(p.base.Rules.Ruleset())
				p.left()
			}},
			{ID: "link", Label: "Copy link", Disabled: !sound, Press: func() {
				p.r.shell.CopyLink(link.Rules, string(variant.Encode(p.sent(), nil)))
			}},
		}}
	if p.r.Fairness != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "fairness", Label: "How fair?", Disabled: !sound,
			Press: func() { p.r.Fairness(p.sent()) }})
	}
	if slices.Contains(p.r.lib.Own, p.v) {
		d.Buttons = append(d.Buttons, panel.Button{ID: "delete", Label: "Delete", Press: p.askDelete})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Cancel})
	groups := p.groups()
	d.Fields = []panel.Field{{ID: "page", Label: "Rule group", Options: rulebook.Groups(groups),
		Chosen: min(p.group, len(groups)-1), Set: panel.Into(&p.group), Note: "A diamond marks a changed rule"}}
	if shell.Pick(groups, p.group) == startGroup {
		d.Fields = append(d.Fields, p.layoutFields()...)
	}
	from := p.base.Rules.Ruleset()
	for _, t := range p.toggles() {
		d.Fields = append(d.Fields, p.field(t, &from))
	}
	d.Before(func() {
		clear(p.entries)
		p.wrong = nil
	})
	return d
}

// field returns the field for a rule, by the type of its values.
func (p *customPage) field(t *ruleset.Toggle, from *ruleset.Ruleset) panel.Field {
	value := t.Get(&p.set)
	f := panel.Field{ID: t.Key, Label: rulebook.Sentence(t, &p.set), Sentence: true, Note: rulebook.Remark(t, value)}
	switch t.Takes {
	case ruleset.TakesText:
		e := p.entry(t)
		f = e.Field(f.ID, f.Label, f.Note)
		f.Sentence, f.Typed = true, func() { p.put(t, e.String()) }
	case ruleset.TakesNumber:
		p.numberField(t, &f)
	default:
		values := p.values(t)
		f.Chosen, f.Set = slices.Index(values, value), func(n int) { p.put(t, values[n]) }
		for _, v := range values {
			f.Options = append(f.Options, rulebook.Value(t, v, &p.set))
		}
	}
	if t.Takes == ruleset.TakesSquares && p.staged() {
		f.Pick, f.Open = "pick "+t.Key, func(int) { p.pick(t) }
	}
	f.Changed = value != p.old(t, from)
	return f
}

// usualMost is the largest offered number; larger ones can be typed.
const usualMost = 100

// numberField adds the offered numbers to a field.
func (p *customPage) numberField(t *ruleset.Toggle, f *panel.Field) {
	n, _ := strconv.Atoi(t.Get(&p.set))
	f.Number, f.Least, f.Chosen = true, t.Least, n-t.Least
	f.Set = func(n int) { p.put(t, strconv.Itoa(min(max(t.Least+n, t.Least), ruleset.MostNumber))) }
	for i := t.Least; i <= max(n, usualMost); i++ {
		f.Options = append(f.Options, rulebook.Value(t, strconv.Itoa(i), &p.set))
	}
}

// old returns the value of a rule in the base; empty if the base lacks the rule.
func (p *customPage) old(t *ruleset.Toggle, from *ruleset.Ruleset) string {
	if o := p.from[t.Key]; o != nil {
		return o.Get(from)
	}
	return ""
}

// values returns the offered values of a rule: the named ones, that of the base and the current one.
func (p *customPage) values(t *ruleset.Toggle) (values []string) {
	from := p.base.Rules.Ruleset()
	values = slices.Clone(t.Choices(&p.set))
	if p.from[t.Key] != nil {
		values = shell.With(values, p.old(t, &from))
	}
	return shell.With(values, t.Get(&p.set))
}

// aside shows the board and the differences.
func (p *customPage) aside() []panel.Part {
	parts := []panel.Part{{Board: p.drawing()}}
	if len(p.diff) == 0 {
		return append(parts, panel.Part{Head: textSameAs(p.base.Name)})
	}
	return append(parts, panel.Part{Head: textDiffersFrom(p.base.Name), Text: textDifferences(p.diff)})
}

// drawing returns an example of the focused rule, otherwise the board.
func (p *customPage) drawing() *panel.Diagram {
	if p.r.shell.Front() == shell.Page(p) {
		if i := p.r.shell.Focused() - p.above(); i >= 0 && i < len(p.toggles()) {
			if d := rulebook.Example(p.rules, p.toggles()[i].Key); d != nil {
				return d
			}
		}
	}
	return rulebook.Diagram(p.rules, p.rules.Setup().Pieces)
}

// above returns the number of fields before the rules of the open group.
func (p *customPage) above() int {
	if shell.Pick(p.groups(), p.group) == startGroup {
		return 1 + len(p.layoutFields())
	}
	return 1
}

// differences lists the differences to the base as text.
func (p *customPage) differences() (differ []string) {
	from := p.base.Rules.Ruleset()
	switch n := len(p.set.Rows); {
	case n != len(from.Rows):
		differ = append(differ, textOtherBoard(n))
	case !slices.Equal(p.set.Rows, from.Rows):
		differ = append(differ, "a different start position")
	}
	for _, t := range variant.Differences(p.set, from) {
		differ = append(differ, rulebook.Difference(t, t.Get(&p.set), &p.set))
	}
	return differ
}

// put sets the value of a rule, or shows why it is invalid.
func (p *customPage) put(t *ruleset.Toggle, value string) {
	set := p.set
	p.wrong = t.Set(&set, value)
	switch {
	case p.wrong != nil:
	case t.Key == "board" || t.Key == "diagonals":
		p.change(p.settled(set))
	default:
		p.change(set)
	}
	p.left()
}

// entry returns the text field of a rule.
func (p *customPage) entry(t *ruleset.Toggle) *shell.Entry {
	e := p.entries[t.Key]
	if e == nil {
		e = shell.NewEntry(t.Get(&p.set), words.LongestName)
		p.entries[t.Key] = e
	}
	return e
}

// change sets the rules, valid or not.
func (p *customPage) change(set ruleset.Ruleset) {
	p.set = set
	p.list = ruleset.TogglesFor(&p.set)
	p.diff = p.differences()
	var r *rules.Rules
	if r, p.fault = rules.Compile(set); p.fault == nil {
		p.rules = r
	}
}

// made returns the changed rules as a variant with a name.
func (p *customPage) made(id, name string) *variant.Variant {
	v := &variant.Variant{ID: id, Name: name, Family: p.base.Family, Extends: p.base.ID, Rules: p.rules}
	v.Summary = textMade(p.base.Name, len(p.diff))
	return v
}

// sent returns the rules as other players receive them: as a custom variant.
func (p *customPage) sent() *variant.Variant {
	if len(p.diff) == 0 {
		return p.base
	}
	name := p.base.Name
	if slices.Contains(p.r.lib.Own, p.v) {
		name = p.v.Name
	}
	return p.made(p.base.ID+changedID, name)
}

// use returns to the new game page with these rules.
func (p *customPage) use() {
	p.r.shell.CloseTop()
	if len(p.diff) == 0 {
		p.of.Choose(p.base)
		return
	}
	p.of.Take(p.made(p.base.ID+changedID, p.base.Name))
}

// save asks for a name and saves the rules under it.
func (p *customPage) save() {
	name := textMy(p.base.Name)
	if slices.Contains(p.r.lib.Own, p.v) {
		name = p.v.Name
	}
	p.r.shell.Open(&namePage{r: p.r, name: shell.NewEntry(name, words.LongestName), made: p.made,
		then: func(v *variant.Variant) {
			p.r.dropDraft(p.v)
			p.r.shell.Shut("custom")
			p.of.Kept(v)
		}})
}

// edit opens the editor for the start position.
func (p *customPage) edit() {
	p.r.edit(&editPage{r: p.r, base: p.base, rules: p.rules, setup: p.rules.Setup(),
		marks: p.rules.Board().Grid(), set: p.set,
		accept: func(set ruleset.Ruleset) { p.change(set); p.left() }})
}

// askDelete asks whether to delete the variant.
func (p *customPage) askDelete() {
	v := p.v
	p.r.shell.Ask("Delete these rules?", textDeleteLine(v.Name), "Delete", func() {
		if err := p.r.lib.Remove(v); err != nil {
			p.r.shell.Refuse(words.Error(err))
			return
		}
		p.r.dropDraft(p.v)
		p.r.shell.Shut("custom")
		p.of.Choose(p.r.lib.Usual(v.Extends))
	})
}
