package board

import (
	"context"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// AskHint asks the engine for a move; a second call cancels or hides the hint.
func (b *Board) AskHint() {
	h := &b.Hand.Hint
	b.shell.Touch()
	if h.Cancel != nil || h.Found {
		h.stop()
		b.Hand.Hint = hint{}
		return
	}
	if b.opt.Engines == nil {
		b.shell.Refuse("This program has no computer player")
		return
	}
	if why := b.Hand.blocked(); why != "" {
		b.shell.Refuse(why)
		return
	}
	ctx, cancel := context.WithCancel(b.shell.Ctx())
	h.Cancel = cancel
	b.advise(ctx, b.game.situation(b.opt.Clock.Now()), func(adv Advice, err error) {
		cancel()
		b.Hand.Hint = hint{move: adv.Move, Found: err == nil}
		if err != nil {
			b.shell.Refuse(words.NoHint(err))
		}
		b.shell.Touch()
	})
}

// advise asks the adviser and calls then on the main thread, unless ctx has ended.
func (b *Board) advise(ctx context.Context, s table.Situation, then func(Advice, error)) {
	adviser := b.opt.Engines.Adviser()
	b.shell.Go(func() {
		adv, err := adviser.Advise(ctx, s)
		if ctx.Err() != nil {
			return
		}
		b.shell.Later(func() {
			if ctx.Err() == nil {
				then(adv, err)
			}
		})
	})
}

// Reply asks the adviser for the next move of a line, as a complete turn, and calls then on the main thread;
// turn is nil if there is no move. It returns false without an adviser. The line is not changed.
func (b *Board) Reply(ctx context.Context, l *rules.Line, then func(turn []game.Move)) bool {
	if b.opt.Engines == nil {
		return false
	}
	adviser, now := b.opt.Engines.Adviser(), b.opt.Clock.Now()
	l = l.Clone()
	b.shell.Go(func() {
		var turn []game.Move
		for turn == nil || l.MidTurn() {
			adv, err := adviser.Advise(ctx, table.Situation{Position: l.Position, History: l.History(), Now: now})
			if err == nil {
				_, err = l.Try(adv.Move)
			}
			if err != nil {
				turn = nil
				break
			}
			turn = append(turn, adv.Move)
		}
		b.shell.Report(ctx, func() {
			if ctx.Err() == nil {
				then(turn)
			}
		})
	})
	return true
}

// OfferDraw offers a draw or accepts an offer.
func (b *Board) OfferDraw() {
	g := b.game
	if g.State.Outcome.Over() {
		b.shell.Refuse(words.IsOver)
		return
	}
	side := g.Speaker() // the side to move may change while the question is open
	b.shell.Ask(textDrawAsk, textDrawLine, "Offer a draw", func() { b.Send(side, match.OfferDraw{}) })
}

// offers handles a draw offer or its refusal.
func (b *Board) offers(u table.Update, before match.Offer) {
	g := b.game
	now := g.State.Offer
	switch {
	case now.Open && !before.Open:
		to := now.By.Other()
		if g.Setup.Levels[to] > 0 {
			b.askComputer(to)
			return
		}
		if g.Setup.Here(to) {
			b.shell.Open(offerPage{b, now.By})
		}
	case !now.Open && before.Open:
		g.asked = false
		b.shell.Shut("offer")
		if _, declined := u.Action.(match.DeclineDraw); declined {
			b.shell.Say(textDeclined(g, u.Side), panel.Plain)
		}
	}
}

// askComputer asks the computer that plays side to answer a draw offer.
func (b *Board) askComputer(side game.Side) {
	g := b.game
	g.asked = true
	turn, ply := g.State.Position.Turn(), g.State.Record.Ply()
	b.advise(b.shell.Ctx(), g.situation(b.opt.Clock.Now()), func(adv Advice, err error) {
		if b.game != g || !g.asked {
			return
		}
		g.asked = false
		score := adv.Score
		if turn != side {
			score = -score
		}
		if err == nil && takesDraw(score, ply) {
			b.Send(side, match.AcceptDraw{})
			return
		}
		b.Send(side, match.DeclineDraw{})
	})
}

// takesDraw reports whether a computer with this score accepts a draw: if it is worse, and late in the game
// also if it is equal.
func takesDraw(score, ply int) bool {
	const worse, level, late = -60, 20, 60
	return score <= worse || ply >= late && score <= level
}

// offerPage shows a draw offer to the other human.
type offerPage struct {
	a  *Board
	by game.Side
}

func (p offerPage) Show() panel.Dialog {
	return panel.Dialog{ID: "offer", Kind: panel.Question, Title: words.Offer,
		Lines:  []string{TextOfferLine(p.a.game, p.by)},
		Cancel: "close", Buttons: []panel.Button{
			{ID: "accept", Label: words.Accept, Icon: "accept",
				Press: func() { p.answer(match.AcceptDraw{}) }},
			// The default button: the page may open during a key press.
			{ID: "decline", Label: words.Decline, Icon: "decline", Primary: true,
				Press: func() { p.answer(match.DeclineDraw{}) }},
		}}
}

// answer sends the answer to the offer.
func (p offerPage) answer(e match.Action) {
	p.a.shell.CloseTop()
	p.a.Send(p.by.Other(), e)
}
