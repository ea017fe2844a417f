package app

import (
	"slices"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// grip is what the player holds, points at and is shown on the board.
type grip struct {
	hover    game.Square
	cursor   game.Square // of the keyboard; NoSquare while it is hidden
	selected game.Square
	held     game.Piece    // the kind to be put on the board next; Empty: the first there is
	causes   []game.Square // of the last refusal
	hint     hint
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
	return grip{hover: n, cursor: n, selected: n, press: press{on: n}}
}

// dragLeast is how far the pointer must go, of half the window, for a drag.
const dragLeast = 0.02

// empty puts everything down: the position has changed.
func (h *grip) empty() {
	h.hint.stop()
	h.selected, h.causes, h.hint = game.NoSquare, nil, hint{}
	h.press = press{on: game.NoSquare}
}

// letGo ends a drag in the picture.
func (a *hand) letGo() {
	if a.press.dragging {
		a.opt.View.Carry(game.NoSquare, 0, 0)
	}
	a.press = press{on: game.NoSquare}
}

// playable reports whether input goes to the board.
func (a *hand) playable() bool { return a.game != nil && a.Depth() == 0 }

// blocked says why nobody may move a piece now, empty if somebody may.
func (a *hand) blocked() string {
	g := a.game
	switch {
	case g.review:
		return words.InReview
	case g.state.Outcome.Over():
		return words.IsOver
	case g.state.Paused:
		return words.IsPaused
	case g.state.Claims.Disputed:
		return textDispute(g) + textClaimFirst
	case !g.setup.here(g.state.Position.Turn()):
		return textNotYourTurn(g)
	}
	return ""
}

// exists reports whether there is such a square on the stage.
func (a *hand) exists(sq game.Square) bool {
	return sq >= 0 && a.stage != nil && int(sq) < a.stage.Board().Squares()
}

// Hover says over which square the pointer is; on is false off the board.
func (a *hand) Hover(sq game.Square, on bool) {
	if _, edits := a.Beside(); !on || !a.exists(sq) || !a.playable() && !edits {
		sq = game.NoSquare
	}
	if sq != a.hover {
		a.hover = sq
		a.Touch()
	}
}

// Press says that the left button went down over sq.
func (a *hand) Press(sq game.Square, on bool) {
	on = on && a.exists(sq)
	if p, ok := a.Beside(); ok {
		a.pressBeside(p, sq, on)
		return
	}
	if !a.playable() {
		return
	}
	a.Touch()
	a.cursor = game.NoSquare
	a.letGo()
	if !on {
		a.deselect()
		return
	}
	if _, isTarget := a.stepTo(sq); !isTarget && (a.mine(sq) || a.early(sq)) {
		a.unready()
		a.press = press{on: sq, again: a.selected == sq}
		a.selected, a.causes = sq, nil
		return
	}
	a.choose(sq)
}

// Drag says that the pointer moved to (x, y) with the left button down, from
// -1 to 1 with y up.
func (a *hand) Drag(x, y float32) {
	p := &a.press
	e, edits := a.Beside()
	if p.on == game.NoSquare || !a.playable() && !edits || edits && !e.Drags(p.on) {
		return
	}
	if !p.started {
		p.started, p.x, p.y = true, x, y
	}
	if dx, dy := x-p.x, y-p.y; dx*dx+dy*dy > dragLeast*dragLeast {
		p.dragging = true
	}
	if p.dragging {
		a.opt.View.Carry(p.on, x, y)
	}
}

// Release says that the left button went up over sq.
func (a *hand) Release(sq game.Square, on bool) {
	on = on && a.exists(sq)
	if e, ok := a.Beside(); ok {
		a.releaseBeside(e, sq, on)
		return
	}
	p := a.press
	a.letGo()
	if p.on == game.NoSquare || !a.playable() {
		return
	}
	a.Touch()
	switch {
	case p.dragging && on && sq != p.on:
		a.choose(sq)
	case !p.dragging && p.again:
		a.choose(p.on)
	}
}

// deselect puts the piece down that was picked up.
func (a *hand) deselect() {
	a.selected, a.causes = game.NoSquare, nil
	a.takeUpChain()
}

// shifts reports whether a step moves the piece on its From.
func shifts(m game.Move) bool {
	return m.Op == game.Step || m.Op == game.Leap || m.Op == game.Castle
}

// mine reports whether a piece stands on sq that may be picked up now.
func (a *hand) mine(sq game.Square) bool {
	return a.blocked() == "" && slices.ContainsFunc(a.game.legal, func(m game.Move) bool { return shifts(m) && m.From == sq })
}

// stepTo returns the step to sq, if there is one: of the selected piece, or
// where none is selected of one from the hand, or the taking away of the piece
// there.
func (a *hand) stepTo(sq game.Square) (game.Move, bool) {
	if a.blocked() != "" {
		return game.NoMove, false
	}
	for _, m := range a.game.legal {
		if a.answers(m) && m.To == sq {
			return m, true
		}
	}
	return game.NoMove, false
}

// choose acts on a square as a click or Enter does: it picks a piece up, moves
// it, puts it down, or says why that cannot be.
func (a *hand) choose(sq game.Square) {
	a.Touch()
	a.causes = nil
	p, kind := a.piece(sq)
	if why := a.blocked(); why != "" {
		if !a.getReady(sq) && p != game.Empty {
			a.causes = []game.Square{sq}
			a.Refuse(why)
		}
		return
	}
	if m, ok := a.stepTo(sq); ok {
		a.askKind(m)
		return
	}
	own := kind.Side == a.game.state.Position.Turn()
	switch {
	case sq == a.selected:
		a.putDown()
	case a.mine(sq):
		a.selected = sq
	case own && p != game.Empty && a.game.state.Position.Chain() != game.NoSquare:
		a.explain(game.Move{From: sq, To: a.selected})
	case a.selected != game.NoSquare:
		a.explain(game.Move{From: a.selected, To: sq})
	case p == game.Empty && a.kindHeld() != game.Empty:
		a.explain(game.Move{Op: game.Drop, Kind: a.kindHeld(), From: game.NoSquare, To: sq})
	case p == game.Empty && sq != a.cursor:
	case p == game.Empty:
		a.Refuse(textEmpty(a.stage.Board().Name(sq)))
	case a.must(game.Remove):
		a.explain(game.Move{Op: game.Remove, From: sq, To: sq})
	case !own:
		a.causes = []game.Square{sq}
		a.Refuse(words.NotYours(a.game.variant.Rules, kind))
	default:
		a.explainStuck(sq, kind)
	}
}

// play sends a step to the table. Where the rules want the king to be watched,
// it asks before he steps where he can be taken.
func (a *hand) play(m game.Move) {
	g := a.game
	a.selected = game.NoSquare
	do := func() {
		a.send(g.state.Position.Turn(), match.Play{Ply: g.state.Record.Ply(), Move: m})
	}
	if g.exposes(m) {
		a.Ask(words.ExposeAsk, words.ExposeLine, words.ExposeYes, do)
		return
	}
	do()
}

// exposes reports whether m is a step of the king to where he can be taken, or
// is taken at once, in rules that want him to be watched.
func (g *sitting) exposes(m game.Move) bool {
	p := g.state.Position
	if p.Rules().Ruleset().WatchKing != ruleset.WatchWarn || m.From != p.King() {
		return false
	}
	var d rules.Delta
	p.Play(m, &d)
	w := p.Warnings()
	return w.KingTakeable || p.Judge(nil).Cause == game.KingCaptured
}

// putDown lets go of the selected piece. In the middle of a chain that ends the
// turn, if it may end.
func (a *hand) putDown() {
	if a.mayEnd() && a.game.state.Position.Chain() != game.NoSquare {
		a.endTurn()
		return
	}
	a.deselect()
}

// takeUpChain picks up the piece that must go on, in the middle of a chain.
func (a *hand) takeUpChain() {
	g := a.game
	if chain := g.state.Position.Chain(); chain != game.NoSquare && a.blocked() == "" {
		a.selected = chain
	}
}

// targets returns where the selected piece may go; where none is selected,
// where one from the hand may be put, and which pieces may be taken away.
func (a *hand) targets() (to []game.Square) {
	if a.blocked() != "" {
		return nil
	}
	for _, m := range a.game.legal {
		if a.answers(m) {
			to = with(to, m.To)
		}
	}
	return to
}
