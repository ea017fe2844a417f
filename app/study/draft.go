package study

import (
	"slices"

	"tafl3d/app/board"
	"tafl3d/game/tree"
)

// Draft is a game in progress on the board with moves that the player prepares for it, as variations from the present
// position. Nothing saves it, and help is not allowed. Use it on the main thread.
type Draft struct {
	table *studyTable
	room  *Room
}

// Prepare puts a draft of the game g in progress on the board. prepared adds the moves that were prepared before, from
// the present position.
func (r *Room) Prepare(g *board.Game, prepared func(c *tree.Cursor)) *Draft {
	t := r.plainTree(g)
	from, c := t.Root.Last(), t.Cursor()
	c.To(from)
	prepared(c)
	d := &Draft{newStudyTable(t, g.Variant, r), r}
	d.table.draft = from
	d.table.To(from)
	r.sit(d.table)
	return d
}

// On reports whether the draft is on the board.
func (d *Draft) On() bool {
	return d.room.board.Game() != nil && d.room.board.Game().Studied == d.table
}

// Lines returns the prepared lines: the moves of each from the present position on.
func (d *Draft) Lines() (lines [][]*tree.Node) {
	before := d.table.draft.Ply()
	for n := range d.table.draft.All() {
		if n != d.table.draft && len(n.Next()) == 0 {
			lines = append(lines, n.Path()[before:])
		}
	}
	return lines
}

// At returns the number of the line on the board: number itself, if the board shows none of it or of another one.
func (d *Draft) At(number int) int {
	at, lines := d.table.Node(), d.Lines()
	shows := func(l []*tree.Node) bool { return slices.Contains(l, at) }
	if i := slices.IndexFunc(lines, shows); i >= 0 && !shows(lines[number]) {
		return i
	}
	return number
}

// Show shows the position at the end of a line; without one the present position.
func (d *Draft) Show(line []*tree.Node) {
	if len(line) == 0 {
		d.table.show(d.table.draft)
		return
	}
	d.table.show(line[len(line)-1])
}

// Remove removes a line, but not moves that another line needs.
func (d *Draft) Remove(line []*tree.Node) {
	first := len(line) - 1
	for first > 0 && len(line[first-1].Next()) == 1 {
		first--
	}
	if first < 0 || !slices.Contains(line[first].Parent().Next(), line[first]) {
		return // it was removed before
	}
	d.table.drop()
	d.table.Delete(line[first])
	d.table.tell(nil, nil)
}

// Version counts the changes.
func (d *Draft) Version() int { return d.table.Version() }
