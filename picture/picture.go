// Package picture draws boards flat: as SVG, as pixels, and games as animated GIF. It knows
// every shape of board that the rules know. What is drawn is described once (draw.go), for
// two pens: one writes SVG, the other paints.
package picture

import (
	"image"
	"image/png"
	"io"
	"math"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// Board is a position as it is drawn.
type Board struct {
	Rules    *rules.Rules
	Pieces   []game.Piece // by square
	Hand     []int        // pieces not yet on the board, by game.Piece; nil: none
	From, To game.Square  // of the last turn, NoSquare for none
	Marks    []tree.Mark
	Sign     tree.Sign // of the last turn, drawn beside where it ended
	Label    string    // says what is drawn to who cannot see it
	Caption  string    // written below the board
	Bare     bool      // without the names of files and ranks
	Flip     bool      // with the first rank at the top
}

// Of returns a position to be drawn.
func Of(p *rules.Position) Board {
	s := p.Setup()
	return Board{Rules: p.Rules(), Pieces: s.Pieces, Hand: s.Hand, From: game.NoSquare, To: game.NoSquare}
}

// At returns what is to be seen where a cursor stands: the position, the last turn with its
// sign, and the marks.
func At(c *tree.Cursor) Board {
	b := Of(&c.Line().Position)
	n := c.Node()
	b.From, b.To = Squares(n.Turn)
	b.Marks = n.Marks
	for _, s := range n.Signs {
		if s.OfTurn() {
			b.Sign = s
		}
	}
	return b
}

// Squares returns where a turn began and where it ended, NoSquare where it did nowhere.
func Squares(turn []game.Move) (from, to game.Square) {
	from, to = game.NoSquare, game.NoSquare
	for _, m := range turn {
		if m.Op == game.End || m.Op == game.Remove {
			continue
		}
		if from == game.NoSquare {
			from = m.From
		}
		to = m.To
	}
	return from, to
}

// SVG returns the picture as a document that stands by itself.
func (b *Board) SVG() string {
	p := &svg{}
	w, h := b.size()
	p.begin("board", "", b.Label, w, h, true)
	p.WriteString("<style>" + Style() + "</style>")
	p.symbols()
	b.draw(p)
	p.WriteString("</svg>")
	return p.String()
}

// Embedded returns the picture as a part of a page that has Style and Sprite. Class is that
// of its element, and attributes, which are written as they are, stand in that too.
func (b *Board) Embedded(class, attributes string) string {
	p := &svg{numbered: true}
	p.Grow(150 * len(b.Pieces)) // what a square with a piece takes
	w, h := b.size()
	p.begin(class, attributes, b.Label, w, h, false)
	b.draw(p)
	p.WriteString("</svg>")
	return p.String()
}

// Sprite returns what the figures of pieces look like, for pages that embed pictures.
func Sprite() string {
	p := &svg{}
	p.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">`)
	p.symbols()
	p.WriteString("</svg>")
	return p.String()
}

// Style returns the rules of CSS for all that is drawn.
func Style() string {
	var text strings.Builder
	for _, c := range classes {
		text.WriteString(c.css())
	}
	return text.String()
}

// Image paints the picture; size is its longer side in pixels.
func (b *Board) Image(size int) *image.RGBA {
	w, h := b.size()
	k := float64(size) / max(w, h)
	p := newPaint(max(1, int(math.Round(w*k))), max(1, int(math.Round(h*k))), k)
	b.draw(p)
	return p.image()
}

// PNG writes the picture; size is its longer side in pixels.
func (b *Board) PNG(out io.Writer, size int) error { return png.Encode(out, b.Image(size)) }
