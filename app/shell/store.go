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

// Store stores small files. Names are paths with slashes, such as "settings.json" and "games/monday.json".
type Store interface {
	// Load returns an error that matches fs.ErrNotExist if the file does not exist.
	Load(name string) ([]byte, error)
	// Save replaces the file atomically.
	Save(name string, data []byte) error
	// Aside renames an unreadable file and returns its new name.
	Aside(name string) (string, error)
	// Names returns the files of a folder, the most recently changed first.
	Names(folder string) ([]string, error)
	// Remove deletes a file. A missing file is no error.
	Remove(name string) error
}

// Files is a Store in a folder.
type Files struct{ Dir string }

// NewFiles returns a store in dir, which is created on first use.
func NewFiles(dir string) *Files { return &Files{dir} }

// path returns the path of a file.
func (f *Files) path(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

// Load implements Store.
func (f *Files) Load(name string) ([]byte, error) { return os.ReadFile(f.path(name)) }

// Save implements Store. It writes a temporary file, syncs it and renames it, so that after a crash either
// the old or the new file exists.
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

// syncFolder syncs the folder. If the system cannot do this, the data is safe, but after a crash the file may
// have its old name.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// asideMost is the largest number of damaged files per name.
const asideMost = 1000

// Aside implements Store: "game.json" becomes "game.damaged-1.json" or has the next free number.
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
	bare := func(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) } // game-2 follows game
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

// Saver writes to a store in a goroutine, so that the main thread never waits for the disk. It writes only
// the newest version of a file, in the order of the last Save, because Names sorts by age.
type Saver struct {
	store  Store
	failed func(name string, err error) // called from the goroutine
	mu     sync.Mutex                   // guards todo and gone
	todo   []file
	gone   []string // to delete after the pending writes
	ring   chan struct{}
	done   chan struct{}
}

// file is a pending write.
type file struct {
	name string
	data []byte
}

// is returns a test for the name of a file.
func is(name string) func(file) bool { return func(f file) bool { return f.name == name } }

// Save queues a write.
func (v *Saver) Save(name string, data []byte) {
	v.mu.Lock()
	v.todo = append(slices.DeleteFunc(v.todo, is(name)), file{name, data})
	v.gone = slices.DeleteFunc(v.gone, func(n string) bool { return n == name })
	v.mu.Unlock()
	v.wake()
}

// Remove queues the deletion of a file, after all earlier writes.
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
	default: // a signal is already pending
	}
}

// Close writes pending files and waits for them.
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

// retry queues a failed write again, for the next write or for Close, unless there is a newer version.
// Pending deletions wait for it.
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
			gone = nil // the failed file may replace one of these
		}
	}
	for _, name := range gone {
		if err := v.store.Remove(name); err != nil {
			v.failed(name, err)
		}
	}
}
