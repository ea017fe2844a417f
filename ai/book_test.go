package ai

import (
	"context"
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
)

// TestWithBook: the highest level answers the start from the book, not always the same; the switch
// turns that off and on, and a personality goes its own way.
func TestWithBook(t *testing.T) {
	for _, id := range []string{"copenhagen-11x11-tdiamond", "brandubh-gorrion", "linnaean-9x9-tcross-w"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Rules.Start()
		think := func(e Engine) (game.Move, Info) {
			m, info, err := e.Think(context.Background(), p, nil, Limits{Nodes: 300})
			if err != nil {
				t.Fatal(err)
			}
			return m, info
		}
		seen := map[game.Move]bool{}
		for seed := range uint64(30) {
			m, info := think(Level(Levels, seed+1))
			if seen[m] = true; info.Nodes != 1 {
				t.Errorf("%s: the highest level looks at %d positions", id, info.Nodes)
			}
		}
		if len(seen) < 2 {
			t.Errorf("%s: it always begins with %v", id, seen)
		}
		bold, err := As("bold", Level(Levels, 1))
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range map[string]Engine{"without": WithBook(Level(Levels, 1), false), "new": New(Limits{}),
			"bold": bold, "level 9": WithBook(Level(9, 1), true)} {
			if _, info := think(e); info.Nodes < 2 {
				t.Errorf("%s, %s: the book answers", id, name)
			}
		}
		if _, info := think(WithBook(New(Limits{}), true)); info.Nodes != 1 {
			t.Errorf("%s: the book does not answer", id)
		}
		line := v.Rules.Line() // the book leads nowhere twice
		for e, turn := WithBook(New(Limits{Nodes: 50}), true), 0; turn < 30 && !line.Judge().Over(); turn++ {
			m, info, err := e.Think(context.Background(), line.Position, line.History(), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := line.Try(m); err != nil || info.Nodes == 1 && line.History().Count(line.Hash()) > 1 {
				t.Errorf("%s, turn %d: %v, seen %d times", id, turn, err, line.History().Count(line.Hash()))
			}
		}
	}
}
