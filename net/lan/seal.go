// Package lan plays games and tournaments between desktops on a local network, without a service or accounts. One
// desktop hosts; the others find it by multicast DNS or by its address. The link is encrypted with a certificate that
// the host makes for one session or keeps with a tournament. The players compare or enter a short code that is
// derived from the certificate, so an attacker in between would show another code.
package lan

import (
	"crypto/ed25519"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base32"
	"errors"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"
)

// A code has 60 bits. Each attempt to find a certificate with the same code costs codeRounds rounds of HMAC-SHA-256,
// of which a graphics card of 2023 computes 9·10⁹ a second: a certificate for every code takes a million cards most
// of a year. The search can be done in advance because only the certificate determines the code. 40 bits would take
// one card as long.
const (
	codeLength = 12 // letters of 5 bits
	codeGroup  = 4
	codeBytes  = (codeLength*5 + 7) / 8
	codeRounds = 200_000
	certLasts  = 7 * 24 * time.Hour
)

var (
	codeEncoding = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)
	errNoCert    = errors.New("the host sent no certificate")
)

// ErrCode says that the certificate of the host does not match the code.
var ErrCode = errors.New("the codes differ: someone may be intercepting this connection; do not use it")

// codeOf returns the code of a certificate, such as "K7QF-2M9X-4TRP".
func codeOf(cert []byte) (string, error) {
	sum, err := pbkdf2.Key(sha256.New, string(cert), []byte("tafl3d lan 1"), codeRounds, codeBytes)
	if err != nil {
		return "", err
	}
	var groups []string
	for group := range slices.Chunk([]byte(codeEncoding.EncodeToString(sum)[:codeLength]), codeGroup) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-"), nil
}

// sameCode compares codes without regard to case, spaces and dashes.
func sameCode(a, b string) bool {
	plain := func(s string) string {
		return strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(s))
	}
	return plain(a) == plain(b) && plain(a) != ""
}

// newCert makes a self-signed certificate.
func newCert() (tls.Certificate, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "tafl3d"}, NotBefore: now.Add(-certLasts),
		NotAfter: now.Add(certLasts),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, public, private)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, err
}

// keyOf returns the private key of a certificate in PKCS #8.
func keyOf(cert tls.Certificate) ([]byte, error) { return x509.MarshalPKCS8PrivateKey(cert.PrivateKey) }

// pinned returns an HTTP client that accepts one certificate only, regardless of its name and issuer.
func pinned(cert []byte) *http.Client {
	want := sha256.Sum256(cert)
	t := &http.Transport{TLSHandshakeTimeout: connectTimeout, TLSClientConfig: &tls.Config{
		MinVersion: tls.VersionTLS13,
		// self-signed: VerifyConnection compares it with the one that the players have confirmed
		InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errNoCert
			}
			if sha256.Sum256(s.PeerCertificates[0].Raw) != want {
				return ErrCode
			}
			return nil
		},
	}}
	return &http.Client{Transport: t}
}
