package board

import (
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/panel"
)

// Press handles a press of the left button over sq.
func (h *Hand) Press(sq game.Square, on bool) {
	on = on && h.exists(sq)
	if p, ok := h.board.shell.Beside(); ok {
		h.pressBeside(p, sq, on)
		return
	}
	if !h.playable() {
		return
	}
	h.board.shell.Touch()
	h.cursor = game.NoSquare
	h.wipe()
	h.LetGo()
	if !on {
		h.deselect()
		return
	}
	if _, isTarget := h.stepTo(sq); !isTarget && (h.mine(sq) || h.early(sq)) {
		h.Unready()
		h.press = press{on: sq, again: h.Selected == sq}
		h.Selected, h.Causes, h.Captors = sq, nil, nil
		return
	}
	h.choose(sq)
}

// Hover handles the pointer over sq; on is false off the board.
func (h *Hand) Hover(sq game.Square, on bool) {
	if _, edits := h.board.shell.Beside(); !on || !h.exists(sq) || !h.playable() && !edits {
		sq = game.NoSquare
	}
	if sq != h.hover {
		h.hover = sq
		h.board.shell.Touch()
	}
}

// Drag handles the pointer at (x, y) with the left button down, from -1 to 1 with y up.
func (h *Hand) Drag(x, y float32) {
	p := &h.press
	e, edits := h.board.shell.Beside()
	if p.on == game.NoSquare || !h.playable() && !edits || edits && !e.Drags(p.on) {
		return
	}
	if !p.started {
		p.started, p.x, p.y = true, x, y
	}
	if dx, dy := x-p.x, y-p.y; dx*dx+dy*dy > dragLeast*dragLeast {
		p.dragging = true
	}
	if p.dragging {
		h.board.opt.View.Carry(p.on, x, y)
	}
}

// Release handles a release of the left button over sq.
func (h *Hand) Release(sq game.Square, on bool) {
	on = on && h.exists(sq)
	if e, ok := h.board.shell.Beside(); ok {
		h.releaseBeside(e, sq, on)
		return
	}
	p := h.press
	h.LetGo()
	if p.on == game.NoSquare || !h.playable() {
		return
	}
	h.board.shell.Touch()
	switch {
	case p.dragging && on && sq != p.on:
		h.choose(sq)
	case !p.dragging && p.again:
		h.choose(p.on)
	}
}

// choose handles a click or Enter on a square: it selects, moves or deselects a piece, or explains why the
// step is illegal.
func (h *Hand) choose(sq game.Square) {
	h.board.shell.Touch()
	h.Causes, h.Captors = nil, nil
	p, kind := h.board.piece(sq)
	if why := h.blocked(); why != "" {
		if !h.getReady(sq) && p != game.Empty {
			h.Causes = []game.Square{sq}
			h.board.shell.Refuse(why)
		}
		return
	}
	if m, ok := h.stepTo(sq); ok {
		h.askKind(m)
		return
	}
	own := kind.Side == h.board.game.State.Position.Turn()
	switch {
	case sq == h.Selected:
		h.putDown()
	case h.mine(sq):
		h.Selected = sq
	case own && p != game.Empty && h.board.game.State.Position.Chain() != game.NoSquare:
		h.board.explainer.explain(game.Move{From: sq, To: h.Selected})
	case h.Selected != game.NoSquare:
		h.board.explainer.explain(game.Move{From: h.Selected, To: sq})
	case p == game.Empty && h.kindHeld() != game.Empty:
		h.board.explainer.explain(game.Move{Op: game.Drop, Kind: h.kindHeld(), From: game.NoSquare, To: sq})
	case p == game.Empty && sq != h.cursor:
	case p == game.Empty:
		h.board.shell.Refuse(textEmpty(h.board.stage.Board().Name(sq)))
	case h.must(game.Remove):
		h.board.explainer.explain(game.Move{Op: game.Remove, From: sq, To: sq})
	case !own:
		h.Causes = []game.Square{sq}
		h.board.shell.Refuse(words.NotYours(h.board.game.Variant.Rules, kind))
	default:
		h.board.explainer.explainStuck(sq, kind)
	}
}

// putDown deselects the piece. During a chain the piece stays selected, and a click on another square ends
// the move.
func (h *Hand) putDown() {
	if h.board.game.State.Position.Chain() == game.NoSquare {
		h.deselect()
		return
	}
	if h.MayEnd() {
		h.board.shell.Say(textGoOnOrEnd, panel.Plain)
	}
}

// pressBeside handles a press while a page uses the board.
func (h *Hand) pressBeside(p shell.Beside, sq game.Square, on bool) {
	h.board.shell.Focus(shell.OnBoard)
	h.cursor = game.NoSquare
	if !on {
		sq = game.NoSquare
	} else {
		h.press = press{on: sq}
	}
	p.Press(sq)
	h.board.shell.Touch()
}

// releaseBeside handles the release.
func (h *Hand) releaseBeside(p shell.Beside, sq game.Square, on bool) {
	dragged := h.press.dragging
	h.LetGo()
	p.Release(sq, on, dragged)
}

// dragLeast is the least distance of a drag, as a share of half the window.
const dragLeast = 0.02
