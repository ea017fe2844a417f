package hud

import (
	"image"
	"image/color"
	"math"
	"slices"

	"tafl3d/panel"
)

// dialogState is the state of the open dialog.
type dialogState struct {
	id      string
	focus   int
	chosen  int // index of the focused card
	offset  int // scroll position in pixels
	most    int // largest scroll position in pixels
	room    image.Rectangle
	y       int // top edge; constant while the dialog fits
	tallest int
	scroll  int // applied part of Dialog.Scroll
	sheet   canvas
	plan    sheetPlan
}

// by scrolls by dy notches and reports whether the position changed.
func (d *dialogState) by(m metrics, dy float32) bool {
	was := d.offset
	d.offset = max(0, min(d.offset-int(dy*float32(m.px(40))), d.most))
	return d.offset != was
}

// block is a horizontal strip of a dialog.
type block struct {
	height int
	focus  int // index for the keyboard focus; -1: none
	paint  func(c *canvas, r image.Rectangle)
}

// sheetPlan is the layout of a dialog: title, scrollable body, and a row of buttons.
type sheetPlan struct {
	above      int // height above the buttons of a side dialog
	grid       int // index of the block with these buttons
	head, foot int
	rows       int // of buttons
	body       []block
	inner      int // width of the body
	tall       int // height of the body
	aside      []block
	asideWidth int
}

// Dimensions of dialogs, in units.
const (
	dialogHead   = 56.0
	dialogFoot   = 62.0
	dialogLine   = 22.0
	fieldHeight  = 46.0
	listHeight   = 46.0
	growingSheet = 640.0 // height with a list that grows
	tabbedSheet  = 680.0 // height with tabs
)

// isColumn reports whether the buttons form a column.
func isColumn(d *panel.Dialog) bool {
	return d.Kind == panel.Menu || d.Kind == panel.List || d.Kind == panel.Beside
}

// successiveButtons is the position of the buttons below successive texts, as a share of the available height.
const successiveButtons = 0.56

// kindWidths are the widths of dialogs by kind, in units.
var kindWidths = [...]panel.Width{panel.Form: panel.FormWidth, panel.Title: 440, panel.Menu: 360, panel.List: 600,
	panel.Over: 680, panel.Wide: wideDialog, panel.Beside: 300, panel.Question: 460, panel.Article: chancesWide,
	panel.Reference: 880, panel.Chooser: 920}

// dialogWidth returns the width of a dialog in units.
func dialogWidth(d *panel.Dialog) float64 {
	switch {
	case d.Width != 0:
		return float64(d.Width)
	case d.Columns() == 2:
		return 660
	}
	return float64(kindWidths[d.Kind])
}

// arrangeDialog places the open dialog and the scrim behind it.
func (h *HUD) arrangeDialog(s *panel.Screen) {
	d, st := s.Dialog, &h.dialog
	if st.id != d.ID+d.Title {
		*st = dialogState{id: d.ID + d.Title, focus: -1, sheet: st.sheet}
	}
	win := image.Rect(0, 0, h.m.w, h.m.h)
	if d.Kind == panel.Title {
		h.slots[partScrim].rect = win
		w := min(h.m.px(dialogWidth(d)), h.m.w)
		h.slots[partDialog].rect = image.Rect(0, 0, w, h.m.h)
		h.insets = [4]int{w * 3 / 4, 0, 0, 0}
		return
	}
	area := win.Inset(h.edge())
	switch {
	case h.gameOver:
		area = h.middle()
	case d.Kind == panel.Beside:
		_, area = leftmost(area, area.Dx()-h.m.px(dialogWidth(d)))
		h.insets[2] = area.Dx() + 2*h.edge()
	default:
		h.slots[partScrim].rect = win
	}
	w := min(h.m.px(dialogWidth(d)), area.Dx())
	st.plan = h.planSheet(d, w)
	around := st.plan.head + st.plan.foot
	high := around + max(st.plan.tall, heightOf(st.plan.aside))
	switch {
	case d.Height == panel.Tabbed:
		high = h.m.px(tabbedSheet)
	case d.Height == panel.Steady:
		high = h.m.px(growingSheet)
	case d.Kind == panel.Chooser: // keep the buttons in place when the fields change
		high = max(high, st.tallest)
		st.tallest = high
	}
	high = min(high, area.Dy())
	if d.Kind == panel.Beside && d.Height == panel.Steady {
		st.plan.sink(high - around)
	}
	st.most = max(0, around+st.plan.tall-high)
	if d.Scroll != st.scroll {
		st.by(h.m, float32(st.scroll-d.Scroll))
		st.scroll = d.Scroll
	}
	h.reveal(d, high)
	x, y := area.Min.X+(area.Dx()-w)/2, st.stand(area, high)
	if d.Height == panel.Successive {
		y = max(area.Min.Y, min(area.Min.Y+int(successiveButtons*float64(area.Dy()))-st.plan.head-st.plan.above,
			area.Max.Y-high))
	}
	if h.gameOver {
		y = area.Max.Y - high
		h.insets[3] = high + 2*h.edge()
	}
	h.slots[partDialog].rect = image.Rect(x, y, x+w, y+high)
}

// sink moves the buttons of a side dialog to the bottom of a body of room pixels, so that a list of another length does
// not move them.
func (p *sheetPlan) sink(room int) {
	if more := room - p.tall; more > 0 {
		p.body = slices.Insert(p.body, p.grid, block{more, -1, func(*canvas, image.Rectangle) {}})
		p.tall = room
	}
}

// stand returns the top edge of the dialog: at first above the middle, later unchanged while it fits, so that
// a change of the fields does not move the dialog.
func (d *dialogState) stand(area image.Rectangle, high int) int {
	if d.room != area || d.y+high > area.Max.Y {
		d.room, d.y = area, area.Min.Y+(area.Dy()-high)*9/20
	}
	return d.y
}

// reveal scrolls to the focused element when the focus changes.
func (h *HUD) reveal(d *panel.Dialog, high int) {
	st := &h.dialog
	if chosen := chosenCard(d); st.focus != d.Focus || st.chosen != chosen {
		st.focus, st.chosen = d.Focus, chosen
		room := high - st.plan.head - st.plan.foot
		y := 0
		for _, b := range st.plan.body {
			if b.focus == d.Focus && d.Focus >= 0 {
				st.offset = min(st.offset, y)
				st.offset = max(st.offset, y+b.height-room)
			}
			y += b.height
		}
	}
	st.offset = max(0, min(st.offset, st.most))
}

// planSheet lays out a dialog of width w.
func (h *HUD) planSheet(d *panel.Dialog, w int) sheetPlan {
	p := sheetPlan{inner: w - 2*h.dialogPad(), head: h.m.px(dialogHead) + h.dialogPad()/2, foot: h.dialogPad() / 2}
	if h.gameOver {
		p.head = h.m.px(dialogHead + 6)
	}
	if len(d.Aside) > 0 {
		p.asideWidth = int(float64(w) * asideShare)
		p.inner -= p.asideWidth + h.m.px(asideGap)
		p.aside = h.composer.asideBlocks(d, p.asideWidth)
	}
	p.body = append(p.body, h.composer.lineBlocks(d, p.inner)...)
	p.body = append(p.body, h.composer.partBlocks(d.Parts, p.inner)...)
	p.body = append(p.body, h.composer.keyBlocks(d, p.inner)...)
	p.body = append(p.body, h.composer.paletteBlocks(d)...)
	p.body = append(p.body, h.composer.fieldBlocks(d, p.inner)...)
	p.body = append(p.body, h.composer.chartBlocks(d, p.inner)...)
	p.grid = len(p.body)
	if p.above = heightOf(p.body); d.Kind == panel.Beside { // keep the buttons in place when errors appear
		p.body = append(p.body, h.composer.gridBlocks(d)...)
	}
	p.body = append(p.body, h.composer.faultBlocks(d.Faults, p.inner)...)
	switch {
	case d.Kind == panel.Beside:
	case isColumn(d):
		p.body = append(p.body, h.composer.listBlocks(d)...)
	case len(d.Buttons) > 0:
		p.foot = h.m.px(dialogFoot)
		if !h.gameOver {
			p.foot += h.dialogPad() / 2
		} else {
			p.foot += h.m.px(6)
		}
		p.rows = h.rowsOf(d, w-2*h.dialogPad())
		p.foot += h.m.px((dialogFoot - 12) * float64(p.rows-1))
	}
	p.tall = heightOf(p.body)
	return p
}

// mostInRow is the number of buttons per row at the end of a game.
const mostInRow = 5

// rowsOf returns the number of rows of buttons at the bottom of a dialog: two if their labels do not fit into one of w
// pixels.
func (h *HUD) rowsOf(d *panel.Dialog, w int) int {
	if d.Kind == panel.Over && len(d.Buttons) > mostInRow {
		return 2
	}
	c := canvas{metrics: h.m, fonts: h.fonts}
	least := typeStrong
	least.size = buttonLeast
	widths, _ := c.buttonWidths(d.Buttons, w)
	for i, b := range d.Buttons {
		if c.width(b.Label, least) > widths[i]-2*c.px(buttonSide) {
			return 2
		}
	}
	return 1
}

// dialogPad returns the padding of a dialog in pixels.
func (h *HUD) dialogPad() int { return h.m.pick(20, 28, 30) }

// composer makes the blocks of a dialog.
type composer struct{ hud *HUD }

// lineBlocks returns the lines of text of a dialog.
func (co *composer) lineBlocks(d *panel.Dialog, w int) []block {
	h := co.hud
	face, _ := h.fonts.style(typeBody, h.m.k)
	var bs []block
	for _, l := range d.Lines {
		if l == "" {
			bs = append(bs, co.space(10))
		}
		for _, part := range face.balance(l, w, 12, 0) {
			bs = append(bs, block{h.m.px(dialogLine), -1, func(c *canvas, r image.Rectangle) {
				c.text(r, part, typeBody, centre)
			}})
		}
	}
	if len(bs) > 0 && !h.gameOver {
		bs = append(bs, co.space(12))
	}
	return bs
}

// space returns an empty strip of u units.
func (co *composer) space(u float64) block {
	return block{co.hud.m.px(u), -1, func(*canvas, image.Rectangle) {}}
}

// fieldBlocks returns the fields of a dialog and the note on one of them.
func (co *composer) fieldBlocks(d *panel.Dialog, w int) []block {
	h := co.hud
	var bs []block
	noted := false
	for i := 0; i < len(d.Fields); i++ {
		f := &d.Fields[i]
		noted = noted || f.Note != ""
		if f.Cards != nil {
			bs = append(bs, co.cardBlocks(d, i, w)...)
			continue
		}
		if f.Sentence {
			bs = append(bs, co.sentenceBlock(d, i, w))
			continue
		}
		if f.Rows != nil {
			bs = append(bs, rowBlocks(h, d, i, w)...)
			continue
		}
		tall := h.m.px(fieldHeight)
		if h.narrow(w) {
			tall = h.m.px(fieldHeight + narrowLabel)
		}
		if f.Tabs {
			tall = h.m.px(fieldHeight * float64(h.rowsOfTabs(f, w)))
		}
		if f.Lines > 1 {
			tall = h.m.px(fieldHeight + narrowLabel + float64(f.Lines-1)*textLine)
		}
		from := i
		for i+1 < len(d.Fields) && d.Fields[i+1].Beside {
			i++
		}
		n, holds := i+1-from, from
		if d.Focus > from && d.Focus <= i {
			holds = d.Focus
		}
		bs = append(bs, block{tall, holds, func(c *canvas, r image.Rectangle) {
			for j := range n {
				at := image.Rect(r.Min.X+j*r.Dx()/n, r.Min.Y, r.Min.X+(j+1)*r.Dx()/n, r.Max.Y)
				if j > 0 {
					at.Min.X += c.px(24)
				}
				c.fields().field(at, &d.Fields[from+j], d.Focus == from+j)
			}
		}})
	}
	if !noted || d.Kind == panel.Beside || len(d.Aside) > 0 {
		return bs
	}
	return append(bs, co.noteBlock(d, w, 2))
}

// noteBlock returns the note on a field in at most most lines.
func (co *composer) noteBlock(d *panel.Dialog, w, most int) block {
	h := co.hud
	face, track := h.fonts.style(typeNote, h.m.k)
	lines := face.balance(h.noteOf(d), w-h.m.px(12), most, track)
	return block{h.m.px(float64(most)*dialogLine + 12), -1, func(c *canvas, r image.Rectangle) {
		_, r = top(r, c.px(8))
		for _, l := range lines {
			var row image.Rectangle
			row, r = top(r, c.px(dialogLine))
			c.text(row, l, typeNote, centre)
		}
	}}
}

// narrowLabel is the height of a label above its field.
const narrowLabel = 18.0

// narrow reports whether labels are placed above their fields for lack of space.
func (h *HUD) narrow(w int) bool { return w < h.m.px(320) }

// noteOf returns the note of the field under the pointer, otherwise of the focused one.
func (h *HUD) noteOf(d *panel.Dialog) string {
	if h.hot.part == partDialog {
		id := h.target(h.hot).cmd.ID
		for _, f := range d.Fields {
			if f.ID == id && f.Note != "" {
				return f.Note
			}
		}
	}
	if d.Focus >= 0 && d.Focus < len(d.Fields) {
		return d.Fields[d.Focus].Note
	}
	return ""
}

// fieldPainter draws the fields of a dialog.
type fieldPainter struct{ canvas *canvas }

func (c *canvas) fields() fieldPainter { return fieldPainter{c} }

// field draws a choice: label, value with an arrow on each side, and a scale with the position of the value
// in the list.
func (fp fieldPainter) field(r image.Rectangle, f *panel.Field, focus bool) {
	c := fp.canvas
	if f.Tabs {
		fp.tabs(r, f, focus)
		return
	}
	c.target(target{rect: r, cmd: panel.Command{ID: f.ID, Arg: f.Chosen}})
	label, box := leftmost(r, r.Dx()*7/20)
	label.Max.X -= c.px(10)
	if r.Dy() > c.px(fieldHeight+narrowLabel/2) {
		label, box = top(r, c.px(narrowLabel))
		box.Min.X += c.px(2)
	}
	ink, valueInk := inkSoft, inkBright
	if focus {
		ink = inkGilt
	}
	if f.Disabled {
		ink, valueInk = inkDead, inkDead
	}
	if f.Changed {
		c.diamond(float64(label.Min.X+c.px(4)), float64(label.Min.Y+label.Dy()/2), 3.4*c.k, bronze)
		label.Min.X += c.px(13)
	}
	c.shrunk(label, f.Label, typeBody.in(ink), 11.5, left)
	fieldBox(c, box, f, focus, valueInk)
}

// fieldBox draws the value of a field in its box.
func fieldBox(c *canvas, box image.Rectangle, f *panel.Field, focus bool, valueInk *image.Uniform) {
	box = image.Rect(box.Min.X, box.Min.Y+c.px(4), box.Max.X-c.px(4), box.Max.Y-c.px(4))
	c.fill(box, 5*c.k, well)
	c.outline(box, 5*c.k, float64(c.line()), rule)
	if f.Write {
		c.fields().writeBox(box, f, focus)
		if focus {
			c.ring(box)
		}
		return
	}
	c.fields().options(box, f, valueInk)
	if focus {
		c.ring(box)
	}
}

// options draws the value of a field between its arrows.
func (fp fieldPainter) options(box image.Rectangle, f *panel.Field, ink *image.Uniform) {
	c := fp.canvas
	back, rest := leftmost(box, c.px(38))
	on, value := rightmost(rest, c.px(38))
	n := len(f.Options)
	live := !f.Disabled && n > 1
	fp.arrow(back, "left", panel.Command{ID: f.ID, Arg: (f.Chosen + max(n, 1) - 1) % max(n, 1)}, live)
	fp.arrow(on, "right", panel.Command{ID: f.ID, Arg: (f.Chosen + 1) % max(n, 1)}, live)
	if f.Pick != "" {
		st := c.target(target{rect: value, cmd: panel.Command{ID: f.Pick}, live: true})
		var sign image.Rectangle
		sign, value = rightmost(value, c.px(24))
		mark := color.Color(bronze)
		if st.hot {
			mark = gilt
		}
		c.icon(square(sign, c.px(15)), "flat", mark)
	}
	if f.Chosen >= 0 && f.Chosen < n {
		up := value
		if n > 1 {
			up.Max.Y -= c.px(6)
		}
		c.shrunk(up, f.Options[f.Chosen], typeStrong.in(ink), 12, centre)
	}
	fp.notchScale(value, f.Chosen, n, f.Disabled)
}

// arrow draws an arrow of a choice.
func (fp fieldPainter) arrow(r image.Rectangle, name string, cmd panel.Command, live bool) {
	c := fp.canvas
	s := c.target(target{rect: r, cmd: cmd, live: live})
	ink := bronze
	switch {
	case !live:
		ink = color.NRGBA{112, 100, 82, 255}
	case s.hot:
		c.glow(r.Inset(c.px(3)), s, false)
		ink = gilt
	}
	c.icon(square(r, c.px(18)), name, ink)
}

// notchScale draws the position of the chosen value among n: one notch each, or a line if there are many.
func (fp fieldPainter) notchScale(r image.Rectangle, chosen, n int, dead bool) {
	c := fp.canvas
	if n < 2 {
		return
	}
	y := r.Max.Y - c.px(8)
	space := 0.0
	if n <= 24 {
		space = 3 * c.k
	}
	w := math.Min(float64(r.Dx()-c.px(24))/float64(n), 18*c.k)
	x := float64(r.Min.X) + (float64(r.Dx())-w*float64(n))/2
	for i := range n {
		col := rule
		if i == chosen && !dead {
			col = bronze
		}
		c.pen(col)
		c.dc.DrawRectangle(x+float64(i)*w+space/2, float64(y), math.Max(w-space, 1), 2*c.k)
		c.dc.Fill()
	}
}

// listBlocks returns the buttons of a column.
func (co *composer) listBlocks(d *panel.Dialog) []block {
	var bs []block
	columns, rows := d.Columns(), d.Rows()
	for i := range rows {
		first, holds := len(d.Fields)+i, len(d.Fields)+i
		if d.Focus == first+rows {
			holds = d.Focus
		}
		bs = append(bs, block{co.hud.m.px(listHeight), holds, func(c *canvas, r image.Rectangle) {
			w := (r.Dx() - (columns-1)*c.px(8)) / columns
			for j := i; j < len(d.Buttons); j += rows {
				x := r.Min.X + (j-i)/rows*(w+c.px(8))
				c.fields().listButton(image.Rect(x, r.Min.Y+c.px(3), x+w, r.Max.Y-c.px(3)), d.Buttons[j],
					d.Focus == len(d.Fields)+j)
			}
		}})
	}
	return bs
}

// listButton draws a button of a column: icon, label and key.
func (fp fieldPainter) listButton(r image.Rectangle, b panel.Button, focus bool) {
	c := fp.canvas
	s := c.target(target{rect: r, cmd: panel.Command{ID: b.ID}, live: !b.Disabled})
	ink := inkPlain
	switch {
	case b.Disabled:
		ink = inkDead
	case b.Primary || b.On:
		ink = inkGilt
	case s.hot:
		ink = inkBright
	}
	if !b.Disabled {
		c.fill(r, 5*c.k, veil)
		c.glow(r, s, b.On)
	}
	c.outline(r, 5*c.k, float64(c.line()), rule)
	if focus {
		c.ring(r)
	}
	in := image.Rect(r.Min.X+c.px(14), r.Min.Y, r.Max.X-c.px(10), r.Max.Y)
	sign, in := leftmost(in, c.px(20))
	c.icon(square(sign, c.px(19)), iconOf(b), ink.C)
	_, in = leftmost(in, c.px(12))
	if b.Key != "" {
		var key image.Rectangle
		key, in = rightmost(in, c.width(b.Key, typeKey)+c.px(12))
		c.keycap(key, b.Key, right)
		in.Max.X -= c.px(8)
	}
	c.shrunk(in, b.Label, typeStrong.in(ink), buttonLeast, left)
}

func (h *HUD) signDialog(d *panel.Dialog, g *digest) {
	g.text(d.ID, d.Title)
	g.num(int(d.Kind), d.Focus, h.dialog.offset, len(d.Lines), len(d.Keys), len(d.Fields))
	g.text(d.Lines...)
	g.parts(d.Parts)
	g.parts(d.Aside)
	g.charts(d.Charts)
	g.num(len(d.Faults))
	g.text(d.Faults...)
	for i := range d.Palette {
		s := &d.Palette[i]
		g.kind(s.Kind)
		g.text(s.Label, s.Sign)
		g.flag(s.On)
	}
	for _, k := range d.Keys {
		g.text(k.Keys, k.Does)
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		g.text(f.ID, f.Label, f.Note, f.Text, f.Pick)
		g.flag(f.Write, f.Changed, f.Tabs)
		g.text(f.Options...)
		g.num(f.Chosen, f.Caret, f.From, f.Lines, len(f.Options), len(f.Cards))
		if f.Rows != nil {
			g.num(f.Rows.First, f.Rows.Of)
			g.table(&f.Rows.Table)
		}
		for j := range f.Cards {
			card := &f.Cards[j]
			g.text(card.Head, card.Sign, card.Start)
			g.text(card.Lines...)
			if card.Board != nil {
				g.diagram(card.Board)
			}
		}
		g.flag(f.Disabled)
	}
	g.buttons(d.Buttons)
}

// paintDialog draws the open dialog.
func (h *HUD) paintDialog(d *panel.Dialog, c *canvas) {
	if d.Kind == panel.Title {
		c.titles().titleScreen(d)
		return
	}
	p := &h.dialog.plan
	ground := oakDeep
	if h.gameOver {
		ground = oak
	}
	c.ground(ground)
	margin := h.dialogPad()
	r := c.bounds()
	in := image.Rect(r.Min.X+margin, r.Min.Y, r.Max.X-margin, r.Max.Y)
	head, rest := top(in, p.head)
	head.Min.Y += p.head - c.px(dialogHead)
	c.shrunk(image.Rect(head.Min.X, head.Min.Y, head.Max.X, head.Max.Y-c.px(14)), d.Title, typeTitle, 17, centre)
	c.rule(in, head.Max.Y-c.px(12), true)
	body := image.Rect(r.Min.X, rest.Min.Y, r.Max.X, r.Max.Y-p.foot)
	h.paintBody(c, body)
	h.paintAside(c, body)
	if !isColumn(d) && len(d.Buttons) > 0 {
		y := body.Max.Y
		for i := range p.rows {
			c.buttonRow(image.Rect(in.Min.X, y, in.Max.X, y+c.px(dialogFoot)), d, i*len(d.Buttons)/p.rows,
				(i+1)*len(d.Buttons)/p.rows)
			y += c.px(dialogFoot - 12)
		}
	}
}

// paintBody draws the body on a separate sheet and copies the visible part to the dialog.
func (h *HUD) paintBody(c *canvas, view image.Rectangle) {
	st := &h.dialog
	s := &st.sheet
	s.fonts, s.paper, s.hot, s.down = c.fonts, c.paper, c.hot, c.down
	s.reset(c.metrics, image.Pt(c.bounds().Dx(), max(view.Dy(), 1)))
	x, y := h.dialogPad(), -st.offset
	for _, b := range st.plan.body {
		if y < view.Dy() && y+b.height > 0 { // skip invisible strips
			b.paint(s, image.Rect(x, y, x+st.plan.inner, y+b.height))
		}
		y += b.height
	}
	lay(c.img, view, s.img)
	for _, t := range s.targets {
		t.rect = t.rect.Add(view.Min).Intersect(view)
		c.targets = append(c.targets, t)
	}
	for _, t := range s.texts {
		if t.ink = t.ink.Add(view.Min); t.ink.In(view) {
			t.box = t.box.Add(view.Min)
			c.texts = append(c.texts, t)
		}
	}
	if st.most > 0 {
		c.thumb(view, st.offset, view.Dy(), st.plan.tall)
	}
}

// thumb draws the scroll bar of a dialog.
func (c *canvas) thumb(r image.Rectangle, first, room, all int) {
	x := c.bounds().Max.X - c.px(11)
	from := r.Min.Y + r.Dy()*first/all
	to := r.Min.Y + r.Dy()*min(first+room, all)/all
	c.fill(image.Rect(x, r.Min.Y, x+c.px(4), r.Max.Y), 2*c.k, veil)
	c.fill(image.Rect(x, from, x+c.px(4), to), 2*c.k, rim)
}

// buttonRow draws buttons at the bottom of a dialog. They have the width of the longest label or, if that
// does not fit, of their own labels. All labels have the same size.
func (c *canvas) buttonRow(r image.Rectangle, d *panel.Dialog, from, to int) {
	row := d.Buttons[from:to]
	widths, space := c.buttonWidths(row, r.Dx())
	all := (len(widths) - 1) * space
	for _, w := range widths {
		all += w
	}
	tall := c.px(40)
	x, y := r.Min.X+(r.Dx()-all)/2, r.Min.Y+(r.Dy()-tall)/2
	words := typeStrong
	for i, b := range row {
		words = c.shrink(b.Label, words, buttonLeast, widths[i]-2*c.px(buttonSide))
	}
	for i, b := range row {
		c.button(image.Rect(x, y, x+widths[i], y+tall), b, words, d.Focus == len(d.Fields)+from+i)
		x += widths[i] + space
	}
}

// buttonWidths returns the widths of the buttons of a row and the space between them.
func (c *canvas) buttonWidths(bs []panel.Button, room int) (widths []int, space int) {
	space = c.px(12)
	if len(bs) > 3 {
		space = c.px(8)
	}
	room -= (len(bs) - 1) * space
	widest, sum := c.px(116), 0
	for _, b := range bs {
		w := c.width(b.Label, typeStrong) + c.px(28)
		widths = append(widths, w)
		widest = max(widest, w+c.px(8))
		sum += w
	}
	spare := c.px(28) - 2*c.px(buttonSide)
	tight := sum - spare*len(bs)
	for i, w := range widths {
		switch {
		case widest*len(bs) <= room:
			widths[i] = widest
		case sum <= room:
			widths[i] = w + (room-sum)/len(bs)
		case tight <= room:
			widths[i] = w - spare + (room-tight)/len(bs)
		default:
			widths[i] = w * room / sum
		}
	}
	return widths, space
}
