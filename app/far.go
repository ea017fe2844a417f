package app

import (
	"context"
	"reflect"
	"slices"
	"time"

	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// far is what a game over the network has besides: the club that keeps it and
// what it told last.
type far struct {
	club     remote.Host
	id       string
	remote   remote.Table
	standing remote.Standing
	link     remote.Link
	heard    int // lines of chat that were shown
	muted    bool
	asked    bool         // the other for another game after it
	away     bool         // the other is not connected to hear that he is asked
	unread   bool         // somebody has spoken since the chat was open
	former   bool         // it was over when one came to it
	ended    time.Time    // when the end came here; zero before
	change   ratingChange // of our rating by the game; zero until the service has told it
	premove  premove
}

// goFar goes to a game that a club keeps, be it under way or over: back to it where it
// is at the table. A local game is kept meanwhile, so nobody is asked whether to leave it.
func (a *App) goFar(c remote.Host, id string) {
	if g := a.game; g != nil && g.far != nil && g.far.id == id && g.far.club == c {
		a.Clear()
		if !a.going() {
			a.Open(farOverPage{a})
		}
		a.Touch()
		return
	}
	if g := a.game; g != nil && g.far == nil && g.bout == nil {
		a.joinFar(c, id)
		return
	}
	a.askLeave(func() { a.joinFar(c, id) })
}

// joinFar sits down at a game that a club keeps, once it has told of it. Until
// then nothing here changes.
func (a *App) joinFar(c remote.Host, id string) {
	if g := a.game; g != nil && g.far != nil && g.far.id == id && g.far.club == c || a.joining != nil && a.joining.id == id {
		return
	}
	if a.joining != nil {
		a.joining.remote.Close()
	}
	a.joining = &far{club: c, id: id, remote: c.Join(id)}
	a.Touch()
}

// arrive takes the first word from a game that is being joined.
func (a *App) arrive() {
	f := a.joining
	if f == nil {
		return
	}
	select {
	case u, ok := <-f.remote.Updates():
		a.joining = nil
		if ok && u.Err == nil {
			a.sitFar(f, u)
		}
	default:
		if err := f.remote.Standing().Err; err != nil {
			a.joining = nil
			f.remote.Close()
			a.Refuse(words.Error(err))
		}
	}
}

// sitFar sits down at a game over the network. A local game that was under way
// is kept: one goes on with it afterwards.
func (a *App) sitFar(f *far, u table.Update) {
	f.standing, f.link = f.remote.Standing(), f.club.Link()
	f.heard, f.former = len(f.standing.Said), u.State.Outcome.Over()
	control, _ := match.ParseControl(f.standing.Spec.Clock) // which the far end has read
	s := Setup{Variant: f.standing.Variant.ID, Own: f.standing.Variant, Control: control}
	for side, p := range f.standing.Spec.Seats {
		if !f.standing.You[side] {
			s.Far[side] = p.Called()
		}
	}
	kept := a.keepAside()
	last := a.game
	a.leave()
	g := &sitting{variant: f.standing.Variant, setup: s, far: f, table: f.remote}
	g.take(u.State)
	g.shown = g.at(u.State.Record.Ply())
	g.ending = u.State.Outcome.Over()
	a.game = g
	if kept != nil {
		a.left = kept
	}
	a.settle(g)
	if last != nil && last.far != nil && last.ending {
		a.Say(textEnd(last, last.state.Outcome), panel.Plain) // something stood before its announcement
	}
}

// Dismiss implements online.Client.
func (c farClient) Dismiss(h remote.Host) {
	if g := c.game; g != nil && g.far != nil && g.far.club == h {
		c.leave()
	}
	if j := c.joining; j != nil && j.club == h {
		j.remote.Close()
		c.joining = nil
	}
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
	a, g := c.App, c.game
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
		if g.against(n.Text) {
			g.far.asked = false
		}
	case wire.NoticeAway:
		a.Say(online.TextAwaits(n.Text), panel.Plain)
		if g.against(n.Text) {
			g.far.away = true
		}
	}
}

// rematch asks for another game after the one at the table, once.
func (a *App) rematch() {
	f := a.game.far
	if f.asked || a.online.Busy() {
		return
	}
	f.away = false
	a.online.Beyond(func(ctx context.Context) func() {
		if err := f.club.Rematch(ctx, f.id); err != nil {
			return a.online.Failed(err)
		}
		return func() {
			f.asked = true
			if !f.away { // which is told by then, or comes after
				a.Say(online.TextRematchSent, panel.Plain)
			}
		}
	})
}

// ratingChange is a rating before a game and after it.
type ratingChange struct{ was, is int } // was is 0 before the first game in a pool

// changeBy finds what a game has changed in the history of ratings; it is not known
// where the game is not in it.
func changeBy(history map[string][]wire.Step, game string) (c ratingChange, known bool) {
	for _, steps := range history {
		i := slices.IndexFunc(steps, func(st wire.Step) bool { return st.Game == game })
		if i < 0 {
			continue
		}
		if i > 0 {
			c.was = steps[i-1].Points
		}
		c.is = steps[i].Points
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
	if g := a.game; g != nil && g.far != nil && g.state.Outcome.Over() && !g.far.asked {
		ended := g.far.ended
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

// keepAside returns the local game under way, to go on with it later; nil if
// there is none.
func (a *App) keepAside() *kept {
	g := a.game
	if g == nil || g.far != nil || g.state.Outcome.Over() || g.state.Record.Ply() == 0 {
		return nil
	}
	data, err := match.Encode(g.header(), g.state)
	if err == nil {
		_, m, err := match.Decode(data, func(string) (*rules.Rules, error) { return g.variant.Rules, nil })
		if err == nil {
			return &kept{variant: g.variant, setup: g.setup, match: m}
		}
	}
	a.NotSaved(gameFile, err)
	return nil
}

// watchFar takes in what a club told of the game at the table beside the match.
func (a *App) watchFar() {
	g := a.game
	if g == nil || g.far == nil {
		return
	}
	f := g.far
	was, wasLink := f.standing, f.link
	f.standing, f.link = f.remote.Standing(), f.club.Link()
	if wasLink.State != f.link.State || wasLink.Lag != f.link.Lag || !reflect.DeepEqual(was, f.standing) {
		a.Touch()
	}
	if g.state.Outcome.Over() && f.ended.IsZero() {
		f.ended = a.opt.Clock.Now()
		a.askChange(g)
	}
	if was.Asked != f.standing.Asked {
		a.question()
	}
	if f.standing.Aborted && !was.Aborted {
		a.Say(textAborted, panel.Plain)
		a.Open(farOverPage{a})
	}
	if err := f.standing.Err; err != nil && was.Err == nil {
		a.Refuse(words.Error(err))
	}
	a.listen()
}

// How often, and after which pauses, a service is asked for a change of rating.
const (
	changeTries = 12
	changeWait  = time.Second
)

// askChange asks what the end of a rated game of ours has done to our rating, until the
// service has rated it.
func (a *App) askChange(g *sitting) {
	f := g.far
	s, is := f.club.(remote.Service)
	if !is || !f.standing.Spec.Rated || g.setup.watched() {
		return
	}
	a.Go(func() {
		for range changeTries {
			if p, err := wire.GetPlayer.Ask(a.Ctx(), s, wire.None{}, s.Me().Name); err == nil {
				if c, known := changeBy(p.History, f.id); known {
					a.Later(func() { a.rated(f, c) })
					return
				}
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
func (a *App) rated(f *far, c ratingChange) {
	f.change = c
	a.Touch()
	announced := a.Has(func(p shell.Page) bool { _, is := p.(farOverPage); return is })
	if g := a.game; g == nil || g.far != f || !g.ending && !announced {
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

// own reports whether a line of chat is ours.
func (g *sitting) own(s wire.Said) bool {
	if side, alone := g.setup.alone(); alone {
		return s.By == g.far.standing.Spec.Seats[side].Name
	}
	at, is := g.far.club.(remote.Service)
	return is && s.By == at.Me().Name
}

// listen shows what was said since, and marks it as unread.
func (a *App) listen() {
	f := a.game.far
	f.heard = min(f.heard, len(f.standing.Said))
	for _, s := range f.standing.Said[f.heard:] {
		if !a.game.own(s) && !f.muted {
			a.Say(textSaid(s), panel.Plain)
			f.unread = !a.atChat()
		}
	}
	f.heard = len(f.standing.Said)
}

// farNotes are the lines that a networked game shows all the time.
func (a *App) farNotes() (notes []panel.Note) {
	g := a.game
	if g.far == nil {
		return nil
	}
	st, now := &g.far.standing, a.opt.Clock.Now()
	tone := map[remote.LinkState]panel.Tone{remote.LinkUp: panel.Good, remote.LinkTrying: panel.Bad, remote.LinkLost: panel.Bad}[g.far.link.State]
	notes = append(notes, panel.Note{Text: online.TextLink(g.far.link), Tone: tone})
	if _, is := g.far.club.(remote.Service); is {
		notes = append(notes, panel.Note{Text: textTerms(g), Tone: panel.Good})
	}
	if st.Spec.Delay > 0 {
		notes = append(notes, panel.Note{Text: online.TextBehind(st.Delay()), Tone: panel.Good})
	}
	if g.setup.watched() {
		notes = append(notes, panel.Note{Text: tongue.UpperFirst(tongue.Text(events.TextWatching)), Tone: panel.Good})
	}
	if side, ok := g.opponent(); ok && !g.state.Outcome.Over() && !st.Aborted && g.far.link.State == remote.LinkUp {
		tone := panel.Plain
		if !st.Presence[side].Here {
			tone = panel.Bad
		}
		notes = append(notes, panel.Note{Text: textPresence(g.setup.Far[side], st.Presence[side].Here, g.begun() || st.Spec.Event != "", st.Until(side), now), Tone: tone})
	}
	if o := g.state.Offer; o.Open && !g.state.Outcome.Over() {
		notes = append(notes, panel.Note{Text: textOffered(g, o.By), Tone: panel.Plain})
	}
	if st.Asked.Kind != "" {
		notes = append(notes, panel.Note{Text: textAsked(g, st.Asked), Tone: panel.Plain})
	}
	notes = append(notes, g.ready().note(g.variant.Rules.Board())...)
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
	g := a.game
	if g == nil || g.far == nil {
		return time.Time{}, false
	}
	side, ok := g.opponent()
	if st := &g.far.standing; ok && !st.Presence[side].Here && st.Until(side).After(now) {
		return now.Add(time.Second), true
	}
	return time.Time{}, false
}

// farActs are those of a game over the network. Their buttons are there only
// while they make sense.
func farActs() []act {
	talks := func(a *App) bool { return a.game.far != nil }
	return []act{
		{id: "answer", label: textAnswer, keys: key("w"), bar: true, game: true, rare: true, ready: (*App).mayAnswer, run: func(a *App, _ int) { a.Open(askedPage{a}) }},
		{id: "abort", label: textAbort, keys: key("x"), bar: true, game: true, rare: true, ready: (*App).mayAbort, run: func(a *App, _ int) { a.abort() }},
		{id: "chat", label: textChat, keys: key("t"), bar: true, game: true, rare: true, ready: talks, run: func(a *App, _ int) { a.openChat() }, on: func(a *App) bool { return a.game.far.unread }},
	}
}

// barred says why an act cannot be had in a game over the network, empty if it
// can.
func (a *App) barred(id string) string {
	if a.game == nil || a.game.far == nil {
		return ""
	}
	if asks := id == "undo" || id == "pause" || id == "draw" || id == "resign"; asks && a.game.setup.watched() {
		return tongue.UpperFirst(tongue.Text(events.TextWatching))
	}
	return map[string]string{"hint": textNoBrother, "redo": textNoRedo, "restart": textNoRestart}[id]
}

func (a *App) mayAnswer() bool {
	g := a.game
	if g == nil || g.far == nil {
		return false
	}
	q := g.far.standing.Asked
	return q.Kind != "" && !g.setup.watched() && !g.setup.here(q.By)
}

func (a *App) mayAbort() bool {
	g := a.game
	return g.far != nil && !g.setup.watched() && a.going() && g.far.standing.Spec.Event == "" && !g.begun()
}

func (a *App) abort() {
	if err := a.game.far.remote.Ask(a.game.speaker(), wire.Act{Kind: wire.Abort}); err != nil {
		a.Refuse(words.Error(err))
	}
}

// askedPage shows what the other side asks.
type askedPage struct{ a *App }

func (p askedPage) Show() panel.Dialog {
	return panel.Dialog{ID: "asked", Title: textAnswer, Lines: []string{textAsked(p.a.game, p.a.game.far.standing.Asked)}, Cancel: "close", Buttons: []panel.Button{
		{ID: "accept", Label: words.Accept, Icon: "accept"},
		{ID: "decline", Label: words.Decline, Icon: "decline", Primary: true},
	}}
}

func (p askedPage) Do(c panel.Command) {
	f, side := p.a.game.far, p.a.game.speaker()
	kind, is := map[string]wire.Kind{"accept": wire.Accept, "decline": wire.Decline}[c.ID]
	if !is {
		return
	}
	p.a.CloseTop()
	if err := f.remote.Ask(side, wire.Act{Kind: kind, Of: string(f.standing.Asked.Kind)}); err != nil {
		p.a.Refuse(words.Error(err))
	}
}

// farOverPage announces the end of a game over the network.
type farOverPage struct{ a *App }

func (p farOverPage) Show() panel.Dialog {
	g := p.a.game
	o := g.state.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: textAborted, Cancel: "close"}
	if o.Over() {
		d.Title, d.Lines = textOutcome(g, o), []string{textCause(g, o), words.Length(g.state.Record.Ply())}
	}
	if g.far.change != (ratingChange{}) {
		d.Lines = append(d.Lines, textChange(g.far.change))
	}
	switch {
	case p.a.following.club != nil:
		d.Buttons = append(d.Buttons, panel.Button{ID: "next", Label: textNextBout, Icon: "play", Primary: true})
	case p.a.eventOf(g):
		d.Buttons = append(d.Buttons, panel.Button{ID: "event", Label: textToEvent, Icon: "events", Primary: true})
	case o.Over() && !g.setup.watched():
		d.Buttons = append(d.Buttons, panel.Button{ID: "rematch", Label: textRematch, Icon: "rematch", Primary: !g.far.former, Disabled: g.far.asked || p.a.online.Busy()})
	}
	switch side, ok := g.opponent(); {
	case g.far.asked && g.far.away && ok:
		d.Lines = append(d.Lines, online.TextAwaits(g.far.standing.Spec.Seats[side].Name))
	case g.far.asked:
		d.Lines = append(d.Lines, online.TextRematchSent)
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review", Primary: g.far.former && p.a.following.club == nil},
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
		p.a.openAnyHall()
	case "review":
		p.a.CloseTop()
		p.a.goTo(0)
	case "net":
		p.a.online.Enter()
	case "title":
		p.a.goTitle()
	}
}
