package server_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"tafl3d/net/wire"
	"tafl3d/server"
)

// petitioner sends the requests of a person.
type petitioner struct{ p *person }

func (a petitioner) Do(ctx context.Context, method, path string, in, out any) error {
	return a.p.Do(ctx, method, path, a.p.session.Token, in, out)
}

// TestTimeOdds plays for different clocks: a program that does not know them is refused with the reason, one that does
// is seated, and the rating pool of the game is one of its own.
func TestTimeOdds(t *testing.T) {
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	const clock = "10m+5s/5m+3s"
	open := astrid.invites(t, func(q *wire.Seek) { q.Clocks = []string{clock} })
	refused(t, dag, "v1/seeks/take", wire.Take{Code: open.Code}, wire.NeedsOdds)
	begun, err := wire.Take{Code: open.Code}.Ask(t.Context(), petitioner{dag})
	if err != nil || begun.Game == "" {
		t.Fatalf("%+v: %v", begun, err)
	}
	lobby := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil)
	if len(lobby.Mine) != 1 || lobby.Mine[0].Pool != "tafl odds" {
		t.Errorf("games in progress: %+v", lobby.Mine)
	}
}
