package board

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// New returns a board without a game. host provides the functions outside the board.
func New(s *shell.Shell, opt Options, host Host) *Board {
	b := &Board{shell: s, opt: opt, host: host, Chance: rand.New(rand.NewPCG(opt.Seed, 0)), marks: scene.NoMarks(),
		told: map[game.Means]bool{}, toldSpared: map[rules.Spared]bool{}}
	b.Voice = &speech{a: b}
	b.Unfinished = &Unfinished{b: b, read: map[string]*Kept{}}
	b.Hand = &Hand{board: b, grip: emptyGrip()}
	b.Analyser, b.Claims, b.explainer = &Analyser{b}, &Claims{b}, &explainer{b}
	return b
}

// Start starts a new game.
func (b *Board) Start(s Setup) error {
	v, err := s.Own, error(nil)
	if v == nil {
		v, err = b.Lib.Get(s.Variant)
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
	return b.Sit(v, s, match.New(start, s.Control))
}

// Sit opens a table for m and replaces the previous game.
func (b *Board) Sit(v *variant.Variant, s Setup, m *match.Match) error {
	players, ends, err := b.players(v, &s)
	if err != nil {
		return err
	}
	b.Leave()
	b.host.Begun(v)
	g := &Game{Variant: v, Setup: s, Contest: s.Contest, ends: ends}
	g.Take(m.State())
	g.Shown = g.At(m.Ply())
	l := table.Start(b.shell.Ctx(), table.Options{Match: m, Players: players, Clock: b.opt.Clock, Wake: b.opt.Wake})
	g.Table, g.rest = l, l.Wait
	b.game = g
	b.settle(g)
	return nil
}

// Examine shows a study and replaces the previous game.
func (b *Board) Examine(v *variant.Variant, s Studied, now match.State) {
	b.Leave()
	b.host.Begun(v)
	g := &Game{Variant: v, Setup: Setup{Variant: v.ID}, Table: s, Studied: s}
	g.Take(now)
	g.Shown = g.At(now.Record.Ply())
	b.game = g
	b.settle(g)
}

// Sitter returns the name of the player of a side: "You", "The computer".
func (b *Board) Sitter(side game.Side) string { return b.game.sitter(side) }

// Attach puts a game that is played elsewhere on the board, in the place of the game before.
func (b *Board) Attach(g *Game) {
	b.Leave()
	b.game = g
	b.settle(g)
}

// settle shows the new game and closes all dialogs.
func (b *Board) settle(g *Game) {
	b.SetPace()
	b.shell.Clear()
	present(b, g)
}

// Exchange replaces the game. Dialogs stay open.
func (b *Board) Exchange(g *Game) {
	b.Leave()
	b.game = g
	b.SetPace()
	present(b, g)
}

// present shows a game from its player's side.
func present(b *Board, g *Game) {
	b.Set(g.Variant)
	b.opt.View.Set(g.Shown.position.Setup())
	var side *game.Side
	if alone, ok := g.Setup.Alone(); ok {
		side = &alone
		if b.opt.View.Camera().Flipped() {
			b.opt.View.Camera().Flip()
		}
	}
	b.opt.Ear.ListenAs(side)
	b.shell.Touch()
}

// players returns the computer players of a setup and functions that end them.
func (b *Board) players(v *variant.Variant, s *Setup) (players [game.Sides]table.Player, ends []func(), err error) {
	for side, level := range s.Levels {
		if level == 0 {
			continue
		}
		p := s.Guests[side]
		if p == nil {
			var end func()
			if p, end, err = b.player(v, s, game.Side(side)); err != nil {
				break
			}
			ends = append(ends, end)
		}
		players[side] = Paced{p, b.opt.Clock, &b.Pace}
	}
	if err != nil {
		for _, end := range ends {
			end()
		}
	}
	return players, ends, err
}

// player returns the computer player of a side and a function that ends it.
func (b *Board) player(v *variant.Variant, s *Setup, side game.Side) (table.Player, func(), error) {
	c, err := b.host.Computer(s, side)
	if err != nil {
		return nil, nil, err
	}
	return b.opt.Engines.Player(c, v.ID, b.Chance.Uint64())
}

// Paced delays the moves of a fast player.
type Paced struct {
	Player table.Player
	Clock  table.Clock
	Least  *atomic.Int64 // per step, in nanoseconds; may change at any time
}

// Choose implements table.Player.
func (p Paced) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	wait := p.Clock.After(time.Duration(p.Least.Load()))
	m, err := p.Player.Choose(ctx, s)
	if err != nil {
		return m, err
	}
	select {
	case <-wait:
		return m, nil
	case <-ctx.Done():
		return m, ctx.Err()
	}
}

// Leave closes the table.
func (b *Board) Leave() {
	if b.game == nil {
		return
	}
	b.Hand.Hint.stop()
	b.game.Analysis.stop()
	b.game.Table.Close()
	b.sendHome(b.game)
	for u := range b.game.Table.Updates() { // discard the remaining updates
		if u.Err == nil && u.Action != nil {
			b.game.State = u.State
			b.autosave()
		}
	}
	b.Unfinished.put(b.game)
	b.game = nil
	b.Hand.Reset()
	b.shell.Touch()
}

// Drain handles the pending updates of the table.
func (b *Board) Drain() {
	for b.game != nil {
		select {
		case u, ok := <-b.game.Table.Updates():
			if !ok {
				return
			}
			b.update(u)
		default:
			return
		}
	}
}

// update handles an update.
func (b *Board) update(u table.Update) {
	b.shell.Touch()
	if u.Err != nil {
		b.refused(u)
		return
	}
	b.Analyser.Glimpse(panel.Command{})
	g := b.game
	before := g.State
	g.Take(u.State)
	same := before.Position.Hash() == u.State.Position.Hash() && before.Record.Ply() == u.State.Record.Ply()
	if !same || len(u.Events) > 0 {
		b.Hand.Empty()
		b.follow(u)
		b.Hand.TakeUpChain()
	}
	if u.Action == nil { // only the state, no event
		if g.Remote != nil && g.State.Outcome.Over() { // it ended while we were disconnected
			b.host.Finished(g)
		}
		b.Claims.changed(match.Claims{})
		return
	}
	b.autosave()
	if _, played := u.Action.(match.Play); played && !g.review {
		b.explainer.tellReason()
	}
	b.tellTurn(before.Record.Ply())
	b.offers(u, before.Offer)
	b.Claims.changed(before.Claims)
	g.Ending = g.Studied == nil && (g.Ending && u.State.Outcome.Over() || u.State.Outcome.Over() &&
		!before.Outcome.Over())
	b.Hand.makeReady(u)
	b.host.Turned()
	if b.threatsOf(g).Any() && !same && !u.State.Outcome.Over() {
		b.opt.Ear.Warn()
	}
}

// refused shows why the table rejected an action.
func (b *Board) refused(u table.Update) {
	var failed *table.PlayerError
	switch {
	case errors.As(u.Err, &failed):
		b.shell.Say(words.Failed(b.game.Variant.Rules, failed), panel.Bad)
		b.host.Failed(failed)
	default:
		b.shell.Refuse(words.Error(u.Err))
	}
}

// follow shows the effect of an update on the board.
func (b *Board) follow(u table.Update) {
	g := b.game
	_, undo := u.Action.(match.Undo)
	_, redo := u.Action.(match.Redo)
	jump := u.Action == nil || (undo || redo) && (g.review || moves(u.Events) > 2)
	page, _ := b.shell.Beside()
	if g.review && !jump { // keep showing the earlier position
		return
	}
	g.review = false
	g.Shown = g.At(g.State.Record.Ply())
	if page != nil { // the board shows something else
		return
	}
	if jump {
		b.opt.View.Set(g.State.Position.Setup())
	} else {
		b.Perceive(u.Events)
	}
	if _, both := g.Setup.Alone(); b.host.Wishes().AutoFlip && !both && !g.Setup.Watched() && g.Studied == nil {
		b.face(g.State.Position.Turn())
	}
}

// Perceive shows events and plays their sounds.
func (b *Board) Perceive(events []game.Event) {
	for _, ev := range events {
		b.opt.View.Show(ev)
		b.opt.Ear.Hear(ev)
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

// face turns the board to the side of a player.
func (b *Board) face(side game.Side) {
	if c := b.opt.View.Camera(); c.Flipped() != (side == game.Defenders) {
		c.Flip()
	}
}

// Announce shows the result once the animation has finished.
func (b *Board) Announce() {
	g := b.game
	if g == nil || !g.Ending || !b.shell.InPlay() || b.opt.View.Busy() {
		return
	}
	if g.review { // announce the result over the last position
		b.GoTo(g.State.Record.Ply())
		return
	}
	g.Ending = false
	b.host.Over()
}

// Call names the game and saves it.
func (b *Board) Call(name string) {
	b.game.Name = name
	b.autosave()
	b.shell.Touch()
}

// Resume resumes an unfinished game.
func (b *Board) Resume(k *Kept) {
	if err := b.Sit(k.Variant, k.Setup, k.Match); err != nil {
		b.shell.Refuse(words.Error(err))
		return
	}
	b.game.File, b.game.Name = k.File, k.Name
	b.Unfinished.Take(k.File)
}

// SetPace sets the least time of computer moves to the time of the animation.
func (b *Board) SetPace() {
	d := b.opt.Pace
	if d == 0 {
		d = usualPace
		if b.game != nil && b.game.Setup.Watched() {
			d = WatchPace
		}
		if s := b.host.Wishes().Speed; s > 0 && s < 1 {
			d = time.Duration(float32(d) / s)
		}
	}
	b.Pace.Store(int64(max(d, 0)))
}

// Least time of a computer's step: against a human, and with two computers, where the animation must keep up.
const (
	usualPace = 450 * time.Millisecond
	WatchPace = 2 * usualPace
)

// sendHome ends the players of g once they stop thinking, without waiting.
func (b *Board) sendHome(g *Game) {
	if g.rest == nil {
		return
	}
	b.shell.Go(func() {
		g.rest()
		for _, end := range g.ends {
			end()
		}
		if g.Contest != nil {
			g.Contest.Leave()
		}
	})
}

// AskLeave runs do, which ends the current game, after asking for confirmation if the game is in progress.
func (b *Board) AskLeave(do func()) {
	g := b.game
	if g == nil || g.State.Outcome.Over() || g.State.Record.Ply() == 0 || g.Studied != nil || g.Contest != nil &&
		!g.Contest.Play {
		do()
		return
	}
	line := TextStays
	switch {
	case g.Remote != nil:
		line = textLeaveRemote
	case g.Contest != nil:
		line = textLeaveGame
	}
	b.shell.Ask(textLeaveAsk, line, textLeave, do)
}

func (b *Board) Pause() {
	g := b.game
	if g.State.Paused {
		b.Send(g.Speaker(), match.Resume{})
		return
	}
	b.Send(g.Speaker(), match.Pause{})
}
