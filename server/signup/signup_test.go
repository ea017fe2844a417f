package signup

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// admitted counts how many of 250 sign-ups succeed, one from each of the addresses that from returns.
func admitted(l *Limits, k Kind, now time.Time, from func(i int) string) (n int) {
	for i := range 250 {
		if _, _, ok := l.Take(k, netip.MustParseAddr(from(i)), now); ok {
			n++
		}
	}
	return n
}

// TestLimits asks for 250 accounts at once, from one address and from many of a network.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		what string
		kind Kind
		from func(i int) string
		want int
	}{
		{"names from an address", Name, func(int) string { return "192.0.2.1" }, 10},
		{"guests from an address", Guest, func(int) string { return "192.0.2.1" }, 30},
		{"an address in both forms", Name, func(int) string { return "::ffff:192.0.2.1" }, 10},
		{"addresses of a /64", Name, func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i) }, 10},
		{"/64s of a /56", Name, func(i int) string { return fmt.Sprintf("2001:db8:1:2%02x::1", i) }, 20},
		{"/64s of a /48", Name, func(i int) string { return fmt.Sprintf("2001:db8:1:%02x00::1", i) }, 40},
		{"guests from /64s of a /48", Guest, func(i int) string { return fmt.Sprintf("2001:db8:1:%02x00::1", i) }, 120},
		{"many /48s", Name, func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }, 250},
		{"many IPv4 addresses", Name, func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }, 250},
		{"a trusted network", Name, func(int) string { return "198.51.100.9" }, 250},
	} {
		l := New(Options{Guests: DefaultGuests, Names: DefaultNames,
			Trusted: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}})
		if got := admitted(l, tt.kind, noon, tt.from); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.what, got, tt.want)
		}
	}
	if got := admitted(New(Options{}), Name, noon, func(int) string { return "192.0.2.1" }); got != 250 {
		t.Errorf("without limits: %d", got)
	}
}

// TestRefill: after the burst an address gets a tenth of the limit in six minutes, and the refusal says when.
func TestRefill(t *testing.T) {
	l := New(Options{Names: 10})
	one := func(int) string { return "192.0.2.1" }
	if got := admitted(l, Name, noon, one); got != 10 {
		t.Fatal(got)
	}
	if _, wait, _ := l.Take(Name, netip.MustParseAddr(one(0)), noon); wait != 6*time.Minute {
		t.Errorf("to wait: %v", wait)
	}
	if got := admitted(l, Name, noon.Add(7*time.Minute), one); got != 1 {
		t.Errorf("after seven minutes: %d", got)
	}
	if got := admitted(l, Name, noon.Add(3*time.Hour), one); got != 10 {
		t.Errorf("after three hours: %d", got)
	}
}

// TestUndo: a refused name costs nothing, and a refused /64 does not use up its /48.
func TestUndo(t *testing.T) {
	l := New(Options{Names: 10})
	for range 100 {
		undo, _, ok := l.Take(Name, netip.MustParseAddr("192.0.2.1"), noon)
		if !ok {
			t.Fatal("an undone sign-up counts")
		}
		undo()
	}
	if got := admitted(l, Name, noon, func(int) string { return "2001:db8:1:2::1" }); got != 10 {
		t.Fatal(got)
	}
	if got := admitted(l, Name, noon, func(i int) string { return fmt.Sprintf("2001:db8:1:ff%02x::1", i) }); got != 20 {
		t.Errorf("of the /56 next to it: %d", got)
	}
}

// TestReports: each refusal is counted, and a network is reported once in ten minutes, without the address.
func TestReports(t *testing.T) {
	refused := map[string]int{}
	var told []string
	l := New(Options{Names: 10, Refused: func(k Kind, part string, from netip.Prefix, since int) {
		refused[string(k)+part]++
		if since > 0 {
			told = append(told, fmt.Sprint(from, " ", since))
		}
	}})
	one := func(int) string { return "192.0.2.77" }
	admitted(l, Name, noon, one)
	admitted(l, Name, noon.Add(10*time.Minute), one)
	admitted(l, Name, noon, func(int) string { return "2001:db8:1:2::1" })
	if refused["nameaddress"] != 240+249 || refused["name/64"] != 240 {
		t.Errorf("%v", refused)
	}
	want := "[192.0.2.0/24 1 192.0.2.0/24 240 2001:db8:1::/48 1]"
	if got := fmt.Sprint(told); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestForgets: what has become full again is forgotten.
func TestForgets(t *testing.T) {
	l := New(Options{Names: 10})
	admitted(l, Name, noon, func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) })
	l.Take(Name, netip.MustParseAddr("192.0.2.1"), noon.Add(2*time.Hour))
	if n := len(l.buckets); n != 1 {
		t.Errorf("%d buckets", n)
	}
}
