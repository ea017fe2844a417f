package e2e

import (
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"testing"
)

// aGame is a game that ends with the capture of the king.
const aGame = "[Variant \"brandubh-gorrion\"]\n\n1. b4-b5 c4-c1 2. b5-b1xc1 d5-a5 3. d6-a6xa5 Kd4-d5 4. a6-c6 Kd5-c5 " +
	"5. a4-c4xKc5\n"

// TestFilmOfTheCarvedBoard opens a game as a study and saves a 3D animation by keys alone: a cancelled one
// leaves no file, the next one shows the moving pieces.
func TestFilmOfTheCarvedBoard(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "game.tafl")
	must(t, os.WriteFile(file, []byte(aGame), 0o600) == nil, "no file")
	prog := d.run("-data", data, "-mute", "-quality", "low", file)
	d.still()
	d.key("F10")
	d.do("key", "--delay", "60", "Down", "Down", "Down", "Down", "Down", "Down", "Return")
	d.still()
	d.do("key", "--delay", "60", "Down", "Down", "Down", "Down", "Down", "Down")
	page := d.still()
	films := func() []string {
		list, _ := filepath.Glob(filepath.Join(data, "pictures", "*.gif"))
		return list
	}
	calledOff := func() bool {
		d.key("Return")
		progress := func() bool { return differing(page, d.picture(), page.Bounds()) > width*height/50 }
		d.keepsLooking(patience, pause, progress, inVain("how far the film is"))
		d.keep("e2e-film-progress")
		d.key("Escape")
		d.sees("the page again",
			func(now *image.RGBA) bool { return differing(page, now, now.Bounds()) < width*height/20 })
		d.still()
		for _, f := range films() { // finished before the key arrived, on a busy machine
			must(t, os.Remove(f) == nil, "%s stays", f)
			return false
		}
		return true
	}
	kept := true
	for try := 0; kept && try < 3; try++ {
		kept = !calledOff()
	}
	must(t, !kept, "a film that was called off is kept, three times")
	d.key("Return")
	d.keepsLooking(patience, pause, func() bool { return len(films()) > 0 }, inVain("a film"))
	d.keep("e2e-film-saved")
	f, err := os.Open(films()[0])
	must(t, err == nil, "%v", err)
	defer f.Close()
	all, err := gif.DecodeAll(f)
	must(t, err == nil, "%v", err)
	must(t, all.Config.Width == 800 && len(all.Image) > 6, "%d pictures of %d pixels across", len(all.Image),
		all.Config.Width)
	d.key("Escape")
	d.key("ctrl+q")
	prog.ended()
}
