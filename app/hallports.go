package app

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// Hall is what tournaments need beside the rest of the Options.
type Hall struct {
	Events   Events
	Entrants Contenders // nil: only people can enter
	// Picture draws a dialog as a PNG of its own; nil: nobody can. It is called
	// beside the main thread.
	Picture func(d *panel.Dialog) ([]byte, error)
}

// Contenders are the engines that can enter an event. An engine is named by a
// ref: "level:3", or "cmd:PROGRAM" for another program.
type Contenders interface {
	// Contender returns an engine for one game, and what ends it.
	Contender(ref, variant string, seed uint64) (p table.Player, end func(), err error)
	// Jobs is how many games may be played beside the one on the screen.
	Jobs() int
}

// Events is where tournaments are kept, each in a folder of its own. The names
// of its files are paths with slashes: "summer-cup/event.json".
type Events interface {
	shell.Store
	// List returns the folders, the one that changed last first.
	List() ([]string, error)
	// Where names a file or folder to the player.
	Where(name string) string
}

// cupboard is Events on the disk.
type cupboard struct{ dir string }

// NewEvents returns the events in dir, which is made when first needed.
func NewEvents(dir string) Events { return cupboard{dir} }

// of returns the folder of a file, and its name there.
func (c cupboard) of(name string) (*shell.Files, string) {
	return shell.NewFiles(filepath.Join(c.dir, filepath.FromSlash(path.Dir(name)))), path.Base(name)
}

// Load implements Store.
func (c cupboard) Load(name string) ([]byte, error) {
	f, base := c.of(name)
	return f.Load(base)
}

// Save implements Store.
func (c cupboard) Save(name string, data []byte) error {
	f, base := c.of(name)
	return f.Save(base, data)
}

// Aside implements Store.
func (c cupboard) Aside(name string) (string, error) {
	f, base := c.of(name)
	to, err := f.Aside(base)
	return path.Join(path.Dir(name), to), err
}

// List implements Events.
func (c cupboard) List() ([]string, error) {
	found, err := fs.Glob(os.DirFS(c.dir), "*/"+eventFile)
	if err != nil {
		return nil, err
	}
	at := map[string]int64{}
	for i, name := range found {
		found[i] = path.Dir(name)
		if info, err := os.Stat(c.Where(name)); err == nil {
			at[found[i]] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(a, b)) })
	return found, nil
}

// Where implements Events.
func (c cupboard) Where(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }
