package server

import (
	"encoding/json"
	"testing"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
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
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Seats: [2]wire.Player{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.hub.With(t.Context(), spec.Game, func(r *host.Room) error {
		_, err := r.Act(t.Context(), wire.Attackers, wire.Act{Kind: wire.Resign, Token: "t"}, s.journal.Now(spec.Game))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	s.removed(t, spec.Game)
	kept, err := s.store.Game(t.Context(), spec.Game)
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
	s.removed(t, spec.Game)
	if again, err := s.store.Game(t.Context(), spec.Game); err != nil || again != kept {
		t.Errorf("%+v, %v", again, err)
	}
}

// removed waits until a game is not in the journal and not to be removed.
func (s *Server) removed(t *testing.T, game string) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		games, err := s.journal.Games(t.Context())
		if err == nil && len(games) == 0 && !s.games.Removing(game) {
			return
		}
	}
	t.Fatalf("game %s stays in the journal", game)
}
