package hud

import (
	"image"

	"tafl3d/app"
)

// toolsPlan is where the tools stand.
type toolsPlan struct {
	size     image.Point
	rects    []image.Rectangle
	rules    []image.Rectangle // between groups
	labelled bool
}

// groups are the tools that belong together; all others make the last group.
var groups = map[string]int{
	"undo": 1, "redo": 1, "hint": 1,
	"draw": 2, "resign": 2, "pause": 2, "play": 2, "resume": 2, "restart": 2,
	"flat": 3, "flip": 3, "reset": 3, "camera": 3, "view": 3, "fullscreen": 3,
}

// planTools puts the tools into a row with words under them; into a row
// without words if width is too small for that; and into more rows if it is
// still too small.
func planTools(f *fonts, m metrics, bs []app.Button, width int) toolsPlan {
	tag, _ := f.style(typeTag, m.k)
	widths := make([]int, len(bs))
	for i, b := range bs {
		widths[i] = max(m.px(50), tag.width(b.Label, 0)+m.px(12))
	}
	p := rowOfTools(m, bs, widths, m.px(54))
	p.labelled = true
	if p.size.X <= width && !m.cosy {
		return p
	}
	for i := range widths {
		widths[i] = m.px(40)
	}
	if p = rowOfTools(m, bs, widths, m.px(40)); p.size.X <= width {
		return p
	}
	for rows := 2; ; rows++ {
		if p = rowsOfTools(m, bs, widths, rows); p.size.X <= width || rows >= len(bs) {
			return p
		}
	}
}

// rowsOfTools puts tools of given widths into so many rows.
func rowsOfTools(m metrics, bs []app.Button, widths []int, rows int) toolsPlan {
	var p toolsPlan
	per := (len(bs) + rows - 1) / rows
	for i := 0; i < len(bs); i += per {
		row := rowOfTools(m, bs[i:min(i+per, len(bs))], widths, m.px(36))
		down := image.Pt(0, i/per*m.px(38))
		for _, r := range row.rects {
			p.rects = append(p.rects, r.Add(down))
		}
		for _, r := range row.rules {
			p.rules = append(p.rules, r.Add(down))
		}
		p.size = image.Pt(max(p.size.X, row.size.X), row.size.Y+down.Y)
	}
	return p
}

// rowOfTools puts tools of given widths into one row.
func rowOfTools(m metrics, bs []app.Button, widths []int, tall int) toolsPlan {
	margin := m.px(7)
	x := margin
	var p toolsPlan
	for i, b := range bs {
		if i > 0 && groups[b.ID] != groups[bs[i-1].ID] {
			mid := x + m.px(4)
			p.rules = append(p.rules, image.Rect(mid, margin+m.px(6), mid+m.line(), margin+tall-m.px(6)))
			x += m.px(9)
		}
		p.rects = append(p.rects, image.Rect(x, margin, x+widths[i], margin+tall))
		x += widths[i]
	}
	p.size = image.Pt(x+margin, tall+2*margin)
	return p
}

// tools draws the bar of buttons.
func (c *canvas) tools(bs []app.Button) {
	c.ground(oak)
	p := planTools(c.fonts, c.metrics, bs, c.bounds().Dx())
	for _, r := range p.rules {
		c.bar(r, rule)
	}
	for i, b := range bs {
		c.barTool(p.rects[i], b, p.labelled)
	}
}

// barTool draws a tool of the bar, with its word under it if there is room.
func (c *canvas) barTool(r image.Rectangle, b app.Button, labelled bool) {
	if !labelled {
		c.tool(r, 21, b, app.Command{ID: b.ID})
		return
	}
	s := c.target(target{r, app.Command{ID: b.ID}, !b.Disabled, b.Label, b.Key})
	ink, word := inkPlain, typeTag
	switch {
	case b.Disabled:
		ink, word, s = inkDead, word.in(inkDead), state{}
	case b.On, b.Primary:
		ink, word = inkGilt, word.in(inkGilt)
	case s.hot:
		ink, word = inkBright, word.in(inkBright)
	}
	c.glow(r.Inset(c.line()), s, b.On)
	sign, label := top(r, c.px(36))
	if s.down {
		sign = sign.Add(image.Pt(0, c.line()))
	}
	c.icon(square(sign.Add(image.Pt(0, c.px(2))), c.px(22)), iconOf(b), ink.C)
	c.text(label.Sub(image.Pt(0, c.px(2))), b.Label, word, centre)
}
