package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

// TestMatchJobs: how many games are played at a time changes nothing.
func TestMatchJobs(t *testing.T) {
	args := "match -variant brandubh-gorrion -a nodes:300 -b level:1 -games 8 -opening 2 -jobs "
	code, one, _ := tafl(t, "", strings.Fields(args+"1")...)
	_, four, _ := tafl(t, "", strings.Fields(args+"4")...)
	if code != 0 || one != four || !strings.Contains(one, "elo of a: ") {
		t.Errorf("code %d:\n%s\n%s", code, one, four)
	}
}

// TestSPRT: a match is ended as soon as it is decided.
func TestSPRT(t *testing.T) {
	_, out,
		note := tafl(t, "",
		strings.Fields("match -variant brandubh-gorrion -a nodes:3000 -b random -games 200 -sprt 0,200")...)
	if !strings.Contains(out, "the higher is accepted") || strings.Count(note, "\n") > 100 {
		t.Errorf("%d games: %s", strings.Count(note, "\n"), out)
	}
}

func TestOpenings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "book")
	os.WriteFile(file, []byte("# a book\n\nd1-c1 d3-c3\n1. d2-c2\n"), 0o600)
	args := strings.Fields("match -variant brandubh-gorrion -a random -b random -games 4 -json -openings " + file)
	_, out, _ := tafl(t, "", args...)
	for i, l := range strings.Split(out, "\n")[:4] {
		var g contest.Game
		if err := json.Unmarshal([]byte(l), &g); err != nil {
			t.Fatal(err)
		}
		want := []string{"d1-c1 d3-c3", "d1-c1 d3-c3", "d2-c2", "d2-c2"}[g.Number-1]
		if !strings.HasPrefix(strings.Join(g.Moves, " "), want) {
			t.Errorf("game %d, line %d: %v", g.Number, i, g.Moves)
		}
	}
	for text, want := range map[string]string{"d1-c1\nd1-c1 d1-c1\n": ":2: move 2", "# none\n": "no opening"} {
		os.WriteFile(file, []byte(text), 0o600)
		code, _, note := tafl(t, "", args...)
		if code != command.Usage || !strings.Contains(note, want) {
			t.Errorf("%q: code %d, %q", text, code, note)
		}
	}
}

// TestMatchFault: an engine that cannot be started ends the match with an error, before a game and without a result;
// unknown forms are refused.
func TestMatchFault(t *testing.T) {
	for _, engine := range []string{"cmd:depth=1:/nonexistent/engine", "opentafl:1s:/nonexistent/engine",
		"sides:random,cmd:1s:/nonexistent/engine", "cmd:depth=1:/bin/false"} {
		for _, more := range [][]string{nil, {"-json"}} {
			args := append([]string{"match", "-variant", "brandubh-gorrion", "-a", "random", "-b", engine}, more...)
			code, out, note := tafl(t, "", args...)
			program := engine[strings.LastIndexByte(engine, ':')+1:]
			want := "tafl: match: engine b: " + program + ": the engine cannot be started"
			if code != command.Fault || out != "" || !strings.HasPrefix(note, want) {
				t.Errorf("%s: code %d, %q, %q", engine, code, out, note)
			}
		}
	}
	code, _, note := tafl(t, "", "match", "-variant", "brandubh-gorrion", "-a", "random", "-b", `cmd:1s:"engine -x`)
	if code != command.Usage || !strings.Contains(note, "a quotation mark is never closed") {
		t.Errorf("code %d, %q", code, note)
	}
	for _, name := range []string{"cmd:engine", "cmd:depth=0:engine", "yardstick:", "opentafl:1s:",
		"cmd:depth=x:engine"} {
		if code, _, note := tafl(t, "", "match", "-variant", "brandubh-gorrion", "-a", "random", "-b", name); code !=
			command.Usage || !strings.Contains(note, "there is no engine") {
			t.Errorf("%s: code %d, %q", name, code, note)
		}
	}
	for _, flags := range []string{"-jobs 0", "-sprt 5", "-sprt 9,3", "-openings /nonexistent"} {
		args := append(strings.Fields("match -variant brandubh-gorrion -a random -b random"), strings.Fields(flags)...)
		if code, _, note := tafl(t, "", args...); code != command.Usage || note == "" {
			t.Errorf("%s: code %d, %q", flags, code, note)
		}
	}
}

// TestMatchNet: a net that is broken, or for other games, is refused in words before any game.
func TestMatchNet(t *testing.T) {
	const whole = "../../ai/net/nets/brandubh.net"
	broken := filepath.Join(t.TempDir(), "broken.net")
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(broken, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ variant, file, want string }{
		{"brandubh-gorrion", broken, "cut short or damaged"},
		{"brandubh-gorrion", "match_test.go", "not a net"},
		{"copenhagen-11x11-tdiamond", whole, "7 by 7 squares, not 11 by 11"},
		{"fox-hounds", whole, "the tafl family"},
	} {
		code, _, note := tafl(t, "", "match", "-variant", c.variant, "-a", "random", "-b",
			"sides:random,net:nodes=100:"+c.file, "-games", "2")
		if code == 0 || !strings.Contains(note, c.want) || !strings.Contains(note, c.file) ||
			strings.Contains(note, "game 1") {
			t.Errorf("%s, %s: code %d, %q", c.variant, c.file, code, note)
		}
	}
}

// TestMatchResigns: an engine that resigns has resigned; one that fails and one that is late are
// counted apart.
func TestMatchResigns(t *testing.T) {
	const head = "#!/bin/sh\nwhile read -r w rest; do case $w in uci) echo uciok;; isready) echo readyok;; " +
		"quit) exit;; go) "
	for act, want := range map[string]struct{ reason, told string }{
		"echo bestmove resign": {"resigned", ""},
		"exit 3":               {"abandoned", "b lost 2 games by errors and 0 by late"},
		"sleep 9":              {"abandoned", "b lost 0 games by errors and 2 by late answers"},
	} {
		file := filepath.Join(t.TempDir(), "engine")
		if err := os.WriteFile(file, []byte(head+act+";; esac; done\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		args := strings.Fields("match -variant brandubh-gorrion -a random -games 2 -b cmd:50ms:" + file)
		code, out, note := tafl(t, "", args...)
		if code != 0 || strings.Count(note, "("+want.reason+", ") != 2 || !strings.Contains(out, want.told) ||
			want.told == "" && strings.Contains(out, "failing") {
			t.Errorf("%s: code %d\n%s%s", act, code, out, note)
		}
	}
}

// TestMatchQuoted: the path of an engine may have blanks, quoted or not, and a comma between quotation marks.
func TestMatchQuoted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my engines, old", "e.sh")
	const script = "#!/bin/sh\n[ \"$2\" = 'a b' ] || exit 9\n" +
		"while read -r w rest; do case $w in uci) echo uciok;; isready) echo readyok;; quit) exit;; " +
		"go) echo bestmove resign;; esac; done\n"
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, b := range []string{`cmd:50ms:"` + file + `" -x "a b"`, `cmd:50ms:` + file + ` -x 'a b'`,
		`sides:cmd:50ms:"` + file + `" -x "a b",random`} {
		args := []string{"match", "-variant", "brandubh-gorrion", "-a", "random", "-games", "2", "-b", b}
		if code, out, note := tafl(t, "", args...); code != 0 || !strings.Contains(note, "(resigned, ") {
			t.Errorf("%s: code %d\n%s%s", b, code, out, note)
		}
	}
}

// TestMatchTellsTheGame: another program gets the start and every turn of the opening, so that it
// sees what has been repeated, whoever it plays.
func TestMatchTellsTheGame(t *testing.T) {
	const script = "#!/bin/sh\nwhile read -r w rest; do case $w in uci) echo uciok;; isready) echo readyok;; " +
		"quit) exit;; " +
		"position) echo $rest >>%s;; go) echo bestmove resign;; esac; done\n"
	dir := t.TempDir()
	engine, heard, book := filepath.Join(dir, "engine"), filepath.Join(dir, "heard"), filepath.Join(dir, "book")
	for name, text := range map[string]string{engine: fmt.Sprintf(script, heard), book: "f4-f5 e4-e5\n"} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for more, turns := range map[string]int{"": 0, "-opening 5": 5, "-openings " + book: 2,
		"-opening 3 -openings " + book: 5} {
		for _, b := range []string{"cmd:50ms:" + engine, "sides:cmd:50ms:" + engine + ",cmd:50ms:" + engine} {
			os.Remove(heard)
			args := append(strings.Fields("match -variant brandubh-gorrion -a random -games 2 "+more), "-b", b)
			if code, out, note := tafl(t, "", args...); code != 0 {
				t.Fatalf("%s: code %d\n%s%s", more, code, out, note)
			}
			told, err := os.ReadFile(heard)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(strings.TrimSpace(string(told)), "\n") {
				words := strings.Fields(line)
				if n := max(0, len(words)-2); words[0] != "startpos" || n != turns && n != turns+1 {
					t.Errorf("%q, %s: %q, want the start and %d turns or one more", more, b, line, turns)
				}
			}
		}
	}
}

// TestFair prints results and what may be wrong.
func TestFair(t *testing.T) {
	code, out, note := program.Try("", "fair", "-variant", "brandubh-gorrion", "-games", "2")
	if code != 0 || !strings.Contains(out, "brandubh-gorrion, 2 games: attackers won") ||
		!strings.Contains(out, "aagenielsen.dk: attackers won 40 %") {
		t.Errorf("exit %d\n%s%s", code, out, note)
	}
	code, out, _ = program.Try("", "fair", "-variant", "brandubh-gorrion", "-games", "1", "-json")
	if code != 0 || !strings.HasPrefix(out, `{"variant":"brandubh-gorrion","games":1,"attackers_won":`) {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, _, note := program.Try("", "fair", "-variant", "brandubh-gorrion", "-jobs", "0"); code != 2 {
		t.Errorf("exit %d: %s", code, note)
	}
}
