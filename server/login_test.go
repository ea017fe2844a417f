package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	broker "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"tafl3d/internal/await"
	"tafl3d/server/cluster"
)

// asks starts a broker that asks for something.
func asks(t *testing.T, o *broker.Options) (address string) {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", -1, true, true
	s, err := broker.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	return s.ClientURL()
}

// file writes a file that only its owner reads.
func file(t *testing.T, name string, text []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// pair makes a key of NATS: what it is known by, and its seed.
func pair(t *testing.T, make func() (nkeys.KeyPair, error)) (k nkeys.KeyPair, public string, seed []byte) {
	t.Helper()
	k, err := make()
	if err == nil {
		public, err = k.PublicKey()
	}
	if err == nil {
		seed, err = k.Seed()
	}
	if err != nil {
		t.Fatal(err)
	}
	return k, public, seed
}

// creds makes an operator and an account of NATS: a broker that believes him, and the .creds of a user.
func creds(t *testing.T) (o *broker.Options, name string) {
	t.Helper()
	operator, operatorKey, _ := pair(t, nkeys.CreateOperator)
	account, accountKey, _ := pair(t, nkeys.CreateAccount)
	_, userKey, seed := pair(t, nkeys.CreateUser)
	granted, err := jwt.NewAccountClaims(accountKey).Encode(operator)
	if err != nil {
		t.Fatal(err)
	}
	user, err := jwt.NewUserClaims(userKey).Encode(account)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.FormatUserConfig(user, seed)
	if err != nil {
		t.Fatal(err)
	}
	known := &broker.MemAccResolver{}
	if err := known.Store(accountKey, granted); err != nil {
		t.Fatal(err)
	}
	return &broker.Options{TrustedKeys: []string{operatorKey}, AccountResolver: known}, file(t, "user.creds", text)
}

// certified makes a certificate that vouches for itself, for either end of a line.
func certified(t *testing.T) (cert, key string, mutual *tls.Config) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, k.Public(), k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	return file(t, "cert.pem", text),
		file(t, "key.pem", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
		&tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: k}}, ClientCAs: roots,
			ClientAuth: tls.RequireAndVerifyClientCert}
}

// TestLogins: a broker that asks for an nkey, an account or a certificate lets in who has it, and nobody else.
func TestLogins(t *testing.T) {
	t.Parallel()
	_, nkey, seed := pair(t, nkeys.CreateUser)
	accounts, user := creds(t)
	made := filepath.Join(t.TempDir(), "secret")
	if err := cluster.NewSecret(made); err != nil {
		t.Fatal(err)
	}
	secret, err := cluster.ReadSecret(made)
	if err != nil {
		t.Fatal(err)
	}
	guarded := &broker.Options{}
	if err := guard(guarded, made); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := cluster.NewSecret(other); err != nil {
		t.Fatal(err)
	}
	cert, key, mutual := certified(t)
	for _, tt := range []struct {
		name  string
		asks  *broker.Options
		login cluster.Login
		wrong cluster.Login
	}{
		{"nkey", &broker.Options{Nkeys: []*broker.NkeyUser{{Nkey: nkey}}}, cluster.Login{NKey: file(t, "nkey", seed)},
			cluster.Login{}},
		{"creds", accounts, cluster.Login{Creds: user}, cluster.Login{}},
		{"certificate", &broker.Options{TLS: true, TLSVerify: true, TLSConfig: mutual, TLSTimeout: 5},
			cluster.Login{CA: cert, Cert: cert, Key: key}, cluster.Login{CA: cert}},
		{"secret", guarded, cluster.Login{Secret: made}, cluster.Login{Secret: other}},
	} {
		address := asks(t, tt.asks)
		if err := tt.login.Check(address); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		nc, err := Connect(address, tt.login, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		nc.Close()
		for _, wrong := range []cluster.Login{tt.wrong, {}} {
			if nc, err := Connect(address, wrong, slog.New(slog.DiscardHandler)); err == nil {
				nc.Close()
				t.Errorf("%s: let in with %+v", tt.name, wrong)
			} else if strings.Contains(err.Error(), secret.Password()) {
				t.Errorf("%s: the error tells the password: %v", tt.name, err)
			}
		}
	}
}

// TestLoginsInWords: what does not fit together, or is no such file, is told before anything starts.
func TestLoginsInWords(t *testing.T) {
	junk := file(t, "junk", []byte("junk"))
	for want, l := range map[string]cluster.Login{
		"need -nats":                   {Creds: junk},
		"use -nats-secret alone":       {Secret: junk, Creds: junk},
		"not both":                     {NKey: junk, Creds: junk},
		"together":                     {Cert: junk},
		"contains no secret: make one": {Secret: junk},
		"-nats-nkey":                   {NKey: junk},
		"no such file":                 {Creds: junk + "2"},
		"secret of the brokers: open ": {Secret: junk + "2"},
	} {
		address := "nats://a"
		if want == "need -nats" {
			address = ""
		}
		if err := l.Check(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, not %q", l, err, want)
		}
	}
	if err := cluster.NewSecret(junk); err == nil {
		t.Error("a secret is written over a file")
	}
}

// TestSecretCluster: three brokers with a secret keep a stream in three copies; one with another secret does not come
// in, and neither does who has none, at either port.
func TestSecretCluster(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ours, other := filepath.Join(dir, "ours"), filepath.Join(dir, "other")
	for _, f := range []string{ours, other} {
		if err := cluster.NewSecret(f); err != nil {
			t.Fatal(err)
		}
	}
	var ports, routes []string
	for range 4 {
		ports, routes = append(ports, unused(t)), append(routes, unused(t))
	}
	peers := "nats://" + strings.Join(routes[:3], ",nats://")
	for i := range 4 {
		secret := ours
		if i == 3 {
			secret = other
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- RunBroker(ctx, BrokerOptions{Name: fmt.Sprint("n", i), Data: filepath.Join(dir, fmt.Sprint(i)),
				Addr: ports[i], Cluster: routes[i], Peers: peers, Secret: secret})
		}()
		t.Cleanup(func() { cancel(); <-done })
	}
	var nc *nats.Conn
	await.Until(t, "a broker lets in who has the secret", func() bool {
		var err error
		nc, err = Connect("nats://"+strings.Join(ports[:3], ",nats://"), cluster.Login{Secret: ours},
			slog.New(slog.DiscardHandler))
		return err == nil
	})
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	await.Until(t, "a stream in three copies", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: "X", Subjects: []string{"x"}, Replicas: 3})
		return err == nil
	})
	if known := nc.DiscoveredServers(); len(known)+1 > 3 {
		t.Errorf("there are brokers of another secret: %v", known)
	}
	for _, address := range []string{ports[0], routes[0]} {
		c, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
		if err == nil { // TLS 1.3 tells a client later that he is not wanted
			_ = c.SetDeadline(time.Now().Add(5 * time.Second))
			_, err = c.Read(make([]byte, 1))
			_ = c.Close()
		}
		if err == nil {
			t.Errorf("%s speaks with who shows no certificate", address)
		}
	}
}

// unused returns an address that nobody listens on.
func unused(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
