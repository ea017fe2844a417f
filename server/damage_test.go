package server_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/doctor"
)

// played makes a data folder with games under way and returns their ids.
func played(t *testing.T, dir string) (ids []string) {
	t.Helper()
	s, web := startOver(t, dir, "") // whose file is changed by hand
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	for range 6 {
		g := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
			Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
		a, d := astrid.sit(t, g.Game), dag.sit(t, g.Game)
		done := make(chan bool)
		go func() { playOut(t, a, game.Attackers, 6); close(done) }()
		playOut(t, d, game.Defenders, 6)
		<-done
		ids = append(ids, g.Game)
	}
	web.CloseClientConnections()
	web.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestDamageIsNoticed changes bytes in the files of the journal behind the service's back:
// a game that is no longer whole stands still, its players hear why, the operator sees it at
// /readyz and in the figures, and check finds it. What is whole goes on.
func TestDamageIsNoticed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ids := played(t, dir)
	var said bytes.Buffer
	if err := server.Check(t.Context(), server.Options{Data: dir}, &said); err != nil ||
		!strings.Contains(said.String(), "live games: 6 whole, 0 damaged") {
		t.Fatalf("%v\n%s", err, said.String())
	}
	err := filepath.WalkDir(filepath.Join(dir, "games"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".blk") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i := 1; i < 5 && len(data) > 0; i++ {
			data[len(data)*i/5] ^= 0x10
		}
		return os.WriteFile(path, data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(t.Context(),
		server.Options{Data: dir, Host: "127.0.0.1", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	var text string
	await.Until(t, "the service says that it is ready", func() bool {
		var status int
		status, text, _ = fetch(t, web.URL+"/readyz")
		return status == http.StatusOK && strings.HasPrefix(text, "degraded: ")
	})
	eve := signUp(t, web.URL, "Eve")
	stopped := 0
	for _, id := range ids {
		r := eve.sit(t, id)
		await.Until(t, "neither the game nor why not", func() bool {
			if err := r.Status().Err; err != nil {
				stopped++
				if !strings.Contains(err.Error(), "damaged") {
					t.Errorf("the players hear %v", err)
				}
				return true
			}
			select {
			case u := <-r.Updates():
				if u.State.Record.Ply() < 6 && u.State.Record.Ply() > 0 {
					t.Errorf("%s was rolled back to turn %d", id, u.State.Record.Ply())
				}
				return u.State.Record.Ply() == 6 || u.Err != nil
			default:
				return false
			}
		})
	}
	t.Logf("%d of %d games stand still; %s", stopped, len(ids), text)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	if err := server.Check(t.Context(), server.Options{Data: dir}, &said); err == nil ||
		!strings.Contains(said.String(), "DAMAGED") {
		t.Errorf("check: %v\n%s", err, said.String())
	}
}

// TestCheckOfACluster looks through a cluster on which a service runs: all is whole; where a turn
// of a game is missing in the log, that game is not, and the others are. Nothing is changed by it.
func TestCheckOfACluster(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), server.SharedBroker(t)
	opt := server.Options{Data: dir, NATS: url, Host: "127.0.0.1", Shards: 3}
	s, err := server.Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.CloseClientConnections(); web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	var ids []string
	for range 3 {
		g := opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
			Seats: [2]wire.Player{astrid.session.Player, dag.session.Player}})
		a, d := astrid.sit(t, g.Game), dag.sit(t, g.Game)
		done := make(chan bool)
		go func() { playOut(t, a, game.Attackers, 6); close(done) }()
		playOut(t, d, game.Defenders, 6)
		<-done
		ids = append(ids, g.Game)
	}
	check := func() (string, error) {
		var said bytes.Buffer
		err := server.CheckCluster(t.Context(), server.Options{Data: dir, NATS: url}, &said)
		return said.String(), err
	}
	for _, shards := range []int{2, 3} { // as many as another service was told, and as many as there are
		o := doctor.Options{Data: dir, Addr: "127.0.0.1:0", Host: "127.0.0.1", NATS: url, Shards: shards}
		advised := slices.ContainsFunc(o.Examine(t.Context()), func(f doctor.Finding) bool {
			return f.Grade == doctor.Fault && strings.Contains(f.Do, "-shards 3")
		})
		if advised != (shards == 2) {
			t.Errorf("-shards %d: advised to give another number: %v", shards, advised)
		}
	}
	if text, err := check(); err != nil || !strings.Contains(text, "live games: 3 whole, 0 damaged") {
		t.Fatalf("%v\n%s", err, text)
	}
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	removed := 0
	for i := range 3 {
		stream, err := js.Stream(t.Context(), fmt.Sprint("GAMES-", i))
		if err != nil {
			t.Fatal(err)
		}
		if m, err := stream.GetMsg(t.Context(), 1,
			jetstream.WithGetMsgSubject(fmt.Sprintf("game.%d.%s", i, ids[1]))); err == nil {
			if m, err = stream.GetMsg(t.Context(), m.Sequence+1, jetstream.WithGetMsgSubject(m.Subject)); err == nil {
				removed++
				err = stream.DeleteMsg(t.Context(), m.Sequence)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := check()
	if removed != 1 || !errors.Is(err, server.ErrDamaged) || !strings.Contains(text, "live game "+ids[1]+": DAMAGED") ||
		!strings.Contains(text, "live games: 2 whole, 1 damaged") {
		t.Errorf("%d turns removed: %v\n%s", removed, err, text)
	}
}
