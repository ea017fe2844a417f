package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestElo: figures worked out by hand.
func TestElo(t *testing.T) {
	var p pairing
	for i := range 40 { // every pair 1.5 of 2 points: a win and a draw
		p.add(i, []float64{1, 0.5}[i%2], true)
	}
	e := p.elo()
	if math.Abs(e.Mean-190.8) > 0.1 || e.Low >= e.Mean || e.High <= e.Mean || e.Low < 100 {
		t.Errorf("%+v; three points of four are 190.8", e)
	}
	var single pairing
	for i := range 100 {
		single.add(i, float64(i%2), false)
	}
	if e := single.elo(); math.Abs(e.Mean) > 0.1 || e.High < 60 || e.High > 80 {
		t.Errorf("%+v; 50 of 100 games without draws are 0 and 68 to either side", e)
	}
	if r := p.ratio(0, 100); r < 3 {
		t.Errorf("190 is nearer to 100 than to 0, the ratio is %v", r)
	}
	if r := p.ratio(400, 500); r > -3 {
		t.Errorf("190 is nearer to 400 than to 500, the ratio is %v", r)
	}
}

// TestFair: what is known of the sides' advantage does not count.
func TestFair(t *testing.T) {
	e := fair(score{Wins: 10, Losses: 10}, score{Wins: 20}) // odds of 1 and of 41
	if math.Abs(e.Mean-400*math.Log10(41)/2) > 0.1 || e.Low > 100 || e.High < 500 {
		t.Errorf("%+v", e)
	}
	if e := fair(score{Losses: 30}, score{Wins: 30}); math.Abs(e.Mean) > 0.1 || e.High < 200 {
		t.Errorf("%+v; where defenders always win nothing is known", e)
	}
}

// TestLadder: each level meets the next two.
func TestLadder(t *testing.T) {
	code, out, note := tafl(t, "", strings.Fields("ladder -variant brandubh-gorrion -to 3 -games 4 -jobs 2")...)
	if code != 0 || strings.Count(out, " over ") != 4 || !strings.Contains(out, "level:3        over level:1") {
		t.Errorf("code %d: %s%s", code, out, note)
	}
	if code, _, note := tafl(t, "", strings.Fields("ladder -variant brandubh-gorrion -from 4 -to 3")...); code != command.Usage {
		t.Errorf("code %d: %s", code, note)
	}
}

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
	_, out, note := tafl(t, "", strings.Fields("match -variant brandubh-gorrion -a nodes:3000 -b random -games 200 -sprt 0,200")...)
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
		var g played
		if err := json.Unmarshal([]byte(l), &g); err != nil {
			t.Fatal(err)
		}
		want := []string{"d1-c1 d3-c3", "d1-c1 d3-c3", "d2-c2", "d2-c2"}[g.Game-1]
		if !strings.HasPrefix(strings.Join(g.Moves, " "), want) {
			t.Errorf("game %d, line %d: %v", g.Game, i, g.Moves)
		}
	}
	for text, want := range map[string]string{"d1-c1\nd1-c1 d1-c1\n": ":2: turn 2", "# none\n": "no opening"} {
		os.WriteFile(file, []byte(text), 0o600)
		code, _, note := tafl(t, "", args...)
		if code != command.Usage || !strings.Contains(note, want) {
			t.Errorf("%q: code %d, %q", text, code, note)
		}
	}
}

// TestBooks: the books of openings that come with the program are of
// the games that they are named after, and no line stands twice.
func TestBooks(t *testing.T) {
	people, err := filepath.Glob("../../ai/openings/*.txt")
	even, wrong := filepath.Glob("../../ai/openings/even/*.txt")
	if err != nil || wrong != nil || len(people) < 2 || len(even) < 3 {
		t.Fatal(people, even, err, wrong)
	}
	files := append(people, even...)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rulesOf(strings.TrimSuffix(filepath.Base(file), ".txt"))
		if err != nil {
			t.Fatal(err)
		}
		m := contest{rules: r, openings: file}
		if err := m.readBook(text); err != nil || len(m.book) < 50 {
			t.Errorf("%d openings, %v", len(m.book), err)
		}
		seen := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if line[0] != '#' && seen[line] {
				t.Errorf("%s: %s twice", file, line)
			}
			seen[line] = true
		}
	}
}

// TestMatchFault: an engine that cannot be started loses and the reason is
// told; unknown forms are refused.
func TestMatchFault(t *testing.T) {
	code, out, _ := tafl(t, "", strings.Fields("match -variant brandubh-gorrion -a random -b cmd:depth=1:/nonexistent/engine -games 2 -json")...)
	var g played
	if err := json.Unmarshal([]byte(strings.SplitN(out, "\n", 2)[0]), &g); err != nil || code != 0 {
		t.Fatal(code, out)
	}
	if g.Winner != "attackers" || g.Reason != "abandoned" || !strings.Contains(g.Fault, "cannot be started") {
		t.Errorf("%+v", g)
	}
	for _, name := range []string{"cmd:engine", "cmd:depth=0:engine", "yardstick:", "opentafl:1s:", "cmd:depth=x:engine"} {
		if code, _, note := tafl(t, "", "match", "-variant", "brandubh-gorrion", "-a", "random", "-b", name); code != command.Usage || !strings.Contains(note, "there is no engine") {
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

// TestSelfplay: the games differ, the same seed gives the same ones, and tafl
// replay reads them.
func TestSelfplay(t *testing.T) {
	for _, variant := range []string{"brandubh-gorrion", "bagh-chal"} {
		args := strings.Fields("selfplay -engine nodes:200 -games 4 -opening 4 -seed 3 -max 60 -variant " + variant)
		code, games, _ := tafl(t, "", args...)
		_, again, _ := tafl(t, "", args...)
		lines := strings.Split(strings.TrimSpace(games), "\n")
		if code != 0 || games != again || len(lines) != 4 || lines[0] == lines[1] {
			t.Errorf("code %d\n%s\n%s", code, games, again)
		}
		_, out, _ := tafl(t, games, "replay")
		if strings.Count(out, `"error":""`) != 4 {
			t.Errorf("%s", out)
		}
	}
	if code, _, note := tafl(t, "", "selfplay", "-variant", "brandubh-gorrion", "-engine", "cmd:depth=1:/nonexistent"); code != command.Fault || !strings.Contains(note, "cannot be started") {
		t.Errorf("code %d, %q", code, note)
	}
}
