package server_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/server/store/storetest"
)

// TestFriendsGetThrough: 50 guests challenge a player. Most are refused, a friend gets through, and the player chooses
// from whom challenges come.
func TestFriendsGetThrough(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	post := func(p *person, path string, in any) error {
		return p.Do(t.Context(), http.MethodPost, path, p.session.Token, in, nil)
	}
	seek := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, To: "Astrid"}
	through := 0
	for range 50 {
		guest, err := guestAt(t, device(t, web.URL))
		if err != nil {
			t.Fatal(err)
		}
		switch err := post(guest, "v1/seeks", seek); {
		case err == nil:
			through++
		case codeOf(err) != wire.TooMuch:
			t.Fatal(err)
		}
	}
	if through != 10 {
		t.Errorf("%d of 50 guests get through", through)
	}
	if err := post(dag, "v1/seeks", seek); codeOf(err) != wire.TooMuch {
		t.Errorf("a stranger: %v", err)
	}
	accept := func(from string) {
		t.Helper()
		if err := post(astrid, "v1/me/challenges", wire.Accepts{From: from}); err != nil {
			t.Error(err)
		}
	}
	for from, want := range map[string]wire.Code{"players": wire.Forbidden, "friends": wire.Forbidden,
		"all": wire.TooMuch} {
		accept(from)
		if err := post(dag, "v1/seeks", seek); codeOf(err) != want {
			t.Errorf("from %s: %v", from, err)
		}
	}
	if err := post(astrid, "v1/me/challenges", wire.Accepts{From: "nobody"}); codeOf(err) != wire.BadMessage {
		t.Error(err)
	}
	if err := post(astrid, "v1/me/friends", wire.Block{Name: "dag"}); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"friends", "players", "all"} {
		accept(from)
		if err := post(dag, "v1/seeks", seek); err != nil {
			t.Errorf("a friend, from %s: %v", from, err)
		}
	}
	var me wire.Me
	if err := astrid.Do(t.Context(), http.MethodGet, "v1/me", astrid.session.Token, nil, &me); err != nil {
		t.Fatal(err)
	}
	if me.Challenges != "all" || !slices.ContainsFunc(me.Friends, func(p wire.Player) bool { return p.Name == "Dag" }) {
		t.Errorf("%+v", me)
	}
}

// TestNewcomersOpenFew: an account that has not played yet has five open challenges, and invites more by link.
func TestNewcomersOpenFew(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	open := func(invite bool) error {
		seek := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, Invite: invite}
		return astrid.Do(t.Context(), http.MethodPost, "v1/seeks", astrid.session.Token, seek, nil)
	}
	for i := range 6 {
		if err := open(false); (err == nil) != (i < 5) {
			t.Errorf("challenge %d: %v", i+1, err)
		}
	}
	for range 5 {
		if err := open(true); err != nil {
			t.Errorf("an invitation: %v", err)
		}
	}
}

// seasoned lets people have played a game here already.
func seasoned(t testing.TB, dir string, people ...*person) {
	t.Helper()
	db, err := store.Open(t.Context(), storetest.Path(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, p := range people {
		g := store.Game{ID: "first-" + p.session.Player.ID, Variant: "brandubh-gorrion", Result: "draw", Plies: 20,
			Attackers: p.session.Player.ID, Defenders: "somebody", Ended: 1, Entries: "[]"}
		if _, err := db.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFriendsOnPages marks a friend on the page of a player. The lobby then says that the friend is online, leads to
// their game, and challenges them.
func TestFriendsOnPages(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	p.here("Gudrun")
	p.run(chromedp.Navigate(s.url + "/players/Astrid"))
	p.until("the button", `!document.querySelector("[data-friend]").hidden`)
	p.run(chromedp.Click(`[data-friend]`))
	p.until("it is done", `document.querySelector("[data-friend]").textContent === "Remove friend"`)
	g := s.open(t, "brandubh-gorrion", false)
	g.play(t, 2)
	row := `document.querySelector("[data-list=friends] li")`
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("the friend is online and plays", row+`?.innerText.includes("online") === true && `+
		row+`.querySelector('a[href="/games/`+g.id+`"]') !== null`)
	p.picture("friends")
	p.until("the game is listed", `document.querySelector("[data-list=live] li a") !== null`)
	p.until("the row is marked", `document.querySelector("[data-list=live] li").kept = true`)
	p.run(chromedp.Click(`[data-list=friends] button`))
	p.until("the challenge is sent", `document.querySelector(".note").textContent === "Challenge sent."`)
	l := ask[wire.Lobby](t, s.astrid, http.MethodGet, "v1/lobby", nil)
	if len(l.Seeks) != 1 || !l.Seeks[0].ForMe || l.Seeks[0].By.Name != "Gudrun" {
		t.Errorf("%+v", l.Seeks)
	}
	p.until("the lobby shows it", `document.querySelector("[data-list=seeks]").innerText.includes("→ Astrid")`)
	p.until("rows that did not change stay", `document.querySelector("[data-list=live] li").kept === true`)
}
