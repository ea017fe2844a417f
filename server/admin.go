package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tafl3d/internal/lock"
	"tafl3d/net/wire"
	"tafl3d/server/journal"
	"tafl3d/server/operator"
	"tafl3d/server/store"
)

// AdminSocket is the name of the operator's socket in the data folder. Everyone who may open the folder is an operator.
const AdminSocket = "admin.sock"

// OpenAdmin opens the operator's socket. The caller then calls serve, which returns when ctx ends.
func (s *Server) OpenAdmin(ctx context.Context) (serve func() error, err error) {
	path := filepath.Join(s.opt.Data, AdminSocket)
	// in a cluster, the folder may not exist yet
	if err := errors.Join(os.MkdirAll(s.opt.Data, 0o700), s.backups().Tidy()); err != nil {
		return nil, err
	}
	var mine *lock.Folder
	if s.lock == nil { // in a cluster, nothing else locks the folder, and two services would take each other's socket
		if mine, err = lock.Take(s.opt.Data); err != nil {
			return nil, err
		}
	}
	l, err := listenAdmin(ctx, path)
	if err != nil {
		return nil, errors.Join(err, mine.Free())
	}
	web := &http.Server{Handler: s.adminRoutes(), ReadHeaderTimeout: 10 * time.Second}
	return func() error {
		defer func() { _ = mine.Free() }()
		defer context.AfterFunc(ctx, func() { _ = web.Close() })()
		if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}, nil
}

// listenAdmin listens on the operator's socket. It replaces one left by a killed service.
func listenAdmin(ctx context.Context, path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("admin socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// backups returns the handler of backups.
func (s *Server) backups() *operator.Backups {
	return &operator.Backups{Data: s.opt.Data, Store: s.store, Journal: s.journal, Now: s.opt.Now, Log: s.log}
}

// Metrics returns the Prometheus handler of the service's metrics.
func (s *Server) Metrics() http.Handler { return s.metrics.Handler() }

func (s *Server) adminRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.Metrics())
	mux.Handle("GET /backup", s.backups())
	mux.HandleFunc("GET /profile", pprof.Profile)
	mux.Handle("GET /heap", pprof.Handler("heap"))
	mux.HandleFunc("GET /trace", pprof.Trace)
	mux.HandleFunc("GET /reports",
		publicGet(s, func(r *http.Request) ([]store.NamedReport,
			error) {
			return s.store.Conduct.Reports(r.Context(), store.ReportFilter{Most: 100})
		}))
	mux.HandleFunc("GET /suspects",
		publicGet(s, func(r *http.Request) ([]store.Suspect,
			error) {
			return s.store.Conduct.Suspects(r.Context(), s.opt.Now())
		}))
	s.moderationRoutes(mux)
	mux.HandleFunc("POST /bots", public(s, s.accounts.HostBot))
	mux.HandleFunc("GET /account/{name}", publicGet(s, func(r *http.Request) (any, error) {
		a, err := s.accounts.Named(r.Context(), r.PathValue("name"))
		if err != nil {
			return nil, err
		}
		devices, err := s.store.Accounts.Devices(r.Context(), a.ID)
		return map[string]any{"account": a, "devices": devices}, err
	}))
	mux.HandleFunc("DELETE /account/{name}", publicGet(s, func(r *http.Request) (wire.None, error) {
		a, err := s.accounts.Named(r.Context(), r.PathValue("name"))
		if err != nil {
			return wire.None{}, err
		}
		return wire.None{}, s.accounts.Delete(r.Context(), a.ID)
	}))
	return mux
}

// Restore fills the empty data folder of opt from a backup.
func Restore(ctx context.Context, opt Options, from io.Reader) error {
	if empty, err := lock.Empty(opt.Data); err != nil {
		return err
	} else if !empty {
		return fmt.Errorf("%s is not empty: restore a backup into an empty folder", opt.Data)
	}
	live, stood, err := unpackBackup(opt, from)
	if err != nil {
		return err
	}
	opt.Shards = len(stood)
	s := &Server{opt: opt.filled(), cancel: func() {}}
	s.apart = slices.ContainsFunc(stood, func(b journal.Beat) bool { return b != stood[0] })
	if err := s.lockData(ctx); err != nil {
		return err
	}
	err = errors.Join(s.openBroker(ctx), s.openJournal(ctx))
	if err == nil {
		err = errors.Join(refill(ctx, s.journal, live), s.journal.Resume(ctx, stood))
	}
	if err == nil {
		err = s.recount(ctx, live)
	}
	return errors.Join(err, s.Close())
}

// unpackBackup puts the database of a backup into the data folder of opt, after it has checked the backup, and returns
// the rest.
func unpackBackup(opt Options, from io.Reader) (live map[string][]wire.Entry, stood []journal.Beat, err error) {
	if err := os.MkdirAll(opt.Data, 0o700); err != nil {
		return nil, nil, err
	}
	dir, err := operator.TempFolder(opt.Data)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	live, stood, err = readBackup(from, dir)
	if errors.Is(err, operator.ErrUnsealed) {
		opt.filled().Log.Warn("the backup cannot be checked", "reason", err)
	} else if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(opt.Data, operator.PartDatabase)
	return live, stood, os.Rename(filepath.Join(dir, operator.PartDatabase), file)
}

// recount stores the lengths of the games in progress of a backup: its copy of the database is newer than their
// entries.
func (s *Server) recount(ctx context.Context, live map[string][]wire.Entry) error {
	seqs := map[string]uint64{}
	for game, entries := range live {
		seqs[game] = uint64(len(entries))
	}
	if err := s.openStore(ctx); err != nil {
		return err
	}
	return s.store.Live.Grow(ctx, seqs, true)
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
