package match

import (
	"testing"
	"time"

	"tafl3d/game"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) time.Time { return noon.Add(d) }

func control(t *testing.T, text string) Control {
	t.Helper()
	c, err := ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestControlText(t *testing.T) {
	for _, text := range []string{"none", "5m+3s", "10m+3x30s", "1h30m+0s", "0s+5x10s", "1.5s+0s",
		"14d+1d", "0s+1x3d"} {
		if got := control(t, text).String(); got != text {
			t.Errorf("%s came back as %s", text, got)
		}
	}
	if got := control(t, "5m").String(); got != "5m+0s" {
		t.Errorf("5m came back as %s", got)
	}
	for _, bad := range []string{"", "5", "x", "-5m", "0s", "5m+", "5m+-3s", "5m+0x30s", "5m+3x", "5m+3x0s", "15d",
		"-1d", "1.5d", "99999999999d", "5m+100x1s", "5m+3x30s+2s", "99999999999h"} {
		if c, err := ParseControl(bad); err == nil && bad != "5m+" {
			t.Errorf("%q was read as %v", bad, c)
		}
	}
}

// A clock driven by hand: after each step, what the two faces show.
func TestFischer(t *testing.T) {
	c := newClock(control(t, "1m+5s"))
	if f := c.Face(0, at(time.Hour)); f.Main != time.Minute || f.Running || !f.On || f.Low {
		t.Fatalf("before the start: %+v", f)
	}
	c.charge(game.Attackers, at(0)) // the first turn is free
	c.start(game.Defenders, at(0))
	if f := c.Face(game.Attackers, at(9*time.Second)); f.Main != time.Minute || f.Running {
		t.Errorf("the side that waits: %+v", f)
	}
	if f := c.Face(game.Defenders, at(9*time.Second)); f.Main != 51*time.Second || !f.Running || f.Low {
		t.Errorf("the side to move: %+v", f)
	}
	c.stop(at(20 * time.Second)) // a pause of an hour
	if f := c.Face(game.Defenders, at(time.Hour)); f.Main != 40*time.Second || f.Running {
		t.Errorf("in the pause: %+v", f)
	}
	c.start(game.Defenders, at(time.Hour))
	c.charge(game.Defenders, at(time.Hour+10*time.Second))
	if f := c.Face(game.Defenders, at(time.Hour+10*time.Second)); f.Main != 35*time.Second {
		t.Errorf("30 s used of a minute, 5 s earned: %+v", f)
	}
	c.start(game.Attackers, at(0))
	if d, ok := c.Deadline(); !ok || !d.Equal(at(time.Minute)) {
		t.Errorf("deadline %v", d)
	}
	if c.Fallen(at(time.Minute-1)) || !c.Fallen(at(time.Minute)) {
		t.Error("the flag does not fall at the deadline")
	}
	if f := c.Face(game.Attackers, at(51*time.Second)); !f.Low {
		t.Errorf("9 s left and not low: %+v", f)
	}
	if f := c.Face(game.Attackers, at(time.Hour)); f.Main != 0 {
		t.Errorf("long after the flag: %+v", f)
	}
	if f := c.Face(game.Attackers, at(-time.Hour)); f.Main != time.Minute {
		t.Errorf("a clock that was set back: %+v", f)
	}
}

func TestByoYomi(t *testing.T) {
	c := newClock(control(t, "10s+3x30s"))
	c.start(game.Attackers, noon)
	for _, s := range []struct {
		after   time.Duration
		main    time.Duration
		period  time.Duration
		periods int
		low     bool
	}{
		{4 * time.Second, 6 * time.Second, 0, 3, false},
		{10 * time.Second, 0, 30 * time.Second, 3, false},
		{35 * time.Second, 0, 5 * time.Second, 3, true},
		{40 * time.Second, 0, 30 * time.Second, 2, false},
		{99 * time.Second, 0, time.Second, 1, true},
		{100 * time.Second, 0, 0, 0, true},
		{time.Hour, 0, 0, 0, true},
	} {
		f := c.Face(game.Attackers, at(s.after))
		if f.Main != s.main || f.Period != s.period || f.Periods != s.periods || f.Low != s.low {
			t.Errorf("after %v: %+v, want %+v", s.after, f, s)
		}
	}
	if c.Fallen(at(100*time.Second-1)) || !c.Fallen(at(100*time.Second)) {
		t.Error("the flag does not fall when the last period has run out")
	}
	c.charge(game.Attackers, at(45*time.Second)) // one period used up, the second is given whole again
	c.start(game.Attackers, at(0))
	if f := c.Face(game.Attackers, at(29*time.Second)); f.Periods != 2 || f.Period != time.Second {
		t.Errorf("in the next turn: %+v", f)
	}
}

func TestNoClock(t *testing.T) {
	c := newClock(Control{})
	c.start(game.Attackers, noon)
	if _, ok := c.Deadline(); ok || c.Running() || c.Face(0, noon).On {
		t.Error("a game without a clock has one")
	}
}

// TestTimeOdds: each side has its own time, increment and periods, in the game and in a saved game.
func TestTimeOdds(t *testing.T) {
	for text, want := range map[string]string{"10m+5s/5m+3s": "10m+5s/5m+3s", "5m+3s/5m+3s": "5m+3s",
		"10m+0s/0s+3x30s": "10m+0s/0s+3x30s", "0s+1x3d/0s+1x1d": "0s+1x3d/0s+1x1d"} {
		c, err := ParseControl(text)
		if err != nil || c.String() != want {
			t.Errorf("%q is %q: %v", text, c.String(), err)
		}
	}
	for _, text := range []string{"/", "5m/", "/5m", "none/5m", "5m/none", "5m/5m/5m", "5m/0s"} {
		if c, err := ParseControl(text); err == nil {
			t.Errorf("%q is accepted as %q", text, c.String())
		}
	}
	k := newClock(control(t, "10m+5s/1m+2x30s"))
	k.start(game.Attackers, at(0))
	k.charge(game.Attackers, at(time.Minute))
	k.start(game.Defenders, at(0))
	if f := k.Face(game.Defenders, at(70*time.Second)); f.Main != 0 || f.Period != 20*time.Second || f.Periods != 2 {
		t.Errorf("the defenders' clock shows %+v", f)
	}
	if d, _ := k.Deadline(); d != at(2*time.Minute) {
		t.Errorf("the defenders have until %v", d)
	}
	k.charge(game.Defenders, at(95*time.Second))
	want := [game.Sides]Left{{Main: 9*time.Minute + 5*time.Second}, {Periods: 1}}
	if k.left != want {
		t.Errorf("left %v, want %v", k.left, want)
	}
}
