package command

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Stdout is the name that stands for standard output, and as an input for standard input.
const Stdout = "-"

// ForceFlag declares -force, which lets Writable pass for files that are there already.
func ForceFlag(f *flag.FlagSet, force *bool) {
	f.BoolVar(force, "force", false, "replace a file that is there already")
}

// Given returns the names of the flags of f that the command line has.
func Given(f *flag.FlagSet) map[string]bool {
	set := map[string]bool{}
	f.Visit(func(g *flag.Flag) { set[g.Name] = true })
	return set
}

// Writable refuses, before any work is done, files that could not be written, and files that are there already unless
// force is set. It passes for empty names, standard output, and what is no regular file, such as a pipe.
func Writable(force bool, paths ...string) error {
	for _, path := range paths {
		if path == "" || path == Stdout {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir():
			return fmt.Errorf("%s is a folder: enter the name of a file", path)
		case err == nil && info.Mode().IsRegular() && !force:
			return fmt.Errorf("%s is there already: add -force to replace it, or choose another name", path)
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

// hasFolder refuses a file for which there is no folder.
func hasFolder(path string) error {
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, filepath.Dir(path))
	}
	return nil
}

// Write writes a result into a file, which is then the old one or the new, or for Stdout to standard output.
func (e *Env) Write(path string, data []byte) error {
	if path == Stdout {
		_, err := e.Out.Write(data)
		return err
	}
	return ReplaceFile(path, data)
}

// Say tells what was done: on standard output, or as a note where the result at path is there.
func (e *Env) Say(path, format string, args ...any) {
	if path == Stdout {
		fmt.Fprintf(e.Note, format, args...)
		return
	}
	fmt.Fprintf(e.Out, format, args...)
}

// ReplaceFile writes a file such that it is either the old one or the new. It goes where a link leads, keeps the
// rights of a file that it replaces, and writes straight into what is no regular file, such as a pipe.
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

// Count is a number with its noun: "1 game", "2 games".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
