package app_test

import (
	"strings"
	"testing"

	"tafl3d/app/board"
)

// A style is selected, shown next to the level, saved with the game and restored.
func TestManner(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.does("new", 0)
	p.does("side", 1)
	f := p.field("who")
	if got := strings.Join(f.Options, ","); got != "normal style,bold,besieger" {
		t.Fatalf("the manners are %q", got)
	}
	p.does("who", 1)
	if note := p.field("who").Note; note != "Gives men away." {
		t.Errorf("the note is %q", note)
	}
	p.does("start", 0)
	if c := p.engines.played[0]; c.Manner != "bold" || c.Program != nil || c.Level != 3 {
		t.Errorf("the computer is %+v", c)
	}
	if d := p.sheet().Seats[0].Detail; d != "level 3, easy; bold" {
		t.Errorf("the seat says %q", d)
	}
}

// An external engine is added, selected as opponent, ended with its game, and removed.
func TestProgram(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.does("settings", 0)
	p.does("programs", 0)
	p.does("keep", 0)
	if p.ear.refused != 1 {
		t.Error("a program without a name was kept")
	}
	for _, w := range []struct{ field, text string }{{"name", "Thor"}, {"command", `"/opt/my engines/thor" -x`}} {
		p.writes(w.field, w.text)
	}
	p.does("dialect", 1)
	p.does("keep", 0)
	p.does("close", 0)
	p.does("close", 0)
	p.does("new", 0)
	p.does("who", 3)
	if f := p.field("level"); !f.Disabled {
		t.Error("a program has a level")
	}
	p.does("start", 0)
	c := p.engines.played[0]
	if c.Program == nil || c.Program.Name != "Thor" || !c.Program.OpenTafl || c.Manner != "" {
		t.Fatalf("the computer is %+v", c)
	}
	if argv, ok := c.Program.Argv(); !ok || len(argv) != 2 || argv[0] != "/opt/my engines/thor" || argv[1] != "-x" {
		t.Errorf("it runs %q", argv)
	}
	p.Close()
	if p.engines.ended.Load() != 1 {
		t.Error("the program was not ended")
	}
}

// TestArgv: an open quotation mark is reported.
func TestArgv(t *testing.T) {
	if _, ok := (&board.Program{Name: "x", Command: `a "b`}).Argv(); ok {
		t.Error("an open quotation mark went through")
	}
}
