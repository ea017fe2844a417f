package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// Shelf is where the player's own variants are kept, each in a file "ID.toml"
// of the form that the catalogue has.
type Shelf interface {
	// Files returns the folder to read. It need not exist yet.
	Files() fs.FS
	// Save writes a file of the folder whole or not at all.
	Save(name string, data []byte) error
	// Where names the folder to the player.
	Where() string
	// Remove deletes a file of the folder.
	Remove(name string) error
}

// folder is a Shelf on the disk.
type folder struct{ files *shell.Files }

// NewShelf returns the shelf in dir, which is made when first needed.
func NewShelf(dir string) Shelf { return folder{shell.NewFiles(dir)} }

func (f folder) Files() fs.FS { return os.DirFS(f.files.Dir) }

func (f folder) Where() string { return f.files.Dir }

func (f folder) Save(name string, data []byte) error { return f.files.Save(name, data) }

func (f folder) Remove(name string) error { return os.Remove(filepath.Join(f.files.Dir, name)) }

// ownExt is the ending of the files of variants.
const ownExt = ".toml"

// library is every variant there is to choose from.
type library struct {
	shelf Shelf // nil: nothing of one's own is kept
	own   []*variant.Variant
}

// read reads the shelf. What is sound is there even when there is an error.
func (l *library) read() error {
	if l.shelf == nil {
		return nil
	}
	var err error
	l.own, err = variant.Load(l.shelf.Files(), variant.All()...)
	return err
}

// all returns the catalogue, and after it the player's own variants.
func (l *library) all() []*variant.Variant {
	return append(slices.Clone(variant.All()), l.own...)
}

// get returns the variant of an id.
func (l *library) get(id string) (*variant.Variant, error) {
	if i := slices.IndexFunc(l.own, func(v *variant.Variant) bool { return v.ID == id }); i >= 0 {
		return l.own[i], nil
	}
	return variant.Get(id)
}

// usual returns the variant of an id, another one if it is not there any more.
func (l *library) usual(id string) *variant.Variant {
	for _, name := range []string{id, usualVariant} {
		if v, err := l.get(name); err == nil {
			return v
		}
	}
	return variant.All()[0]
}

// mine reports whether v is one of the player's own, or made from one just now.
func (l *library) mine(v *variant.Variant) bool {
	return slices.Contains(l.own, v) || !slices.Contains(variant.All(), v)
}

// parent returns what v was made from, nil if that is not there any more.
func (l *library) parent(v *variant.Variant) *variant.Variant {
	if p, err := l.get(v.Extends); err == nil && v.Extends != "" {
		return p
	}
	return nil
}

// save puts v on the shelf, in the place of one of the same id, and returns it
// as it was read back.
func (l *library) save(v *variant.Variant) (*variant.Variant, error) {
	if l.shelf == nil {
		return nil, errors.New(textNoShelf)
	}
	if err := l.shelf.Save(l.file(v), variant.Encode(v, l.parent(v))); err != nil {
		return nil, err
	}
	fault := l.read()
	for _, w := range l.own {
		if w.ID == v.ID {
			return w, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", l.file(v), errors.Join(fault, fs.ErrNotExist))
}

// file returns the name of the file of v: the one that has its id already, if
// there is one.
func (l *library) file(v *variant.Variant) string {
	for _, w := range l.own {
		if w.ID == v.ID {
			return w.File
		}
	}
	return v.ID + ownExt
}

// remove takes v off the shelf.
func (l *library) remove(v *variant.Variant) error {
	if err := l.shelf.Remove(l.file(v)); err != nil {
		return err
	}
	_ = l.read() // what else is wrong on the shelf was said at the start
	return nil
}

// readShelf reads the player's own variants and reports the files that cannot
// be used.
func (a *App) readShelf() {
	a.lib.shelf = a.opt.Variants
	if err := a.lib.read(); err != nil {
		a.faults = strings.Split(err.Error(), "\n")
	}
}

// faultsPage lists the files of the shelf that cannot be used.
type faultsPage struct{ a *App }

func (p faultsPage) Show() panel.Dialog {
	return panel.Dialog{ID: "faults", Title: textFaults, Lines: []string{textFaultsLine(p.a.lib.shelf.Where())}, Faults: p.a.faults, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
}

func (p faultsPage) Do(panel.Command) {}
