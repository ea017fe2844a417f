package lan

import (
	"context"
	"net/url"
	"strings"

	"github.com/hashicorp/mdns"

	"tafl3d/net/wire"
)

// matchName is what services are announced as, longestLink how many bytes the address of one
// may have.
const (
	matchServiceName = "_taflmatch._tcp"
	maxLink          = 120
)

// AnnounceService tells the local network of a matching service at a port, by its name and its
// address, until stop is called. Where the network has no multicast nobody hears it.
func AnnounceService(name, address string, port int) (stop func()) {
	c := advertise(matchServiceName, port, "name="+cleanName(name), "url="+address)
	if c == nil {
		return func() {}
	}
	return func() { _ = c.Shutdown() }
}

// FindServices listens for matching services on the local network for a moment. Address is the
// link of one. What it returns was told by anybody: only a certificate proves who answers there.
func FindServices(ctx context.Context) ([]wire.Found, error) {
	return search(ctx, matchServiceName, parseService)
}

// parseService reads an answer of a service; those of other programs are passed over, and addresses
// that are none or lead to one without TLS.
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
