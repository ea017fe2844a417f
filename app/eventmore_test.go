package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// made returns the configuration of the created tournament.
func (p *person) made(name string) tournament.Config {
	p.Helper()
	var doc struct{ Config tournament.Config }
	p.until("the event to be saved", func() bool { return p.file("events/"+name+"/event.json") != "" })
	if err := json.Unmarshal([]byte(p.file("events/"+name+"/event.json")), &doc); err != nil {
		p.Fatal(err)
	}
	return doc.Config
}

// TestMoreOfAnEvent selects several variants, the order of tie-breaks, play-offs and the waiting time; the
// tournament has them.
func TestMoreOfAnEvent(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Knock-out")
	if f := p.field("playoff"); f.Options[f.Chosen] != "1 pair of games" {
		t.Errorf("a level match of a knock-out is played on: %q", f.Options[f.Chosen])
	}
	p.pick("playoff", "2 pairs")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bjorn", "")
	p.press("Done")
	p.press("Options")
	p.wants("event-more")
	p.pick("break0", "Mean length")
	p.pick("break1", "Berger")
	p.pick("break3", "none")
	p.pick("third", "no")
	p.pick("wait", "30 min")
	p.press("Also play Brandubh 7x7 and choose another game")
	p.wants("new-event")
	p.pick("variant", "throne guards")
	p.press("Options (2 games)")
	if text := p.cells(); !strings.Contains(text, "Brandubh 7x7|remove") ||
		!strings.Contains(text, "(throne guards)||") {
		t.Error(text)
	}
	p.press("Done")
	p.press("Create")
	p.wants("hall")
	c := p.made("house-cup")
	if len(c.Variants) != 2 || c.Variants[0].ID != "brandubh-gorrion" || c.Variants[1].ID != "brandubh-weak" {
		t.Errorf("the games are %v", c.Variants)
	}
	if want := []tournament.Tiebreak{tournament.FewestPlies, tournament.SonnebornBerger,
		tournament.HarderWins}; !slices.Equal(c.Tiebreaks, want) {
		t.Errorf("the tie-breaks are %v, not %v", c.Tiebreaks, want)
	}
	if c.PlayOff != 2 || c.Third || time.Duration(c.Wait) != 30*time.Minute {
		t.Errorf("%+v", c)
	}
}

// An added variant can be removed.
func TestGamesOfAnEvent(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Groups")
	p.press("Options")
	p.pick("groups", "4")
	p.pick("advance", "1")
	p.press("Also play Brandubh 7x7 and choose another game")
	p.pick("variant", "Magpie")
	p.press("Options (2 games)")
	p.Do(p.dialog().Charts[0].Table.Rows[0][1].Do)
	p.frame()
	if text := p.cells(); strings.Contains(text, "Brandubh") || !strings.Contains(text, "Magpie") {
		t.Error(text)
	}
}

// TestPlayersBeforeTheStart adds, renames and removes players before the start: the file has them, and the
// tournament starts with them.
func TestPlayersBeforeTheStart(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Round robin")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bjorn", "")
	p.press("Done")
	p.press("Create")
	p.press("Players (2)")
	p.enter("Person", "Carl", "")
	p.enter("Person", "ANN", "")
	p.says("ANN has already joined")
	p.Do(panel.Command{ID: "change", Arg: 1})
	p.frame()
	p.writes("name", "Björn")
	p.press("Change")
	p.Do(panel.Command{ID: "out", Arg: 0})
	p.frame()
	if text := p.cells(); !strings.Contains(text, "2|Carl|") || !strings.Contains(text, "1|Björn|") ||
		strings.Contains(text, "Ann") {
		t.Error(text)
	}
	p.press("Done")
	p.wants("hall")
	p.press("Start")
	p.until("they play",
		func() bool { return strings.Contains(p.cells(), "Carl|") && strings.Contains(p.cells(), "Björn|") })
	p.until("the file", func() bool { return strings.Contains(p.file("events/house-cup/event.json"), "Björn") })
	if slices.ContainsFunc(p.dialog().Buttons, func(b panel.Button) bool { return b.ID == "players" }) {
		t.Error("players can be changed after the start")
	}
}

// TestTwoEventsAtOnce creates a second tournament while the first is open: it gets a different name, and both
// can be opened alternately.
func TestTwoEventsAtOnce(t *testing.T) {
	p := openEvent(t, t.TempDir())
	make := func() {
		p.press("Players (0)")
		p.enter("Person", "Ann", "")
		p.enter("Person", "Bjorn", "")
		p.press("Done")
		p.press("Create")
		p.wants("hall")
	}
	p.newEvent("Round robin")
	make()
	p.until("the file", func() bool { return p.file("events/house-cup/event.json") != "" })
	p.press("All tournaments")
	p.until("the list", func() bool { return p.dialogID() == "events" })
	p.press("New tournament")
	if name := p.field("name").Text; name != "House cup 2" {
		t.Errorf("the second is called %q", name)
	}
	make()
	if p.dialog().Title != "House cup 2" {
		t.Error(p.dialog().Title)
	}
	p.until("the file", func() bool { return p.file("events/house-cup-2/event.json") != "" })
	p.press("All tournaments")
	p.until("both", func() bool { return p.dialogID() == "events" && strings.Contains(p.cells(), "House cup 2|") })
	p.Do(panel.Command{ID: "enter", Arg: slices.IndexFunc(p.dialog().Charts[0].Table.Rows,
		func(row []panel.Cell) bool { return row[0].Text == "House cup" })})
	p.frame()
	if p.wants("hall"); p.dialog().Title != "House cup" {
		t.Error(p.dialog().Title)
	}
}

// TestTheNextRoundAsks requests the next round while a game is unfinished: this needs confirmation, and the
// button is separate from the one that continues.
func TestTheNextRoundAsks(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Round robin")
	p.press("Players (0)")
	for _, name := range []string{"Ann", "Bjorn", "Carl", "Dag"} {
		p.enter("Person", name, "")
	}
	p.press("Done")
	p.press("Create")
	p.press("Start")
	list := p.dialog().Buttons
	at := slices.IndexFunc(list, func(b panel.Button) bool { return b.ID == "pair" })
	if !list[0].Primary || list[0].ID != "mine" || at < 2 || list[at].Primary {
		t.Errorf("%+v", list)
	}
	p.press("Next round")
	p.wants("confirm")
	p.press("No")
	if f := p.dialog(); f.ID != "hall" ||
		slices.ContainsFunc(f.Fields, func(f panel.Field) bool { return f.ID == "round" }) {
		t.Errorf("%+v", f.Fields)
	}
	p.press("Next round")
	p.press("Next round") // now confirmed
	p.until("the second round", func() bool { return p.field("round").Chosen == 1 })
}

// threeBegin starts a round robin of three people and opens its first game.
func (p *person) threeBegin() {
	p.Helper()
	p.newEvent("Round robin")
	p.press("Players (0)")
	for _, name := range []string{"Ann", "Bjorn", "Carl"} {
		p.enter("Person", name, "")
	}
	p.press("Done")
	p.press("Create")
	p.wants("hall")
	p.press("Start")
	p.press("Play next game")
}

// TestADecidedGameEndsAtTheBoard decides a game in progress as director: after a confirmation the board
// accepts no more moves, and standings and sides agree.
func TestADecidedGameEndsAtTheBoard(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.threeBegin()
	names := p.sheet().Seats
	p.click("d1", "e1")
	p.untilMoves(1)
	p.keys("g")
	p.wants("hall")
	p.press("Organizer")
	p.decide("The defenders win")
	if p.wants("confirm"); !strings.Contains(p.dialog().Lines[0], "The defenders win") {
		t.Error(p.dialog().Lines)
	}
	p.press("No")
	if s := p.sheet(); s.Over {
		t.Fatal("it was decided although the director said no")
	}
	p.decide("The defenders win")
	p.press("Decide")
	p.press("Done")
	if text := p.cells(); !strings.Contains(text, "0 – 1") {
		t.Error(text)
	}
	p.press("Done")
	if p.wants("over"); !strings.Contains(p.dialog().Title, names[game.Defenders].Name) {
		t.Error(p.dialog().Title)
	}
	p.keys("Esc")
	if s := p.sheet(); !s.Over || s.Current != 1 {
		t.Errorf("%+v", s)
	}
	p.keys("g")
	p.pick("view", "Standings")
	rows := p.dialog().Charts[0].Table.Rows
	if rows[0][1].Text != names[game.Defenders].Name || rows[0][4].Text != "1  0  0" {
		t.Error(p.cells())
	}
	if text := p.cells(); !strings.Contains(text, "as attackers 0  0  0,  as defenders 1  0  0") {
		t.Error(text)
	}
}

// TestADecisionIsTakenBack decides a game in progress as director and takes the decision back: the game continues on
// the board after its moves, and after another start of the program.
func TestADecisionIsTakenBack(t *testing.T) {
	dir := t.TempDir()
	p := openEvent(t, dir)
	p.threeBegin()
	p.click("d1", "e1")
	p.untilMoves(1)
	p.keys("g")
	p.wants("hall")
	p.press("Organizer")
	p.decide("The defenders win")
	p.press("Decide")
	p.decide("Take back decision")
	p.press("Done")
	if text := p.cells(); strings.Contains(text, "0 – 1") {
		t.Error(text)
	}
	p.press("Play next game")
	if s := p.sheet(); s.Over || len(s.Rows) != 1 || s.Current != 1 {
		t.Errorf("over %v, %d rows, at %d", s.Over, len(s.Rows), s.Current)
	}
	p.click("d7", "e7")
	p.keys("g")
	p.wants("hall")
	p.press("Organizer")
	for _, row := range p.dialog().Charts[0].Table.Rows {
		if row[0].Text == "Take back decision" && row[0].Do.ID != "" {
			t.Error("an open game has a decision to take back")
		}
	}
}

// decide presses a decision of the director.
func (p *person) decide(ruling string) {
	p.Helper()
	for _, row := range p.dialog().Charts[0].Table.Rows {
		if row[0].Text == ruling {
			p.Do(row[0].Do)
			p.frame()
			return
		}
	}
	p.Fatalf("no ruling %q: %s", ruling, p.cells())
}

// TestByesAndClockOfAnEvent makes a Swiss with a time control of the organiser's own and without half-point byes; where
// nothing is chosen there may be two byes.
func TestByesAndClockOfAnEvent(t *testing.T) {
	for _, byes := range []int{2, tournament.NoByes, 3} {
		p := openEvent(t, t.TempDir())
		p.newEvent("Swiss")
		p.press("Players (0)")
		for _, name := range []string{"Ann", "Bjorn", "Cnut", "Dag", "Erik", "Freyja"} {
			p.enter("Person", name, "")
		}
		p.press("Done")
		p.pick("clock", "Custom")
		p.Do(panel.Command{ID: "clock-minutes", Arg: 7 - p.field("clock-minutes").Least})
		p.Do(panel.Command{ID: "clock-increment", Arg: 2})
		p.press("Options")
		p.wants("event-more")
		switch byes {
		case tournament.NoByes:
			p.pick("byes", "none")
		case 3:
			p.pick("byes", "3")
		}
		p.press("Done")
		p.press("Create")
		p.wants("hall")
		if c := p.made("house-cup"); c.Byes != byes || c.Clock != "7m+2s" {
			t.Errorf("byes %d, clock %s; want %d", c.Byes, c.Clock, byes)
		}
	}
}
