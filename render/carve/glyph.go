package carve

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	"github.com/go-fonts/liberation/liberationserifbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tafl3d/game"
	"tafl3d/scene"
)

// letterTall is the height of a capital on the frame, in squares.
const letterTall = 0.25

// label is a text on the frame or on the field; down turns it towards the opposite player.
type label struct {
	word   string
	at     spot
	down   bool
	inside bool
}

// coordinates carves file letters and rank numbers into all four sides, upright for both players.
func (fr *framer) coordinates() {
	s := fr.sheet
	face, err := lettersOf(letterTall * s.scale / 0.66)
	if err != nil {
		return // cannot fail: the font is embedded
	}
	defer face.Close()
	for _, w := range s.labels() {
		fr.engrave(face, &w)
	}
}

// labels returns the coordinates of the board. The letter of an oblique file is only at its lower end. On
// round boards, labels are at the ends of lines.
func (l *layout) labels() []label {
	if l.form == scene.Disc {
		return l.roundLabels()
	}
	files, ranks := map[int]spot{}, map[int]spot{}
	for q := range game.Square(l.stage.Board.Squares()) {
		f, r := l.stage.Board.FileRank(q)
		p := l.middle(q)
		if foot, ok := files[f]; !ok || p.z > foot.z {
			files[f] = p
		}
		ranks[r] = p
	}
	var all []label
	for f, p := range files {
		word := string(rune('A' + f))
		if l.form != scene.Fan || p.z > 0 {
			all = append(all, label{word: word, at: spot{p.x, l.margin(p.x, l.fieldZ)}})
		}
		if l.form != scene.Fan || p.z <= 0 {
			all = append(all, label{word: word, at: spot{p.x, -l.margin(p.x, l.fieldZ)}, down: l.form != scene.Fan})
		}
	}
	if l.form == scene.Fan {
		separate(all)
	}
	for r, p := range ranks {
		word := strconv.Itoa(r + 1)
		x := l.margin(p.z, l.fieldX)
		all = append(all, label{word: word, at: spot{-x, p.z}}, label{word: word, at: spot{x, p.z}, down: true})
	}
	return all
}

// lettersApart is the least distance between the middles of two letters in a row, in squares.
const lettersApart = 0.6

// separate moves letters of a row that are too close apart, both by the same distance. Files of a triangle may
// end side by side.
func separate(row []label) {
	slices.SortFunc(row, func(a, b label) int {
		return cmp.Or(cmp.Compare(a.at.z, b.at.z), cmp.Compare(a.at.x, b.at.x))
	})
	for i := 1; i < len(row); i++ {
		a, b := &row[i-1].at, &row[i].at
		if short := lettersApart - (b.x - a.x); a.z == b.z && short > 0 {
			a.x, b.x = a.x-short/2, b.x+short/2
		}
	}
}

// beyondPoint is the distance of a label from the last point of its line if the rim is farther away than
// nearRim.
const (
	beyondPoint = 0.62
	nearRim     = 1.0
)

// roundLabels returns the coordinates of a round board, at both ends of each file or rank, on the rim if it
// is near.
func (l *layout) roundLabels() (all []label) {
	type line struct{ at, least, most float32 }
	files, ranks := map[int]line{}, map[int]line{}
	note := func(lines map[int]line, n int, at, along float32) {
		have, ok := lines[n]
		if !ok {
			have = line{at, along, along}
		}
		lines[n] = line{at, min(have.least, along), max(have.most, along)}
	}
	for q := range game.Square(l.stage.Board.Squares()) {
		f, r := l.stage.Board.FileRank(q)
		p := l.middle(q)
		note(files, f, p.x, p.z)
		note(ranks, r, p.z, p.x)
	}
	end := func(at, last float32) (far float32, inside bool) {
		if m := l.margin(at, l.fieldX); m-last < nearRim {
			return m, false
		}
		return last + beyondPoint, true
	}
	for f, n := range files {
		foot, in := end(n.at, n.most)
		head, out := end(n.at, -n.least)
		word := string(rune('A' + f))
		all = append(all, label{word, spot{n.at, foot}, false, in}, label{word, spot{n.at, -head}, true, out})
	}
	for r, n := range ranks {
		left, in := end(n.at, -n.least)
		right, out := end(n.at, n.most)
		word := strconv.Itoa(r + 1)
		all = append(all, label{word, spot{-left, n.at}, false, in}, label{word, spot{right, n.at}, true, out})
	}
	return all
}

// margin returns the distance from the middle of a letter at position a of a side.
func (l *layout) margin(a, far float32) float32 {
	r := far + l.letters
	if l.form == scene.Disc {
		return sqrt(max(0, r*r-a*a))
	}
	return r
}

// lettersOf returns the font face at a size in texels.
func lettersOf(size float32) (font.Face, error) {
	f, err := opentype.Parse(liberationserifbold.TTF)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingNone})
}

// engrave carves a label: filled on the frame, dark on the field.
func (fr *framer) engrave(face font.Face, l *label) {
	s := fr.sheet
	mask, pigment := written(face, l.word), filled
	if l.inside {
		pigment = soot
	}
	b := mask.Bounds()
	u, v := s.texel(l.at.x, l.at.z)
	for y := range b.Dy() {
		for x := range b.Dx() {
			deep := sloped(mask, b.Min.X+x, b.Min.Y+y)
			if deep == 0 {
				continue
			}
			dx, dy := x-b.Dx()/2, y-b.Dy()/2
			if l.down {
				dx, dy = -dx, -dy
			}
			i := (int(v)+dy)*s.res + int(u) + dx
			if i >= 0 && i < len(s.height) {
				s.cut(i, -0.016*deep, pigment, float32(mask.AlphaAt(b.Min.X+x, b.Min.Y+y).A)/255)
			}
		}
	}
}

// bevel is the width of the sloped edge of a letter, in texels.
const bevel = 2

// written draws a text, cropped, with a margin for the bevel.
func written(face font.Face, word string) *image.Alpha {
	box, _ := font.BoundString(face, word)
	r := image.Rect(box.Min.X.Floor(), box.Min.Y.Floor(), box.Max.X.Ceil(), box.Max.Y.Ceil()).Inset(-bevel - 1)
	mask := image.NewAlpha(r)
	d := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.Point26_6{}}
	d.DrawString(word)
	return mask
}

// sloped returns the depth of a letter at a texel, from 0 to 1: the mean of the ink around it.
func sloped(mask *image.Alpha, x, y int) float32 {
	sum := 0
	for dy := -bevel; dy <= bevel; dy++ {
		for dx := -bevel; dx <= bevel; dx++ {
			sum += int(mask.AlphaAt(x+dx, y+dy).A)
		}
	}
	return float32(sum) / (255 * (2*bevel + 1) * (2*bevel + 1))
}
