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

// Reset forgets what was held, pointed at and shown.
func (h *Hand) Reset() { h.grip = emptyGrip() }

// LetGo ends a drag in the picture.
func (h *Hand) LetGo() {
	if h.press.dragging {
		h.board.opt.View.Carry(game.NoSquare, 0, 0)
	}
	h.press = press{on: game.NoSquare}
}

// playable reports whether input goes to the board.
func (h *Hand) playable() bool { return h.board.Game != nil && h.board.shell.InPlay() }

// blocked says why nobody may move a piece now, empty if somebody may.
func (h *Hand) blocked() string {
	g := h.board.Game
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

// exists reports whether there is such a square on the stage.
func (h *Hand) exists(sq game.Square) bool {
	return sq >= 0 && h.board.stage != nil && int(sq) < h.board.stage.Board().Squares()
}

// deselect puts the piece down that was picked up.
func (h *Hand) deselect() {
	h.Selected, h.Causes, h.Captors = game.NoSquare, nil, nil
	h.TakeUpChain()
}

// shifts reports whether a step moves the piece on its From.
func shifts(m game.Move) bool {
	return m.Op == game.Step || m.Op == game.Leap || m.Op == game.Castle
}

// mine reports whether a piece stands on sq that may be picked up now.
func (h *Hand) mine(sq game.Square) bool {
	return h.blocked() == "" && slices.ContainsFunc(h.board.Game.legal,
		func(m game.Move) bool { return shifts(m) && m.From == sq })
}

// answers reports whether a click on the To of m would make that step.
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

// stepTo returns the step to sq, if there is one: of the selected piece, or
// where none is selected of one from the hand, or the taking away of the piece
// there.
func (h *Hand) stepTo(sq game.Square) (game.Move, bool) {
	if h.blocked() != "" {
		return game.NoMove, false
	}
	for _, m := range h.board.Game.legal {
		if h.answers(m) && m.To == sq {
			return m, true
		}
	}
	return game.NoMove, false
}

// play sends a step to the table. Where the rules want the king to be watched,
// it asks before he steps where he can be taken.
func (h *Hand) play(m game.Move) {
	g := h.board.Game
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

// exposes reports whether m is a step of the king to where he can be taken, or
// is taken at once, in rules that want him to be watched.
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

// textGoOnOrEnd says what there is to choose in the middle of a turn that may end.
const textGoOnOrEnd = "Keep capturing, or end the turn with E or the button"

// TakeUpChain picks up the piece that must go on, in the middle of a chain.
func (h *Hand) TakeUpChain() {
	g := h.board.Game
	if chain := g.State.Position.Chain(); chain != game.NoSquare && h.blocked() == "" {
		h.Selected = chain
	}
}

// targets returns where the selected piece may go, and where none is selected, which pieces may be taken
// away; of drops, where a piece from the hand may be put, which is pointed out more quietly.
func (h *Hand) targets(drops bool) (to []game.Square) {
	if h.blocked() != "" {
		return nil
	}
	for _, m := range h.board.Game.legal {
		if h.answers(m) && (m.Op == game.Drop) == drops {
			to = shell.With(to, m.To)
		}
	}
	return to
}

// mostMovers is how many pieces are pointed out that may be moved.
const mostMovers = 4

// movers returns the pieces that may be picked up where they are few, and others of the
// side may not: who must take, or has hardly a move left, sees by what.
func (h *Hand) movers() (from []game.Square) {
	if h.blocked() != "" || h.Selected != game.NoSquare {
		return nil
	}
	for _, m := range h.board.Game.legal {
		if shifts(m) {
			from = shell.With(from, m.From)
		}
	}
	p := &h.board.Game.State.Position
	if len(from) > mostMovers || len(from) >= len(standingOf(p, p.Turn())) {
		return nil
	}
	return from
}

// markBeside is what is pointed out on the board while a sheet uses it.
func (h *Hand) markBeside(p shell.Beside) scene.Marks {
	m := scene.NoMarks()
	m.Hover, m.Cursor = h.hover, h.Cursor
	p.Mark(&m)
	return m
}
