package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"tafl3d/game/record"
	"tafl3d/internal/await"
	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// ended plays a game in the service: each act by a side, with the turns played before it.
func (s *Server) ended(t *testing.T, acts ...func() (wire.Side, wire.Act)) string {
	t.Helper()
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s",
		Seats: [2]wire.Player{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range acts {
		by, a := f()
		a.Token = fmt.Sprint("t", i)
		if err := s.hub.With(t.Context(), spec.Game, func(r *host.Room) error {
			_, err := r.Act(t.Context(), by, a, s.journal.Now(spec.Game))
			return err
		}); err != nil {
			t.Fatal(i, err)
		}
	}
	s.WaitRemoved(t, spec.Game)
	return spec.Game
}

func step(by wire.Side, ply int, from, to string) func() (wire.Side, wire.Act) {
	return func() (wire.Side, wire.Act) {
		return by, wire.Act{Kind: wire.Play, Ply: ply, Moves: []wire.Move{{Op: "step", From: from, To: to}}}
	}
}

func act(by wire.Side, a wire.Act) func() (wire.Side, wire.Act) {
	return func() (wire.Side, wire.Act) { return by, a }
}

// get opens a page; part is what stands in it from a word to the next.
func (s *Server) get(t *testing.T, address string) (status int, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	s.requests().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", address, nil))
	return w.Code, w.Body.String()
}

// TestTreeAndExplorer plays two games, in one of which a turn is taken back: its page has the
// tree, shows what was taken back, offers both formats, and tells what was played, in the
// other game turned and mirrored. A service that starts anew tells the same.
func TestTreeAndExplorer(t *testing.T) {
	o := Options{Data: t.TempDir(), Host: "127.0.0.1"}
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	resign := func(ply int) func() (wire.Side, wire.Act) {
		return act(wire.Defenders, wire.Act{Kind: wire.Resign, Ply: ply})
	}
	first := s.ended(t, step(wire.Attackers, 0, "d6", "f6"),
		act(wire.Attackers, wire.Act{Kind: wire.Takeback, Ply: 1, Plies: 1}),
		act(wire.Defenders, wire.Act{Kind: wire.Accept, Ply: 1, Of: string(wire.Takeback)}),
		step(wire.Attackers, 0, "d6", "b6"), step(wire.Defenders, 1, "d5", "b5"), resign(2))
	second := s.ended(t, step(wire.Attackers, 0, "d2", "f2"), resign(1))
	page := "/games/" + first + "?ply=0"
	body := ""
	await.Until(t, "the explorer does not tell of both games", func() bool {
		_, body = s.get(t, page)
		return strings.Contains(body, `<td class="num">2</td>`)
	})
	if !strings.Contains(body, `href="/games/`+second+`?ply=1"`) || !strings.Contains(body, "100 · 0 · 0 %") {
		t.Errorf("the newest game is not linked:\n%s", body)
	}
	line := regexp.MustCompile(`<span class="aside">\(<a href="\?line=(\d+)">d6-f6</a>`).FindStringSubmatch(body)
	if line == nil {
		t.Fatalf("the tree lacks what was taken back:\n%s", body)
	}
	if status, body := s.get(t, "/games/"+first+"?line="+line[1]); status != http.StatusOK ||
		!strings.Contains(body, "1, taken back") || !strings.Contains(body, `aria-current="true">d6-f6`) ||
		strings.Contains(body, "/game.js") || !strings.Contains(body, "/times.js") {
		t.Errorf("%d\n%s", status, body)
	}
	if status, body := s.get(t, "/games/"+first+"/played?ply=1"); status != http.StatusOK ||
		!strings.Contains(body, "d5-b5") || strings.Contains(body, "<html") {
		t.Errorf("%d\n%s", status, body)
	}
	for format, turns := range map[string]int{"tafl": 3, "opentafl": 3} {
		status, text := s.get(t, "/games/"+first+"/record/"+format)
		games, err := record.Read(text, record.Options{})
		if err != nil || status != http.StatusOK || len(games) != 1 {
			t.Fatalf("%s: %d %v\n%s", format, status, err, text)
		}
		n := 0
		for range games[0].Root.All() {
			n++
		}
		if n-1 != turns || games[0].Variant != "brandubh-gorrion" && format == "tafl" {
			t.Errorf("%s: %d turns\n%s", format, n, text)
		}
	}
	for _, bad := range []string{"/games/" + first + "/record/pdf", "/games/" + first + "?line=99",
		"/games/" + first + "?line=x", "/games/none/record/tafl", "/games/none/played"} {
		if status, _ := s.get(t, bad); status != http.StatusNotFound {
			t.Errorf("%s: %d", bad, status)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Start(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the new service does not know the games", func() bool {
		_, body := s.get(t, page)
		return strings.Contains(body, `<td class="num">2</td>`)
	})
}
