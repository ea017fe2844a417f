package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLesson opens the first lesson with the mouse, completes it with the keyboard, and checks the file of
// results.
func TestLesson(t *testing.T) {
	t.Parallel()
	o := newOrganiser(t)
	o.presses("learn", 0)
	o.presses("lessons", 0)
	o.presses("begin", 0)
	before := o.still()
	o.do("key", "--delay", "60", "Left", "Down", "Down") // shows the cursor on d4, then moves it to d2
	o.do("key", "--delay", "60", "Return", "Left", "Return")
	var data []byte
	o.keepsLooking(patience, pause, func() bool {
		data, _ = os.ReadFile(filepath.Join(o.data, "exercises.json"))
		return strings.Contains(string(data), `"first": 1`)
	}, func() string { return fmt.Sprintf("the lesson is not done: %s", data) })
	o.seesChange("the man on another square", before, 500)
	o.key("Return")
	o.key("h")
	o.still()
	o.keep("e2e-lesson")
	o.key("Escape")
	o.key("ctrl+q")
	o.prog.ended()
}
