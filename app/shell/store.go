package shell

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Store keeps small files under plain names such as "game.json".
type Store interface {
	// Load returns an error that is fs.ErrNotExist where there is no such file.
	Load(name string) ([]byte, error)
	// Save replaces the file whole or not at all.
	Save(name string, data []byte) error
	// Aside renames a file that cannot be used and returns its new name.
	Aside(name string) (string, error)
}

// Files is a Store in a folder.
type Files struct{ Dir string }

// NewFiles returns a store in dir, which is made when first needed.
func NewFiles(dir string) *Files { return &Files{dir} }

// Load implements Store.
func (f *Files) Load(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(f.Dir, name))
}

// Save implements Store: it writes beside the file, waits for the disk, and
// then renames, so that a crash leaves either the old file or the new one.
func (f *Files) Save(name string, data []byte) error {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return err
	}
	t, err := os.CreateTemp(f.Dir, name+".*.tmp")
	if err != nil {
		return err
	}
	_, err = t.Write(data)
	if err == nil {
		err = t.Sync()
	}
	err = errors.Join(err, t.Close())
	if err == nil {
		err = os.Rename(t.Name(), filepath.Join(f.Dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(t.Name()))
	}
	f.sync()
	return nil
}

// sync waits until the folder itself is on the disk. Where a system cannot do
// that, the file is safe all the same, only perhaps still under its old name.
func (f *Files) sync() {
	if d, err := os.Open(f.Dir); err == nil {
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
		_, err := os.Lstat(filepath.Join(f.Dir, to))
		if errors.Is(err, fs.ErrNotExist) {
			return to, os.Rename(filepath.Join(f.Dir, name), filepath.Join(f.Dir, to))
		}
		if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("%s: %d damaged files are enough", name, asideMost)
}

// Saver writes to a store in a goroutine of its own, so that the picture never
// waits for the disk. Of several versions of a file only the newest is written.
type Saver struct {
	store  Store
	failed func(name string, err error) // called from the goroutine
	mu     sync.Mutex                   // guards todo
	todo   map[string][]byte
	ring   chan struct{}
	done   chan struct{}
}

// NewSaver returns a saver to a store. What it cannot write is told until ctx ends.
func (s *Shell) NewSaver(ctx context.Context, store Store) *Saver {
	failed := func(name string, err error) { s.Report(ctx, func() { s.NotSaved(name, err) }) }
	v := &Saver{store: store, failed: failed, todo: map[string][]byte{}, ring: make(chan struct{}, 1), done: make(chan struct{})}
	go s.Guard(v.run)()
	return v
}

// Save writes the file soon.
func (v *Saver) Save(name string, data []byte) {
	v.mu.Lock()
	v.todo[name] = data
	v.mu.Unlock()
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

func (v *Saver) flush() {
	v.mu.Lock()
	todo := v.todo
	v.todo = map[string][]byte{}
	v.mu.Unlock()
	for name, data := range todo {
		if err := v.store.Save(name, data); err != nil {
			v.failed(name, err)
		}
	}
}
