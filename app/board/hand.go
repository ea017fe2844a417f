package board

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
)

// grip is what the player holds, points at and is shown on the board.
type grip struct {
	hover    game.Square
	Cursor   game.Square // of the keyboard; NoSquare while it is hidden
	Selected game.Square
	held     game.Piece    // the kind to be put on the board next; Empty: the first there is
	Causes   []game.Square // of the last refusal
	Hint     hint
	press    press
}

// press is the left button held down on a piece of one's own.
type press struct {
	on       game.Square // NoSquare: it is not
	again    bool        // the piece was selected already
	started  bool
	x, y     float32 // where the pointer was at first
	dragging bool
}

func emptyGrip() grip {
	n := game.NoSquare
	return grip{hover: n, Cursor: n, Selected: n, press: press{on: n}}
}

// dragLeast is how far the pointer must go, of half the window, for a drag.
const dragLeast = 0.02

// Reset forgets what was held, pointed at and shown.
func (h *Hand) Reset() { h.grip = emptyGrip() }

// Empty puts everything down: the position has changed.
func (h *grip) Empty() {
	h.Hint.stop()
	h.Selected, h.Causes, h.Hint = game.NoSquare, nil, hint{}
	h.press = press{on: game.NoSquare}
}

// LetGo ends a drag in the picture.
func (h *Hand) LetGo() {
	if h.press.dragging {
		h.opt.View.Carry(game.NoSquare, 0, 0)
	}
	h.press = press{on: game.NoSquare}
}

// playable reports whether input goes to the board.
func (h *Hand) playable() bool { return h.Game != nil && h.InPlay() }

// blocked says why nobody may move a piece now, empty if somebody may.
func (h *Hand) blocked() string {
	g := h.Game
	switch {
	case g.review:
		return "This is an earlier position: press End to return to the game"
	case g.State.Outcome.Over():
		return words.IsOver
	case g.State.Paused:
		return words.IsPaused
	case g.State.Claims.Disputed:
		return textDispute(g) + ": press C to claim, or to agree on a draw"
	case !g.Setup.Here(g.State.Position.Turn()):
		return textNotYourTurn(g)
	}
	return ""
}

// exists reports whether there is such a square on the stage.
func (h *Hand) exists(sq game.Square) bool {
	return sq >= 0 && h.stage != nil && int(sq) < h.stage.Board().Squares()
}

// Hover says over which square the pointer is; on is false off the board.
func (h *Hand) Hover(sq game.Square, on bool) {
	if _, edits := h.Beside(); !on || !h.exists(sq) || !h.playable() && !edits {
		sq = game.NoSquare
	}
	if sq != h.hover {
		h.hover = sq
		h.Touch()
	}
}

// Press says that the left button went down over sq.
func (h *Hand) Press(sq game.Square, on bool) {
	on = on && h.exists(sq)
	if p, ok := h.Beside(); ok {
		h.pressBeside(p, sq, on)
		return
	}
	if !h.playable() {
		return
	}
	h.Touch()
	h.Cursor = game.NoSquare
	h.LetGo()
	if !on {
		h.deselect()
		return
	}
	if _, isTarget := h.stepTo(sq); !isTarget && (h.mine(sq) || h.early(sq)) {
		h.Unready()
		h.press = press{on: sq, again: h.Selected == sq}
		h.Selected, h.Causes = sq, nil
		return
	}
	h.choose(sq)
}

// Drag says that the pointer moved to (x, y) with the left button down, from
// -1 to 1 with y up.
func (h *Hand) Drag(x, y float32) {
	p := &h.press
	e, edits := h.Beside()
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
		h.opt.View.Carry(p.on, x, y)
	}
}

// Release says that the left button went up over sq.
func (h *Hand) Release(sq game.Square, on bool) {
	on = on && h.exists(sq)
	if e, ok := h.Beside(); ok {
		h.releaseBeside(e, sq, on)
		return
	}
	p := h.press
	h.LetGo()
	if p.on == game.NoSquare || !h.playable() {
		return
	}
	h.Touch()
	switch {
	case p.dragging && on && sq != p.on:
		h.choose(sq)
	case !p.dragging && p.again:
		h.choose(p.on)
	}
}

// deselect puts the piece down that was picked up.
func (h *Hand) deselect() {
	h.Selected, h.Causes = game.NoSquare, nil
	h.TakeUpChain()
}

// shifts reports whether a step moves the piece on its From.
func shifts(m game.Move) bool {
	return m.Op == game.Step || m.Op == game.Leap || m.Op == game.Castle
}

// mine reports whether a piece stands on sq that may be picked up now.
func (h *Hand) mine(sq game.Square) bool {
	return h.blocked() == "" && slices.ContainsFunc(h.Game.legal, func(m game.Move) bool { return shifts(m) && m.From == sq })
}

// stepTo returns the step to sq, if there is one: of the selected piece, or
// where none is selected of one from the hand, or the taking away of the piece
// there.
func (h *Hand) stepTo(sq game.Square) (game.Move, bool) {
	if h.blocked() != "" {
		return game.NoMove, false
	}
	for _, m := range h.Game.legal {
		if h.answers(m) && m.To == sq {
			return m, true
		}
	}
	return game.NoMove, false
}

// choose acts on a square as a click or Enter does: it picks a piece up, moves
// it, puts it down, or says why that cannot be.
func (h *Hand) choose(sq game.Square) {
	h.Touch()
	h.Causes = nil
	p, kind := h.piece(sq)
	if why := h.blocked(); why != "" {
		if !h.getReady(sq) && p != game.Empty {
			h.Causes = []game.Square{sq}
			h.Refuse(why)
		}
		return
	}
	if m, ok := h.stepTo(sq); ok {
		h.askKind(m)
		return
	}
	own := kind.Side == h.Game.State.Position.Turn()
	switch {
	case sq == h.Selected:
		h.putDown()
	case h.mine(sq):
		h.Selected = sq
	case own && p != game.Empty && h.Game.State.Position.Chain() != game.NoSquare:
		h.explain(game.Move{From: sq, To: h.Selected})
	case h.Selected != game.NoSquare:
		h.explain(game.Move{From: h.Selected, To: sq})
	case p == game.Empty && h.kindHeld() != game.Empty:
		h.explain(game.Move{Op: game.Drop, Kind: h.kindHeld(), From: game.NoSquare, To: sq})
	case p == game.Empty && sq != h.Cursor:
	case p == game.Empty:
		h.Refuse(textEmpty(h.stage.Board().Name(sq)))
	case h.must(game.Remove):
		h.explain(game.Move{Op: game.Remove, From: sq, To: sq})
	case !own:
		h.Causes = []game.Square{sq}
		h.Refuse(words.NotYours(h.Game.Variant.Rules, kind))
	default:
		h.explainStuck(sq, kind)
	}
}

// play sends a step to the table. Where the rules want the king to be watched,
// it asks before he steps where he can be taken.
func (h *Hand) play(m game.Move) {
	g := h.Game
	h.Selected = game.NoSquare
	do := func() {
		h.Send(g.State.Position.Turn(), match.Play{Ply: g.State.Record.Ply(), Move: m})
	}
	if g.exposes(m) {
		h.Ask("The king can be taken there", "Move the king there anyway?", "Move there", do)
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

// putDown lets go of the selected piece. In the middle of a chain it stays picked up: who
// clicks on it wants to go on with it, and ends the turn otherwise.
func (h *Hand) putDown() {
	if h.Game.State.Position.Chain() == game.NoSquare {
		h.deselect()
		return
	}
	if h.MayEnd() {
		h.Say(textGoOnOrEnd, panel.Plain)
	}
}

// textGoOnOrEnd says what there is to choose in the middle of a turn that may end.
const textGoOnOrEnd = "Go on capturing, or end the turn with E or its button"

// TakeUpChain picks up the piece that must go on, in the middle of a chain.
func (h *Hand) TakeUpChain() {
	g := h.Game
	if chain := g.State.Position.Chain(); chain != game.NoSquare && h.blocked() == "" {
		h.Selected = chain
	}
}

// targets returns where the selected piece may go; where none is selected,
// where one from the hand may be put, and which pieces may be taken away.
func (h *Hand) targets() (to []game.Square) {
	if h.blocked() != "" {
		return nil
	}
	for _, m := range h.Game.legal {
		if h.answers(m) {
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
	for _, m := range h.Game.legal {
		if shifts(m) {
			from = shell.With(from, m.From)
		}
	}
	p := &h.Game.State.Position
	if len(from) > mostMovers || len(from) >= len(standingOf(p, p.Turn())) {
		return nil
	}
	return from
}
