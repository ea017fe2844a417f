// Package operator provides metrics, traces and backups to the operator of the service. It changes nothing.
package operator

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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

// copyName is the prefix of temporary folders for backups in the data folder.
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
	dir, err := os.MkdirTemp(s.Data, copyName) // the most likely place with enough space for the database
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

// ReadParts reads the parts of a backup by name. The error is ErrUnsealed, together with the parts, if the backup has
// no checksum.
func ReadParts(from io.Reader) (map[string][]byte, error) {
	all, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	body, sealed := all, false
	if n := len(all) - sealSize; n >= 0 && string(all[n:n+len(sealBegin)]) == sealBegin {
		sum := sha256.Sum256(all[:n])
		if string(all[n:]) != seal(sum[:]) {
			return nil, errors.New("the backup is damaged: wrong checksum")
		}
		body, sealed = all[:n], true
	}
	parts, err := unpack(body)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{PartLive, PartDatabase} {
		if _, ok := parts[name]; !ok {
			return nil, fmt.Errorf("the backup has no %s", name)
		}
	}
	if _, has := parts[partSeal]; has != sealed {
		return nil, errors.New("the backup is incomplete: its checksum is missing")
	}
	if !sealed {
		return parts, ErrUnsealed
	}
	return parts, nil
}

// unpack returns the parts of an archive as slices of all.
func unpack(all []byte) (map[string][]byte, error) {
	parts, r := map[string][]byte{}, bytes.NewReader(all)
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if err == io.EOF {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Size > int64(r.Len()) {
			return nil, io.ErrUnexpectedEOF
		}
		at := int64(len(all) - r.Len())
		parts[h.Name] = all[at : at+h.Size]
	}
}
