package app

import (
	"errors"
	"strconv"
	"strings"
	"tafl3d/tournament/tables"

	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
)

// The refs of engines.
const (
	refLevel = "level:"
)

// levelOf returns the level at which an entrant plays: 0 for a person, the
// highest for a program.
func levelOf(e tournament.Entrant) int {
	if e.Kind == events.Person {
		return 0
	}
	if text, is := strings.CutPrefix(e.Ref, refLevel); is {
		if n, err := strconv.Atoi(text); err == nil {
			return min(max(n, 1), words.Levels)
		}
	}
	return words.Levels
}

// boutOf returns a game of the event for the table.
func boutOf(h *events.Event, d tournament.Due) *board.Contest {
	b := &board.Contest{Due: d, Names: h.Names(&d.Game)}
	for side, id := range d.Game.Players {
		e, _ := h.State.Entrant(id)
		b.Details[side] = textEntrant(e)
	}
	return b
}

// setupOf returns how a game of the event is set up.
func setupOf(h *events.Event, b *board.Contest) board.Setup {
	s := board.Setup{Variant: b.Due.Game.Variant, Control: h.Control, Contest: b}
	for side, id := range b.Due.Game.Players {
		e, _ := h.State.Entrant(id)
		s.Levels[side] = levelOf(e)
	}
	return s
}

// playBout brings a game of the event to the table, where it was left if it has
// begun. One against somebody at another machine is joined.
func (a *App) playBout(d tournament.Due) {
	if a.events.Event.Abroad(d.Game) {
		a.joinBout(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
		return
	}
	v, err := a.Lib.Get(d.Game.Variant)
	if err != nil {
		a.Refuse(words.Error(err))
		return
	}
	k, err := a.record(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
	if err != nil {
		a.Refuse(words.Error(err))
		return
	}
	m := match.New(v.Rules.Start(), a.events.Event.Control)
	if k != nil {
		m = k.Match
	}
	if m.Outcome().Over() { // its result was lost in a crash
		s := m.State()
		a.events.Happen(play.Reported(d, &s))
		return
	}
	b := boutOf(a.events.Event, d)
	b.Play = true
	s := setupOf(a.events.Event, b)
	if err = a.seatGuests(&s, d); err == nil {
		err = a.Sit(v, s, m)
	}
	if err != nil {
		b.Leave()
		a.Refuse(words.Error(err))
	}
}

// joinBout sits down at a game of the event that is played over the network, or
// watches it.
func (a *App) joinBout(n tables.Game) {
	h := a.events.Event
	switch {
	case a.gate == nil:
		a.Refuse(textGateFirst)
	case h.Open[n] == "":
		a.Refuse(textGateWaits)
	default:
		a.joinFar(a.gate.venue, h.Open[n])
	}
}

// seatGuests seats the engines of a game at the table, such that one that
// crashes or hangs is found out.
func (a *App) seatGuests(s *board.Setup, d tournament.Due) error {
	seeds, _ := play.Chance(a.events.Event.State.Config().Seed, d)
	for side, id := range d.Game.Players {
		e, _ := a.events.Event.State.Entrant(id)
		if e.Kind == events.Person {
			continue
		}
		p, err := a.guest(s.Contest, e, d.Game.Variant, seeds[side])
		if err != nil {
			a.events.Happen(play.Failed(d, game.Side(side), err))
			return err
		}
		s.Guests[side] = play.Guard{Player: p, Clock: a.opt.Clock, Limit: play.Hang, Grace: play.Grace}
	}
	return nil
}

// watchBout shows a game that is under way.
func (a *App) watchBout(l *events.Live) {
	b := boutOf(a.events.Event, l.Due)
	r := &events.Relay{Out: make(chan table.Update, events.RelayMost), Live: l}
	a.Leave()
	l.Watched = r
	l.Take()
	l.Pace.Store(int64(board.WatchPace))
	if a.opt.Pace != 0 {
		l.Pace.Store(int64(max(a.opt.Pace, 0)))
	}
	r.Put(table.Update{State: l.State})
	a.look(l.Variant, setupOf(a.events.Event, b), l.State, r)
}

// look sits down where one can only look on.
func (a *App) look(v *variant.Variant, s board.Setup, state match.State, r *events.Relay) {
	a.Leave()
	g := &board.Game{Variant: v, Setup: s, Table: r, Contest: s.Contest}
	g.Take(state)
	g.Shown = g.At(state.Record.Ply())
	a.Game, a.Left = g, nil
	a.Settle(g)
}

// replayBout shows a game that is over from its start.
func (a *App) replayBout(d tournament.Due) {
	k, err := a.record(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
	switch {
	case err != nil:
		a.Refuse(words.Error(err))
	case k == nil:
		a.Refuse(textNoRecord)
	default:
		a.showRecord(a.events.Event, d, k)
	}
}

// showRecord shows a game of an event from its start.
func (a *App) showRecord(h *events.Event, d tournament.Due, k *board.Kept) {
	s := k.Match.State()
	if !s.Outcome.Over() {
		s.Outcome = decreed(&d.Game)
	}
	setup := setupOf(h, boutOf(h, d))
	setup.Levels = [game.Sides]int{words.Levels, words.Levels} // nobody plays any more
	r := &events.Relay{Out: make(chan table.Update, events.RelayMost)}
	r.Put(table.Update{State: s})
	a.look(k.Variant, setup, s, r)
	a.GoTo(0)
}

// decreed is the outcome of a game that was not decided on the board.
func decreed(l *tournament.Leg) game.Outcome {
	switch l.Verdict {
	case tournament.Attackers:
		return game.Won(game.Attackers, game.Adjudicated)
	case tournament.Defenders:
		return game.Won(game.Defenders, game.Adjudicated)
	}
	return game.Drawn(game.Adjudicated)
}

// score enters the result of the game at the table once it is over.
func (a *App) score() {
	g := a.Game
	b := g.Contest
	if b == nil || !b.Play || b.Scored || !g.State.Outcome.Over() {
		return
	}
	b.Scored = true
	a.events.Happen(play.Reported(b.Due, &g.State))
}

// scoreFailure forfeits the game at the table for a player that failed.
func (a *App) scoreFailure(f *table.PlayerError) {
	b := a.Game.Contest
	if b == nil || !b.Play || b.Scored {
		return
	}
	b.Scored = true
	if a.events.Happen(play.Failed(b.Due, f.Side, f.Err)) {
		a.Say(events.TextForfeits(b.Names[f.Side], f.Err.Error()), panel.Bad)
		a.openHall()
	}
}

// guest returns an engine that plays against a person.
func (a *App) guest(b *board.Contest, e tournament.Entrant, variant string, seed uint64) (table.Player, error) {
	var p table.Player
	var end func()
	var err error
	switch {
	case strings.HasPrefix(e.Ref, refLevel) && a.opt.Engines != nil:
		p, end, err = a.opt.Engines.Player(board.Computer{Level: levelOf(e)}, variant, seed)
	case a.opt.Hall.Entrants == nil:
		err = errors.New(textNoEngines)
	default:
		p, end, err = a.opt.Hall.Entrants.Contender(e.Ref, variant, seed)
	}
	if err == nil {
		b.Ends = append(b.Ends, end)
	}
	return p, err
}

// keepBout saves the game at the table.
func (a *App) keepBout(g *board.Game) {
	if g.Contest.Play {
		a.events.KeepRecord(tables.Game{Pairing: g.Contest.Due.Pairing, Leg: g.Contest.Due.Leg}, g.Header(), g.State)
	}
}

// free reports whether the game at the table is nobody's business but ours.
func (a *App) free() bool { return a.Game.Contest == nil }

// mayAsk reports whether a hint may be asked for.
func (a *App) mayAsk() bool { return a.free() && a.going() }

// boutPage announces the end of a game of the event.
type boutPage struct{ a *App }

func (p boutPage) Show() panel.Dialog {
	g := p.a.Game
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: board.TextOutcome(g, o), Lines: []string{board.TextCause(g, o), words.Length(g.State.Record.Ply())}, Cancel: "close"}
	more := len(p.a.events.Event.Mine()) > 0
	if more {
		d.Buttons = append(d.Buttons, panel.Button{ID: "next", Label: textNextBout, Icon: "play", Primary: true})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "hall", Label: textToHall, Icon: "events", Primary: !more},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review"})
	return d
}

func (p boutPage) Do(c panel.Command) {
	switch c.ID {
	case "next":
		if next := p.a.events.Event.Mine(); len(next) > 0 {
			p.a.CloseTop()
			p.a.playBout(next[0])
		}
	case "hall":
		p.a.CloseTop()
		p.a.openHall()
	case "review":
		p.a.CloseTop()
		p.a.GoTo(0)
	}
}
