package app

import (
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// answers reports whether a click on the To of m would make that step.
func (a *hand) answers(m game.Move) bool {
	switch sel := a.selected; {
	case shifts(m):
		return m.From == sel
	case sel != game.NoSquare:
		return false
	case m.Op == game.Drop:
		return m.Kind == a.kindHeld()
	}
	return m.Op == game.Remove
}

// must reports whether all there is to do is of one kind.
func (a *hand) must(op game.Op) bool {
	return len(a.game.legal) > 0 && !slices.ContainsFunc(a.game.legal, func(m game.Move) bool { return m.Op != op })
}

// holdable returns the kinds of pieces that may be put on the board now.
func (a *hand) holdable() (kinds []game.Piece) {
	for _, m := range a.game.legal {
		if m.Op == game.Drop {
			kinds = with(kinds, m.Kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// kindHeld returns the kind that a click puts on the board, Empty if there is none.
func (a *hand) kindHeld() game.Piece {
	kinds := a.holdable()
	switch {
	case len(kinds) == 0:
		return game.Empty
	case slices.Contains(kinds, a.held):
		return a.held
	}
	return kinds[0]
}

// hold takes a kind of piece into the hand, the next one if p is none of those
// to choose from.
func (a *hand) hold(p game.Piece) {
	kinds := a.holdable()
	if len(kinds) == 0 {
		a.opt.Ear.Refuse()
		return
	}
	if !slices.Contains(kinds, p) {
		p = kinds[(slices.Index(kinds, a.kindHeld())+1)%len(kinds)]
	}
	a.held, a.selected, a.causes = p, game.NoSquare, nil
	a.Touch()
}

// hand returns what a side has not yet put on the board.
func (a *hand) handOf(side game.Side) (hand []panel.Held) {
	g := a.game
	turn := g.state.Position.Turn() == side && !g.review && a.blocked() == ""
	for i, k := range g.variant.Rules.Kinds() {
		if n := g.shown.position.Hand(game.Piece(i)); n > 0 && k.Side == side {
			hand = append(hand, panel.Held{Piece: game.Piece(i), Kind: k, Count: n, On: turn && a.kindHeld() == game.Piece(i)})
		}
	}
	return hand
}

// mayEnd reports whether the turn may be ended here.
func (a *hand) mayEnd() bool {
	return a.game != nil && a.blocked() == "" && slices.ContainsFunc(a.game.legal, func(m game.Move) bool { return m.Op == game.End })
}

// endTurn ends a turn that might go on.
func (a *hand) endTurn() {
	for _, m := range a.game.legal {
		if m.Op == game.End && a.blocked() == "" {
			a.play(m)
			return
		}
	}
	a.opt.Ear.Refuse()
}

// askKind makes a step, after asking what the piece shall become where there is
// a choice.
func (a *hand) askKind(m game.Move) {
	var same []game.Move
	for _, l := range a.game.legal {
		if shifts(m) && l.From == m.From && l.To == m.To {
			same = with(same, l)
		}
	}
	if len(same) < 2 {
		a.play(m)
		return
	}
	a.Open(kindPage{a, same})
}

// kindPage asks what a piece shall become.
type kindPage struct {
	a     *hand
	steps []game.Move
}

func (p kindPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "kind", Title: textKindAsk, Cancel: "close"}
	for i, m := range p.steps {
		k := p.a.game.variant.Rules.Kinds()[m.Kind]
		label := tongue.UpperFirst(k.Name)
		if m.Kind == game.Empty {
			label = textKindStays
		}
		if i == kindRow {
			d.Kind = panel.Menu
		}
		d.Buttons = append(d.Buttons, panel.Button{ID: kindCommands[i%len(kindCommands)], Label: label, Primary: i == 0})
	}
	return d
}

// kindRow is how many kinds stand in a row; more make a column.
const kindRow = 3

// kindCommands are the commands of the choices.
var kindCommands = []string{"kind-1", "kind-2", "kind-3", "kind-4", "kind-5", "kind-6"}

func (p kindPage) Do(c panel.Command) {
	if i := slices.Index(kindCommands, c.ID); i >= 0 && i < len(p.steps) {
		p.a.CloseTop()
		p.a.play(p.steps[i])
	}
}
