package app

import (
	"slices"
	"strings"

	"tafl3d/game/variant"
	"tafl3d/panel"
)

// namePage asks for the name of a variant and saves it.
type namePage struct {
	name *entry
	made func(id, name string) *variant.Variant
	then func(a *App, v *variant.Variant)
}

// longestName is how many letters a name may have.
const longestName = 40

func (p *namePage) show(a *App) panel.Dialog {
	id := p.id()
	d := panel.Dialog{ID: "name", Title: textNameTitle, Cancel: "close",
		Fields: []panel.Field{p.name.field("name", textName, textNameNote(id+ownExt))},
		Buttons: []panel.Button{
			{ID: "keep", Label: textSaveNow, Primary: true, Disabled: id == ""},
			{ID: "close", Label: textCancel},
		},
	}
	taken := slices.IndexFunc(a.lib.own, func(v *variant.Variant) bool { return v.ID == id })
	switch {
	case id == "":
		d.Fields[0].Note = ""
		d.Faults = []string{textNoName}
	case taken >= 0:
		d.Fields[0].Note = textTaken(a.lib.own[taken])
	}
	return d
}

// written implements writer.
func (p *namePage) written(string) *entry { return p.name }

// wrote implements writer.
func (p *namePage) wrote(string) {}

// id returns the id that belongs to the name; that of a built-in variant is not
// to be had.
func (p *namePage) id() string {
	id := variant.IDFor(p.name.String())
	if _, err := variant.Get(id); err == nil {
		id += "-own"
	}
	return id
}

func (p *namePage) do(a *App, c panel.Command) {
	a.touch()
	if c.ID != "keep" {
		return
	}
	v, err := a.lib.save(p.made(p.id(), strings.TrimSpace(p.name.String())))
	if err != nil {
		a.refuse(textError(err))
		return
	}
	a.closeTop()
	a.say(textSaved(v.Name), panel.Good)
	p.then(a, v)
}
