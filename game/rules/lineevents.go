package rules

import "tafl3d/game"

// lineEvents is Events for the other families. A piece that is taken by one
// that stands in its place leaves before that one arrives.
func (d *Delta) lineEvents() (ev []game.Event) {
	for i := range int(d.n) {
		if t := d.at(i); t.by == game.ByPlace {
			ev = append(ev, game.Captured{Piece: t.piece, At: t.at, By: t.by})
		}
	}
	ev = append(ev, d.lineMoves(d.move.From, d.move.To, d.rook[0], d.rook[1])...)
	for i := range int(d.n) {
		if t := d.at(i); t.by != game.ByPlace {
			ev = append(ev, game.Captured{Piece: t.piece, At: t.at, By: t.by})
		}
	}
	if d.is != game.Empty {
		ev = append(ev, game.Promoted{From: d.was, To: d.is, At: d.promotedAt})
	}
	if d.ends {
		ev = append(ev, game.Turned{Side: d.turn.Other()})
	}
	return ev
}

// lineMoves lists the pieces that moved.
func (d *Delta) lineMoves(from, to, rookFrom, rookTo game.Square) (ev []game.Event) {
	switch d.move.Op {
	case game.End, game.Remove:
		return nil
	case game.Castle:
		ev = append(ev, game.Moved{Piece: d.rooks, Op: game.Castle, From: rookFrom, To: rookTo})
	}
	return append(ev, game.Moved{Piece: d.piece, Op: d.move.Op, From: from, To: to})
}

// lineUndoEvents is UndoEvents for the other families.
func (d *Delta) lineUndoEvents() (ev []game.Event) {
	if d.is != game.Empty {
		ev = append(ev, game.Promoted{From: d.is, To: d.was, At: d.promotedAt})
	}
	ev = append(ev, d.lineMoves(d.move.To, d.move.From, d.rook[1], d.rook[0])...)
	for i := range int(d.n) {
		t := d.at(i)
		ev = append(ev, game.Restored{Piece: t.piece, At: t.at})
	}
	if d.ends {
		ev = append(ev, game.Turned{Side: d.turn})
	}
	return ev
}
