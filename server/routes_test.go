package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// TestHallComesBack lets far more players than the requests that an address may make
// come at once from one address, as a school does whose service was started anew. All
// are let in; requests are limited as ever.
func TestHallComesBack(t *testing.T) {
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	const crowd = 3 * requestPeak
	var in atomic.Int64
	var work sync.WaitGroup
	for range crowd {
		work.Go(func() {
			r, err := knock(web.URL + "/v1/socket")
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = r.Body.Close() }()
			if r.StatusCode == http.StatusSwitchingProtocols {
				in.Add(1)
			}
		})
	}
	work.Wait()
	if in.Load() != crowd {
		t.Errorf("of %d players %d are let in", crowd, in.Load())
	}
	refused := 0
	for range crowd {
		r, err := http.Get(web.URL + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Errorf("of %d requests none is refused", crowd)
	}
}

// knock asks for a WebSocket.
func knock(url string) (*http.Response, error) {
	q, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket",
		"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGFmbCB0YWZsIHRhZmwhIQ=="} {
		q.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(q)
}

// TestTooManyEnter lets an address in as often as it may, and no more, whether its
// connections stay or go.
func TestTooManyEnter(t *testing.T) {
	for _, stay := range []bool{true, false} {
		var d addressLimits
		let := 0
		for range maxConns + 1000 {
			leave, ok := d.enter("192.0.2.1")
			if !ok {
				continue
			}
			if let++; !stay {
				leave()
			}
		}
		if let < maxConns || let > maxConns+500 || stay && let > maxConns {
			t.Errorf("stay %v: %d connections are let in", stay, let)
		}
		if _, ok := d.enter("192.0.2.2"); !ok {
			t.Errorf("stay %v: another address is refused, too", stay)
		}
	}
}

// TestAddress finds out where a request comes from: what a sender claims counts only
// as far as a proxy of ours has written it.
func TestAddress(t *testing.T) {
	for _, tt := range []struct {
		proxy     bool
		forwarded []string
		want      string
	}{
		{false, nil, "192.0.2.1"},
		{false, []string{"10.0.0.1"}, "192.0.2.1"},
		{true, nil, "192.0.2.1"},
		{true, []string{"10.0.0.1"}, "10.0.0.1"},
		{true, []string{"10.6.6.6, 10.0.0.1"}, "10.0.0.1"},
		{true, []string{"10.6.6.6", "10.7.7.7,10.0.0.1"}, "10.0.0.1"},
		{true, []string{"10.0.0.1:4711"}, "10.0.0.1"},
		{true, []string{"::ffff:10.0.0.1"}, "10.0.0.1"},
		{true, []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"},
		{true, []string{"2001:db8:1:2:ffff::1"}, "2001:db8:1:2::/64"},
		{true, []string{"[2001:db8:1:2::9]:4711"}, "2001:db8:1:2::/64"},
		{true, []string{"fe80::1%eth0"}, "fe80::/64"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header["X-Forwarded-For"] = tt.forwarded
		if got := (&Server{opt: Options{BehindProxy: tt.proxy}}).address(r); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}

// TestEveryRouteHasItsDoor asks for each route of the protocol that a service answers.
func TestEveryRouteHasItsDoor(t *testing.T) {
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, e := range wire.Endpoints() {
		mux := s.requests()
		if e.Path == wire.GetSocket.Path || e.Path == wire.GetExport.Path {
			mux = s.routes().(*http.ServeMux)
		}
		want := e.Method + " " + e.Path
		if _, got := mux.Handler(httptest.NewRequest(e.Method, e.Path, nil)); (got == want) == e.Local {
			t.Errorf("%s is answered as %q", want, got)
		}
	}
}

// TestTooManyConnections: an address with too many connections gets a refusal with a code, and is told when to try
// again.
func TestTooManyConnections(t *testing.T) {
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/socket", nil)
	for ok := true; ok; {
		_, ok = s.limits.enter(s.address(r))
	}
	w := httptest.NewRecorder()
	s.socket(w, r)
	if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), string(wire.TooMuch)) ||
		w.Header().Get("Retry-After") == "" {
		t.Errorf("%d, %v, %s", w.Code, w.Header(), w.Body)
	}
}

// TestExportFails: an export of which a part cannot be read is an error, and not a file that is incomplete.
func TestExportFails(t *testing.T) {
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e, err := s.kept(ctx, account.Caller{Account: store.Account{ID: "astrid"}}); err == nil {
		t.Errorf("%+v", e)
	}
}
