package app

import (
	"errors"
	"io/fs"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// sitting is the game at the table.
type sitting struct {
	variant  *variant.Variant
	setup    Setup
	table    table.Table
	state    match.State    // the newest that the table told
	legal    []game.Move    // the steps there are to choose from
	shown    shown          // what the board shows
	review   bool           // which is not the newest position
	threats  rules.Warnings // those that the table tells
	aware    rules.Warnings // all that there are
	bout     *bout          // the game of an event that this is, nil outside one
	asked    bool           // the computer is considering a draw
	ending   bool           // the end has come and is to be announced
	rest     func()         // waits until its players think no more; nil where they are not ours
	ends     []func()       // of players that have something to end
	analysis analysis
	far      *far // what a game over the network has besides; nil in a local one
}

// gameFile is where the game is saved after every move, and rulesFile the rules
// that it is played by if they are the player's own.
const (
	gameFile  = "game.json"
	rulesFile = "game.toml"
)

// start begins a new game.
func (a *board) start(s Setup) error {
	v, err := s.Own, error(nil)
	if v == nil {
		v, err = a.lib.Get(s.Variant)
	}
	if err != nil {
		return err
	}
	start := v.Rules.Start()
	if s.Start != nil {
		if start, err = v.Rules.Position(*s.Start); err != nil {
			return err
		}
	}
	return a.sit(v, s, match.New(start, s.Control))
}

// sit opens a table for m, in the place of the game before.
func (a *board) sit(v *variant.Variant, s Setup, m *match.Match) error {
	players, ends, err := a.players(v, &s)
	if err != nil {
		return err
	}
	a.leave()
	a.host.Begun()
	g := &sitting{variant: v, setup: s, bout: s.bout, ends: ends}
	g.take(m.State())
	g.shown = g.at(m.Ply())
	l := table.Start(a.Ctx(), table.Options{Match: m, Players: players, Clock: a.opt.Clock, Wake: a.opt.Wake})
	g.table, g.rest = l, l.Wait
	a.game, a.left = g, nil
	a.settle(g)
	return nil
}

// settle shows the game that has taken its place at the table.
func (a *board) settle(g *sitting) {
	a.setPace()
	a.Clear()
	a.set(g.variant)
	a.opt.View.Set(g.shown.position.Setup())
	var side *game.Side
	if alone, ok := g.setup.alone(); ok {
		side = &alone
		if a.opt.View.Camera().Flipped() {
			a.opt.View.Camera().Flip()
		}
	}
	a.opt.Ear.ListenAs(side)
	a.Touch()
}

// take makes s the newest state.
func (g *sitting) take(s match.State) {
	g.state = s
	g.legal = g.state.Position.Legal(nil, s.History)
	g.threats, g.aware = g.state.Position.Announced(), g.state.Position.Warnings()
}

// players returns the computer's players for a setup, and how to end them.
func (a *board) players(v *variant.Variant, s *Setup) (players [game.Sides]table.Player, ends []func(), err error) {
	for side, level := range s.Levels {
		if level == 0 {
			continue
		}
		p := s.guests[side]
		if p == nil {
			var end func()
			if p, end, err = a.player(v, s, game.Side(side)); err != nil {
				break
			}
			ends = append(ends, end)
		}
		players[side] = paced{p, a.opt.Clock, &a.pace}
	}
	if err != nil {
		for _, end := range ends {
			end()
		}
	}
	return players, ends, err
}

// player returns the computer's player of a side, and how to end it.
func (a *board) player(v *variant.Variant, s *Setup, side game.Side) (table.Player, func(), error) {
	c, err := a.host.Computer(s, side)
	if err != nil {
		return nil, nil, err
	}
	return a.opt.Engines.Player(c, v.ID, a.chance.Uint64())
}

// leave closes the table.
func (a *board) leave() {
	if a.game == nil {
		return
	}
	a.hand.hint.stop()
	a.game.analysis.stop()
	a.game.table.Close()
	a.sendHome(a.game)
	for u := range a.game.table.Updates() { // what it still had to tell
		if u.Err == nil && u.Action != nil {
			a.game.state = u.State
			a.autosave()
		}
	}
	a.game = nil
	a.hand.grip = emptyGrip()
	a.Touch()
}

// send asks the table for an action.
func (a *board) send(side game.Side, act match.Action) {
	if err := a.game.table.Send(side, act); err != nil {
		a.Refuse(words.Error(err))
	}
}

// drain takes in what the table has told.
func (a *board) drain() {
	for a.game != nil {
		select {
		case u, ok := <-a.game.table.Updates():
			if !ok {
				return
			}
			a.update(u)
		default:
			return
		}
	}
}

// update takes in one update.
func (a *board) update(u table.Update) {
	a.Touch()
	if u.Err != nil {
		a.refused(u)
		return
	}
	g := a.game
	before := g.state
	g.take(u.State)
	same := before.Position.Hash() == u.State.Position.Hash() && before.Record.Ply() == u.State.Record.Ply()
	if !same || len(u.Events) > 0 {
		a.hand.empty()
		a.follow(u)
		a.hand.takeUpChain()
	}
	if u.Action == nil { // how the game stands, and nothing new
		a.claims(match.Claims{})
		return
	}
	a.autosave()
	a.tellMeans(u.Events)
	a.tellTurn(before.Record.Ply())
	a.offers(u, before.Offer)
	a.claims(before.Claims)
	g.ending = g.ending && u.State.Outcome.Over() || u.State.Outcome.Over() && !before.Outcome.Over()
	a.hand.makeReady(u)
	a.host.Turned()
	if a.threatsOf(g).Any() && !same && !u.State.Outcome.Over() {
		a.opt.Ear.Warn()
	}
}

// refused says what the table has refused.
func (a *board) refused(u table.Update) {
	var failed *table.PlayerError
	switch {
	case errors.As(u.Err, &failed):
		a.Say(words.Failed(a.game.variant.Rules, failed), panel.Bad)
		a.host.Failed(failed)
	default:
		a.Refuse(words.Error(u.Err))
	}
}

// follow shows on the board what an update changed.
func (a *board) follow(u table.Update) {
	g := a.game
	_, undo := u.Action.(match.Undo)
	_, redo := u.Action.(match.Redo)
	jump := u.Action == nil || (undo || redo) && (g.review || moves(u.Events) > 2)
	b, _ := a.Beside()
	if g.review && !jump { // whoever looks at the past is left there
		return
	}
	g.review = false
	g.shown = g.at(g.state.Record.Ply())
	if b != nil { // the board shows something else
		return
	}
	if jump {
		a.opt.View.Set(g.state.Position.Setup())
	} else {
		a.perceive(u.Events)
	}
	if _, both := g.setup.alone(); a.host.Wishes().autoFlip && !both && !g.setup.watched() {
		a.face(g.state.Position.Turn())
	}
}

// perceive shows events and lets them be heard.
func (a *board) perceive(events []game.Event) {
	for _, ev := range events {
		a.opt.View.Show(ev)
		a.opt.Ear.Hear(ev)
	}
}

// moves counts the steps among events.
func moves(events []game.Event) (n int) {
	for _, ev := range events {
		if _, ok := ev.(game.Moved); ok {
			n++
		}
	}
	return n
}

// face turns the board so that side sits near.
func (a *board) face(side game.Side) {
	if c := a.opt.View.Camera(); c.Flipped() != (side == game.Defenders) {
		c.Flip()
	}
}

// announce tells the end of the game once the picture has got there.
func (a *board) announce() {
	g := a.game
	if g == nil || !g.ending || a.Depth() > 0 || a.opt.View.Busy() {
		return
	}
	if g.review { // the end is announced over the last position
		a.goTo(g.state.Record.Ply())
		return
	}
	g.ending = false
	a.host.Over()
}

// autosave writes the game down. A game without a move is not worth it.
func (a *board) autosave() {
	g := a.game
	if g.state.Record.Len() == 0 || g.far != nil {
		return
	}
	if g.bout != nil {
		a.host.Keep(g)
		return
	}
	data, err := match.Encode(g.header(), g.state)
	if err != nil {
		a.NotSaved(gameFile, err)
		return
	}
	a.Keep(gameFile, data)
	if a.lib.Mine(g.variant) {
		a.Keep(rulesFile, variant.Encode(g.variant, nil))
	}
}

func (g *sitting) header() match.Header {
	h := match.Header{Variant: g.variant.ID}
	for side, level := range g.setup.Levels {
		h.Seats[side] = match.Seat{Player: "human"}
		if level > 0 {
			h.Seats[side] = match.Seat{Player: "computer", Level: level, Name: g.setup.Who[side]}
		}
		if g.bout != nil {
			h.Seats[side].Name = g.bout.names[side]
		}
	}
	return h
}

// kept is a game that was read back.
type kept struct {
	variant *variant.Variant
	setup   Setup
	match   *match.Match
}

// loadGame returns the unfinished game that was left, nil if there is none. One
// that cannot be read is put aside and reported.
func (a *board) loadGame() *kept {
	if a.opt.Store == nil {
		return nil
	}
	data, err := a.opt.Store.Load(gameFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var k *kept
	if err == nil {
		k, err = a.readGame(data, a.playedBy)
	}
	if err != nil {
		a.PutAside(gameFile, words.BadGame, err)
		return nil
	}
	if k.match.Outcome().Over() || k.match.Ply() == 0 {
		return nil
	}
	return k
}

// readGame reads a saved game of a variant that find knows.
func (a *board) readGame(data []byte, find func(id string) (*variant.Variant, error)) (*kept, error) {
	var v *variant.Variant
	h, m, err := match.Decode(data, func(id string) (r *rules.Rules, err error) {
		if v, err = find(id); err != nil {
			return nil, err
		}
		return v.Rules, nil
	})
	if err != nil {
		return nil, err
	}
	k := &kept{variant: v, match: m, setup: Setup{Variant: v.ID, Control: m.Control()}}
	if a.lib.Mine(v) {
		k.setup.Own = v
	}
	if s, usual := m.State().Start, v.Rules.Start(); s.Hash() != usual.Hash() {
		start := s.Setup()
		k.setup.Start = &start
	}
	for side, s := range h.Seats {
		if s.Player == "computer" {
			k.setup.Levels[side], k.setup.Who[side] = min(max(s.Level, 1), words.Levels), s.Name
		}
	}
	return k, nil
}

// playedBy returns the variant by which the saved game is played. Rules of the
// player's own were saved with the game, for they may have changed since.
func (a *board) playedBy(id string) (*variant.Variant, error) {
	if text, err := a.opt.Store.Load(rulesFile); err == nil {
		own, err := variant.Parse(rulesFile, text, variant.All()...)
		if err == nil && own.ID == id {
			return own, nil
		}
		if err != nil {
			a.PutAside(rulesFile, words.BadGame, err)
		}
	}
	return a.lib.Get(id)
}

// resume goes on with a game that was left.
func (a *board) resume(k *kept) {
	if err := a.sit(k.variant, k.setup, k.match); err != nil {
		a.Refuse(words.Error(err))
	}
}

// setPace tells the computer's players how much time the picture needs.
func (a *board) setPace() {
	d := a.opt.Pace
	if d == 0 {
		d = usualPace
		if a.game != nil && a.game.setup.watched() {
			d = watchPace
		}
		if s := a.host.Wishes().speed; s > 0 && s < 1 {
			d = time.Duration(float32(d) / s)
		}
	}
	a.pace.Store(int64(max(d, 0)))
}

// piece returns what stands on sq in the position shown.
func (a *board) piece(sq game.Square) (game.Piece, game.Kind) {
	p := a.game.shown.position.At(sq)
	return p, a.game.variant.Rules.Kinds()[p]
}

// situation returns the present position for an adviser.
func (g *sitting) situation(now time.Time) table.Situation {
	return table.Situation{Position: g.state.Position, History: g.state.History.Clone(), Clock: g.state.Clock, Now: now}
}

// speaker returns the side in whose name whoever sits here asks for something.
func (g *sitting) speaker() game.Side {
	if side, alone := g.setup.alone(); alone {
		return side
	}
	return g.state.Position.Turn()
}

// begun reports whether both sides have moved.
func (g *sitting) begun() bool { return g.state.Record.Ply() >= game.Sides }

// going reports whether the game is being played, neither over nor called off.
func (g *sitting) going() bool {
	return !g.state.Outcome.Over() && (g.far == nil || !g.far.standing.Aborted)
}

// opponent returns the side that somebody elsewhere plays against the only
// human here; g may be nil.
func (g *sitting) opponent() (game.Side, bool) {
	if g == nil || g.far == nil {
		return 0, false
	}
	side, alone := g.setup.alone()
	return side.Other(), alone
}

// against reports whether the opponent has that name; g may be nil.
func (g *sitting) against(name string) bool {
	side, ok := g.opponent()
	return ok && g.far.standing.Spec.Seats[side].Name == name
}

// sendHome ends what the players of g have to end once they think no more, without
// waiting for it.
func (a *board) sendHome(g *sitting) {
	if g.rest == nil {
		return
	}
	a.Go(func() {
		g.rest()
		for _, end := range g.ends {
			end()
		}
		if g.bout != nil {
			g.bout.leave()
		}
	})
}

// The least time a computer takes for a step: against a human, and where one
// only watches and the picture has to keep up with both sides.
const (
	usualPace = 450 * time.Millisecond
	watchPace = 2 * usualPace
)
