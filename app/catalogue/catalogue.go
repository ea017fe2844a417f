// Package catalogue provides all variants: the built-in ones, and the player's own, which it stores in a
// folder.
package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// Names returns the names of variants in menus.
func (l *Catalogue) Names(vs []*variant.Variant) []string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = l.Name(v)
	}
	return names
}

// Name returns the name of v in menus; the player's own variants are marked.
func (l *Catalogue) Name(v *variant.Variant) string {
	switch {
	case slices.Contains(l.Own, v):
		return textOwn(v.Name)
	case l.Mine(v):
		return textChanged(v.Name)
	}
	return v.Name
}

const UsualVariant = "brandubh-gorrion"

// OwnExt is the extension of variant files.
const OwnExt = ".toml"

// Catalogue holds all variants.
type Catalogue struct {
	Shelf Shelf // nil: own variants cannot be saved
	Own   []*variant.Variant
}

// Read reads the player's variants. Valid ones are available even if it returns an error.
func (l *Catalogue) Read() error {
	if l.Shelf == nil {
		return nil
	}
	var err error
	l.Own, err = variant.Load(l.Shelf.Files(), variant.All()...)
	return err
}

// All returns the built-in variants, followed by the player's own.
func (l *Catalogue) All() []*variant.Variant {
	return append(slices.Clone(variant.All()), l.Own...)
}

// Get returns a variant by id.
func (l *Catalogue) Get(id string) (*variant.Variant, error) {
	if i := slices.IndexFunc(l.Own, func(v *variant.Variant) bool { return v.ID == id }); i >= 0 {
		return l.Own[i], nil
	}
	return variant.Get(id)
}

// Usual returns a variant by id, or a default if it does not exist.
func (l *Catalogue) Usual(id string) *variant.Variant {
	for _, name := range []string{id, UsualVariant} {
		if v, err := l.Get(name); err == nil {
			return v
		}
	}
	return variant.All()[0]
}

// Mine reports whether v is one of the player's variants or an unsaved one.
func (l *Catalogue) Mine(v *variant.Variant) bool {
	return slices.Contains(l.Own, v) || !slices.Contains(variant.All(), v)
}

// Parent returns the variant from which v was made; nil if it no longer exists.
func (l *Catalogue) Parent(v *variant.Variant) *variant.Variant {
	if p, err := l.Get(v.Extends); err == nil && v.Extends != "" {
		return p
	}
	return nil
}

// Save saves v, replacing a variant with the same id, and returns it as read back.
func (l *Catalogue) Save(v *variant.Variant) (*variant.Variant, error) {
	if l.Shelf == nil {
		return nil, errors.New(textNoShelf)
	}
	if err := l.Shelf.Save(l.file(v), variant.Encode(v, l.Parent(v))); err != nil {
		return nil, err
	}
	fault := l.Read()
	for _, w := range l.Own {
		if w.ID == v.ID {
			return w, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", l.file(v), errors.Join(fault, fs.ErrNotExist))
}

// file returns the file name of v: the existing file with its id, if any.
func (l *Catalogue) file(v *variant.Variant) string {
	for _, w := range l.Own {
		if w.ID == v.ID {
			return w.File
		}
	}
	return v.ID + OwnExt
}

// Remove deletes v.
func (l *Catalogue) Remove(v *variant.Variant) error {
	if err := l.Shelf.Remove(l.file(v)); err != nil {
		return err
	}
	_ = l.Read() // other errors were reported at the start
	return nil
}

const textNoShelf = "there is no folder for your own variants"

func textOwn(name string) string { return tongue.Textf("%s (yours)", name) }

func textChanged(name string) string { return tongue.Textf("%s (changed)", name) }
