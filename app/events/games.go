package events

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
	"tafl3d/tournament/tables"
)

// gameOf returns a tournament game for the board.
func gameOf(h *Event, d tournament.Due) *board.Contest {
	b := &board.Contest{Due: d, Names: h.Names(&d.Game)}
	for side, id := range d.Game.Players {
		e, _ := h.State.Entrant(id)
		b.Details[side] = textEntrant(e)
	}
	return b
}

// setupOf returns the setup of a tournament game.
func setupOf(h *Event, b *board.Contest) board.Setup {
	s := board.Setup{Variant: b.Due.Game.Variant, Control: h.Control, Contest: b}
	for side, id := range b.Due.Game.Players {
		e, _ := h.State.Entrant(id)
		s.Levels[side] = levelOf(e)
	}
	return s
}

// playGame starts or resumes a tournament game at the board. Games against remote players are joined.
func (r *Room) playGame(d tournament.Due) {
	if r.Event.BetweenMachines(d.Game) {
		r.joinGame(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
		return
	}
	v, err := r.board.Lib.Get(d.Game.Variant)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	k, err := r.record(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	m := match.New(v.Rules.Start(), r.Event.Control)
	if k != nil {
		m = k.Match
	}
	if m.Outcome().Over() { // the result was lost in a crash
		s := m.State()
		r.Happen(play.Reported(d, &s))
		return
	}
	b := gameOf(r.Event, d)
	b.Play = true
	s := setupOf(r.Event, b)
	if err = r.seatGuests(&s, d); err == nil {
		err = r.board.Sit(v, s, m)
	}
	if err != nil {
		b.Leave()
		r.shell.Refuse(words.Error(err))
	}
}

// joinGame joins or watches a network game of the tournament.
func (r *Room) joinGame(n tables.Game) {
	h := r.Event
	switch {
	case r.guests.venue == nil:
		r.shell.Refuse(textVenueFirst)
	case h.Open[n] == "":
		r.shell.Refuse(textVenueWaits)
	default:
		r.opt.Seats.Join(r.guests.venue.Venue, h.Open[n])
	}
}

// seatGuests adds the engines of a game, with detection of crashes and hangs.
func (r *Room) seatGuests(s *board.Setup, d tournament.Due) error {
	seeds, _ := play.Chance(r.Event.State.Config().Seed, d)
	for side, id := range d.Game.Players {
		e, _ := r.Event.State.Entrant(id)
		if e.Kind == Person {
			continue
		}
		p, err := r.guest(s.Contest, e, d.Game.Variant, seeds[side])
		if err != nil {
			r.Happen(play.Failed(d, game.Side(side), err))
			return err
		}
		s.Guests[side] = play.Guard{Player: p, Clock: r.opt.Clock, Limit: play.Hang, Grace: play.Grace}
	}
	return nil
}

// watchGame shows a running game.
func (r *Room) watchGame(l *Live) {
	b := gameOf(r.Event, l.Due)
	relay := &Relay{Out: make(chan table.Update, RelayMost), Live: l}
	r.board.Leave()
	l.Watched = relay
	l.Take()
	l.Pace.Store(int64(max(board.WatchPace, l.rest)))
	if r.opt.Pace != 0 {
		l.Pace.Store(int64(max(r.opt.Pace, 0)))
	}
	relay.Put(table.Update{State: l.State})
	r.look(l.Variant, setupOf(r.Event, b), l.State, relay)
}

// look shows a game for watching.
func (r *Room) look(v *variant.Variant, s board.Setup, state match.State, relay *Relay) {
	r.board.Attach(lookedAt(v, s, state, relay))
}

// lookedAt returns a game for watching.
func lookedAt(v *variant.Variant, s board.Setup, state match.State, relay *Relay) *board.Game {
	g := &board.Game{Variant: v, Setup: s, Table: relay, Contest: s.Contest}
	g.Take(state)
	g.Shown = g.At(state.Record.Ply())
	return g
}

// replayGame shows a finished game from its start.
func (r *Room) replayGame(d tournament.Due) {
	k, err := r.record(tables.Game{Pairing: d.Pairing, Leg: d.Leg})
	switch {
	case err != nil:
		r.shell.Refuse(words.Error(err))
	case k == nil:
		r.shell.Refuse(textNoRecord)
	default:
		r.showRecord(r.Event, d, k)
	}
}

// showRecord shows the record of a game from its start.
func (r *Room) showRecord(h *Event, d tournament.Due, k *board.Kept) {
	s := k.Match.State()
	if !s.Outcome.Over() {
		s.Outcome = decreed(&d.Game)
	}
	setup := setupOf(h, gameOf(h, d))
	setup.Levels = [game.Sides]int{words.Levels, words.Levels} // no human plays any more
	relay := &Relay{Out: make(chan table.Update, RelayMost)}
	relay.Put(table.Update{State: s})
	r.look(k.Variant, setup, s, relay)
	r.board.GoTo(0)
}

// decreed returns the outcome of a game that was not decided on the board.
func decreed(l *tournament.Leg) game.Outcome {
	switch l.Verdict {
	case tournament.Attackers:
		return game.Won(game.Attackers, game.Adjudicated)
	case tournament.Defenders:
		return game.Won(game.Defenders, game.Adjudicated)
	}
	return game.Drawn(game.Adjudicated)
}

// Score records the result of the game at the board once it is over.
func (r *Room) Score() {
	g := r.board.Game()
	b := g.Contest
	if b == nil || !b.Play || b.Scored || !g.State.Outcome.Over() {
		return
	}
	b.Scored = true
	r.Happen(play.Reported(b.Due, &g.State))
}

// ScoreFailure records a forfeit by a player that failed.
func (r *Room) ScoreFailure(f *table.PlayerError) {
	b := r.board.Game().Contest
	if b == nil || !b.Play || b.Scored {
		return
	}
	b.Scored = true
	if r.Happen(play.Failed(b.Due, f.Side, f.Err)) {
		r.shell.Say(TextForfeits(b.Names[f.Side], words.Plain(f.Err)), panel.Bad)
		r.openEvent()
	}
}

// guest returns an engine that plays against a human.
func (r *Room) guest(b *board.Contest, e tournament.Entrant, variant string, seed uint64) (table.Player, error) {
	var p table.Player
	var end func()
	var err error
	switch {
	case strings.HasPrefix(e.Ref, refLevel) && r.opt.Engines != nil:
		p, end, err = r.opt.Engines.Player(board.Computer{Level: levelOf(e)}, variant, seed)
	case r.opt.Events.Entrants == nil:
		err = errors.New(textNoEngines)
	default:
		p, end, err = r.opt.Events.Entrants.Contender(e.Ref, variant, seed)
	}
	if err == nil {
		b.Ends = append(b.Ends, end)
	}
	return p, err
}

// KeepGame saves the game at the board.
func (r *Room) KeepGame(g *board.Game) {
	if g.Contest.Play {
		r.KeepRecord(tables.Game{Pairing: g.Contest.Due.Pairing, Leg: g.Contest.Due.Leg}, g.Header(), g.State)
	}
}

// Free reports whether the game at the board is not part of a tournament.
func (r *Room) Free() bool { return r.board.Game().Contest == nil }

// MayAsk reports whether hints are allowed.
func (r *Room) MayAsk() bool { return r.Free() && r.board.Going() }

// gamePage shows the result of a tournament game.
type gamePage struct{ a *Room }

func (p gamePage) Show() panel.Dialog {
	g := p.a.board.Game()
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Width: panel.ShortRow, Title: board.TextOutcome(g, o),
		Lines: []string{board.TextCause(g, o), words.Length(g.State.Record.Ply())}, Cancel: "close"}
	more := len(p.a.Event.Mine()) > 0
	if more {
		d.Buttons = append(d.Buttons, panel.Button{ID: "next", Label: TextNextGame, Icon: "play", Primary: true,
			Press: func() {
				next := p.a.Event.Mine()[0]
				p.a.shell.CloseTop()
				p.a.playGame(next)
			}})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "hall", Label: textToTournament, Icon: "events", Primary: !more, Press: func() {
			p.a.shell.CloseTop()
			p.a.openEvent()
		}},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review", Press: func() {
			p.a.shell.CloseTop()
			p.a.board.GoTo(0)
		}})
	return d
}

// Over shows the result of the tournament game at the board.
func (r *Room) Over() { r.shell.Open(gamePage{r}) }

// record returns the record of a game; nil: none.
func (r *Room) record(n tables.Game) (*board.Kept, error) {
	name := RecordFile(r.Event.ID, n)
	data, err := r.Event.Records[name], error(nil)
	if data == nil {
		data, err = r.opt.Events.Events.Load(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k *board.Kept
	if err == nil {
		k, err = r.board.ReadGame(data, r.board.Lib.Get)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.opt.Events.Events.Where(name), err)
	}
	return k, nil
}
