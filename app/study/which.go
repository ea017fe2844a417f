package study

import (
	"slices"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// variantChoice asks which variant a record is of that does not name it.
type variantChoice struct {
	r     *Room
	list  []*variant.Variant // those that allow all moves, the likeliest first
	cards []panel.Card       // of the list
	at    int
	then  func(*variant.Variant)
}

// askVariant lets the player choose one of the variants. The variant at the board comes first if it is among them.
func (r *Room) askVariant(fit []*variant.Variant, then func(*variant.Variant)) {
	p := &variantChoice{r: r, list: slices.Clone(fit), then: then}
	if v := r.usual(); v != nil {
		if i := slices.IndexFunc(p.list, func(w *variant.Variant) bool { return w.ID == v.ID }); i > 0 {
			p.list = slices.Insert(slices.Delete(p.list, i, i+1), 0, fit[i])
		}
	}
	for _, v := range p.list {
		start := v.Rules.Start()
		p.cards = append(p.cards, panel.Card{Head: v.Name, Board: rulebook.Diagram(v.Rules, start.Setup().Pieces)})
	}
	r.shell.Open(p)
}

func (p *variantChoice) Show() panel.Dialog {
	f := panel.Field{ID: "variant", Set: panel.Into(&p.at), Columns: chooserColumns, Chosen: p.at, Cards: p.cards,
		Pick: "open", Open: func(n int) {
			p.r.shell.CloseTop()
			p.then(p.list[n])
		}}
	return panel.Dialog{ID: "which-variant", Kind: panel.Wide, Title: "Which game is this?", Cancel: "close",
		Lines: []string{"The record does not name its game. These games allow all its moves; " +
			"the likeliest comes first."},
		Fields: []panel.Field{f}, Buttons: []panel.Button{{ID: "close", Label: words.Cancel}}}
}
