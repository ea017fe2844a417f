package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"tafl3d/net/wire"
	"tafl3d/server"
)

// onThisMachine returns an address for -operator with a host: that of this machine if it has none.
func onThisMachine(address string) string {
	switch {
	case address == "":
		return ""
	case !strings.Contains(address, ":"):
		return "127.0.0.1:" + address
	case strings.HasPrefix(address, ":"):
		return "127.0.0.1" + address
	}
	return address
}

// checkOperator returns an error if -operator is wrong.
func (o options) checkOperator() error {
	if o.operator == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(o.operator)
	if err != nil {
		return fmt.Errorf("-operator %s: %w", o.operator, err)
	}
	if !wire.ThisMachine(host) && !o.plain {
		return errors.New("-operator can be reached from other machines, and has no TLS: leave out the host and use " +
			"ssh -L 7351:127.0.0.1:7351, or say -plain-text-on-the-network behind a proxy with TLS")
	}
	return nil
}

// serveConsole serves the operator's pages, if requested, until stop is called.
func (o options) serveConsole(ctx context.Context, s *server.Server) (stop func(), err error) {
	if o.operator == "" {
		return func() {}, nil
	}
	return o.serveBeside(ctx, "-operator", o.operator, s.Console(o.site()))
}

// site returns the address of the service's own pages.
func (o options) site() string {
	_, port, err := net.SplitHostPort(o.addr)
	switch {
	case o.BehindProxy && !wire.ThisMachine(o.Host):
		return "https://" + o.Host
	case err != nil:
		return "http://" + o.Host
	case !o.certs.on():
		return "http://" + net.JoinHostPort(o.Host, port)
	case port == "443":
		return "https://" + o.Host
	}
	return "https://" + net.JoinHostPort(o.Host, port)
}
