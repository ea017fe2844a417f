package main

import (
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// lab runs the program and returns its exit code and what it wrote.
func lab(t *testing.T, stdin string, args ...string) (code int, out, note string) {
	t.Helper()
	return program.Try(stdin, args...)
}

func TestComplaints(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"openings", "give the variant"},
		{"openings -variant brandubh-gorrion -count 0", "-count 0"},
		{"openings -variant brandubh-gorrion -low 3 -high 2", "-low 3"},
		{"openings -variant brandubh-gorrion -engine nothing", `no engine "nothing"`},
		{"load -games 5,x", `"x" is not a number of games`},
		{"load -variants nothing-at-all", "unknown variant"},
		{"load -rate 0", "-rate must be greater"},
		{"load -pages -mixed", "choose one"},
		{"games -variant nosuch -out x", "nosuch"},
		{"games -variant brandubh-gorrion -out x -nodes 9,3", "-nodes"},
		{"train -games x", "-out"},
		{"sprt -variant brandubh-gorrion", "-openings"},
		{"learn -variant brandubh-gorrion", "-dir"},
		{"match -variant brandubh-gorrion -a random -b yardstick:", `no engine "yardstick:"`},
	} {
		code, out, note := lab(t, "", strings.Fields(c.args)...)
		if code != command.Usage || !strings.Contains(note, c.want) || strings.Count(note, "\n") != 1 || out != "" {
			t.Errorf("tafllab %s: code %d, out %q, note %q; want %q", c.args, code, out, note, c.want)
		}
	}
}

// TestHelp: every command has a page.
func TestHelp(t *testing.T) {
	for _, c := range program.Commands {
		code, out, note := lab(t, "", "help", c.Name)
		if code != command.OK || note != "" || !strings.Contains(out, "Usage:\n  tafllab "+c.Name) {
			t.Errorf("%s: code %d, %q %q", c.Name, code, out, note)
		}
	}
}

// TestYardstick: the laboratory's matches know the engine that never changes.
func TestYardstick(t *testing.T) {
	code, out,
		note := lab(t, "",
		strings.Fields("match -variant brandubh-gorrion -a random -b yardstick:depth=2 -games 2 -max 30")...)
	if code != command.OK || !strings.Contains(out, "elo of a") {
		t.Errorf("code %d, %q %q", code, out, note)
	}
}

// TestSolve: a small game is solved, a large one refused.
func TestSolve(t *testing.T) {
	code, out, note := lab(t, "", "solve", "-variant", "len-choa,hat-diviyan", "-nodes", "2000")
	if code != command.OK || strings.Count(out, "leopards win in 13 moves") != 2 {
		t.Errorf("code %d, %s%s", code, out, note)
	}
	if code, _, note := lab(t, "", "solve", "-variant", "brandubh-gorrion"); code == command.OK ||
		!strings.Contains(note, "more than 2000000 positions") {
		t.Errorf("code %d, %s", code, note)
	}
}
