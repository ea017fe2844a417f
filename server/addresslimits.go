package server

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// addressLimits limits requests and connections by address. Its zero value is ready to use.
type addressLimits struct {
	mu    sync.Mutex
	from  map[string]*sender
	swept time.Time
}

// sender counts the requests and connections of an address.
type sender struct {
	rate    *rate.Limiter // of requests
	entries *rate.Limiter // of new connections
	conns   int
	seen    time.Time
}

// The limits per address. Many players may share an address, and all of them may reconnect at the same time: after a
// restart their clocks are about to run.
const (
	requestRate = 30 // per second
	requestPeak = 120
	maxConns    = 8192
	entryRate   = 30 // per second
	entryPeak   = maxConns
	forgetAfter = 10 * time.Minute
)

// lineBits is how many leading bits of an IPv6 address identify a subscriber.
const lineBits = 64

// line returns the key of an address: an IPv4 address itself, the prefix of an IPv6 address.
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

func (l *addressLimits) sender(from string) *sender {
	now := time.Now()
	if l.from == nil {
		l.from = map[string]*sender{}
	}
	if now.Sub(l.swept) > forgetAfter {
		l.swept = now
		for k, v := range l.from {
			if v.conns == 0 && now.Sub(v.seen) > forgetAfter {
				delete(l.from, k)
			}
		}
	}
	v := l.from[from]
	if v == nil {
		v = &sender{rate: rate.NewLimiter(requestRate, requestPeak), entries: rate.NewLimiter(entryRate, entryPeak)}
		l.from[from] = v
	}
	v.seen = now
	return v
}

// enter counts a new connection. ok is false if there are too many, or too many new ones. The caller calls leave at its
// end.
func (l *addressLimits) enter(from string) (leave func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := l.sender(from)
	if v.conns >= maxConns || !v.entries.Allow() {
		return nil, false
	}
	v.conns++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		v.conns--
	}, true
}

// allow counts a request. It returns false if there are too many.
func (l *addressLimits) allow(from string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sender(from).rate.Allow()
}
