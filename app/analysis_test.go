package app_test

import (
	"strings"
	"testing"
)

// A study follows the position that is shown, and ends when asked again.
func TestStudy(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("a")
	p.until("the study", func() bool { p.frame(); return strings.Contains(p.notes(), "3 turns ahead") })
	first := p.notes()
	for _, part := range []string{"+0.30  d1-", "+0.20  d1-", "loses in 2: d1-"} {
		if !strings.Contains(first, part) {
			t.Errorf("%q is not in %q", part, first)
		}
	}
	p.click("d1", "b1")
	p.until("the study of the reply", func() bool { p.frame(); return p.notes() != "" && !strings.Contains(p.notes(), "d1-") })
	p.keys("PageUp")
	p.until("the study of the past", func() bool { p.frame(); return p.notes() == first })
	p.keys("a")
	if p.frame(); p.notes() != "" {
		t.Errorf("it goes on: %q", p.notes())
	}
}
