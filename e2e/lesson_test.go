package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLesson opens the first lesson with the mouse, does it with the keyboard, and finds it
// done in the file of results.
func TestLesson(t *testing.T) {
	t.Parallel()
	o := newOrganiser(t)
	o.presses("learn", 0)
	o.presses("lessons", 0)
	o.presses("begin", 0)
	before := o.still()
	o.do("key", "--delay", "60", "Left", "Down", "Down") // shows the cursor on d4, then walks to d2
	o.do("key", "--delay", "60", "Return", "Left", "Return")
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		data, _ := os.ReadFile(filepath.Join(o.data, "exercises.json"))
		if strings.Contains(string(data), `"first": 1`) {
			break
		}
		if time.Since(begin) > patience {
			o.keep("e2e-lesson")
			t.Fatalf("the lesson is not done: %s", data)
		}
	}
	o.seesChange("the man on another square", before, 500)
	o.key("Return")
	o.key("h")
	o.still()
	o.keep("e2e-lesson")
	o.key("Escape")
	o.key("ctrl+q")
	o.prog.ended()
}
