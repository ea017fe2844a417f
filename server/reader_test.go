package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// speaks lets a browser ask for pages in a language, in a zone of time.
func (b *browser) speaks(language, zone string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.Context, network.SetExtraHTTPHeaders,
		network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": language}}); err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.Call(b.Context, emulation.SetTimezoneOverride,
		emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		b.t.Fatal(err)
	}
}

// TestInHand plays bagh chal in the page and watches it beside: what is in hand is seen and told, and is one goat
// less after each that is put down.
func TestInHand(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	bagh, err := variant.Get("bagh-chal")
	if err != nil {
		t.Fatal(err)
	}
	start := bagh.Rules.Start()
	side := start.Turn()
	open := s.astrid.invites(t,
		func(q *wire.Seek) { q.Variants, q.Side = []string{bagh.ID}, wire.SideOf(side.Other()) })
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.enter("")
	p.atBoard()
	hand := fmt.Sprintf(`document.querySelector("[data-hand=%v]").textContent === "%%d in hand: Goat"`, side)
	at := p.position()
	p.until("all are in hand", fmt.Sprintf(hand, 20))
	p.picture("play-hand")
	b := newBrowser(t)
	b.run(chromedp.Navigate(s.url + "/games/" + p.game))
	b.until("who watches sees it",
		fmt.Sprintf(hand, 20)+` && document.querySelector(".position").textContent.includes("20 in hand: Goat")`)
	p.ready(at)
	p.tap(at.Moves[0].To)
	p.played(at.Moves[0], at)
	for _, who := range []*browser{p.browser, b} {
		who.until("one is put down", fmt.Sprintf(hand, 19))
	}
}

// TestTimesOfTheReader: times are told in the reader's language and zone, and what is no person is called so in
// his words.
func TestTimesOfTheReader(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t) // closed before the service, which its pages would miss
	g := s.open(t, "brandubh-gorrion", true)
	g.play(t, 8)
	g.resign(t)
	s.archived(t, g.id)
	path := s.astrid.cup(t, wire.EventSpec{Name: "Cup", Format: "round-robin", Variants: []string{"brandubh-gorrion"},
		Clock: "5m+3s", Starts: time.Now().Add(48 * time.Hour).Unix()})
	for _, tt := range []struct{ language, zone string }{{"de", "Asia/Kathmandu"}, {"en", "America/Los_Angeles"},
		{"is", "Atlantic/Reykjavik"}, {"sv", "Europe/Stockholm"}} {
		b.speaks(tt.language, tt.zone)
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		say := tongue.Accepted(tt.language)
		for _, path := range []string{"/", strings.TrimPrefix(path, "v1"), "/events"} {
			b.run(chromedp.Navigate(s.url + path))
			b.until(path+" has times", `document.querySelector("time[data-told]") !== null`)
			for _, told := range value[[]string](b,
				`[...document.querySelectorAll("time[datetime]")].map((e) => e.dateTime + "|" + e.textContent)`) {
				stamp, text, _ := strings.Cut(told, "|")
				at, err := time.Parse(time.RFC3339, stamp)
				if want := say.Time(at.In(zone)); err != nil || text != want {
					t.Errorf("%s in %s: %s is told as %q, want %q", path, tt.language, stamp, text, want)
				}
			}
		}
	}
	if _, body, _ := fetch(t, s.url+"/", "Accept-Language", "de"); !strings.Contains(body, " UTC</time>") {
		t.Error("without a script the zone is not told")
	}
}

// TestGuestIsToldOfRatings: who comes as a guest is told before he accepts that a rated game will not count for him.
func TestGuestIsToldOfRatings(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	s := p.s
	rated := func() wire.OpenSeek { return s.astrid.invites(t, func(q *wire.Seek) { q.Rated = true }) }
	open := rated()
	if _, body, _ := fetch(t, s.url+"/i/"+open.Code); !strings.Contains(body, "but guest games never count") {
		t.Error("the invitation does not tell it")
	}
	p.run(chromedp.Navigate(s.url + "/play?i=" + open.Code))
	p.until("the form tells it", `!document.querySelector("[data-enter]").hidden && `+
		`document.querySelector("#guest").innerText.includes("The game is rated") && `+
		`document.querySelector("[data-guest]").hidden`)
	p.enter("")
	p.atBoard()
	if _, body, _ := fetch(t, s.url+"/play/"+p.game); strings.Contains(body, "Rated ·") {
		t.Error("the guest's game is rated")
	}
	p.run(chromedp.Navigate(s.url + "/play?i=" + rated().Code))
	p.until("who is a guest already is told", `!document.querySelector("[data-guest]").hidden`)
	p.picture("play-guest-rated")
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("he may choose a name", `!document.querySelector("[data-keep]").hidden`)
	p.run(chromedp.SendKeys(`#own`, "Gudrun"+kb.Enter))
	p.until("it is his", `document.querySelector("[data-keep]").hidden`)
	p.run(chromedp.Navigate(s.url + "/play?i=" + rated().Code))
	p.until("for a person it counts",
		`!document.querySelector("[data-enter]").hidden && document.querySelector("[data-guest]").hidden`)
}
