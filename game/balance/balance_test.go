package balance_test

import (
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/game/variant"
)

// figures counts games: won by attackers, won by defenders, drawn, without an end.
func figures(attackers, defenders, drawn, endless, moves int) (f balance.Figures) {
	add := func(n int, o game.Outcome) {
		for range n {
			f.Add(balance.Game{Outcome: o, Moves: moves})
		}
	}
	add(attackers, game.Won(game.Attackers, game.KingCaptured))
	add(defenders, game.Won(game.Defenders, game.KingEscaped))
	add(drawn, game.Drawn(game.Repetition))
	add(endless, game.Outcome{})
	return f
}

func TestFaults(t *testing.T) {
	swapped := figures(38, 2, 0, 0, 30)
	for range 10 {
		swapped.AddSwapped(balance.Game{Outcome: game.Won(game.Defenders, game.KingEscaped)})
	}
	for name, c := range map[string]struct {
		f    balance.Figures
		want []balance.Fault
	}{
		"fair":         {figures(17, 19, 3, 1, 40), nil},
		"few games":    {figures(5, 0, 0, 0, 40), nil},
		"attackers":    {figures(38, 2, 0, 0, 40), []balance.Fault{balance.AttackersWin}},
		"defenders":    {figures(0, 40, 0, 0, 3), []balance.Fault{balance.DefendersWin, balance.OverVeryEarly}},
		"endless":      {figures(10, 10, 0, 20, 300), []balance.Fault{balance.Endless}},
		"drawn":        {figures(5, 5, 30, 0, 40), []balance.Fault{balance.MostlyDrawn}},
		"first":        {swapped, []balance.Fault{balance.FirstWins}},
		"barely above": {figures(35, 5, 0, 0, 40), nil},
	} {
		if got := c.f.Faults(); !slices.Equal(got, c.want) {
			t.Errorf("%s: faults %v, want %v", name, got, c.want)
		}
	}
}

func TestLengths(t *testing.T) {
	var f balance.Figures
	for _, n := range []int{30, 10, 21, 50} {
		f.Add(balance.Game{Outcome: game.Drawn(game.Agreed), Moves: n})
	}
	if f.Shortest != 10 || f.Median != 25 || f.Longest != 50 || f.Games() != 4 {
		t.Errorf("lengths %d, %d, %d of %d games", f.Shortest, f.Median, f.Longest, f.Games())
	}
}

// TestLine writes figures as a line and reads them back.
func TestLine(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	f := figures(11, 29, 0, 0, 34)
	id, print, back, err := balance.ParseLine(balance.Line(v, f))
	if err != nil || id != v.ID || print != balance.Print(v.Rules) {
		t.Fatalf("read %q, %q: %v", id, print, err)
	}
	if back.Won != f.Won || back.Median != 34 || back.Games() != 40 {
		t.Errorf("read %+v", back)
	}
}

// TestShipped checks the figures that ship with the program. Variants whose rules changed since have none.
func TestShipped(t *testing.T) {
	known := 0
	for _, v := range variant.All() {
		f, ok := balance.Of(v)
		if !ok {
			continue
		}
		known++
		if f.Games() < 40 || f.Shortest > f.Median || f.Median > f.Longest {
			t.Errorf("%s: %+v", v.ID, f)
		}
	}
	if known == 0 {
		t.Error("no variant has figures; run tafllab fair")
	}
}

func TestSites(t *testing.T) {
	ids := []string{"brandubh-gorrion", "tablut-gorrion", "tawlbwrdd-gorrion-bell", "copenhagen-11x11-tdiamond"}
	for _, id := range ids {
		list := balance.Sites(id)
		if len(list) == 0 {
			t.Errorf("%s: no figures of a site", id)
		}
		for _, s := range list {
			if s.Attackers+s.Defenders != 100 || s.Length < 10 || s.Source == "" {
				t.Errorf("%s: %+v", id, s)
			}
		}
	}
	if list := balance.Sites("morris-9"); list != nil {
		t.Errorf("morris-9: %+v", list)
	}
}

// TestPrint changes with the rules and with the start position, not with the name.
func TestPrint(t *testing.T) {
	prints := map[string]string{}
	for _, id := range []string{"brandubh-gorrion", "brandubh-weak", "tablut-gorrion", "fox-geese-13", "fox-geese-15"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		p := balance.Print(v.Rules)
		if other := prints[p]; other != "" {
			t.Errorf("%s and %s have the fingerprint %s", id, other, p)
		}
		prints[p] = id
	}
}
