// Package catalogue has every variant there is to choose from: those that ship, and the
// player's own, which it keeps in a folder.
package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// Names returns what variants are called in menus.
func (l *Catalogue) Names(vs []*variant.Variant) []string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = l.Name(v)
	}
	return names
}

// Name returns what v is called in menus: the player's own are marked.
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

// OwnExt is the ending of the files of variants.
const OwnExt = ".toml"

// Catalogue is every variant there is to choose from.
type Catalogue struct {
	Shelf Shelf // nil: nothing of one's own is kept
	Own   []*variant.Variant
}

// Read reads the shelf. What is sound is there even when there is an error.
func (l *Catalogue) Read() error {
	if l.Shelf == nil {
		return nil
	}
	var err error
	l.Own, err = variant.Load(l.Shelf.Files(), variant.All()...)
	return err
}

// All returns the catalogue, and after it the player's own variants.
func (l *Catalogue) All() []*variant.Variant {
	return append(slices.Clone(variant.All()), l.Own...)
}

// Get returns the variant of an id.
func (l *Catalogue) Get(id string) (*variant.Variant, error) {
	if i := slices.IndexFunc(l.Own, func(v *variant.Variant) bool { return v.ID == id }); i >= 0 {
		return l.Own[i], nil
	}
	return variant.Get(id)
}

// Usual returns the variant of an id, another one if it is not there any more.
func (l *Catalogue) Usual(id string) *variant.Variant {
	for _, name := range []string{id, UsualVariant} {
		if v, err := l.Get(name); err == nil {
			return v
		}
	}
	return variant.All()[0]
}

// Mine reports whether v is one of the player's own, or made from one just now.
func (l *Catalogue) Mine(v *variant.Variant) bool {
	return slices.Contains(l.Own, v) || !slices.Contains(variant.All(), v)
}

// Parent returns what v was made from, nil if that is not there any more.
func (l *Catalogue) Parent(v *variant.Variant) *variant.Variant {
	if p, err := l.Get(v.Extends); err == nil && v.Extends != "" {
		return p
	}
	return nil
}

// Save puts v on the shelf, in the place of one of the same id, and returns it
// as it was read back.
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

// file returns the name of the file of v: the one that has its id already, if
// there is one.
func (l *Catalogue) file(v *variant.Variant) string {
	for _, w := range l.Own {
		if w.ID == v.ID {
			return w.File
		}
	}
	return v.ID + OwnExt
}

// Remove takes v off the shelf.
func (l *Catalogue) Remove(v *variant.Variant) error {
	if err := l.Shelf.Remove(l.file(v)); err != nil {
		return err
	}
	_ = l.Read() // what else is wrong on the shelf was said at the start
	return nil
}

const textNoShelf = "there is no folder for your own variants"

func textOwn(name string) string { return tongue.Textf("%s (yours)", name) }

func textChanged(name string) string { return tongue.Textf("%s (changed)", name) }
