package app

import (
	"strings"

	"tafl3d/app/words"
	"tafl3d/panel"
)

// readShelf reads the player's own variants and reports invalid files.
func (a *App) readShelf() {
	a.board.Lib.Shelf = a.opt.Variants
	if err := a.board.Lib.Read(); err != nil {
		a.faults = strings.Split(words.Plain(err), "\n")
	}
}

// faultsPage lists the invalid files of variants.
type faultsPage struct{ a *App }

func (p faultsPage) Show() panel.Dialog {
	return panel.Dialog{ID: "faults", Kind: panel.Question, Title: "Some of your variants cannot be used",
		Lines: []string{textFaultsLine(p.a.board.Lib.Shelf.Where())}, Faults: p.a.faults, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
}
