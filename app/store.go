package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Files is a Store in a folder.
type Files struct{ dir string }

// NewFiles returns a store in dir, which is made when first needed.
func NewFiles(dir string) *Files { return &Files{dir} }

// Load implements Store.
func (f *Files) Load(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(f.dir, name))
}

// Save implements Store: it writes beside the file, waits for the disk, and
// then renames, so that a crash leaves either the old file or the new one.
func (f *Files) Save(name string, data []byte) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	t, err := os.CreateTemp(f.dir, name+".*.tmp")
	if err != nil {
		return err
	}
	_, err = t.Write(data)
	if err == nil {
		err = t.Sync()
	}
	err = errors.Join(err, t.Close())
	if err == nil {
		err = os.Rename(t.Name(), filepath.Join(f.dir, name))
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
	if d, err := os.Open(f.dir); err == nil {
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
		_, err := os.Lstat(filepath.Join(f.dir, to))
		if errors.Is(err, fs.ErrNotExist) {
			return to, os.Rename(filepath.Join(f.dir, name), filepath.Join(f.dir, to))
		}
		if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("%s: %d damaged files are enough", name, asideMost)
}

// saver writes to a store in a goroutine of its own, so that the picture never
// waits for the disk. Of several versions of a file only the newest is written.
type saver struct {
	store  Store
	failed func(name string, err error) // called from the goroutine
	mu     sync.Mutex                   // guards todo
	todo   map[string][]byte
	ring   chan struct{}
	done   chan struct{}
}

func newSaver(s Store, failed func(name string, err error)) *saver {
	v := &saver{store: s, failed: failed, todo: map[string][]byte{}, ring: make(chan struct{}, 1), done: make(chan struct{})}
	go v.run()
	return v
}

func (v *saver) save(name string, data []byte) {
	v.mu.Lock()
	v.todo[name] = data
	v.mu.Unlock()
	select {
	case v.ring <- struct{}{}:
	default: // it will look anyway
	}
}

// close writes what is left and waits for it.
func (v *saver) close() {
	close(v.ring)
	<-v.done
}

func (v *saver) run() {
	defer close(v.done)
	for range v.ring {
		v.flush()
	}
	v.flush()
}

func (v *saver) flush() {
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
