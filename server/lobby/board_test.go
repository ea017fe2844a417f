package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
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

// TestSeeksFor picks the rows that an account may see: the newest, as many as are shown, without its own and those of
// accounts that it does not meet.
func TestSeeksFor(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	var all []store.Block // of p3 with everyone
	for i := range boardSeeks {
		by := fmt.Sprint("p", i)
		s.take(news{Change: store.Change{Opened: []store.Seek{opened(t, fmt.Sprint(i), store.OpenSeek, by,
			boardSeeks-i)}}, By: map[string]wire.Player{fmt.Sprint(i): {ID: by}}})
		switch {
		case i == 3:
		case i%2 == 0:
			all = append(all, store.Block{Account: "p3", Other: by})
		default:
			all = append(all, store.Block{Account: by, Other: "p3"})
		}
	}
	for _, tt := range []struct {
		reader      string
		apart       []store.Block
		count       int
		first, last string
	}{
		{"nobody", nil, lobbyShows, "0", "99"},
		{"p0", nil, lobbyShows, "1", "100"},
		{"p0", []store.Block{{Account: "p0", Other: "p1"}, {Account: "p2", Other: "p0"}}, lobbyShows, "3", "102"},
		{"p3", all, 0, "", ""},
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

// TestFoldedSeeks shows one account's challenges as one row, which changes only with them.
func TestFoldedSeeks(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	open := func(id, by string, at int) {
		s.take(news{Change: store.Change{Opened: []store.Seek{opened(t, id, store.OpenSeek, by, at)}},
			By: map[string]wire.Player{id: {ID: by}}})
	}
	for i := range maxSeeks {
		open(fmt.Sprint("e", i), "eve", 10*i)
	}
	open("d", "dag", 15)
	rows := func() []*wire.OpenSeek { return s.look("astrid").seeks }
	before := rows()
	if len(before) != 2 || before[0].ID != "e9" || len(before[0].More) != 9 || before[0].More[0].ID != "e8" ||
		before[1].ID != "d" || before[1].More != nil {
		t.Fatalf("%+v", values(before))
	}
	open("f", "finn", 5)
	if now := rows(); len(now) != 3 || now[0] != before[0] || now[1] != before[1] {
		t.Error("rows change without reason")
	}
	s.take(news{Change: store.Change{Gone: []string{"e9"}}})
	if now := rows(); len(now) != 3 || now[0].ID != "e8" || len(now[0].More) != 8 || now[1].ID != "d" {
		t.Errorf("%+v", values(now))
	}
	if own := s.look("eve").lobby().Seeks; len(own) != 9+2 || !own[0].Mine || own[0].More != nil {
		t.Errorf("%+v", own)
	}
}

// TestSpammersFillNoLobby opens 100 challenges of 50 new accounts: from one address they have two rows, from many
// addresses twenty. The challenges of others stay.
func TestSpammersFillNoLobby(t *testing.T) {
	for _, tt := range []struct {
		addresses, rows int
	}{{1, 2}, {50, 20}} {
		s := inMemory(t, empty(t), &host.Local{}, "")
		add := func(k store.Seek) {
			s.take(news{Change: store.Change{Opened: []store.Seek{k}},
				By: map[string]wire.Player{k.ID: {ID: k.Account}}})
		}
		add(opened(t, "old", store.OpenSeek, "dag", 1))
		for i := range 100 {
			k := opened(t, fmt.Sprint(i), store.OpenSeek, fmt.Sprint("spammer", i/2), 10+i)
			more, err := json.Marshal(body{true, fmt.Sprint("address", i/2%tt.addresses)})
			if err != nil {
				t.Fatal(err)
			}
			k.Body = strings.TrimSuffix(k.Body, "}") + "," + string(more[1:])
			add(k)
		}
		got := s.look("astrid").seeks
		if len(got) != tt.rows+1 || got[tt.rows].ID != "old" || len(got[0].More) != 1 {
			t.Errorf("%+v: %d rows", tt, len(got))
		}
	}
}
