package dial

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tafl3d/app/shell"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// TestWhereServicesAreLookedFor types addresses of services that are there without their
// scheme, with a page behind them, and of what is none: each failure says what to do.
func TestWhereServicesAreLookedFor(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1", Name: "Hall of the north"})
	if err != nil {
		t.Fatal(err)
	}
	web, alien := httptest.NewServer(s.Handler()), httptest.NewServer(http.NotFoundHandler())
	defer func() { web.Close(); alien.Close(); _ = s.Close() }()
	safe := httptest.NewTLSServer(http.NotFoundHandler())
	defer safe.Close()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nowhere := gone.Addr().String()
	_ = gone.Close()
	n := Network{Store: shell.NewFiles(t.TempDir())}
	typed := strings.TrimPrefix(web.URL, "http://")
	for text, want := range map[string]error{
		typed: nil, " " + web.URL + "/play ": nil, "tafl3d:" + web.URL: nil,
		"": client.ErrNoAddress, "good day ?": client.ErrNoAddress,
		nowhere: client.ErrNoPort, strings.TrimPrefix(alien.URL, "http://"): client.ErrForeign,
		safe.URL:                client.ErrCertificate,
		"http://192.0.2.1:7350": client.ErrNoTLS, strings.Replace(web.URL, "http", "https", 1): client.ErrNoTLS,
	} {
		at, err := n.Service(t.Context(), text, "", true, func(wire.Notice) {})
		if !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
		if err == nil {
			if at.Name() != "Hall of the north" || at.Address() != web.URL && at.Address() != web.URL+"/play" {
				t.Errorf("%q is %s at %s", text, at.Name(), at.Address())
			}
			at.Close()
		}
	}
}
