package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/games"
	"tafl3d/server/store"
	"tafl3d/server/store/storetest"
)

// inMemory is a lobby over an empty database, of one of several services if it has a name.
func inMemory(t testing.TB, db *store.Store, bus host.Bus, me string) *Lobby {
	t.Helper()
	hub := host.NewHub(host.Options{Journal: &host.Memory{}, Bus: bus, Clock: host.Machine{}})
	t.Cleanup(hub.Close)
	s := New(Options{Store: db, Hub: hub, Bus: bus, Me: me,
		Accounts: account.New(account.Options{Store: db, Now: time.Now}), Games: games.New(games.Options{}),
		Now: time.Now})
	hub.SetLobby(s)
	if err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// empty is an empty database.
func empty(t testing.TB) *store.Store {
	t.Helper()
	db, err := store.Open(context.Background(), storetest.Path(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// opened is a seek of somebody, opened at a moment.
func opened(t testing.TB, id string, kind store.SeekKind, by string, at int) store.Seek {
	t.Helper()
	body, err := json.Marshal(wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}})
	if err != nil {
		t.Fatal(err)
	}
	return store.Seek{ID: id, Kind: kind, Account: by, Body: string(body), Opened: int64(at),
		Ends: time.Now().Add(time.Hour).UnixMicro()}
}

// TestSeeksFor picks from the board what somebody may take: the newest, as many as are shown, but
// neither his own nor those of who is apart from him.
func TestSeeksFor(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	for i := range boardSeeks {
		by := fmt.Sprint("p", i%4)
		s.take(news{Change: store.Change{Opened: []store.Seek{opened(t, fmt.Sprint(i), store.OpenSeek, by,
			boardSeeks-i)}}, By: map[string]wire.Player{fmt.Sprint(i): {ID: by}}})
	}
	for _, tt := range []struct {
		reader      string
		apart       []store.Block
		count       int
		first, last string
	}{
		{"nobody", nil, lobbyShows, "0", "99"},
		{"p0", nil, lobbyShows, "1", "133"},
		{"p0", []store.Block{{Account: "p0", Other: "p1"}, {Account: "p2", Other: "p0"}}, boardSeeks / 4, "3", "299"},
		{"p3", []store.Block{{Account: "p3", Other: "p0"}, {Account: "p1", Other: "p3"}, {Account: "p3", Other: "p2"}},
			0, "", ""},
	} {
		s.take(news{Change: store.Change{Blocks: tt.apart}})
		var got []wire.OpenSeek
		for _, o := range s.look(tt.reader).lobby().Seeks {
			if !o.Mine {
				got = append(got, o)
			}
		}
		if len(got) != tt.count {
			t.Errorf("%s apart from %v sees %d seeks", tt.reader, tt.apart, len(got))
		} else if len(got) > 0 && (got[0].ID != tt.first || got[len(got)-1].ID != tt.last) {
			t.Errorf("%s apart from %v sees %s to %s", tt.reader, tt.apart, got[0].ID, got[len(got)-1].ID)
		}
		for i := range tt.apart {
			tt.apart[i].Off = true
		}
		s.take(news{Change: store.Change{Blocks: tt.apart}})
	}
	if n := len(s.replica.blocks) + len(s.replica.shunned); n > 0 {
		t.Errorf("%d are still apart", n)
	}
}
