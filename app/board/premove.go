package board

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/tongue"
)

func textPremove(from, to string) string { return tongue.Textf("Premove: %s to %s", from, to) }

// Ready returns the move that the player has ready.
func (g *Game) Ready() premove {
	return g.premove
}

// Unready drops it.
func (h *Hand) Unready() {
	if g := h.board.Game; g != nil {
		g.premove = premove{}
	}
}

// awaits reports whether the player may get a move ready: it is the turn of the computer or of
// somebody elsewhere, and the newest position is shown.
func (h *Hand) awaits() bool {
	g := h.board.Game
	if g == nil || g.Studied != nil || g.review || !g.Going() || g.State.Paused || g.State.Claims.Disputed {
		return false
	}
	side, alone := g.Setup.Alone()
	return alone && g.State.Position.Turn() != side
}

// early reports whether a piece stands on sq for which a move may be got ready.
func (h *Hand) early(sq game.Square) bool {
	if !h.awaits() {
		return false
	}
	side, _ := h.board.Game.Setup.Alone()
	p, kind := h.board.piece(sq)
	return p != game.Empty && kind.Side == side
}

// getReady acts on a square as a click does while the other one thinks. It is false
// where the click means nothing.
func (h *Hand) getReady(sq game.Square) bool {
	if !h.awaits() {
		return false
	}
	sel, had := h.Selected, h.board.Game.Ready().Set
	h.Unready()
	switch {
	case sq == sel:
		h.Selected = game.NoSquare
	case h.early(sq):
		h.Selected = sq
	case sel != game.NoSquare:
		h.Selected = game.NoSquare
		h.board.Game.premove = premove{true, sel, sq}
		h.board.shell.Say("Premove: played on your turn if it is legal. Click again to cancel.",
			panel.Plain)
	default:
		return had
	}
	return true
}

// makeReady makes the move that the player has ready, once the other one has made
// his. One that is not allowed now is dropped in words; after anything else but a turn
// it is dropped.
func (h *Hand) makeReady(u table.Update) {
	g := h.board.Game
	ready := g.Ready()
	if !ready.Set || h.awaits() {
		return
	}
	h.Unready()
	if _, played := u.Action.(match.Play); !played || h.blocked() != "" {
		return
	}
	i := slices.IndexFunc(g.legal,
		func(m game.Move) bool { return shifts(m) && m.From == ready.from && m.To == ready.to })
	if i < 0 {
		h.board.shell.Refuse("Your premove is no longer legal")
		return
	}
	h.askKind(g.legal[i])
}

// Note tells of the move that is ready.
func (p premove) Note(b *game.Board) []panel.Note {
	if !p.Set {
		return nil
	}
	return []panel.Note{{Text: textPremove(b.Name(p.from), b.Name(p.to)), Tone: panel.Plain}}
}
