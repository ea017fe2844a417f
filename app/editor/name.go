package editor

import (
	"slices"
	"strings"

	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// namePage asks for the name of a variant and saves it.
type namePage struct {
	r    *Editor
	name *shell.Entry
	made func(id, name string) *variant.Variant
	then func(v *variant.Variant)
}

func (p *namePage) Show() panel.Dialog {
	id := p.id()
	d := panel.Dialog{ID: "name", Title: "Name of these rules", Cancel: "close",
		Fields: []panel.Field{p.name.Field("name", words.Name, textNameNote(id+catalogue.OwnExt))},
		Buttons: []panel.Button{
			{ID: "keep", Label: "Save", Primary: true, Press: p.save, Disabled: id == ""},
			{ID: "close", Label: words.Cancel},
		},
	}
	taken := slices.IndexFunc(p.r.lib.Own, func(v *variant.Variant) bool { return v.ID == id })
	switch {
	case id == "":
		d.Fields[0].Note = ""
		d.Faults = []string{words.NoName}
	case taken >= 0:
		d.Fields[0].Note = textTaken(p.r.lib.Own[taken])
	}
	return d
}

// id returns the id for the name; empty if a built-in variant has it.
func (p *namePage) id() string {
	id := variant.IDFor(p.name.String())
	if _, err := variant.Get(id); err == nil {
		id += "-own"
	}
	return id
}

// save saves the variant under the name.
func (p *namePage) save() {
	v, err := p.r.lib.Save(p.made(p.id(), strings.TrimSpace(p.name.String())))
	if err != nil {
		p.r.shell.Refuse(words.Error(err))
		return
	}
	p.r.shell.CloseTop()
	p.r.shell.Say(textSaved(v.Name), panel.Good)
	p.then(v)
}
