package server_test

import (
	"net/http"
	"strings"
	"testing"

	"tafl3d/net/wire"
)

// TestPosition asks how a game stands: the player whose turn it is is told what he may
// play, nobody else is; where watchers see turns later, strangers see the position later.
func TestPosition(t *testing.T) {
	s := newHall(t)
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Delay: 600, Seats: [2]wire.Player{s.astrid.session.Player, s.dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	g := s.sit(t, spec.Game)
	path := strings.TrimPrefix(wire.GetPosition.At(spec.Game), "/")
	p := ask[wire.Position](t, s.astrid, http.MethodGet, path, nil)
	if len(p.Moves) != 40 || p.Ply != 0 || p.Turn != wire.Attackers || strings.Count(p.Pieces, ".") != 49-13 {
		t.Errorf("to the attackers: %d moves, %+v", len(p.Moves), p)
	}
	if p := ask[wire.Position](t, s.dag, http.MethodGet, path, nil); len(p.Moves) != 0 {
		t.Errorf("to the defenders: %d moves", len(p.Moves))
	}
	g.play(t, 3)
	if p := ask[wire.Position](t, s.dag, http.MethodGet, path, nil); p.Ply != 3 || len(p.Moves) == 0 || p.Text == "" || len(p.Last) == 0 || p.Runs != wire.Defenders {
		t.Errorf("after three turns: %+v", p)
	}
	if p := ask[wire.Position](t, signUp(t, s.url, "Eve"), http.MethodGet, path, nil); p.Ply != 0 || len(p.Moves) != 0 {
		t.Errorf("to a stranger, ten minutes too early: %+v", p)
	}
	refusedGet(t, s.url+wire.GetPosition.At("nothing"), http.StatusNotFound)
}

func refusedGet(t testing.TB, url string, want int) {
	t.Helper()
	if status, body, _ := fetch(t, url); status != want {
		t.Errorf("%s: %d %s", url, status, body)
	}
}
