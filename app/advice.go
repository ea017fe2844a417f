package app

import (
	"context"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// hint is the engine's choice, shown or being looked for.
type hint struct {
	cancel context.CancelFunc // while it is being looked for
	move   game.Move
	found  bool
}

// stop gives up looking for a hint.
func (h *hint) stop() {
	if h.cancel != nil {
		h.cancel()
		h.cancel = nil
	}
}

// hint looks for the engine's choice; asked again, it gives up or takes the
// hint away.
func (a *board) askHint() {
	h := &a.hand.hint
	a.Touch()
	if h.cancel != nil || h.found {
		h.stop()
		a.hand.hint = hint{}
		return
	}
	if a.opt.Engines == nil {
		a.Refuse(words.NoEngine)
		return
	}
	if why := a.hand.blocked(); why != "" {
		a.Refuse(why)
		return
	}
	ctx, cancel := context.WithCancel(a.Ctx())
	h.cancel = cancel
	a.advise(ctx, a.game.situation(a.opt.Clock.Now()), func(adv Advice, err error) {
		cancel()
		a.hand.hint = hint{move: adv.Move, found: err == nil}
		if err != nil {
			a.Refuse(words.NoHint(err))
		}
		a.Touch()
	})
}

// advise asks the adviser and hands its advice to then on the main thread,
// unless ctx has ended.
func (a *board) advise(ctx context.Context, s table.Situation, then func(Advice, error)) {
	adviser := a.opt.Engines.Adviser()
	a.Go(func() {
		adv, err := adviser.Advise(ctx, s)
		if ctx.Err() != nil {
			return
		}
		a.Later(func() {
			if ctx.Err() == nil {
				then(adv, err)
			}
		})
	})
}

// offerDraw offers a draw, or accepts the one on offer.
func (a *board) offerDraw() {
	g := a.game
	if g.state.Outcome.Over() {
		a.Refuse(words.IsOver)
		return
	}
	a.send(g.speaker(), match.OfferDraw{})
}

// offers deals with a draw that was offered or declined.
func (a *board) offers(u table.Update, before match.Offer) {
	g := a.game
	now := g.state.Offer
	switch {
	case now.Open && !before.Open:
		to := now.By.Other()
		if g.setup.Levels[to] > 0 {
			a.askComputer(to)
			return
		}
		if g.setup.here(to) {
			a.Open(offerPage{a, now.By})
		}
	case !now.Open && before.Open:
		g.asked = false
		a.Shut("offer")
		if _, declined := u.Action.(match.DeclineDraw); declined {
			a.Say(textDeclined(g, u.Side), panel.Plain)
		}
	}
}

// askComputer lets the computer that plays side answer a draw offer.
func (a *board) askComputer(side game.Side) {
	g := a.game
	g.asked = true
	turn, ply := g.state.Position.Turn(), g.state.Record.Ply()
	a.advise(a.Ctx(), g.situation(a.opt.Clock.Now()), func(adv Advice, err error) {
		if a.game != g || !g.asked {
			return
		}
		g.asked = false
		score := adv.Score
		if turn != side {
			score = -score
		}
		if err == nil && takesDraw(score, ply) {
			a.send(side, match.AcceptDraw{})
			return
		}
		a.send(side, match.DeclineDraw{})
	})
}

// takesDraw reports whether a computer that sees score for itself is content
// with a draw: when it stands worse, and late in the game also when it stands
// no better.
func takesDraw(score, ply int) bool {
	const worse, level, late = -60, 20, 60
	return score <= worse || ply >= late && score <= level
}

// offerPage shows a draw offer to the other human.
type offerPage struct {
	a  *board
	by game.Side
}

func (p offerPage) Show() panel.Dialog {
	return panel.Dialog{ID: "offer", Title: words.Offer, Lines: []string{textOfferLine(p.a.game, p.by)}, Cancel: "close", Buttons: []panel.Button{
		{ID: "accept", Label: words.Accept, Icon: "accept"},
		{ID: "decline", Label: words.Decline, Icon: "decline", Primary: true}, // it may come while a key is being pressed
	}}
}

func (p offerPage) Do(c panel.Command) {
	switch c.ID {
	case "accept":
		p.a.CloseTop()
		p.a.send(p.by.Other(), match.AcceptDraw{})
	case "decline":
		p.a.CloseTop()
		p.a.send(p.by.Other(), match.DeclineDraw{})
	}
}
