package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// others are the rights of users who do not own a file.
const others fs.FileMode = 0o077

// Private makes a folder where it is missing, and takes all rights of other users away from it and from what it holds
// under names, which may have wildcards: folders become 700 and files 600, whatever the umask and whoever made them.
// The error tells what could not be changed.
func Private(dir string, names ...string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	paths, err := Exposed(dir, names...)
	for _, path := range paths {
		info, failed := os.Lstat(path)
		if failed == nil {
			failed = os.Chmod(path, info.Mode().Perm()&^others)
		}
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// Exposed lists what other users of the machine have rights to: of a folder and of what it holds under names. A folder
// for everyone, as /tmp is, is not listed itself. Windows has no such rights.
func Exposed(dir string, names ...string) (paths []string, err error) {
	if runtime.GOOS == "windows" {
		return nil, nil
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	look := func(path string, info fs.FileInfo) {
		if info.Mode()&fs.ModeSymlink == 0 && info.Mode().Perm()&others != 0 {
			paths = append(paths, path)
		}
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSticky == 0 {
		look(dir, info)
	}
	for _, name := range names {
		found, _ := filepath.Glob(filepath.Join(dir, name)) // the names are ours
		for _, path := range found {
			err = errors.Join(err, filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
				if err == nil {
					var info fs.FileInfo
					if info, err = d.Info(); err == nil {
						look(path, info)
					}
				}
				if errors.Is(err, fs.ErrNotExist) {
					return nil // it has gone meanwhile
				}
				return err
			}))
		}
	}
	return paths, err
}
