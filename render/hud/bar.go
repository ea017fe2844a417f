package hud

import (
	"cmp"
	"image"

	"tafl3d/panel"
)

// toolsPlan is where the tools stand.
type toolsPlan struct {
	size  image.Point
	rects []image.Rectangle
	rules []image.Rectangle // between groups
	words [][]string        // under the icons, nil if there is no room for them
}

// The measures of tools, in units.
const (
	toolLeast = 50.0 // the width of a tool with a word
	toolTight = 42.0 // the same where there is little room
	toolHigh  = 41.0 // of a tool without its words
	toolLow   = 23.0 // the same in two rows, which leave the board its room
	toolSign  = 22.0 // of an icon over words
	toolEdge  = 7.0  // around the tools
	toolNear  = 4.0  // the same around two rows with words
	toolFoot  = 4.0  // under its words
	toolWord  = 12.5 // of a line of words
	toolSmall = 40.0 // the width and height of a tool without words
	toolApart = 9.0  // between the words of neighbours at least

	toolsShare = 0.24 // of the window's height that two rows with words may take
)

// groups are the tools that belong together; all others make the last group.
var groups = map[string]int{
	"undo": 1, "redo": 1, "hint": 1,
	"draw": 2, "resign": 2, "pause": 2, "play": 2, "resume": 2, "restart": 2,
	"flat": 3, "flip": 3, "reset": 3, "camera": 3, "view": 3, "fullscreen": 3,
}

// toolsTry is a way to lay out tools with words.
type toolsTry struct {
	short       bool // in short words, where there are any
	lines, rows int  // of words under a tool at most, and of tools
	least       float64
	sides       float64 // beside the words of a tool, in units: never so little that words touch
}

// toolsTries are the ways to lay out tools with words, the best first.
var toolsTries = []toolsTry{
	{false, 1, 1, toolLeast, 10}, {false, 2, 1, toolLeast, 10}, {true, 1, 1, toolLeast, 10},
	{true, 2, 1, toolTight, toolApart},
	{false, 1, 2, toolLeast, 10}, {true, 1, 2, toolTight, toolApart}, {true, 2, 2, toolTight, toolApart},
}

// planTools puts the tools into a row with words under them, in one line or else in two, in
// shorter words where that helps; then into two rows; and into rows without words if width is
// too small for all of that.
func planTools(f *fonts, m metrics, bs []panel.Button, width int) toolsPlan {
	for _, try := range toolsTries {
		p := labelledTools(f, m, bs, try)
		if p.size.X <= width && (try.rows == 1 || float64(p.size.Y) <= toolsShare*float64(m.h)) {
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

// labelledTools lays tools out with their words under them.
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

// rowsOfTools puts tools of given widths into so many rows, each as high as tall, with margin around them.
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

// rowOfTools puts tools of given widths into one row.
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

// tools draws the bar of buttons.
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

// labelledTool draws a tool with words under its icon, where there is room for so many lines.
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
