package wire

import (
	"errors"
	"slices"
	"testing"
)

// TestInvitation parses links and codes as people paste and type them, and invalid texts.
func TestInvitation(t *testing.T) {
	const code = "k7pq2abc"
	for text, want := range map[string]Invitation{
		code:                                     {Code: code},
		" K7PQ-2ABC\n":                           {Code: code},
		"k7pq 2abc":                              {Code: code},
		"https://tafl.example/i/" + code:         {"https://tafl.example", code},
		"<https://tafl.example/i/K7PQ2ABC/>":     {"https://tafl.example", code},
		"tafl.example/i/" + code:                 {"https://tafl.example", code},
		"http://127.0.0.1:7350/i/" + code + "?x": {"http://127.0.0.1:7350", code},
		"https://example.org/tafl/i/" + code:     {"https://example.org/tafl", code},
		"tafl3d:http://localhost:7350/i/" + code: {"http://localhost:7350", code},
		"TAFL3D://tafl.example/i/" + code:        {"https://tafl.example", code},
	} {
		got, err := ParseInvitation(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if got.Service == "" {
			continue
		}
		if again, err := ParseInvitation(got.Link()); err != nil || again != got {
			t.Errorf("%q: its link is read as %+v, %v", text, again, err)
		}
	}
	for _, text := range []string{"", " - ", "https://tafl.example/", "https://tafl.example/games/" + code,
		"https:///i/" + code, "ftp://tafl.example/i/" + code, "https://tafl.example/i/", "https://tafl.example/i/a/b",
		"k7pq_2abc", "ürhund", string(make([]byte, 41))} {
		if got, err := ParseInvitation(text); !errors.Is(err, ErrNoInvitation) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestAddressesAsTyped parses service addresses as people type them.
func TestAddressesAsTyped(t *testing.T) {
	for text, want := range map[string][]string{
		"tafl.example":          {"https://tafl.example", "https://tafl.example:7350"},
		"tafl.example:8443":     {"https://tafl.example:8443"},
		"https://tafl.example/": {"https://tafl.example", "https://tafl.example:7350"},
		"https://tafl.example/play?x=1#y": {"https://tafl.example/play", "https://tafl.example",
			"https://tafl.example:7350"},
		"127.0.0.1:7350": {"http://127.0.0.1:7350", "https://127.0.0.1:7350"},
		"localhost": {"http://localhost", "http://localhost:7350", "https://localhost",
			"https://localhost:7350"},
		"tafl3d://tafl.example":            {"https://tafl.example", "https://tafl.example:7350"},
		" <tafl3d:https://tafl.example/> ": {"https://tafl.example", "https://tafl.example:7350"},
		"":                                 nil,
		"good day ?":                       nil,
	} {
		if got := Addresses(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
