package events

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// ExportFolder is the folder for shared files in the folder of a tournament.
const ExportFolder = "share"

// Share writes the shared files.
func Share(
	to Store, id string, files map[string][]byte, picture *panel.Dialog, draw func(*panel.Dialog) ([]byte, error),
) error {
	var faults []error
	if draw != nil {
		data, err := draw(picture)
		if err == nil {
			files["table.png"] = data
		}
		faults = append(faults, err)
	}
	for name, data := range files {
		if err := to.Save(path.Join(id, ExportFolder, name), data); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(faults...)
}

// Contenders creates engines for tournaments. A ref names an engine: "level:3", or "cmd:PROGRAM" for an
// external one.
type Contenders interface {
	// Contender returns an engine for one game, and a function that ends it.
	Contender(ref, variant string, seed uint64) (p table.Player, end func(), err error)
	// Jobs is the number of games that may run in the background.
	Jobs() int
}

// Store stores tournaments, each in its folder. File names are paths with slashes: "summer-cup/event.json".
type Store interface {
	shell.Store
	// List returns the folders, the most recently changed first.
	List() ([]string, error)
	// Where returns the path of a file or folder for display.
	Where(name string) string
}

// folder is a Store on disk.
type folder struct{ *shell.Files }

// NewStore returns the tournaments in dir, which is created on first use.
func NewStore(dir string) Store { return folder{shell.NewFiles(dir)} }

// List implements Store.
func (c folder) List() ([]string, error) {
	found, err := fs.Glob(os.DirFS(c.Dir), "*/"+File)
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

// Where implements Store.
func (c folder) Where(name string) string { return filepath.Join(c.Dir, filepath.FromSlash(name)) }

// Options are the dependencies of local tournaments.
type Options struct {
	Events   Store
	Entrants Contenders // nil: only humans can take part
	// Picture renders a dialog as PNG, in the background; nil: not possible.
	Picture func(d *panel.Dialog) ([]byte, error)
	Reveal  func(folder string) error // opens a folder on the desktop; nil: not possible
}

// Read reads a tournament.
func Read(from Store, id string) (*tournament.Tournament, error) {
	data, err := from.Load(path.Join(id, File))
	if err != nil {
		return nil, err
	}
	return tournament.Decode(data)
}
