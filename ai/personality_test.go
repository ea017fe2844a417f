package ai

import (
	"context"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestPersonalities: each changes what is played somewhere, in tafl on either
// side, and can be taken away again.
func TestPersonalities(t *testing.T) {
	for _, id := range []string{"copenhagen-11x11-tdiamond", "linnaean-9x9-tcross-w", "bagh-chal"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		places := openings(t, v.Rules)
		plain := answers(t, New(Limits{Depth: 2, Hash: 1}), places)
		for _, c := range Personalities() {
			e, err := As(c.Name, New(Limits{Depth: 2, Hash: 1}))
			if err != nil {
				t.Fatal(err)
			}
			other, differ := answers(t, e, places), [game.Sides]int{}
			for i := range plain {
				if other[i] != plain[i] {
					differ[places[i].Turn()]++
				}
			}
			tafl := v.Family == "tafl"
			if differ[0]+differ[1] == 0 || tafl && min(differ[0], differ[1]) == 0 {
				t.Errorf("%s, %s: of %d positions it plays differently in %v", id, c.Name, len(places), differ)
			}
			if e, err = As(NoPersonality, e); err != nil {
				t.Fatal(err)
			}
			for i, m := range answers(t, e, places) {
				if m != plain[i] {
					t.Errorf("%s, without %s: %v, not %v", id, c.Name, m, plain[i])
				}
			}
		}
	}
}

// openings returns positions of a random game.
func openings(t *testing.T, r *rules.Rules) (places []rules.Position) {
	t.Helper()
	for seed := uint64(1); len(places) < 48; seed++ {
		luck := Random(seed)
		p := r.Start()
		h := rules.NewHistory(&p)
		for turn := range 30 {
			if playTurn(t, luck, &p, h).Over() {
				break
			}
			if turn%5 > 2 {
				places = append(places, p)
			}
		}
	}
	return places
}

// answers are the moves of an engine that remembers nothing from one position
// to the next.
func answers(t *testing.T, e Engine, places []rules.Position) (list []game.Move) {
	t.Helper()
	e.(*engine).fresh = true
	for _, p := range places {
		m, _, err := e.Think(context.Background(), p, nil, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// TestPersonalityOfLevels: levels have personalities, chance has none, and what
// there is not is said.
func TestPersonalityOfLevels(t *testing.T) {
	e, err := As("BOLD", Level(4, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Think(context.Background(), brandubh(t).Start(), nil, Limits{}); err != nil {
		t.Error(err)
	}
	if _, err := As("shy", Level(4, 1)); err == nil || !strings.Contains(err.Error(), "besieger") {
		t.Errorf("%v", err)
	}
	if _, err := As("bold", Random(1)); err == nil {
		t.Error("chance is bold")
	}
}
