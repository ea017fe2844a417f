package main

import (
	"strings"
	"testing"
)

// TestCheck tells where a record and the rules disagree, and which settings would explain it.
func TestCheck(t *testing.T) {
	const fits = "[Variant \"brandubh-gorrion\"]\n\n1. d6-f6 d5-f5 2. d7-e7\n\n"
	// the attackers' man on e8 is captured against the man in the camp square e9
	const campBites = "[Variant \"tablut-ashton\"]\n[Start \"5t3/5t3/3T5/9/t2K5/9/9/9/9 d\"]\n\n1. d7-f7xf8\n\n"
	code, out, note := tafl(t, fits+campBites, "check", "-")
	if code != 1 || !strings.Contains(out, "game on line 5 (tablut-ashton): line 8, column 4: ") ||
		!strings.Contains(out, "legal with") || !strings.Contains(out, "camp.hostileOccupied=a") ||
		!strings.Contains(out, "-: 1 game legal, 1 not") {
		t.Errorf("exit %d\n%s%s", code, out, note)
	}
	code, out, note = tafl(t, fits, "check", "-json", "-")
	if code != 0 || out != `{"file":"-","line":1,"variant":"brandubh-gorrion","moves":3,"error":""}`+"\n" {
		t.Errorf("exit %d\n%s%s", code, out, note)
	}
	if code, out, note = tafl(t, "", "check"); code != 2 || !strings.Contains(note, "name the files") {
		t.Errorf("exit %d\n%s%s", code, out, note)
	}
}
