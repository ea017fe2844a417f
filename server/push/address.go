package push

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Players name the address to which messages go, so it must not lead into the network of the service.

// sendTime is how long sending a message to a browser may take.
const sendTime = 5 * time.Second

// longestEndpoint is the length of an address of a push service.
const longestEndpoint = 1000

// mayReach reports whether messages may go to an address: https, without a user, on a public machine by port 443, or
// with anywhere on any machine. What its name stands for is checked whenever a message is sent.
func mayReach(endpoint string, anywhere bool) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > longestEndpoint || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return false
	}
	if anywhere {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return (u.Port() == "" || u.Port() == "443") && (err != nil || isPublic(ip))
}

// notPublic are networks that netip does not know as private: of providers, tests, documentation and future use, and
// those that stand for addresses of IPv4.
var notPublic = func() (list []netip.Prefix) {
	for _, text := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
		"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48",
		"100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10"} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()

// isPublic reports whether an address is one of a machine on the internet.
func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, network := range notPublic {
		if network.Contains(ip) {
			return false
		}
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast()
}

// errPrivate is the error of an address that is not public.
var errPrivate = errors.New("its address is not public, or its port is not 443")

// publicClient returns a client that connects only to public addresses by port 443, whatever names stand for, and
// follows no redirects.
func publicClient() *http.Client {
	dialer := &net.Dialer{Timeout: sendTime, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || at.Port() != 443 || !isPublic(at.Addr()) {
			return errPrivate
		}
		return nil
	}}
	return &http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConns: 20,
			IdleConnTimeout: time.Minute, TLSHandshakeTimeout: sendTime, MaxResponseHeaderBytes: 1 << 14},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// plainError returns an error without the address to which a message went, which is a secret of the player.
func plainError(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("send: %w", e.Err)
	}
	return err
}
