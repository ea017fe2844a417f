package shell

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Store keeps small files. Their names are paths with slashes: "settings.json",
// "games/monday.json".
type Store interface {
	// Load returns an error that is fs.ErrNotExist where there is no such file.
	Load(name string) ([]byte, error)
	// Save replaces the file whole or not at all.
	Save(name string, data []byte) error
	// Aside renames a file that cannot be used and returns its new name.
	Aside(name string) (string, error)
	// Names returns the files of a folder, the one that changed last first.
	Names(folder string) ([]string, error)
	// Remove deletes a file. It is no error if there is none.
	Remove(name string) error
}

// Files is a Store in a folder.
type Files struct{ Dir string }

// NewFiles returns a store in dir, which is made when first needed.
func NewFiles(dir string) *Files { return &Files{dir} }

// path returns where a file is.
func (f *Files) path(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

// Load implements Store.
func (f *Files) Load(name string) ([]byte, error) { return os.ReadFile(f.path(name)) }

// Save implements Store: it writes beside the file, waits for the disk, and
// then renames, so that a crash leaves either the old file or the new one.
func (f *Files) Save(name string, data []byte) error {
	to := f.path(name)
	dir := filepath.Dir(to)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	t, err := os.CreateTemp(dir, filepath.Base(to)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = t.Write(data)
	if err == nil {
		err = t.Sync()
	}
	err = errors.Join(err, t.Close())
	if err == nil {
		err = os.Rename(t.Name(), to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(t.Name()))
	}
	syncFolder(dir)
	return nil
}

// syncFolder waits until the folder itself is on the disk. Where a system cannot
// do that, the file is safe all the same, only perhaps still under its old name.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// asideMost is how many damaged files of a name are kept.
const asideMost = 1000

// Aside implements Store: "game.json" becomes "game.damaged-1.json", or the
// next number that is free.
func (f *Files) Aside(name string) (string, error) {
	ext := filepath.Ext(name)
	for n := 1; n <= asideMost; n++ {
		to := fmt.Sprintf("%s.damaged-%d%s", strings.TrimSuffix(name, ext), n, ext)
		_, err := os.Lstat(f.path(to))
		if errors.Is(err, fs.ErrNotExist) {
			return to, os.Rename(f.path(name), f.path(to))
		}
		if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("%s: %d damaged files are enough", name, asideMost)
}

// Names implements Store.
func (f *Files) Names(folder string) ([]string, error) {
	list, err := os.ReadDir(f.path(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	at := map[string]int64{}
	for _, e := range list {
		if i, err := e.Info(); err == nil && i.Mode().IsRegular() {
			names = append(names, e.Name())
			at[e.Name()] = i.ModTime().UnixNano()
		}
	}
	bare := func(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) } // "game-2" is after "game"
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(bare(b), bare(a)), cmp.Compare(b, a))
	})
	return names, err
}

// Remove implements Store.
func (f *Files) Remove(name string) error {
	if err := os.Remove(f.path(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Saver writes to a store in a goroutine of its own, so that the picture never
// waits for the disk. Of several versions of a file only the newest is written, and
// the file that was saved last is written last: Names tells them by their age.
type Saver struct {
	store  Store
	failed func(name string, err error) // called from the goroutine
	mu     sync.Mutex                   // guards todo and gone
	todo   []file
	gone   []string // to be deleted once what is to be written is written
	ring   chan struct{}
	done   chan struct{}
}

// file is what is to be written.
type file struct {
	name string
	data []byte
}

// is returns whether a file has a name.
func is(name string) func(file) bool { return func(f file) bool { return f.name == name } }

// Save writes the file soon.
func (v *Saver) Save(name string, data []byte) {
	v.mu.Lock()
	v.todo = append(slices.DeleteFunc(v.todo, is(name)), file{name, data})
	v.gone = slices.DeleteFunc(v.gone, func(n string) bool { return n == name })
	v.mu.Unlock()
	v.wake()
}

// Remove deletes the file soon, after all has been written that was to be saved before.
func (v *Saver) Remove(name string) {
	v.mu.Lock()
	v.todo = slices.DeleteFunc(v.todo, is(name))
	v.gone = append(v.gone, name)
	v.mu.Unlock()
	v.wake()
}

func (v *Saver) wake() {
	select {
	case v.ring <- struct{}{}:
	default: // it will look anyway
	}
}

// Close writes what is left and waits for it.
func (v *Saver) Close() {
	close(v.ring)
	<-v.done
}

func (v *Saver) run() {
	defer close(v.done)
	for range v.ring {
		v.flush()
	}
	v.flush()
}

// retry has a file that could not be written written with the next one, or at the end, if
// there is no newer version of it by then; what was to be deleted waits for it.
func (v *Saver) retry(f file, gone []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.ContainsFunc(v.todo, is(f.name)) && !slices.Contains(v.gone, f.name) {
		v.todo = slices.Insert(v.todo, 0, f)
	}
	for _, n := range gone {
		if !slices.ContainsFunc(v.todo, is(n)) {
			v.gone = append(v.gone, n)
		}
	}
}

func (v *Saver) flush() {
	v.mu.Lock()
	todo, gone := v.todo, v.gone
	v.todo, v.gone = nil, nil
	v.mu.Unlock()
	for _, f := range todo {
		if err := v.store.Save(f.name, f.data); err != nil {
			v.failed(f.name, err)
			v.retry(f, gone)
			gone = nil // perhaps it was to take the place of one of these
		}
	}
	for _, name := range gone {
		if err := v.store.Remove(name); err != nil {
			v.failed(name, err)
		}
	}
}
