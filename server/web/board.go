package web

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// unit is the distance of neighbours in a drawing, margin the room around the squares.
const (
	unit   = 100.0
	margin = 110.0
)

// drawing is a board that is being drawn.
type drawing struct {
	strings.Builder
	rules *rules.Rules
	board *game.Board
	w, h  float64 // from the first to the last square
}

// at returns where the middle of a square is in the drawing.
func (d *drawing) at(s game.Square) (x, y float64) {
	bx, by := d.board.At(s)
	return margin + d.w/2 + float64(bx)*unit, margin + d.h/2 - float64(by)*unit
}

// drawBoard draws a frame of a game of r. All that stands in it is made of numbers,
// names of squares and kinds, and escaped labels.
func drawBoard(r *rules.Rules, f Frame, label string, small bool) template.HTML {
	b := r.Board()
	w, h := b.Span()
	d := &drawing{rules: r, board: b, w: float64(w) * unit, h: float64(h) * unit}
	class := "board"
	if small {
		class = "board small"
	}
	fmt.Fprintf(d, `<svg class="%s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s"`, class, d.w+2*margin, d.h+2*margin, template.HTMLEscapeString(label))
	if !small {
		d.data()
	}
	d.WriteString(">")
	d.ground(!small)
	if b.Grid() {
		d.cells()
	} else {
		d.lines()
	}
	d.marks(f)
	d.men(f)
	d.WriteString("</svg>")
	return template.HTML(d.String())
}

// data tells the script where the squares are and what they and the pieces are called.
func (d *drawing) data() {
	var at, names []string
	for s := range game.Square(d.board.Squares()) {
		x, y := d.at(s)
		at = append(at, fmt.Sprintf("%.0f,%.0f", x, y))
		names = append(names, d.board.Name(s))
	}
	var kinds []string
	for _, k := range d.rules.Kinds()[1:] {
		kinds = append(kinds, fmt.Sprintf("%c:%s:%s", k.Letter, symbol(k), kindName(d.rules, k)))
	}
	fmt.Fprintf(d, ` data-at="%s" data-names="%s" data-kinds="%s"`, strings.Join(at, " "), strings.Join(names, " "), template.HTMLEscapeString(strings.Join(kinds, ";")))
}

// kindName is what a kind of piece is called in a list.
func kindName(r *rules.Rules, k game.Kind) string {
	if k.Royal || k.Name != "man" {
		return upper(k.Name)
	}
	return upper(r.SideName(k.Side))
}

func upper(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// ground draws the plank with its rim and the names of files and ranks.
func (d *drawing) ground(named bool) {
	w, h := d.w+2*margin, d.h+2*margin
	fmt.Fprintf(d, `<rect class="plank" x="2" y="2" width="%.0f" height="%.0f" rx="22"/><rect class="inlay" x="10" y="10" width="%.0f" height="%.0f" rx="15"/>`, w-4, h-4, w-20, h-20)
	if named {
		d.names()
	}
}

// names writes the letter of each file below its lowest square, above where that lies in
// the upper half as a point alone does, and the number of each rank beside it.
func (d *drawing) names() {
	var files, ranks []string
	for s := range game.Square(d.board.Squares()) {
		x, y := d.at(s)
		name := d.board.Name(s)
		rank := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		file := strings.TrimSuffix(name, rank)
		if !slices.Contains(ranks, rank) {
			ranks = append(ranks, rank)
			d.coordinate(rank, 35, y+9)
		}
		if slices.Contains(files, file) {
			continue
		}
		files = append(files, file)
		foot := d.h + 2*margin - 25
		if y < margin+d.h/2 {
			foot = 43
		}
		d.coordinate(file, x, foot)
	}
}

func (d *drawing) coordinate(name string, x, y float64) {
	fmt.Fprintf(d, `<text class="coord" x="%.0f" y="%.0f">%s</text>`, x, y, name)
}

// cells draws a grid, its throne, corners and camps.
func (d *drawing) cells() {
	const half = unit / 2
	n := float64(d.board.Size())
	x0, y0 := margin-half, margin-half
	fmt.Fprintf(d, `<rect class="field" x="%.0f" y="%.0f" width="%.0f" height="%.0f"/>`, x0, y0, n*unit, n*unit)
	for _, camp := range d.rules.Camps() {
		for _, s := range camp {
			d.cell(s, "camp")
		}
	}
	for _, s := range d.rules.Throne() {
		d.cell(s, "throne")
		d.knot(s)
	}
	for _, s := range d.rules.Corners() {
		d.cell(s, "corner")
		d.knot(s)
	}
	var path strings.Builder
	for i := 0.0; i <= n; i++ {
		fmt.Fprintf(&path, "M%.0f %.0fh%.0fM%.0f %.0fv%.0f", x0, y0+i*unit, n*unit, x0+i*unit, y0, n*unit)
	}
	fmt.Fprintf(d, `<path class="line" d="%s"/>`, path.String())
}

func (d *drawing) cell(s game.Square, class string) {
	x, y := d.at(s)
	fmt.Fprintf(d, `<rect class="%s" x="%.0f" y="%.0f" width="%.0f" height="%.0f"/>`, class, x-unit/2, y-unit/2, unit, unit)
}

// knot draws the sign of a square that has a meaning.
func (d *drawing) knot(s game.Square) {
	x, y := d.at(s)
	fmt.Fprintf(d, `<use class="knot" href="#knot" transform="translate(%.0f %.0f)"/>`, x, y)
}

// lines draws a board of points and the lines that join them.
func (d *drawing) lines() {
	var path strings.Builder
	for _, l := range d.board.Lines() {
		for i, s := range l.Squares {
			x, y := d.at(s)
			fmt.Fprintf(&path, "%c%.0f %.0f", "LM"[bit(i == 0)], x, y)
		}
	}
	fmt.Fprintf(d, `<path class="way" d="%s"/>`, path.String())
	for s := range game.Square(d.board.Squares()) {
		x, y := d.at(s)
		fmt.Fprintf(d, `<circle class="point" cx="%.0f" cy="%.0f" r="9"/>`, x, y)
	}
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// marks points out the last turn.
func (d *drawing) marks(f Frame) {
	d.WriteString(`<g class="marks">`)
	for _, s := range []int{f.From, f.To} {
		if s >= 0 && s < d.board.Squares() {
			x, y := d.at(game.Square(s))
			fmt.Fprintf(d, `<circle class="mark" cx="%.0f" cy="%.0f" r="%.0f"/>`, x, y, math.Round(unit*0.46))
		}
	}
	d.WriteString("</g>")
}

// men draws the pieces.
func (d *drawing) men(f Frame) {
	d.WriteString(`<g class="men">`)
	for s, letter := range []byte(f.Pieces) {
		for _, k := range d.rules.Kinds()[1:] {
			if k.Letter == letter {
				x, y := d.at(game.Square(s))
				fmt.Fprintf(d, `<use class="man" href="#%s" data-sq="%d" transform="translate(%.0f %.0f)"/>`, symbol(k), s, x, y)
			}
		}
	}
	d.WriteString("</g>")
}

// symbol names the drawing of a kind of piece: see base.html.
func symbol(k game.Kind) string {
	switch side := k.Side.String(); {
	case k.Royal:
		return "king"
	case k.Name == "man" || k.Name == "":
		return side
	case side == "attackers":
		return "attackers-" + special(k.Name)
	default:
		return "defenders-" + special(k.Name)
	}
}

// special is which of the two special men a kind looks like.
func special(name string) string {
	if name == "knight" {
		return "knight"
	}
	return "chief"
}
