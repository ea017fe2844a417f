package hud

import (
	"image"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tafl3d/panel"
	"tafl3d/tongue"
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

// TestLettersMayComeCloserButNotCross asserts that the correction between
// letters is in pixels: a face's own Kern is in the units of its font.
func TestLettersMayComeCloserButNotCross(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	for fam := range families {
		for _, size := range []float64{12, 15, 40} {
			face := f.face(fam, size)
			for _, pair := range []string{"Ta", "AV", "Ty", "Wo"} {
				a, b := rune(pair[0]), rune(pair[1])
				if k := float64(face.kern(a, b)) / 64 / size; k > 0 || k < -0.15 {
					t.Errorf("family %d at %g: %s is corrected by %.2f of the size", fam, size, pair, k)
				}
			}
			if face.kern('T', 'a') == 0 {
				t.Errorf("family %d at %g: Ta is not corrected", fam, size)
			}
		}
	}
}

func FuzzWrap(f *testing.F) {
	for _, s := range []string{"", "a", "The king threatens to escape", "Kf6^f4xf5xg4 Kf4-a4xCa5",
		"ÞÞÞ ðð \xff\xfe 日本", "   "} {
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
	lines := face.balance(s, 300, 9, track)
	if len(lines) != len(face.wrap(s, 300, 9, track)) || strings.Join(lines, " ") != s {
		t.Errorf("balanced: %q", lines)
	}
	if a, b := face.width(lines[0], track), face.width(lines[1], track); a-b > 60 || b-a > 60 {
		t.Errorf("balanced lines of %d and %d pixels: %q", a, b, lines)
	}
	short := face.shorten(s, 150, track)
	if cut, ok := strings.CutSuffix(short, "…"); !ok || !strings.HasPrefix(s, cut) || utf8.RuneCountInString(cut) < 10 {
		t.Errorf("shortened: %q", short)
	}
}

// TestABusyBarKeepsItsWords asserts that the bar of a study has its words at 1280 by 720, though
// less room between them than elsewhere.
func TestABusyBarKeepsItsWords(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	var bs []panel.Button
	for _, b := range [][2]string{{"new", "New game"}, {"undo", "Undo move"}, {"redo", "Redo"}, {"hint", "Hint"},
		{"analyse", "Analysis"}, {"pause", "Replay the game"}, {"comment", "Comment"},
		{"explorer", "Openings"}, {"study", "Study"}, {"flat", "Top view"}, {"flip", "Flip board"},
		{"menu", "Menu"}, {"help", "Help"}} {
		bs = append(bs, panel.Button{ID: b[0], Label: b[1]})
	}
	bs[1].Short, bs[5].Short, bs[9].Short, bs[10].Short = "Undo", "Play", "Top", "Flip"
	m := fit(1280, 720, 1, panel.Sizes{})
	if p := planTools(f, m, bs, 740); p.words == nil || p.size.X > 740 {
		t.Errorf("without words, %d wide", p.size.X)
	}
	for _, small := range []struct {
		w, h, room int
		text       float32
	}{{800, 600, 560, 1}, {1280, 720, 700, 1.5}, {1280, 720, 740, 1}} {
		m := fit(small.w, small.h, 1, panel.Sizes{Text: small.text})
		p := planTools(f, m, bs, small.room)
		if p.words == nil || p.size.X > small.room {
			t.Errorf("%+v: without words, %d wide", small, p.size.X)
			continue
		}
		apart(t, f, m, &p)
	}
	busier := append(slices.Clone(bs), panel.Button{Label: "Aktuelles Turnier", Short: "Turnier"},
		panel.Button{Label: "Partie abbrechen", Short: "Abbrechen"}, panel.Button{Label: "Zug beenden"})
	large := fit(800, 600, 1, panel.Sizes{Text: 1.5})
	if p := planTools(f, large, busier, 540); p.words == nil || p.size.X > 540 || p.size.Y > 180 {
		t.Errorf("in an event with large text: without words, or %v large", p.size)
	} else {
		apart(t, f, large, &p)
	}
	if p := planTools(f, m, bs[:6], 740); p.words == nil || len(p.words[0]) != 1 {
		t.Error("a bar with room has its words in more than a line")
	}
}

// apart asserts that the labels of neighbouring tools do not touch.
func apart(t *testing.T, f *fonts, m metrics, p *toolsPlan) {
	t.Helper()
	tag, _ := f.style(typeTag, m.k)
	wide := func(lines []string) (most int) {
		for _, l := range lines {
			most = max(most, tag.width(l, 0))
		}
		return most
	}
	for i := 1; i < len(p.rects); i++ {
		a, b := p.rects[i-1], p.rects[i]
		if a.Min.Y != b.Min.Y {
			continue
		}
		from, to := (a.Min.X+a.Max.X+wide(p.words[i-1]))/2, (b.Min.X+b.Max.X-wide(p.words[i]))/2
		if gap := to - from; gap < m.px(toolApart)-1 {
			t.Errorf("%q and %q: %d pixels apart", p.words[i-1], p.words[i], gap)
		}
	}
}

// TestNotesHaveOneSize: the last line of a comment, which is short, is as small as the others.
func TestNotesHaveOneSize(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	c := &canvas{fonts: f, metrics: fit(1280, 720, 1, panel.Sizes{})}
	g := &panel.Sheet{Rows: []panel.Row{{Said: "The attackers must close the corner"}, {Said: "at once."}}}
	r := image.Rect(0, 0, 200, 100)
	st := noteStyle(c, r, g)
	if st.size >= typeNote.size || c.width(g.Rows[0].Said, st) > r.Dx() {
		t.Errorf("a size of %v", st.size)
	}
}

// TestABarOnlineKeepsItsWords asserts the same of the bar of a game over the network, in every
// language.
func TestABarOnlineKeepsItsWords(t *testing.T) {
	f, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	for _, l := range tongue.Languages() {
		if err := tongue.Use(l.ID); err != nil {
			t.Fatal(err)
		}
		var bs []panel.Button
		for _, label := range []string{"New game", "Undo move", "Redo", "Hint", "Analysis", "Offer a draw", "Resign",
			"Pause", "Study", "Abort game", "Chat", "Top view", "Flip board", "Menu", "Help"} {
			bs = append(bs, panel.Button{Label: tongue.Text(label)})
		}
		if p := planTools(f, fit(1280, 720, 1, panel.Sizes{}), bs, 740); p.words == nil || p.size.X > 740 {
			t.Errorf("%s: without words, %d wide", l.ID, p.size.X)
		}
	}
}
