package server_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// TestStolenKey lets a thief have a device with all that it can do: a session, a line in
// the middle of a game, codes to come back by. When its owner revokes it from another
// device, none of that is good any more.
func TestStolenKey(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	owner, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	code := ask[wire.Codes](t, owner, http.MethodPost, "v1/me/pairing", nil).Codes[0]
	thief := &person{Service: device(t, web.URL)}
	var err error
	if thief.session, err = thief.Join(t.Context(), code, false, "stolen laptop"); err != nil {
		t.Fatal(err)
	}
	spec := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s",
		Seats: [2]wire.Player{owner.session.Player, dag.session.Player}})
	line := client.Dial(t.Context(), client.Options{URL: thief.Socket(), Token: thief.session.Token})
	defer line.Close()
	until(t, line.Join(spec.Game), "the board", anything)
	pairing := ask[wire.Codes](t, thief, http.MethodPost, "v1/me/pairing", nil).Codes
	recovery := ask[wire.Codes](t, thief, http.MethodPost, "v1/me/recovery", nil).Codes

	key := ""
	for _, d := range ask[wire.Me](t, owner, http.MethodGet, "v1/me", nil).Devices {
		if d.Label == "stolen laptop" {
			key = d.Key
		}
	}
	ask[wire.None](t, owner, http.MethodPost, "v1/me/revoke", wire.Revoke{Key: key})
	await.Until(t, "the thief's line stays open",
		func() bool { state, _ := line.State(); return state == client.Refused })
	refused(t, thief, "v1/me/pairing", wire.None{}, wire.BadToken)
	if _, err := thief.SignIn(t.Context()); codeOf(err) != wire.Forbidden {
		t.Errorf("the stolen key signs in: %v", err)
	}
	for i, code := range append(pairing, recovery...) {
		if _, err := device(t, web.URL).Join(t.Context(), code, i > 0, "again"); codeOf(err) != wire.Forbidden {
			t.Errorf("the thief's code %d is good: %v", i, err)
		}
	}
	if me := ask[wire.Me](t, owner, http.MethodGet, "v1/me", nil); len(me.Devices) != 2 {
		t.Errorf("%+v", me.Devices)
	}
	until(t, owner.sit(t, spec.Game), "the owner's board", anything)
}

// TestExportAndDelete has a player told all that is kept of him, and forgotten.
func TestExportAndDelete(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	key := device(t, web.URL).Key()
	ask[wire.Player](t, astrid, http.MethodPost, "v1/me/bots",
		wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: "Bosi"})
	bosi := again(t, &person{Service: withKey(t, web.URL, key)}, web.URL)
	ask[wire.None](t, astrid, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Dag"})
	ask[wire.None](t, astrid, http.MethodPost, "v1/reports", wire.Report{Name: "Dag", Text: "sings"})
	spec := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Rated: true,
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
	r := astrid.sit(t, spec.Game)
	go playOut(t, dag.sit(t, spec.Game), game.Defenders, 6) // with fewer turns it would not be rated
	playOut(t, r, game.Attackers, 6)
	if err := r.Ask(game.Attackers, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	var full wire.GameFull
	await.Until(t, "the game is not archived", func() bool {
		return astrid.Do(t.Context(), http.MethodGet, "v1/games/"+spec.Game, "", nil, &full) == nil
	})
	if seats := full.Entries[0].Spec.Seats; seats[0].Name != "Astrid" || seats[1].Name != "Dag" {
		t.Errorf("%+v", seats)
	}

	about, games := export(t, web.URL, astrid)
	if about.Me.Player.Name != "Astrid" || len(about.Me.Bots) != 1 || about.Blocks[0] != "Dag" ||
		about.Reports[0].Text != "sings" || len(about.History) != 1 {
		t.Errorf("%+v", about)
	}
	if len(games) != 1 || games[0].Game != spec.Game || len(games[0].Entries) != 8 {
		t.Errorf("%+v", games)
	}
	if answer := get(t, web.URL+"/v1/me/export", "AAAA"); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a forged token: %s", answer.Status)
	}

	line := client.Dial(t.Context(), client.Options{URL: bosi.Socket(), Token: bosi.session.Token})
	defer line.Close()
	await.Until(t, "the bot does not come in",
		func() bool { state, _ := line.State(); return state == client.Connected })
	ask[wire.None](t, astrid, http.MethodDelete, "v1/me", nil)
	await.Until(t, "the bot's line stays open",
		func() bool { state, _ := line.State(); return state == client.Refused })
	for name, p := range map[string]*person{"she": astrid, "her bot": bosi} {
		if _, err := p.SignIn(t.Context()); codeOf(err) != wire.Forbidden {
			t.Errorf("%s signs in: %v", name, err)
		}
	}
	for _, name := range []string{"astrid", "bosi"} {
		if err := dag.Do(t.Context(), http.MethodGet, "v1/players/"+name, "", nil, nil); codeOf(err) != wire.Missing {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
	if _, games := export(t, web.URL, dag); len(games) != 1 || strings.Contains(text(t, games[0]), "Astrid") {
		t.Errorf("the game of who is gone: %+v", games)
	}
	signUp(t, web.URL, "Astrid") // the name is free
}

// TestGoneInTheMiddle has somebody delete his account in the middle of games without a
// clock. Who stays has won, or has no game, and no second game begins.
func TestGoneInTheMiddle(t *testing.T) {
	h := newFixture(t)
	spec := wire.Spec{Variant: "brandubh-gorrion", Clock: "none", Double: true,
		Seats: [2]wire.Player{h.astrid.session.Player, h.dag.session.Player}}
	played, fresh := opened(t, h.Server, spec), opened(t, h.Server, spec)
	h.sit(t, played.Game).play(t, 2)
	ask[wire.None](t, h.dag, http.MethodDelete, "v1/me", nil)
	for game, want := range map[string]string{played.Game: "attackers", fresh.Game: ""} {
		h.archived(t, game)
		var full wire.GameFull
		if err := h.astrid.Do(t.Context(), http.MethodGet, "v1/games/"+game, "", nil, &full); err != nil ||
			full.Result != want {
			t.Errorf("%q %v, want %q", full.Result, err, want)
		}
	}
	await.Until(t, "she still plays with who is gone", func() bool {
		return len(ask[wire.Lobby](t, h.astrid, http.MethodGet, "v1/lobby", nil).Mine) == 0
	})
}

// TestLateForTheEnd lets a player come back to a game that ended while he was away, after
// the service was started anew: he sees how it ended, and so does who never played in it.
func TestLateForTheEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, web := start(t, dir)
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	spec := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s",
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
	r := astrid.sit(t, spec.Game)
	until(t, r, "the board", anything)
	if err := r.Ask(game.Attackers, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the game is not archived", func() bool {
		return astrid.Do(t.Context(), http.MethodGet, "v1/games/"+spec.Game, "", nil, nil) == nil
	})
	s.WaitRemoved(t, spec.Game)
	web.CloseClientConnections()
	web.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, web = start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	for _, late := range []*person{again(t, dag, web.URL), signUp(t, web.URL, "Eve")} {
		until(t, late.sit(t, spec.Game), "the end", func(u table.Update) bool { return u.State.Outcome.Over() })
	}
}

func opened(t *testing.T, s *server.Server, spec wire.Spec) wire.Spec {
	t.Helper()
	spec, err := s.OpenGame(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// export reads what the service keeps of a player.
func export(t *testing.T, address string, p *person) (about wire.Export, games []wire.GameFull) {
	t.Helper()
	answer := get(t, address+"/v1/me/export", p.session.Token)
	defer func() { _ = answer.Body.Close() }()
	return exported(t, answer.Body)
}

// exported reads a file of what the service keeps of a player.
func exported(t *testing.T, file io.Reader) (about wire.Export, games []wire.GameFull) {
	t.Helper()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if about.Me.Player.ID == "" {
			read(t, lines.Bytes(), &about)
			continue
		}
		var g wire.GameFull
		read(t, lines.Bytes(), &g)
		games = append(games, g)
	}
	return about, games
}

func read(t *testing.T, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func get(t *testing.T, url, token string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// codeOf returns the code of a refusal.
func codeOf(err error) wire.Code {
	if e, ok := errors.AsType[*wire.Error](err); ok {
		return e.Code
	}
	return ""
}

// told returns the next update of a table, which must come.
func told(t *testing.T, r *client.Remote) table.Update {
	t.Helper()
	select {
	case u := <-r.Updates():
		return u
	case <-time.After(30 * time.Second):
		t.Fatalf("nothing is told: %+v", r.Status())
	}
	return table.Update{}
}

func anything(table.Update) bool { return true }
