package server_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// TestMovesGone takes away what was played in a game that is over, as an operator does who moves a month of the
// archive: its
// result, its players and their lists stay, and who asks for its moves reads in his language that they are gone.
func TestMovesGone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, web := startOver(t, dir, "") // whose file is changed by hand
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	id := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s",
		Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}}).Game
	r := astrid.sit(t, id)
	go playOut(t, dag.sit(t, id), game.Defenders, 2)
	playOut(t, r, game.Attackers, 2)
	if err := r.Ask(game.Attackers, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the game is not archived", func() bool {
		return astrid.Do(t.Context(), http.MethodGet, "v1/games/"+id, "", nil, nil) == nil
	})
	web.CloseClientConnections()
	web.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	takeAway(t, dir)
	var said, log bytes.Buffer
	if err := server.Check(t.Context(), server.Options{Data: dir}, &said); err != nil ||
		!strings.Contains(said.String(),
			"archived games: 0 whole, 0 damaged\narchived games whose moves are not kept: 1\n") {
		t.Errorf("%v\n%s", err, said.String())
	}
	s, err := server.Start(t.Context(), server.Options{Data: dir, Host: "127.0.0.1",
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	web = httptest.NewServer(s.Handler())
	p := again(t, astrid, web.URL)
	p.seesNoMoves(t, web.URL, id)
	web.CloseClientConnections()
	web.Close()
	err = s.Close()
	warnings := strings.TrimSpace(slowDisk.ReplaceAllString(log.String(), ""))
	if err != nil || warnings != "" {
		t.Errorf("%v\n%s", err, warnings)
	}
}

// slowDisk is what the service warns of where the machine is busy.
var slowDisk = regexp.MustCompile(`(?m)^.*"the journal could not be written for a while.*$`)

// takeAway takes all that was played out of a data folder, and what the explorer has read.
func takeAway(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "tafl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), `UPDATE games SET entries = ''`); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "explorer")); err != nil {
		t.Fatal(err)
	}
}

// seesNoMoves looks at a game whose moves are gone everywhere.
func (p *person) seesNoMoves(t *testing.T, address, id string) {
	t.Helper()
	for _, page := range []string{"/games/" + id, "/games/" + id + "/board"} {
		for language, want := range map[string]string{"en": "the moves of this game are no longer kept here",
			"da": "trækkene i dette parti opbevares ikke længere her"} {
			if status, body, _ := fetch(t, address+page, "Accept-Language", language); status != http.StatusGone ||
				!strings.Contains(body, want) {
				t.Errorf("%s, %s: %d %s", page, language, status, body)
			}
		}
	}
	refusedGet(t, address+wire.GetPosition.At(id), http.StatusGone)
	if full := ask[wire.GameFull](t, p, http.MethodGet, "v1/games/"+id, nil); full.Result != "defenders" ||
		full.Attackers.Name != "Astrid" || len(full.Entries) != 0 {
		t.Errorf("%+v", full) // programs of before leave out a game that they do not understand, and go on
	}
	if _, games := export(t, address, p); len(games) != 1 || games[0].Result != "defenders" {
		t.Errorf("%+v", games)
	}
	refused(t, p, "v1/rematch", wire.Begun{Game: id}, wire.Gone)
	if _, err := p.In(p.session).Replay(t.Context(), id); codeOf(err) != wire.Gone {
		t.Errorf("its replay: %v", err)
	}
	await.Until(t, "who sits down is not told", func() bool {
		r := p.sit(t, id)
		defer r.Close()
		// it may be in the journal still
		await.Until(t, "nothing is told", func() bool { return r.Status().Err != nil || r.Status().Variant != nil })
		return codeOf(r.Status().Err) == wire.Gone
	})
}
