package server_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tafl3d/server"
	"tafl3d/server/moderation"
)

// moderate sends an order by the operator's socket.
func moderate(t *testing.T, dir string, o moderation.Order) {
	t.Helper()
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", filepath.Join(dir, server.AdminSocket))
	}
	body, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://operator/moderate",
		strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Transport: &http.Transport{DialContext: dial}}).Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status)
	}
}

// TestWarningOnAPage warns a player in the lobby: the page shows the warning at once and again after it was loaded
// anew,
// until the player has read it. After that nothing is refused.
func TestWarningOnAPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, site := start(t, dir)
	t.Cleanup(func() { site.CloseClientConnections(); site.Close(); _ = s.Close() })
	serve, err := s.OpenAdmin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- serve() }()
	t.Cleanup(func() {
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	p := newPlayer(t, &fixture{Server: s, url: site.URL})
	p.run(chromedp.Navigate(site.URL + "/play"))
	p.enter("Eve")
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden && sockets.some((s) => s.readyState === 1)`)
	const shown = `!document.querySelector("[data-warning]").hidden && ` +
		`document.querySelector("[data-warning] p").textContent === "Be polite."`
	if value[bool](p.browser, `!document.querySelector("[data-warning]").hidden`) {
		t.Error("a warning is shown without one")
	}
	moderate(t, dir, moderation.Order{Do: "warn", Name: "Eve", Reason: "Be polite.", By: "gudrun"})
	p.until("the warning", shown)
	p.accessible("warning")
	p.run(chromedp.Reload())
	p.until("the warning again", `document.querySelector("[data-warning]") !== null && `+shown)
	p.run(chromedp.Click(`[data-warning] button`))
	p.until("no warning", `document.querySelector("[data-warning]").hidden`)
	if at := value[string](p.browser, `document.activeElement.tagName`); at != "MAIN" {
		t.Errorf("the focus is at %s", at)
	}
	p.run(chromedp.Reload())
	p.until("the lobby", `document.querySelector("[data-hall]") !== null && `+
		`!document.querySelector("[data-hall]").hidden`)
	if told, err := chromedp.Run(p.Context, chromedp.Evaluate[string](`tafl3d.ask("POST", "/v1/seeks", {variants: `+
		`["brandubh-gorrion"], clocks: ["5m+3s"]}).then(() => "", (e) => e.message)`,
		chromedp.EvalAwaitPromise)); err != nil || told != "" {
		t.Errorf("a challenge after the warning was read: %q, %v", told, err)
	}
	if value[bool](p.browser, `!document.querySelector("[data-warning]").hidden`) {
		t.Error("the warning that was read is shown")
	}
}
