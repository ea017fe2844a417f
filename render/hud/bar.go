package hud

import (
	"cmp"
	"image"

	"tafl3d/panel"
)

// toolsPlan is the layout of the toolbar.
type toolsPlan struct {
	size  image.Point
	rects []image.Rectangle
	rules []image.Rectangle // separators between groups
	words [][]string        // labels under the icons; nil without labels
}

// Dimensions of the toolbar, in units.
const (
	toolLeast = 50.0 // least width of a tool with a label
	toolTight = 42.0 // the same in narrow windows
	toolHigh  = 41.0 // height of a tool without its label
	toolLow   = 23.0 // the same in two rows, to leave space for the board
	toolSign  = 22.0 // icon above a label
	toolEdge  = 7.0  // margin around the tools
	toolNear  = 4.0  // the same around two rows with labels
	toolFoot  = 4.0  // space below the label
	toolWord  = 12.5 // height of a line of the label
	toolSmall = 40.0 // width and height of a tool without a label
	toolApart = 9.0  // least space between labels

	toolsShare = 0.24 // largest share of the window height for two rows with labels
	toolsMost  = 0.30 // the same for three rows
)

// groups maps tools to groups; all other tools form the last group.
var groups = map[string]int{
	"undo": 1, "redo": 1, "hint": 1,
	"draw": 2, "resign": 2, "pause": 2, "play": 2, "resume": 2, "restart": 2,
	"flat": 3, "flip": 3, "reset": 3, "camera": 3, "view": 3, "fullscreen": 3,
}

// toolsTry is a candidate layout with labels.
type toolsTry struct {
	short       bool // use short labels where they exist
	lines, rows int  // limits for the lines of a label and for the rows of tools
	least       float64
	sides       float64 // space next to a label, in units; labels never touch
}

// toolsTries lists the candidate layouts, the best first.
var toolsTries = []toolsTry{
	{false, 1, 1, toolLeast, 10}, {false, 2, 1, toolLeast, 10}, {true, 1, 1, toolLeast, 10},
	{true, 2, 1, toolTight, toolApart},
	{false, 1, 2, toolLeast, 10}, {true, 1, 2, toolTight, toolApart}, {true, 2, 2, toolTight, toolApart},
	{true, 1, 3, toolTight, toolApart},
}

// planTools lays out the tools in a row with labels of one or two lines, shortened if necessary; otherwise
// in two or three rows; and without labels if width is too small for these.
func planTools(f *fonts, m metrics, bs []panel.Button, width int) toolsPlan {
	for _, try := range toolsTries {
		p := labelledTools(f, m, bs, try)
		most := []float64{1, toolsShare, toolsMost}[try.rows-1] * float64(m.h)
		if p.size.X <= width && float64(p.size.Y) <= most {
			return p
		}
	}
	widths := make([]int, len(bs))
	for i := range widths {
		widths[i] = m.px(toolSmall)
	}
	p := rowOfTools(m, bs, widths, m.px(toolSmall), m.px(toolEdge))
	for rows := 2; p.size.X > width && rows <= len(bs); rows++ {
		p = rowsOfTools(m, bs, widths, rows, m.px(36), m.px(toolEdge))
	}
	return p
}

// labelledTools lays out tools with labels.
func labelledTools(f *fonts, m metrics, bs []panel.Button, try toolsTry) toolsPlan {
	tag, _ := f.style(typeTag, m.k)
	widths, words := make([]int, len(bs)), make([][]string, len(bs))
	most := 1
	for i, b := range bs {
		label := b.Label
		if try.short {
			label = cmp.Or(b.Short, label)
		}
		words[i] = []string{label}
		if try.lines > 1 && tag.width(label, 0) > m.px(try.least-8) {
			words[i] = tag.halve(label)
		}
		most = max(most, len(words[i]))
		widths[i] = m.px(try.least)
		for _, l := range words[i] {
			widths[i] = max(widths[i], tag.width(l, 0)+m.px(try.sides))
		}
	}
	high, edge := toolHigh, toolEdge
	if try.rows > 1 {
		high, edge = toolLow, toolNear
	}
	p := rowsOfTools(m, bs, widths, try.rows, m.px(high+float64(most)*toolWord), m.px(edge))
	p.words = words
	return p
}

// rowsOfTools arranges tools of given widths in rows of height tall, with a margin.
func rowsOfTools(m metrics, bs []panel.Button, widths []int, rows, tall, margin int) toolsPlan {
	var p toolsPlan
	per := (len(bs) + rows - 1) / rows
	for i := 0; i < len(bs); i += per {
		end := min(i+per, len(bs))
		row := rowOfTools(m, bs[i:end], widths[i:end], tall, margin)
		down := image.Pt(0, i/per*(tall+m.px(2)))
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

// rowOfTools arranges tools of given widths in a row.
func rowOfTools(m metrics, bs []panel.Button, widths []int, tall, margin int) toolsPlan {
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

// tools draws the toolbar.
func (c *canvas) tools(bs []panel.Button) {
	c.ground(oak)
	p := planTools(c.fonts, c.metrics, bs, c.bounds().Dx())
	for _, r := range p.rules {
		c.bar(r, rule)
	}
	lines := 0
	for _, w := range p.words {
		lines = max(lines, len(w))
	}
	for i, b := range bs {
		if p.words == nil {
			c.tool(p.rects[i], 21, b, panel.Command{ID: b.ID})
			continue
		}
		c.labelledTool(p.rects[i], b, p.words[i], lines)
	}
}

// labelledTool draws a tool with a label of up to lines lines under its icon.
func (c *canvas) labelledTool(r image.Rectangle, b panel.Button, words []string, lines int) {
	s := c.target(target{rect: r, cmd: panel.Command{ID: b.ID}, live: !b.Disabled,
		tip: cmp.Or(b.Why, b.Label), key: b.Key})
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
	if b.Focus {
		c.ring(r.Inset(c.px(3)))
	}
	sign, label := top(r, r.Dy()-c.px(toolFoot+float64(lines)*toolWord))
	if s.down {
		sign = sign.Add(image.Pt(0, c.line()))
	}
	c.icon(square(sign.Add(image.Pt(0, c.px(1))), min(c.px(toolSign), sign.Dy()-c.px(2))), iconOf(b), ink.C)
	for i, l := range words {
		y := label.Min.Y + c.px(float64(i)*toolWord)
		c.text(image.Rect(label.Min.X, y, label.Max.X, y+c.px(toolWord)), l, word, centre)
	}
}
