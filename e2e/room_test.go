package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
)

// written is a folder of files that the program writes.
type written struct {
	*display
	pattern string
}

// has waits until a file of the folder satisfies wanted, and repeats do meanwhile.
func (w written) has(what string, do func(), wanted func(text string) bool) {
	w.t.Helper()
	w.keepsDoing(what, do, func() bool {
		list, _ := filepath.Glob(w.pattern)
		for _, name := range list {
			if text, err := os.ReadFile(name); err == nil && wanted(string(text)) {
				return true
			}
		}
		return false
	})
}

// keepsDoing repeats an action until its effect appears: the window may not have been ready.
func (d *display) keepsDoing(what string, do func(), there func() bool) {
	d.t.Helper()
	done := time.Time{}
	d.keepsLooking(patience, pause, func() bool {
		if there() {
			return true
		}
		if do != nil && time.Since(done) > patience/4 {
			do()
			done = time.Now()
		}
		return false
	}, inVain(what))
}

// TestStudyRoom works on a finished game by keys alone: it plays, comments and annotates a variation, reviews
// the game, solves a mistake as an exercise, opens the explorer, saves the moves to a file, and copies the
// game and pastes it as another study.
func TestStudyRoom(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "game.tafl")
	must(t, os.WriteFile(file, []byte(aGame), 0o600) == nil, "no file")
	prog := d.run("-data", data, "-mute", "-quality", "low", file)
	p := newPerson(d, game.Attackers, brandubh, data)
	p.sits()
	study := written{d, filepath.Join(data, "studies", "*.tafl")}
	contains := func(words string) func(string) bool {
		return func(text string) bool { return strings.Contains(text, words) }
	}
	// Left steps through the moves until Up shows the cursor on d4. Then d2-c2.
	d.do("key", "--delay", "80", "Left", "Up", "Down", "Down", "Return", "Left", "Return")
	study.has("the variation", nil, contains("1. d2-c2"))
	d.key("w")
	d.still()
	d.do("type", "--delay", "60", "Quieter")
	d.key("Return")
	study.has("the comment", nil, contains("{Quieter}"))
	study.has("the sign", func() { d.key("5") }, contains("d2-c2!?"))
	d.keep("e2e-room-1-variation")

	d.key("Home")
	d.key("o")
	d.still()
	d.do("key", "--delay", "60", "Down", "Down", "Return") // Review the game
	study.has("the review", nil, contains("Loses"))
	reviewed := d.still()
	d.keep("e2e-room-2-review")
	d.do("key", "--delay", "60", "Right", "Return") // Learn from the mistakes
	d.seesChange("a mistake as a task", reviewed, 5000)
	d.keep("e2e-room-3-mistake")
	d.key("Escape")
	back := d.still()
	d.key("b")
	d.seesChange("the openings", back, 2000)
	d.keep("e2e-room-4-openings")
	d.key("b")
	d.still()

	d.key("Home")
	d.key("F10")
	d.still()
	d.do("key", "--delay", "60", "Down", "Down", "Down", "Down", "Down", "Down", "Return") // Keep and share
	d.still()
	// Save the moves to a file.
	d.do("key", "--delay", "60", "Down", "Down", "Down", "Down", "Down", "Down", "Down", "Return")
	written{d, filepath.Join(data, "pictures", "*.tafl")}.has("the file of moves", nil, contains("Quieter"))
	d.still() // Escape would cancel writing
	d.do("key", "--delay", "200", "Escape", "Escape", "ctrl+c", "ctrl+v")
	d.still()
	d.keepsDoing("a study of its own from what was pasted", func() { d.do("key", "--delay", "200", "Next", "1") },
		func() bool {
			list, _ := filepath.Glob(study.pattern)
			return len(list) == 2
		})
	d.keep("e2e-room-5-pasted")
	d.key("ctrl+q")
	prog.ended()
}

// TestExerciseByMouse opens an exercise with the mouse alone, shows its solution, and checks the results.
func TestExerciseByMouse(t *testing.T) {
	t.Parallel()
	o := newOrganiser(t)
	for _, id := range []string{"learn", "exercises", "begin", "reveal"} {
		o.presses(id, 0)
	}
	written{o.display, filepath.Join(o.data, "exercises.json")}.has("the result", nil,
		func(text string) bool { return strings.Contains(text, `"first"`) || strings.Contains(text, `"tried"`) })
	o.still()
	o.keep("e2e-exercise")
	o.key("ctrl+q")
	o.prog.ended()
}
