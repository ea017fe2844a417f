package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"tafl3d/app"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/render/cache"
)

// name is the name of the program's folders.
const name = "tafl3d"

func dataHome() string { return filepath.Join(xdg.DataHome, name) }

// folders is a shell.Store in the system's folders for settings and for data.
type folders struct {
	config, data string // paths, for messages
	cache        string
	given        bool // the player chose the folder
}

// openFolders returns the system's folders, or folders below dir unless it is empty.
func openFolders(dir string) folders {
	if dir != "" {
		return folders{dir, dir, filepath.Join(dir, "cache"), true}
	}
	return folders{filepath.Join(xdg.ConfigHome, name), dataHome(), filepath.Join(xdg.CacheHome, name), false}
}

func (f folders) of(file string) *shell.Files {
	if file == settingsFile {
		return shell.NewFiles(f.config)
	}
	return shell.NewFiles(f.data)
}

// carvings returns the cache of generated boards and pieces.
func (f folders) carvings() *cache.Cache { return openCache(f.cache) }

// cacheMost is the maximum size of the cache in bytes: about ten boards in medium quality.
const cacheMost = 768 << 20

// openCache returns the cache in a folder, nil if dir is empty. Entries of other builds of the
// program are ignored.
func openCache(dir string) *cache.Cache {
	if dir == "" {
		return nil
	}
	build := version()
	if file, err := os.Executable(); err == nil {
		if i, err := os.Stat(file); err == nil {
			build = fmt.Sprint(build, " ", i.Size(), " ", i.ModTime().UnixNano())
		}
	}
	return cache.New(dir, build, cacheMost)
}

// variants returns the folder of user-defined variants.
func (f folders) variants() catalogue.Shelf {
	return catalogue.NewShelf(filepath.Join(f.config, "variants"))
}

// events returns the store of tournaments.
func (f folders) events() events.Store { return events.NewStore(filepath.Join(f.data, "events")) }

// pictures returns the folder for pictures and films of games: in the player's picture folder, or
// below the folder that was given.
func (f folders) pictures() shelf {
	if f.given {
		return shelf{shell.NewFiles(filepath.Join(f.data, "pictures"))}
	}
	return shelf{shell.NewFiles(filepath.Join(xdg.UserDirs.Pictures, name))}
}

// shelf is an after.Pictures.
type shelf struct{ *shell.Files }

// Where implements after.Pictures.
func (s shelf) Where(file string) string { return filepath.Join(s.Dir, filepath.FromSlash(file)) }

// Load implements shell.Store.
func (f folders) Load(file string) ([]byte, error) { return f.of(file).Load(file) }

// Save implements shell.Store.
func (f folders) Save(file string, data []byte) error { return f.of(file).Save(file, data) }

// Aside implements shell.Store.
func (f folders) Aside(file string) (string, error) { return f.of(file).Aside(file) }

// Names implements shell.Store.
func (f folders) Names(folder string) ([]string, error) { return f.of(folder).Names(folder) }

// Remove implements shell.Store.
func (f folders) Remove(file string) error { return f.of(file).Remove(file) }

// settingsFile is the file in which app keeps the settings.
const settingsFile = "settings.json"

// check returns an error if the settings cannot be read. The game itself starts with defaults and
// keeps the damaged file under another name.
func (f folders) check() error {
	if err := app.CheckSettings(f); err != nil {
		return fmt.Errorf("cannot use the settings in %s: %w; correct the file or delete it",
			filepath.Join(f.config, settingsFile), err)
	}
	return nil
}
