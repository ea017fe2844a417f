package app_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/panel"
)

// everywhere starts the program with a scripted network and tournaments.
func everywhere(t *testing.T) *person {
	p, f := elsewhere(t, nil)
	p.Close()
	dir := t.TempDir()
	a, err := app.New(t.Context(), app.Options{
		View: p.view, Ear: p.ear, Engines: p.engines, Store: shell.NewFiles(dir),
		Variants: catalogue.NewShelf(filepath.Join(dir, "variants")),
		Network:  f, Clock: p.clock, Pace: -1, Seed: 1, Version: "v1", Library: shelf(t, dir),
		Events: &events.Options{Events: events.NewStore(filepath.Join(dir, "events")), Entrants: contenders{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.App = a
	t.Cleanup(a.Close)
	p.frame()
	return p
}

// TestEveryPageByKeyboard presses every button of every page within three steps of the title screen, and
// asserts that Tab reaches every element and that Escape closes the page.
func TestEveryPageByKeyboard(t *testing.T) {
	seen := map[string]bool{}
	ways := [][]string{nil}
	for len(ways) > 0 {
		way := ways[0]
		ways = ways[1:]
		p := everywhere(t)
		for _, id := range way {
			if p.dialogID() != "" {
				p.Do(panel.Command{ID: id})
				p.frame()
				p.until("the events are read", func() bool { return p.dialogID() != "events-reading" })
			}
		}
		d := p.Screen().Dialog
		if d != nil && !seen[d.ID] {
			seen[d.ID] = true
			where := "title/" + strings.Join(way, "/")
			p.dialog()          // which all have their functions
			if d.ID == "join" { // which looks around at first
				p.until("a game is found", func() bool { return len(p.cards("found")) > 0 })
				d = p.Screen().Dialog
			}
			harmless(p, where)
			tabAround(p, where)
			lettersStepNothing(p, where)
			answersEverywhere(p, where)
			for _, b := range d.Buttons {
				if len(way) < 3 && !b.Disabled && b.ID != "quit" && b.ID != d.Cancel {
					ways = append(ways, append(slices.Clone(way), b.ID))
				}
			}
			leave(p, where)
		}
		p.Close()
	}
	for _, id := range []string{"title", "new", "settings", "reading", "look", "volumes", "programs", "help", "about",
		"net", "join", "events", "library", "library-import"} {
		if !seen[id] {
			t.Errorf("the page %q was not reached", id)
		}
	}
	t.Logf("%d pages: %s", len(seen), fmt.Sprint(seen))
}

// answersEverywhere asserts that the keys for a new game and for the settings open their page on every page, or say why
// not.
func answersEverywhere(p *person, where string) {
	p.Helper()
	for key, page := range map[string]string{"Ctrl-n": "new", "Ctrl-s": "settings"} {
		at, depth, said := p.dialogID(), p.Shell().Depth(), len(p.Screen().Toasts)
		p.keys(key)
		p.frame()
		switch now := p.dialogID(); {
		case at == page && now == page:
		case now == page:
			p.keys("Esc")
			if p.frame(); p.dialogID() != at || p.Shell().Depth() != depth {
				p.Errorf("%s: %s and Esc lead from %q to %q", where, key, at, p.dialogID())
			}
		case now != at || len(p.Screen().Toasts) == said:
			p.Errorf("%s (%s): %s does nothing and says nothing", where, at, key)
		}
	}
}

// dangerous are the answers that end, delete or resign.
var dangerous = strings.Fields(
	"yes delete resign leave end abort withdraw remove waive out block claim-attackers claim-defenders forfeit accept")

// harmless asserts that Enter has no effect on a page that cannot be undone.
func harmless(p *person, where string) {
	p.Helper()
	d := p.Screen().Dialog
	for i, b := range d.Buttons {
		if slices.Contains(dangerous, b.ID) && (b.Primary || d.Focus == len(d.Fields)+i) &&
			!(b.ID == "accept" && d.Kind == panel.Beside) {
			p.Errorf("%s (%s): Enter would press %q at once", where, d.ID, b.Label)
		}
	}
}

// TestEnterEndsNothing opens every question of a game and everything that can be opened from there.
func TestEnterEndsNothing(t *testing.T) {
	seen := map[string]bool{}
	dir := t.TempDir()
	ways := [][]string{{"key r"}, {"key d"}, {"key Ctrl-r"}, {"key F10"}, {"key Ctrl-n"}, {"resign", "yes"}, {"key o"}}
	for len(ways) > 0 {
		way := ways[0]
		ways = ways[1:]
		p := open(t, dir, two())
		p.click("d1", "b1")
		p.untilMoves(1)
		for _, id := range way {
			if key, is := strings.CutPrefix(id, "key "); is {
				p.keys(key)
			} else {
				p.does(id, 0)
			}
			if id == "yes" && way[0] == "resign" {
				p.until("the end", func() bool { return p.dialogID() == "over" })
			}
		}
		if d := p.Screen().Dialog; d != nil && !seen[d.ID+d.Title] {
			seen[d.ID+d.Title] = true
			harmless(p, strings.Join(way, "/"))
			for _, b := range d.Buttons {
				if len(way) < 4 && !b.Disabled && b.ID != "quit" && b.ID != d.Cancel {
					ways = append(ways, append(slices.Clone(way), b.ID))
				}
			}
		}
		p.Close()
	}
	for _, id := range []string{"confirmResign?", "confirmStart over?", "overAttackers win", "shareSave and share"} {
		if !seen[id] {
			t.Errorf("%q was not reached: %v", id, seen)
		}
	}
	t.Logf("%d pages", len(seen))
}

// lettersStepNothing types letters and spaces in every field of a page. They change no option and start
// nothing; in lists with a search they search.
func lettersStepNothing(p *person, where string) {
	d := p.Screen().Dialog
	if d.Kind == panel.Beside {
		return
	}
	searches := slices.ContainsFunc(d.Fields, func(f panel.Field) bool { return f.Search })
	for i, f := range d.Fields {
		for range len(d.Fields) + len(d.Buttons) {
			if p.Screen().Dialog.Focus == i {
				break
			}
			p.keys("Tab")
		}
		for _, key := range []string{"a", "l", "e", "n", "s", "z", "Space"} {
			if f.Disabled || f.Write || f.Pick != "" && key == "Space" {
				continue
			}
			if key != "Space" && searches {
				continue
			}
			p.keys(key)
			now := p.Screen().Dialog
			if now == nil || now.ID != d.ID || now.Fields[i].Chosen != f.Chosen {
				p.Errorf("%s (%s): %s on %q steps or leaves", where, d.ID, key, f.Label)
				return
			}
		}
	}
}

// TestKeysOnTheTitle asserts that the keys of a game also work on the title screen.
func TestKeysOnTheTitle(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	for key, page := range map[string]string{"Ctrl-n": "new", "Ctrl-s": "settings"} {
		p.keys(key)
		p.wants(page)
		p.keys("Esc")
		p.wants("title")
	}
}

// tabAround goes through a page by Tab, and back by Shift+Tab.
func tabAround(p *person, where string) {
	d := p.Screen().Dialog
	off := func(i int) bool {
		if i < len(d.Fields) {
			return d.Fields[i].Disabled
		}
		return d.Buttons[i-len(d.Fields)].Disabled
	}
	n := len(d.Fields) + len(d.Buttons)
	for _, key := range []string{"Tab", "Shift-Tab"} {
		met := map[int]bool{}
		for range n + 1 {
			met[p.Screen().Dialog.Focus] = true
			p.keys(key)
		}
		for i := range n {
			if met[i] == off(i) && p.Screen().Dialog.Focus >= 0 {
				p.Errorf("%s (%s): %s reaches the %dth of %d: %v, and it is disabled: %v", where, d.ID, key, i, n,
					met[i], off(i))
			}
		}
	}
}

// leave presses Escape.
func leave(p *person, where string) {
	id := p.dialogID()
	p.keys("Esc")
	p.frame()
	if p.dialogID() == id && id != "title" {
		p.Errorf("%s: Escape does not leave %q", where, id)
	}
}
