package server_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/server/console"
	"tafl3d/server/moderation"
	"tafl3d/server/web"
)

// TestConsoleInABrowser looks at the operator's pages in a telephone: nothing is cut off, and axe-core finds nothing.
func TestConsoleInABrowser(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	s := svctest.Open(t)
	log, ctx := slog.New(slog.DiscardHandler), t.Context()
	m := moderation.New(moderation.Options{Store: s.Store, Accounts: s.Accounts, Notify: s.Hub.Notify,
		Now: s.Clock.Now, Log: log})
	token, err := m.NewOperator(ctx, "gudrun")
	if err != nil {
		t.Fatal(err)
	}
	s.SignUp(ctx, "Astrid-Thorgilsdottir")
	s.SignUp(ctx, "Eve")
	if _, err := m.Carry(ctx, moderation.Order{By: "gudrun", Do: "mute", Name: "Eve",
		Reason: "Insults in the chat of three games."}); err != nil {
		t.Fatal(err)
	}
	one := wire.GameBrief{Game: "g1", Variant: "copenhagen-11x11-tdiamond", Rated: true, Result: "attackers",
		Cause: "escaped", Plies: 42, Attackers: wire.Player{ID: "a", Name: "Astrid-Thorgilsdottir"},
		Defenders: wire.Player{ID: "d", Name: "Dag"}}
	c := console.New(console.Options{Name: "Hall", Site: "https://tafl.example", Store: s.Store, Moderators: m,
		Figures: func() []console.Figure { return []console.Figure{{Label: "Connections", Value: "17"}} },
		Games: func(context.Context) (live, recent []wire.GameBrief, err error) {
			return []wire.GameBrief{one}, []wire.GameBrief{one}, nil
		}, Now: s.Clock.Now, Log: log, Style: web.Style(), Hosts: []string{"127.0.0.1"},
		Backup: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})})
	site := httptest.NewServer(c)
	defer site.Close()
	address := strings.Replace(site.URL, "http://", "http://gudrun:"+token+"@", 1)
	for _, page := range []string{"", "reports", "players", "games", "sanctions", "shared", "log", "backups",
		"players/Eve"} {
		b.run(chromedp.Navigate(address + "/" + page))
		name := "console-" + strings.ReplaceAll(page, "/", "-")
		b.run(chromedp.EmulateViewport(390, 844))
		if wide := value[int](b, `Math.max(document.documentElement.scrollWidth,
			...[...document.querySelectorAll(".scroll")].map((e) => e.scrollWidth))`); wide > 390 {
			t.Errorf("%s is %d wide in a window of 390", name, wide)
		}
		b.picture(name)
		b.accessible(name)
	}
}
