package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"testing"

	"tafl3d/internal/flags"
)

// do runs a command of the program.
func do(ctx context.Context, out io.Writer, args ...string) error {
	return program.Do(ctx, args, nil, out, io.Discard)
}

// run runs the program and returns its exit code.
func run(args []string, out, errs io.Writer) int { return program.Run(args, nil, out, errs) }

// parse parses the flags of serve.
func parse(args ...string) (*options, error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	o := serveFlags(set)
	_, err := flags.Words(set, args)
	return o, errors.Join(err, o.read(set))
}

// parseBots parses the flags of bots.
func parseBots(args ...string) (*botOptions, error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	o := botFlags(set)
	_, err := flags.Words(set, args)
	return o, errors.Join(err, o.read())
}

// TestBotsFindTheService holds the usual address of bots to the name that a service goes by
// without flags, which is part of what they sign.
func TestBotsFindTheService(t *testing.T) {
	s, err := parse()
	if err != nil {
		t.Fatal(err)
	}
	b, err := parseBots()
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
		o, err := parse(strings.Fields(line)...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := o.calls(at); got != want || o.told {
			t.Errorf("%s: %q is told, %v", line, got, o.told)
		}
		if o, err = parse(append(strings.Fields(line), "-announce")...); (err == nil) != (want != "") ||
			!o.told {
			t.Errorf("%s -announce: %v, %v", line, err, o.told)
		}
	}
}

// TestNewAccountFlags reads the limits of new accounts, and refuses what is none.
func TestNewAccountFlags(t *testing.T) {
	o, err := parse()
	if err != nil || o.NewAccounts.Names != 10 || o.NewAccounts.Guests != 30 || len(o.NewAccounts.Trusted) != 0 {
		t.Errorf("%+v, %v", o.NewAccounts, err)
	}
	o, err = parse(strings.Fields("-new-names 0 -new-guests 200 -new-from 203.0.113.7/24,2001:db8::1")...)
	if got := fmt.Sprint(o.NewAccounts.Names, o.NewAccounts.Guests, o.NewAccounts.Trusted); err != nil ||
		got != "0 200 [203.0.113.0/24 2001:db8::1/128]" {
		t.Errorf("%s, %v", got, err)
	}
	for _, line := range []string{"-new-names -1", "-new-guests many", "-new-from school"} {
		if _, err := parse(strings.Fields(line)...); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
}
