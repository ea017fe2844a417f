package hud

import (
	"fmt"
	"image"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Dimensions of a seat, in units.
const (
	seatHead  = 40.0
	seatClock = 46.0
	seatCount = 22.0
	seatRow   = 21.0 // captured pieces
	seatHand  = 34.0 // pieces in hand
)

// Dimensions of captured pieces, in units.
const (
	takenSize  = 18.0
	takenStep  = 19.0 // spacing
	takenLeast = 8.0  // least spacing
)

// seatRows returns the number of rows of captured pieces: a second one when the first is full, except in
// small windows.
func seatRows(m metrics, s *panel.Seat, w int) int {
	first := (w-2*m.pad()-m.px(takenSize))/m.px(takenStep) + 1
	if m.cosy || len(s.Taken) <= first {
		return 1
	}
	return 2
}

// seatHeight returns the height of a seat of width w.
func seatHeight(m metrics, s *panel.Seat, w int) int {
	h := 2*m.pad() + m.px(seatHead) + m.px(8) + m.px(seatCount) + seatRows(m, s, w)*m.px(seatRow)
	if s.Clock.On {
		h += m.px(seatClock)
	}
	if len(s.Hand) > 0 {
		h += m.px(seatHand)
	}
	return h
}

// seatPainter draws a seat: the player, the clock and the captured pieces.
type seatPainter struct{ canvas *canvas }

func (c *canvas) seats() seatPainter { return seatPainter{c} }

// seat draws the panel of a side.
func (sp seatPainter) seat(s *panel.Seat, g *panel.Sheet) {
	c := sp.canvas
	c.ground(oak)
	active := s.Active && !g.Over
	if active {
		r := c.bounds().Inset(c.px(3))
		c.bar(image.Rect(r.Min.X, r.Min.Y+c.px(radius), r.Min.X+c.px(3), r.Max.Y-c.px(radius)), bronze)
	}
	head, rest := top(c.bounds().Inset(c.pad()), c.px(seatHead))
	sp.seatHead(head, s, active)
	if s.Clock.On {
		var face image.Rectangle
		face, rest = top(rest, c.px(seatClock))
		sp.clock(face, &s.Clock, s.Clock.Running && !g.Paused)
	}
	_, rest = top(rest, c.px(8))
	c.rule(rest, rest.Min.Y, false)
	count, rest := top(rest, c.px(seatCount)+c.px(2))
	if len(s.Hand) > 0 {
		var hand image.Rectangle
		hand, rest = top(rest, c.px(seatHand))
		sp.inHand(hand, s.Hand)
	}
	taken, room := "", 0
	if len(s.Taken) > 0 {
		taken = tongue.Textf("%d captured", len(s.Taken))
		room = min(c.width(taken, typeSmall)+c.px(8), count.Dx()/2)
	}
	rightSide, leftSide := rightmost(count, room)
	c.shrunk(leftSide, s.Left, typeSmall, 10, left)
	c.shrunk(rightSide, taken, typeSmall, 10, right)
	sp.taken(rest, s.Taken, seatRows(c.metrics, s, c.bounds().Dx()))
}

// inHand draws the pieces in hand with their numbers. If the player can choose, the piece to drop next is
// highlighted.
func (sp seatPainter) inHand(r image.Rectangle, hand []panel.Held) {
	c := sp.canvas
	w := min((r.Dx()+c.px(6))/len(hand), c.px(72))
	for _, k := range hand {
		var at image.Rectangle
		at, r = leftmost(r, w)
		at = image.Rect(at.Min.X, at.Min.Y+c.px(2), at.Max.X-c.px(6), at.Max.Y-c.px(4))
		s := c.target(target{rect: at, cmd: panel.Command{ID: "hold", Arg: int(k.Piece)}, live: true,
			tip: tongue.Textf("%d in hand: %s", k.Count, k.Kind.Name)})
		c.fill(at, 4*c.k, veil)
		c.glow(at, s, k.On)
		edge := rule
		if k.On {
			edge = bronze
		}
		c.outline(at, 4*c.k, float64(c.line()), edge)
		sign, number := leftmost(at, at.Dx()/2)
		c.man(square(sign, min(c.px(19), sign.Dx())), k.Kind)
		c.shrunk(number, fmt.Sprint(k.Count), typeMove, 9, left)
	}
}

// seatHead draws emblem, name and details.
func (sp seatPainter) seatHead(r image.Rectangle, s *panel.Seat, active bool) {
	c := sp.canvas
	disc, rest := leftmost(r, c.px(seatHead))
	mid := disc.Min.Add(image.Pt(disc.Dx()/2, disc.Dy()/2))
	c.pen(well)
	c.dc.DrawCircle(float64(mid.X), float64(mid.Y), float64(disc.Dx())/2-float64(c.line()))
	c.dc.FillPreserve()
	c.pen(rim)
	if active {
		c.pen(bronze)
	}
	c.dc.SetLineWidth(1.3 * c.k)
	c.dc.Stroke()
	c.man(square(disc, c.px(26)), s.Kind)
	_, rest = leftmost(rest, c.px(11))
	name, detail := top(rest, c.px(22))
	if active {
		var lamp image.Rectangle
		lamp, name = rightmost(name, c.px(14))
		c.diamond(float64(lamp.Max.X-c.px(6)), float64(lamp.Min.Y+lamp.Dy()/2), 5*c.k, gilt)
	}
	sp.textWithTip(name, s.Name, typeName)
	sp.textWithTip(detail, sideDetail(s), c.shrink(sideDetail(s), typeSmall, 11.5, detail.Dx()))
}

// textWithTip draws a left-aligned text. Its tooltip has the whole text if it was shortened.
func (sp seatPainter) textWithTip(box image.Rectangle, s string, st style) {
	c := sp.canvas
	if !c.text(box, s, st, left) {
		c.target(target{rect: box, tip: s})
	}
}

// sideDetail returns the side and further details.
func sideDetail(s *panel.Seat) string {
	side := s.Army
	if s.Detail == "" {
		return side
	}
	return side + " · " + s.Detail
}

// clock draws a clock with large digits and small details.
func (sp seatPainter) clock(r image.Rectangle, k *panel.Clock, running bool) {
	c := sp.canvas
	st := typeClock.in(inkSoft)
	switch {
	case k.Low:
		st = st.in(inkOchre)
	case running:
		st = st.in(inkBright)
	}
	beside := 0
	if k.Words != "" {
		beside = min(c.width(k.Words, typeSmall)+c.px(10), r.Dx()/2)
	}
	small, face := rightmost(r, beside)
	for st.size > 18 && c.width(k.Figures, st) > face.Dx() {
		st.size--
	}
	c.text(face.Add(image.Pt(0, c.px(2))), k.Figures, st, left)
	used := c.width(k.Figures, st) + c.px(10)
	small = image.Rect(r.Min.X+used, small.Min.Y, r.Max.X, small.Max.Y)
	c.text(small.Add(image.Pt(0, c.px(9))), k.Words, typeSmall, left)
}

// taken draws captured pieces in rows rows. They are packed closer if there are many, and counted per kind if
// they still do not fit.
func (sp seatPainter) taken(r image.Rectangle, kinds []game.Kind, rows int) {
	c := sp.canvas
	if len(kinds) == 0 {
		return
	}
	size := c.px(takenSize)
	perRow := max((len(kinds)+rows-1)/rows, (r.Dx()-size)/c.px(takenStep)+1)
	step := min(c.px(takenStep), (r.Dx()-size)/max(perRow-1, 1))
	if step < c.px(takenLeast) {
		sp.tally(r, kinds, size)
		return
	}
	for i, k := range kinds {
		at := image.Pt(r.Min.X-c.px(2)+i%perRow*step, r.Min.Y+i/perRow*c.px(seatRow)+c.line())
		c.man(image.Rectangle{Min: at, Max: at.Add(image.Pt(size, size))}, k)
	}
}

// tally draws each kind of piece with its number.
func (sp seatPainter) tally(r image.Rectangle, kinds []game.Kind, size int) {
	c := sp.canvas
	var seen []game.Kind
	count := map[game.Kind]int{}
	for _, k := range kinds {
		if count[k]++; count[k] == 1 {
			seen = append(seen, k)
		}
	}
	row, _ := top(r, c.px(seatRow))
	for _, k := range seen {
		var at, number image.Rectangle
		at, row = leftmost(row, size)
		c.man(square(at, size), k)
		_, row = leftmost(row, c.px(4))
		text := fmt.Sprintf("× %d", count[k])
		number, row = leftmost(row, c.width(text, typeMove)+c.px(14))
		c.text(number, text, typeMove, left)
	}
}
