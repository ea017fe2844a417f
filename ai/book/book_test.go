package book

import (
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func get(t *testing.T, id string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// TestDefault: three games have a book that knows the start and an answer to what it plays there,
// whatever way round, and plays nothing that is much worse than its best; the books are small.
func TestDefault(t *testing.T) {
	var ids []string
	for _, v := range variant.All() {
		if Default(v.Rules) != nil {
			ids = append(ids, v.ID)
		}
	}
	if got := strings.Join(ids, " "); got != "brandubh-gorrion linnaean-9x9-tcross-w copenhagen-11x11-tdiamond" {
		t.Errorf("books for %s", got)
	}
	for _, id := range ids {
		r := get(t, id)
		b, played := Default(r), map[game.Move]bool{}
		if n := b.Positions(); n < 300 {
			t.Errorf("%s: %d positions", id, n)
		}
		for seed := range uint64(60) {
			line := r.Line()
			for turn := range 60 {
				c, ok := b.Choose(&line.Position, seed)
				if !ok {
					if turn < 2 {
						t.Errorf("%s, seed %d: nothing is known after %d turns", id, seed, turn)
					}
					break
				}
				for _, k := range b.Choices(&line.Position) {
					if k.Score-c.Score > Loss {
						t.Errorf("%s, turn %d: %v at %d, where there is %d", id, turn, c.Move, c.Score, k.Score)
					}
				}
				if turn == 0 {
					played[c.Move] = true
				}
				if _, err := line.Try(c.Move); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(played) < 4 {
			t.Errorf("%s: begins only with %v", id, played)
		}
	}
	list, err := files.ReadDir("books")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if info, err := f.Info(); err != nil || info.Size() > 100<<10 {
			t.Errorf("%s: %v, %v", f.Name(), info.Size(), err)
		}
	}
}

// TestRead: a turn is known at all eight images of its place, and what is no book is refused.
func TestRead(t *testing.T) {
	r := get(t, "brandubh-gorrion")
	b, err := Read(r, "# a book\n0 d2-e2 5 2 # the best\n1 e4-e5 -3 0\n0 d2-c2 5 2\n")
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	if n := len(b.Choices(&p)); n != 8 || b.Positions() != 9 {
		t.Errorf("%d first steps, %d positions", n, b.Positions())
	}
	for text, want := range map[string]string{
		"0 d2-e2 5":                  "no turn of a book",
		"1 d2-e2 5 0":                "no turn of a book",
		"0 d2-e2 5 x":                "no turn of a book",
		"0 d2-d9 5 0":                "line 1",
		"0 d2-e2 5 0\n1 d2-e2 1 0\n": "line 2",
	} {
		if _, err := Read(r, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestRulesThatForbidTheBook: rules that look like those of a book and forbid its moves have none.
func TestRulesThatForbidTheBook(t *testing.T) {
	set := get(t, "linnaean-9x9-tcross-w").Ruleset()
	if err := set.Set("steps.defender", "1"); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if b := Default(r); b != nil {
			t.Errorf("a book of %d positions", b.Positions())
		}
	}
}
