package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/doctor"
)

// holdTime is how long a request waits for a service that is starting, before it is refused with Retry-After.
const holdTime = 5 * time.Second

// frontHandler passes requests to the running service. While none is running, as during a restart because the disk was
// full, it answers /healthz and makes other requests wait for the next service. It is safe for use by many goroutines.
type frontHandler struct {
	mu      sync.Mutex
	handler http.Handler  // nil while no service is running
	started chan struct{} // closed when a service has started
}

func newFrontHandler() *frontHandler { return &frontHandler{started: make(chan struct{})} }

// set makes h answer from now on; nil is no service.
func (f *frontHandler) set(h http.Handler) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case h != nil && f.handler == nil:
		close(f.started)
	case h == nil && f.handler != nil:
		f.started = make(chan struct{})
	}
	f.handler = h
}

func (f *frontHandler) now() (h http.Handler, started <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.handler, f.started
}

// ServeHTTP implements http.Handler.
func (f *frontHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, started := f.now()
	if h == nil && r.URL.Path == "/healthz" {
		_, _ = w.Write([]byte("ok\n"))
		return
	}
	if h == nil && r.URL.Path != "/readyz" {
		wait := time.NewTimer(holdTime)
		defer wait.Stop()
		select {
		case <-started:
		case <-wait.C:
		case <-r.Context().Done():
		}
		h, _ = f.now()
	}
	if h != nil {
		h.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Retry-After", "2")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = json.NewEncoder(w).Encode(wire.Refused{Code: wire.Unavailable, Text: "the service cannot do that right now"})
}

// port is the service's network port. It stays open while the service restarts.
type port struct {
	until    context.Context // ends with close
	end      context.CancelFunc
	work     sync.WaitGroup // everything that the port started
	front    *frontHandler
	listener net.Listener // nil until it is open
	web      *http.Server
	ended    chan error // error of the web server; has room
}

// newPort returns a port that is not open yet. It ends with close, or with ctx.
func newPort(ctx context.Context) *port {
	p := &port{front: newFrontHandler(), ended: make(chan error, 1)}
	p.until, p.end = context.WithCancel(ctx)
	return p
}

// open opens the port, unless it is open.
func (p *port) open(o options) (err error) {
	if p.listener != nil {
		return nil
	}
	if p.listener, err = o.listen(p.until, &p.work); err != nil {
		return err
	}
	p.web = newWebServer(p.front, o.Log)
	p.work.Go(func() { p.ended <- p.web.Serve(p.listener) })
	return nil
}

// close closes the port immediately and waits for everything that it started.
func (p *port) close() {
	defer p.work.Wait()
	p.end()
	if p.web != nil {
		_ = p.web.Close()
	}
}

// drain ends the service in order: no new requests, clients asked to reconnect, everything written. A broken service
// ends immediately, and the port stays open for the next.
func (p *port) drain(s *server.Server, broken bool) error {
	if broken {
		p.front.set(nil)
		return s.Close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	err := p.web.Shutdown(ctx) // waits for requests, not for WebSockets, which the service ends
	return errors.Join(err, s.Close())
}

// diskFull reports whether the disk of a folder is full, and logs it.
func diskFull(folder string, log *slog.Logger) bool {
	if folder == "" {
		return false
	}
	free, full := doctor.DiskFull(folder)
	if full {
		log.Error("the disk is full: free some space, and the service continues", "folder", folder, "free_bytes", free)
	}
	return full
}
