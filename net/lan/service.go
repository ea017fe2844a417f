package lan

import (
	"context"
	"net/url"
	"strings"

	"github.com/hashicorp/mdns"

	"tafl3d/net/wire"
)

// Service type of announced services, and the maximum length of a service address in bytes.
const (
	matchServiceName = "_taflmatch._tcp"
	maxLink          = 120
)

// AnnounceService advertises a service at a port, with its name and address, until stop is called. Without multicast
// it has no effect.
func AnnounceService(name, address string, port int) (stop func()) {
	c := advertise(matchServiceName, port, "name="+cleanName(name), "url="+address)
	if c == nil {
		return func() {}
	}
	return func() { _ = c.Shutdown() }
}

// FindServices searches the local network for services for searchTimeout. Address is the URL of a service. The
// results are not authenticated: only the certificate proves who answers there.
func FindServices(ctx context.Context) ([]wire.Found, error) {
	return search(ctx, matchServiceName, parseService)
}

// parseService parses the announcement of a service; ok is false for other programs, and for addresses that are
// invalid or without TLS.
func parseService(e *mdns.ServiceEntry) (f wire.Found, ok bool) {
	if !strings.Contains(e.Name, matchServiceName) {
		return f, false
	}
	for _, field := range e.InfoFields {
		switch key, value, _ := strings.Cut(field, "="); key {
		case "name":
			f.Name = cleanName(value)
		case "url":
			f.Address = value
		}
	}
	u, err := url.Parse(f.Address)
	return f, err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil &&
		len(f.Address) <= maxLink && f.Name != ""
}
