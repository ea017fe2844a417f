//go:build unix

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tafl3d/internal/await"
)

// writePair writes a self-signed certificate of a name and its key.
func writePair(t *testing.T, name, cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		DNSNames: []string{name, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der},
		key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// whose returns the name in the certificate at an address.
func whose(t *testing.T, address, host string) (string, error) {
	t.Helper()
	c, err := tls.DialWithDialer(&net.Dialer{Timeout: 20 * time.Second}, "tcp", address,
		&tls.Config{InsecureSkipVerify: true, ServerName: host})
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	leaf := c.ConnectionState().PeerCertificates[0]
	return strings.Join(append(leaf.DNSNames, leaf.Issuer.CommonName), " "), nil
}

// TestCertificateIsReadAnew changes the files under a running service: at SIGHUP it has
// the new certificate; files that do not fit together leave it the old one.
func TestCertificateIsReadAnew(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writePair(t, "old.example", cert, key)
	address := free(t)
	cmd := exec.Command(binary(t), "serve", "-addr", address, "-data", filepath.Join(dir, "data"), "-host",
		"old.example", "-cert", cert, "-key", key)
	var log await.Text
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer end(t, cmd, os.Interrupt)
	has := func(name string) {
		t.Helper()
		var got string
		var err error
		await.Poll{State: func() string { return fmt.Sprint(got, " ", err) }}.Until(t,
			"the certificate is not of "+name,
			func() bool { got, err = whose(t, address, ""); return err == nil && strings.HasPrefix(got, name) })
	}
	has("old.example")
	writePair(t, "new.example", cert, key)
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	has("new.example")
	if err := os.WriteFile(key, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	await.Poll{State: log.String}.Until(t, "it does not report the damaged key",
		func() bool { return strings.Contains(log.String(), `"level":"ERROR"`) })
	has("new.example")
}

// TestStuckConnection asks over HTTP/2 and reads nothing at all: the connection is given up.
func TestStuckConnection(t *testing.T) {
	dir := t.TempDir()
	file, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writePair(t, "localhost", file, key)
	pair, err := tls.LoadX509KeyPair(file, key)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	web := newWebServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := w.Write(make([]byte, 64<<20)) // more than lies between the two ends
		ended <- err
	}), slog.New(slog.DiscardHandler))
	web.HTTP2.WriteByteTimeout = min(web.HTTP2.WriteByteTimeout, 300*time.Millisecond)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = web.Close() }()
	go func() {
		_ = web.Serve(tls.NewListener(l,
			&tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"h2"}}))
	}()
	c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	const (
		settings = "\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x04\x7f\xff\xff\xff" // as much of an answer as there is
		more     = "\x00\x00\x04\x08\x00\x00\x00\x00\x00\x7f\xff\x00\x00"         // and of all answers
		get      = "\x00\x00\x06\x01\x05\x00\x00\x00\x01\x82\x84\x87\x41\x01a"
	)
	if _, err := io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+settings+more+get); err != nil {
		t.Fatal(err)
	}
	if err := await.Next(t, ended, "who reads nothing is waited for"); err == nil {
		t.Error("nothing is amiss")
	}
}

// TestAutomaticCertificates looks at the wiring: only the service's own name gets a
// certificate, the authority's questions are answered over plain HTTP, and everybody
// else is sent to TLS.
func TestAutomaticCertificates(t *testing.T) {
	c := certificates{auto: true}
	m, err := c.manager("tafl.example", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.HostPolicy(t.Context(), "tafl.example"); err != nil {
		t.Error(err)
	}
	if m.HostPolicy(t.Context(), "evil.example") == nil {
		t.Error("a certificate for a name that is not ours")
	}
	for path, want := range map[string]int{"/.well-known/acme-challenge/none": http.StatusNotFound,
		"/games/x": http.StatusFound} {
		w := httptest.NewRecorder()
		m.HTTPHandler(nil).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://tafl.example"+path, nil))
		if w.Code != want || want == http.StatusFound && w.Header().Get("Location") != "https://tafl.example/games/x" {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
	}
	for name, args := range map[string][]string{
		"no host": {"-acme"}, "an address": {"-acme", "-host", "192.0.2.1"},
		"both":   {"-acme", "-host", "tafl.example", "-cert", "c", "-key", "k"},
		"no key": {"-cert", "c"}, "root alone": {"-acme-root", "r"}, "open": {"-addr", "0.0.0.0:1"},
	} {
		if _, err := parse(args...); err == nil {
			t.Errorf("%s: the flags %v are taken", name, args)
		}
	}
	if _, err := parse("-addr", "0.0.0.0:443", "-acme", "-host", "tafl.example"); err != nil {
		t.Error(err)
	}
	c.root = filepath.Join(t.TempDir(), "none.pem")
	if _, err := c.secure(t.Context(), nil, "tafl.example", t.TempDir(), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a root that is not there")
	}
}

// TestAuthority gets a certificate from a real authority for tests, pebble, if it is on
// this machine. It is told to believe everybody, as no name leads here.
func TestAuthority(t *testing.T) {
	pebble, err := exec.LookPath("pebble")
	if err != nil {
		t.Skip("no pebble on this machine (github.com/letsencrypt/pebble): no certificate is asked for")
	}
	dir := t.TempDir()
	cert, key, config := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"),
		filepath.Join(dir, "pebble.json")
	writePair(t, "authority.example", cert, key)
	authority, management := free(t), free(t)
	text := fmt.Sprintf(`{"pebble": {"listenAddress": %q, "managementListenAddress": %q, "certificate": %q, `+
		`"privateKey": %q, "httpPort": 5002, "tlsPort": 5001}}`, authority, management, cert, key)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ca := exec.Command(pebble, "-config", config)
	ca.Env = append(os.Environ(), "PEBBLE_VA_ALWAYS_VALID=1", "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	if err := ca.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ca.Process.Kill(); _ = ca.Wait() }()
	// A question that fails is not asked again for a minute: the authority first.
	await.Until(t, "pebble does not start", func() bool {
		c, err := net.Dial("tcp", authority)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	address, data := free(t), filepath.Join(dir, "data")
	cmd := exec.Command(binary(t), "serve", "-addr", address, "-data", data, "-host", "tafl.example", "-acme",
		"-acme-http", free(t),
		"-acme-directory", "https://"+authority+"/dir", "-acme-root", cert)
	var log await.Text
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer end(t, cmd, os.Interrupt)
	await.Poll{Timeout: time.Minute, Interval: 200 * time.Millisecond, State: log.String}.Until(t,
		"there is no certificate of the authority", func() bool {
			got, err := whose(t, address, "tafl.example")
			return err == nil && strings.HasPrefix(got, "tafl.example Pebble")
		})
	if got, err := whose(t, address, "evil.example"); err == nil {
		t.Errorf("a certificate for a name that is not ours: %s", got)
	}
	kept, err := os.ReadDir(filepath.Join(data, "certificates"))
	if err != nil || len(kept) < 2 {
		t.Errorf("%v, %v", kept, err)
	}
}
