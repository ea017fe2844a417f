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

// explainer says why a step is refused, and why a piece was captured.
type explainer struct{ board *Board }

// explain says why a step is against the rules, and points to the squares that
// make it so.
func (e *explainer) explain(m game.Move) {
	if why := e.refusal(m); why != nil {
		e.tell(why)
	}
}

// refusal returns why a step is refused, nil if it is legal. A click does not
// say whether it means a step or a leap: the reason that names a square is the
// better one.
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
	p := e.board.Game.State.Position
	_, err := p.Try(m, e.board.Game.State.History)
	var why *rules.Illegal
	errors.As(err, &why)
	return why
}

// tell says a refusal in words and on the board.
func (e *explainer) tell(why *rules.Illegal) {
	e.board.Hand.Causes = e.board.Game.pointed(why)
	e.board.shell.Refuse(words.Error(why))
}

// pointed returns the squares that make a refusal.
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

// ofOneStep are the reasons that lie in a single step. Every other binds the piece or
// its side whatever step it would make, and is told of a piece that has none.
var ofOneStep = []rules.Reason{
	rules.OffBoard, rules.NotInLine, rules.BlockedBy, rules.MayNotStop, rules.MayNotPass, rules.TooFar,
	rules.CannotLeap, rules.MayNotRetreat, rules.RankTooHigh, rules.NullTurn, rules.NoCastling,
}

func binds(r rules.Reason) bool { return !slices.Contains(ofOneStep, r) }

// explainStuck says why a piece has no legal step: what its side must do
// first, or who stands in its way.
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

// Why tells the move that the board shows, what captured what it captured or why the king is not captured, and points
// to the squares; at the end of the game, how it ended.
func (b *Board) Why() {
	g := b.Game
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
