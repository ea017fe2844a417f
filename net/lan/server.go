package lan

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/hashicorp/mdns"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// server is the part of a host that others on the local network connect to: a certificate with its code, the games
// kept here, and the announcement.
type server struct {
	cert     tls.Certificate
	code     string
	hub      *host.Hub
	listener net.Listener
	http     *http.Server
	mdns     *mdns.Server   // nil if not announced
	work     sync.WaitGroup // the goroutine that accepts connections
}

const (
	serviceName = "_tafl3d._tcp"
	headerTime  = 10 * time.Second
	writeTime   = time.Minute
	lagCap      = time.Second
	maxHeader   = 16 << 10 // bytes
	maxConns    = 128      // of one desktop
)

// newServer listens at an address with a certificate. serve starts it.
func newServer(addr string, cert tls.Certificate) (*server, error) {
	e := &server{cert: cert}
	var err error
	if e.code, err = codeOf(cert.Certificate[0]); err != nil {
		return nil, err
	}
	if e.listener, err = net.Listen("tcp", addr); err != nil {
		return nil, fmt.Errorf("cannot listen for other players: %w", err)
	}
	return e, nil
}

// serve answers the requests in mux and the connections of hub.
func (e *server) serve(mux *http.ServeMux, hub *host.Hub) {
	e.hub = hub
	mux.HandleFunc(wire.GetSocket.Pattern(), func(w http.ResponseWriter, r *http.Request) {
		if hub.Conns() >= maxConns {
			refuse(w, r, http.StatusServiceUnavailable, wire.Refuse(wire.TooMuch, "too many connections here"))
			return
		}
		ctx, leave := context.WithCancel(context.Background())
		hub.Serve(context.WithValue(ctx, connKey{}, ctx), w, r, leave)
	})
	e.http = &http.Server{Handler: mux, ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, WriteTimeout: writeTime,
		MaxHeaderBytes: maxHeader, ErrorLog: log.New(io.Discard, "", 0)}
	secure := tls.NewListener(e.listener, &tls.Config{MinVersion: tls.VersionTLS13,
		Certificates: []tls.Certificate{e.cert}, NextProtos: []string{"http/1.1"}})
	e.work.Go(func() { _ = e.http.Serve(secure) })
}

// connKey is the context key of the context of a connection. That context ends with the connection; the context of a
// login ends with the login.
type connKey struct{}

func connContext(ctx context.Context) context.Context {
	if c, ok := ctx.Value(connKey{}).(context.Context); ok {
		return c
	}
	return ctx
}

// announce advertises what is offered. Without multicast, others need the address.
func (e *server) announce(b wire.Found) {
	e.mdns = advertise(serviceName, e.Port(), "name="+b.Name, "variant="+b.Variant, "clock="+b.Clock,
		"side="+string(b.Side), "event="+b.Event, "called="+b.Called)
}

// advertise announces a service at a port by multicast DNS; nil if that fails.
func advertise(kind string, port int, txt ...string) *mdns.Server {
	ips := addresses()
	if len(ips) == 0 {
		return nil
	}
	zone, err := mdns.NewMDNSService(strings.ToLower(rand.Text()[:8]), kind, "",
		"tafl3d-"+strings.ToLower(rand.Text()[:8])+".local.", port, ips, append([]string{"v=1"}, txt...))
	if err != nil {
		return nil
	}
	server, err := mdns.NewServer(&mdns.Config{Zone: zone, Logger: log.New(io.Discard, "", 0)})
	if err != nil {
		return nil
	}
	return server
}

// addresses returns the addresses of this machine on the local network.
func addresses() (ips []net.IP) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			ips = append(ips, n.IP)
		}
	}
	return ips
}

// Code returns the code that host and guest compare.
func (e *server) Code() string { return e.code }

// Port returns the TCP port of the host.
func (e *server) Port() int { return e.listener.Addr().(*net.TCPAddr).Port }

// Addresses returns the addresses (address:port) that a guest can enter, the likeliest first.
func (e *server) Addresses() (list []string) {
	for _, ip := range addresses() {
		list = append(list, net.JoinHostPort(ip.String(), fmt.Sprint(e.Port())))
	}
	return list
}

// link returns the link of a player at this machine to the hub.
func (e *server) link(token string) *Link {
	address := net.JoinHostPort("127.0.0.1", fmt.Sprint(e.Port()))
	return &Link{address: address, token: token, http: pinned(e.cert.Certificate[0])}
}

// Close ends the announcement, the connections and the games, and waits for them.
func (e *server) Close() {
	if e.mdns != nil {
		_ = e.mdns.Shutdown()
	}
	_ = e.http.Close()
	e.work.Wait()
	e.hub.Close()
}

// bearer returns the token of a request, which is sent in hex because a name may have any characters.
func bearer(r *http.Request) string {
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	token, err := hex.DecodeString(text)
	if err != nil {
		return ""
	}
	return string(token)
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // an error means that the client has gone
}

// refuse answers with an error in the language of the client.
func refuse(w http.ResponseWriter, r *http.Request, status int, why *wire.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	say := tongue.Accepted(r.Header.Get("Accept-Language"))
	reply(w, wire.Refused{Code: why.Code, Text: say.Error(why)})
}

// cleanName removes unprintable characters and surrounding spaces from a name and shortens it to wire.MaxName
// letters.
func cleanName(name string) string {
	letters := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)))
	return strings.TrimSpace(string(letters[:min(len(letters), wire.MaxName)]))
}
