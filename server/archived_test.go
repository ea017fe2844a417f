package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// TestArchived ends a game: it is in the archive and leaves the journal. One that is
// found there again, as after a crash, is archived in vain and removed.
func TestArchived(t *testing.T) {
	o := Options{Data: t.TempDir(), Host: "127.0.0.1"}
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s",
		Seats: [2]wire.Player{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.hub.With(t.Context(), spec.Game, func(r *host.Room) error {
		_, err := r.Act(t.Context(), wire.Attackers, wire.Act{Kind: wire.Resign, Token: "t"}, s.journal.Now(spec.Game))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	s.WaitRemoved(t, spec.Game)
	kept, err := s.store.Archive.Get(t.Context(), spec.Game)
	if err != nil {
		t.Fatal(err)
	}
	var entries []wire.Entry
	if err := json.Unmarshal([]byte(kept.Entries), &entries); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := s.journal.Append(t.Context(), spec.Game, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Start(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s.WaitRemoved(t, spec.Game)
	if again, err := s.store.Archive.Get(t.Context(), spec.Game); err != nil || again != kept {
		t.Errorf("%+v, %v", again, err)
	}
}

// WaitRemoved waits until the journal is empty and a game is not to be removed from it.
func (s *Server) WaitRemoved(t *testing.T, game string) {
	t.Helper()
	await.Until(t, "game "+game+" stays in the journal", func() bool {
		games, err := s.journal.Games(t.Context())
		return err == nil && len(games) == 0 && !s.games.Removing(game)
	})
}

// TestGamesSince lists 150 games of a player in two parts, and then those of the last hour alone: one
// that came late is among them.
func TestGamesSince(t *testing.T) {
	now, later := hands(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Host: "127.0.0.1", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	archive := func(id string, ended time.Time) {
		g := store.Game{ID: id, Variant: "v", Attackers: "a", Defenders: "b", Result: "draw", Plies: 2,
			Ended: ended.UnixMicro(), Entries: "[]"}
		if _, err := s.store.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 150 {
		archive(fmt.Sprintf("g%03d", i), now().Add(time.Duration(i-149)*time.Minute))
	}
	since := func(after string) (ids []string, list wire.Ended) {
		list, err := s.games.Past(t.Context(), account.Caller{Account: store.Account{ID: "b"}}, after, wire.None{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list.Games {
			ids = append(ids, g.Game)
		}
		return ids, list
	}
	first, list := since(wire.FirstEnded)
	if len(first) != 100 || !list.More || first[99] != "g099" {
		t.Fatal(first, list.More)
	}
	rest, list := since(list.Next)
	if len(rest) != 50 || list.More || rest[0] != "g100" {
		t.Fatal(rest, list.More)
	}
	archive("late", now().Add(-30*time.Minute))
	if again, _ := since(list.Next); len(again) != 62 || !slices.Contains(again, "late") || again[0] != "g089" {
		t.Error(again)
	}
	later(3 * time.Hour)
	_, list = since(list.Next)
	if again, last := since(list.Next); len(again) != 0 || last.Next != list.Next {
		t.Error(again, last.Next)
	}
}
