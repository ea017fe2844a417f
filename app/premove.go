package app

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Of moves that are made in the other player's time.
const (
	textPremoveNote = "It is made as soon as it is your turn, if it is allowed then. Click again to take it back."
	textPremoveLate = "The move that you had ready is not allowed now"
)

func textPremove(from, to string) string { return tongue.Textf("Ready: %s to %s", from, to) }

// premove is a step that the player has ready while the other one thinks. The other
// end does not know of it. Its zero value is none.
type premove struct {
	set      bool
	from, to game.Square
}

// ready returns the move that the player has ready.
func (g *sitting) ready() premove {
	if g.far == nil {
		return premove{}
	}
	return g.far.premove
}

// unready drops it.
func (a *hand) unready() {
	if g := a.game; g != nil && g.far != nil {
		g.far.premove = premove{}
	}
}

// awaits reports whether the player may get a move ready: he sees the newest position
// of a game elsewhere, in which it is the other one's turn.
func (a *hand) awaits() bool {
	g := a.game
	if g == nil || g.far == nil || g.review || !g.going() || g.state.Paused || g.state.Claims.Disputed {
		return false
	}
	side, alone := g.setup.alone()
	return alone && g.state.Position.Turn() != side
}

// early reports whether a piece stands on sq for which a move may be got ready.
func (a *hand) early(sq game.Square) bool {
	if !a.awaits() {
		return false
	}
	side, _ := a.game.setup.alone()
	p, kind := a.piece(sq)
	return p != game.Empty && kind.Side == side
}

// getReady acts on a square as a click does while the other one thinks. It is false
// where the click means nothing.
func (a *hand) getReady(sq game.Square) bool {
	if !a.awaits() {
		return false
	}
	sel, had := a.selected, a.game.ready().set
	a.unready()
	switch {
	case sq == sel:
		a.selected = game.NoSquare
	case a.early(sq):
		a.selected = sq
	case sel != game.NoSquare:
		a.selected = game.NoSquare
		a.game.far.premove = premove{true, sel, sq}
		a.Say(textPremoveNote, panel.Plain)
	default:
		return had
	}
	return true
}

// makeReady makes the move that the player has ready, once the other one has made
// his. One that is not allowed now is dropped in words; after anything else but a turn
// it is dropped.
func (a *hand) makeReady(u table.Update) {
	g := a.game
	ready := g.ready()
	if !ready.set || a.awaits() {
		return
	}
	a.unready()
	if _, played := u.Action.(match.Play); !played || a.blocked() != "" {
		return
	}
	i := slices.IndexFunc(g.legal, func(m game.Move) bool { return shifts(m) && m.From == ready.from && m.To == ready.to })
	if i < 0 {
		a.Refuse(textPremoveLate)
		return
	}
	a.askKind(g.legal[i])
}

// note tells of the move that is ready.
func (p premove) note(b *game.Board) []panel.Note {
	if !p.set {
		return nil
	}
	return []panel.Note{{Text: textPremove(b.Name(p.from), b.Name(p.to)), Tone: panel.Plain}}
}
