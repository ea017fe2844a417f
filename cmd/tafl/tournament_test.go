package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
)

// eventText is a small event; more is put above its tables.
func eventText(format, more string, engines ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"name = \"Test cup\"\nformat = %q\nseed = 5\nmax_plies = 60\n%s\n[[variants]]\nid = \"brandubh-gorrion\"\n",
		format, more)
	for i, e := range engines {
		fmt.Fprintf(&b, "[[entrants]]\nname = \"E%d\"\nengine = %q\nrating = %d\n", i+1, e, 1600-100*i)
	}
	return b.String()
}

func writeEvent(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTournament(t *testing.T) {
	path := writeEvent(t, eventText("round-robin", "", "random", "level:1", "random"))
	dir := filepath.Dir(path)
	saved, records := filepath.Join(dir, "saved.json"), filepath.Join(dir, "games")
	code, out, note := tafl(t, "", "tournament", "-file", path, "-o", saved, "-records", records,
		"-cross", filepath.Join(dir, "x.csv"), "-html", filepath.Join(dir, "x.html"), "-json", "-jobs", "2")
	if code != command.OK || strings.Count(note, "\n") != 6 || !strings.Contains(note, "game 6 of 6") {
		t.Fatalf("code %d, %s", code, note)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var g gameLine
	if err := json.Unmarshal([]byte(lines[0]), &g); err != nil || g.Plies < 1 || g.Reason == "" ||
		g.Attackers == g.Defenders {
		t.Errorf("%v: %s", err, lines[0])
	}
	var c struct {
		Phase string
		Games int
		Table struct {
			Rows []struct {
				Name   string
				Points float64
			}
		}
		Ratings struct {
			Players map[string]struct{ Points float64 }
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &c); err != nil || len(lines) != 7 {
		t.Fatalf("%v: %s", err, out)
	}
	sum := 0.0
	for _, r := range c.Table.Rows {
		sum += r.Points
	}
	if c.Phase != "over" || c.Games != 6 || sum != 6 || len(c.Ratings.Players) != 3 || c.Table.Rows[0].Name != "E2" {
		t.Errorf("%+v", c)
	}
	games, err := filepath.Glob(filepath.Join(records, "*.json"))
	if err != nil || len(games) != 6 {
		t.Fatalf("%v: %v", err, games)
	}
	for _, name := range games {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		h, m, err := match.Decode(data, func(id string) (*rules.Rules, error) {
			v, err := command.Variant(id)
			return v.Rules, err
		})
		if err != nil || !m.Outcome().Over() || h.Seats[game.Attackers].Name == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"x.csv", "x.html"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(data), "E3") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A finished event is not played again.
	code, out, note = tafl(t, "", "tournament", "-file", path, "-o", saved)
	if code != command.OK || !strings.Contains(out, "Test cup: round-robin, 3 players, 6 games, finished") ||
		!strings.Contains(note, "6 results") {
		t.Errorf("code %d, %s %s", code, out, note)
	}
}

// TestTournamentResumed: an event that was stopped in the middle comes to the
// same end as one that was not.
func TestTournamentResumed(t *testing.T) {
	path := writeEvent(t, eventText("swiss", "rounds = 2\ngames = 2", "level:1", "random", "level:2", "random"))
	saved := filepath.Join(filepath.Dir(path), "saved.json")
	_, whole, _ := tafl(t, "", "tournament", "-file", path, "-jobs", "1", "-o", saved)
	data, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	var half []string
	results := 0
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, `"report"`) {
			if results++; results > 3 {
				break
			}
		}
		half = append(half, line)
	}
	text := strings.TrimRight(strings.Join(half, ""), ",\n") + "\n]}\n"
	if err := os.WriteFile(saved, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, again, note := tafl(t, "", "tournament", "-file", path, "-jobs", "1", "-o", saved)
	if code != command.OK || again != whole || !strings.Contains(note, "3 results") {
		t.Errorf("code %d\n%s\nwas\n%s\n%s", code, again, whole, note)
	}
	// The file must be of the same event.
	other := writeEvent(t, eventText("swiss", "rounds = 1\ngames = 2", "level:1", "random", "level:2", "random"))
	if code, _, note := tafl(t, "", "tournament", "-file", other, "-o", saved); code != command.Usage ||
		!strings.Contains(note, "holds a different tournament") {
		t.Errorf("code %d, %s", code, note)
	}
	if err := os.WriteFile(saved, []byte(text[:len(text)/2]), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, note := tafl(t, "", "tournament", "-file", path, "-o", saved); code != command.Fault ||
		!strings.Contains(note, "damaged") {
		t.Errorf("code %d, %s", code, note)
	}
}

func TestTournamentComplaints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name = ", "line 1"},
		{"nmae = \"x\"", "line 1: unknown key nmae"},
		{eventText("round-robin", "", "random"), "1 entrants: a tournament needs two"},
		{eventText("round-robins", "", "random", "random"), `format "round-robins": use one of`},
		{eventText("swiss", "rounds = 9", "random", "random"), "2 are not enough for 9 rounds"},
		{eventText("swiss", "clock = \"soon\"", "random", "random"), "clock"},
		{eventText("swiss", "opening = 60", "random", "random"), "opening 60"},
		{eventText("swiss", "", "random", "level:0"), `entrant "E2": there is no engine "level:0"`},
		{strings.Replace(eventText("swiss", "", "random", "random"), "E2", "E1", 1), "E1 has already joined"},
		{strings.Replace(eventText("swiss", "", "random", "random"), "gorrion", "gorion", 1),
			"did you mean brandubh-gorrion"},
	} {
		code, out, note := tafl(t, "", "tournament", "-file", writeEvent(t, c.text))
		if code != command.Usage || !strings.Contains(note, c.want) || strings.Count(note, "\n") != 1 || out != "" {
			t.Errorf("code %d, out %q, note %q; want %q", code, out, note, c.want)
		}
	}
	if code, _, note := tafl(t, "", "tournament", "-file", "nothing.toml"); code != command.Usage ||
		strings.Count(note, "\n") != 1 {
		t.Errorf("code %d, %s", code, note)
	}
}

// TestTournamentFailingEngine: a program that is no engine loses its games, and
// the event goes on.
func TestTournamentFailingEngine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no /bin/false")
	}
	path := writeEvent(t, eventText("knock-out", "", "random", "cmd:10ms:/bin/false", "random", "random"))
	code, out, note := tafl(t, "", "tournament", "-file", path, "-jobs", "1")
	if code != command.OK || !strings.Contains(out, "finished") || strings.Count(note, "(abandoned, turn ") != 2 {
		t.Errorf("code %d\n%s%s", code, out, note)
	}
}

// TestTournamentEngineMissing: an entrant whose program is not there is an error before any game.
func TestTournamentEngineMissing(t *testing.T) {
	path := writeEvent(t, eventText("knock-out", "", "random", "cmd:10ms:/nonexistent/engine", "random", "random"))
	code, out, note := tafl(t, "", "tournament", "-file", path)
	if code != command.Fault || out != "" || !strings.Contains(note, "engine: the engine cannot be started") {
		t.Errorf("code %d\n%s%s", code, out, note)
	}
}

// TestTournamentStopped: whoever stops an event loses no result.
func TestTournamentStopped(t *testing.T) {
	path := writeEvent(t, eventText("round-robin", "rounds = 4\nopening = 3", "level:2", "level:3",
		"level:2", "level:1"))
	h := &eventRun{file: path, out: filepath.Join(filepath.Dir(path), "s.json"), jobs: 2, hash: 1, grace: play.Grace}
	e := &command.Env{Note: &strings.Builder{}}
	if err := errors.Join(h.load(nil), h.resume(e)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
	defer cancel()
	if err := errors.Join(h.play(ctx, e), h.save(true)); err != nil {
		t.Fatal(err)
	}
	n := h.results()
	data, err := os.ReadFile(h.out)
	if err != nil {
		t.Fatal(err)
	}
	back, err := tournament.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	again := &eventRun{ev: back}
	if again.results() != n || len(back.Log()) != len(h.ev.Log()) {
		t.Errorf("%d results saved of %d", again.results(), n)
	}
}

// TestTournamentClock: an event with a clock is played to its end, without
// time lost by engines that are told how much they have.
func TestTournamentClock(t *testing.T) {
	path := writeEvent(t, eventText("contest", "clock = \"10s+100ms\"\nrounds = 2\nhang = \"30s\"\nwait = \"5m\"",
		"time:1ms", "random"))
	code, out, note := tafl(t, "", "tournament", "-file", path)
	if code != command.OK || strings.Contains(note, "time,") || !strings.Contains(out, "2 games, finished") {
		t.Errorf("code %d\n%s%s", code, out, note)
	}
}

// TestExampleEvent: the example of the docs can be read.
func TestExampleEvent(t *testing.T) {
	h := &eventRun{file: "../../docs/examples/event.toml", jobs: 1, hash: 1}
	if err := errors.Join(h.load(nil), h.resume(&command.Env{})); err != nil || expected(h.ev) != 20 {
		t.Error(err)
	}
}
