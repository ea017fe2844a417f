package exercise

import (
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/record"
)

// TestAll reads the collection: each exercise has its tags, a solution, and an id of its own.
func TestAll(t *testing.T) {
	list := All()
	ids := map[string]bool{}
	for _, x := range list {
		if ids[x.ID] {
			t.Errorf("%s is there twice", x.ID)
		}
		ids[x.ID] = true
		if x.Game.Rules() == nil || x.Difficulty < 400 || x.Difficulty > 2500 {
			t.Errorf("%s: difficulty %d", x.ID, x.Difficulty)
		}
		if n := len(x.Game.Root.Next()); n != 1 {
			t.Errorf("%s begins in %d ways", x.ID, n)
		}
		turns, last := 0, x.Game.Root
		for n := range x.Game.Root.Line() {
			turns, last = turns+1, n
		}
		c := x.Game.Cursor()
		mover := c.Line().Turn()
		c.To(last)
		end := c.Over()
		switch x.Task {
		case Win:
			if turns != x.Length || end.Draw || !end.Over() || end.Winner != mover {
				t.Errorf("%s: %d turns of %d, %+v", x.ID, turns, x.Length, end)
			}
		case Hold:
			if turns != 1 || end.Over() && end.Winner != mover {
				t.Errorf("%s: %d turns, %+v", x.ID, turns, end)
			}
		}
	}
	t.Logf("%d exercises, %d variants, themes %v", len(list), len(Variants(list)), Themes(list))
	if len(list) < 600 || len(Variants(list)) < 10 {
		t.Errorf("%d exercises of %d variants", len(list), len(Variants(list)))
	}
}

func TestOf(t *testing.T) {
	const good = "[Variant \"brandubh-gorrion\"]\n[Start \"7/7/5T1/7/1t1t3/1t5/1T1Kt2 d\"]\n[Task \"win\"]\n[Theme " +
		"\"escape\"]\n[Length \"5\"]\n[Difficulty \"1375\"]\n\nf5-f1xe1\n"
	list, err := Read(good, record.Options{})
	if err != nil || len(list) != 1 || list[0].Length != 5 || list[0].Difficulty != 1375 ||
		list[0].Themes[0] != "escape" {
		t.Fatalf("%+v, %v", list, err)
	}
	for was, is := range map[string]string{"win": "draw", "\"5\"": "\"x\"", "\"1375\"": "\"\"", "f5-f1xe1": "",
		"[Theme \"escape\"]\n": ""} {
		if _, err := Read(strings.Replace(good, was, is, 1), record.Options{}); err == nil {
			t.Errorf("%q for %q is taken", is, was)
		}
	}
	other, err := Read(strings.Replace(good, "7/7/5T1/7", "7/5T1/7/7", 1), record.Options{})
	if len(other) == 1 && other[0].ID == list[0].ID {
		t.Errorf("two positions have one id, %v", err)
	}
}

// TestAttempt goes through every exercise by its hints, and by the turns beside the solution.
func TestAttempt(t *testing.T) {
	for _, x := range All() {
		a := x.Begin()
		if answer, reply := a.Play(nil); answer != Wrong || reply != nil || a.Node() != x.Game.Root {
			t.Errorf("%s: no turn at all is %v", x.ID, answer)
		}
		turns := 0
		for answer := Right; answer == Right; {
			for _, n := range a.Node().Next()[1:] {
				b := x.Begin()
				b.c.To(a.Node())
				if answer, _ := b.Play(n.Turn); answer != Solved {
					t.Errorf("%s: %s is %v", x.ID, n.Text, answer)
				}
			}
			mover := a.Line().Turn()
			var reply []game.Move
			if answer, reply = a.Play(a.Hint()); answer == Wrong {
				t.Fatalf("%s: the hint is wrong", x.ID)
			}
			if turns++; reply != nil {
				turns++
			}
			if o := a.Line().Judge(); x.Task == Win && answer == Solved && (!o.Over() || o.Winner != mover) {
				t.Errorf("%s ends in %+v", x.ID, o)
			}
		}
		if x.Task == Win && turns != x.Length || a.Hint() != nil {
			t.Errorf("%s: solved in %d turns of %d", x.ID, turns, x.Length)
		}
	}
}
