package simulate

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// short are settings of a small day that takes a second.
func short(t *testing.T) Settings {
	t.Helper()
	s, err := Load("")
	if err != nil {
		t.Fatal(err)
	}
	s.Players.Online, s.Plant.Services, s.Plant.Brokers = 2000, 3, 3
	return s
}

func simulated(t *testing.T, s Settings, seed uint64) (Result, string) {
	t.Helper()
	r, err := Run(t.Context(), s, seed, 5)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := r.Print(&text); err != nil {
		t.Fatal(err)
	}
	return r, text.String()
}

// TestSeed: a seed is a day, and another seed another.
func TestSeed(t *testing.T) {
	s := short(t)
	_, a := simulated(t, s, 1)
	_, again := simulated(t, s, 1)
	_, other := simulated(t, s, 2)
	if a != again || a == other {
		t.Errorf("the same seed: %v; another: %v\n%s", a == again, a == other, a)
	}
}

// TestDay: a day holds as many games and turns as its players play, at the busiest moment as many as it is sized for.
func TestDay(t *testing.T) {
	s := short(t)
	s.Deaths = Deaths{}
	r, text := simulated(t, s, 3)
	c, online := newCrowd(s, nil), 0.0
	for m := range 24 * 60 {
		online += c.online(time.Duration(m)*time.Minute) * 60
	}
	seconds := 0.0
	for _, k := range s.Clocks {
		seconds += k.Share * k.Lasts.Seconds()
	}
	games := online * s.Players.Playing / 2 / seconds
	if off := float64(r.Ended)/games - 1; math.Abs(off) > 0.1 {
		t.Errorf("%d games ended, %.0f are played by so many\n%s", r.Ended, games, text)
	}
	if off := r.Turns/(float64(r.Ended)*s.Players.Turns) - 1; math.Abs(off) > 0.05 {
		t.Errorf("%.0f turns in %d games of %.0f", r.Turns, r.Ended, s.Players.Turns)
	}
	if r.Very > 1 || len(r.Deaths) > 0 {
		t.Errorf("%.1f turns are late with none dead: %v", r.Very, r.Deaths)
	}
	middle, edge := r.Bands[2], r.Bands[0]
	if middle.Within(0.5) > edge.Within(0.5) || middle.GaveUp*edge.Paired > edge.GaveUp*middle.Paired {
		t.Errorf("who is rare waits no longer:\n%s", text)
	}
}

// TestDeaths: a region that dies makes turns late, more of them where fewer are left to serve.
func TestDeaths(t *testing.T) {
	s := short(t)
	s.Deaths.Services, s.Deaths.Brokers = 0, 0
	r, text := simulated(t, s, 1)
	if len(r.Deaths) != 1 || r.Deaths[0].At != 20*time.Hour || r.Deaths[0].Very < 10 || r.Very < r.Deaths[0].Very {
		t.Errorf("%+v\n%s", r.Deaths, text)
	}
	s.Costs.ReturnMs = 5000 // to come back is dear: the others are busy for long
	dear, text := simulated(t, s, 1)
	if dear.Deaths[0].Very < 2*r.Deaths[0].Very || dear.Deaths[0].Delay < time.Second {
		t.Errorf("%+v, not much more than %+v\n%s", dear.Deaths, r.Deaths, text)
	}
}

// TestMeasured: the model is within a tenth of each run that was measured, in time and memory.
func TestMeasured(t *testing.T) {
	s := short(t)
	for _, r := range s.Runs {
		share, mib := s.model(r)
		if math.Abs(share/r.Share-1) > 0.1 || math.Abs(mib/r.MiB-1) > 0.1 {
			t.Errorf("%d games: %.0f %% of a core and %.0f MiB, measured are %.0f %% and %.0f MiB", r.Games, share, mib,
				r.Share, r.MiB)
		}
		tails := newTails(s.Runs)
		if part := tails.over(r.load(), r.P99.Duration); math.Abs(part-0.01) > 1e-6 {
			t.Errorf("%d games: %.4f of the turns are over what 1 of 100 is over", r.Games, part)
		}
	}
}

// TestNeed: few players need a machine; many need services by the number of them, that bear the loss of a region.
func TestNeed(t *testing.T) {
	s := short(t)
	s.Plant.Services, s.Plant.Brokers, s.Players.Online = 0, 0, 1000
	if n := s.Need(); n.Services != 1 || n.Brokers != 0 {
		t.Errorf("1 000 need %+v", n)
	}
	s.Players.Online = 1_000_000
	n := s.Need()
	left := float64(n.Services) * 2 / 3
	if each := n.Cores/left + s.Costs.IdleCores; n.Services%3 != 0 || each > float64(s.Plant.Cores)*s.Plant.Busy {
		t.Errorf("a million need %+v; each of those that are left has %.1f cores to do", n, each)
	}
	s.Costs.BrokerMs *= 10
	if dear := s.Need(); float64(dear.Brokers)*2/3*brokerCores*s.Plant.Busy < n.Peak.turns*s.Costs.BrokerMs/1000 {
		t.Errorf("a turn takes brokers %.1f ms of a core, and there are %d", s.Costs.BrokerMs, dear.Brokers)
	}
}

// TestSettings: what is wrong in a file is told by its name and line, and what a file leaves out is as usual.
func TestSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.toml")
	for text, want := range map[string]string{
		"[players]\nonlin = 3\n":                      "my.toml, line 2",
		"[players]\nonline = \"many\"\n":              "my.toml, line 2",
		"[players]\nonline = 3\n":                     "players.online",
		"[deaths]\nregion = \"noon\"\n":               "deaths.region",
		"[[clock]]\ncontrol = \"5m\"\nshare = 1.0\n":  "lasts",
		"[prices]\ncore_hour = 0.5\ncurrency = \"X\"": "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(file)
		if want == "" && (err != nil || s.Prices.CoreHour != 0.5 || s.Players.Online != 1_000_000 || len(s.Runs) != 4) {
			t.Errorf("%q: %v, %+v", text, err, s.Prices)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}
