// Package lock reserves a folder for one process at a time. The system releases the lock when the process ends for
// any reason. A process that finds the folder locked can send the owner a message.
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

// Names of files in a locked folder: the lock file, and the file with the owner's process id. They remain when the
// folder is released.
const (
	lockFile = ".lock"
	pidFile  = ".lock-pid"
)

// ErrHeld is returned if another process has locked the folder.
var ErrHeld = errors.New("in use")

// Folder is a folder locked by this process.
type Folder struct {
	held     *flock.Flock
	listener io.Closer // the listener for messages from other processes; nil: none
}

// Take locks a folder and creates it if necessary. If another process has locked it, the error is an ErrHeld with the
// process id, or the reason why it is unknown.
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

// holder describes the process that has locked a folder.
func holder(dir string) string {
	if text, err := os.ReadFile(filepath.Join(dir, pidFile)); err == nil {
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return fmt.Sprintf("process %d", pid)
		}
	}
	return "another process"
}

// Free releases the folder. A nil folder may be freed.
func (f *Folder) Free() error {
	if f == nil {
		return nil
	}
	if f.listener != nil {
		_ = f.listener.Close()
	}
	return f.held.Unlock()
}

// Empty reports whether a folder contains at most the files of this package. A missing folder is empty.
func Empty(dir string) (bool, error) {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	for _, f := range list {
		if f.Name() != lockFile && f.Name() != pidFile && f.Name() != addressFile {
			return false, err
		}
	}
	return err == nil, err
}
