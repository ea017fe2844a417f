// Package netgame handles a network game at the board: joining, information beyond the match itself, chat and
// requests of the players, the end, and the next game.
package netgame

import (
	"context"
	"reflect"
	"slices"
	"time"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Client provides functions of the rest of the program.
type Client interface {
	EventOf(g *board.Game) bool // reports whether g belongs to the current tournament
	ToEvent()                   // opens that tournament
	Through()                   // replays the finished game
	Review()                    // reviews the game
	Share()                     // opens the page for saving and sharing
	Title()                     // shows the title screen
}

// Controller handles the network game at the board. Use it on the main thread.
type Controller struct {
	shell     *shell.Shell
	board     *board.Board
	online    *online.Room
	client    Client
	clock     table.Clock
	joining   *board.Remote // a game whose first message has not arrived
	following following     // starts after the game at the board
}

// New returns a Controller without a game. Call Enter before use.
func New(b *board.Board, clock table.Clock, c Client) *Controller {
	return &Controller{shell: b.Shell(), board: b, clock: clock, client: c}
}

// Enter sets the connections to hosts.
func (r *Controller) Enter(o *online.Room) { r.online = o }

// Away reports whether the game at the board is a network game.
func (r *Controller) Away() bool { return r.board.Game() != nil && r.board.Game().Remote != nil }

// Plays reports whether a local player takes part.
func (r *Controller) Plays() bool {
	return r.Away() && r.board.Going() && !r.board.Game().Setup.Watched()
}

// Joining reports whether a game is being joined; with an empty id, whether any is.
func (r *Controller) Joining(id string) bool {
	return r.joining != nil && (id == "" || r.joining.ID == id)
}

// StopJoining cancels joining a game of h; nil: of any host.
func (r *Controller) StopJoining(h remote.Host) {
	if j := r.joining; j != nil && (h == nil || j.Host == h) {
		j.Remote.Close()
		r.joining = nil
	}
}

// Stop cancels all joining.
func (r *Controller) Stop() {
	r.StopJoining(nil)
	r.following = following{}
}

// Over shows the result.
func (r *Controller) Over() { r.shell.Open(overPage{r}) }

// GoTo opens a game of a host, in progress or over, or returns to it at the board. A local game is saved
// without asking, because it can be resumed.
func (r *Controller) GoTo(c remote.Host, id string) {
	if g := r.board.Game(); g != nil && g.Remote != nil && g.Remote.ID == id && g.Remote.Host == c {
		r.shell.Clear()
		if !r.board.Going() {
			r.shell.Open(overPage{r})
		}
		r.shell.Touch()
		return
	}
	if g := r.board.Game(); g != nil && g.Remote == nil && g.Contest == nil {
		r.Join(c, id)
		return
	}
	r.board.AskLeave(func() { r.Join(c, id) })
}

// Join joins a game of a host once its first message arrives. Until then nothing changes here.
func (r *Controller) Join(c remote.Host, id string) {
	if g := r.board.Game(); g != nil && g.Remote != nil && g.Remote.ID == id && g.Remote.Host == c ||
		r.joining != nil &&
			r.joining.ID == id {
		return
	}
	if r.joining != nil {
		r.joining.Remote.Close()
	}
	r.joining = &board.Remote{Host: c, ID: id, Remote: c.Join(id)}
	r.shell.Touch()
}

// arrive handles the first message of a game that is being joined.
func (r *Controller) arrive() {
	f := r.joining
	if f == nil {
		return
	}
	select {
	case u, ok := <-f.Remote.Updates():
		r.joining = nil
		if ok && u.Err == nil {
			r.sit(f, u)
		}
	default:
		if err := f.Remote.Status().Err; err != nil {
			r.joining = nil
			f.Remote.Close()
			r.shell.Refuse(words.Error(err))
		}
	}
}

// sit shows a network game. A local game in progress is saved and can be resumed.
func (r *Controller) sit(f *board.Remote, u table.Update) {
	f.Status, f.Link = f.Remote.Status(), f.Host.Link()
	f.Heard, f.Former = len(f.Status.Said), u.State.Outcome.Over()
	control, _ := match.ParseControl(f.Status.Spec.Clock) // the host has validated it
	s := board.Setup{Variant: f.Status.Variant.ID, Own: f.Status.Variant, Control: control}
	for side, p := range f.Status.Spec.Seats {
		if !f.Status.You[side] {
			s.Remote[side] = p.Called()
		}
	}
	last := r.board.Game()
	g := &board.Game{Variant: f.Status.Variant, Setup: s, Remote: f, Table: f.Remote}
	g.Take(u.State)
	g.Shown = g.At(u.State.Record.Ply())
	g.Ending = u.State.Outcome.Over()
	r.board.Attach(g)
	r.sat(g)
	if last != nil && last.Remote != nil && last.Ending {
		r.shell.Say(board.TextEnd(last, last.State.Outcome), panel.Plain) // another page hid the result
	}
}

// Dismiss implements online.Games.
func (r *Controller) Dismiss(h remote.Host) {
	if g := r.board.Game(); g != nil && g.Remote != nil && g.Remote.Host == h {
		r.board.Leave()
	}
	r.StopJoining(h)
	if r.following.host == h {
		r.following = following{}
	}
}

// Frame handles the messages of network games.
func (r *Controller) Frame(now time.Time) {
	if f := r.following; f.host != nil && !now.Before(f.at) {
		r.follow()
	}
	r.arrive()
	r.watch()
	r.online.Frame(now)
	if _, ok := r.Next(now); ok {
		r.shell.Touch()
	}
}

// Noticed implements online.Games.
func (r *Controller) Noticed(h remote.Host, n wire.Notice) {
	g := r.board.Game()
	switch n.Kind {
	case wire.NoticeGame:
		if h == nil {
			return
		}
		r.online.Began()
		if r.Plays() || r.board.Preparing() {
			r.shell.Say(r.online.Mine(1), panel.Good)
			return
		}
		r.begun(h, n.Game)
	case wire.NoticeChallenge:
		r.online.Challenged(n.Text)
	case wire.NoticeRematch:
		r.shell.Say(textWantsRematch, panel.Good)
	case wire.NoticeDeclined:
		r.shell.Say(textDeclines(n.Text), panel.Plain)
		if g.Against(n.Text) {
			g.Remote.Asked = false
		}
	case wire.NoticeAway:
		r.shell.Say(online.TextAwaits(n.Text), panel.Plain)
		if g.Against(n.Text) {
			g.Remote.Away = true
		}
	}
}

// rematch requests a rematch once.
func (r *Controller) rematch() {
	f := r.board.Game().Remote
	if f.Asked || r.online.Busy() {
		return
	}
	f.Away = false
	r.online.Beyond(func(ctx context.Context) func() {
		if err := f.Host.Rematch(ctx, f.ID); err != nil {
			return r.online.Failed(err)
		}
		return func() {
			f.Asked = true
			if !f.Away { // already reported, or reported later
				r.shell.Say(online.TextRematchSent, panel.Plain)
			}
		}
	})
}

// changeBy finds the rating change of a game in the history of ratings; known is false if it is missing.
func changeBy(history map[string][]wire.Step, game string) (c board.RatingChange, known bool) {
	for _, steps := range history {
		i := slices.IndexFunc(steps, func(st wire.Step) bool { return st.Game == game })
		if i < 0 {
			continue
		}
		c.Was = firstPoints
		if i > 0 {
			c.Was = steps[i-1].Points
		}
		c.Is = steps[i].Points
		return c, true
	}
	return c, false
}

// readTime is the time for which a result is shown before the next game.
const readTime = 5 * time.Second

// following is the next game, while a result is shown.
type following struct {
	host remote.Host // nil: none
	id   string
	at   time.Time // time of the automatic change
}

// begun joins a new game: at once, or after the result of the previous one was shown. A player who requested
// a rematch has seen it.
func (r *Controller) begun(c remote.Host, id string) {
	now := r.clock.Now()
	if g := r.board.Game(); g != nil && g.Remote != nil && g.State.Outcome.Over() && !g.Remote.Asked {
		ended := g.Remote.Ended
		if ended.IsZero() {
			ended = now
		}
		if at := ended.Add(readTime); now.Before(at) {
			r.following = following{c, id, at}
			r.shell.Touch()
			return
		}
	}
	r.Join(c, id)
}

// follow joins the next game.
func (r *Controller) follow() {
	f := r.following
	r.following = following{}
	if f.host != nil {
		r.Join(f.host, f.id)
	}
}

// watch handles the messages of a host about the game at the board, other than the match itself.
func (r *Controller) watch() {
	g := r.board.Game()
	if g == nil || g.Remote == nil {
		return
	}
	f := g.Remote
	was, wasLink := f.Status, f.Link
	f.Status, f.Link = f.Remote.Status(), f.Host.Link()
	if wasLink.State != f.Link.State || wasLink.Lag != f.Link.Lag || !reflect.DeepEqual(was, f.Status) {
		r.shell.Touch()
	}
	if g.State.Outcome.Over() && f.Ended.IsZero() {
		f.Ended = r.clock.Now()
		r.sat(g)
		r.askChange(g)
	}
	if was.Asked != f.Status.Asked {
		r.question()
	}
	if f.Status.Aborted && !was.Aborted {
		r.shell.Say(board.TextAborted, panel.Plain)
		r.shell.Open(overPage{r})
		r.sat(g)
	}
	if err := f.Status.Err; err != nil && was.Err == nil {
		r.shell.Refuse(words.Error(err))
	}
	r.listen()
}

// firstPoints is the initial rating at a service.
const firstPoints = 1500

// Number of requests for a rating change and the pauses between them.
const (
	changeTries = 12
	changeWait  = time.Second
)

// askChange asks the service for our rating change after a rated game, until it is known.
func (r *Controller) askChange(g *board.Game) {
	f := g.Remote
	s, is := f.Host.(remote.Service)
	if !is || !f.Status.Spec.Rated || g.Setup.Watched() {
		return
	}
	r.shell.Go(func() {
		for range changeTries {
			if p, err := wire.GetPlayer.Ask(r.shell.Ctx(), s, wire.None{}, s.Me().Name); err == nil {
				if c, known := changeBy(p.History, f.ID); known {
					r.shell.Later(func() { r.rated(f, c) })
					return
				}
			}
			if past, err := wire.GetGame.Ask(r.shell.Ctx(), s, wire.None{}, f.ID); err == nil && !past.Rated {
				r.shell.Later(func() { r.rated(f, board.RatingChange{Not: true}) })
				return
			}
			select {
			case <-r.shell.Ctx().Done():
				return
			case <-r.clock.After(changeWait):
			}
		}
	})
}

// rated handles our rating change. The result page shows it; if that was closed, a notice does.
func (r *Controller) rated(f *board.Remote, c board.RatingChange) {
	f.Change = c
	r.shell.Touch()
	announced := r.shell.Has(func(p shell.Page) bool { _, is := p.(overPage); return is })
	if g := r.board.Game(); g == nil || g.Remote != f || !g.Ending && !announced {
		r.shell.Say(textChange(c), panel.Plain)
	}
}

// question opens or closes the page of a request.
func (r *Controller) question() {
	r.shell.Shut("asked")
	if r.MayAnswer() {
		r.OpenAnswer()
	}
}

// listen shows new chat lines and marks them as unread.
func (r *Controller) listen() {
	f := r.board.Game().Remote
	f.Heard = min(f.Heard, len(f.Status.Said))
	for _, s := range f.Status.Said[f.Heard:] {
		if !r.board.Game().Own(s) && !f.Muted {
			if f.Unread = !r.atChat(); f.Unread {
				r.shell.Say(textSaid(s), panel.Plain)
			}
		}
	}
	f.Heard = len(f.Status.Said)
}

// Notes returns the permanent notes of a network game.
func (r *Controller) Notes() (notes []panel.Note) {
	g := r.board.Game()
	if g.Remote == nil {
		return nil
	}
	st, now := &g.Remote.Status, r.clock.Now()
	tone := panel.Bad
	if g.Remote.Link.Up() {
		tone = panel.Good
	}
	notes = append(notes, panel.Note{Text: online.TextLink(g.Remote.Link), Tone: tone})
	if _, is := g.Remote.Host.(remote.Service); is {
		notes = append(notes, panel.Note{Text: textTerms(g), Tone: panel.Good})
	}
	if st.Spec.Delay > 0 {
		notes = append(notes, panel.Note{Text: online.TextBehind(st.Delay()), Tone: panel.Good})
	}
	if g.Setup.Watched() {
		notes = append(notes, panel.Note{Text: tongue.UpperFirst(tongue.Text(events.TextWatching)), Tone: panel.Good})
	}
	if side, ok := g.Opponent(); ok && !g.State.Outcome.Over() && !st.Aborted && g.Remote.Link.Up() {
		tone := panel.Plain
		if !st.Presence[side].Here {
			tone = panel.Bad
		}
		notes = append(notes, panel.Note{Text: textPresence(g.Setup.Remote[side], st.Presence[side].Here, g.Begun() ||
			st.Spec.Event != "", st.Until(side), now), Tone: tone})
	}
	if o := g.State.Offer; o.Open && !g.State.Outcome.Over() {
		notes = append(notes, panel.Note{Text: textOffered(g, o.By), Tone: panel.Plain})
	}
	if st.Asked.Kind != "" {
		notes = append(notes, panel.Note{Text: textAsked(g, st.Asked), Tone: panel.Plain})
	}
	if st.Waiting > 0 {
		notes = append(notes, panel.Note{Text: textSent(st.Waiting), Tone: panel.Plain})
	}
	return notes
}

// Next returns the time of the next visible change, or of the change to the next game.
func (r *Controller) Next(now time.Time) (time.Time, bool) {
	if f := &r.following; f.host != nil {
		return f.at, true
	}
	g := r.board.Game()
	if g == nil || g.Remote == nil {
		return time.Time{}, false
	}
	side, ok := g.Opponent()
	if st := &g.Remote.Status; ok && !st.Presence[side].Here && st.Until(side).After(now) {
		return now.Add(time.Second), true
	}
	return time.Time{}, false
}

// MayAnswer reports whether the opponent has made a request to the local player.
func (r *Controller) MayAnswer() bool {
	g := r.board.Game()
	if g == nil || g.Remote == nil {
		return false
	}
	q := g.Remote.Status.Asked
	return q.Kind != "" && !g.Setup.Watched() && !g.Setup.Here(q.By)
}

// MayAbort reports whether the game can still be aborted.
func (r *Controller) MayAbort() bool {
	g := r.board.Game()
	return g.Remote != nil && !g.Setup.Watched() && r.board.Going() && g.Remote.Status.Spec.Event == "" && !g.Begun()
}

// Abort aborts the game.
func (r *Controller) Abort() {
	if err := r.board.Game().Remote.Remote.Ask(r.board.Game().Speaker(), wire.Act{Kind: wire.Abort}); err != nil {
		r.shell.Refuse(words.Error(err))
	}
}

// OpenAnswer opens the page of the request.
func (r *Controller) OpenAnswer() { r.shell.Open(askedPage{r}) }

// askedPage shows a request of the opponent.
type askedPage struct{ r *Controller }

func (p askedPage) Show() panel.Dialog {
	return panel.Dialog{ID: "asked", Kind: panel.Question, Title: TextAnswer,
		Lines: []string{textAsked(p.r.board.Game(), p.r.board.Game().Remote.Status.Asked)}, Cancel: "close",
		Buttons: []panel.Button{
			{ID: "accept", Label: words.Accept, Icon: "accept", Press: func() { p.answer(wire.Accept) }},
			{ID: "decline", Label: words.Decline, Icon: "decline", Primary: true,
				Press: func() { p.answer(wire.Decline) }},
		}}
}

// answer sends the answer to the request.
func (p askedPage) answer(kind wire.Kind) {
	f, side := p.r.board.Game().Remote, p.r.board.Game().Speaker()
	p.r.shell.CloseTop()
	if err := f.Remote.Ask(side, wire.Act{Kind: kind, Of: string(f.Status.Asked.Kind)}); err != nil {
		p.r.shell.Refuse(words.Error(err))
	}
}

// overPage shows the result of a network game.
type overPage struct{ r *Controller }

func (p overPage) Show() panel.Dialog {
	g := p.r.board.Game()
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: board.TextAborted, Cancel: "close"}
	if o.Over() {
		d.Title, d.Lines = board.TextOutcome(g, o), []string{board.TextCause(g, o), words.Length(g.State.Record.Ply())}
	}
	if g.Remote.Change != (board.RatingChange{}) {
		d.Lines = append(d.Lines, textChange(g.Remote.Change))
	}
	switch {
	case p.r.following.host != nil:
		d.Buttons = append(d.Buttons, panel.Button{ID: "next", Label: events.TextNextGame, Icon: "play",
			Press: p.r.follow, Primary: true})
	case p.r.client.EventOf(g):
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: events.TextToEvent, Icon: "events",
			Press: p.leave(p.r.client.ToEvent), Primary: true})
	case o.Over() && !g.Setup.Watched():
		d.Buttons = append(d.Buttons, panel.Button{ID: "rematch", Label: textRematch, Icon: "rematch",
			Press: p.r.rematch, Primary: !g.Remote.Former, Disabled: g.Remote.Asked || p.r.online.Busy()})
	}
	switch side, ok := g.Opponent(); {
	case g.Remote.Asked && g.Remote.Away && ok:
		d.Lines = append(d.Lines, online.TextAwaits(g.Remote.Status.Spec.Seats[side].Name))
	case g.Remote.Asked:
		d.Lines = append(d.Lines, online.TextRematchSent)
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "through", Label: after.TextThrough, Icon: "play", Press: p.r.client.Through,
			Primary: g.Remote.Former && p.r.following.host == nil},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review", Press: p.leave(p.r.client.Review),
			Disabled: !p.r.board.MayStudy()},
		panel.Button{ID: "share", Label: after.TextKeep, Icon: "save", Press: p.r.client.Share},
		panel.Button{ID: "net", Label: online.TextLobby, Icon: "open", Press: p.r.online.Enter},
		panel.Button{ID: "title", Label: words.Title, Icon: "title", Press: p.r.client.Title})
	return d
}

// leave closes the page before do.
func (p overPage) leave(do func()) func() {
	return func() {
		p.r.shell.CloseTop()
		do()
	}
}

// Back closes the pages over the game at the board.
func (r *Controller) Back() {
	r.shell.Clear()
	if r.MayAnswer() {
		r.question()
	}
}

// sat reports the start or end of our network game to the lobby.
func (r *Controller) sat(g *board.Game) {
	if f := g.Remote; !g.Setup.Watched() {
		r.online.Reconnection.Sat(f.Host, f.ID, g.State.Outcome.Over() || f.Status.Aborted)
	}
}
