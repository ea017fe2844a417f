package app

import (
	"slices"
	"testing"

	"tafl3d/app/words"
	"tafl3d/scene"
)

func TestEveryLookHasAName(t *testing.T) {
	for _, name := range slices.Concat(scene.Boards, scene.Sets, scene.Rooms, scene.Qualities) {
		if textLooks[name] == "" {
			t.Errorf("%q has no name on the page", name)
		}
	}
}

func TestLooksAreChosenAndKept(t *testing.T) {
	a := &App{settings: usualSettings()}
	page := lookPage{a}
	d := page.Show()
	if len(d.Fields) != 5 || d.Fields[0].Options[0] != textLookSuits || d.Fields[4].Chosen != 1 {
		t.Fatalf("the page shows %+v", d.Fields)
	}
	s := a.settings
	s.Style = scene.Style{Board: "gokstad", Men: "glass", Room: "door", Quality: "high", Plain: true}
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	a.settings = s
	d = page.Show()
	for i, want := range []string{textLooks["gokstad"], textLooks["glass"], textLooks["door"], textLooks["high"],
		words.OffOn[0]} {
		if f := d.Fields[i]; f.Options[f.Chosen] != want {
			t.Errorf("%s shows %q, want %q", f.Label, f.Options[f.Chosen], want)
		}
	}
	s.Style.Room = "attic"
	if s.check() == nil {
		t.Error("settings with a room that is not there pass")
	}
	a.opt.Style = scene.Style{Room: "studio"}
	if got := a.style(); got.Room != "studio" || got.Board != "gokstad" {
		t.Errorf("what the program was started with does not count: %+v", got)
	}
}
