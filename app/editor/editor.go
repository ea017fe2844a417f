// Package editor has the pages for editing rules, marked squares and positions. It shows them on the board
// and passes the result to its caller; it starts no game.
package editor

import (
	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// Target receives the rules for a new game.
type Target interface {
	Choose(v *variant.Variant) // a variant of the catalogue
	Take(v *variant.Variant)   // unsaved rules
	Kept(v *variant.Variant)   // rules that were just saved
}

// Editor opens the pages.
type Editor struct {
	shell *shell.Shell
	lib   *catalogue.Catalogue
	set   func(v *variant.Variant) // shows the board of a variant
	lay   func(s game.Setup)       // shows pieces on it
	// Fairness opens the page that says how fair rules are; nil: there is none.
	Fairness func(v *variant.Variant)
	drafts
}

// New returns the editor for the variants of lib. set and lay show the result. Drafts are saved in files if
// there is a store.
func New(
	s *shell.Shell, store Store, lib *catalogue.Catalogue, set func(v *variant.Variant), lay func(s game.Setup),
) *Editor {
	return &Editor{shell: s, lib: lib, set: set, lay: lay,
		drafts: drafts{store: store, known: map[string]ruleset.Ruleset{}}}
}

// drafts holds unsaved changes by the id of their base. They survive closing the page and, in files, the end
// of the program.
type drafts struct {
	store Store // nil: drafts last until the program ends
	known map[string]ruleset.Ruleset
}

// Store saves files, as shell.Store does.
type Store interface {
	Load(name string) ([]byte, error)
}
