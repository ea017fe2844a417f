package board

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/scene"
)

// Reset clears selection, cursor and marks.
func (h *Hand) Reset() { h.grip = emptyGrip() }

// LetGo ends a drag.
func (h *Hand) LetGo() {
	if h.press.dragging {
		h.board.opt.View.Carry(game.NoSquare, 0, 0)
	}
	h.press = press{on: game.NoSquare}
}

// playable reports whether the board accepts input.
func (h *Hand) playable() bool { return h.board.game != nil && h.board.shell.InPlay() }

// blocked returns the reason why no move is possible now; empty if one is.
func (h *Hand) blocked() string {
	g := h.board.game
	switch {
	case g.review:
		return "Earlier position: press End to return to the game"
	case g.State.Outcome.Over():
		return words.IsOver
	case g.State.Paused:
		return words.IsPaused
	case g.State.Claims.Disputed:
		return textDispute(g) + ": press C to claim or to agree to a draw"
	case !g.Setup.Here(g.State.Position.Turn()):
		return textNotYourTurn(g)
	}
	return ""
}

// exists reports whether the square exists on the board.
func (h *Hand) exists(sq game.Square) bool {
	return sq >= 0 && h.board.stage != nil && int(sq) < h.board.stage.Board().Squares()
}

// deselect clears the selection.
func (h *Hand) deselect() {
	h.Selected, h.Causes, h.Captors = game.NoSquare, nil, nil
	h.TakeUpChain()
}

// shifts reports whether a step moves the piece on its From square.
func shifts(m game.Move) bool {
	return m.Op == game.Step || m.Op == game.Leap || m.Op == game.Castle
}

// mine reports whether the piece on sq may be selected now.
func (h *Hand) mine(sq game.Square) bool {
	return h.blocked() == "" && slices.ContainsFunc(h.board.game.legal,
		func(m game.Move) bool { return shifts(m) && m.From == sq })
}

// answers reports whether a click on m.To would make that step.
func (h *Hand) answers(m game.Move) bool {
	switch sel := h.Selected; {
	case shifts(m):
		return m.From == sel
	case sel != game.NoSquare:
		return false
	case m.Op == game.Drop:
		return m.Kind == h.kindHeld()
	}
	return m.Op == game.Remove
}

// stepTo returns the step to sq: of the selected piece or, without a selection, a drop or a removal.
func (h *Hand) stepTo(sq game.Square) (game.Move, bool) {
	if h.blocked() != "" {
		return game.NoMove, false
	}
	for _, m := range h.board.game.legal {
		if h.answers(m) && m.To == sq {
			return m, true
		}
	}
	return game.NoMove, false
}

// play sends a step to the table. If the rules announce check to the king, it asks before the king steps onto
// an attacked square.
func (h *Hand) play(m game.Move) {
	g := h.board.game
	h.Selected = game.NoSquare
	do := func() {
		h.board.Send(g.State.Position.Turn(), match.Play{Ply: g.State.Record.Ply(), Move: m})
	}
	if g.exposes(m) {
		h.board.shell.Ask("The king can be captured there", "Move the king there anyway?", "Move there", do)
		return
	}
	do()
}

// exposes reports whether m exposes the king to capture under rules that announce check.
func (g *Game) exposes(m game.Move) bool {
	p := g.State.Position
	if p.Rules().Ruleset().WatchKing != ruleset.WatchWarn || m.From != p.King() {
		return false
	}
	var d rules.Delta
	p.Play(m, &d)
	w := p.Warnings()
	return w.KingTakeable || p.Judge(nil).Cause == game.KingCaptured
}

// textGoOnOrEnd is the hint during a move that may end.
const textGoOnOrEnd = "Keep capturing, or end the turn with E or the button"

// TakeUpChain selects the piece that must continue a chain.
func (h *Hand) TakeUpChain() {
	g := h.board.game
	if chain := g.State.Position.Chain(); chain != game.NoSquare && h.blocked() == "" {
		h.Selected = chain
	}
}

// targets returns the destinations of the selected piece or, without a selection, the pieces that may be
// removed; with drops, the squares for drops, which are marked less.
func (h *Hand) targets(drops bool) (to []game.Square) {
	if h.blocked() != "" {
		return nil
	}
	for _, m := range h.board.game.legal {
		if h.answers(m) && (m.Op == game.Drop) == drops {
			to = shell.With(to, m.To)
		}
	}
	return to
}

// mostMovers is the largest number of marked movable pieces.
const mostMovers = 4

// movers returns the movable pieces if they are few and the side has others: it helps when captures are
// compulsory or few moves remain.
func (h *Hand) movers() (from []game.Square) {
	if h.blocked() != "" || h.Selected != game.NoSquare {
		return nil
	}
	for _, m := range h.board.game.legal {
		if shifts(m) {
			from = shell.With(from, m.From)
		}
	}
	p := &h.board.game.State.Position
	if len(from) > mostMovers || len(from) >= len(standingOf(p, p.Turn())) {
		return nil
	}
	return from
}

// markBeside returns the marks while a page uses the board.
func (h *Hand) markBeside(p shell.Beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = h.hover, h.cursor
	p.Mark(&m)
	return m
}
