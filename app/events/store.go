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

// ExportFolder is where the files for others are, in the folder of the event.
const ExportFolder = "share"

// Share writes the files.
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

// Contenders are the engines that can enter an event. An engine is named by a
// ref: "level:3", or "cmd:PROGRAM" for another program.
type Contenders interface {
	// Contender returns an engine for one game, and what ends it.
	Contender(ref, variant string, seed uint64) (p table.Player, end func(), err error)
	// Jobs is how many games may be played beside the one on the screen.
	Jobs() int
}

// Store is where tournaments are kept, each in a folder of its own. The names
// of its files are paths with slashes: "summer-cup/event.json".
type Store interface {
	shell.Store
	// List returns the folders, the one that changed last first.
	List() ([]string, error)
	// Where names a file or folder to the player.
	Where(name string) string
}

// folder is a Store on the disk.
type folder struct{ *shell.Files }

// NewStore returns the events in dir, which is made when first needed.
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

// Options is what tournaments need beside the rest of the Options.
type Options struct {
	Events   Store
	Entrants Contenders // nil: only people can enter
	// Picture draws a dialog as a PNG of its own; nil: nobody can. It is called
	// beside the main thread.
	Picture func(d *panel.Dialog) ([]byte, error)
	Reveal  func(folder string) error // opens a folder on the desktop; nil: that cannot be done
}

// Read reads an event.
func Read(from Store, id string) (*tournament.Tournament, error) {
	data, err := from.Load(path.Join(id, File))
	if err != nil {
		return nil, err
	}
	return tournament.Decode(data)
}
