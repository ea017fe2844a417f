// Package lan is a game between two desktops on a local network, or an event that one
// hosts and others join, without a service and without accounts: one of them hosts it,
// the others find it by multicast DNS or by its address. The link is encrypted with a certificate that
// the host makes for the one session, or keeps with the event. Whoever sits at the two machines compares, or
// types, a short code that is derived from it: somebody in between would show another.
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

// A code has 60 bits, and each guess at a certificate that has the same code costs so many
// rounds of HMAC-SHA-256, of which a graphics card of 2023 does nine thousand million a
// second: to have a certificate for every code takes a million of them most of a year. It
// can be done beforehand, since nothing but the certificate goes into its code, so that it
// is no help to change that every session; 40 bits would take one card as long.
const (
	codeLength = 12 // letters of 5 bits
	codeGroup  = 4
	codeBytes  = (codeLength*5 + 7) / 8
	codeRounds = 200_000
	certLasts  = 7 * 24 * time.Hour
)

var (
	codeEncoding = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)
	errNoCert    = errors.New("the other end shows no certificate")
)

// ErrCode says that the certificate of the other end is not the one that the code
// belongs to.
var ErrCode = errors.New("the code is another one: perhaps somebody listens in on this line; do not play on it")

// codeOf returns the code of a certificate: "K7QF-2M9X-4TRP".
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

// sameCode compares codes as people write them.
func sameCode(a, b string) bool {
	plain := func(s string) string {
		return strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(s))
	}
	return plain(a) == plain(b) && plain(a) != ""
}

// newCert makes a certificate that nobody vouches for.
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

// keyOf returns the private key of a certificate.
func keyOf(cert tls.Certificate) ([]byte, error) { return x509.MarshalPKCS8PrivateKey(cert.PrivateKey) }

// pinned returns a client that speaks with the owner of one certificate only,
// whatever its name and whoever vouches for it.
func pinned(cert []byte) *http.Client {
	want := sha256.Sum256(cert)
	t := &http.Transport{TLSHandshakeTimeout: connectTimeout, TLSClientConfig: &tls.Config{
		MinVersion: tls.VersionTLS13,
		// nobody vouches for it: VerifyConnection compares it with the one that the players have confirmed
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
