package app

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

// goFar goes to a game that a club keeps, be it under way or over: back to it where it
// is at the table. A local game is kept meanwhile, so nobody is asked whether to leave it.
func (a *App) goFar(c remote.Host, id string) {
	if g := a.Game; g != nil && g.Remote != nil && g.Remote.ID == id && g.Remote.Club == c {
		a.Clear()
		if !a.Going() {
			a.Open(farOverPage{a})
		}
		a.Touch()
		return
	}
	if g := a.Game; g != nil && g.Remote == nil && g.Contest == nil {
		a.joinFar(c, id)
		return
	}
	a.AskLeave(func() { a.joinFar(c, id) })
}

// joinFar sits down at a game that a club keeps, once it has told of it. Until
// then nothing here changes.
func (a *App) joinFar(c remote.Host, id string) {
	if g := a.Game; g != nil && g.Remote != nil && g.Remote.ID == id && g.Remote.Club == c || a.joining != nil && a.joining.ID == id {
		return
	}
	if a.joining != nil {
		a.joining.Remote.Close()
	}
	a.joining = &board.Remote{Club: c, ID: id, Remote: c.Join(id)}
	a.Touch()
}

// arrive takes the first word from a game that is being joined.
func (a *App) arrive() {
	f := a.joining
	if f == nil {
		return
	}
	select {
	case u, ok := <-f.Remote.Updates():
		a.joining = nil
		if ok && u.Err == nil {
			a.sitFar(f, u)
		}
	default:
		if err := f.Remote.Standing().Err; err != nil {
			a.joining = nil
			f.Remote.Close()
			a.Refuse(words.Error(err))
		}
	}
}

// sitFar sits down at a game over the network. A local game that was under way
// is kept: one goes on with it afterwards.
func (a *App) sitFar(f *board.Remote, u table.Update) {
	f.Standing, f.Link = f.Remote.Standing(), f.Club.Link()
	f.Heard, f.Former = len(f.Standing.Said), u.State.Outcome.Over()
	control, _ := match.ParseControl(f.Standing.Spec.Clock) // which the far end has read
	s := board.Setup{Variant: f.Standing.Variant.ID, Own: f.Standing.Variant, Control: control}
	for side, p := range f.Standing.Spec.Seats {
		if !f.Standing.You[side] {
			s.Far[side] = p.Called()
		}
	}
	last := a.Game
	a.Leave()
	g := &board.Game{Variant: f.Standing.Variant, Setup: s, Remote: f, Table: f.Remote}
	g.Take(u.State)
	g.Shown = g.At(u.State.Record.Ply())
	g.Ending = u.State.Outcome.Over()
	a.Game = g
	a.Settle(g)
	a.sat(g)
	if last != nil && last.Remote != nil && last.Ending {
		a.Say(board.TextEnd(last, last.State.Outcome), panel.Plain) // something stood before its announcement
	}
}

// Dismiss implements online.Client.
func (c farClient) Dismiss(h remote.Host) {
	if g := c.Game; g != nil && g.Remote != nil && g.Remote.Club == h {
		c.Leave()
	}
	c.StopJoining(h)
	if c.following.club == h {
		c.following = following{}
	}
}

// frameFar takes in what came of games over the network.
func (a *App) frameFar(now time.Time) {
	if f := a.following; f.club != nil && !now.Before(f.at) {
		a.goFollowing()
	}
	a.arrive()
	a.watchFar()
	a.online.Frame(now)
	if _, ok := a.awayTick(now); ok {
		a.Touch()
	}
}

// Noticed implements online.Client.
func (c farClient) Noticed(h remote.Host, n wire.Notice) {
	a, g := c.App, c.Game
	switch n.Kind {
	case wire.NoticeGame:
		if h == nil {
			return
		}
		a.online.Began()
		if c.Plays() {
			a.Say(a.online.Mine(1), panel.Good)
			return
		}
		a.begun(h, n.Game)
	case wire.NoticeChallenge:
		a.online.Challenged(n.Text)
	case wire.NoticeRematch:
		a.Say(textWantsRematch, panel.Good)
	case wire.NoticeDeclined:
		a.Say(textDeclines(n.Text), panel.Plain)
		if g.Against(n.Text) {
			g.Remote.Asked = false
		}
	case wire.NoticeAway:
		a.Say(online.TextAwaits(n.Text), panel.Plain)
		if g.Against(n.Text) {
			g.Remote.Away = true
		}
	}
}

// rematch asks for another game after the one at the table, once.
func (a *App) rematch() {
	f := a.Game.Remote
	if f.Asked || a.online.Busy() {
		return
	}
	f.Away = false
	a.online.Beyond(func(ctx context.Context) func() {
		if err := f.Club.Rematch(ctx, f.ID); err != nil {
			return a.online.Failed(err)
		}
		return func() {
			f.Asked = true
			if !f.Away { // which is told by then, or comes after
				a.Say(online.TextRematchSent, panel.Plain)
			}
		}
	})
}

// changeBy finds what a game has changed in the history of ratings; it is not known
// where the game is not in it.
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

// readTime is how long the end of a game is left on the board when another follows.
const readTime = 5 * time.Second

// following is a game that has begun while the end of another is being looked at.
type following struct {
	club remote.Host // nil is none
	id   string
	at   time.Time // when the players go to it by themselves
}

// begun sits down at a game that has begun: at once, or when there was time to see
// how the one before it ended. Who has asked for another game has seen it.
func (a *App) begun(c remote.Host, id string) {
	now := a.opt.Clock.Now()
	if g := a.Game; g != nil && g.Remote != nil && g.State.Outcome.Over() && !g.Remote.Asked {
		ended := g.Remote.Ended
		if ended.IsZero() {
			ended = now
		}
		if at := ended.Add(readTime); now.Before(at) {
			a.following = following{c, id, at}
			a.Touch()
			return
		}
	}
	a.joinFar(c, id)
}

// goFollowing sits down at the game that has begun meanwhile.
func (a *App) goFollowing() {
	f := a.following
	a.following = following{}
	if f.club != nil {
		a.joinFar(f.club, f.id)
	}
}

// watchFar takes in what a club told of the game at the table beside the match.
func (a *App) watchFar() {
	g := a.Game
	if g == nil || g.Remote == nil {
		return
	}
	f := g.Remote
	was, wasLink := f.Standing, f.Link
	f.Standing, f.Link = f.Remote.Standing(), f.Club.Link()
	if wasLink.State != f.Link.State || wasLink.Lag != f.Link.Lag || !reflect.DeepEqual(was, f.Standing) {
		a.Touch()
	}
	if g.State.Outcome.Over() && f.Ended.IsZero() {
		f.Ended = a.opt.Clock.Now()
		a.sat(g)
		a.askChange(g)
	}
	if was.Asked != f.Standing.Asked {
		a.question()
	}
	if f.Standing.Aborted && !was.Aborted {
		a.Say(board.TextAborted, panel.Plain)
		a.Open(farOverPage{a})
		a.sat(g)
	}
	if err := f.Standing.Err; err != nil && was.Err == nil {
		a.Refuse(words.Error(err))
	}
	a.listen()
}

// firstPoints is the rating that newcomers begin with at a service.
const firstPoints = 1500

// How often, and after which pauses, a service is asked for a change of rating.
const (
	changeTries = 12
	changeWait  = time.Second
)

// askChange asks what the end of a rated game of ours has done to our rating, until the
// service has rated it.
func (a *App) askChange(g *board.Game) {
	f := g.Remote
	s, is := f.Club.(remote.Service)
	if !is || !f.Standing.Spec.Rated || g.Setup.Watched() {
		return
	}
	a.Go(func() {
		for range changeTries {
			if p, err := wire.GetPlayer.Ask(a.Ctx(), s, wire.None{}, s.Me().Name); err == nil {
				if c, known := changeBy(p.History, f.ID); known {
					a.Later(func() { a.rated(f, c) })
					return
				}
			}
			if past, err := wire.GetGame.Ask(a.Ctx(), s, wire.None{}, f.ID); err == nil && !past.Rated {
				a.Later(func() { a.rated(f, board.RatingChange{Not: true}) })
				return
			}
			select {
			case <-a.Ctx().Done():
				return
			case <-a.opt.Clock.After(changeWait):
			}
		}
	})
}

// rated takes in how a game has changed our rating. It stands where the end is
// announced; who is past that is told.
func (a *App) rated(f *board.Remote, c board.RatingChange) {
	f.Change = c
	a.Touch()
	announced := a.Has(func(p shell.Page) bool { _, is := p.(farOverPage); return is })
	if g := a.Game; g == nil || g.Remote != f || !g.Ending && !announced {
		a.Say(textChange(c), panel.Plain)
	}
}

// question opens or closes the dialog of a question.
func (a *App) question() {
	a.Shut("asked")
	if a.mayAnswer() {
		a.Open(askedPage{a})
	}
}

// listen shows what was said since, and marks it as unread.
func (a *App) listen() {
	f := a.Game.Remote
	f.Heard = min(f.Heard, len(f.Standing.Said))
	for _, s := range f.Standing.Said[f.Heard:] {
		if !a.Game.Own(s) && !f.Muted {
			if f.Unread = !a.atChat(); f.Unread {
				a.Say(textSaid(s), panel.Plain)
			}
		}
	}
	f.Heard = len(f.Standing.Said)
}

// farNotes are the lines that a networked game shows all the time.
func (a *App) farNotes() (notes []panel.Note) {
	g := a.Game
	if g.Remote == nil {
		return nil
	}
	st, now := &g.Remote.Standing, a.opt.Clock.Now()
	tone := map[remote.LinkState]panel.Tone{remote.LinkUp: panel.Good, remote.LinkTrying: panel.Bad, remote.LinkLost: panel.Bad}[g.Remote.Link.State]
	notes = append(notes, panel.Note{Text: online.TextLink(g.Remote.Link), Tone: tone})
	if _, is := g.Remote.Club.(remote.Service); is {
		notes = append(notes, panel.Note{Text: textTerms(g), Tone: panel.Good})
	}
	if st.Spec.Delay > 0 {
		notes = append(notes, panel.Note{Text: online.TextBehind(st.Delay()), Tone: panel.Good})
	}
	if g.Setup.Watched() {
		notes = append(notes, panel.Note{Text: tongue.UpperFirst(tongue.Text(events.TextWatching)), Tone: panel.Good})
	}
	if side, ok := g.Opponent(); ok && !g.State.Outcome.Over() && !st.Aborted && g.Remote.Link.State == remote.LinkUp {
		tone := panel.Plain
		if !st.Presence[side].Here {
			tone = panel.Bad
		}
		notes = append(notes, panel.Note{Text: textPresence(g.Setup.Far[side], st.Presence[side].Here, g.Begun() || st.Spec.Event != "", st.Until(side), now), Tone: tone})
	}
	if o := g.State.Offer; o.Open && !g.State.Outcome.Over() {
		notes = append(notes, panel.Note{Text: textOffered(g, o.By), Tone: panel.Plain})
	}
	if st.Asked.Kind != "" {
		notes = append(notes, panel.Note{Text: textAsked(g, st.Asked), Tone: panel.Plain})
	}
	notes = append(notes, g.Ready().Note(g.Variant.Rules.Board())...)
	if st.Waiting > 0 {
		notes = append(notes, panel.Note{Text: textSent(st.Waiting), Tone: panel.Plain})
	}
	return notes
}

// awayTick returns when the announced moment is shown anew, or a game follows another.
func (a *App) awayTick(now time.Time) (time.Time, bool) {
	if f := &a.following; f.club != nil {
		return f.at, true
	}
	g := a.Game
	if g == nil || g.Remote == nil {
		return time.Time{}, false
	}
	side, ok := g.Opponent()
	if st := &g.Remote.Standing; ok && !st.Presence[side].Here && st.Until(side).After(now) {
		return now.Add(time.Second), true
	}
	return time.Time{}, false
}

// farActs are those of a game over the network. Their buttons are there only
// while they make sense.
func farActs() []act {
	talks := func(a *App) bool { return a.Game.Remote != nil }
	return []act{
		{id: "answer", label: textAnswer, keys: key("w"), bar: true, game: true, rare: true, ready: (*App).mayAnswer, run: func(a *App, _ int) { a.Open(askedPage{a}) }},
		{id: "abort", label: textAbort, keys: key("x"), bar: true, game: true, rare: true, ready: (*App).mayAbort, run: func(a *App, _ int) { a.abort() }},
		{id: "chat", label: textChat, keys: key("t"), bar: true, game: true, rare: true, ready: talks, run: func(a *App, _ int) { a.openChat() }, on: func(a *App) bool { return a.Game.Remote.Unread }},
	}
}

// barred says why an act cannot be had in a game over the network, empty if it
// can.
func (a *App) barred(id string) string {
	if a.Game == nil || a.Game.Remote == nil {
		return ""
	}
	if asks := id == "undo" || id == "pause" || id == "draw" || id == "resign"; asks && a.Game.Setup.Watched() && !(id == "pause" && a.after.MayPlay()) {
		return tongue.UpperFirst(tongue.Text(events.TextWatching))
	}
	return map[string]string{"hint": textNoBrother, "redo": textNoRedo, "restart": textNoRestart}[id]
}

func (a *App) mayAnswer() bool {
	g := a.Game
	if g == nil || g.Remote == nil {
		return false
	}
	q := g.Remote.Standing.Asked
	return q.Kind != "" && !g.Setup.Watched() && !g.Setup.Here(q.By)
}

func (a *App) mayAbort() bool {
	g := a.Game
	return g.Remote != nil && !g.Setup.Watched() && a.Going() && g.Remote.Standing.Spec.Event == "" && !g.Begun()
}

func (a *App) abort() {
	if err := a.Game.Remote.Remote.Ask(a.Game.Speaker(), wire.Act{Kind: wire.Abort}); err != nil {
		a.Refuse(words.Error(err))
	}
}

// askedPage shows what the other side asks.
type askedPage struct{ a *App }

func (p askedPage) Show() panel.Dialog {
	return panel.Dialog{ID: "asked", Title: textAnswer, Lines: []string{textAsked(p.a.Game, p.a.Game.Remote.Standing.Asked)}, Cancel: "close", Buttons: []panel.Button{
		{ID: "accept", Label: words.Accept, Icon: "accept"},
		{ID: "decline", Label: words.Decline, Icon: "decline", Primary: true},
	}}
}

func (p askedPage) Do(c panel.Command) {
	f, side := p.a.Game.Remote, p.a.Game.Speaker()
	kind, is := map[string]wire.Kind{"accept": wire.Accept, "decline": wire.Decline}[c.ID]
	if !is {
		return
	}
	p.a.CloseTop()
	if err := f.Remote.Ask(side, wire.Act{Kind: kind, Of: string(f.Standing.Asked.Kind)}); err != nil {
		p.a.Refuse(words.Error(err))
	}
}

// farOverPage announces the end of a game over the network.
type farOverPage struct{ a *App }

func (p farOverPage) Show() panel.Dialog {
	g := p.a.Game
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: board.TextAborted, Cancel: "close"}
	if o.Over() {
		d.Title, d.Lines = board.TextOutcome(g, o), []string{board.TextCause(g, o), words.Length(g.State.Record.Ply())}
	}
	if g.Remote.Change != (board.RatingChange{}) {
		d.Lines = append(d.Lines, textChange(g.Remote.Change))
	}
	switch {
	case p.a.following.club != nil:
		d.Buttons = append(d.Buttons, panel.Button{ID: "next", Label: events.TextNextBout, Icon: "play", Primary: true})
	case p.a.EventOf(g):
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: events.TextToEvent, Icon: "events", Primary: true})
	case o.Over() && !g.Setup.Watched():
		d.Buttons = append(d.Buttons, panel.Button{ID: "rematch", Label: textRematch, Icon: "rematch", Primary: !g.Remote.Former, Disabled: g.Remote.Asked || p.a.online.Busy()})
	}
	switch side, ok := g.Opponent(); {
	case g.Remote.Asked && g.Remote.Away && ok:
		d.Lines = append(d.Lines, online.TextAwaits(g.Remote.Standing.Spec.Seats[side].Name))
	case g.Remote.Asked:
		d.Lines = append(d.Lines, online.TextRematchSent)
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "through", Label: after.TextThrough, Icon: "play", Primary: g.Remote.Former && p.a.following.club == nil},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review", Disabled: !p.a.MayStudy()},
		panel.Button{ID: "share", Label: after.TextKeep, Icon: "save"},
		panel.Button{ID: "net", Label: online.TextLobby, Icon: "open"},
		panel.Button{ID: "title", Label: words.Title, Icon: "title"})
	return d
}

func (p farOverPage) Do(c panel.Command) {
	switch c.ID {
	case "next":
		p.a.goFollowing()
	case "rematch":
		p.a.rematch()
	case "event":
		p.a.CloseTop()
		p.a.OpenAnyHall()
	case "through":
		p.a.after.Through()
	case "review":
		p.a.CloseTop()
		p.a.study.ReviewBoard()
	case "share":
		p.a.after.OpenShare()
	case "net":
		p.a.online.Enter()
	case "title":
		p.a.goTitle()
	}
}
