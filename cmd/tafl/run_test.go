package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"tafl3d/ai/contest"
	"tafl3d/internal/command"
)

// tafl runs the program and returns its exit code and what it wrote.
func tafl(t *testing.T, stdin string, args ...string) (code int, out, note string) {
	t.Helper()
	return program.Try(stdin, args...)
}

func TestComplaints(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "no command"},
		{"pertf", `no command "pertf"; did you mean perft?`},
		{"nonsense", `no command "nonsense"; there are variants, perft`},
		{"perft", "give the variant"},
		{"perft -variant brandub-gorrion", `unknown variant "brandub-gorrion"; did you mean brandubh-gorrion`},
		{"perft -variant brandubh-gorrion -dept 3", "no flag -dept; did you mean -depth"},
		{"perft -variant brandubh-gorrion -depth 0", "use 1 to 20"},
		{"perft -variant brandubh-gorrion -depth x", `-depth needs a whole number, not "x" (see: tafl help perft)`},
		{"perft -variant brandubh-gorrion -depth", "-depth needs a whole number (see"},
		{"perft -variant brandubh-gorrion -depth 99999999999999999999", `-depth "99999999999999999999" is too large`},
		{"games -json=maybe", `-json needs true or false, not "maybe"`},
		{"perft -variant brandubh-gorrion -position 7/7", "-position"},
		{"perft -variant brandubh-gorrion 3", `unexpected word "3"`},
		{"match -variant brandubh-gorrion -a random", "both engines are needed"},
		{"match -variant brandubh-gorrion -a level:11 -b random",
			`no engine "level:11"; use one of random, beginner, level:N`},
		{"match -variant brandubh-gorrion -a nodes -b random", `no engine "nodes"`},
		{"match -variant brandubh-gorrion -a time:0s -b random", `no engine "time:0s"`},
		{"match -variant brandubh-gorrion -a random -b random -games 0", "-games 0"},
		{"match -variant brandubh-gorrion -a random -b random -opening 5 -max 5", "-max 5"},
		{"match -variant brandubh-gorrion -a random -b random -side both", `-side "both"`},
		{"match -variant brandubh-gorrion -a sides:random -b random", `no engine "sides:random"`},
		{"match -variant brandubh-gorrion -a sides:random,nobody -b random", `no engine "nobody"`},
		{"bench -depth 0", "bench:"},
		{"bench -opening 3,x", "-opening"},
		{"bench -threads 0", "bench:"},
		{"bench -variant nothing-at-all", "unknown variant"},
		{"help nonsense", "no command"},
		{"perft -variant nope", "unknown variant \"nope\"; list all with `tafl variants`"},
		{"review -nodes 100 -time 1s x", "give -nodes or -time, not both"},
		{"review -nodes 0 x", "-nodes 0: must be at least 1"},
		{"review -time 0s x", "-time 0s: must be greater than 0"},
		{"review -o - -html - x", "-o and -html are both -"},
		{"review -json -o - x", "with -json"},
		{"report -json -o - x", "with -json"},
		{"picture -o - x", "a name that ends in"},
		{"picture -o x.png -delay 1s x", "-delay is for a GIF only"},
		{"picture -o x.png -from 3 x", "-from is for a GIF only"},
		{"picture -o x.png -ply -3 x", "-ply -3"},
		{"tournament -file x -o -", "give a file"},
		{"tournament -file x -records -", "give a folder"},
		{"tournament -file x -cross y -html y", "are both y"},
		{"bench -rounds 2", "-rounds is for -threads"},
		{"bench -threads 2 -play 1s", "-play is for one thread"},
		{"version 3", `version: unexpected word "3"`},
	} {
		code, out, note := tafl(t, "", strings.Fields(c.args)...)
		if code != command.Usage || !strings.Contains(note, c.want) || strings.Count(note, "\n") != 1 || out != "" {
			t.Errorf("tafl %s: code %d, out %q, note %q; want %q", c.args, code, out, note, c.want)
		}
	}
}

// TestMoved: the old names of commands that the laboratory has now say where they went.
func TestMoved(t *testing.T) {
	for name, now := range program.Moved {
		code, out, note := tafl(t, "", name, "-games", "3")
		if code != command.Usage || out != "" || note != "tafl: "+name+" has moved; use "+now+"\n" {
			t.Errorf("%s: code %d, %q %q", name, code, out, note)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "-version", "--version"} {
		if code, out, note := tafl(t, "", word); code != 0 || note != "" || !strings.HasPrefix(out, "tafl ") {
			t.Errorf("%s: code %d, %q %q", word, code, out, note)
		}
	}
}

func TestHelp(t *testing.T) {
	code, out, _ := tafl(t, "", "help")
	for _, c := range program.Commands {
		if code != 0 || !strings.Contains(out, c.Name) {
			t.Errorf("help does not name %s", c.Name)
		}
		for _, args := range [][]string{{"help", c.Name}, {c.Name, "-h"}} {
			code, one, note := tafl(t, "", args...)
			if code != 0 || note != "" || !strings.Contains(one, "Usage:\n  tafl "+c.Name) ||
				!strings.Contains(one, "-json") && c != engineCommand {
				t.Errorf("%v: code %d, %q %q", args, code, one, note)
			}
		}
	}
}

func TestVariants(t *testing.T) {
	_, out, _ := tafl(t, "", "variants")
	if !strings.Contains(out, "brandubh-gorrion") || !strings.Contains(out, "19x19") ||
		!strings.Contains(out, "24 points   9:9") || strings.Contains(out, "0x0") {
		t.Errorf("variants: %s", out)
	}
	code, out, _ := tafl(t, "", "variants", "-json")
	for l := range strings.Lines(out) {
		var v listed
		if err := json.Unmarshal([]byte(l), &v); err != nil || v.ID == "" || v.First == "" || v.Family == "tafl" &&
			(v.Size < 5 || v.Men[1] < 1) {
			t.Errorf("%q: %v", l, err)
		}
	}
	if code != 0 || strings.Count(out, "\n") < 5 {
		t.Errorf("code %d, %q", code, out)
	}
}

func TestPerft(t *testing.T) {
	code, out, _ := tafl(t, "", "perft", "-variant", "brandubh-gorrion", "-depth", "3")
	for _, want := range []string{"depth 1  40 ", "depth 2  960 ", "depth 3  39512 "} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("code %d, %q lacks %q", code, out, want)
		}
	}
	_, out, _ = tafl(t, "", "perft", "-variant", "linnaean-9x9-tcross-w", "-depth", "2", "-divide", "-json")
	sum, total, last := int64(0), int64(0), ""
	for l := range strings.Lines(out) {
		var c counted
		if err := json.Unmarshal([]byte(l), &c); err != nil {
			t.Fatal(err)
		}
		switch {
		case c.Move == "":
			total = c.Count
		case c.Move <= last:
			t.Errorf("unexpected %s after %s", c.Move, last)
		default:
			sum += c.Count
			last = c.Move
		}
	}
	if sum != 4408 || total != 4408 {
		t.Errorf("parts %d, total %d, want 4408", sum, total)
	}
	_, out, _ = tafl(t, "", "perft", "-variant", "brandubh-gorrion", "-depth", "2", "-divide", "-position",
		"3t3/7/7/K6/7/7/3t3 d")
	if !strings.Contains(out, "Ka4-a1       0\n") {
		t.Errorf("a finished game has no second turn: %s", out)
	}
}

func TestMatch(t *testing.T) {
	args := strings.Fields("match -variant brandubh-gorrion -a level:3 -b random -games 6 -seed 4 -opening 2")
	code, first, note := tafl(t, "", args...)
	_, second, _ := tafl(t, "", args...)
	if code != 0 || first != second {
		t.Errorf("code %d; the same seed gave\n%s\n%s", code, first, second)
	}
	if !strings.Contains(first, "by side: attackers won") || !strings.Contains(first, "as defenders") ||
		strings.Count(note, "\n") != 6 {
		t.Errorf("%q %q", first, note)
	}
	_, other,
		_ := tafl(t, "",
		strings.Fields("match -variant brandubh-gorrion -a random -b random -games 6 -seed 5 -json")...)
	lines := strings.Split(strings.TrimSpace(other), "\n")
	var s contest.Summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || len(lines) != 7 {
		t.Fatalf("%v: %s", err, other)
	}
	if s.Attackers+s.Defenders+s.Draws != 6 || s.A.AsAttackers.Wins+s.A.AsAttackers.Draws+s.A.AsAttackers.Losses != 3 {
		t.Errorf("%+v", s)
	}
	if s.A.All.Wins != s.B.All.Losses || s.A.AsAttackers.Wins+s.B.AsAttackers.Wins != s.Attackers {
		t.Errorf("the books do not balance: %+v", s)
	}
}

// TestMatchOpening: the two games of a pair begin with the same turns.
func TestMatchOpening(t *testing.T) {
	_, out,
		_ := tafl(t, "",
		strings.Fields(
			"match -variant linnaean-9x9-tcross-w -a level:2 -b level:1 -games 2 -opening 4 -max 8 -json")...)
	lines := strings.Split(out, "\n")
	var a, b contest.Game
	if json.Unmarshal([]byte(lines[0]), &a) != nil || json.Unmarshal([]byte(lines[1]), &b) != nil {
		t.Fatal(out)
	}
	if strings.Join(a.Moves[:4], " ") != strings.Join(b.Moves[:4], " ") || a.Attackers != b.Defenders {
		t.Errorf("%v\n%v", a, b)
	}
	if a.Turns == 8 && (a.Winner != "draw" || a.Reason != "adjudicated") {
		t.Errorf("a game cut short: %+v", a)
	}
}

func TestBench(t *testing.T) {
	args := strings.Fields("bench -variant brandubh-gorrion -depth 3 -play 5ms -json")
	code, out, _ := tafl(t, "", args...)
	var m measured
	if err := json.Unmarshal([]byte(strings.SplitN(out, "\n", 2)[0]), &m); code != 0 || err != nil || m.Nodes == 0 ||
		m.Playouts <= 0 {
		t.Errorf("code %d: %q", code, out)
	}
	_, again, _ := tafl(t, "", args...)
	sign := func(s string) string { return s[strings.Index(s, `{"signature"`):] }
	if sign(out) != sign(again) {
		t.Errorf("the signature changed: %q, %q", out, again)
	}
}

func TestBenchThreads(t *testing.T) {
	code, out,
		_ := tafl(t, "",
		strings.Fields("bench -variant brandubh-gorrion -depth 3 -opening 2 -threads 2 -rounds 1 -json")...)
	var s speedup
	first, last, _ := strings.Cut(out, "\n")
	if err := json.Unmarshal([]byte(first), &s); code != 0 || err != nil || s.One.Nodes == 0 || s.Many.Time <= 0 ||
		s.Sooner <= 0 || s.Opening != 2 {
		t.Errorf("code %d: %q", code, out)
	}
	if !strings.Contains(last, "mean_times_sooner") {
		t.Errorf("no mean: %q", last)
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenPipe(t *testing.T) {
	var note bytes.Buffer
	if code := program.Run([]string{"variants"}, strings.NewReader(""), closed{}, &note); code != command.Fault ||
		note.Len() == 0 {
		t.Errorf("code %d, %q", code, note.String())
	}
}
