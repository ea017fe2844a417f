package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// TestTextFields writes SQL and HTML into every text that a request may hold. What
// cannot be taken is refused with a code; what can is told back as it was written;
// nothing else has changed.
func TestTextFields(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	for _, evil := range []string{`'; DROP TABLE accounts; --`, `" OR 1=1 --`, `<script>alert(1)</script>`, "a\x00b",
		`%00../../etc/passwd`, strings.Repeat("x", 60_000)} {
		seek := func(change func(*wire.Seek)) wire.Seek { return brandubh(change) }
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.Variants = []string{evil} }), wire.BadMessage)
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.Clocks = []string{evil} }), wire.BadMessage)
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.Rules = evil }), wire.BadMessage)
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.Start = evil }), wire.BadMessage)
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.Side = wire.Side(evil) }), wire.BadMessage)
		refused(t, astrid, "v1/seeks", seek(func(q *wire.Seek) { q.To = evil }), wire.BadMessage)
		refused(t, astrid, "v1/seeks/take", wire.Take{ID: evil}, wire.Missing)
		refused(t, astrid, "v1/seeks/take", wire.Take{Code: evil}, wire.BadMessage)
		refused(t, astrid, "v1/me/blocks", wire.Block{Name: evil}, wire.BadMessage)
		refused(t, astrid, "v1/reports", wire.Report{Name: evil, Text: "x"}, wire.BadMessage)
		refused(t, astrid, "v1/rematch", wire.Begun{Game: evil}, wire.Missing)
		refused(t, astrid, "v1/queue/bot", wire.Block{Name: evil}, wire.BadMessage)
		refused(t, astrid, "v1/me/revoke", wire.Revoke{Key: evil}, wire.Missing)
	}
	ask[wire.None](t, astrid, http.MethodPost, "v1/reports",
		wire.Report{Name: "Dag", Text: `'); DELETE FROM accounts; -- <b>`})
	if me := ask[wire.Me](t, dag, http.MethodGet, "v1/me", nil); me.Player.Name != "Dag" || len(me.Devices) != 1 {
		t.Errorf("%+v", me)
	}
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 0 {
		t.Errorf("a refused seek is in the lobby: %+v", l.Seeks)
	}
}

// TestSlowRequest sends a request byte by byte: it is refused after a while with a code,
// and the connection ends.
func TestSlowRequest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for as long as a request may take")
	}
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	c, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _,
		err := c.Write([]byte("POST /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")); err !=
		nil {
		t.Fatal(err)
	}
	ended, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-ended:
				return
			case <-time.After(100 * time.Millisecond): // the pace of a slow client
				_, _ = c.Write([]byte(" ")) // in vain once the service has hung up
			}
		}
	}()
	// The connection ends with a reset where a byte came after the answer: only the answer counts.
	answer := make(chan string, 1)
	go func() {
		text, _ := io.ReadAll(c)
		answer <- string(text)
	}()
	text := await.Next(t, answer, "a slow request is not ended")
	close(ended)
	<-stopped
	if !strings.Contains(text, string(wire.BadMessage)) {
		t.Errorf("the service answers %q", text)
	}
}

// TestGreatRules sends rule sets of one's own that are as large as they may be. Each is
// answered while the service goes on.
func TestGreatRules(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	deep := strings.Repeat("[", 8000) + strings.Repeat("]", 8000)
	for name, rules := range map[string]string{
		"deep":      "size = " + deep,
		"many keys": strings.Repeat("a.b.c = 1\n", 1600),
		"too long":  strings.Repeat("#", wire.MaxRules+1),
		"a ring":    "extends = \"own\"\n",
		"huge":      "size = 1000000000\n",
		"a number":  "size = " + strings.Repeat("9", 10_000) + "\n",
	} {
		began := time.Now()
		refused(t, astrid, "v1/seeks", brandubh(func(q *wire.Seek) { q.Variants, q.Rules = []string{"own"}, rules }),
			wire.BadMessage)
		if took := time.Since(began); took > await.Patience {
			t.Errorf("%s: the answer took %v", name, took)
		}
	}
}

// TestPagesKeepTheDelay has a game that those who watch shall see ten minutes late. What
// is secret on the line of a spectator is so on the pages, too.
func TestPagesKeepTheDelay(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	spec := opened(t, h.Server, wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+5s", Delay: wire.MaxDelay,
		Seats: [2]wire.Player{h.astrid.session.Player, h.dag.session.Player}})
	b := h.sit(t, spec.Game)
	b.play(t, 2)
	_, text, _ := fetch(t, h.url+"/games/"+spec.Game+"/frames?seq=3")
	var film struct{ Frames []struct{ Text string } }
	if err := json.Unmarshal([]byte(text), &film); err != nil || len(film.Frames) != 1 {
		t.Errorf("%v: the pages tell of %+v", err, film.Frames)
	}
	for _, page := range []string{"", "/board"} {
		if status, text, _ := fetch(t, h.url+"/games/"+spec.Game+page+"?ply=1"); status != http.StatusNotFound {
			t.Errorf("%s: the first turn is shown: %d %.200s", page, status, text)
		}
	}
	b.resign(t)
	h.archived(t, spec.Game)
	await.Until(t, "after the end the second turn is kept secret", func() bool {
		status, _, _ := fetch(t, h.url+"/games/"+spec.Game+"?ply=2")
		return status == http.StatusOK
	})
}

// TestFloodOfChallenges challenges somebody as often as one may. He can look for a game all
// the same, and a crowd can leave him no more challenges than he can look through.
func TestFloodOfChallenges(t *testing.T) {
	dir := t.TempDir()
	s, web := start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	dag := signUp(t, web.URL, "Dag")
	toDag := brandubh(func(q *wire.Seek) { q.To = "Dag" })
	eve := signUp(t, web.URL, "Eve")
	for range 3 {
		ask[wire.OpenSeek](t, eve, http.MethodPost, "v1/seeks", toDag)
	}
	refused(t, eve, "v1/seeks", toDag, wire.TooMuch)
	ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/seeks", brandubh(nil))
	through := 0
	for i := range 17 { // a friend who has played by the next challenge leaves the place of a newcomer
		friend := signUp(t, web.URL, fmt.Sprint("Friend", i))
		for range 3 {
			if friend.Do(t.Context(), http.MethodPost, "v1/seeks", friend.session.Token, toDag, nil) == nil {
				through++
			}
		}
		seasoned(t, dir, friend)
	}
	if through != 47 {
		t.Errorf("%d challenges beside the 3 of the first", through)
	}
	refused(t, signUp(t, web.URL, "Last"), "v1/seeks", toDag, wire.TooMuch)
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 51 {
		t.Errorf("%d seeks in his lobby", len(l.Seeks))
	}
}

// TestOwnRulesHaveAName names a rule set of one's own by what would not fit on a screen or
// turn the writing on it around.
func TestOwnRulesHaveAName(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	own := func(name string) wire.Seek {
		return brandubh(func(q *wire.Seek) {
			q.Variants, q.Rules = []string{name}, "id = \"own\"\nname = \"Own\"\nextends = \"brandubh-gorrion\"\n"
		})
	}
	ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks", own("own"))
	for _, name := range []string{"", strings.Repeat("x", 200), "a\u202eb", "a\nb", "\u0000"} {
		refused(t, astrid, "v1/seeks", own(name), wire.BadMessage)
	}
}

// TestHoarders take more of what is free than anybody needs: games, devices, sessions,
// complaints.
func TestHoarders(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	eve, dag := signUp(t, web.URL, "Eve"), signUp(t, web.URL, "Dag")
	endless := brandubh(func(q *wire.Seek) { q.Clocks, q.Rated = []string{"none"}, false })
	for range 100 {
		opened(t, s, wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
			Seats: [2]wire.Player{eve.session.Player, dag.session.Player}})
	}
	refused(t, eve, "v1/seeks", endless, wire.TooMuch)
	refused(t, eve, "v1/queue", endless, wire.TooMuch)
	astrid := signUp(t, web.URL, "Astrid")
	open := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks", endless)
	refused(t, dag, "v1/seeks/take", wire.Take{ID: open.ID}, wire.TooMuch)
	ask[wire.Begun](t, signUp(t, web.URL, "Egil"), http.MethodPost, "v1/seeks/take", wire.Take{ID: open.ID})

	for range 20 {
		ask[wire.None](t, eve, http.MethodPost, "v1/reports", wire.Report{Name: "Dag", Text: "again"})
	}
	refused(t, eve, "v1/reports", wire.Report{Name: "Dag", Text: "again"}, wire.TooMuch)

	first := eve.session.Token
	for range 32 {
		if _, err := eve.SignIn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := eve.Do(t.Context(), http.MethodGet, "v1/me", first, nil, nil); codeOf(err) != wire.BadToken {
		t.Errorf("the oldest of 33 sessions: %v", err)
	}
}

// TestManyDevices gives one account device after device.
func TestManyDevices(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	eve := signUp(t, web.URL, "Eve")
	another := func() error {
		code := ask[wire.Codes](t, eve, http.MethodPost, "v1/me/pairing", nil).Codes[0]
		_, err := device(t, web.URL).Join(t.Context(), code, false, "one more")
		return err
	}
	for range 19 {
		if err := another(); err != nil {
			t.Fatal(err)
		}
	}
	if err := another(); codeOf(err) != wire.TooMuch {
		t.Errorf("a device too many: %v", err)
	}
	for _, d := range ask[wire.Me](t, eve, http.MethodGet, "v1/me", nil).Devices {
		if !d.Here {
			ask[wire.None](t, eve, http.MethodPost, "v1/me/revoke", wire.Revoke{Key: d.Key})
			break
		}
	}
	if err := another(); err != nil {
		t.Errorf("in the place of one that was revoked: %v", err)
	}
}

// TestFarm has the bots of one owner play each other: no rating comes of it, as there does
// between bots of two. A bot that has been blocked is neither offered nor met.
func TestFarm(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	bot := func(owner *person, name string) *person {
		key := device(t, web.URL).Key()
		ask[wire.Player](t, owner, http.MethodPost, "v1/me/bots",
			wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: name})
		return again(t, &person{Service: withKey(t, web.URL, key)}, web.URL)
	}
	eve, dag := signUp(t, web.URL, "Eve"), signUp(t, web.URL, "Dag")
	one, two, other := bot(eve, "One"), bot(eve, "Two"), bot(dag, "Other")
	for taker, want := range map[*person]bool{two: false, other: true} {
		open := ask[wire.OpenSeek](t, one, http.MethodPost, "v1/seeks", brandubh(nil))
		begun := ask[wire.Begun](t, taker, http.MethodPost, "v1/seeks/take", wire.Take{ID: open.ID})
		for _, g := range ask[wire.Lobby](t, taker, http.MethodGet, "v1/lobby", nil).Mine {
			if g.Game == begun.Game && g.Rated != want {
				t.Errorf("One against %s: rated %v", taker.session.Player.Name, g.Rated)
			}
		}
	}
	ask[wire.Waiting](t, other, http.MethodPost, "v1/queue", brandubh(nil))
	ask[wire.Waiting](t, eve, http.MethodPost, "v1/queue", brandubh(nil))
	ask[wire.None](t, eve, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Other"})
	refused(t, eve, "v1/queue/bot", wire.Block{Name: "Other"}, wire.Forbidden)
	if w := ask[wire.Waiting](t, eve, http.MethodGet, "v1/queue", nil); !w.In {
		t.Error("she has lost her place")
	}
}
