package client_test

import (
	"crypto/ed25519"
	"testing"

	"tafl3d/net/client"
)

// TestNewServiceTakesAddressesAsTyped accepts addresses as a service prints them and as people type them.
func TestNewServiceTakesAddressesAsTyped(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	for typed, want := range map[string]string{
		"127.0.0.1:7350":         "http://127.0.0.1:7350",
		" localhost:7350 ":       "http://localhost:7350",
		"[::1]:7350":             "http://[::1]:7350",
		"https://localhost:7350": "https://localhost:7350",
		"tafl.example":           "https://tafl.example",
		"tafl.example:8443":      "https://tafl.example:8443",
	} {
		s, err := client.NewService(typed, key, nil)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		if got := s.Address(); got != want {
			t.Errorf("%q is %s, not %s", typed, got, want)
		}
	}
}
