package main

import (
	"io"
	"net"
	"net/url"
	"strings"
	"testing"
)

// TestBotsFindTheService holds the usual address of bots to the name that a service goes by
// without flags, which is part of what they sign.
func TestBotsFindTheService(t *testing.T) {
	s, err := parse(nil, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	b, err := parseBots(nil, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if u, err := url.Parse(b.service); err != nil || u.Hostname() != s.Host {
		t.Errorf("bots sign in at %q, and the service is %q (%v)", b.service, s.Host, err)
	}
}

// TestTheAddressCanBeTyped prints where the service is as players type it.
func TestTheAddressCanBeTyped(t *testing.T) {
	at := func(port int, ip net.IP) net.Addr { return &net.TCPAddr{IP: ip, Port: port} }
	local, any := net.IPv4(127, 0, 0, 1), net.IPv4zero
	plain, safe := options{}, options{}
	plain.Host, safe.Host, safe.certs.auto = "localhost", "tafl.example", true
	for _, c := range []struct {
		o    options
		at   net.Addr
		want string
	}{
		{plain, at(7350, local), "http://127.0.0.1:7350"},
		{plain, at(7350, any), "http://localhost:7350"},
		{safe, at(443, any), "https://tafl.example"},
		{safe, at(7350, any), "https://tafl.example:7350"},
	} {
		if got := c.o.address(c.at); got != c.want {
			t.Errorf("%s is printed as %s, want %s", c.at, got, c.want)
		}
	}
}

// TestWhatTheLocalNetworkIsTold asserts that only an address is announced to which a player can
// go: one with TLS, of the service or of the proxy before it.
func TestWhatTheLocalNetworkIsTold(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4zero, Port: 7350}
	for line, want := range map[string]string{
		"-addr 0.0.0.0:7350 -host tafl.example -cert a -key b":                           "https://tafl.example:7350",
		"-addr 0.0.0.0:7350 -host tafl.example -plain-text-on-the-network -behind-proxy": "https://tafl.example",
		"-addr 0.0.0.0:7350 -host tafl.example -plain-text-on-the-network":               "",
		"-addr 127.0.0.1:7350": "",
	} {
		o, err := parse(strings.Fields(line), io.Discard)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := o.calls(at); got != want || o.told {
			t.Errorf("%s: %q is told, %v", line, got, o.told)
		}
		if o, err = parse(append(strings.Fields(line), "-announce"), io.Discard); (err == nil) != (want != "") ||
			!o.told {
			t.Errorf("%s -announce: %v, %v", line, err, o.told)
		}
	}
}
