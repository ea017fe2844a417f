package app

import (
	"slices"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// Claims: where the rules leave an end to the players, they are asked.

// claims asks whoever has to say something about a claim or a repetition.
func (a *board) claims(before match.Claims) {
	g := a.game
	now := g.state.Claims
	if g.state.Outcome.Over() || !now.Disputed {
		a.Shut("dispute")
	}
	if before.Open && !now.Open {
		a.Shut("claim")
	}
	switch {
	case g.state.Outcome.Over():
	case now.Open && !before.Open:
		a.answerClaim(now.By.Other())
	case now.Disputed && !before.Disputed:
		a.dispute()
	case before.Open && !now.Open:
		a.Say(textClaimDenied, panel.Plain)
	default:
		a.claimForComputer()
	}
}

// dispute lets the computer say what it thinks of a repetition, and asks the
// people.
func (a *board) dispute() {
	g := a.game
	asked := false
	for side := range game.Side(game.Sides) {
		if g.setup.here(side) {
			asked = true
			continue
		}
		if g.far != nil { // he is asked elsewhere
			continue
		}
		if forcer, ok := g.forcing(); ok && forcer != side {
			a.send(side, match.Claim{})
			return // the other side answers it
		}
		a.send(side, match.WaiveClaim{})
	}
	if asked {
		a.Open(disputePage{a})
	}
}

// answerClaim lets side answer a claim.
func (a *board) answerClaim(side game.Side) {
	g := a.game
	a.Shut("dispute")
	switch {
	case g.setup.here(side):
		a.Open(claimPage{a, g.state.Claims})
	case g.far != nil: // he is asked elsewhere
	case g.state.Claims.Kind == rules.ClaimRepetition:
		forcer, ok := g.forcing()
		a.answer(side, ok && forcer == side)
	case !g.enclosed():
		a.answer(side, false)
	default:
		a.judgeBarrier(side)
	}
}

// answer grants a claim or denies it.
func (a *board) answer(side game.Side, grant bool) {
	if grant {
		a.send(side, match.GrantClaim{})
		return
	}
	a.send(side, match.DenyClaim{})
}

// hopeless is how many hundredths of a man the computer must be behind, by its
// own reckoning, to believe that a barrier holds.
const hopeless = 100

// judgeBarrier asks the adviser whether the computer that plays side sees any
// good in going on.
func (a *board) judgeBarrier(side game.Side) {
	g := a.game
	turn := g.state.Position.Turn()
	a.advise(a.Ctx(), g.situation(a.opt.Clock.Now()), func(adv Advice, err error) {
		score := adv.Score
		if turn != side {
			score = -score
		}
		if a.game == g && g.state.Claims.Open {
			a.answer(side, err == nil && score <= -hopeless)
		}
	})
}

// The computer claims a barrier when nothing was taken for so many turns, and
// again after so many more.
const (
	barrierQuiet = 40
	barrierAgain = 20
)

// claimForComputer claims a barrier for the computer that attacks.
func (a *board) claimForComputer() {
	g := a.game
	const side = game.Attackers
	if g.setup.Levels[side] == 0 || g.setup.watched() || g.state.Position.Turn() != side {
		return
	}
	quiet := g.state.History.Quiet()
	if quiet < barrierQuiet || quiet%barrierAgain > 1 || g.state.Position.End(g.state.History).Claims[side] != rules.ClaimBlockade {
		return
	}
	if !g.state.Claims.Open && g.enclosed() {
		a.send(side, match.Claim{})
	}
}

// cycle returns the positions after each turn since the newest one stood last,
// and the turns that led to them.
func (g *sitting) cycle() (turns []*match.Turn, after []rules.Position) {
	s := &g.state
	p := s.Start
	at := 0 // turns up to when it stood last
	for ply := 1; ply <= s.Record.Ply(); ply++ {
		if p.Hash() == s.Position.Hash() {
			at = ply - 1
		}
		t := s.Record.Turn(ply)
		for i := range t.Steps {
			d := t.Steps[i]
			p.Play(d.Move(), &d)
		}
		turns, after = append(turns, t), append(after, p)
	}
	return turns[at:], after[at:]
}

// forcing returns the side that threatens with each of its turns of a
// repetition while the other does not: that is the one who forces it.
func (g *sitting) forcing() (side game.Side, found bool) {
	forces := [game.Sides]bool{true, true}
	turns, after := g.cycle()
	for i, t := range turns {
		w := after[i].Warnings()
		threat := w.KingEscapes > 0 || w.FortStands
		if t.Side == game.Attackers {
			threat = w.KingTakeable || w.Encircled
		}
		forces[t.Side] = forces[t.Side] && threat
	}
	if len(turns) == 0 || forces[0] == forces[1] {
		return 0, false
	}
	if forces[game.Defenders] {
		return game.Defenders, true
	}
	return game.Attackers, true
}

// repeated returns the squares between which pieces go to and fro in a
// repetition.
func (g *sitting) repeated() (squares []game.Square) {
	turns, _ := g.cycle()
	for _, t := range turns {
		for i := range t.Steps {
			m := t.Steps[i].Move()
			squares = with(with(squares, m.From), m.To)
		}
	}
	return squares
}

// enclosed reports whether no defender stands outside the attackers' barrier
// around the king.
func (g *sitting) enclosed() bool {
	p := &g.state.Position
	inside := flood(p, []game.Square{p.King()}, func(s game.Square) bool { return stands(p, s, game.Attackers) })
	return !slices.ContainsFunc(standingOf(p, game.Defenders), func(s game.Square) bool { return !slices.Contains(inside, s) })
}

// claimant returns the side for which a person may claim something now.
func (a *board) claimant() (game.Side, bool) {
	g := a.game
	if g == nil || g.review || g.state.Outcome.Over() || g.state.Claims.Open {
		return 0, false
	}
	for side, claim := range g.state.Position.End(g.state.History).Claims {
		if side := game.Side(side); g.setup.here(side) && claim != rules.NoClaim {
			return side, true
		}
	}
	return 0, false
}

func (a *board) mayClaim() bool {
	_, ok := a.claimant()
	return ok
}

// claim opens the question about a repetition, or asks whether to claim a
// barrier.
func (a *board) claim() {
	side, ok := a.claimant()
	switch {
	case !ok:
		a.opt.Ear.Refuse()
	case a.game.state.Claims.Disputed:
		a.Open(disputePage{a})
	default:
		a.Ask(textBarrierAsk, textBarrierLine, textClaim, func() { a.send(side, match.Claim{}) })
	}
}

// disputePage asks whether anybody claims that the other side forces a
// repetition.
type disputePage struct{ a *board }

func (p disputePage) Show() panel.Dialog {
	g := p.a.game
	d := panel.Dialog{ID: "dispute", Kind: panel.Menu, Title: textDispute(g), Lines: []string{textDisputeLine, textForcing(g)}, Cancel: "close"}
	for side := range game.Side(game.Sides) {
		if g.setup.here(side) {
			d.Buttons = append(d.Buttons, panel.Button{ID: claimCommands[side], Label: textClaimOf(g, side), Icon: "claim"})
		}
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "waive", Label: textLetBeDrawn, Icon: "draw", Primary: true}, panel.Button{ID: "undo", Label: words.Undo, Icon: "undo"})
	return d
}

// claimCommands are the commands of the sides that claim.
var claimCommands = [game.Sides]string{"claim-attackers", "claim-defenders"}

func (p disputePage) Do(c panel.Command) {
	p.a.CloseTop()
	switch side := slices.Index(claimCommands[:], c.ID); {
	case side >= 0:
		p.a.send(game.Side(side), match.Claim{})
	case c.ID == "undo":
		p.a.undo()
	case c.ID == "waive":
		for side := range game.Side(game.Sides) {
			if p.a.game.setup.here(side) {
				p.a.send(side, match.WaiveClaim{})
			}
		}
	}
}

// claimPage asks a person whether the claim of the other side is right.
type claimPage struct {
	a     *board
	claim match.Claims
}

func (p claimPage) Show() panel.Dialog {
	lines := []string{textClaimLine(p.a.game, p.claim)}
	no := textDenyBarrier
	if p.claim.Kind == rules.ClaimRepetition {
		lines, no = append(lines, textForcing(p.a.game)), textLetBeDrawn
	}
	return panel.Dialog{ID: "claim", Title: textClaimTitle(p.a.game, p.claim), Lines: lines, Buttons: []panel.Button{
		{ID: "grant", Label: textGrant, Icon: "accept"},
		{ID: "deny", Label: no, Icon: "decline", Primary: true},
	}}
}

func (p claimPage) Do(c panel.Command) {
	p.a.CloseTop()
	p.a.answer(p.claim.By.Other(), c.ID == "grant")
}
