package app_test

import (
	"context"
	"errors"
	"testing"

	"tafl3d/app"
	"tafl3d/panel"
)

// TestNewerVersion: the program checks for updates only if the player wants it, then at each start.
func TestNewerVersion(t *testing.T) {
	dir, asked, version, fault := t.TempDir(), 0, "", error(nil)
	start := func() *person {
		return openWith(t, dir, nil, func(o *app.Options) {
			o.Newer = func(context.Context) (string, error) { asked++; return version, fault }
		})
	}
	p := start()
	p.press("Settings")
	p.Close()
	if asked != 0 {
		t.Fatal("somebody was asked, though the player did not want it")
	}
	p = start()
	p.press("Settings")
	p.Do(panel.Command{ID: "newer", Arg: 1})
	p.hears("You have the latest version")
	p.Close()
	fault = errors.New("no network")
	p = start()
	p.Close() // in silence: a player without a network is not troubled
	version, fault = "1.2.0", nil
	p = start()
	p.hears("Version 1.2.0 is available: get it where you got this one")
	if asked != 3 {
		t.Errorf("asked %d times", asked)
	}
	if q := open(t, t.TempDir(), nil); true {
		q.press("Settings")
		for _, f := range q.dialog().Fields {
			if f.ID == "newer" {
				t.Error("it is offered though nobody can be asked")
			}
		}
	}
}
