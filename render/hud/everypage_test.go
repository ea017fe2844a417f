package hud

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"tafl3d/panel"
)

// dialog finds the name of a page where it is made.
var dialog = regexp.MustCompile(`panel\.Dialog\{\s*ID: "([a-z-]+)"`)

// notLaidOut are pages that no way of thePages leads to: an opponent, an answer or the end of
// something is needed first. Nobody has seen whether their words fit in every language.
var notLaidOut = map[string]bool{
	"asked": true, "call": true, "chat": true, "claim": true, "code": true, "codes": true, "comment": true,
	"conditional": true,
	"course-name": true,
	"director":    true, "dispute": true,
	"edit": true, "entrants": true, "event-more": true, "faults": true, "files-reading": true,
	"final":   true,
	"gallery": true, "game": true, "hosting": true, "invitation": true, "invited": true, "kind": true, "ladder": true,
	"left":         true,
	"library-game": true, "link": true, "mistake": true, "name": true, "offer": true, "open-seek": true, "pick": true,
	"player":   true,
	"programs": true, "remote-event": true, "remote-events": true, "report": true, "resume": true, "review": true,
	"setup": true,
	"signs": true, "unfinished": true, "venue": true, "waiting": true, "warning": true, "which-variant": true,
}

// TestEveryPageIsLaidOut asserts that each page of the program is among thePages, which
// TestPagesOfTheProgram looks at in all languages and sizes.
func TestEveryPageIsLaidOut(t *testing.T) {
	shown := map[string]bool{}
	for _, p := range thePages {
		if d := p.shown(t, "en").Dialog; d != nil {
			shown[d.ID] = true
		}
	}
	app := os.DirFS("../../app")
	err := fs.WalkDir(app, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(app, name)
		for _, m := range dialog.FindAllStringSubmatch(string(text), -1) {
			switch id := m[1]; {
			case !shown[id] && !notLaidOut[id]:
				t.Errorf("the page %q of app/%s is not among thePages: nothing asks whether it fits", id, name)
			case shown[id] && notLaidOut[id]:
				t.Errorf("the page %q is laid out: it may leave notLaidOut", id)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNewAndSettingsOnEveryPage asserts that the keys for a new game and for the settings open their page from every
// page, or say why not.
func TestNewAndSettingsOnEveryPage(t *testing.T) {
	for _, p := range thePages {
		a := p.opened(t, "en")
		for key, page := range map[string]string{"n": "new", "s": "settings"} {
			said := len(a.Screen().Toasts)
			a.Key(panel.Key{Name: key, Ctrl: true})
			a.Frame(time.Unix(0, 0))
			d := a.Screen().Dialog
			if at := d != nil && d.ID == page; !at && len(a.Screen().Toasts) == said {
				t.Errorf("%s: Ctrl+%s does nothing and says nothing", p.name, key)
			} else if at && p.name != page {
				a.Key(panel.Key{Name: "Esc"})
			}
		}
		a.Close()
	}
}
