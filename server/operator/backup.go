// Package operator provides metrics, traces and backups to the operator of the service. It changes nothing.
package operator

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/journal"
	"tafl3d/server/store"
)

// The parts of a backup.
const (
	PartDatabase = "tafl.db"
	PartLive     = "live.json"
	PartTime     = "time.json" // game time
)

// copyName is the prefix of temporary folders in the data folder, for backups that are made or restored.
const copyName = ".backup-"

// Backups makes backups of a service in its data folder. All fields are required.
type Backups struct {
	Data    string // the data folder
	Store   *store.Store
	Journal *journal.Journal
	Now     func() time.Time
	Log     *slog.Logger
}

// ServeHTTP sends everything that the service stores: first the games in progress and game time, then the database, so
// that a game that ends meanwhile is in the database.
func (s *Backups) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	dir, err := TempFolder(s.Data) // the most likely place with enough space for the database
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = s.gather(r.Context(), dir)
	}
	if err != nil {
		s.Log.Error("backup failed", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := pack(w, dir, s.Now()); err != nil {
		s.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // the client notices that the backup is incomplete
	}
}

// gather writes the parts of a backup into a folder.
func (s *Backups) gather(ctx context.Context, dir string) error {
	live, err := s.liveEntries(ctx)
	if err != nil {
		return err
	}
	for name, part := range map[string]any{PartTime: s.Journal.Stand(), PartLive: live} {
		text, err := json.Marshal(part)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return s.Store.Copy(ctx, filepath.Join(dir, PartDatabase))
}

// A backup begins with an empty part which says that it is sealed, so that truncation is detected. The seal follows the
// end of the archive: a line with the SHA-256 of everything before it. Backups of older versions have neither.
const (
	partSeal  = "sealed"
	sealBegin = "\ntafl3d backup sha256 "
	sealSize  = len(sealBegin) + 2*sha256.Size + 1
)

// seal returns the last line of a backup.
func seal(sum []byte) string { return sealBegin + hex.EncodeToString(sum) + "\n" }

// pack sends the parts of a backup.
func pack(w io.Writer, dir string, at time.Time) error {
	all := sha256.New()
	t := tar.NewWriter(io.MultiWriter(w, all))
	if err := t.WriteHeader(&tar.Header{Name: partSeal, Mode: 0o600, ModTime: at}); err != nil {
		return err
	}
	for _, name := range []string{PartTime, PartLive, PartDatabase} {
		if err := packFile(t, filepath.Join(dir, name), at); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w, seal(all.Sum(nil)))
	return err
}

func packFile(t *tar.Writer, file string, at time.Time) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err == nil {
		err = t.WriteHeader(&tar.Header{Name: filepath.Base(file), Mode: 0o600, Size: info.Size(), ModTime: at})
	}
	if err == nil {
		_, err = io.Copy(t, f)
	}
	return err
}

// Tidy removes what interrupted backups have left.
func (s *Backups) Tidy() error {
	list, err := os.ReadDir(s.Data)
	for _, e := range list {
		if e.IsDir() && strings.HasPrefix(e.Name(), copyName) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.Data, e.Name())))
		}
	}
	return err
}

// liveEntries reads all games in progress. A game that leaves the journal meanwhile is archived.
func (s *Backups) liveEntries(ctx context.Context) (map[string][]wire.Entry, error) {
	live := map[string][]wire.Entry{}
	games, err := s.Journal.Games(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		entries, err := s.Journal.Read(ctx, g, 1)
		if err != nil && !errors.Is(err, host.ErrNoGame) {
			return nil, err
		}
		if err == nil {
			live[g] = entries
		}
	}
	return live, nil
}

// ErrUnsealed is the error for a backup of an older version, whose parts cannot be checked.
var ErrUnsealed = errors.New("the backup has no checksum: an older version made it")

// TempFolder makes a temporary folder in a data folder. Tidy removes it if the caller cannot.
func TempFolder(data string) (string, error) { return os.MkdirTemp(data, copyName) }

// ReadParts writes the parts of a backup into the folder dir, as files with the names of the parts. It needs little
// memory, however large the backup is. After an error the files are not complete or not right, except that the error
// ErrUnsealed says only that the backup has no checksum.
func ReadParts(from io.Reader, dir string) error {
	return readParts(from, func(name string) (io.WriteCloser, error) {
		return os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	})
}

// readParts writes the parts of a backup, as ReadParts does, to what create returns.
func readParts(from io.Reader, create func(name string) (io.WriteCloser, error)) error {
	r := &sealReader{from: from, sum: sha256.New()}
	found, err := unpack(r, create)
	if _, drained := io.Copy(io.Discard, r); drained != nil {
		return errors.Join(err, drained)
	}
	if r.sealed && string(r.tail) != seal(r.sum.Sum(nil)) {
		return errors.New("the backup is damaged: wrong checksum")
	}
	if err != nil {
		return err
	}
	for _, name := range []string{PartLive, PartDatabase} {
		if !found[name] {
			return fmt.Errorf("the backup has no %s", name)
		}
	}
	if found[partSeal] != r.sealed {
		return errors.New("the backup is incomplete: its checksum is missing")
	}
	if !r.sealed {
		return ErrUnsealed
	}
	return nil
}

// sealReader reads a backup without its seal, and computes the checksum of what it has read.
type sealReader struct {
	from   io.Reader
	sum    hash.Hash
	tail   []byte // read from the backup and not returned yet: what may be the seal
	block  [16 << 10]byte
	ended  bool
	sealed bool // the backup ends with a seal, which is in tail
}

// Read implements io.Reader.
func (r *sealReader) Read(p []byte) (n int, err error) {
	for !r.ended && len(r.tail) <= sealSize {
		n, err := r.from.Read(r.block[:])
		r.tail = append(r.tail, r.block[:n]...)
		switch {
		case err == io.EOF:
			r.ended = true
		case err != nil:
			return 0, err
		}
	}
	r.sealed = r.sealed || r.ended && len(r.tail) >= sealSize &&
		string(r.tail[len(r.tail)-sealSize:][:len(sealBegin)]) == sealBegin
	ready := r.tail
	if r.sealed || !r.ended {
		ready = r.tail[:len(r.tail)-sealSize]
	}
	if n = copy(p, ready); n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	r.sum.Write(r.tail[:n])
	r.tail = r.tail[n:]
	return n, nil
}

// unpack writes the parts of an archive and returns their names.
func unpack(from io.Reader, create func(name string) (io.WriteCloser, error)) (found map[string]bool, err error) {
	found = map[string]bool{}
	for t := tar.NewReader(from); ; {
		h, err := t.Next()
		if err == io.EOF {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		found[h.Name] = true
		switch h.Name {
		case PartTime, PartLive, PartDatabase: // never the name of another file
			to, err := create(h.Name)
			if err == nil {
				_, err = io.Copy(to, t)
				err = errors.Join(err, to.Close())
			}
			if err != nil {
				return found, err
			}
		}
	}
}
