package store

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestFriends marks friends, sets who may challenge, and deletes both with the account.
func TestFriends(t *testing.T) {
	s, ctx := open(t), t.Context()
	for _, id := range []string{"astrid", "dag", "eve"} {
		person(t, s, id)
	}
	f := s.Friends
	for _, other := range []string{"eve", "dag", "dag"} {
		if err := f.Mark(ctx, "astrid", other, true, 2, noon); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Mark(ctx, "astrid", "astrid", true, 2, noon); !errors.Is(err, ErrFull) {
		t.Errorf("a third friend of two: %v", err)
	}
	if all, err := f.Of(ctx, "astrid"); err != nil || len(all) != 2 || all[0].ID != "dag" {
		t.Errorf("%+v, %v", all, err)
	}
	if from, err := f.Accepts(ctx, "astrid"); from != Anyone || err != nil {
		t.Errorf("%s, %v", from, err)
	}
	for _, from := range []Who{FriendsOnly, Players} {
		if err := f.Accept(ctx, "astrid", from); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Accepts(ctx, "astrid"); got != from || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	if err := f.Mark(ctx, "astrid", "dag", false, 2, noon); err != nil {
		t.Fatal(err)
	}
	if err := s.Accounts.Delete(ctx, "eve", noon); err != nil {
		t.Fatal(err)
	}
	if all, err := f.Of(ctx, "astrid"); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	if err := s.Accounts.Delete(ctx, "astrid", noon); err != nil {
		t.Fatal(err)
	}
	if from, err := f.Accepts(ctx, "astrid"); from != Anyone || err != nil {
		t.Errorf("after the account is deleted: %s, %v", from, err)
	}
}

// ended archives a game.
func ended(t *testing.T, s *Store, attackers, defenders string, plies int) {
	t.Helper()
	g := Game{ID: attackers + defenders, Variant: "v", Attackers: attackers, Defenders: defenders, Plies: plies,
		Result: "draw", Ended: micros(noon), Entries: "[1]"}
	if _, err := s.Archive.Add(t.Context(), g); err != nil {
		t.Fatal(err)
	}
}

// TestStandpoint: friends are those whom the other has marked; a short game counts for meeting, but does not make a
// player with games.
func TestStandpoint(t *testing.T) {
	s, ctx := open(t), t.Context()
	for _, id := range []string{"astrid", "dag", "eve", "finn"} {
		person(t, s, id)
	}
	ended(t, s, "dag", "astrid", 5)
	ended(t, s, "eve", "finn", 6)
	if err := s.Live.Open(ctx, Live{ID: "l", Spec: "{}", Attackers: "astrid", Defenders: "finn"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Friends.Mark(ctx, "astrid", "eve", true, 0, noon); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		by, to string
		want   Standpoint
	}{
		{"dag", "astrid", Standpoint{Met: true}},
		{"astrid", "dag", Standpoint{Met: true}},
		{"eve", "astrid", Standpoint{Friend: true, Played: true}},
		{"astrid", "eve", Standpoint{}},
		{"finn", "eve", Standpoint{Met: true, Played: true}},
		{"finn", "astrid", Standpoint{Met: true, Played: true}},
		{"dag", "finn", Standpoint{}},
	} {
		if got, err := s.Friends.Between(ctx, tt.by, tt.to); got != tt.want || err != nil {
			t.Errorf("%s to %s: %+v, %v", tt.by, tt.to, got, err)
		}
	}
}

// TestPlaces fills the places of a player: newcomers have 10 of 50, players with games the rest, and friends and
// players whom they have met always get through.
func TestPlaces(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "target")
	limits := SeekLimits{Own: 100, ForTarget: 50, Newcomers: 10, Pair: 3}
	n := 0
	challenge := func(by string) error {
		n++
		return s.Seeks.Add(ctx, Seek{ID: fmt.Sprint(n), Kind: Challenge, Account: by, Target: "target",
			Opened: micros(noon), Ends: micros(noon.Add(time.Hour))}, limits)
	}
	many := func(who string, games int) (through int) {
		for i := range 60 {
			id := fmt.Sprint(who, i)
			person(t, s, id)
			if games > 0 {
				ended(t, s, id, "somebody", games)
			}
			switch err := challenge(id); {
			case err == nil:
				through++
			case !errors.Is(err, ErrTargetFull):
				t.Fatal(err)
			}
		}
		return through
	}
	if got := many("guest", 0); got != 10 {
		t.Errorf("%d newcomers get through", got)
	}
	if got := many("short", 3); got != 0 {
		t.Errorf("%d newcomers with a short game get through", got)
	}
	if got := many("player", 20); got != 40 {
		t.Errorf("%d players with games get through", got)
	}
	for _, id := range []string{"friend", "opponent"} {
		person(t, s, id)
	}
	if err := s.Friends.Mark(ctx, "target", "friend", true, 0, noon); err != nil {
		t.Fatal(err)
	}
	ended(t, s, "target", "opponent", 2)
	for _, id := range []string{"friend", "opponent"} {
		for i := range 4 {
			if err := challenge(id); (err == nil) != (i < 3) {
				t.Errorf("challenge %d of the %s: %v", i+1, id, err)
			}
		}
	}
}
