package server

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// doors counts who comes from where. Its zero value lets everybody in.
type doors struct {
	mu    sync.Mutex
	from  map[string]*visitor
	swept time.Time
}

// visitor is an address.
type visitor struct {
	rate    *rate.Limiter // of requests
	entries *rate.Limiter // of connections
	conns   int
	seen    time.Time
}

// What an address may ask for: many players may share one. As many as may be
// connected may come in one moment: when a service is back, a room full of players returns while
// its clocks are about to run.
const (
	requestRate = 30 // a second
	requestPeak = 120
	maxConns    = 8192
	entryRate   = 30 // a second
	entryPeak   = maxConns
	forgetAfter = 10 * time.Minute
)

// lineBits are how many bits of an IPv6 address tell whose line it is: one who has a line
// has all addresses that begin with them.
const lineBits = 64

// line returns what all addresses of one line have in common.
func line(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, lineBits).Masked().String()
}

func (d *doors) visitor(from string) *visitor {
	now := time.Now()
	if d.from == nil {
		d.from = map[string]*visitor{}
	}
	if now.Sub(d.swept) > forgetAfter {
		d.swept = now
		for k, v := range d.from {
			if v.conns == 0 && now.Sub(v.seen) > forgetAfter {
				delete(d.from, k)
			}
		}
	}
	v := d.from[from]
	if v == nil {
		v = &visitor{rate: rate.NewLimiter(requestRate, requestPeak), entries: rate.NewLimiter(entryRate, entryPeak)}
		d.from[from] = v
	}
	v.seen = now
	return v
}

// enter counts a connection in; it is false if there are too many, or too many have come.
func (d *doors) enter(from string) (leave func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(from)
	if v.conns >= maxConns || !v.entries.Allow() {
		return nil, false
	}
	v.conns++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		v.conns--
	}, true
}

// allow counts a request; it is false if there are too many.
func (d *doors) allow(from string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visitor(from).rate.Allow()
}
