package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/folders"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/game/match"
	"tafl3d/internal/command"
	"tafl3d/internal/flags"
	"tafl3d/internal/lock"
)

func TestClockFlag(t *testing.T) {
	tests := []struct {
		text string
		want match.Control
		bad  bool
	}{
		{"none", match.Control{}, false},
		{"5+3", match.Control{Main: 5 * time.Minute, Increment: 3 * time.Second}, false},
		{"10", match.Control{Main: 10 * time.Minute}, false},
		{"0.5+1", match.Control{Main: 30 * time.Second, Increment: time.Second}, false},
		{"10+3x30", match.Control{Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second}, false},
		{"90s+1s", match.Control{Main: 90 * time.Second, Increment: time.Second}, false},
		{"", match.Control{}, true},
		{"soon", match.Control{}, true},
		{"-5+3", match.Control{}, true},
		{"5+3x", match.Control{}, true},
	}
	for _, tt := range tests {
		var c clock
		err := c.Set(tt.text)
		if (err != nil) != tt.bad || c.Control != tt.want {
			t.Errorf("%q: %+v, %v", tt.text, c.Control, err)
		}
	}
}

func TestSizeFlag(t *testing.T) {
	for text, want := range map[string]size{"1280x720": {1280, 720}, "320x240": {320, 240}, "1280": {}, "x": {},
		"10x10": {}, "99999x720": {}, "1280x-720": {}} {
		var s size
		if err := s.Set(text); (err == nil) != (want != size{}) || s != want {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

func TestSeatsFlag(t *testing.T) {
	for _, text := range []string{"attackers", "defenders", "both", "none"} {
		var s seats
		if err := s.Set(text); err != nil || s.String() != text {
			t.Errorf("%q: %s, %v", text, s.String(), err)
		}
	}
	if err := new(seats).Set("white"); err == nil {
		t.Error("white is a side")
	}
}

// readOrder parses a command line.
func readOrder(args ...string) (*order, error) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	o := newOrder(fs)
	words, err := flags.Words(fs, args)
	return o, cmp.Or(err, o.read(command.Given(fs), words))
}

func TestSetup(t *testing.T) {
	tests := []struct {
		args   string
		levels [game.Sides]int
		title  bool
	}{
		{"", [2]int{}, true},
		{"-fullscreen -mute", [2]int{}, true},
		{"-variant brandubh-gorrion", [2]int{0, 3}, false},
		{"-side defenders -level 7", [2]int{7, 0}, false},
		{"-side both", [2]int{}, false},
		{"-side none -level 2", [2]int{2, 2}, false},
		{"-mute https://hall.example/i/k7pq2abc", [2]int{}, true},
		{"main_test.go", [2]int{}, true},
	}
	for _, tt := range tests {
		o, err := readOrder(strings.Fields(tt.args)...)
		if err != nil {
			t.Fatal(err)
		}
		s := o.setup()
		if (s == nil) != tt.title || s != nil && s.Levels != tt.levels {
			t.Errorf("%q: %+v", tt.args, s)
		}
		if _, link, _ := strings.Cut(tt.args, "-mute "); o.Invitation != link {
			t.Errorf("%q leads to the invitation %q", tt.args, o.Invitation)
		}
	}
}

// TestFileWord opens a file by its name or by the link that desktops tell.
func TestFileWord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "my games.tafl")
	if err := os.WriteFile(name, []byte("d1-d3"), 0o600); err != nil {
		t.Fatal(err)
	}
	if o, err := readOrder(name, "-mute"); err != nil || o.File != name || !o.mute {
		t.Errorf("a flag behind the file: %+v, %v", o, err)
	}
	for _, word := range []string{name, (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()} {
		if o, err := readOrder(word); err != nil || o.File != name || o.Invitation != "" {
			t.Errorf("%s: %+v, %v", word, o, err)
		}
	}
	f, err := folders.Disk{}.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if _, err := (folders.Disk{}).Open(filepath.Dir(name)); !errors.Is(err, study.ErrFolder) {
		t.Errorf("a folder: %v", err)
	}
}

// TestBadInput shows that every fault is one line that names cause and remedy.
func TestBadInput(t *testing.T) {
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, folders.SettingsFile), []byte("{\"pace\": 99}"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		says []string
	}{
		{[]string{"-variant", "brandub-gorion"}, []string{"brandub-gorion", "did you mean", "brandubh-gorrion"}},
		{[]string{"-colour"}, []string{"-colour", "tafl3d help"}},
		{[]string{"-variant", "nope"}, []string{`unknown variant "nope"; ` + "list all with `tafl variants`"}},
		{[]string{"brandubh"}, []string{"brandubh", "tafl3d help"}},
		{[]string{"nonsense", "-data", broken}, []string{`"nonsense" is not a command`}},
		{[]string{"nonsense", "-colour"}, []string{`"nonsense" is not a command`}},
		{[]string{"dokter", "-o", "x"}, []string{`no command or file "dokter"; did you mean doctor?`}},
		{[]string{"bench", "-frames", "9"}, []string{"bench has moved; use taflart bench"}},
		{[]string{"help", "shoot"}, []string{`no command "shoot"; did you mean shot?`}},
		{[]string{"shot", "nonsense", "-o", "x.png"}, []string{`"nonsense"`, "unexpected word"}},
		{[]string{"version", "-x"}, []string{"-x"}},
		{[]string{"ftp://hall.example/games/g"}, []string{"hall.example", "tafl3d help"}},
		{[]string{"hall.example/i/k7pq2abc", "again"}, []string{"again", "tafl3d help"}},
		{[]string{"-level", "11"}, []string{"level", "11", "must be 1 to 10"}},
		{[]string{"-side", "white"}, []string{"white", "attackers, defenders, both"}},
		{[]string{"-clock", "soon"}, []string{"soon", "5+3"}},
		{[]string{"-size", "big"}, []string{"big", "1280x720"}},
		{[]string{"shot"}, []string{"-o FILE.png"}},
		{[]string{"shot", "-o", filepath.Join(broken, "no", "x.png")}, []string{"-o", "no folder"}},
		{[]string{"shot", "-o", "x.png", "-view", "side"}, []string{"side", "orbit or flat"}},
		{[]string{"shot", "-o", "x.png", "-position", "3t3"}, []string{"-position"}},
		{[]string{"shot", "-o", "x.png", "-moves", "a1-a2"}, []string{"-moves", "move 1", "a1-a2"}},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		if code := start(tt.args, &out, &errs); code != command.Usage && code != command.Fault {
			t.Errorf("%q: exit code %d", tt.args, code)
		}
		line, rest, _ := strings.Cut(errs.String(), "\n")
		if rest != "" || out.Len() > 0 || !strings.HasPrefix(line, "tafl3d: ") {
			t.Errorf("%q: said %q and %q", tt.args, errs.String(), out.String())
		}
		for _, word := range tt.says {
			if !strings.Contains(line, word) {
				t.Errorf("%q: %q does not say %q", tt.args, line, word)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"-help"}, {"help"}, {"shot", "-h"}, {"help", "shot"}, {"film", "-h"}} {
		var out, errs bytes.Buffer
		if code := start(args, &out, &errs); code != command.OK || errs.Len() > 0 ||
			!strings.Contains(out.String(), "-size") {
			t.Errorf("%q: %d, %q, %q", args, code, out.String(), errs.String())
		}
	}
	for _, word := range []string{"-version", "version"} {
		var out bytes.Buffer
		if code := start([]string{word}, &out, &out); code != command.OK ||
			!strings.HasPrefix(out.String(), "tafl3d ") {
			t.Errorf("%s: %d, %q", word, code, out.String())
		}
	}
}

func TestShotSetsUp(t *testing.T) {
	p := newPicture(flag.NewFlagSet("", flag.ContinueOnError))
	p.moves = "d6-a6 d4xd6"
	if _, _, err := p.match(); err == nil {
		t.Error("a king that leaps over his men")
	}
	p.moves = "d6-a6 b4-b6"
	_, m, err := p.match()
	if err == nil {
		t.Fatalf("the attackers moved twice: %d turns", m.Ply())
	}
	p.moves = "d6-a6"
	if _, m, err = p.match(); err != nil || m.Ply() != 1 || m.Side() != game.Defenders {
		t.Errorf("%d turns, %v", m.Ply(), err)
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine(errors.Join(errors.New("a"), errors.New("b"))); got != "a; b" {
		t.Errorf("got %q", got)
	}
	_, err := os.ReadFile(filepath.Join("none", "game.tafl"))
	if got, want := oneLine(err), filepath.Join("none", "game.tafl")+": there is no such file or folder"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCrashNote(t *testing.T) {
	dir := t.TempDir()
	line := crashed(dir, "the board fell", []byte("goroutine 1\nmain.go:7\n"))
	notes, _ := filepath.Glob(filepath.Join(dir, "crash-*.txt"))
	if len(notes) != 1 || !strings.Contains(line, notes[0]) || strings.Contains(line, "\n") {
		t.Fatalf("%q, notes %v", line, notes)
	}
	text, err := os.ReadFile(notes[0])
	if err != nil || !strings.Contains(string(text), "the board fell") || !strings.Contains(string(text), "main.go:7") {
		t.Errorf("%q, %v", text, err)
	}
}

// TestHandOver starts the program on a folder that is open: what it was to open is opened there,
// and without that the open window comes to the front. Where nobody listens it says that it is open already.
func TestHandOver(t *testing.T) {
	dir := t.TempDir()
	mine, err := lock.Take(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mine.Free() }()
	file := filepath.Join(dir, "one game.tafl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := link.Make(link.Game, "1. d6-f6")
	if err != nil {
		t.Fatal(err)
	}
	play := func(args []string, out io.Writer) error {
		return program.Do(t.Context(), args, nil, out, io.Discard)
	}
	for _, words := range [][]string{{file}, nil} {
		if err := play(append([]string{"-data", dir}, words...), io.Discard); !errors.Is(err,
			lock.ErrHeld) {
			t.Errorf("nobody listens: %v", err)
		}
	}
	heard := make(chan string, 1)
	if err := mine.Listen(dir, func(text string) { heard <- text }); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]app.Handed{file: {File: file}, l: {Link: l},
		"tafl3d:https://tafl.example/i/abcd": {Invitation: "tafl3d:https://tafl.example/i/abcd"}} {
		if err := play([]string{"-data", dir, word}, io.Discard); err != nil {
			t.Fatal(err)
		}
		var got app.Handed
		if err := json.Unmarshal([]byte(<-heard), &got); err != nil || got != want {
			t.Errorf("handed over is %+v, %v", got, err)
		}
	}
	var said strings.Builder
	if err := play([]string{"-data", dir}, &said); err != nil || !strings.Contains(said.String(),
		"showing its window") {
		t.Errorf("nothing to open: %v, %q", err, said.String())
	}
	var got app.Handed
	if err := json.Unmarshal([]byte(<-heard), &got); err != nil || got != (app.Handed{}) {
		t.Errorf("the other is to open %+v, %v", got, err)
	}
}
