// Package picture draws two-dimensional boards: as SVG, as pixels, and games as animated GIF. It
// supports every shape of board in the rules. draw.go describes the drawing once for two pens: one
// writes SVG, the other pixels.
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

// Board is a position to draw.
type Board struct {
	Rules    *rules.Rules
	Pieces   []game.Piece // by square
	Hand     []int        // pieces in hand, by game.Piece; nil for none
	From, To game.Square  // of the last turn, NoSquare for none
	Marks    []tree.Mark
	Sign     tree.Sign // annotation of the last turn, drawn at its target square
	Label    string    // description for screen readers
	Caption  string    // written below the board
	Bare     bool      // omit the names of files and ranks
	Flip     bool      // first rank at the top
	Carved   *Carved   // pictures for Embedded; nil: drawn
}

// Of returns the drawing of a position.
func Of(p *rules.Position) Board {
	s := p.Setup()
	return Board{Rules: p.Rules(), Pieces: s.Pieces, Hand: s.Hand, From: game.NoSquare, To: game.NoSquare}
}

// At returns the drawing at a cursor: the position, the last turn with its annotation, and the
// marks.
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

// Squares returns the first and last square of a turn, NoSquare if it has none.
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

// SVG returns the picture as a standalone document.
func (b *Board) SVG() string {
	p := &svg{}
	w, h := b.size()
	p.begin("board", "", b.Label, 0, w, h, true)
	p.WriteString("<style>" + Style() + "</style>")
	p.symbols()
	b.draw(p)
	p.WriteString("</svg>")
	return p.String()
}

// Embedded returns the picture for a page that contains Style and Sprite. class and attributes are
// those of its element; attributes are not escaped.
func (b *Board) Embedded(class, attributes string) string {
	p := &svg{numbered: true}
	p.Grow(150 * len(b.Pieces)) // typical size of a square with a piece
	w, h := b.size()
	out := 0.0
	if b.Carved != nil && b.Carved.Board != "" {
		out = brim
	}
	p.begin(class, attributes, b.Label, out, w, h, false)
	b.draw(p)
	p.WriteString("</svg>")
	return p.String()
}

// Sprite returns the definitions of the pieces for pages with embedded pictures.
func Sprite() string {
	p := &svg{}
	p.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">`)
	p.symbols()
	p.WriteString("</svg>")
	return p.String()
}

// Style returns the CSS rules of all drawings.
func Style() string {
	var text strings.Builder
	for _, c := range classes {
		text.WriteString(c.css())
	}
	return text.String()
}

// Image renders the picture; size is its longer side in pixels.
func (b *Board) Image(size int) *image.RGBA {
	w, h := b.size()
	k := float64(size) / max(w, h)
	p := newPaint(max(1, int(math.Round(w*k))), max(1, int(math.Round(h*k))), k)
	b.draw(p)
	return p.image()
}

// PNG writes the picture as PNG; size is its longer side in pixels.
func (b *Board) PNG(out io.Writer, size int) error { return png.Encode(out, b.Image(size)) }
