// Package folders keeps the desktop's files: settings and games in the folders that the system has for them, or below
// a folder that the player gives; and it reads the player's files elsewhere.
package folders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/render/cache"
)

// name is the name of the program's folders.
const name = "tafl3d"

func dataHome() string { return filepath.Join(xdg.DataHome, name) }

// Folders is a shell.Store in the system's folders for settings and for data.
type Folders struct {
	Config, Data string // paths
	Cache        string
	given        bool // the player chose the folder
}

// Open returns the system's folders, or folders below dir unless it is empty.
func Open(dir string) Folders {
	if dir != "" {
		return Folders{dir, dir, filepath.Join(dir, "cache"), true}
	}
	return Folders{filepath.Join(xdg.ConfigHome, name), dataHome(), filepath.Join(xdg.CacheHome, name), false}
}

func (f Folders) of(file string) *shell.Files {
	if file == SettingsFile {
		return shell.NewFiles(f.Config)
	}
	return shell.NewFiles(f.Data)
}

// Variants returns the folder of user-defined variants.
func (f Folders) Variants() catalogue.Shelf {
	return catalogue.NewShelf(filepath.Join(f.Config, "variants"))
}

// Events returns the store of tournaments.
func (f Folders) Events() events.Store { return events.NewStore(filepath.Join(f.Data, "events")) }

// Pictures returns the folder for pictures and films of games: in the player's picture folder, or
// below the folder that was given.
func (f Folders) Pictures() Pictures {
	if f.given {
		return Pictures{shell.NewFiles(filepath.Join(f.Data, "pictures"))}
	}
	return Pictures{shell.NewFiles(filepath.Join(xdg.UserDirs.Pictures, name))}
}

// Pictures is an after.Pictures.
type Pictures struct{ *shell.Files }

// Where implements after.Pictures.
func (s Pictures) Where(file string) string { return filepath.Join(s.Dir, filepath.FromSlash(file)) }

// NewSet returns the path of a new folder for a set to print of a variant: among the player's documents, or below the
// folder that was given.
func (f Folders) NewSet(variant string) string {
	dir := filepath.Join(xdg.UserDirs.Documents, name)
	if f.given {
		dir = filepath.Join(f.Data, "sets")
	}
	folder := filepath.Join(dir, variant)
	for n := 2; ; n++ {
		if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
			return folder
		}
		folder = filepath.Join(dir, fmt.Sprintf("%s-%d", variant, n))
	}
}

// Crashes returns the folder for crash reports: next to the games, or the temporary folder if that cannot be created.
func Crashes() string {
	dir := filepath.Join(dataHome(), "crashes")
	if os.MkdirAll(dir, 0o700) != nil {
		return os.TempDir()
	}
	return dir
}

// Load implements shell.Store.
func (f Folders) Load(file string) ([]byte, error) { return f.of(file).Load(file) }

// Save implements shell.Store.
func (f Folders) Save(file string, data []byte) error { return f.of(file).Save(file, data) }

// Aside implements shell.Store.
func (f Folders) Aside(file string) (string, error) { return f.of(file).Aside(file) }

// Names implements shell.Store.
func (f Folders) Names(folder string) ([]string, error) { return f.of(folder).Names(folder) }

// Remove implements shell.Store.
func (f Folders) Remove(file string) error { return f.of(file).Remove(file) }

// SettingsFile is the file in which app keeps the settings.
const SettingsFile = "settings.json"

// cacheMost is the maximum size of the cache in bytes: about ten boards in medium quality.
const cacheMost = 768 << 20

// Carvings returns the cache of generated boards and pieces in a folder, nil if dir is empty. Entries of other builds
// of the program are ignored.
func Carvings(dir, version string) *cache.Cache {
	if dir == "" {
		return nil
	}
	build := version
	if file, err := os.Executable(); err == nil {
		if i, err := os.Stat(file); err == nil {
			build = fmt.Sprint(build, " ", i.Size(), " ", i.ModTime().UnixNano())
		}
	}
	return cache.New(dir, build, cacheMost)
}
