package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
)

// Unit is the distance between neighbouring squares in a picture, Margin the space around them.
const (
	Unit   = 100.0
	Margin = 110.0
)

// tray and line are the heights of the strips below the board for the pieces in hand and the
// caption.
const (
	tray = 90.0
	line = 62.0
)

// pen draws shapes. The class determines the style.
type pen interface {
	group(class string)
	end()
	rect(class string, x, y, w, h, round float64)
	circle(class string, x, y, r float64)
	picture(class, address string, x, y, w, h float64)
	path(class string, p []point)
	text(class string, x, y float64, text string)
	use(class, symbol string, x, y, scale float64, at game.Square)
}

// point is a point of a path: a line to it, or a new start.
type point struct {
	x, y  float64
	begin bool
}

// Place returns the center of a square in a picture that is not flipped.
func Place(b *game.Board, s game.Square) (x, y float64) {
	w, h := b.Span()
	bx, by := b.At(s)
	return Margin + float64(w)*Unit/2 + float64(bx)*Unit, Margin + float64(h)*Unit/2 - float64(by)*Unit
}

// plank returns the size of the drawn board with its rim.
func (b *Board) plank() (w, h float64) {
	sw, sh := b.Rules.Board().Span()
	return float64(sw)*Unit + 2*Margin, float64(sh)*Unit + 2*Margin
}

// size returns the size of the picture.
func (b *Board) size() (w, h float64) {
	w, h = b.plank()
	if b.drops() {
		h += tray
	}
	if b.Caption != "" {
		h += line
	}
	return w, h
}

// drops reports whether the game has drops.
func (b *Board) drops() bool {
	start := b.Rules.Start()
	return b.Hand != nil && slices.ContainsFunc(start.Setup().Hand, func(n int) bool { return n > 0 })
}

func (b *Board) at(s game.Square) (x, y float64) {
	x, y = Place(b.Rules.Board(), s)
	if b.Flip {
		w, h := b.plank()
		return w - x, h - y
	}
	return x, y
}

// draw draws the whole picture. The texts in it are numbers, names of squares and kinds, and
// captions; pens must escape them.
func (b *Board) draw(p pen) {
	b.base(p)
	p.group("marks")
	for _, s := range []game.Square{b.From, b.To} {
		if s >= 0 && int(s) < b.Rules.Board().Squares() {
			x, y := b.at(s)
			p.circle("mark", x, y, math.Round(Unit*0.46))
		}
	}
	p.end()
	b.squares(p)
	p.group("men")
	for s, piece := range b.Pieces {
		if piece != game.Empty {
			x, y := b.at(game.Square(s))
			p.use("man", b.symbol(b.Rules.Kinds()[piece]), x, y, 1, game.Square(s))
		}
	}
	p.end()
	b.arrows(p)
	b.sign(p)
	b.below(p)
}

// base draws the empty board. A carved one is drawn, too, for readers who see no pictures.
func (b *Board) base(p pen) {
	carved := b.Carved != nil && b.Carved.Board != ""
	if carved {
		p.group("drawn")
	}
	b.ground(p)
	if b.Rules.Board().Grid() {
		b.cells(p)
	} else {
		b.lines(p)
	}
	if carved {
		p.end()
		w, h := b.plank()
		side := max(w, h) + 2*brim
		p.picture("carved", b.Carved.Board, (w-side)/2, (h-side)/2, side, side)
	}
}

// ground draws the rim and the names of files and ranks.
func (b *Board) ground(p pen) {
	w, h := b.plank()
	if _, all := b.size(); all > h {
		p.rect("ground", 0, 0, w, all, 0)
	}
	p.rect("plank", 2, 2, w-4, h-4, 22)
	p.rect("inlay", 10, 10, w-20, h-20, 15)
	if !b.Bare {
		b.names(p)
	}
}

// names writes the letter of each file below its lowest square, or above it if that is in the upper
// half, and the number of each rank at its side.
func (b *Board) names(p pen) {
	var files, ranks []string
	_, h := b.plank()
	board := b.Rules.Board()
	for i := range game.Square(board.Squares()) {
		s := i
		if b.Flip {
			s = game.Square(board.Squares()) - 1 - i
		}
		x, y := b.at(s)
		name := board.Name(s)
		rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		file := strings.TrimSuffix(name, rank)
		if !slices.Contains(ranks, rank) {
			ranks = append(ranks, rank)
			p.text("coord", 35, y+9, rank)
		}
		if slices.Contains(files, file) {
			continue
		}
		files = append(files, file)
		foot := h - 25
		if y < h/2 {
			foot = 43
		}
		p.text("coord", x, foot, file)
	}
}

// cells draws a grid with throne, corners and camps.
func (b *Board) cells(p pen) {
	n := float64(b.Rules.Board().Size())
	const x0, y0 = Margin - Unit/2, Margin - Unit/2
	p.rect("field", x0, y0, n*Unit, n*Unit, 0)
	for _, camp := range b.Rules.Camps() {
		for _, s := range camp {
			b.cell(p, s, "camp")
		}
	}
	for _, s := range b.Rules.Throne() {
		b.knot(p, s, "throne")
	}
	for _, s := range b.Rules.Corners() {
		b.knot(p, s, "corner")
	}
	var grid []point
	for i := 0.0; i <= n; i++ {
		grid = append(grid, point{x0, y0 + i*Unit, true}, point{x0 + n*Unit, y0 + i*Unit, false},
			point{x0 + i*Unit, y0, true}, point{x0 + i*Unit, y0 + n*Unit, false})
	}
	p.path("line", grid)
}

func (b *Board) cell(p pen, s game.Square, class string) {
	x, y := b.at(s)
	p.rect(class, x-Unit/2, y-Unit/2, Unit, Unit, 0)
}

// knot draws a special square with its sign.
func (b *Board) knot(p pen, s game.Square, class string) {
	b.cell(p, s, class)
	x, y := b.at(s)
	p.use("knot", "knot", x, y, 1, game.NoSquare)
}

// lines draws a board of points and their connections.
func (b *Board) lines(p pen) {
	var ways []point
	for _, l := range b.Rules.Board().Lines() {
		for i, s := range l.Squares {
			x, y := b.at(s)
			ways = append(ways, point{x, y, i == 0})
		}
	}
	p.path("way", ways)
	for s := range game.Square(b.Rules.Board().Squares()) {
		x, y := b.at(s)
		p.circle("point", x, y, 9)
	}
}

// squares draws the coloured squares, arrows the arrows.
func (b *Board) squares(p pen) {
	for _, m := range b.Marks {
		if m.From == m.To {
			x, y := b.at(m.From)
			p.circle("square-"+m.Colour.String(), x, y, Unit*0.45)
		}
	}
}

func (b *Board) arrows(p pen) {
	for _, m := range b.Marks {
		if m.From == m.To {
			continue
		}
		x1, y1 := b.at(m.From)
		x2, y2 := b.at(m.To)
		p.path("arrow-"+m.Colour.String(), arrow(x1, y1, x2, y2))
	}
}

// arrow returns the outline of an arrow between the centers of two squares.
func arrow(x1, y1, x2, y2 float64) []point {
	const start, shaft, head, length = 26, 9, 27, 44
	d := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/d, (y2-y1)/d
	outline := [][2]float64{{start, -shaft}, {d - length, -shaft}, {d - length, -head}, {d, 0}, {d - length, head},
		{d - length, shaft}, {start, shaft}, {start, -shaft}}
	var list []point
	for i, o := range outline {
		list = append(list, point{x1 + ux*o[0] - uy*o[1], y1 + uy*o[0] + ux*o[1], i == 0})
	}
	return list
}

// sign writes the annotation sign of the last turn at its target square.
func (b *Board) sign(p pen) {
	sort, known := map[tree.Sign]string{tree.Good: "good", tree.Brilliant: "good", tree.Interesting: "dubious",
		tree.Dubious: "dubious", tree.Mistake: "mistake", tree.Blunder: "blunder"}[b.Sign]
	if !known || b.To == game.NoSquare {
		return
	}
	x, y := b.at(b.To)
	p.circle("sign-"+sort, x+35, y-35, 25)
	p.text("sign", x+35, y-24, b.Sign.Glyph())
}

// below draws the pieces in hand and the caption below the board.
func (b *Board) below(p pen) {
	w, h := b.plank()
	if b.drops() {
		x := 60.0
		for piece, n := range b.Hand {
			if n > 0 {
				p.use("held", Symbol(b.Rules.Kinds()[piece]), x, h+tray/2, 0.8, game.NoSquare)
				p.text("count", x+44, h+tray/2+13, fmt.Sprintf("×%d", n))
				x += 170
			}
		}
		h += tray
	}
	if b.Caption != "" {
		p.text("caption", w/2, h+line-22, b.Caption)
	}
}

// Symbol returns the name of the figure of a kind of piece.
func Symbol(k game.Kind) string {
	switch side := k.Side.String(); {
	case k.Royal:
		return "king"
	case k.Name == "man" || k.Name == "":
		return side
	case k.Name == "knight":
		return side + "-knight"
	default:
		return side + "-chief"
	}
}
