package lobby

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// lossy is a bus that loses words.
type lossy struct {
	host.Local
	lose bool
}

func (l *lossy) Post(topic string, letter []byte) {
	if !l.lose {
		l.Local.Post(topic, letter)
	}
}

// two are two services over one database, and a bus that may lose words.
func two(t *testing.T) (db *store.Store, bus *lossy, one, other *Lobby) {
	t.Helper()
	db, bus = empty(t), &lossy{}
	for _, name := range []string{"astrid", "dag"} {
		a := store.Account{ID: name, Name: strings.ToUpper(name), Key: name, Kind: store.Person}
		if err := db.Accounts.Create(t.Context(), a, store.Device{Key: name, Account: name}); err != nil {
			t.Fatal(err)
		}
	}
	one, other = inMemory(t, db, bus, "one"), inMemory(t, db, bus, "other")
	one.Log, other.Log = slog.New(slog.DiscardHandler), slog.New(slog.DiscardHandler)
	db.OnChange(one.Changed) // whatever is written, one has written
	return db, bus, one, other
}

// sees is what somebody is shown: ids of seeks, then of games.
func sees(s *Lobby, who string) string {
	l := s.look(who).lobby()
	var ids []string
	for _, o := range l.Seeks {
		ids = append(ids, o.ID+"/"+o.By.Name)
		for _, more := range o.More {
			ids = append(ids, more.ID+"/"+more.By.Name)
		}
	}
	for _, g := range l.Live {
		ids = append(ids, g.Game)
	}
	return strings.Join(ids, " ")
}

// TestWordsAreHeard: what one service changes the other shows, without asking the database.
func TestWordsAreHeard(t *testing.T) {
	db, _, one, other := two(t)
	both := func(who, want string) {
		t.Helper()
		for _, s := range []*Lobby{one, other} {
			if got := sees(s, who); got != want {
				t.Errorf("%s sees %q at %s, not %q", who, got, s.Me, want)
			}
		}
	}
	for i, id := range []string{"a", "b"} {
		if err := db.Seeks.Add(t.Context(), opened(t, id, store.OpenSeek, "astrid", i),
			store.SeekLimits{}); err != nil {
			t.Fatal(err)
		}
	}
	both("dag", "b/ASTRID a/ASTRID")
	if err := db.Accounts.Rename(t.Context(), "astrid", "Asta", "asta"); err != nil {
		t.Fatal(err)
	}
	both("dag", "b/Asta a/Asta")
	if err := db.Conduct.Block(t.Context(), "astrid", "dag", true); err != nil {
		t.Fatal(err)
	}
	both("dag", "")
	both("astrid", "a/Asta b/Asta")
	if err := db.Seeks.Drop(t.Context(), "a", "astrid"); err != nil {
		t.Fatal(err)
	}
	both("eve", "b/Asta")
	if err := db.Live.Open(t.Context(), store.Live{ID: "g", Spec: "{}", Attackers: "astrid", Defenders: "dag"},
		"b"); err != nil {
		t.Fatal(err)
	}
	both("eve", "g")
	if n := len(other.look("dag").mine); n != 1 {
		t.Errorf("dag has %d games", n)
	}
	if _, err := db.Archive.Add(t.Context(), store.Game{ID: "g", Attackers: "astrid", Defenders: "dag",
		Entries: "[]"}); err != nil {
		t.Fatal(err)
	}
	both("eve", "")
	if other.stale.Load() {
		t.Error("nothing was missed, and it wants to read anew")
	}
	if err := db.Accounts.Delete(t.Context(), "dag", time.Now()); err != nil {
		t.Fatal(err)
	}
	if n := len(other.replica.blocks) + len(other.replica.shunned); n != 0 {
		t.Errorf("%d are apart from who is gone", n)
	}
}

// TestMissedWord loses words: who has missed one reads anew, at the next word, or when he hears how
// far the other is.
func TestMissedWord(t *testing.T) {
	db, bus, one, other := two(t)
	add := func(id string, at int) {
		t.Helper()
		if err := db.Seeks.Add(t.Context(), opened(t, id, store.OpenSeek, "astrid", at),
			store.SeekLimits{}); err != nil {
			t.Fatal(err)
		}
	}
	mends := func(want string) {
		t.Helper()
		if !other.stale.Load() {
			t.Error("it does not notice")
		}
		other.reread(t.Context())
		if got := sees(other, "dag"); got != want {
			t.Errorf("read anew: %q, not %q", got, want)
		}
	}
	bus.lose = true
	add("a", 1)
	bus.lose = false
	if got := sees(other, "dag"); got != "" {
		t.Fatalf("the bus does not lose: %q", got)
	}
	add("b", 2)
	mends("b/ASTRID a/ASTRID")
	bus.lose = true
	if err := db.Seeks.Drop(t.Context(), "b", "astrid"); err != nil {
		t.Fatal(err)
	}
	bus.lose = false
	one.tell(nil)
	mends("a/ASTRID")
	other.HubsChanged() // a service may have died before its word
	mends("a/ASTRID")
	bus.Tell(oldTopic, wire.Notice{Kind: wire.NoticeLobby}) // one of an older version, which says no more
	mends("a/ASTRID")
	if !time.Now().Before(other.share.old) {
		t.Error("what else it changes is not read")
	}
}

// TestLateWords hears of seeks and games after they are gone, and while the database is being read:
// what is gone stays gone, and what has come stays.
func TestLateWords(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	now := time.Now()
	add := func(k store.Seek) { s.take(news{Change: store.Change{Opened: []store.Seek{k}}}) }
	a, b := opened(t, "a", store.OpenSeek, "astrid", 1), opened(t, "b", store.OpenSeek, "astrid", 2)
	g, h := store.Live{ID: "g", Spec: "{}", Opened: 1}, store.Live{ID: "h", Spec: "{}", Opened: 2}
	s.take(news{Change: store.Change{Gone: []string{"a"}, Ended: []store.Game{{ID: "g"}}}})
	add(a)
	s.take(news{Change: store.Change{Began: []store.Live{g}}})
	if got := sees(s, "dag"); got != "" {
		t.Errorf("what is gone comes back: %q", got)
	}
	s.replica.read(true)
	add(b)
	s.take(news{Change: store.Change{Began: []store.Live{h}}})
	s.replica.replace(rows{seeks: []store.Seek{a}, games: []store.Live{g}}, now)
	if got := sees(s, "dag"); got != "b/ h" {
		t.Errorf("read beside what came: %q", got)
	}
	one, two := opened(t, "one", store.Queue, "eve", 5), opened(t, "two", store.Queue, "eve", 6)
	add(two)
	add(one) // late
	var waits []string
	for _, k := range s.replica.queue {
		waits = append(waits, k.ID)
	}
	if !slices.Equal(waits, []string{"two"}) {
		t.Errorf("she waits with %q", waits)
	}
	s.take(news{Change: store.Change{Renewed: []store.Renewal{{ID: "two", Ends: now.Add(2 * time.Hour).UnixMicro()}}}})
	if k := s.matchmaker().ticketOf("eve", store.Queue); k == nil || k.lapsed(now.Add(90*time.Minute)) {
		t.Error("her ticket was not renewed")
	}
	s.replica.tidy(now.Add(3 * time.Hour))
	if n := len(s.replica.seeks) + len(s.replica.gone) + len(s.replica.of) + len(s.replica.queue) +
		len(s.replica.open); n != 0 {
		t.Errorf("%d are kept that have lapsed", n)
	}
}

// TestNewestGames keeps the newest games in order however many begin and end.
func TestNewestGames(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	name := func(i int) string {
		return "g" + strings.Repeat("x", i%7) + time.UnixMicro(int64(i)).UTC().Format(".000000")
	}
	for i := range 3 * mostLive {
		s.take(news{Change: store.Change{Began: []store.Live{{ID: name(i), Spec: "{}", Opened: int64(i)}}}})
	}
	for i := 3*mostLive - 1; i >= 10; i-- {
		if v := s.look("eve"); i%500 == 0 && (len(v.live) != min(i+1, lobbyShows) || v.live[0].Game != name(i)) {
			t.Errorf("of %d %d are shown, %s first", i+1, len(v.live), v.live[0].Game)
		}
		s.take(news{Change: store.Change{Ended: []store.Game{{ID: name(i)}}}})
	}
	if v := s.look("eve"); len(v.live) != 10 || v.live[9].Game != name(0) {
		t.Errorf("%d are left", len(v.live))
	}
}
