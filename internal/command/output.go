package command

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Stdout is the file name for standard output, and for standard input where a file is read.
const Stdout = "-"

// ForceFlag declares -force, which makes Writable accept existing files.
func ForceFlag(f *flag.FlagSet, force *bool) {
	f.BoolVar(force, "force", false, "replace an existing file")
}

// Given returns the names of the flags of f that were set on the command line.
func Given(f *flag.FlagSet) map[string]bool {
	set := map[string]bool{}
	f.Visit(func(g *flag.Flag) { set[g.Name] = true })
	return set
}

// Writable returns an error if a file cannot be written, or exists and force is false. Call it before long work. It
// accepts empty names, Stdout, and special files such as pipes.
func Writable(force bool, paths ...string) error {
	for _, path := range paths {
		if path == "" || path == Stdout {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			return fmt.Errorf("%s is a folder: give the name of a file", path)
		case err == nil && info.Mode().IsRegular() && !force:
			return fmt.Errorf("%s already exists: add -force to replace it, or choose another name", path)
		case err == nil:
		case !errors.Is(err, fs.ErrNotExist):
			return err
		default:
			if err := hasFolder(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasFolder returns an error if the folder of a file does not exist.
func hasFolder(path string) error {
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("cannot write %s: there is no folder %s", path, filepath.Dir(path))
	}
	return nil
}

// Write writes data to a file atomically, or to standard output if path is Stdout.
func (e *Env) Write(path string, data []byte) error {
	if path == Stdout {
		_, err := e.Out.Write(data)
		return err
	}
	return ReplaceFile(path, data)
}

// Say reports what was done: on standard output, or on e.Note if the result at path goes to standard output.
func (e *Env) Say(path, format string, args ...any) {
	if path == Stdout {
		fmt.Fprintf(e.Note, format, args...)
		return
	}
	fmt.Fprintf(e.Out, format, args...)
}

// ReplaceFile writes a file atomically: after a failure the old contents remain. It follows symbolic links, keeps the
// permissions of an existing file, and writes directly into special files such as pipes.
func ReplaceFile(path string, data []byte) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return os.WriteFile(path, data, mode)
		}
	}
	if err := hasFolder(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Count returns a number with its noun: "1 game", "2 games".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
