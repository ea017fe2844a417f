package cluster

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"os"
	"time"
)

// Secret is shared by the brokers and services of a cluster. Password and certificates are derived from it: each
// process has the same authority and makes a certificate for itself on startup, with a key that it never stores. So
// there is one file to hand out, and nothing expires.
type Secret [32]byte

// User is the user name of all clients that have the secret.
const User = "tafl3d"

// name is the host name in all certificates: brokers are authenticated by the secret, independent of their addresses.
const name = "brokers.tafl3d.internal"

const (
	secretHead = "tafl3d-secret-1 "
	century    = 100 * 365 * 24 * time.Hour
)

// NewSecret writes a new secret into a new file that only its owner can read. It fails if the file exists.
func NewSecret(file string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	var s Secret
	_, _ = rand.Read(s[:]) // never fails
	_, err = fmt.Fprintln(f, secretHead+base64.RawURLEncoding.EncodeToString(s[:]))
	return errors.Join(err, f.Close())
}

// ReadSecret reads a secret from a file. It does not check the file's permissions.
func ReadSecret(file string) (s Secret, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return s, fmt.Errorf("secret of the brokers: %w", err)
	}
	text, ours := bytes.CutPrefix(bytes.TrimSpace(text), []byte(secretHead))
	raw, err := base64.RawURLEncoding.DecodeString(string(text))
	if !ours || err != nil || len(raw) != len(s) {
		return s,
			fmt.Errorf(
				"%s contains no secret: make one with `taflmatch secret FILE` and give every process the same file",
				file)
	}
	return Secret(raw), nil
}

// derive returns 32 bytes for a purpose.
func (s Secret) derive(purpose string) []byte {
	key, err := hkdf.Key(sha256.New, s[:], nil, "tafl3d "+purpose, 32)
	if err != nil {
		panic(err) // only a longer key can be too long
	}
	return key
}

// Password returns the password of User.
func (s Secret) Password() string { return base64.RawURLEncoding.EncodeToString(s.derive("password")) }

// TLS returns the configuration for both ends of a connection: each presents a certificate and requires one made from
// the same secret.
func (s Secret) TLS() (*tls.Config, error) {
	root := ed25519.NewKeyFromSeed(s.derive("authority"))
	from := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	head := x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "tafl3d brokers"},
		NotBefore: from, NotAfter: from.Add(century),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, &head, &head, root.Public(), root)
	if err != nil {
		return nil, err
	}
	authority, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return nil, err
	}
	leaf := x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: from, NotAfter: from.Add(century),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth,
			x509.ExtKeyUsageClientAuth}}
	der, err = x509.CreateCertificate(rand.Reader, &leaf, authority, public, root)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AddCert(authority)
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}, ServerName: name,
		MinVersion: tls.VersionTLS13,
		RootCAs:    roots, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert,
	}, nil
}
