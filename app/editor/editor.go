// Package editor has the pages on which rules, marked squares and positions are made. It shows
// what is made on the board, and hands it to whoever opened it; it begins no game.
package editor

import (
	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// Game is what is about to be played by the rules that are made.
type Game interface {
	Choose(v *variant.Variant) // by a variant of the catalogue
	Take(v *variant.Variant)   // by rules that are on no shelf
	Kept(v *variant.Variant)   // by rules that were just put on the shelf
}

// Room opens the pages.
type Room struct {
	shell *shell.Shell
	lib   *catalogue.Catalogue
	set   func(v *variant.Variant) // puts the board of a variant on the stage
	lay   func(s game.Setup)       // puts pieces on it
	drafts
}

// New returns the editor of the variants of lib. What is made is seen by set and lay.
// Drafts are kept in files, where there is a store.
func New(
	s *shell.Shell, store Store, lib *catalogue.Catalogue, set func(v *variant.Variant), lay func(s game.Setup),
) *Room {
	return &Room{s, lib, set, lay, drafts{store: store, known: map[string]ruleset.Ruleset{}}}
}

// drafts are rules that were changed and not yet saved under a name, by the id of the
// variant that they were made of. They stay when the page is left, and in files when the
// program is.
type drafts struct {
	store Store // nil: they stay until the program ends
	known map[string]ruleset.Ruleset
}

// Store keeps files, as shell.Store.
type Store interface {
	Load(name string) ([]byte, error)
}
