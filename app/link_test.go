package app_test

import (
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/game/lesson"
	"tafl3d/game/link"
)

// linked starts the program with a clipboard, which is copied to person.copied.
func linked(t *testing.T) *person {
	t.Helper()
	var p *person
	p = openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.Copy = func(text string) { p.copied = text }
		o.Clipboard = func() string { return p.copied }
	})
	return p
}

// TestLinkOfAStudy copies links to a game and to a position in the study menu; pasted into another copy of
// the program they open as studies.
func TestLinkOfAStudy(t *testing.T) {
	p := linked(t)
	p.Paste(studied)
	p.keys("PageDown", "o")
	p.press("Copy link")
	p.press("To the whole game")
	p.says("Link copied")
	whole := p.copied
	p.keys("o")
	p.press("Copy link")
	p.press("To this position")
	here := p.copied

	q := linked(t)
	q.Paste(whole)
	q.lists(strings.ReplaceAll(strings.ReplaceAll(p.list(), "[", ""), "]", ""))
	q.Paste(here)
	if now := q.Board().Game().State; now.Record.Ply() != 0 ||
		now.Position.Hash() != p.Board().Game().State.Position.Hash() {
		t.Errorf("another position: %s", q.list())
	}
}

// TestLinkOfRules changes a rule and copies a link: another player can play by it, and a study by these rules
// has a link, too.
func TestLinkOfRules(t *testing.T) {
	p := linked(t)
	p.press("Play the computer")
	p.newBrandubh()
	p.press("Customise")
	p.set("page", "Movement")
	p.does("steps.king", 1)
	p.press("Copy link")
	rules := p.copied

	q := linked(t)
	q.Paste(rules)
	q.wants("new")
	if b := q.dialog().Aside[1]; !strings.Contains(b.Head, "changed") {
		t.Errorf("%+v", b)
	}
	q.does("mode", 1)
	q.press("Start")
	if set := q.Board().Game().Variant.Rules.Ruleset(); set.Steps[2] != 1 {
		t.Errorf("the king goes %d squares", set.Steps[2])
	}
	q.click("d6", "f6")
	q.until("the turn", func() bool { q.frame(); return q.sheet().Current == 1 })
	q.keys("o", "o")
	q.press("Copy link")
	q.press("To the whole game")

	r := linked(t)
	r.Paste(q.copied)
	r.lists("d6-f6")
	if set := r.Board().Game().Variant.Rules.Ruleset(); set.Steps[2] != 1 {
		t.Errorf("in the study the king goes %d squares", set.Steps[2])
	}
}

// TestLinkOfACourse copies a link to a course and opens it as a request of another instance.
func TestLinkOfACourse(t *testing.T) {
	p := linked(t)
	p.press("Exercises and lessons")
	p.press("Lessons")
	p.press("Copy link")
	q := linked(t)
	q.OpenHanded(app.Handed{Link: p.copied})
	q.wants("lesson")
	own := strings.Replace(lesson.All()[0].Text(), lesson.All()[0].ID, "somebody-s", 1)
	l, err := link.Make(link.Lesson, own)
	if err != nil {
		t.Fatal(err)
	}
	q.OpenHanded(app.Handed{Link: l})
	q.says("Course added")
}

// TestBadLinks: bad links are rejected with a text and change nothing; a link waits while a page has unsaved
// input.
func TestBadLinks(t *testing.T) {
	p := linked(t)
	make := func(k link.Kind, text string) string {
		l, err := link.Make(k, text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	good := make(link.Game, studied)
	for text, said := range map[string]string{
		good[:40]: "damaged or was cut short", "tafl3d://opera?AAAA": "newer version",
		make(link.Game, "Hello."):       "Cannot read this game",
		make(link.Rules, "name = 1"):    "Cannot use these rules",
		make(link.Lesson, "[[step]]\n"): "Cannot use this course",
	} {
		p.Paste(text)
		p.says(said)
		p.wants("title")
	}
	p.press("Settings")
	p.OpenHanded(app.Handed{Link: good})
	p.says("Close this page")
	p.keys("Esc")
	p.OpenHanded(app.Handed{Link: good})
	if !p.sheet().Tree {
		t.Error("it is not studied")
	}
	p.OpenHanded(app.Handed{}) // the window was raised, that is all
}

// TestPasteByMouse opens the content of the clipboard without a key.
func TestPasteByMouse(t *testing.T) {
	p := linked(t)
	p.copied = studied
	p.press("Study")
	p.press("Paste a game")
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
	if p.Screen().Dialog != nil {
		t.Errorf("%s is open", p.dialogID())
	}
}

// TestRulesOfAFile drops the file of a variant on the window.
func TestRulesOfAFile(t *testing.T) {
	p := withDisk(t,
		disk{"small.toml": "id = \"small-king\"\nname = \"Small king\"\nextends = " +
			"\"brandubh-gorrion\"\n\n[rules]\n\"steps.king\" = 1\n"})
	p.Shell().Dropped([]string{"small.toml"})
	p.until("the rules", func() bool { p.frame(); return p.dialogID() == "new" })
	if b := p.dialog().Aside[1]; !strings.Contains(b.Head, "Small king") {
		t.Errorf("%+v", b)
	}
}
