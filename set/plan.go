package set

import (
	"math"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// form is what a board looks like as a whole.
type form uint8

const (
	squares form = iota // cells, all alike
	checked             // cells, light and dark in turn
	round               // lines on a round board
	fan                 // lines that run together
	lines               // lines and the points where they meet
)

// plan is a board in millimetres, with y downwards and its upper left corner at the origin.
type plan struct {
	board         *game.Board
	form          form
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
	p.form, p.room = formOf(&stage), float64(stage.Room())*unit
	w, h := p.board.Span()
	p.fieldX, p.fieldY = (float64(w)/2+0.5)*unit, (float64(h)/2+0.5)*unit
	if p.form == round {
		p.fieldX = (outermost(p.board) + 0.42) * unit
		p.fieldY = p.fieldX
	}
}

// formOf chooses the form of a board from its lines.
func formOf(st *scene.Stage) form {
	var has game.Class
	for _, line := range st.Board.Lines() {
		has |= line.Class
	}
	w, h := st.Board.Span()
	switch {
	case st.Board.Grid():
		return squares
	case st.Cells() && has&game.Diagonal != 0 && has&game.Unmarked == 0:
		return checked
	case st.Cells():
		return squares
	case w == h && outermost(st.Board) < 0.55*float64(w+h)/2*1.1:
		return round
	case !straight(st.Board):
		return fan
	}
	return lines
}

// outermost returns how far the farthest point lies from the middle, in squares.
func outermost(b *game.Board) (far float64) {
	for s := range game.Square(b.Squares()) {
		x, y := b.At(s)
		far = max(far, math.Hypot(float64(x), float64(y)))
	}
	return far
}

// straight reports whether every file is drawn as a straight line.
func straight(b *game.Board) bool {
	files := map[int]float32{}
	for s := range game.Square(b.Squares()) {
		x, _ := b.At(s)
		f, _ := b.FileRank(s)
		if at, ok := files[f]; ok && math.Abs(float64(at-x)) > 0.01 {
			return false
		}
		files[f] = x
	}
	return true
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
func (p *plan) cells() bool { return p.form == squares || p.form == checked }

// ways returns the straight lines that the board shows, as pairs of squares. On cells those along ranks and files are
// left out, since the cells show them.
func (p *plan) ways() (list [][2]game.Square) {
	if p.form == checked || p.board.Grid() {
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
func (p *plan) dark(file, rank int) bool { return p.form == checked && (file+rank)%2 == 0 }
