package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/longtest"
	"tafl3d/tournament"
)

// TestEvent runs a small tournament in the window: a human and two engines play Brandubh with both sides.
func TestEvent(t *testing.T) {
	t.Parallel()
	o := newOrganiser(t)
	o.makes([]string{"Astrid"}, []int{1, 1})
	o.playsTo(1, 2)
	o.quits()
	o.comesBack()
	o.playsTo(2, 0)
	o.isKilled()
	o.comesBack()
	o.playsTo(1000, 0)
	o.isOver("e2e-hall-small")
}

// TestLongEvent runs a tournament of two humans and six engines, a double round robin of Brandubh with 56
// games.
func TestLongEvent(t *testing.T) {
	t.Parallel()
	longtest.Only(t, "plays 56 games")
	o := newOrganiser(t)
	o.makes([]string{"Astrid", "Bjorn"}, []int{1, 1, 2, 2, 3, 3})
	o.watches("e2e-hall-watched")
	o.looksAround("e2e-hall-early")
	o.playsTo(4, 4)
	o.quits()
	o.comesBack()
	o.playsTo(5, 3)
	o.isKilled()
	o.comesBack()
	o.playsTo(4, 2)
	o.looksAround("e2e-hall-middle")
	o.playsTo(1000, 0)
	o.isOver("e2e-hall-great")
}

// playsTo plays that many games of humans, the first few moves of each by clicks, then resigns; it stops when
// the tournament is over.
func (o *organiser) playsTo(games, moves int) {
	o.t.Helper()
	for n := 0; n < games; {
		ev := o.event()
		if ev.Phase() == tournament.Over {
			return
		}
		d, due := o.mine(ev)
		switch {
		case due:
			if !o.seated {
				o.presses("mine", 0)
			}
			o.plays(d, moves)
			n++
		case ev.CanPair(time.Now()) == nil && len(ev.Due()) == 0:
			o.presses("pair", 0)
			o.until("the next round", func(now *tournament.Tournament) bool {
				return now.Round() > ev.Round() || now.Phase() == tournament.Over
			})
		default: // the engines are playing
			done := finished(ev)
			o.until("a game of engines to end",
				func(now *tournament.Tournament) bool { return finished(now) > done || now.Phase() == tournament.Over })
		}
	}
}

// finished returns the number of games with a result.
func finished(ev *tournament.Tournament) (n int) {
	for _, p := range ev.Pairings() {
		for _, l := range p.Legs {
			if l.Verdict != "" {
				n++
			}
		}
	}
	return n
}

// mine returns the next game for a human.
func (o *organiser) mine(ev *tournament.Tournament) (tournament.Due, bool) {
	list := ev.Due()
	i := slices.IndexFunc(list, func(d tournament.Due) bool {
		p, err := ev.Pairing(d.Pairing)
		waits := err != nil || slices.ContainsFunc(p.Legs[:d.Leg],
			func(l tournament.Leg) bool { return l.Verdict == "" })
		return !waits && (isPerson(ev, d.Game.Players[0]) || isPerson(ev, d.Game.Players[1]))
	})
	if i < 0 {
		return tournament.Due{}, false
	}
	return list[i], true
}

func isPerson(ev *tournament.Tournament, id int) bool {
	e, err := ev.Entrant(id)
	return err == nil && e.Kind == "person"
}

// plays makes some moves of the game at the board, resigns and returns to the tournament.
func (o *organiser) plays(d tournament.Due, moves int) {
	o.t.Helper()
	p := newPerson(o.display, game.Attackers, d.Game.Variant, o.data)
	p.record = filepath.Join(o.folder(), "games", fmt.Sprintf("pairing%04d-game%d.json", d.Pairing, d.Leg+1))
	p.sits()
	ev := o.event()
	for n := range moves {
		if !o.moves(p, ev, d, n) {
			break
		}
	}
	if o.open(d) {
		o.key("r")
		o.still()
		o.do("key", "--delay", "60", "Up", "Return") // No is the first button
	}
	o.until("the result of the game", func(*tournament.Tournament) bool { return !o.open(d) })
	o.still()
	o.key("Return") // to the next game, or to the tournament if there is none
	o.still()
	if _, o.seated = o.mine(o.event()); !o.seated {
		o.atBoard = true
		o.remembers()
	}
}

// moves makes a move by clicks after the reply to the previous one. It returns false once the game is over.
func (o *organiser) moves(p *person, ev *tournament.Tournament, d tournament.Due, n int) bool {
	o.t.Helper()
	var s match.State
	over := false
	o.keepsLooking(patience, pause, func() bool {
		if _, err := os.Stat(p.record); err == nil {
			_, s = p.read()
		} else {
			pos, err := start(d.Game.Variant)
			must(o.t, err == nil, "%v", err)
			s = match.New(pos, match.Control{}).State()
		}
		over = s.Outcome.Over() || !o.open(d)
		return over || isPerson(ev, d.Game.Players[s.Position.Turn()])
	}, inVain("the engine's answer"))
	if over {
		return false
	}
	p.still()
	p.clicks(p.choose(s))
	ply := s.Record.Ply()
	p.await("my move in the record", func(m *match.Match, _ *match.State) bool { return m.Ply() > ply })
	return true
}

// open reports whether a game has no result.
func (o *organiser) open(d tournament.Due) bool {
	o.t.Helper()
	return slices.ContainsFunc(o.event().Due(),
		func(e tournament.Due) bool { return e.Pairing == d.Pairing && e.Leg == d.Leg })
}

// quits ends the program during a game.
func (o *organiser) quits() {
	o.t.Helper()
	o.key("ctrl+q")
	o.prog.ended()
}

// isKilled kills the program, like a power failure.
func (o *organiser) isKilled() {
	o.t.Helper()
	must(o.t, o.prog.cmd.Process.Kill() == nil, "it cannot be killed")
	<-o.prog.done
}

// comesBack restarts the program and opens the tournament, which must be complete and without duplicates.
func (o *organiser) comesBack() {
	o.t.Helper()
	before := o.event()
	o.begins()
	o.presses("events", 0)
	o.presses("open", 0)
	o.seated, o.atBoard, o.fresh = false, false, true
	after := o.event()
	must(o.t, len(after.Log()) >= len(before.Log()), "%d events of the log, then %d", len(before.Log()),
		len(after.Log()))
	for i, e := range before.Log() {
		must(o.t, fmt.Sprint(after.Log()[i]) == fmt.Sprint(e), "event %d was %v and is %v", i, e, after.Log()[i])
	}
}

// looksAround opens every view of the tournament and keeps a picture of each.
func (o *organiser) looksAround(name string) {
	o.t.Helper()
	seated := o.seated
	o.leavesTheTable()
	for i := 3; i >= 0; i-- {
		o.presses("view", i)
		o.park()
		img := o.still()
		o.keep(name + "-" + strconv.Itoa(i))
		o.isAtView(img, i)
	}
	if seated { // back to the waiting game
		o.key("Escape")
		o.still()
		o.seated = true
	}
}

// isAtView checks that the picture shows the tournament with the tab of a view underlined.
func (o *organiser) isAtView(img *image.RGBA, view int) {
	o.t.Helper()
	for i := range 4 {
		at, there := o.find("view", i)
		must(o.t, there, "the hall has no tab %d", i)
		tab := image.Rect(at.X-60, at.Y-15, at.X+60, at.Y+20)
		must(o.t, mean(img, tab) < 70, "the hall is not on the screen, or something covers it")
		must(o.t, underlined(img, tab) == (i == view), "tab %d is not what is expected while view %d is open", i, view)
	}
}

// underlined reports whether a tab has the golden line of the open view.
func underlined(img *image.RGBA, tab image.Rectangle) bool {
	for y := tab.Min.Y + tab.Dy()/2; y < tab.Max.Y; y++ {
		if golden(img, image.Rect(tab.Min.X, y, tab.Max.X, y+1)) > tab.Dx()*3/4 {
			return true
		}
	}
	return false
}

// leavesTheTable returns from the game at the board to the tournament.
func (o *organiser) leavesTheTable() {
	o.t.Helper()
	if !o.seated {
		return
	}
	o.seated, o.atBoard = false, true
	o.key("g")
	o.still()
	o.remembers()
}

// watches watches an engine game in progress.
func (o *organiser) watches(name string) {
	o.t.Helper()
	before := o.still()
	ev := o.event()
	for _, d := range ev.Due() {
		if isPerson(ev, d.Game.Players[0]) || isPerson(ev, d.Game.Players[1]) || d.Leg > 0 {
			continue
		}
		o.presses("game", d.Pairing<<8|d.Leg)
		o.seesChange("the game that is watched", before, width*height/5)
		o.keep(name)
		o.atBoard = true
		o.key("g")
		o.still()
		o.remembers()
		return
	}
	o.t.Log("no game of engines was under way")
}

// isOver checks the end of the tournament: every game has one result, and the points equal the number of
// games.
func (o *organiser) isOver(name string) {
	o.t.Helper()
	ev := o.event()
	games := 0
	met := map[[game.Sides]int]bool{}
	for _, p := range ev.Pairings() {
		for _, l := range p.Legs {
			must(o.t, l.Verdict != "", "pairing %d has a game without a result", p.ID)
			must(o.t, !met[l.Players], "a game is doubled: %v", l.Players)
			met[l.Players] = true
			games++
		}
	}
	n := len(ev.Entrants())
	must(o.t, games == n*(n-1), "%d games of %d players", games, n)
	sum := tournament.Points(0)
	for _, r := range ev.Standings() {
		sum += r.Points
		must(o.t, r.Games == 2*(n-1), "%s played %d games", r.Name, r.Games)
	}
	must(o.t, sum == tournament.Points(2*games), "%v points in %d games", sum, games)
	o.t.Logf("%d games", games)
	if !o.honoured(ev) {
		o.presses("honours", 0)
	}
	o.park()
	o.still()
	o.keep(name + "-honours")
	o.turnsTo("the hall", "Escape")
	o.remembers()
	o.fresh = false
	o.looksAround(name)
	o.quits()
}

// honoured reports whether the final page opened automatically, which it does if the last game is an engine
// game.
func (o *organiser) honoured(ev *tournament.Tournament) bool {
	o.t.Helper()
	log := ev.Log()
	r, is := log[len(log)-1].Event.(tournament.Report)
	must(o.t, is, "the event ends with %T", log[len(log)-1].Event)
	p, err := ev.Pairing(r.Pairing)
	must(o.t, err == nil, "%v", err)
	return !isPerson(ev, p.Players[0]) && !isPerson(ev, p.Players[1])
}
