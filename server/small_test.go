package server_test

import (
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// TestPushedOut: a session that a newer one of its device pushes out ends with its socket.
func TestPushedOut(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	p := signUp(t, web.URL, "Astrid")
	line := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
	defer line.Close()
	await.Until(t, "the line does not come in",
		func() bool { state, _ := line.State(); return state == client.Connected })
	for range 33 { // more than a device may have
		if _, err := p.SignIn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	await.Until(t, "the socket of a session that has ended stays open",
		func() bool { state, _ := line.State(); return state == client.Refused })
}

// TestWeakKeys: a key of small order, for which a signature can be made up, makes no account.
func TestWeakKeys(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	made := 0
	for _, y := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000080",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	} {
		key, err := hex.DecodeString(y)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 16 { // the signature is good for some messages
			for _, first := range []byte{0, 1} {
				sig := make([]byte, 64)
				sig[0] = first
				q := wire.SignUp{Name: "Weak" + string(rune('A'+made)), Proof: wire.Proof{
					Key: base64.RawURLEncoding.EncodeToString(key), Time: time.Now().Unix(),
					Nonce: strings.Repeat("n", n+1), Signature: base64.RawURLEncoding.EncodeToString(sig),
				}}
				if device(t, web.URL).Do(t.Context(), http.MethodPost, "v1/accounts", "", q, nil) == nil {
					made++
				}
			}
		}
	}
	if made > 0 {
		t.Errorf("%d accounts with keys that are nobody's", made)
	}
}

// TestForeignHost: a page tells the address that the service has, whatever the request says.
func TestForeignHost(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "tafl.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	for host, want := range map[string]string{"evil.example": "https://tafl.example",
		"tafl.example:7350": "https://tafl.example:7350", "TAFL.example": "https://tafl.example",
		"tafl.example:80@evil": "https://tafl.example"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusBadRequest {
			continue
		}
		if err != nil || strings.Contains(string(page), "evil") || !strings.Contains(string(page), want+"<") &&
			!strings.Contains(string(page), want+`"`) {
			t.Errorf("%s: the page does not tell %s (%v)", host, want, err)
		}
	}
}

// TestHeaders: browsers that came by TLS come by it again, and who is refused for the load is
// told when to come again.
func TestHeaders(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "tafl.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewTLSServer(s.Handler())
	defer web.Close()
	get := func(path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := web.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer
	}
	for _, path := range []string{"/", "/v1/events"} {
		if got := get(path).Header.Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=") {
			t.Errorf("%s: HSTS %q", path, got)
		}
	}
	for range 1000 {
		if a := get("/v1/events"); a.StatusCode == http.StatusTooManyRequests {
			if a.Header.Get("Retry-After") == "" {
				t.Error("who asks too often is not told when to come again")
			}
			return
		}
	}
	t.Error("a thousand requests at once are taken")
}
