// Package set makes a set to play with at home: the board, the pieces and the rules of a variant as sheets to
// print, in the player's language, and the board and the pieces as bodies for a 3D printer. It knows no window.
package set

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tafl3d/game/variant"
	"tafl3d/set/solid"
)

// file is a file of a set, with its path below the folder of the set.
type file struct {
	name  string
	write func(ctx context.Context, out io.Writer) error
}

// Make makes the set of a variant in a folder that does not exist yet or is empty. It works in another folder beside
// it and renames that when all files are written, so no set is left half done; ctx ends it early. told, which may be
// nil, is called after each file.
func Make(ctx context.Context, v *variant.Variant, o Options, folder string, told func(done, of int)) error {
	o, err := o.complete(v)
	if err != nil {
		return err
	}
	if err := vacant(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(folder), filepath.Base(folder)+".part-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := fill(ctx, work, files(v, o), told); err != nil {
		return err
	}
	if err := os.Chmod(work, 0o755); err != nil {
		return err
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(work, folder)
}

// vacant returns an error unless a folder is missing or empty.
func vacant(folder string) error {
	list, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(list) > 0:
		return fmt.Errorf("%s is not empty: name another folder, or delete it first", folder)
	}
	return nil
}

// files lists the files of a set.
func files(v *variant.Variant, o Options) []file {
	list := []file{
		{"board.pdf", func(_ context.Context, out io.Writer) error { return WriteBoard(out, v, o) }},
		{"pieces.pdf", func(_ context.Context, out io.Writer) error { return WritePieces(out, v, o) }},
		{"rules.pdf", func(_ context.Context, out io.Writer) error { return WriteRules(out, v, o) }},
	}
	return append(list, (&prints{v: v, o: o, made: map[string]*solid.Mesh{}}).files()...)
}

// fill writes files into a folder.
func fill(ctx context.Context, folder string, list []file, told func(done, of int)) error {
	for i, f := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.into(ctx, folder); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if told != nil {
			told(i+1, len(list))
		}
	}
	return ctx.Err()
}

// into writes the file below a folder.
func (f *file) into(ctx context.Context, folder string) error {
	path := filepath.Join(folder, filepath.FromSlash(f.name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(out)
	return errors.Join(f.write(ctx, buf), buf.Flush(), out.Close())
}
