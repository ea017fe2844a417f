package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// others are the permission bits of users who do not own a file.
const others fs.FileMode = 0o077

// Private creates a folder if necessary and removes all permissions of other users from it and from its files that
// match names, which may contain wildcards: folders get mode 700 and files 600, regardless of umask and owner. The
// error names what could not be changed.
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

// Exposed lists the folder and the files in it matching names that other users of the machine have permissions for.
// It does not list a folder that is open to all users, such as /tmp. On Windows there are no such permissions.
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
		found, _ := filepath.Glob(filepath.Join(dir, name)) // the patterns are constants of this program
		for _, path := range found {
			err = errors.Join(err, filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
				if err == nil {
					var info fs.FileInfo
					if info, err = d.Info(); err == nil {
						look(path, info)
					}
				}
				if errors.Is(err, fs.ErrNotExist) {
					return nil // removed in the meantime
				}
				return err
			}))
		}
	}
	return paths, err
}
