package link

import (
	"errors"
	"strings"
	"testing"
)

const game = "[Variant \"brandubh-gorrion\"]\n\n1. d6-f6! d5-f5?! {Æ, þ and \u2190.}\n"

// TestRoundTrip: what goes into a link comes out of it, in whatever shape it was sent.
func TestRoundTrip(t *testing.T) {
	for _, k := range kinds {
		l, err := Make(k, game)
		if err != nil || len(l) > 140 {
			t.Fatalf("%d letters, %v", len(l), err)
		}
		for _, sent := range []string{l, " <" + l + ">\n", strings.Replace(l, "//", "", 1),
			strings.Replace(l, "?", "/?", 1),
			strings.Replace(l, "tafl3d", "TAFL3D", 1), l[:40] + "\r\n  " + l[40:], l + "=="} {
			if kind, text, err := Read(sent); kind != k || text != game || err != nil || !Is(sent) {
				t.Errorf("%q: %s, %q, %v", sent, kind, text, err)
			}
		}
	}
}

// TestBad: links that cannot be are refused, and other links are none of ours.
func TestBad(t *testing.T) {
	l, err := Make(Game, game)
	if err != nil {
		t.Fatal(err)
	}
	bomb, err := Make(Game, strings.Repeat("a", most))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]error{
		l[:len(l)-10]: ErrDamaged, l[:len(l)-10] + "!" + l[len(l)-9:]: ErrDamaged, "tafl3d://game?": ErrDamaged,
		"tafl3d:game?AAAA":                     ErrDamaged,
		strings.Replace(l, "game", "opera", 1): ErrNewer, "tafl3d:game?" + strings.Repeat("A", longest+1): ErrLong,
	} {
		if _, got, err := Read(text); !errors.Is(err, want) || got != "" || !Is(text) {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
	if _, text, err := Read(bomb); err != nil || len(text) != most {
		t.Errorf("the largest: %d, %v", len(text), err)
	}
	if _, err := Make(Game, strings.Repeat("a", most+1)); !errors.Is(err, ErrLong) {
		t.Errorf("larger than that: %v", err)
	}
	for _, other := range []string{"", "tafl3d:", "tafl3d:https://tafl.example/i/abcd",
		"tafl3d:https://tafl.example/?x", "https://tafl.example/game?x", "1. d6-f6", "tafl3d:game"} {
		if Is(other) {
			t.Errorf("%q is taken for one of ours", other)
		}
	}
}

// FuzzRead: no text brings it down, and what is read can be made again.
func FuzzRead(f *testing.F) {
	l, _ := Make(Rules, game)
	f.Add(l)
	f.Add("tafl3d://game?AAAA")
	f.Fuzz(func(t *testing.T, link string) {
		k, text, err := Read(link)
		if err != nil {
			return
		}
		if again, err := Make(k, text); err == nil {
			if _, back, err := Read(again); back != text || err != nil {
				t.Errorf("%q, %v", back, err)
			}
		}
	})
}
