package set

import (
	"math"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// plan is a board in millimetres, with y downwards and its upper left corner at the origin.
type plan struct {
	board         *game.Board
	form          scene.Form
	unit          float64 // distance of neighbouring squares
	room          float64 // how far a piece may reach from the middle of its square
	fieldX        float64 // half the width of the field; its radius where it is round
	fieldY        float64
	frame         float64 // width of the frame around the field
	throne, gates []game.Square
	camps         []game.Square
	areas         []game.Square // points that the rules of a game on lines name
}

// frameWide is the width of the frame, in squares.
const frameWide = 0.62

// newPlan lays out the board of a variant.
func newPlan(v *variant.Variant, unit float64) *plan {
	r := v.Rules
	p := &plan{board: r.Board(), throne: r.Throne(), gates: r.Corners()}
	for _, camp := range r.Camps() {
		p.camps = append(p.camps, camp...)
	}
	for _, a := range r.Areas() {
		p.areas = append(p.areas, a.Squares...)
	}
	p.layOut(unit, frameWide*unit)
	return p
}

// layOut measures the board.
func (p *plan) layOut(unit, frame float64) {
	p.unit, p.frame = unit, frame
	stage := scene.Stage{Board: p.board}
	p.form, p.room = stage.Form(), float64(stage.Room())*unit
	w, h := p.board.Span()
	p.fieldX, p.fieldY = (float64(w)/2+0.5)*unit, (float64(h)/2+0.5)*unit
	if p.form == scene.Disc {
		p.fieldX = (float64(stage.Radius()) + 0.42) * unit
		p.fieldY = p.fieldX
	}
}

// size returns the size of the whole board.
func (p *plan) size() (w, h float64) { return 2 * (p.fieldX + p.frame), 2 * (p.fieldY + p.frame) }

// middle returns the middle of the board.
func (p *plan) middle() (x, y float64) { return p.fieldX + p.frame, p.fieldY + p.frame }

// at returns the middle of a square.
func (p *plan) at(s game.Square) (x, y float64) {
	bx, by := p.board.At(s)
	x, y = p.middle()
	return x + float64(bx)*p.unit, y - float64(by)*p.unit
}

// cells reports whether pieces stand in cells and not where lines meet.
func (p *plan) cells() bool { return p.form <= scene.Checked }

// ways returns the straight lines that the board shows, as pairs of squares. On cells those along ranks and files are
// left out, since the cells show them.
func (p *plan) ways() (list [][2]game.Square) {
	if p.form == scene.Checked || p.board.Grid() {
		return nil
	}
	for _, l := range p.board.Lines() {
		if l.Class == game.Unmarked || l.Class == game.Main && p.cells() {
			continue
		}
		from := l.Squares[0]
		for i := 1; i < len(l.Squares); i++ {
			if i+1 < len(l.Squares) && p.aligned(l.Squares[i-1], l.Squares[i], l.Squares[i+1]) {
				continue
			}
			list = append(list, [2]game.Square{from, l.Squares[i]})
			from = l.Squares[i]
		}
	}
	return list
}

// aligned reports whether three squares lie on a straight line.
func (p *plan) aligned(a, b, c game.Square) bool {
	ax, ay := p.at(a)
	bx, by := p.at(b)
	cx, cy := p.at(c)
	return math.Abs((bx-ax)*(cy-by)-(by-ay)*(cx-bx)) < 0.02*p.unit*p.unit
}

// dark reports whether a cell of a chequered board is dark: a1 is.
func (p *plan) dark(file, rank int) bool { return p.form == scene.Checked && (file+rank)%2 == 0 }
