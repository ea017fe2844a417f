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

// Ready returns the premove.
func (g *Game) Ready() premove {
	return g.premove
}

// Unready cancels the premove.
func (h *Hand) Unready() {
	if g := h.board.game; g != nil {
		g.premove = premove{}
	}
}

// awaits reports whether a premove is possible: a computer or remote player is to move and the latest
// position is shown.
func (h *Hand) awaits() bool {
	g := h.board.game
	if g == nil || g.Studied != nil || g.review || !g.Going() || g.State.Paused || g.State.Claims.Disputed {
		return false
	}
	side, alone := g.Setup.Alone()
	return alone && g.State.Position.Turn() != side
}

// early reports whether the piece on sq may have a premove.
func (h *Hand) early(sq game.Square) bool {
	if !h.awaits() {
		return false
	}
	side, _ := h.board.game.Setup.Alone()
	p, kind := h.board.piece(sq)
	return p != game.Empty && kind.Side == side
}

// getReady handles a click while the opponent thinks. It returns false if the click has no effect.
func (h *Hand) getReady(sq game.Square) bool {
	if !h.awaits() {
		return false
	}
	sel, had := h.Selected, h.board.game.Ready().Set
	h.Unready()
	switch {
	case sq == sel:
		h.Selected = game.NoSquare
	case h.early(sq):
		h.Selected = sq
	case sel != game.NoSquare:
		h.Selected = game.NoSquare
		h.board.game.premove = premove{true, sel, sq}
		h.board.shell.Say("Premove: played on your turn if it is legal. Click again to cancel.",
			panel.Plain)
	default:
		return had
	}
	return true
}

// makeReady plays the premove after the opponent's move. It drops an illegal premove with a notice, and drops
// it silently after any event other than a move.
func (h *Hand) makeReady(u table.Update) {
	g := h.board.game
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

// Note returns the note about the premove.
func (p premove) Note(b *game.Board) []panel.Note {
	if !p.Set {
		return nil
	}
	return []panel.Note{{Text: textPremove(b.Name(p.from), b.Name(p.to)), Tone: panel.Plain}}
}
