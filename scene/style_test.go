package scene

import (
	"strings"
	"testing"
)

func TestStyleTellsWhatItDoesNotKnow(t *testing.T) {
	for _, list := range [][]string{Boards, Sets, Rooms, Qualities} {
		if len(list) == 0 {
			t.Error("a list is empty")
		}
	}
	if err := (Style{Board: Boards[0], Men: Sets[1], Room: Rooms[2], Quality: "auto"}).Check(); err != nil {
		t.Error(err)
	}
	for _, s := range []Style{{Board: "glass"}, {Men: "oak"}, {Room: "attic"}, {Quality: "best"}} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), "there are ") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

func TestDressIsAVisibleChange(t *testing.T) {
	s := New(Stage{})
	v := s.Version()
	if s.Dress(Style{}); s.Version() != v {
		t.Error("the same style is a change")
	}
	if s.Dress(Style{Room: "door"}); s.Version() == v || s.Dressed().Room != "door" {
		t.Error("another style is none")
	}
}
