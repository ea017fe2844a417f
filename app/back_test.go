package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// banner returns the text of the banner; empty if there is none.
func (p *person) banner() string {
	if b := p.Screen().Banner; b != nil {
		return b.Text + " [" + b.Button.Label + "] " + b.Clock.Figures
	}
	return ""
}

// again restarts the program while a network game is in progress.
func (p *person) again(f *remoteEnd) {
	p.Helper()
	p.Close()
	f.local = table.Start(p.Context(),
		table.Options{Match: match.New(f.status.Variant.Rules.Start(), match.Control{})})
	p.opens(f, nil, "")
}

// TestBannerOverPages opens page after page during a network game: each shows the banner, and its key returns
// to the game.
func TestBannerOverPages(t *testing.T) {
	p, _ := elsewhere(t, nil)
	sitRemote(p)
	if p.banner() != "" {
		t.Error("over the board itself stands", p.banner())
	}
	for _, id := range []string{"title", "settings", "help", "rules"} {
		p.does(id, 0)
		if !strings.Contains(p.banner(), "against Dag: your turn [Back to the game]") {
			t.Errorf("%s: %q", id, p.banner())
		}
		p.Key(panel.Key{Name: "b", Ctrl: true})
		p.frame()
		p.noDialog()
	}
}

// TestReseatedOnTheLocalNetwork kills the program during a game on the local network: the next start
// reconnects automatically, and no start does once the game is over.
func TestReseatedOnTheLocalNetwork(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	p.again(f)
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if err := f.local.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", func() bool { return p.dialogID() == "over" })
	p.again(f)
	if p.banner() != "" || p.dialogID() != "title" {
		t.Error(p.banner(), p.dialogID())
	}
}

// TestReseatedAtTheService kills the program during a game at a service: the next start signs in and joins
// the game automatically; while the service does not answer, a banner says so on every page.
func TestReseatedAtTheService(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atLobby()
	p.until("the lobby's games",
		func() bool { return strings.Contains(p.file("settings.json"), `"service": "https://hall.example"`) })
	f.known = true
	p.again(f)
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	f.mu.Lock()
	f.fault = errors.New("nobody answers")
	f.mu.Unlock()
	p.again(f)
	p.until("the banner", func() bool { return strings.Contains(p.banner(), "cannot be reached") })
	p.does("settings", 0)
	if !strings.Contains(p.banner(),
		"Your game at hall.example cannot be reached: Nobody answers [Try again]") {
		t.Error(p.banner())
	}
	f.mu.Lock()
	f.fault = nil
	f.mu.Unlock()
	p.Do(panel.Command{ID: "close"})
	p.Do(panel.Command{ID: "to-waiting"})
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
}

// TestBannerWithClock goes from a game at a service to the title screen: the banner shows the running clock.
func TestBannerWithClock(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.position = wire.Position{Turn: wire.Attackers, Runs: wire.Attackers,
		Left: [game.Sides]wire.Time{61_000_000, 5_000_000}}
	p.atLobby()
	p.until("the clock", func() bool { return strings.HasSuffix(p.banner(), "1:01") })
	p.Key(panel.Key{Name: "b", Ctrl: true})
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
}

// TestGamesAtTwoPlaces ends the program with a game at a service and another on the local network: the banner
// names the service, which is more urgent.
func TestGamesAtTwoPlaces(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.Close()
	settings := `{"net": {"back": {"service": "https://hall.example", "host": "192.0.2.7:7777", "code": "ABCD"}}}`
	if err := os.WriteFile(filepath.Join(p.dir, "settings.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	f.fault = errors.New("no one answers")
	f.mu.Unlock()
	p.opens(f, nil, "")
	p.until("the banner", func() bool { return p.banner() != "" })
	if b := p.banner(); !strings.Contains(b, "hall.example") || strings.Contains(b, "192.0.2.7") {
		t.Errorf("the banner says %q", b)
	}
}
