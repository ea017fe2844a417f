package app_test

import (
	"strings"
	"testing"

	"tafl3d/app"
)

// A manner is chosen, shown beside the level, saved with the game and taken up
// again.
func TestManner(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.Do(app.Command{ID: "new", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "side", Arg: 1})
	p.frame()
	f := p.field("who")
	if got := strings.Join(f.Options, ","); got != "the usual one,bold,besieger" {
		t.Fatalf("the manners are %q", got)
	}
	p.Do(app.Command{ID: "who", Arg: 1})
	p.frame()
	if note := p.field("who").Note; note != "Gives men away." {
		t.Errorf("the note is %q", note)
	}
	p.Do(app.Command{ID: "start", Arg: 0})
	p.frame()
	if c := p.engines.played[0]; c.Manner != "bold" || c.Program != nil || c.Level != 3 {
		t.Errorf("the computer is %+v", c)
	}
	if d := p.sheet().Seats[0].Detail; d != "level 3, easy; bold" {
		t.Errorf("the seat says %q", d)
	}
}

// A program is entered, chosen as an opponent, ended with its game, and removed.
func TestProgram(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Do(app.Command{ID: "settings", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "programs", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "keep", Arg: 0})
	p.frame()
	if p.ear.refused != 1 {
		t.Error("a program without a name was kept")
	}
	for _, w := range []struct{ field, text string }{{"name", "Thor"}, {"command", `"/opt/my engines/thor" -x`}} {
		p.writes(w.field, w.text)
	}
	p.Do(app.Command{ID: "dialect", Arg: 1})
	p.frame()
	p.Do(app.Command{ID: "keep", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "close", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "close", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "new", Arg: 0})
	p.frame()
	p.Do(app.Command{ID: "who", Arg: 3})
	p.frame()
	if f := p.field("level"); !f.Disabled {
		t.Error("a program has a level")
	}
	p.Do(app.Command{ID: "start", Arg: 0})
	p.frame()
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

// TestArgv: an open quotation mark is told of.
func TestArgv(t *testing.T) {
	if _, ok := (&app.Program{Name: "x", Command: `a "b`}).Argv(); ok {
		t.Error("an open quotation mark went through")
	}
}
