package board

import (
	"slices"
	"strconv"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// must reports whether all legal steps have one kind.
func (h *Hand) must(op game.Op) bool {
	return len(h.board.game.legal) > 0 &&
		!slices.ContainsFunc(h.board.game.legal, func(m game.Move) bool { return m.Op != op })
}

// holdable returns the kinds of pieces that may be dropped.
func (h *Hand) holdable() (kinds []game.Piece) {
	for _, m := range h.board.game.legal {
		if m.Op == game.Drop {
			kinds = shell.With(kinds, m.Kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// kindHeld returns the kind that a click drops; Empty if there is none.
func (h *Hand) kindHeld() game.Piece {
	kinds := h.holdable()
	switch {
	case len(kinds) == 0:
		return game.Empty
	case slices.Contains(kinds, h.held):
		return h.held
	}
	return kinds[0]
}

// Hold selects a kind to drop, or the next kind if p cannot be dropped.
func (h *Hand) Hold(p game.Piece) {
	kinds := h.holdable()
	if len(kinds) == 0 {
		h.board.opt.Ear.Refuse()
		return
	}
	if !slices.Contains(kinds, p) {
		p = kinds[(slices.Index(kinds, h.kindHeld())+1)%len(kinds)]
	}
	h.held, h.Selected, h.Causes = p, game.NoSquare, nil
	h.board.shell.Touch()
}

// handOf returns the pieces in the hand of a side.
func (h *Hand) handOf(side game.Side) (hand []panel.Held) {
	g := h.board.game
	turn := g.State.Position.Turn() == side && !g.review && h.blocked() == ""
	for i, k := range g.Variant.Rules.Kinds() {
		if n := g.Shown.position.Hand(game.Piece(i)); n > 0 && k.Side == side {
			hand = append(hand, panel.Held{Piece: game.Piece(i), Kind: k, Count: n, On: turn &&
				h.kindHeld() == game.Piece(i)})
		}
	}
	return hand
}

// MayEnd reports whether the move may end here.
func (h *Hand) MayEnd() bool {
	return h.board.game != nil && h.blocked() == "" &&
		slices.ContainsFunc(h.board.game.legal, func(m game.Move) bool { return m.Op == game.End })
}

// GoesOn reports whether the rules allow to continue or end a move after a step. Then the button to end the
// move is always visible, so that no button changes its place.
func (h *Hand) GoesOn() bool {
	set := h.board.game.Variant.Rules.Ruleset()
	if set.Lines == nil {
		return set.Chain == ruleset.ChainOptional || set.ChainEscape
	}
	return h.MayEnd() || set.Lines.Actions.Number > 1 || slices.ContainsFunc(set.Lines.Kinds,
		func(k ruleset.PieceRules) bool { return k.Chain == ruleset.ChainOptional })
}

// EndTurn ends an unfinished move.
func (h *Hand) EndTurn() {
	for _, m := range h.board.game.legal {
		if m.Op == game.End && h.blocked() == "" {
			h.play(m)
			return
		}
	}
	h.board.opt.Ear.Refuse()
}

// askKind makes a step, after asking for the promotion if there is a choice.
func (h *Hand) askKind(m game.Move) {
	var same []game.Move
	for _, l := range h.board.game.legal {
		if shifts(m) && l.From == m.From && l.To == m.To {
			same = shell.With(same, l)
		}
	}
	if len(same) < 2 {
		h.play(m)
		return
	}
	h.board.shell.Open(kindPage{h, same})
}

// kindPage asks for the promotion of a piece.
type kindPage struct {
	a     *Hand
	steps []game.Move
}

func (p kindPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "kind", Kind: panel.Question, Title: "Promote to", Cancel: "close"}
	for i, m := range p.steps {
		k := p.a.board.game.Variant.Rules.Kinds()[m.Kind]
		label := tongue.UpperFirst(k.Name)
		if m.Kind == game.Empty {
			label = "Do not promote"
		}
		if i == kindRow {
			d.Kind = panel.Menu
		}
		d.Buttons = append(d.Buttons, panel.Button{ID: "kind-" + strconv.Itoa(i+1), Label: label, Primary: i == 0,
			Press: func() {
				p.a.board.shell.CloseTop()
				p.a.play(m)
			}})
	}
	return d
}

// kindRow is the number of kinds in a row; more form a column.
const kindRow = 3
