package board

import (
	"errors"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// explainer explains illegal moves and captures.
type explainer struct{ board *Board }

// explain shows why a step is illegal and marks the squares.
func (e *explainer) explain(m game.Move) {
	if why := e.refusal(m); why != nil {
		e.tell(why)
	}
}

// refusal returns why a step is illegal; nil if it is legal. If a click could mean a step or a jump, it
// prefers the reason that names a square.
func (e *explainer) refusal(m game.Move) *rules.Illegal {
	why := e.try(m)
	if m.Op != game.Step || why == nil || why.At != game.NoSquare {
		return why
	}
	m.Op = game.Leap
	if leap := e.try(m); leap != nil && leap.At != game.NoSquare {
		return leap
	}
	return why
}

func (e *explainer) try(m game.Move) *rules.Illegal {
	p := e.board.game.State.Position
	_, err := p.Try(m, e.board.game.State.History)
	var why *rules.Illegal
	errors.As(err, &why)
	return why
}

// tell shows a reason as text and on the board.
func (e *explainer) tell(why *rules.Illegal) {
	e.board.Hand.Causes = e.board.game.pointed(why)
	e.board.shell.Refuse(words.Error(why))
}

// pointed returns the squares of a reason.
func (g *Game) pointed(why *rules.Illegal) []game.Square {
	at := why.At
	if at == game.NoSquare {
		at = why.Move.To
	}
	if at == game.NoSquare {
		return nil
	}
	squares := []game.Square{at}
	if why.Reason == rules.WouldExpose && g.Variant.Rules.Ruleset().Lines == nil {
		p := g.State.Position
		var d rules.Delta
		p.Play(why.Move, &d)
		for _, s := range p.Warnings().Squares {
			squares = shell.With(squares, s)
		}
	}
	return squares
}

// ofOneStep lists the reasons that concern a single step. The other reasons concern the piece or its side for
// any step, and are shown for pieces without a legal step.
var ofOneStep = []rules.Reason{
	rules.OffBoard, rules.NotInLine, rules.BlockedBy, rules.MayNotStop, rules.MayNotPass, rules.TooFar,
	rules.CannotLeap, rules.MayNotRetreat, rules.RankTooHigh, rules.NullTurn, rules.NoCastling,
}

func binds(r rules.Reason) bool { return !slices.Contains(ofOneStep, r) }

// explainStuck shows why a piece has no legal step: the obligations of its side, or the pieces that block it.
func (e *explainer) explainStuck(sq game.Square, kind game.Kind) {
	board := e.board.stage.Board()
	inWay, near := []game.Square{sq}, around(board, sq)
	for to := range game.Square(board.Squares()) {
		if to == sq {
			continue
		}
		why := e.refusal(game.Move{From: sq, To: to})
		switch {
		case why == nil:
		case binds(why.Reason):
			e.tell(why)
			return
		case why.Reason == rules.BlockedBy && slices.Contains(near, why.At):
			inWay = shell.With(inWay, why.At)
		}
	}
	e.board.Hand.Causes = inWay
	e.board.shell.Refuse(words.Stuck(kind))
}

// Why explains the shown move, its captures or the spared king, and marks the squares; at the end of the
// game, the result.
func (b *Board) Why() {
	g := b.game
	steps := g.lastSteps()
	if len(steps) == 0 {
		b.shell.Say("No move has been played yet", panel.Plain)
		return
	}
	b.Hand.Captors = g.reasonSquares()
	text := textTurn(g, steps)
	if o := g.State.Outcome; o.Over() && !g.review {
		text += " " + TextEnd(g, o) + "."
	}
	b.shell.Say(text, panel.Plain)
}
