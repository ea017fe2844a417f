// Package lock keeps a folder for one process at a time. The system takes the lock back
// when the process ends, however it ends. Whoever finds it held can tell the other something.
package lock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// Names of the files in a folder that is kept: the lock itself, and the id of the process
// that has it. They stay when the folder is free.
const (
	lockFile = ".lock"
	pidFile  = ".lock-pid"
)

// ErrHeld is the error where another has the folder.
var ErrHeld = errors.New("in use")

// Folder is a folder that this process has for itself.
type Folder struct {
	held *flock.Flock
	door io.Closer // where others tell this process something; nil: nowhere
}

// Take takes a folder, which is made if it is not there. The error is an ErrHeld that names
// the other's process, or tells why it cannot be known.
func Take(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	ok, err := f.TryLock()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked: %w", dir, err)
	}
	if !ok {
		return nil, fmt.Errorf("%s is %w by %s: end that first, or choose another folder", dir, ErrHeld, holder(dir))
	}
	if err := os.WriteFile(filepath.Join(dir, pidFile), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
		return nil, errors.Join(err, f.Unlock())
	}
	return &Folder{held: f}, nil
}

// holder names the process that has a folder.
func holder(dir string) string {
	if text, err := os.ReadFile(filepath.Join(dir, pidFile)); err == nil {
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return fmt.Sprintf("process %d", pid)
		}
	}
	return "another process"
}

// Free gives the folder back. A nil folder is free already.
func (f *Folder) Free() error {
	if f == nil {
		return nil
	}
	if f.door != nil {
		_ = f.door.Close()
	}
	return f.held.Unlock()
}

// Empty reports whether a folder has nothing in it but what this package put there; one that
// does not exist is empty.
func Empty(dir string) (bool, error) {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	for _, f := range list {
		if f.Name() != lockFile && f.Name() != pidFile && f.Name() != doorFile {
			return false, err
		}
	}
	return err == nil, err
}
