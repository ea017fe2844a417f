package app_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/panel"
)

// TestStudiesStay works on one study, then on another, and finds both again: opening the second does not lose
// changes of the first.
func TestStudiesStay(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	kept := func() string {
		list, _ := filepath.Glob(filepath.Join(dir, "studies", "*"))
		if len(list) != 1 {
			return ""
		}
		return p.file("studies/" + filepath.Base(list[0]))
	}
	p.Paste(studied)
	p.frame()
	p.Close() // only viewed: no separate file
	p = open(t, dir, nil)
	p.Paste(studied)
	p.keys("PageDown", "1", "Ctrl-z", "2") // the file does not depend on what is taken back
	p.until("the study has its file", func() bool { return strings.Contains(kept(), "d6-f6?") })
	p.clock.forward(time.Minute)
	p.Paste(strings.TrimSpace(otherGame) + "\n")
	p.keys("PageDown", "3")
	p.Close()

	text := ""
	q := openWith(t, dir, nil, func(o *app.Options) { o.Copy = func(s string) { text = s } })
	q.Do(panel.Command{ID: "study"})
	q.press("All your studies (2)")
	q.until("they are listed", func() bool { return q.dialogID() == "files" })
	d := q.dialog()
	if d.Title != "Your studies" || !strings.Contains(d.Lines[0], "Studies: 2") || len(d.Fields[1].Cards) != 2 ||
		d.Fields[1].Cards[0].Head != "Ragnhild – Odd" {
		t.Errorf("%q, %+v", d.Lines, d.Fields[1].Cards)
	}
	q.write("Astrid")
	q.keys("Enter")
	q.lists("d6-f6? d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
	q.keys("PageDown", "4")
	if q.keys("Ctrl-c"); !strings.Contains(text, "d6-f6??") || strings.Contains(text, "KeptAs") {
		t.Errorf("who gets the game learns where it lies: %s", text)
	}
	q.Close()

	r := open(t, dir, nil)
	r.Do(panel.Command{ID: "study"})
	r.press("All your studies (2)") // not three
	r.until("they are listed", func() bool { return r.dialogID() == "files" })
	r.keys("Down", "Enter")
	r.lists("d6-f6?? d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
}

// TestDeleteAStudy deletes a study by keys; the default button does not.
func TestDeleteAStudy(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.Paste(studied)
	p.keys("PageDown", "1", "o")
	p.Do(panel.Command{ID: "tags"})
	p.wants("tags")
	for p.dialog().Focus < len(p.dialog().Fields) ||
		p.dialog().Buttons[p.dialog().Focus-len(p.dialog().Fields)].ID != "throw" {
		p.keys("Tab")
	}
	p.keys("Enter")
	p.wants("confirm")
	p.keys("Enter")
	p.wants("tags")
	p.press("Delete the study")
	p.press("Delete the study")
	p.wants("title")
	p.says("Study deleted")
	p.Close()
	if list, _ := filepath.Glob(filepath.Join(dir, "stud*", "*")); len(list) > 0 || p.file("study.tafl") != "" {
		t.Errorf("%q are left", list)
	}
	q := open(t, dir, nil)
	q.Do(panel.Command{ID: "study"})
	if q.has("kept") || q.has("all") {
		t.Error("it is offered still")
	}
}
