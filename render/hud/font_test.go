package hud

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFiguresAreTabular(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range []style{typeClock, typeMove, typeBody, typeStrong} {
		face, track := f.style(st, 1)
		want := face.width("00:00", track)
		for _, s := range []string{"11:11", "17:41", "48:99"} {
			if got := face.width(s, track); got != want {
				t.Errorf("size %g: %q is %d wide, 00:00 is %d", st.size, s, got, want)
			}
		}
	}
}

func FuzzWrap(f *testing.F) {
	for _, s := range []string{"", "a", "The king threatens to escape", "Kf6^f4xf5xg4 Kf4-a4xCa5", "ÞÞÞ ðð \xff\xfe 日本", "   "} {
		f.Add(s, 120, 3)
	}
	fs, err := newFonts()
	if err != nil {
		f.Fatal(err)
	}
	face, track := fs.style(typeBody, 1)
	f.Fuzz(func(t *testing.T, s string, width, limit int) {
		width, limit = width&1023, limit&7+1
		lines := face.wrap(s, width, limit, track)
		if len(lines) > limit {
			t.Errorf("%d lines, want at most %d", len(lines), limit)
		}
		for _, l := range lines {
			if w := face.width(l, track); w > width {
				t.Errorf("%q is %d wide, want at most %d", l, w, width)
			}
		}
	})
}

func TestWrapKeepsEveryWord(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	face, track := f.style(typeBody, 1)
	const s = "The king threatens to be taken on the very next turn"
	if got := strings.Join(face.wrap(s, 150, 9, track), " "); got != s {
		t.Errorf("wrapped: %q, want %q", got, s)
	}
	short := face.shorten(s, 150, track)
	if cut, ok := strings.CutSuffix(short, "…"); !ok || !strings.HasPrefix(s, cut) || utf8.RuneCountInString(cut) < 10 {
		t.Errorf("shortened: %q", short)
	}
}
