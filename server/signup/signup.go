// Package signup limits how many accounts are created from an address and from the networks around it. It knows
// addresses and times only.
package signup

import (
	"net/netip"
	"sync"
	"time"
)

// Kind is a kind of new account with a limit of its own.
type Kind string

// The kinds of new accounts. A guest who chooses a name counts as Name then.
const (
	Guest Kind = "guest"
	Name  Kind = "name"
)

// Options configures Limits. A limit of 0 is none.
type Options struct {
	// Guests and Names are the accounts that one address may create at once, and the number that is added each hour.
	Guests, Names int
	// Trusted are networks without limits, such as that of a school.
	Trusted []netip.Prefix
	// Refused is called for each refusal, with the part of the address that has reached its limit ("address", "/64"):
	// at most once in quietTime for a network with the number of its refusals since then, otherwise with 0.
	Refused func(k Kind, part string, network netip.Prefix, since int)
}

// The defaults of serve.
const (
	DefaultGuests = 30
	DefaultNames  = 10
)

// quietTime is the time between two reports about a network.
const quietTime = 10 * time.Minute

// sweepTime is how often buckets that are full again are forgotten.
const sweepTime = 10 * time.Minute

// Limits counts new accounts. It is safe for use by many goroutines. Each service of a cluster counts separately.
type Limits struct {
	opt     Options
	mu      sync.Mutex
	buckets map[bucketKey]*bucket
	reports map[netip.Prefix]*report
	swept   time.Time
}

type bucketKey struct {
	kind Kind
	from netip.Prefix
}

// bucket is a token bucket.
type bucket struct {
	left float64
	most float64
	at   time.Time // when left was computed
}

// report counts the refusals of a network since it was reported.
type report struct {
	at    time.Time
	since int
}

// New returns limits that have counted nothing.
func New(opt Options) *Limits {
	return &Limits{opt: opt, buckets: map[bucketKey]*bucket{}, reports: map[netip.Prefix]*report{}}
}

// level is a network around an address, and how many times the limit of one address it has.
type level struct {
	part  string
	bits  int
	times int
}

// levels are the networks that are limited, the widest first. Providers give a customer a /64, a /56 or a /48.
var (
	levels4 = []level{{"address", 32, 1}}
	levels6 = []level{{"/48", 48, 4}, {"/56", 56, 2}, {"/64", 64, 1}}
)

// network returns the network of an address in logs: a log has no addresses of players.
func network(ip netip.Addr) netip.Prefix {
	bits := 48
	if ip.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(ip, bits).Masked()
}

// Take counts a new account from an address. If the account is not created after all, the caller calls undo. If the
// limit is reached, ok is false and wait is the time until the next account may be created. An address that cannot be
// parsed has no limit.
func (l *Limits) Take(k Kind, address netip.Addr, now time.Time) (undo func(), wait time.Duration, ok bool) {
	most := l.opt.Names
	if k == Guest {
		most = l.opt.Guests
	}
	ip := address.Unmap().WithZone("")
	if most == 0 || !ip.IsValid() || l.trusted(ip) {
		return func() {}, 0, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	levels := levels6
	if ip.Is4() {
		levels = levels4
	}
	var taken []*bucket
	for _, at := range levels {
		b := l.bucket(bucketKey{k, netip.PrefixFrom(ip, at.bits).Masked()}, float64(most*at.times), now)
		if b.left < 1 {
			give(taken)
			l.refused(k, at.part, network(ip), now)
			return nil, time.Duration((1 - b.left) / b.most * float64(time.Hour)), false
		}
		b.left--
		taken = append(taken, b)
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		give(taken)
	}, 0, true
}

// give returns what was taken from buckets.
func give(taken []*bucket) {
	for _, b := range taken {
		b.left = min(b.left+1, b.most)
	}
}

func (l *Limits) trusted(ip netip.Addr) bool {
	for _, p := range l.opt.Trusted {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// bucket returns the bucket of a key, filled up to now.
func (l *Limits) bucket(key bucketKey, most float64, now time.Time) *bucket {
	b := l.buckets[key]
	if b == nil {
		b = &bucket{left: most, most: most, at: now}
		l.buckets[key] = b
	}
	b.fill(now)
	return b
}

// fill adds what has come since the last time: the whole bucket in an hour.
func (b *bucket) fill(now time.Time) {
	if since := now.Sub(b.at); since > 0 {
		b.left = min(b.most, b.left+b.most*since.Hours())
	}
	b.at = now
}

// refused counts a refusal and reports it.
func (l *Limits) refused(k Kind, part string, from netip.Prefix, now time.Time) {
	r := l.reports[from]
	if r == nil {
		r = &report{}
		l.reports[from] = r
	}
	r.since++
	since := 0
	if now.Sub(r.at) >= quietTime {
		since, r.since, r.at = r.since, 0, now
	}
	if l.opt.Refused != nil {
		l.opt.Refused(k, part, from, since)
	}
}

// sweep forgets buckets that are full and networks that were reported long ago.
func (l *Limits) sweep(now time.Time) {
	if now.Sub(l.swept) < sweepTime {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.fill(now); b.left >= b.most {
			delete(l.buckets, key)
		}
	}
	for from, r := range l.reports {
		if now.Sub(r.at) > 6*quietTime {
			delete(l.reports, from)
		}
	}
}
