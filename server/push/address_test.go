package push

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestAddresses refuses addresses that lead into the network of the service.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"https://push.example/send/abc":          true,
		"https://push.example:443/send/abc":      true,
		"https://8.8.8.8/x":                      true,
		"https://[2606:4700::1111]/x":            true,
		"http://push.example/send":               false,
		"https://push.example:8443/send":         false,
		"https://user:word@push.example/":        false,
		"https:///send":                          false,
		"https://127.0.0.1/x":                    false,
		"https://10.1.2.3/x":                     false,
		"https://169.254.169.254/latest":         false,
		"https://100.64.0.1/x":                   false,
		"https://[::1]/x":                        false,
		"https://[::ffff:192.168.0.1]/x":         false,
		"https://[fe80::1]/x":                    false,
		"https://[fd00::1]/x":                    false,
		"https://[64:ff9b::a00:1]/x":             false,
		"https://0.0.0.0/x":                      false,
		"https://224.0.0.1/x":                    false,
		"file:///etc/passwd":                     false,
		"https://push.example/" + longText(1000): false,
	} {
		if got := mayReach(address, false); got != want {
			t.Errorf("%.80s: %v, want %v", address, got, want)
		}
	}
	if isPublic(netip.MustParseAddr("192.168.1.1")) || !isPublic(netip.MustParseAddr("1.1.1.1")) {
		t.Error("192.168.1.1 is not public, 1.1.1.1 is")
	}
}

func longText(n int) string { return string(make([]byte, n)) }

// TestPrivateNames connects to no address of this machine, whatever its name is.
func TestPrivateNames(t *testing.T) {
	web := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	defer web.Close()
	for _, address := range []string{web.URL, "https://localhost/", "https://127.0.0.1:443/"} {
		answer, err := publicClient().Get(address)
		if err == nil {
			_ = answer.Body.Close()
		}
		if !errors.Is(err, errPrivate) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
