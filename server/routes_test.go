package server

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

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
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header["X-Forwarded-For"] = tt.forwarded
		if got := (&Server{opt: Options{BehindProxy: tt.proxy}}).address(r); got != tt.want {
			t.Errorf("%v: %s", tt, got)
		}
	}
}
