package hud

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"tafl3d/panel"
)

// Dimensions of charts, in units.
const (
	wideDialog  = 1180.0
	chartRow    = 31.0
	chartHead   = 28.0
	cellPad     = 8.0
	tieWide     = 208.0
	tieTall     = 54.0
	tieGapX     = 46.0
	tieGapY     = 22.0
	boardsMost  = 4 // per row
	boardLegend = 62.0
)

// Background colours of cells.
var (
	cellGood = color.NRGBA{116, 136, 78, 120}
	cellEven = color.NRGBA{201, 160, 98, 84}
	cellBad  = color.NRGBA{158, 78, 52, 116}
	cellLive = color.NRGBA{240, 200, 128, 60}
)

// cellShades maps the meaning of a cell to its background.
var cellShades = map[panel.Shade]color.NRGBA{panel.GoodShade: cellGood, panel.EvenShade: cellEven,
	panel.BadShade: cellBad, panel.LiveShade: cellLive}

// barShades are the colours of the parts of a bar.
var barShades = [...]color.NRGBA{{128, 152, 84, 255}, {201, 160, 98, 255}, {170, 82, 54, 255}}

// chartBlocks returns the charts of a dialog.
func (co *composer) chartBlocks(d *panel.Dialog, w int) []block {
	var bs []block
	if len(d.Charts) > 0 {
		bs = append(bs, co.space(10))
	}
	for i := range d.Charts {
		ch := &d.Charts[i]
		if ch.Head != "" {
			bs = append(bs, co.headBlock(ch.Head, left))
		}
		switch {
		case ch.Table != nil:
			bs = append(bs, co.tableBlocks(ch.Table, w)...)
		case len(ch.Ties) > 0:
			bs = append(bs, co.tieBlock(ch.Ties, w))
		case len(ch.Boards) > 0:
			bs = append(bs, co.boardBlocks(ch.Boards, w)...)
		case len(ch.Curve) > 0:
			if ch.Even {
				bs = append(bs, co.chancesBlock(ch))
			} else {
				bs = append(bs, co.curveBlock(ch.Curve))
			}
		}
		bs = append(bs, co.space(12))
	}
	return bs
}

// columnsOf returns the columns of a table of w pixels: as wide as requested, or reduced proportionally if
// they do not fit.
func (co *composer) columnsOf(t *panel.Table, w int) []int {
	h := co.hud
	asked, free := 0.0, 0
	for _, c := range t.Columns {
		asked += c.Width
		if c.Width == 0 {
			free++
		}
	}
	k, least := h.m.k, 120*h.m.k*float64(free)
	if asked > 0 && asked*k+least > float64(w) {
		k = (float64(w) - least) / asked
	}
	share := 0.0
	if free > 0 {
		share = (float64(w) - asked*k) / float64(free)
	}
	widths := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		if widths[i] = c.Width * k; c.Width == 0 {
			widths[i] = share
		}
	}
	co.widen(t, widths, float64(w)/3)
	edges, x := []int{0}, 0.0
	for _, w := range widths {
		x += w
		edges = append(edges, int(x))
	}
	return edges
}

// widen gives each column the width of its longest word in the smallest size, but no more than most, as far as others
// have more than they need.
func (co *composer) widen(t *panel.Table, widths []float64, most float64) {
	spare := make([]float64, len(widths))
	all, lack, whole := 0.0, 0.0, 0.0
	for i := range widths {
		whole += widths[i]
		need := math.Min(co.leastOf(t, i), most)
		spare[i] = math.Max(widths[i]-need, 0)
		all += spare[i]
		if need > widths[i] {
			lack += need - widths[i]
			widths[i] = need
		}
	}
	for i := range widths {
		if lack < all {
			widths[i] -= spare[i] / all * lack
		} else {
			widths[i] = (widths[i] - spare[i]) * whole / math.Max(whole+lack-all, 1)
		}
	}
}

// cellLeast is the smallest size of the text of a cell, in units.
const cellLeast = 9.5

// leastOf returns the width that a column needs, in pixels: its longest word in the smallest size. A bar needs some
// room, too.
func (co *composer) leastOf(t *panel.Table, column int) (need float64) {
	c := canvas{metrics: co.hud.m, fonts: co.hud.fonts}
	for _, row := range t.Rows {
		if column >= len(row) {
			continue
		}
		words := typeBody
		if row[column].Strong {
			words = typeStrong
		}
		words.size = cellLeast
		if len(row[column].Bar) > 0 {
			need = math.Max(need, float64(c.px(60)))
		}
		for w := range strings.FieldsSeq(row[column].Text) {
			need = math.Max(need, float64(c.width(w, words)+2*c.px(cellPad)+1))
		}
	}
	return need
}

// tableBlocks returns the header and the rows of a table.
func (co *composer) tableBlocks(t *panel.Table, w int) []block {
	h := co.hud
	edges := co.columnsOf(t, w)
	at := func(r image.Rectangle, i int) image.Rectangle {
		return image.Rect(r.Min.X+edges[i], r.Min.Y, r.Min.X+edges[i+1], r.Max.Y)
	}
	bs := []block{{h.m.px(chartHead), -1, func(c *canvas, r image.Rectangle) {
		for i, col := range t.Columns {
			box := at(r, i)
			words := typeTag
			if col.Tip != "" || col.Do.ID != "" {
				st := c.target(target{rect: box, cmd: col.Do, live: col.Do.ID != "", tip: col.Tip})
				if st.hot && col.Do.ID != "" {
					words = words.in(inkGilt)
				}
			}
			c.shrunk(c.tables().padded(box), col.Head, words, 9, alignOf(col))
		}
		c.rule(r, r.Max.Y-c.px(3), false)
	}}}
	for i, row := range t.Rows {
		bs = append(bs, block{h.m.px(chartRow), -1, func(c *canvas, r image.Rectangle) {
			c.tables().rowGround(r, i, t)
			for j := range row {
				c.tables().cell(at(r, j), &row[j], t, j)
			}
		}})
	}
	return bs
}

// alignOf returns the alignment of the text of a column.
func alignOf(col panel.Column) align {
	switch {
	case col.Right:
		return right
	case col.Mid:
		return centre
	}
	return left
}

// tablePainter draws tables and brackets.
type tablePainter struct{ canvas *canvas }

func (c *canvas) tables() tablePainter { return tablePainter{c} }

// padded returns the area of the text of a cell.
func (ta tablePainter) padded(r image.Rectangle) image.Rectangle {
	pad := min(ta.canvas.px(cellPad), r.Dx()/8)
	return image.Rect(r.Min.X+pad, r.Min.Y, r.Max.X-pad, r.Max.Y)
}

// rowGround draws every second row darker and the marked row lighter.
func (ta tablePainter) rowGround(r image.Rectangle, i int, t *panel.Table) {
	c := ta.canvas
	switch {
	case i == t.Marked:
		c.fill(r, 4*c.k, press)
		c.bar(image.Rect(r.Min.X, r.Min.Y+c.px(5), r.Min.X+c.px(2.5), r.Max.Y-c.px(5)), bronze)
	case i%2 == 1 && !t.Square:
		c.fill(r, 4*c.k, veil)
	}
}

// cell draws a table cell.
func (ta tablePainter) cell(r image.Rectangle, cell *panel.Cell, t *panel.Table, column int) {
	c := ta.canvas
	box := r
	if t.Square {
		box = r.Inset(c.line())
	}
	var st state
	if cell.Do.ID != "" || cell.Tip != "" {
		st = c.target(target{rect: r, cmd: cell.Do, live: cell.Do.ID != "", tip: cell.Tip})
	}
	if cell.Shade == panel.SelfShade {
		c.fill(box, 3*c.k, well)
		c.diamond(float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2, 3.6*c.k, rule)
		return
	}
	if col, is := cellShades[cell.Shade]; is {
		ground := box
		if !t.Square {
			ground = box.Inset(c.px(3))
		}
		c.fill(ground, 3*c.k, col)
	} else if t.Square && t.Columns[column].Width > 0 && column > 0 && column < len(t.Columns)-1 {
		c.outline(box, 3*c.k, float64(c.line()), rule)
	}
	drawBars(c, box.Inset(c.px(9)), cell.Bar)
	words := typeBody
	if cell.Strong {
		words = typeStrong
	}
	if st.hot && cell.Do.ID != "" {
		c.glow(box, st, false)
		words = words.in(inkGilt)
	}
	c.shrunk(ta.padded(r), cell.Text, words, cellLeast, alignOf(t.Columns[column]))
}

// drawBars draws a stacked bar: good, even and bad.
func drawBars(c *canvas, r image.Rectangle, parts []float64) {
	at := float64(r.Min.X)
	for i, part := range parts {
		to := at + part*float64(r.Dx())
		if part > 0 {
			c.fill(image.Rect(int(at), r.Min.Y, max(int(to), int(at)+1), r.Max.Y), 0, barShades[i%len(barShades)])
		}
		at = to
	}
}

// tieBlock returns a tournament bracket.
func (co *composer) tieBlock(ties []panel.Tie, w int) block {
	h := co.hud
	columns, rows := 0, 0.0
	for _, t := range ties {
		columns, rows = max(columns, t.Column+1), max(rows, t.Row+1)
	}
	k := h.m.k
	if all := (float64(columns)*(tieWide+tieGapX) - tieGapX) * k; all > float64(w) {
		k *= float64(w) / all
	}
	step := (tieTall + tieGapY) * h.m.k
	return block{int(rows*step) + h.m.px(20), -1, func(c *canvas, r image.Rectangle) {
		place := func(t *panel.Tie) image.Rectangle {
			x, y := r.Min.X+int(float64(t.Column)*(tieWide+tieGapX)*k), r.Min.Y+c.px(18)+int(t.Row*step)
			return image.Rect(x, y, x+int(tieWide*k), y+c.px(tieTall))
		}
		for i := range ties {
			c.tables().ways(ties, i, place, tieGapX*k)
		}
		for i := range ties {
			c.tables().tie(place(&ties[i]), &ties[i])
		}
	}}
}

// ways draws the lines from the previous round to a tie.
func (ta tablePainter) ways(ties []panel.Tie, i int, place func(*panel.Tie) image.Rectangle, room float64) {
	c := ta.canvas
	to := place(&ties[i])
	for k, from := range ties[i].From {
		if from < 0 {
			continue
		}
		f := place(&ties[from])
		y0, y1 := float64(f.Min.Y+f.Max.Y)/2, float64(to.Min.Y)+float64(to.Dy())*(0.25+0.5*float64(k))
		mid := float64(to.Min.X) - room/2
		c.pen(rim)
		c.dc.SetLineWidth(1.4 * c.k)
		c.dc.MoveTo(float64(f.Max.X), y0)
		c.dc.LineTo(mid, y0)
		c.dc.LineTo(mid, y1)
		c.dc.LineTo(float64(to.Min.X), y1)
		c.dc.Stroke()
	}
}

// tie draws a match of a bracket.
func (ta tablePainter) tie(r image.Rectangle, t *panel.Tie) {
	c := ta.canvas
	if t.Label != "" {
		c.text(image.Rect(r.Min.X, r.Min.Y-c.px(18), r.Max.X, r.Min.Y), t.Label, typeTag.in(inkBronze), left)
	}
	st := c.target(target{rect: r, cmd: t.Do, live: t.Do.ID != "", tip: t.Tip})
	c.fill(r, 5*c.k, well)
	if col, is := cellShades[t.Shade]; is {
		c.fill(r, 5*c.k, col)
	}
	c.glow(r, st, false)
	edge := rim
	if st.hot && t.Do.ID != "" {
		edge = gilt
	}
	c.outline(r, 5*c.k, float64(c.line()), edge)
	for k := range t.Names {
		_, half := top(r, k*r.Dy()/2)
		half, _ = top(half, r.Dy()/2)
		words := typeBody
		switch {
		case t.Won == k:
			words = typeStrong.in(inkGilt)
		case t.Won >= 0:
			words = typeBody.in(inkSoft)
		}
		points, name := rightmost(ta.padded(half), c.px(32))
		c.shrunk(name, t.Names[k], words, 10, left)
		c.text(points, t.Points[k], words, right)
	}
	c.bar(image.Rect(r.Min.X+c.px(6), (r.Min.Y+r.Max.Y)/2, r.Max.X-c.px(6), (r.Min.Y+r.Max.Y)/2+c.line()), rule)
}

// boardBlocks returns rows of small boards.
func (co *composer) boardBlocks(boards []panel.SmallBoard, w int) []block {
	h := co.hud
	n := min(max(len(boards), 2), boardsMost)
	space := h.m.px(18)
	wide := (w - (n-1)*space) / n
	tall := min(wide, h.m.px(300))
	var bs []block
	for i := 0; i < len(boards); i += n {
		row := boards[i:min(i+n, len(boards))]
		bs = append(bs, block{tall + h.m.px(boardLegend), -1, func(c *canvas, r image.Rectangle) {
			for j := range row {
				x := r.Min.X + j*(wide+space)
				c.diagrams().smallBoard(image.Rect(x, r.Min.Y, x+wide, r.Max.Y), &row[j], tall)
			}
		}})
	}
	return bs
}

// smallBoard draws a game in progress: the board above the players.
func (dp diagramPainter) smallBoard(r image.Rectangle, b *panel.SmallBoard, tall int) {
	c := dp.canvas
	st := c.target(target{rect: r, cmd: b.Do, live: true})
	c.glow(r, st, false)
	picture, legend := top(r, tall)
	size := diagramSize(b.Board, picture.Dx(), tall-c.px(4))
	x := picture.Min.X + (picture.Dx()-size.X)/2
	dp.diagram(image.Rect(x, picture.Min.Y+c.px(2), x+size.X, picture.Min.Y+c.px(2)+size.Y), b.Board)
	_, legend = top(legend, c.px(4))
	names, line := top(legend, c.px(26))
	half := names.Dx() / 2
	words := [2]style{typeStrong, typeBody.in(inkSoft)}
	if b.Defends {
		words[0], words[1] = words[1], words[0]
	}
	a, d := leftmost(names, half-c.px(8))
	_, d = leftmost(d, c.px(16))
	c.shrunk(a, b.Names[0], words[0], 9.5, right)
	c.diamond(float64(names.Min.X+half), float64(names.Min.Y+names.Dy()/2), 3*c.k, bronze)
	c.shrunk(d, b.Names[1], words[1], 9.5, left)
	line, _ = top(line, c.px(20))
	c.shrunk(line, b.Line, typeTag, 9, centre)
}

// tabLeast is the smallest size of the label of a tab, in units.
const tabLeast = 10.0

// rowsOfTabs returns the number of rows of tabs in w pixels: two if their labels do not fit into one.
func (h *HUD) rowsOfTabs(f *panel.Field, w int) int {
	c := canvas{metrics: h.m, fonts: h.fonts}
	least := typeStrong
	least.size = tabLeast
	tab := c.tables().padded(image.Rect(0, 0, w/max(len(f.Options), 1), 1))
	for _, o := range f.Options {
		if c.width(o, least) > tab.Dx() {
			return 2
		}
	}
	return 1
}

// tabs draws the options of a field as tabs, in as many rows as r is high.
func (fp fieldPainter) tabs(r image.Rectangle, f *panel.Field, focus bool) {
	c := fp.canvas
	rows := max((r.Dy()+c.px(fieldHeight/2))/c.px(fieldHeight), 1)
	r = image.Rect(r.Min.X, r.Min.Y+c.px(4), r.Max.X, r.Max.Y-c.px(4))
	c.fill(r, 5*c.k, well)
	n := max((len(f.Options)+rows-1)/rows, 1)
	for i := range f.Options {
		x, y := i%n, i/n
		fp.tab(image.Rect(r.Min.X+x*r.Dx()/n, r.Min.Y+y*r.Dy()/rows, r.Min.X+(x+1)*r.Dx()/n,
			r.Min.Y+(y+1)*r.Dy()/rows), f, i)
	}
	c.outline(r, 5*c.k, float64(c.line()), rule)
	if focus {
		c.ring(r)
	}
}

// tab draws the tab of option i.
func (fp fieldPainter) tab(at image.Rectangle, f *panel.Field, i int) {
	c := fp.canvas
	st := c.target(target{rect: at, cmd: panel.Command{ID: f.ID, Arg: i}, live: !f.Disabled})
	words := typeStrong.in(inkSoft)
	switch {
	case i == f.Chosen:
		c.fill(at.Inset(c.line()), 5*c.k, press)
		words = typeStrong.in(inkGilt)
		c.bar(image.Rect(at.Min.X+at.Dx()/4, at.Max.Y-c.px(4), at.Max.X-at.Dx()/4, at.Max.Y-c.px(2.4)), bronze)
	case st.hot:
		c.glow(at, st, false)
		words = typeStrong.in(inkBright)
	}
	c.shrunk(c.tables().padded(at), f.Options[i], words, tabLeast, centre)
}

// pictureWidth is the width of a Picture in pixels.
const pictureWidth = 1920

// Picture draws a dialog as a PNG, without a window. Its height follows from its content.
func Picture(d *panel.Dialog) ([]byte, error) {
	h, err := New()
	if err != nil {
		return nil, err
	}
	most := 1 << 13
	screen := &panel.Screen{Version: 1, Dialog: d}
	h.Layout(screen, pictureWidth, most, pictureWidth/1280.)
	var file bytes.Buffer
	err = png.Encode(&file, h.slots[partDialog].canvas.img)
	return file.Bytes(), err
}

func (d *digest) charts(list []panel.Chart) {
	d.num(len(list))
	for i := range list {
		ch := &list[i]
		d.text(ch.Head, ch.Pick)
		d.num(len(ch.Ties), len(ch.Boards), len(ch.Curve))
		for _, y := range ch.Curve {
			d.num(int(100 * y))
		}
		d.num(ch.Faults...)
		d.text(ch.Tips...)
		d.table(ch.Table)
		for j := range ch.Ties {
			t := &ch.Ties[j]
			d.num(t.Column, int(t.Row*100), t.Won, t.From[0], t.From[1], int(t.Shade), t.Do.Arg)
			d.text(t.Label, t.Tip)
			d.text(t.Names[:]...)
			d.text(t.Points[:]...)
		}
		for j := range ch.Boards {
			b := &ch.Boards[j]
			d.diagram(b.Board)
			d.text(b.Line, b.Names[0], b.Names[1])
			d.num(b.Do.Arg)
			d.flag(b.Defends)
		}
	}
}

func (d *digest) table(t *panel.Table) {
	if t == nil {
		return
	}
	d.num(len(t.Columns), len(t.Rows), t.Marked)
	d.flag(t.Square)
	for _, c := range t.Columns {
		d.text(c.Head, c.Tip)
		d.num(int(c.Width))
		d.flag(c.Right, c.Mid)
	}
	for _, row := range t.Rows {
		for i := range row {
			c := &row[i]
			d.text(c.Text, c.Tip, c.Do.ID)
			d.num(int(c.Shade), c.Do.Arg)
			d.flag(c.Strong)
			for _, part := range c.Bar {
				d.num(int(1000 * part))
			}
		}
	}
}
