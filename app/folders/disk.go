package folders

import (
	"errors"
	"io"
	"os"

	"tafl3d/app/study"
	"tafl3d/internal/unpack"
)

// Disk gives access to the player's files outside the program's folders.
type Disk struct{}

// Open implements study.Disk. It returns decompressed content.
func (Disk) Open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = study.ErrFolder
	}
	var text io.Reader
	if err == nil {
		text, err = unpack.Reader(f)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{text, f}, nil
}
