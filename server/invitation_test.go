package server_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tafl3d/net/wire"
	"tafl3d/server"
)

// invites makes an invitation and returns it.
func (p *person) invites(t *testing.T, change func(*wire.Seek)) wire.OpenSeek {
	t.Helper()
	return ask[wire.OpenSeek](t, p, http.MethodPost, "v1/seeks", brandubh(func(q *wire.Seek) {
		q.Invite, q.Side = true, wire.Defenders
		if change != nil {
			change(q)
		}
	}))
}

// looked asks for an invitation as a stranger does, and returns the code of the refusal.
func looked(t *testing.T, p *person, code string) (o wire.OpenSeek, no wire.Code) {
	t.Helper()
	err := p.Do(t.Context(), http.MethodGet, "v1/invitations/"+code, "", nil, &o)
	if e, refused := errors.AsType[*wire.Error](err); refused {
		return o, e.Code
	}
	if err != nil {
		t.Fatal(err)
	}
	return o, ""
}

// TestInvitations follows an invitation from its making to its end: a stranger may look
// as often as he likes, one may accept, and who comes later is told why he cannot, by the
// door for programs and on the page alike.
func TestInvitations(t *testing.T) {
	var ahead atomic.Int64
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1",
		Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")
	page := func(code string, want int, words ...string) {
		t.Helper()
		status, body, _ := fetch(t, web.URL+"/i/"+code)
		if status != want {
			t.Errorf("the page of %s: %d", code, status)
		}
		for _, w := range words {
			if !strings.Contains(body, w) {
				t.Errorf("the page of %s lacks %q", code, w)
			}
		}
	}

	open := astrid.invites(t, func(q *wire.Seek) { q.Double = true })
	for range 2 { // to look is not to accept
		o, no := looked(t, dag, strings.ToUpper(open.Code))
		if no != "" || o.By.Name != "Astrid" || o.Seek.Variants[0] != "brandubh-gorrion" || !o.Seek.Double ||
			o.Code != "" || o.Ends <= o.Opened {
			t.Fatalf("%+v, %s", o, no)
		}
	}
	page(open.Code, http.StatusOK, "Astrid invites you", "Brandubh", "<dd>attackers</dd>", "5 min &#43; 3 s per move",
		"two, with sides swapped", "UTC", web.URL+"/i/"+open.Code, "<svg class=\"board small\"")
	refused(t, astrid, "v1/seeks/take", wire.Take{Code: open.Code}, wire.BadMessage) // her own
	begun := ask[wire.Begun](t, dag, http.MethodPost, "v1/seeks/take",
		wire.Take{Code: " " + strings.ToUpper(open.Code[:4]) + "-" + open.Code[4:]})
	for _, p := range []*person{dag, astrid} { // it leads its two players to their game
		again := ask[wire.Begun](t, p, http.MethodPost, "v1/seeks/take", wire.Take{Code: open.Code})
		if again != begun {
			t.Errorf("the game is %v, and later %v", begun, again)
		}
	}
	refused(t, eve, "v1/seeks/take", wire.Take{Code: open.Code}, wire.Taken)
	refused(t, eve, "v1/seeks/take", wire.Take{ID: open.ID}, wire.Missing)
	if _, no := looked(t, eve, open.Code); no != wire.Taken {
		t.Error("an accepted one: ", no)
	}
	page(open.Code, http.StatusNotFound, "already been accepted")
	if l := ask[wire.Lobby](t, astrid, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 0 || len(l.Mine) != 1 {
		t.Errorf("an accepted invitation is in the lobby still: %+v", l)
	}

	back := astrid.invites(t, nil)
	ask[wire.None](t, astrid, http.MethodPost, "v1/seeks/withdraw", wire.Take{ID: back.ID})
	late := astrid.invites(t, nil)
	ahead.Store(int64(8 * 24 * time.Hour))
	for code, want := range map[string]wire.Code{back.Code: wire.Missing, late.Code: wire.TooLate,
		"aaaaaaaa": wire.Missing, "a_b": wire.BadMessage} {
		if _, no := looked(t, eve, code); no != want {
			t.Errorf("%s: %q, want %q", code, no, want)
		}
		refused(t, eve, "v1/seeks/take", wire.Take{Code: code}, want)
	}
	page(back.Code, http.StatusNotFound, "Invitation not found")
	page(late.Code, http.StatusNotFound, "has expired")
	page("%22%3E%3Cscript%3E", http.StatusNotFound, "Invitation not found")
}

// TestInvitationByTwo has two accept the same invitation at once: one game begins.
func TestInvitationByTwo(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")
	for range 10 {
		open := astrid.invites(t, func(q *wire.Seek) { q.Rated = false })
		errs := make(chan error, 2)
		for _, p := range []*person{dag, eve} {
			go func() {
				errs <- p.Do(t.Context(), http.MethodPost, "v1/seeks/take", p.session.Token, wire.Take{Code: open.Code},
					new(wire.Begun))
			}()
		}
		if first, second := <-errs, <-errs; (first == nil) == (second == nil) {
			t.Fatalf("%v, %v", first, second)
		}
	}
}

// TestInvitationPage opens a link in a browser, copies it, and sees that the page fits a
// telephone.
func TestInvitationPage(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t) // closed before the service, which its pages would miss
	open := s.astrid.invites(t, nil)
	link := wire.Invitation{Service: s.url, Code: open.Code}.Link()
	b.run(chromedp.Navigate(link))
	b.until("the page", `document.querySelector("h1").textContent === "Astrid invites you to a game" && `+
		`document.querySelectorAll(".terms dt").length >= 5`)
	if got := value[string](b, `document.getElementById("link").value`); got != link {
		t.Errorf("the page of %s tells the link %s", link, got)
	}
	b.run(chromedp.Click(`article summary`), chromedp.Click(`[data-copy]`))
	b.until("it is copied", `document.querySelector("[data-copied]").textContent !== "" && `+
		`document.getElementById("link").selectionEnd === document.getElementById("link").value.length`)
	b.picture("invitation")
	b.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile), chromedp.Navigate(link))
	b.until("a narrow window", `document.querySelector("h1") !== null`)
	if wide := value[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d wide in a window of 390", wide)
	}
	b.picture("invitation-narrow")
}

// TestWithdrawIsNotTaken withdraws invitations while they are accepted: either the game begins and the withdrawal is
// refused, or there is no game.
func TestWithdrawIsNotTaken(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	both := func(open wire.OpenSeek, race bool) (begun, withdrawn error) {
		var work sync.WaitGroup
		work.Go(func() { _, begun = wire.PostTake.Ask(t.Context(), dag.In(dag.session), wire.Take{Code: open.Code}) })
		if !race {
			work.Wait()
		}
		_, withdrawn = wire.PostWithdraw.Ask(t.Context(), astrid.In(astrid.session), wire.Take{ID: open.ID})
		work.Wait()
		return begun, withdrawn
	}
	begun, withdrawn := both(astrid.invites(t, nil), false)
	if e, refused := errors.AsType[*wire.Error](withdrawn); begun != nil || !refused || e.Code != wire.Taken {
		t.Errorf("after the game has begun: %v, %v", begun, withdrawn)
	}
	for range 20 {
		if begun, withdrawn := both(astrid.invites(t, nil), true); (begun == nil) == (withdrawn == nil) {
			t.Errorf("the game begins: %v; the invitation is withdrawn: %v", begun, withdrawn)
		}
	}
}
