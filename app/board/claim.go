package board

import (
	"slices"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// Claims handles claims about repetitions and barriers.
type Claims struct{ board *Board }

// changed asks the affected players about a claim or a repetition.
func (c *Claims) changed(before match.Claims) {
	g := c.board.game
	now := g.State.Claims
	if g.State.Outcome.Over() || !now.Disputed {
		c.board.shell.Shut("dispute")
	}
	if before.Open && !now.Open {
		c.board.shell.Shut("claim")
	}
	switch {
	case g.State.Outcome.Over():
	case now.Open && !before.Open:
		c.answerClaim(now.By.Other())
	case now.Disputed && !before.Disputed:
		c.dispute()
	case before.Open && !now.Open:
		c.board.shell.Say("The claim was rejected: the game continues", panel.Plain)
	default:
		c.claimForComputer()
	}
}

// dispute lets the computer judge a repetition and asks the humans.
func (c *Claims) dispute() {
	g := c.board.game
	asked := false
	for side := range game.Side(game.Sides) {
		if g.Setup.Here(side) {
			asked = true
			continue
		}
		if g.Remote != nil { // answers remotely
			continue
		}
		if forcer, ok := g.forcing(); ok && forcer != side {
			c.board.Send(side, match.Claim{})
			return // the other side answers
		}
		c.board.Send(side, match.WaiveClaim{})
	}
	if asked {
		c.board.shell.Open(disputePage{c.board})
	}
}

// answerClaim asks side to answer a claim.
func (c *Claims) answerClaim(side game.Side) {
	g := c.board.game
	c.board.shell.Shut("dispute")
	switch {
	case g.Setup.Here(side):
		c.board.shell.Open(claimPage{c.board, g.State.Claims})
	case g.Remote != nil: // answers remotely
	case g.State.Claims.Kind == rules.ClaimRepetition:
		forcer, ok := g.forcing()
		c.answer(side, ok && forcer == side)
	case !g.enclosed():
		c.answer(side, false)
	default:
		c.judgeBarrier(side)
	}
}

// answer accepts or rejects a claim.
func (c *Claims) answer(side game.Side, grant bool) {
	if grant {
		c.board.Send(side, match.GrantClaim{})
		return
	}
	c.board.Send(side, match.DenyClaim{})
}

// hopeless is the disadvantage, in hundredths of a man, from which the computer accepts that a barrier holds.
const hopeless = 100

// judgeBarrier asks the adviser whether the computer that plays side can still win.
func (c *Claims) judgeBarrier(side game.Side) {
	g := c.board.game
	turn := g.State.Position.Turn()
	c.board.advise(c.board.shell.Ctx(), g.situation(c.board.opt.Clock.Now()), func(adv Advice, err error) {
		score := adv.Score
		if turn != side {
			score = -score
		}
		if c.board.game == g && g.State.Claims.Open {
			c.answer(side, err == nil && score <= -hopeless)
		}
	})
}

// The computer claims a barrier after that many moves without a capture, and again after that many more.
const (
	barrierQuiet = 40
	barrierAgain = 20
)

// claimForComputer claims a barrier for an attacking computer.
func (c *Claims) claimForComputer() {
	g := c.board.game
	const side = game.Attackers
	if g.Setup.Levels[side] == 0 || g.Setup.Watched() || g.State.Position.Turn() != side {
		return
	}
	quiet := g.State.History.Quiet()
	if quiet < barrierQuiet || quiet%barrierAgain > 1 || g.State.MayClaim()[side] != rules.ClaimBlockade {
		return
	}
	if g.enclosed() {
		c.board.Send(side, match.Claim{})
	}
}

// enclosed reports whether all defenders are inside the attackers' barrier around the king.
func (g *Game) enclosed() bool {
	p := &g.State.Position
	inside := flood(p, []game.Square{p.King()}, func(s game.Square) bool { return hasPiece(p, s, game.Attackers) })
	return !slices.ContainsFunc(standingOf(p, game.Defenders),
		func(s game.Square) bool { return !slices.Contains(inside, s) })
}

// claimant returns the side for which a human may make a claim.
func (c *Claims) claimant() (game.Side, bool) {
	g := c.board.game
	if g == nil || g.review {
		return 0, false
	}
	for side, claim := range g.State.MayClaim() {
		if side := game.Side(side); g.Setup.Here(side) && claim != rules.NoClaim {
			return side, true
		}
	}
	return 0, false
}

// May reports whether a human may make a claim.
func (c *Claims) May() bool {
	_, ok := c.claimant()
	return ok
}

// Claim opens the question about a repetition, or asks whether to claim a barrier.
func (c *Claims) Claim() {
	side, ok := c.claimant()
	switch {
	case !ok:
		c.board.opt.Ear.Refuse()
	case c.board.game.State.Claims.Disputed:
		c.board.shell.Open(disputePage{c.board})
	default:
		c.board.shell.Ask("Claim a blockade?",
			"You claim that the king can never break out. If the other side agrees, the attackers win; otherwise the "+
				"game continues.", TextClaim, func() { c.board.Send(side, match.Claim{}) })
	}
}

// disputePage asks whether a side forces a repetition.
type disputePage struct{ a *Board }

func (p disputePage) Show() panel.Dialog {
	g := p.a.game
	d := panel.Dialog{ID: "dispute", Kind: panel.Menu, Title: textDispute(g),
		Lines: []string{"The side that forces a repetition loses if the other side claims it and is right. If no one " +
			"claims, the game is a draw.", textForcing(g)}, Cancel: "close"}
	for side := range game.Side(game.Sides) {
		if g.Setup.Here(side) {
			d.Buttons = append(d.Buttons, panel.Button{ID: "claim-" + side.String(), Label: textClaimOf(g, side),
				Icon: "claim", Press: p.then(func() { p.a.Send(side, match.Claim{}) })})
		}
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "waive", Label: textLetBeDrawn, Icon: "draw",
		Press: p.then(p.waive)},
		panel.Button{ID: "undo", Label: words.Undo, Icon: "undo", Primary: true, Press: p.then(p.a.Undo)})
	return d
}

// then closes the page before do.
func (p disputePage) then(do func()) func() {
	return func() {
		p.a.shell.CloseTop()
		do()
	}
}

// waive lets the game be drawn.
func (p disputePage) waive() {
	for side := range game.Side(game.Sides) {
		if p.a.game.Setup.Here(side) {
			p.a.Send(side, match.WaiveClaim{})
		}
	}
}

// claimPage asks a human to accept the claim of the other side.
type claimPage struct {
	a     *Board
	claim match.Claims
}

func (p claimPage) Show() panel.Dialog {
	lines := []string{textClaimLine(p.a.game, p.claim)}
	no := "Play on"
	if p.claim.Kind == rules.ClaimRepetition {
		lines, no = append(lines, textForcing(p.a.game)), textLetBeDrawn
	}
	return panel.Dialog{ID: "claim", Kind: panel.Question, Title: textClaimTitle(p.a.game, p.claim), Lines: lines,
		Buttons: []panel.Button{
			{ID: "grant", Label: "They are right", Icon: "accept", Press: func() { p.answer(true) }},
			{ID: "deny", Label: no, Icon: "decline", Primary: true, Press: func() { p.answer(false) }},
		}}
}

// answer sends the answer to the claim.
func (p claimPage) answer(granted bool) {
	p.a.shell.CloseTop()
	p.a.Claims.answer(p.claim.By.Other(), granted)
}
