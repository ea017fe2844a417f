package server

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/journal"
	"tafl3d/server/store"
)

// AdminSocket is the name, in the data folder, of the socket through which the
// operator speaks with a running service: who may open the folder is the operator.
const AdminSocket = "admin.sock"

// ServeAdmin serves the operator until ctx ends.
func (s *Server) ServeAdmin(ctx context.Context) error {
	path := filepath.Join(s.opt.Data, AdminSocket)
	if err := errors.Join(os.MkdirAll(s.opt.Data, 0o700), s.tidy()); err != nil { // a service of a cluster has nothing else there
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return fmt.Errorf("admin socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return errors.Join(err, l.Close())
	}
	web := &http.Server{Handler: s.adminRoutes(), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = web.Close() })()
	if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *Server) adminRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /backup", s.backup)
	mux.HandleFunc("GET /profile", pprof.Profile)
	mux.Handle("GET /heap", pprof.Handler("heap"))
	mux.HandleFunc("GET /trace", pprof.Trace)
	mux.HandleFunc("GET /reports", page(s, func(r *http.Request) ([]store.Report, error) { return s.store.Reports(r.Context(), 100) }))
	mux.HandleFunc("POST /bots", open(s, s.hostBot))
	mux.HandleFunc("GET /account/{name}", page(s, func(r *http.Request) (any, error) {
		a, err := s.accounts.Named(r.Context(), r.PathValue("name"))
		if err != nil {
			return nil, err
		}
		devices, err := s.store.Devices(r.Context(), a.ID)
		return map[string]any{"account": a, "devices": devices}, err
	}))
	mux.HandleFunc("DELETE /account/{name}", page(s, func(r *http.Request) (wire.None, error) {
		a, err := s.accounts.Named(r.Context(), r.PathValue("name"))
		if err != nil {
			return wire.None{}, err
		}
		return wire.None{}, s.accounts.Delete(r.Context(), a.ID)
	}))
	return mux
}

// hostBot makes an account of a bot that belongs to the service.
func (s *Server) hostBot(ctx context.Context, q wire.NewBot) (wire.Player, error) {
	nameKey, err := account.ProperName(q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	now := s.opt.Now().UnixMicro()
	a := store.Account{ID: account.ID(), Name: q.Name, Key: nameKey, Kind: store.Bot, Created: now}
	return account.Player(a), s.store.CreateAccount(ctx, a, store.Device{Key: q.Key, Account: a.ID, Label: "bots", Created: now})
}

// The parts of a backup.
const (
	partDatabase = "tafl.db"
	partLive     = "live.json"
	partTime     = "time.json" // of the games
)

// backup sends everything that the service keeps, as it stands now: first the live
// games and their time, then the database, so that a game which ends meanwhile is in the
// database.
func (s *Server) backup(w http.ResponseWriter, r *http.Request) {
	dir, err := os.MkdirTemp(s.opt.Data, copyName) // where there is room for the database, if anywhere
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = s.gather(r.Context(), dir)
	}
	if err != nil {
		s.log.Error("backup failed", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := pack(w, dir, s.opt.Now()); err != nil {
		s.log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // the other end sees that it is not whole
	}
}

// copyName begins the names of folders, in the data folder, in which backups are made.
const copyName = ".backup-"

// gather writes the parts of a backup into a folder.
func (s *Server) gather(ctx context.Context, dir string) error {
	live, err := s.liveEntries(ctx)
	if err != nil {
		return err
	}
	for name, part := range map[string]any{partTime: s.journal.Stand(), partLive: live} {
		text, err := json.Marshal(part)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return s.store.Copy(ctx, filepath.Join(dir, partDatabase))
}

// pack sends the parts of a backup.
func pack(w io.Writer, dir string, at time.Time) error {
	t := tar.NewWriter(w)
	for _, name := range []string{partTime, partLive, partDatabase} {
		if err := packFile(t, filepath.Join(dir, name), at); err != nil {
			return err
		}
	}
	return t.Close()
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

// tidy removes what is left of backups that were cut off.
func (s *Server) tidy() error {
	list, err := os.ReadDir(s.opt.Data)
	for _, e := range list {
		if e.IsDir() && strings.HasPrefix(e.Name(), copyName) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.opt.Data, e.Name())))
		}
	}
	return err
}

// liveEntries reads all live games. One that leaves the journal meanwhile is archived.
func (s *Server) liveEntries(ctx context.Context) (map[string][]wire.Entry, error) {
	live := map[string][]wire.Entry{}
	games, err := s.journal.Games(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		entries, err := s.journal.Read(ctx, g, 1)
		if err != nil && !errors.Is(err, host.ErrNoGame) {
			return nil, err
		}
		if err == nil {
			live[g] = entries
		}
	}
	return live, nil
}

// Restore fills the empty data folder of opt from a backup.
func Restore(ctx context.Context, opt Options, from io.Reader) error {
	if list, err := os.ReadDir(opt.Data); err == nil && len(list) > 0 {
		return fmt.Errorf("%s is not empty: a backup is restored into a new folder", opt.Data)
	}
	parts, err := readParts(from)
	if err != nil {
		return fmt.Errorf("the backup is damaged: %w", err)
	}
	var live map[string][]wire.Entry
	if err := json.Unmarshal(parts[partLive], &live); err != nil {
		return fmt.Errorf("the backup is damaged: %s: %w", partLive, err)
	}
	var stood []journal.Beat
	if text, ok := parts[partTime]; ok { // older ones have none
		if err := json.Unmarshal(text, &stood); err != nil {
			return fmt.Errorf("the backup is damaged: %s: %w", partTime, err)
		}
	}
	if err := os.MkdirAll(opt.Data, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(opt.Data, partDatabase), parts[partDatabase], 0o600); err != nil {
		return err
	}
	opt.Shards = len(stood)
	s := &Server{opt: opt.filled(), cancel: func() {}}
	err = errors.Join(s.openBroker(ctx), s.openJournal(ctx))
	if err == nil {
		err = errors.Join(refill(ctx, s.journal, live), s.journal.Resume(ctx, stood))
	}
	return errors.Join(err, s.Close())
}

func refill(ctx context.Context, j *journal.Journal, live map[string][]wire.Entry) error {
	for game, entries := range live {
		for _, e := range entries {
			if err := j.Append(ctx, game, e); err != nil {
				return err
			}
		}
	}
	return nil
}

func readParts(from io.Reader) (map[string][]byte, error) {
	parts := map[string][]byte{}
	t := tar.NewReader(from)
	for {
		h, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if parts[h.Name], err = io.ReadAll(t); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{partLive, partDatabase} {
		if _, ok := parts[name]; !ok {
			return nil, fmt.Errorf("it has no %s", name)
		}
	}
	return parts, nil
}
