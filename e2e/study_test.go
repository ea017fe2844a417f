package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/link"
)

// twoGames is a file of games.
const twoGames = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]

1. d6-f6 d5-f5

[Variant "brandubh-gorrion"]
[Attackers "Ragnhild"]

1. d6-e6
`

// TestStudyOfAFile opens a file of two games, selects one by name, annotates a move, starts an analysis, adds
// a line, and checks the file of the study.
func TestStudyOfAFile(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	file := filepath.Join(t.TempDir(), "two games.tafl")
	must(t, os.WriteFile(file, []byte(twoGames), 0o600) == nil, "no file")
	chooses(t, data, shallow)
	prog := d.run("-data", data, "-mute", "-quality", "low", file)
	d.still()
	d.keep("e2e-study-1-choose")
	d.do("type", "--delay", "60", "ragnhild")
	d.key("Return")
	p := newPerson(d, game.Attackers, brandubh, data)
	before := p.sits()
	d.key("Next")
	has := func(wanted func(text string) bool) bool {
		list, _ := filepath.Glob(filepath.Join(data, "studies", "*.tafl"))
		if len(list) != 1 {
			return false
		}
		text, err := os.ReadFile(list[0])
		return err == nil && wanted(string(text))
	}
	kept := func(what string, do func(), wanted func(text string) bool) {
		t.Helper()
		done := time.Time{}
		d.keepsLooking(patience, pause, func() bool {
			if has(wanted) {
				return true
			}
			if time.Since(done) > patience/9 { // the target may not have existed yet
				do()
				done = time.Now()
			}
			return false
		}, inVain(what+" in the study's file"))
	}
	kept("the sign", func() { d.key("1") },
		func(text string) bool { return strings.Contains(text, "Ragnhild") && strings.Contains(text, "d6-e6!") })
	d.key("a")
	d.seesChange("the computer's lines", before, 2000)
	line := func() {
		time.Sleep(time.Second) // real time: the engine runs continuously; do repeats the action until lines appear
		d.key("n")
		time.Sleep(time.Second) // as above
		d.keep("e2e-study-2-line")
		d.key("Return")
	}
	kept("the computer's line", line, func(text string) bool {
		_, behind, found := strings.Cut(text, "d6-e6!")
		return found && len(strings.Fields(behind)) >= 3
	})
	d.keep("e2e-study-3-added")
	d.key("ctrl+q")
	prog.ended()
}

// TestAnotherStart starts the program again while it is running, with a file relative to the current folder,
// then with a link: both open in the first window, and the second instance exits normally.
func TestAnotherStart(t *testing.T) {
	d := newDisplay(t)
	data, folder := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "one game.tafl"), []byte(strings.SplitAfter(twoGames, "d5-f5\n")[1]),
		0o600) == nil, "no file")
	prog := d.run("-data", data, "-mute", "-quality", "low")
	d.still()
	again := func(word, wanted string) {
		t.Helper()
		cmd := command(t, "-data", data, word)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		must(t, err == nil, "the second start of %.20s: %v, %s", word, err, out)
		var text []byte
		d.keepsLooking(patience, pause, func() bool {
			text, err = os.ReadFile(filepath.Join(data, "study.tafl"))
			return err == nil && strings.Contains(string(text), wanted)
		}, func() string { return fmt.Sprintf("%q is not studied, but %q", wanted, text) })
	}
	again("one game.tafl", "Ragnhild")
	d.still()
	d.keep("e2e-another-start")
	l, err := link.Make(link.Game, "[Variant \"brandubh-gorrion\"]\n[Attackers \"Sigrid\"]\n\n1. d6-c6\n")
	must(t, err == nil, "no link: %v", err)
	again(l, "Sigrid")
	d.key("ctrl+q")
	prog.ended()
}
