package e2e

import (
	"image"
	"path/filepath"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/library"
)

// TestLibrary plays a game and resigns. It is in the library at once, and after a restart it is opened as a
// study by keys alone.
func TestLibrary(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	prog := d.run("-data", data, "-variant", brandubh, "-side", "attackers", "-level", "1", "-mute", "-quality", "low")
	p := newPerson(d, game.Attackers, brandubh, data)
	p.sits()
	d.do("key", "--delay", "60", "Left", "Down", "Down", "Return", "Left", "Return") // from d2 to c2
	p.await("a move and an answer", func(m *match.Match, _ *match.State) bool { return m.Ply() >= 2 })
	d.key("r")
	d.still()
	d.do("key", "--delay", "60", "Up", "Return") // No is the first button
	d.keepsLooking(patience, pause, func() bool { return kept(t, data) == 1 }, inVain("the game in the library"))
	d.key("ctrl+q")
	prog.ended()

	prog = d.run("-data", data, "-mute", "-quality", "low")
	d.still()
	d.key("ctrl+l")
	list := d.sees("the row of the game",
		func(now *image.RGBA) bool { return golden(now, image.Rect(60, 250, width-60, 300)) > width })
	d.keep("e2e-library-1-list")
	d.key("Return")
	game := d.seesChange("the game's page", list, width*height/20)
	d.keep("e2e-library-2-game")
	d.key("Return")
	d.seesChange("the study", game, width*height/20)
	d.key("End")
	d.key("1") // annotate as a good move
	d.keepsLooking(patience, pause, func() bool {
		list, _ := filepath.Glob(filepath.Join(data, "studies", "*.tafl"))
		return len(list) == 1
	}, inVain("the study of the game"))
	study := d.still()
	d.key("b")
	d.seesChange("the openings", study, 2000)
	d.keep("e2e-library-3-openings")
	d.key("ctrl+q")
	prog.ended()
	must(t, kept(t, data) == 1, "the library has %d games, not 1", kept(t, data))
}

// golden counts the pixels of r in the colour of the selection frame.
func golden(img *image.RGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c := img.RGBAAt(x, y); c.R > 180 && c.G > 120 && c.B < 150 {
				n++
			}
		}
	}
	return n
}

// kept returns the number of games in the library.
func kept(t *testing.T, data string) int {
	t.Helper()
	l, err := library.Open(filepath.Join(data, "library"))
	must(t, err == nil, "the library: %v", err)
	defer l.Close()
	n, err := l.Count(t.Context(), library.Query{Own: true})
	must(t, err == nil, "the library: %v", err)
	return n
}
