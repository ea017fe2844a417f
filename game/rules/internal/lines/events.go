package lines

import "tafl3d/game"

// Events lists the visible changes of d. A piece that is captured by replacement is removed before the capturing
// piece arrives.
func (d *Delta) Events() (ev []game.Event) {
	for i := range int(d.N) {
		if t := d.At(i); t.By == game.ByPlace {
			ev = append(ev, game.Captured{Piece: t.Piece, At: t.At, By: t.By})
		}
	}
	ev = append(ev, d.moves(d.Move.From, d.Move.To, d.Rook[0], d.Rook[1])...)
	for i := range int(d.N) {
		if t := d.At(i); t.By != game.ByPlace {
			ev = append(ev, game.Captured{Piece: t.Piece, At: t.At, By: t.By})
		}
	}
	if d.Is != game.Empty {
		ev = append(ev, game.Promoted{From: d.Was, To: d.Is, At: d.PromotedAt})
	}
	if d.Ends {
		ev = append(ev, game.Turned{Side: d.Turn.Other()})
	}
	return ev
}

// moves lists the moves of pieces, including the rook's.
func (d *Delta) moves(from, to, rookFrom, rookTo game.Square) (ev []game.Event) {
	switch d.Move.Op {
	case game.End, game.Remove:
		return nil
	case game.Castle:
		ev = append(ev, game.Moved{Piece: d.rooks, Op: game.Castle, From: rookFrom, To: rookTo})
	}
	return append(ev, game.Moved{Piece: d.Piece, Op: d.Move.Op, From: from, To: to})
}

// UndoEvents lists the visible changes of undoing d.
func (d *Delta) UndoEvents() (ev []game.Event) {
	if d.Is != game.Empty {
		ev = append(ev, game.Promoted{From: d.Is, To: d.Was, At: d.PromotedAt})
	}
	ev = append(ev, d.moves(d.Move.To, d.Move.From, d.Rook[1], d.Rook[0])...)
	for i := range int(d.N) {
		t := d.At(i)
		ev = append(ev, game.Restored{Piece: t.Piece, At: t.At})
	}
	if d.Ends {
		ev = append(ev, game.Turned{Side: d.Turn})
	}
	return ev
}

// NamesDrop reports whether the side that moved had several kinds in hand.
func (d *Delta) NamesDrop(g *Game) bool {
	held := 0
	for c := 1; c < g.n; c++ {
		if d.state.Hand[c] > 0 && g.Kind[c].side == d.Turn {
			held++
		}
	}
	return held > 1
}
