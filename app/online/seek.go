package online

import (
	"context"
	"strconv"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// seekPage creates an open challenge or a challenge.
type seekPage struct {
	r *Room
	Choice
	terms
	name *shell.Entry
}

// terms are the terms of a challenge other than the game.
type terms struct {
	to    int // queue, everyone, by code, or by name
	delay int // for spectators, index of delays
	rated bool
	legs  int // number of games: one, two, or 0 for the default of the game
}

// terms returns the last terms, without the challenged player.
func (e Elsewhere) terms() terms {
	t := terms{to: min(max(e.To, 0), tos-1), delay: min(max(e.Delay, 0), len(delays)-1), rated: !e.Unrated,
		legs: min(max(e.Legs, 0), 2)}
	if t.to == toName {
		t.to = toWaiting
	}
	return t
}

// rememberTerms saves the terms as defaults.
func (r *Room) rememberTerms(t terms) {
	e := r.opt.Client.Settings()
	e.To, e.Delay, e.Unrated, e.Legs = t.to, t.delay, !t.rated, t.legs
	if e.terms() != r.opt.Client.Settings().terms() {
		r.opt.Client.Change(e)
	}
}

// double reports whether two games with swapped sides are played: by default for rated games of unbalanced
// variants.
func (t terms) double(v *variant.Variant) bool {
	if t.legs > 0 {
		return t.legs == 2
	}
	return t.rated && uneven(v)
}

// seek returns the request for the service.
func (t terms) seek(c Chosen) wire.Seek {
	q := wire.Seek{
		Variants: []string{c.Variant.ID}, Clocks: []string{c.Clock}, Rated: t.rated, Double: t.double(c.Variant),
		Delay: int(delays[t.delay].Seconds()),
	}
	if c.Side != ByLot {
		q.Side = wire.SideOf(game.Side(c.Side))
	}
	if c.Own {
		q.Rules = string(variant.Encode(c.Variant, nil))
	}
	return q
}

// uneven reports whether the sides start with different numbers of pieces.
func uneven(v *variant.Variant) bool {
	start := v.Rules.Start()
	return start.Count(game.Attackers) != start.Count(game.Defenders)
}

// delays are the delays for spectators, in the order of textDelays.
var delays = []time.Duration{0, time.Minute, 3 * time.Minute, 10 * time.Minute}

// Recipients of a challenge, in the order of textTos.
const (
	toWaiting = iota
	toAnybody
	toCode
	toName
	tos
)

func (r *Room) openSeek() {
	r.shell.Open(&seekPage{r: r, Choice: r.opt.Client.Choice(true), terms: r.opt.Client.Settings().terms(),
		name: shell.NewEntry("", longestName)})
}

func (p *seekPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "seek", Kind: panel.Chooser, Title: textSeekGame, Cancel: "close", Aside: p.Aside()}
	d.Fields = append([]panel.Field{p.Game()}, p.Terms()...)
	d.Fields = append(d.Fields,
		panel.Field{ID: "rated", Label: TextRated, Options: textNoYes, Chosen: bit(p.rated),
			Set: panel.IntoBool(&p.rated)},
		panel.Field{ID: "double", Label: "Games", Options: textDoubles, Chosen: bit(p.double(p.Chosen().Variant)),
			Set: func(n int) { p.legs = n + 1 }},
		panel.Field{ID: "delay", Label: "Spectators see moves", Options: textDelays, Chosen: p.delay,
			Set: panel.Into(&p.delay)},
		panel.Field{ID: "to", Label: "Opponent", Options: textTos, Chosen: p.to, Set: panel.Into(&p.to)})
	if p.to == toName {
		d.Fields = append(d.Fields, p.name.Field("name", textToName, ""))
	}
	d.Buttons = []panel.Button{{ID: "look", Label: "Find a game", Primary: true, Press: func() { p.look(p.r) },
		Disabled: p.r.busy},
		{ID: "close", Label: textCancel}}
	return d
}

// look sends the challenge.
func (p *seekPage) look(r *Room) {
	s := r.service
	if s == nil {
		r.shell.Refuse(TextLeftService)
		return
	}
	c := p.Chosen()
	q := p.seek(c)
	q.Invite = p.to == toCode
	if p.to == toName {
		q.To = p.name.String()
	}
	r.remember(c)
	r.rememberTerms(p.terms)
	if p.to == toWaiting {
		r.enqueue(s, q)
		return
	}
	r.Beyond(func(ctx context.Context) func() {
		open, err := wire.PostSeeks.Ask(ctx, s, q)
		if err != nil {
			return r.Failed(err)
		}
		return func() {
			r.shell.Shut("seek")
			r.Soon()
			if i := (wire.Invitation{Service: s.Address(), Code: open.Code}); i.Code != "" {
				r.invited[open.ID] = i
				r.shell.Open(invitedPage{r, i})
			}
		}
	})
}

// remember saves the game as the default.
func (r *Room) remember(c Chosen) {
	e := r.opt.Client.Settings()
	e.Clock = c.Clock
	if !c.Made {
		e.Variant = c.Variant.ID
	}
	r.opt.Client.Change(e)
}

// enqueue joins the queue.
func (r *Room) enqueue(s remote.Service, q wire.Seek) {
	r.Beyond(func(ctx context.Context) func() {
		w, err := wire.PostQueue.Ask(ctx, s, q)
		if err != nil {
			return r.Failed(err)
		}
		return func() {
			r.shell.Shut("seek")
			if r.waited(w); w.In {
				r.shell.Open(waitingPage{r})
			}
			r.Soon()
		}
	})
}

// botPage sets the terms of a game against a bot.
type botPage struct {
	r   *Room
	bot wire.Player
	Choice
}

func (p *botPage) Show() panel.Dialog {
	return panel.Dialog{ID: "bot", Kind: panel.Chooser, Title: textPlayBot(p.bot), Cancel: "close", Aside: p.Aside(),
		Lines:  []string{"A bot is a program. It plays right away, and the game is never rated."},
		Fields: append([]panel.Field{p.Game()}, p.Terms()...),
		Buttons: []panel.Button{{ID: "play", Label: textAcceptGame, Icon: "play", Primary: true,
			Press: p.r.atService(p.play), Disabled: p.r.busy},
			{ID: "close", Label: textCancel}}}
}

// play starts the game.
func (p *botPage) play(s remote.Service) {
	chosen := p.Chosen()
	q := terms{}.seek(chosen)
	p.r.remember(chosen)
	p.r.Beyond(func(ctx context.Context) func() {
		_, err := wire.PostQueue.Ask(ctx, s, q)
		var b wire.Begun
		if err == nil {
			if b, err = wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: p.bot.Name}); err != nil {
				_, _ = wire.DeleteQueue.Ask(ctx, s, wire.None{}) // the place in the queue also expires
			}
		}
		if err != nil {
			return p.r.Failed(err)
		}
		return func() {
			p.r.shell.Shut("bot")
			p.r.opt.Games.Join(s, b.Game)
		}
	})
}

// waitingPage shows the state of the queue and, after a while, bots.
type waitingPage struct{ r *Room }

const botsShown = 3

func (p waitingPage) Show() panel.Dialog {
	w := p.r.waiting
	w.Seconds = p.r.waits()
	d := panel.Dialog{ID: "waiting", Title: textWaiting, Lines: textWaitingLines(w), Kind: panel.List, Cancel: "close"}
	d.Buttons = []panel.Button{{ID: "close", Label: "Play meanwhile", Icon: "review", Primary: true},
		{ID: "stop", Label: "Stop looking", Icon: "close", Press: p.atService(p.stop)}}
	for i, b := range w.Bots[:min(len(w.Bots), botsShown)] { // last, so that the focus stays in place
		d.Buttons = append(d.Buttons, panel.Button{ID: "bot-" + strconv.Itoa(i), Label: textPlayBot(b), Icon: "play",
			Press:    p.atService(func(s remote.Service) { p.play(s, b.Name) }),
			Disabled: p.r.busy})
	}
	return d
}

// atService returns a function that calls do with the service, or closes the page if we are not signed in any more.
func (p waitingPage) atService(do func(remote.Service)) func() {
	return func() {
		if p.r.service == nil {
			p.r.shell.CloseTop()
			return
		}
		do(p.r.service)
	}
}

// stop leaves the queue.
func (p waitingPage) stop(s remote.Service) {
	p.r.waited(wire.Waiting{})
	p.r.Beyond(func(ctx context.Context) func() {
		if _, err := wire.DeleteQueue.Ask(ctx, s, wire.None{}); err != nil {
			return p.r.Failed(err)
		}
		return func() {}
	})
}

// play starts a game against a bot instead.
func (p waitingPage) play(s remote.Service, bot string) {
	p.r.Beyond(func(ctx context.Context) func() {
		b, err := wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: bot})
		if err != nil {
			return p.r.Failed(err)
		}
		return func() { p.r.opt.Games.Join(s, b.Game) }
	})
}
