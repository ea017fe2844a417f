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
	toolWord  = 12.5 // of a line of words
	toolSmall = 40.0 // the width and height of a tool without words
)

// groups are the tools that belong together; all others make the last group.
var groups = map[string]int{
	"undo": 1, "redo": 1, "hint": 1,
	"draw": 2, "resign": 2, "pause": 2, "play": 2, "resume": 2, "restart": 2,
	"flat": 3, "flip": 3, "reset": 3, "camera": 3, "view": 3, "fullscreen": 3,
}

// planTools puts the tools into a row with words under them, in one line or
// else in two, and close together where that helps; into a row without words if width is too
// small for that; and into more rows if it is still too small.
func planTools(f *fonts, m metrics, bs []panel.Button, width int) toolsPlan {
	for _, try := range []struct {
		lines        int
		least, sides float64
	}{{1, toolLeast, 10}, {2, toolLeast, 10}, {2, toolTight, 4}} {
		if p := labelledTools(f, m, bs, try.lines, try.least, try.sides); p.size.X <= width && !m.cosy {
			return p
		}
	}
	widths := make([]int, len(bs))
	for i := range widths {
		widths[i] = m.px(toolSmall)
	}
	p := rowOfTools(m, bs, widths, m.px(toolSmall))
	for rows := 2; p.size.X > width && rows <= len(bs); rows++ {
		p = rowsOfTools(m, bs, widths, rows)
	}
	return p
}

// labelledTools puts the tools into a row with their words in at most so many
// lines under them, each at least so wide and with so much beside its words, in units.
func labelledTools(f *fonts, m metrics, bs []panel.Button, lines int, least, sides float64) toolsPlan {
	tag, _ := f.style(typeTag, m.k)
	widths, words := make([]int, len(bs)), make([][]string, len(bs))
	most := 1
	for i, b := range bs {
		words[i] = []string{b.Label}
		if lines > 1 && tag.width(b.Label, 0) > m.px(least-8) {
			words[i] = tag.halve(b.Label)
		}
		most = max(most, len(words[i]))
		widths[i] = m.px(least)
		for _, l := range words[i] {
			widths[i] = max(widths[i], tag.width(l, 0)+m.px(sides))
		}
	}
	p := rowOfTools(m, bs, widths, m.px(toolHigh+float64(most)*toolWord))
	p.words = words
	return p
}

// rowsOfTools puts tools of given widths into so many rows.
func rowsOfTools(m metrics, bs []panel.Button, widths []int, rows int) toolsPlan {
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
func rowOfTools(m metrics, bs []panel.Button, widths []int, tall int) toolsPlan {
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
func (c *canvas) tools(bs []panel.Button) {
	c.ground(oak)
	p := planTools(c.fonts, c.metrics, bs, c.bounds().Dx())
	for _, r := range p.rules {
		c.bar(r, rule)
	}
	for i, b := range bs {
		if p.words == nil {
			c.tool(p.rects[i], 21, b, panel.Command{ID: b.ID})
			continue
		}
		c.labelledTool(p.rects[i], b, p.words[i])
	}
}

// labelledTool draws a tool with words under its icon.
func (c *canvas) labelledTool(r image.Rectangle, b panel.Button, words []string) {
	s := c.target(target{rect: r, cmd: panel.Command{ID: b.ID}, live: !b.Disabled, tip: cmp.Or(b.Why, b.Label), key: b.Key})
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
	sign, label := top(r, c.px(37))
	if s.down {
		sign = sign.Add(image.Pt(0, c.line()))
	}
	c.icon(square(sign.Add(image.Pt(0, c.px(1))), c.px(22)), iconOf(b), ink.C)
	for i, l := range words {
		y := label.Min.Y + c.px(float64(i)*toolWord)
		c.text(image.Rect(label.Min.X, y, label.Max.X, y+c.px(toolWord)), l, word, centre)
	}
}
