package catalogue

import (
	"io/fs"
	"os"
	"path/filepath"

	"tafl3d/app/shell"
)

// Shelf stores the player's variants, each in a file "ID.toml" in the format of the built-in ones.
type Shelf interface {
	// Files returns the folder. It need not exist.
	Files() fs.FS
	// Save writes a file atomically.
	Save(name string, data []byte) error
	// Where returns the path of the folder for display.
	Where() string
	// Remove deletes a file.
	Remove(name string) error
}

// folder is a Shelf on disk.
type folder struct{ files *shell.Files }

// NewShelf returns the shelf in dir, which is created on first use.
func NewShelf(dir string) Shelf { return folder{shell.NewFiles(dir)} }

func (f folder) Files() fs.FS { return os.DirFS(f.files.Dir) }

func (f folder) Where() string { return f.files.Dir }

func (f folder) Save(name string, data []byte) error { return f.files.Save(name, data) }

func (f folder) Remove(name string) error { return os.Remove(filepath.Join(f.files.Dir, name)) }
