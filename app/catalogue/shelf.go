package catalogue

import (
	"io/fs"
	"os"
	"path/filepath"

	"tafl3d/app/shell"
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
