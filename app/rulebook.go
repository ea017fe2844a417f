package app

import (
	"tafl3d/app/fairness"
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// rulesPage shows the rules of a variant.
type rulesPage struct {
	a *App
	v *variant.Variant
}

func (p rulesPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "rules", Kind: panel.Article, Title: p.v.Name, Cancel: "close",
		Parts: rulebook.Sentences(p.v.Rules),
		Buttons: []panel.Button{
			{ID: "fairness", Label: "How fair?", Press: func() { fairness.Open(p.a.shell, p.v, p.a.opt.Trial) }},
			{ID: "close", Label: words.Done, Primary: true}}}
	if about := textAbout(p.v); about != "" {
		d.Parts = append(d.Parts, panel.Part{Head: "About this game", Text: about})
	}
	return d
}
