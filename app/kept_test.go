package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/events"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// TestFolderOfAnOldVersion opens folders of older versions, each of testdata/kept written by the program of
// that time: language and speed, an unfinished game, a custom variant, and a tournament in progress. Newer
// folders also have a finished game in the library, a solved exercise, and a study.
func TestFolderOfAnOldVersion(t *testing.T) {
	english(t)
	for _, version := range []string{"2026-11-23", "2026-11-24"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "kept", version))); err != nil {
			t.Fatal(err)
		}
		p := openWith(t, dir, nil, func(o *app.Options) {
			o.Events = &events.Options{Events: events.NewStore(filepath.Join(dir, "events")), Entrants: contenders{}}
			o.Library = shelf(t, dir)
		})
		p.wants("resume")
		if got := tongue.Current(); got != "da" {
			t.Errorf("%s: the language is %s", version, got)
		}
		p.Do(panel.Command{ID: p.dialog().Buttons[0].ID})
		p.until("the game goes on", func() bool { return p.Screen().Dialog == nil && p.moves() == 3 })
		p.click("d5", "f5")
		p.untilMoves(4)
		p.Do(panel.Command{ID: "title"})
		p.Do(panel.Command{ID: "gallery"})
		p.until("one's own variant", func() bool { return slices.Contains(p.heads(), "Odd game (din)") })
		for p.dialogID() != "title" {
			p.keys("Esc")
		}
		p.Do(panel.Command{ID: "events"})
		p.until("the event", func() bool {
			return p.dialogID() == "events" && strings.Contains(p.cells(), "Husets pokal|Alle mod alle|Brandubh 7x7|3|")
		})
		if version > "2026-11-23" {
			p.findsOldWork()
		}
		if aside, err := filepath.Glob(filepath.Join(dir, "*damaged*")); err != nil || len(aside) > 0 {
			t.Errorf("%s: taken for damaged: %v, %v", version, aside, err)
		}
		if data := p.file("settings.json"); !strings.Contains(data, `"pace": 2`) {
			t.Errorf("%s: the settings became\n%s", version, data)
		}
		p.Close()
	}
}

// findsOldWork checks the games, solutions and studies of an older version.
func (p *person) findsOldWork() {
	p.Helper()
	for p.dialogID() != "title" {
		p.keys("Esc")
	}
	p.keys("Ctrl-l")
	p.untilRows("Du/Niveau 3/Forsvarerne/2")
	p.keys("Esc")
	p.Do(panel.Command{ID: "learn"})
	p.Do(panel.Command{ID: "results"})
	if d := p.dialog(); !strings.Contains(fmt.Sprint(d.Lines, d.Parts), "1187") {
		p.Errorf("the rating by exercises is not in %+v", d)
	}
	for p.dialogID() != "title" {
		p.keys("Esc")
	}
	p.Do(panel.Command{ID: "study"})
	p.Do(panel.Command{ID: "kept"})
	p.lists("d6-f6! d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
}
