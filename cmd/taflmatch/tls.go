package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"tafl3d/net/wire"
)

// certificates says where the service's certificate comes from: two files, or an authority with ACME.
type certificates struct {
	cert, key string
	auto      bool
	email     string
	http      string // where the authority's challenges are answered
	directory string // of the authority
	root      string // certificate of a private authority
}

// on reports whether the service uses TLS.
func (c *certificates) on() bool { return c.cert != "" || c.auto }

// check returns an error if flags contradict each other.
func (c *certificates) check(host string) error {
	switch {
	case (c.cert == "") != (c.key == ""):
		return errors.New("give -cert and -key together")
	case c.auto && c.cert != "":
		return errors.New("-acme gets a certificate automatically: leave out -cert and -key")
	case c.auto && (wire.ThisMachine(host) || net.ParseIP(host) != nil):
		return fmt.Errorf("-acme needs -host with the service's host name, not %s", host)
	case !c.auto && (c.email != "" || c.root != ""):
		return errors.New("-acme-email and -acme-root need -acme")
	}
	return nil
}

// manager returns a certificate manager for host that stores certificates in the data folder.
func (c *certificates) manager(host, data string) (*autocert.Manager, error) {
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Join(data, "certificates")),
		HostPolicy: autocert.HostWhitelist(host), Email: c.email,
		Client: &acme.Client{DirectoryURL: c.directory},
	}
	if c.root == "" {
		return m, nil
	}
	var err error
	m.Client.HTTPClient, err = trusting(c.root, time.Minute)
	return m, err
}

// trusting returns a client that trusts only the authorities in a file (PEM).
func trusting(file string, timeout time.Duration) (*http.Client, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s contains no certificate", file)
	}
	return &http.Client{Timeout: timeout, Transport: &http.Transport{Proxy: http.ProxyFromEnvironment,
		TLSClientConfig: &tls.Config{RootCAs: roots}}}, nil
}

// secure returns the TLS configuration of the service and starts what it needs in work, until ctx ends. The port for
// ACME over plain HTTP redirects other requests to TLS.
func (c *certificates) secure(ctx context.Context, work *sync.WaitGroup, host, data string, log *slog.Logger) (
	*tls.Config, error) {
	if !c.auto {
		k := &keyPair{cert: c.cert, key: c.key}
		if err := k.load(); err != nil {
			return nil, err
		}
		hup := make(chan os.Signal, 1)
		signal.Notify(hup, syscall.SIGHUP) // before the service is ready, so that no signal is missed
		work.Go(func() { k.watch(ctx, hup, log) })
		return &tls.Config{GetCertificate: k.get}, nil
	}
	m, err := c.manager(host, data)
	if err != nil {
		return nil, err
	}
	if c.http != "" {
		l, err := net.Listen("tcp", c.http)
		if err != nil {
			return nil, fmt.Errorf("-acme-http: %w", err)
		}
		web := &http.Server{Handler: m.HTTPHandler(nil), ReadHeaderTimeout: headerTime,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
		context.AfterFunc(ctx, func() { _ = web.Close() })
		work.Go(func() { _ = web.Serve(l) }) // until it is closed
	}
	return m.TLSConfig(), nil
}

// keyPair is a certificate in two files. It is read again when they have changed, so that renewing it needs no restart.
type keyPair struct {
	cert, key string
	now       atomic.Pointer[tls.Certificate]
	seen      [2]time.Time // modification times of the files
}

// watchEvery is how often the files are checked; SIGHUP reads them immediately.
const watchEvery = time.Minute

func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return k.now.Load(), nil }

func (k *keyPair) written() (at [2]time.Time) {
	for i, name := range []string{k.cert, k.key} {
		if info, err := os.Stat(name); err == nil {
			at[i] = info.ModTime()
		}
	}
	return at
}

// load reads the files. On an error the old certificate remains.
func (k *keyPair) load() error {
	at := k.written()
	pair, err := tls.LoadX509KeyPair(k.cert, k.key)
	if err != nil {
		return fmt.Errorf("certificate %s, key %s: %w", k.cert, k.key, err)
	}
	k.now.Store(&pair)
	k.seen = at
	return nil
}

// watch reads the files again when they have changed, and when hup receives a signal, until ctx ends.
func (k *keyPair) watch(ctx context.Context, hup chan os.Signal, log *slog.Logger) {
	defer signal.Stop(hup)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hup:
		case <-tick.C:
			if k.written() == k.seen {
				continue
			}
		}
		if err := k.load(); err != nil {
			log.Error("cannot read the new certificate: keeping the old one", "error", err)
			continue
		}
		log.Info("new certificate read", "file", k.cert)
	}
}
