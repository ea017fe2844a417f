package main

import (
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
