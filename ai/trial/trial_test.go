package trial_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tafl3d/ai/trial"
	"tafl3d/game/balance"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// compiled returns the rules of a variant with some keys changed.
func compiled(t *testing.T, id string, keys map[string]string, rows ...string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	for key, value := range keys {
		if err := ruleset.ToggleOf(&set, key).Set(&set, value); err != nil {
			t.Fatal(err)
		}
	}
	if len(rows) > 0 {
		set.Rows = rows
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func faults(t *testing.T, r *rules.Rules) (balance.Figures, []balance.Fault) {
	t.Helper()
	f, err := trial.Play(t.Context(), r, trial.Options{Games: 12, Nodes: 500, Jobs: 2}, func(balance.Figures) {})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.Faults()
}

// TestFaults finds one side that always wins: two attackers far away cannot hold the king back; and the king next to
// the edge escapes, or is captured, depending on who moves first.
func TestFaults(t *testing.T) {
	const empty = "........."
	for want, rows := range map[balance.Fault][]string{
		balance.DefendersWin: {"t.......t", empty, empty, empty, "....K....", empty, empty, empty, empty},
		balance.FirstWins:    {"....t....", empty, empty, empty, "...tK....", ".....t...", empty, empty, empty},
	} {
		f, list := faults(t, compiled(t, "simple-9x9", nil, rows...))
		if !slices.Contains(list, want) {
			t.Errorf("%v: faults %v of %+v", want, list, f)
		}
	}
}

// TestEndless: without a limit of moves and of repetitions, dablot between careful players does not end.
func TestEndless(t *testing.T) {
	r := compiled(t, "dablot-mini", map[string]string{"repetition": "0", "quiet": "0"})
	f, list := faults(t, r)
	if !slices.Contains(list, balance.Endless) || f.Longest != trial.MostMoves(r) {
		t.Errorf("faults %v of %+v", list, f)
	}
}

// TestFair: in Brandubh both sides win. The same games are played again, whatever the number of jobs, and tell is
// called after each.
func TestFair(t *testing.T) {
	r := brandubh(t).Rules
	o := trial.Options{Games: 12, Nodes: 1000, Jobs: 3}
	told := 0
	f, err := trial.Play(t.Context(), r, o, func(f balance.Figures) {
		if told++; f.Games() != told {
			t.Errorf("told of %d games after %d", f.Games(), told)
		}
	})
	if err != nil || told != 12 || len(f.Faults()) > 0 {
		t.Errorf("told %d times, faults %v of %+v: %v", told, f.Faults(), f, err)
	}
	o.Jobs = 1
	again, err := trial.Play(t.Context(), r, o, func(balance.Figures) {})
	if err != nil || balance.Line(brandubh(t), f) != balance.Line(brandubh(t), again) {
		t.Errorf("first %+v, then %+v: %v", f, again, err)
	}
}

func brandubh(t *testing.T) *variant.Variant {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCancel ends with the context, and all goroutines with it.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f, err := trial.Play(ctx, brandubh(t).Rules, trial.Options{Nodes: 500, Jobs: 2}, func(balance.Figures) { cancel() })
	if !errors.Is(err, context.Canceled) || f.Games() == 0 || f.Games() > 2 {
		t.Errorf("%d games: %v", f.Games(), err)
	}
}
