package ai

import (
	"context"
	"testing"
	"time"

	"tafl3d/ai/solve"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestPerfect: who thinks by the clock, and who studies, answers from the table of a small game,
// wins in as many turns as it says, and tells every line; who counts positions searches as before.
func TestPerfect(t *testing.T) {
	v, err := variant.Get("hat-diviyan")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(context.Background(), v.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables.mu.Lock()
	tables.known = map[*rules.Rules]*solve.Table{v.Rules: table}
	tables.mu.Unlock()
	var told []Info
	study := NewReporting(Limits{Lines: 3, Nodes: 1000}, func(i Info) { told = append(told, i) })
	if _, _, err := study.Think(context.Background(), v.Rules.Start(), nil, Limits{}); err != nil {
		t.Fatal(err)
	}
	if len(told) != 3 || told[0].Line != 1 || told[0].Score < told[2].Score || len(told[0].PV) != 13 {
		t.Errorf("told %+v", told)
	}
	quick, counting := New(Limits{Time: time.Second}), New(Limits{Nodes: 500, Hash: 1})
	line := v.Rules.Line()
	for left := 13; !line.End().Over(); left-- {
		p := line.Position
		m, info, err := quick.Think(context.Background(), p, line.History(), Limits{})
		if n, _, ok := WinIn(info.Score); err != nil || !ok || n != left {
			t.Fatalf("%+v, %v: want an end in %d", info, err, left)
		}
		if _, info, err := counting.Think(context.Background(), p, line.History(), Limits{}); err != nil || left > 5 && info.Nodes < 2 {
			t.Errorf("%+v, %v", info, err)
		}
		if _, err := line.Try(m); err != nil {
			t.Fatal(err)
		}
	}
	b, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	if tableOf(b.Rules) != nil || len(tables.known) != 1 {
		t.Error("Brandubh is being solved")
	}
}
