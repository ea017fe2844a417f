package store

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// TestConditionals stores conditional moves, finds those of games that have gone on, and drops them.
func TestConditionals(t *testing.T) {
	s, ctx := open(t), t.Context()
	for _, who := range []string{"astrid", "dag"} {
		person(t, s, who)
	}
	for _, id := range []string{"g", "h"} {
		l := Live{ID: id, Spec: "{}", Attackers: "astrid", Defenders: "dag", Opened: 1, Seq: 1}
		if err := s.Live.Open(ctx, l); err != nil {
			t.Fatal(err)
		}
	}
	first := Conditional{Game: "g", Account: "astrid", Ply: 1, Seq: 2, Seen: 2, Made: 5, Lines: "a b\nc d"}
	second := first
	second.Made, second.Lines = 6, "e f"
	other := Conditional{Game: "h", Account: "dag", Ply: 2, Seq: 3, Seen: 3, Made: 5, Lines: "x y"}
	gone := Conditional{Game: "gone", Account: "dag", Seq: 1, Seen: 1, Made: 5, Lines: "x y"}
	for _, c := range []Conditional{first, second, other, gone} {
		if err := s.Conditionals.Put(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	is := func(want ...Conditional) {
		t.Helper()
		if got, err := s.Conditionals.Of(ctx, "g"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	unseen := func(all bool, want ...string) {
		t.Helper()
		got, err := s.Conditionals.Unseen(ctx, all)
		if slices.Sort(got); err != nil || !slices.Equal(got, want) {
			t.Errorf("unseen: %q, %v, want %q", got, err, want)
		}
	}
	if err := s.Conditionals.Drop(ctx, first); err != nil { // it was replaced
		t.Error(err)
	}
	is(second)
	if c, err := s.Conditionals.Get(ctx, "g", "astrid"); err != nil || c != second {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := s.Conditionals.Get(ctx, "g", "dag"); !errors.Is(err, ErrNone) {
		t.Errorf("of the opponent: %v", err)
	}
	if all, err := s.Conditionals.OfAccount(ctx, "astrid"); err != nil || !slices.Equal(all, []Conditional{second}) {
		t.Errorf("of an account: %+v, %v", all, err)
	}
	unseen(true, "g", "h")
	unseen(false)
	if err := s.Live.Grow(ctx, map[string]uint64{"g": 4}, false); err != nil {
		t.Fatal(err)
	}
	unseen(false, "g")
	if err := s.Conditionals.Check(ctx, second, 4); err != nil {
		t.Error(err)
	}
	unseen(false)
	second.Seen = 4
	is(second)
	if err := s.Conditionals.DropEnded(ctx); err != nil {
		t.Error(err)
	}
	if list, err := s.Conditionals.Of(ctx, "gone"); err != nil || len(list) != 0 {
		t.Errorf("of a game that is not in progress: %+v, %v", list, err)
	}
	if err := s.Conditionals.Drop(ctx, second); err != nil {
		t.Error(err)
	}
	is()
	if err := s.Accounts.Delete(ctx, "dag", time.UnixMicro(9)); err != nil {
		t.Fatal(err)
	}
	unseen(true)
}
