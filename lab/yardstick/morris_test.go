package yardstick

import (
	"context"
	"testing"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
)

// TestMorris: what the yardstick of nine men's morris plays is fixed, and it closes a mill.
func TestMorris(t *testing.T) {
	v, err := variant.Get("morris-9")
	if err != nil {
		t.Fatal(err)
	}
	p := v.Rules.Start()
	_, info, err := NewMorris(search.Limits{Depth: 4}).Think(context.Background(), p, nil, search.Limits{})
	if err != nil || info.Depth != 4 || info.Nodes != 3513 {
		t.Errorf("%+v, %v", info, err)
	}
	p, err = notation.ParsePosition(v.Rules, "turn=A; W=a1,d1,g4,c3; B=b6,d6,f4,e5")
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := NewMorris(search.Limits{Depth: 1}).Think(context.Background(), p, nil, search.Limits{})
	to, _ := v.Rules.Board().Named("g1")
	if err != nil || m.To != to || m.Op == game.Remove {
		t.Errorf("%v, %v", m, err)
	}
}
