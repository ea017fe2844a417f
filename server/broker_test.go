package server

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	broker "github.com/nats-io/nats-server/v2/server"

	"tafl3d/internal/await"
	"tafl3d/server/cluster"
)

// secret is a password that is to be seen nowhere.
const secret = "s3cret"

// guarded starts a broker that asks for a password, on a port or, if that is -1, on any.
func guarded(t *testing.T, port int, password string, c *tls.Config) *broker.Server {
	t.Helper()
	s, err := broker.NewServer(&broker.Options{Host: "127.0.0.1", Port: port, Username: "tafl", Password: password,
		TLSConfig: c, TLSTimeout: 5, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// TestBrokerIsBroken takes the log from a broker, as a full disk does: it ends with an
// error, so that it is started again. One that is told to end does so without.
func TestBrokerIsBroken(t *testing.T) {
	t.Parallel()
	b, err := broker.NewServer(&broker.Options{JetStream: true, StoreDir: t.TempDir(), DontListen: true, NoSigs: true,
		NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	defer func() { b.Shutdown(); b.WaitForShutdown() }()
	if !b.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	if err := attend(ctx, b); err != nil || ctx.Err() == nil {
		t.Errorf("a broker that does its work: %v", err)
	}
	if err := b.DisableJetStream(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := attend(ctx, b); !errors.Is(err, ErrBroken) {
		t.Errorf("a broker that keeps nothing any more: %v", err)
	}
}

// TestPassword loses a broker that asks for a password. The line is mended, even where the
// broker does not know the password for a while, and the log does not tell it.
func TestPassword(t *testing.T) {
	t.Parallel()
	first := guarded(t, -1, secret, nil)
	where := strings.TrimPrefix(first.ClientURL(), "nats://")
	log := &await.Text{}
	nc, err := Connect("nats://tafl:"+secret+"@"+where, cluster.Login{}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	port := first.Addr().String()
	end := func(s *broker.Server) { s.Shutdown(); s.WaitForShutdown() }
	end(first)
	forgetful := guarded(t, portOf(t, port), "another", nil)
	await.Until(t, "the line is not refused",
		func() bool { return strings.Count(strings.ToLower(log.String()), "authorization violation") >= 3 })
	end(forgetful)
	guarded(t, portOf(t, port), secret, nil)
	await.Until(t, "the line is not mended",
		func() bool { return strings.Contains(log.String(), "connection to the broker restored") })
	if text := log.String(); strings.Contains(text, secret) {
		t.Errorf("the log tells the password:\n%s", text)
	}
}

func portOf(t *testing.T, addr string) int {
	t.Helper()
	_, port, err := split(addr)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// TestConnectRefused asks brokers for a line in ways that lead to none: each is told in
// words, without the password.
func TestConnectRefused(t *testing.T) {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	plain := strings.TrimPrefix(guarded(t, -1, secret, nil).ClientURL(), "nats://")
	sealed := strings.TrimPrefix(strings.TrimPrefix(guarded(t, -1, secret,
		&tls.Config{Certificates: web.TLS.Certificates}).ClientURL(), "nats://"), "tls://")
	for addresses, want := range map[string]string{
		"nats://" + plain: "Authorization Violation",
		"nats://tafl:wrong-" + secret + "@" + plain:         "Authorization Violation",
		"tls://tafl:" + secret + "@" + plain:                "secure connection not available",
		"tls://tafl:" + secret + "@" + sealed:               "certificate",
		"nats://127.0.0.1:1,nats://tafl:s3cret%@127.0.0.1":  "address 2 is none",
		"nats://tafl:s3cret/1@" + plain:                     "address 1 is none",
		"tls://tafl:" + secret + "@127.0.0.1:1,127.0.0.1:1": "no servers available",
	} {
		nc, err := Connect(addresses, cluster.Login{}, slog.New(slog.DiscardHandler))
		if err == nil {
			nc.Close()
			t.Errorf("%s is a way", addresses)
			continue
		}
		if text := err.Error(); !strings.Contains(text, want) || strings.Contains(text, secret) {
			t.Errorf("%s: %v; want %s", addresses, err, want)
		}
	}
}

// stuck is a broker that waits for itself.
type stuck chan struct{}

func (s stuck) Shutdown()        { <-s }
func (s stuck) WaitForShutdown() {}

// TestStuck: nobody waits for ever for a broker that does.
func TestStuck(t *testing.T) {
	b := make(stuck)
	if err := stop(b, time.Millisecond); !errors.Is(err, ErrStuck) {
		t.Errorf("one that waits for itself: %v", err)
	}
	close(b)
	if err := stop(b, time.Minute); err != nil {
		t.Errorf("one that ends: %v", err)
	}
}
