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

// How long the network is listened to, and how long a door may stay closed.
const (
	searchTimeout  = 1500 * time.Millisecond
	connectTimeout = 8 * time.Second
	maxFound       = 64
)

// Find listens for games on the local network for a moment. What it returns was
// told by anybody: it proves nothing.
func Find(ctx context.Context) ([]wire.Found, error) { return search(ctx, serviceName, parseGame) }

// search asks the local network for what read understands.
func search(ctx context.Context, kind string, read func(*mdns.ServiceEntry) (wire.Found, bool)) ([]wire.Found, error) {
	entries := make(chan *mdns.ServiceEntry, maxFound)
	err := mdns.QueryContext(ctx, &mdns.QueryParam{
		Service: kind, Timeout: searchTimeout, Entries: entries, DisableIPv6: true, Logger: log.New(io.Discard, "", 0),
	})
	if err != nil {
		return nil, fmt.Errorf("the local network cannot be searched: %w", err)
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

// parseGame reads an answer; those of other programs are passed over.
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

// Peer is the host's end as it was found, before anybody trusts it.
type Peer struct {
	Offer   wire.Found
	address string
	code    string
	cert    []byte
}

// Probe asks at an address who is there, and learns the certificate. Nothing of
// ours is told.
func Probe(ctx context.Context, address string) (*Peer, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("%.60q is no address: write it as 192.168.1.20:40123", address)
	}
	in, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	// the code is compared before anything is said
	dialer := &tls.Dialer{Config: &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true}}
	conn, err := dialer.DialContext(in, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("nobody hosts a game at %s: %w", address, err)
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

// Connect returns the link to the host, if code is the one that he sees: ErrCode if it
// is not. The key of the device makes the token by which the guest finds his seat
// again after a break; no host can tell from it who he is elsewhere.
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

// Dial opens the line, which is to be closed. wake and notice are those of
// client.Options.
func (l *Link) Dial(ctx context.Context, wake func(), notice func(wire.Notice)) *client.Line {
	return client.Dial(ctx, client.Options{URL: "wss://" + l.address + wire.GetSocket.Path, Token: l.token,
		HTTP: l.http, Wake: wake, Notice: notice})
}

// Rematch says that one wants to play again after a game. When both do, the next
// one begins, and a notice tells of it.
func (l *Link) Rematch(ctx context.Context, game string) error {
	_, err := wire.PostRematch.Ask(ctx, l, wire.Begun{Game: game})
	return err
}

// Guest returns who the host of an event takes us for.
func (l *Link) Guest() string {
	p, _ := guestOf(l.token) // an end of the host's own is no guest
	return p.ID
}

// Do implements wire.Asker.
func (l *Link) Do(ctx context.Context, method, path string, in, out any) error {
	q := client.Request{HTTP: l.http, To: "the host", Token: hex.EncodeToString([]byte(l.token))}
	return q.Send(ctx, method, "https://"+l.address+path, in, out)
}
