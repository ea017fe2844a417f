package lan

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/mdns"

	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// Timeouts, and the maximum number of search results.
const (
	searchTimeout  = 1500 * time.Millisecond
	connectTimeout = 8 * time.Second
	maxFound       = 64
)

// Find searches the local network for games for searchTimeout. The results are not authenticated.
func Find(ctx context.Context) ([]wire.Found, error) { return search(ctx, serviceName, parseGame) }

// search queries the local network for a kind of service and parses the answers with read.
func search(ctx context.Context, kind string, read func(*mdns.ServiceEntry) (wire.Found, bool)) ([]wire.Found, error) {
	entries := make(chan *mdns.ServiceEntry, maxFound)
	err := mdns.QueryContext(ctx, &mdns.QueryParam{
		Service: kind, Timeout: searchTimeout, Entries: entries, DisableIPv6: true, Logger: log.New(io.Discard, "", 0),
	})
	if err != nil {
		return nil, fmt.Errorf("cannot search the local network: %w", err)
	}
	var list []wire.Found
	seen := map[string]bool{}
	for len(entries) > 0 {
		if f, ok := read(<-entries); ok && !seen[f.Address] {
			seen[f.Address] = true
			list = append(list, f)
		}
	}
	return list, nil
}

// parseGame parses the announcement of a game; ok is false for other programs.
func parseGame(e *mdns.ServiceEntry) (wire.Found, bool) {
	if !strings.Contains(e.Name, serviceName) || e.AddrV4 == nil || e.Port == 0 {
		return wire.Found{}, false
	}
	f := wire.Found{Address: net.JoinHostPort(e.AddrV4.String(), fmt.Sprint(e.Port))}
	for _, field := range e.InfoFields {
		key, value, _ := strings.Cut(field, "=")
		switch value = cleanName(value); key {
		case "name":
			f.Name = value
		case "variant":
			f.Variant = value
		case "clock":
			f.Clock = value
		case "called":
			f.Called = value
		case "event":
			f.Event = value
		case "side":
			f.Side = wire.Side(value)
		}
	}
	return f, f.Name != ""
}

// Peer is a host that was found and is not authenticated yet.
type Peer struct {
	Offer   wire.Found
	address string
	code    string
	cert    []byte
}

// Probe connects to an address and returns the host's offer and certificate. It sends nothing about the player.
func Probe(ctx context.Context, address string) (*Peer, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("%.60q is not an address: enter it like 192.168.1.20:40123", address)
	}
	in, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	// Connect compares the code before anything is sent
	dialer := &tls.Dialer{Config: &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true}}
	conn, err := dialer.DialContext(in, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("no game is hosted at %s: %w", address, err)
	}
	certs := conn.(*tls.Conn).ConnectionState().PeerCertificates
	if err := conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return nil, err
	}
	if len(certs) == 0 {
		return nil, errNoCert
	}
	d := &Peer{address: address, cert: certs[0].Raw}
	if d.code, err = codeOf(d.cert); err != nil {
		return nil, err
	}
	d.Offer, err = wire.GetOffer.Ask(in, &Link{address: address, http: pinned(d.cert)}, wire.None{})
	return d, err
}

// Code returns the code that the host must see too.
func (d *Peer) Code() string { return d.code }

// Connect returns the link to the host if code is the one that the host sees, else ErrCode. The token is derived from
// the device key and the certificate, so that a guest gets their place again after a break and two hosts cannot tell
// that it is the same player.
func (d *Peer) Connect(code, name string, key ed25519.PrivateKey) (*Link, error) {
	if !sameCode(code, d.code) {
		return nil, ErrCode
	}
	if name = cleanName(name); name == "" {
		name = "Guest"
	}
	mac := hmac.New(sha256.New, key.Seed())
	mac.Write(d.cert)
	return &Link{address: d.address, token: name + "\n" + hex.EncodeToString(mac.Sum(nil)), http: pinned(d.cert)}, nil
}

// Link is an encrypted link to a host whose code was confirmed.
type Link struct {
	address, token string
	http           *http.Client
}

// Dial opens a connection. The caller must close it. wake and notice are those of client.Options.
func (l *Link) Dial(ctx context.Context, wake func(), notice func(wire.Notice)) *client.Line {
	return client.Dial(ctx, client.Options{URL: "wss://" + l.address + wire.GetSocket.Path, Token: l.token,
		HTTP: l.http, Wake: wake, Notice: notice})
}

// Rematch asks for another game after one. When both players have asked, it begins and both get a notice.
func (l *Link) Rematch(ctx context.Context, game string) error {
	_, err := wire.PostRematch.Ask(ctx, l, wire.Begun{Game: game})
	return err
}

// Guest returns the id of this guest at the host of a tournament.
func (l *Link) Guest() string {
	p, _ := guestOf(l.token) // a link of the host itself has no guest id
	return p.ID
}

// Do implements wire.Asker.
func (l *Link) Do(ctx context.Context, method, path string, in, out any) error {
	q := client.Request{HTTP: l.http, To: "the host", Token: hex.EncodeToString([]byte(l.token))}
	return q.Send(ctx, method, "https://"+l.address+path, in, out)
}
