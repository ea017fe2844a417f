package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Events lists the visible changes of d.
func Events(d *core.Delta) []game.Event {
	var ev []game.Event
	if d.Move.Op != game.End {
		ev = append(ev, game.Moved{Piece: d.Piece, Op: d.Move.Op, From: d.Move.From, To: d.Move.To})
	}
	for i := range int(d.N) {
		t := d.At(i)
		ev = append(ev, game.Captured{Piece: t.Piece, At: t.At, By: t.By})
	}
	if d.Ends {
		ev = append(ev, game.Turned{Side: d.Turn.Other()})
	}
	return ev
}

// UndoEvents lists the visible changes of undoing d.
func UndoEvents(d *core.Delta) []game.Event {
	var ev []game.Event
	if d.Move.Op != game.End {
		if d.Lost {
			t := d.At(int(d.N) - 1)
			ev = append(ev, game.Restored{Piece: t.Piece, At: t.At})
		}
		ev = append(ev, game.Moved{Piece: d.Piece, Op: d.Move.Op, From: d.Move.To, To: d.Move.From})
	}
	for i := range int(d.N) {
		if t := d.At(i); t.At != d.Move.To {
			ev = append(ev, game.Restored{Piece: t.Piece, At: t.At})
		}
	}
	if d.Ends {
		ev = append(ev, game.Turned{Side: d.Turn})
	}
	return ev
}
