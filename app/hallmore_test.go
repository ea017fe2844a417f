package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/tournament"
)

// made returns the configuration of the event that was created.
func (p *person) made(name string) tournament.Config {
	p.Helper()
	var doc struct{ Config tournament.Config }
	p.until("the event to be saved", func() bool { return p.file("events/"+name+"/event.json") != "" })
	if err := json.Unmarshal([]byte(p.file("events/"+name+"/event.json")), &doc); err != nil {
		p.Fatal(err)
	}
	return doc.Config
}

// TestMoreOfAnEvent: several games, the order of the tie-breaks, play-offs and
// the wait are chosen, and the event is made so.
func TestMoreOfAnEvent(t *testing.T) {
	p := openHall(t, t.TempDir())
	p.newEvent("Knock-out")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bjorn", "")
	p.press("Done")
	p.press("More")
	p.wants("event-more")
	p.pick("break0", "Brevity")
	p.pick("break1", "Berger")
	p.pick("break3", "none")
	p.pick("playoff", "2 pairs")
	p.pick("third", "off")
	p.pick("wait", "30 min")
	p.press("Keep Brandubh 7x7, choose another")
	p.wants("new-event")
	p.pick("variant", "throne guards")
	p.press("More (2 games)")
	if text := p.cells(); !strings.Contains(text, "Brandubh 7x7|remove") || !strings.Contains(text, "(throne guards)||") {
		t.Error(text)
	}
	p.press("Done")
	p.press("Create")
	p.wants("hall")
	c := p.made("house-cup")
	if len(c.Variants) != 2 || c.Variants[0].ID != "brandubh-gorrion" || c.Variants[1].ID != "brandubh-weak" {
		t.Errorf("the games are %v", c.Variants)
	}
	if want := []tournament.Tiebreak{tournament.FewestPlies, tournament.SonnebornBerger, tournament.HarderWins}; !slices.Equal(c.Tiebreaks, want) {
		t.Errorf("the tie-breaks are %v, not %v", c.Tiebreaks, want)
	}
	if c.PlayOff != 2 || c.Third || time.Duration(c.Wait) != 30*time.Minute {
		t.Errorf("%+v", c)
	}
}

// A game that was kept can be taken out again.
func TestGamesOfAnEvent(t *testing.T) {
	p := openHall(t, t.TempDir())
	p.newEvent("Groups")
	p.press("More")
	p.pick("groups", "4")
	p.pick("advance", "1")
	p.press("Keep Brandubh 7x7, choose another")
	p.pick("variant", "Magpie")
	p.press("More (2 games)")
	p.Do(p.dialog().Charts[0].Table.Rows[0][1].Do)
	p.frame()
	if text := p.cells(); strings.Contains(text, "Brandubh") || !strings.Contains(text, "Magpie") {
		t.Error(text)
	}
}
