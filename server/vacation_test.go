package server_test

import (
	"net/http"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestVacation stops the clock of a correspondence game, and no other, while one of its
// players is away.
func TestVacation(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	a, b := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	begin := func(clock string) string {
		open := ask[wire.OpenSeek](t, a, http.MethodPost, "v1/seeks",
			brandubh(func(q *wire.Seek) { q.Clocks, q.Side, q.Invite = []string{clock}, wire.Attackers, true }))
		return ask[wire.Begun](t, b, http.MethodPost, "v1/seeks/take", wire.Take{Code: open.Code}).Game
	}
	slow, quick := a.sit(t, begin("0s+1x3d")), a.sit(t, begin("5m+3s"))
	for _, r := range []*client.Remote{slow, quick} {
		if u := told(t, r); u.State.Paused {
			t.Fatal("a game begins with a pause")
		}
	}
	refused(t, b, "v1/me/vacation", wire.Rest{Days: 31}, wire.BadMessage)
	refused(t, b, "v1/me/vacation", wire.Rest{Days: -1}, wire.BadMessage)
	if v := ask[wire.Vacation](t, b, http.MethodPost, "v1/me/vacation", wire.Rest{Days: 5}); v.Left != 25 ||
		v.Ends < time.Now().Unix() {
		t.Errorf("on vacation: %+v", v)
	}
	until(t, slow, "the vacation begins", func(u table.Update) bool { return u.State.Paused })
	p := slow.Status()
	if p.Asked.Kind != "" {
		t.Errorf("a vacation asks for %v", p.Asked)
	}
	if err := quick.Send(game.Attackers, match.OfferDraw{}); err != nil {
		t.Fatal(err)
	}
	until(t, quick, "the quick game goes on", func(u table.Update) bool { return u.Err == nil && !u.State.Paused })
	if v := ask[wire.Vacation](t, b, http.MethodPost, "v1/me/vacation", wire.Rest{}); v.Ends != 0 || v.Left != 29 {
		t.Errorf("back from vacation: %+v", v)
	}
	until(t, slow, "the vacation ends", func(u table.Update) bool { return !u.State.Paused })
	if me := ask[wire.Me](t, b, http.MethodGet, "v1/me", nil); me.Vacation.Ends != 0 || me.Vacation.Left != 29 {
		t.Errorf("%+v", me.Vacation)
	}
}
