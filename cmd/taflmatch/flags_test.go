package main

import (
	"net"
	"net/url"
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
