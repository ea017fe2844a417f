package server_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
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

// TestTimeOddsInATournament: a program that does not know time odds is refused with the reason when it joins, with an
// empty body as older ones send it; one that knows them joins. Without time odds no program needs to say so.
func TestTimeOddsInATournament(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	q := small
	q.Clock = "10m+5s/5m+3s"
	uneven, even := astrid.cup(t, q), astrid.cup(t, small)
	join := func(path string) error {
		_, err := wire.JoinEvent{}.Ask(t.Context(), petitioner{dag}, strings.TrimPrefix(path, "v1/events/"))
		return err
	}
	dag.refused(t, wire.NeedsOdds, http.MethodPost, uneven+"/join", nil)
	dag.refused(t, wire.NeedsOdds, http.MethodPost, uneven+"/join", wire.JoinEvent{})
	if status := postWithoutLength(t, web.URL+"/"+even+"/join", dag.session.Token); status != http.StatusOK {
		t.Errorf("an empty body of unknown length is answered with %d", status)
	}
	for _, path := range []string{uneven, uneven, even} {
		if err := join(path); err != nil {
			t.Errorf("joining %s: %v", path, err)
		}
	}
	dag.must(t, http.MethodPost, uneven+"/join", nil, nil) // has joined: another device may ask again
	var e wire.Event
	astrid.must(t, http.MethodGet, uneven, nil, &e)
	if len(e.Entrants) != 1 || e.Entrants[0].Player.Name != "Dag" {
		t.Errorf("entrants: %+v", e.Entrants)
	}
}

// postWithoutLength sends an empty body in chunks, as some programs do, and returns the status of the answer.
func postWithoutLength(t *testing.T, url, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, io.MultiReader())
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = -1
	r.Header.Set("Authorization", "Bearer "+token)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = a.Body.Close()
	return a.StatusCode
}
