package study

import (
	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/panel"
)

// Marked returns the coloured squares of the shown position.
func (d *Drawing) Marked() (list []game.Square) {
	if !d.room.On() {
		return nil
	}
	for _, m := range d.room.table.Node().Marks {
		if m.From == m.To {
			list = append(list, m.To)
		}
	}
	return list
}

// mark toggles an arrow between two squares or the colour of a square.
func (d *Drawing) mark(c tree.Colour, from, to game.Square) {
	d.room.table.Study.Mark(d.room.table.Node(), tree.Mark{Colour: c, From: from, To: to})
	d.room.refresh()
}

// Draw handles a press or release of the right button over a square, with the colour of the modifier keys; 0
// is the selected colour. It reports whether the study handles it.
func (d *Drawing) Draw(sq game.Square, on, down bool, colour int) bool {
	if !d.room.On() || down && !on {
		return false
	}
	if down {
		if d.from, d.pen = sq, d.colour; colour > 0 {
			d.pen = tree.Colour(min(colour, tree.Colours-1))
		}
		return true
	}
	from := d.from
	d.from = game.NoSquare
	if from == game.NoSquare {
		return false
	}
	if on {
		d.mark(d.pen, from, sq)
	}
	return true
}

// MarkCursor draws at the keyboard cursor: an arrow from the selected piece, otherwise a coloured square.
func (d *Drawing) MarkCursor() {
	to := d.room.board.Hand.Cursor()
	if to == game.NoSquare {
		d.room.board.Hand.ShowCursor()
		return
	}
	from := d.room.board.Hand.Selected
	if from == game.NoSquare {
		from = to
	}
	d.mark(d.colour, from, to)
}

// NextColour selects the next drawing colour.
func (d *Drawing) NextColour() {
	d.colour = (d.colour + 1) % tree.Colour(tree.Colours)
	d.room.shell.Say(textColours[d.colour], panel.Plain)
}

// Unmark removes all marks of the shown move.
func (d *Drawing) Unmark() {
	d.room.table.Unmark(d.room.table.Node())
	d.room.refresh()
}
