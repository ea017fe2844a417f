package hud

import (
	"fmt"
	"image"
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Dimensions of the move list, in units.
const (
	moveHead = 30.0
	moveRow  = 25.0
	moveFoot = 44.0

	rowsANotch = 3 // per wheel notch
	deepest    = 5 // largest indentation of variations
)

// scroll is the visible range of the move list.
type scroll struct {
	top           int     // first visible row
	rows, current int     // at the last call of follow
	rest          float32 // fraction of the wheel, in rows
}

// moveRoom returns the number of visible rows.
func (h *HUD) moveRoom() int {
	body, _, _ := moveAreas(h.m, h.slots[partMoves].rect)
	return max(body.Dy()/h.m.px(moveRow), 1)
}

// moveAreas splits the panel into rows, header and footer.
func moveAreas(m metrics, r image.Rectangle) (body, head, foot image.Rectangle) {
	in := r.Inset(m.pad())
	head, body = top(in, m.px(moveHead))
	y := body.Max.Y - m.px(moveFoot)
	foot = image.Rect(in.Min.X, y, in.Max.X, in.Max.Y)
	body.Max.Y = y - m.px(4)
	return body, head, foot
}

// follow scrolls to the current ply when it changes.
func (s *scroll) follow(g *panel.Sheet, room int) {
	if len(g.Rows) != s.rows || g.Current != s.current {
		s.rows, s.current = len(g.Rows), g.Current
		at := rowOf(g)
		if at < s.top {
			s.top = at
		}
		if at >= s.top+room {
			s.top = at - room + 1
		}
	}
	s.clamp(room)
}

// by scrolls by dy notches and reports whether the position changed.
func (s *scroll) by(dy float32, room int) bool {
	was := s.top
	s.rest += dy * rowsANotch
	whole := int(s.rest)
	s.rest -= float32(whole)
	s.top -= whole
	s.clamp(room)
	return s.top != was
}

func (s *scroll) clamp(room int) { s.top = max(0, min(s.top, s.rows-room)) }

// rowOf returns the row of the current ply.
func rowOf(g *panel.Sheet) int {
	if g.Tree {
		return max(slices.IndexFunc(g.Rows, func(r panel.Row) bool {
			return g.Current != 0 && (r.Ply[0] == g.Current || r.Ply[1] == g.Current)
		}), 0)
	}
	for i := len(g.Rows) - 1; i > 0; i-- {
		for _, p := range g.Rows[i].Ply {
			if p != 0 && p <= g.Current {
				return i
			}
		}
	}
	return 0
}

// lastPly returns the last ply of a game.
func lastPly(g *panel.Sheet) int {
	if len(g.Rows) == 0 {
		return 0
	}
	p := g.Rows[len(g.Rows)-1].Ply
	return max(p[0], p[1])
}

// shownRows returns the visible rows.
func (h *HUD) shownRows(g *panel.Sheet) []panel.Row {
	from := min(h.moves.top, len(g.Rows))
	return g.Rows[from:min(from+h.moveRoom(), len(g.Rows))]
}

func (h *HUD) signMoves(g *panel.Sheet, d *digest) {
	d.num(int(g.First), g.Current, h.moves.top, len(g.Rows), lastPly(g))
	for i := range g.Seats {
		d.text(g.Seats[i].Army)
		d.kind(g.Seats[i].Kind)
	}
	for _, r := range h.shownRows(g) {
		d.num(r.Number, r.Ply[0], r.Ply[1], r.Depth)
		d.text(r.Text[0], r.Text[1], r.Said)
	}
}

// paintMoves draws the move list: column headings, rows, and the navigation arrows.
func (h *HUD) paintMoves(g *panel.Sheet, c *canvas) {
	c.ground(oak)
	body, head, foot := moveAreas(h.m, c.bounds())
	cols := moveColumns(c.metrics, head)
	for i, side := range []game.Side{g.First, g.First.Other()} {
		sign, label := leftmost(cols[i+1], c.px(19))
		c.man(square(sign, c.px(17)), g.Seats[side].Kind)
		_, label = leftmost(label, c.px(5))
		c.shrunk(label, g.Seats[side].Army, typeKey, 10, left)
	}
	c.rule(head, head.Max.Y-c.px(3), false)
	rows, note := h.shownRows(g), noteStyle(c, body, g)
	if len(rows) == 0 {
		row, _ := top(body, c.px(3*moveRow))
		c.text(row, tongue.Text("No moves yet"), typeNote, centre)
	}
	for i := range rows {
		var row image.Rectangle
		row, body = top(body, c.px(moveRow))
		c.moveRow(row, &rows[i], g, note)
	}
	c.scrollbar(h.moves.top, h.moveRoom(), len(g.Rows), head.Max.Y, foot.Min.Y)
	c.walk(foot, g)
}

// moveColumns splits a row into its number and the moves of both sides.
func moveColumns(m metrics, r image.Rectangle) [3]image.Rectangle {
	num, rest := leftmost(r, m.pick(22, 27, 30))
	a, d := leftmost(rest, rest.Dx()/2)
	return [3]image.Rectangle{num, a, d}
}

// noteStyle returns the style of comments in the list: the largest size in which all lines fit.
func noteStyle(c *canvas, r image.Rectangle, g *panel.Sheet) style {
	st := typeNote
	for i := range g.Rows {
		if row := &g.Rows[i]; row.Said != "" {
			st = c.shrink(row.Said, st, 10, r.Dx()-railOf(c, row)-c.px(6))
		}
	}
	return st
}

// railOf returns the indentation of a variation.
func railOf(c *canvas, row *panel.Row) int { return c.px(7 * float64(min(row.Depth, deepest))) }

// moveRow draws a numbered pair of moves, or a line of a comment.
func (c *canvas) moveRow(r image.Rectangle, row *panel.Row, g *panel.Sheet, note style) {
	if row.Depth > 0 {
		var rail image.Rectangle
		rail, r = leftmost(r, railOf(c, row))
		rail.Min.X = rail.Max.X - c.px(2)
		c.fill(rail, 0, rim)
	}
	if row.Said != "" {
		r.Min.X += c.px(6)
		c.text(r, row.Said, note, left)
		return
	}
	cols := moveColumns(c.metrics, r)
	num := cols[0]
	num.Max.X -= c.px(6)
	c.text(num, fmt.Sprintf("%d", row.Number), typeTag.in(inkFaint), right)
	for i, text := range row.Text {
		if text == "" {
			continue
		}
		c.moveCell(cols[i+1], text, row.Ply[i], g)
	}
}

// moveCell draws a move. Its tooltip has the whole text if it was shortened.
func (c *canvas) moveCell(cell image.Rectangle, text string, ply int, g *panel.Sheet) {
	box := cell
	box.Min.X += c.px(5)
	box.Max.X -= c.px(2)
	st := typeMove
	if c.cosy {
		st.size = 12.6
	}
	t := target{rect: cell, cmd: panel.Command{ID: "goto", Arg: ply}, live: true}
	if c.width(text, st) > box.Dx() {
		t.tip = text
	}
	s := c.target(t)
	pill := image.Rect(cell.Min.X, cell.Min.Y+c.px(1), cell.Max.X-c.px(1), cell.Max.Y-c.px(1))
	switch {
	case ply == g.Current:
		c.fill(pill, 4*c.k, bronze)
		st = st.in(inkPitch)
	case s.hot:
		c.glow(pill, s, false)
		st = st.in(inkBright)
	case ply > g.Current && !g.Tree:
		st = st.in(inkFaint)
	}
	c.text(box, text, st, left)
}

// scrollbar draws the scroll bar of a list.
func (c *canvas) scrollbar(first, room, all, y0, y1 int) {
	if all <= room {
		return
	}
	x := c.bounds().Max.X - c.px(9)
	track := float64(y1 - y0)
	from := y0 + int(track*float64(first)/float64(all))
	to := y0 + int(track*float64(first+room)/float64(all))
	c.fill(image.Rect(x, from, x+c.px(3), to), 1.5*c.k, rim)
}

// walk draws the navigation arrows.
func (c *canvas) walk(r image.Rectangle, g *panel.Sheet) {
	c.rule(r, r.Min.Y, false)
	_, r = top(r, c.px(6))
	last := lastPly(g)
	steps := []struct {
		b   panel.Button
		ply int
		off bool
	}{
		{panel.Button{Icon: "first", Label: tongue.Text("To the start")}, 0, g.Current == 0},
		{panel.Button{Icon: "left", Label: tongue.Text("One move back")}, g.Current - 1, g.Current == 0},
		{panel.Button{Icon: "right", Label: tongue.Text("One move forward")}, g.Current + 1, g.Current >= last},
		{panel.Button{Icon: "last", Label: tongue.Text("To the latest move")}, last, g.Current >= last},
	}
	w := r.Dx() / len(steps)
	for i, s := range steps {
		var cell image.Rectangle
		cell, r = leftmost(r, w)
		s.b.Disabled = s.off
		do := panel.Command{ID: "goto", Arg: s.ply}
		if g.Tree { // the tree decides where the line continues
			s.b.Disabled = i < 2 && g.Current == 0
			do = panel.Command{ID: []string{"first", "prev", "next", "last"}[i]}
		}
		c.tool(cell.Inset(c.px(1)), 18, s.b, do)
	}
}
