package set

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"testing"

	"tafl3d/game"
	"tafl3d/set/solid"
)

var update = flag.Bool("update", false, "draw the pictures of docs/sets.md again")

// TestPictures draws the pictures of docs/sets.md: a sheet of each kind, and what is printed.
func TestPictures(t *testing.T) {
	p := printsOf(t, "brandubh-gorrion", Options{})
	if !*update {
		for _, name := range []string{"board", "pieces", "rules", "print"} {
			if info, err := os.Stat("../docs/sets/" + name + ".png"); err != nil || info.Size() > 400_000 {
				t.Errorf("%s: %v, %v", name, info, err)
			}
		}
		return
	}
	dir := t.TempDir()
	for name, write := range map[string]func(*os.File) error{
		"board":  func(f *os.File) error { return WriteBoard(f, p.v, p.o) },
		"pieces": func(f *os.File) error { return WritePieces(f, p.v, p.o) },
		"rules":  func(f *os.File) error { return WriteRules(f, p.v, p.o) },
	} {
		f, err := os.Create(dir + "/sheet.pdf")
		if err != nil {
			t.Fatal(err)
		}
		if err := write(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
		out, err := exec.Command("pdftoppm", "-r", "60", "-f", "1", "-l", "1", "-singlefile", "-png", dir+"/sheet.pdf",
			"../docs/sets/"+name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	f, err := os.Create("../docs/sets/print.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, printed(t, p)); err != nil {
		t.Fatal(err)
	}
}

// printed draws the board of a set with its pieces at the start.
func printed(t *testing.T, p *prints) image.Image {
	plan := newPlan(p.v, p.o.Size)
	w, h := plan.size()
	v := newView(2000, 1400, 1900/w, solid.Point{X: w / 2, Y: h / 2, Z: 2})
	for _, spec := range boardTiles(plan, p.o.Bed) {
		m, err := p.tile(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		v.draw(m, solid.Point{X: spec.x, Y: h - spec.y - spec.h}, [3]float64{0.8, 0.64, 0.44})
	}
	kinds := p.v.Rules.Kinds()
	inks := map[string][3]float64{"attackers-man": {0.42, 0.27, 0.18}, "defenders-man": {0.95, 0.91, 0.8},
		"defenders-king": {0.92, 0.68, 0.28}}
	for s, piece := range p.v.Rules.Setup().Pieces {
		if piece == game.Empty {
			continue
		}
		m, err := p.piece(t.Context(), Man{Kind: kinds[piece]})
		if err != nil {
			t.Fatal(err)
		}
		x, y := plan.at(game.Square(s))
		v.draw(m, solid.Point{X: x, Y: h - y, Z: plateThick}, inks[pieceName(kinds[piece])])
	}
	return v.halved()
}

func less(a, b solid.Point) solid.Point { return solid.Point{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z} }

func cross(a, b solid.Point) solid.Point {
	return solid.Point{X: a.Y*b.Z - a.Z*b.Y, Y: a.Z*b.X - a.X*b.Z, Z: a.X*b.Y - a.Y*b.X}
}

func dot(a, b solid.Point) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// view draws bodies as they stand, from above the front: plastic in daylight. It is for the pictures of docs/sets.md.
type view struct {
	img    *image.NRGBA
	depth  []float64
	scale  float64 // pixels a millimetre
	middle solid.Point
}

// newView returns an empty picture with a place in its middle.
func newView(w, h int, scale float64, middle solid.Point) *view {
	v := &view{img: image.NewNRGBA(image.Rect(0, 0, w, h)), depth: make([]float64, w*h), scale: scale, middle: middle}
	for i := range v.depth {
		v.depth[i] = math.Inf(-1)
		y := float64(i/w) / float64(h)
		v.img.SetNRGBA(i%w, i/w, color.NRGBA{uint8(236 - 26*y), uint8(233 - 28*y), uint8(228 - 30*y), 255})
	}
	return v
}

// elevation is how far above the ground the eye looks down.
const elevation = 38 * math.Pi / 180

// seen returns where a point is in the picture, and how near.
func (v *view) seen(p solid.Point) (x, y, near float64) {
	p = less(p, v.middle)
	s, c := math.Sincos(elevation)
	return float64(v.img.Rect.Dx())/2 + v.scale*p.X, float64(v.img.Rect.Dy())/2 - v.scale*(p.Y*s+p.Z*c), p.Z*s - p.Y*c
}

// draw draws a mesh moved to a place.
func (v *view) draw(m *solid.Mesh, at solid.Point, ink [3]float64) {
	normals := make([]solid.Point, len(m.Points))
	for _, t := range m.Triangles {
		a, b, c := m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
		n := cross(less(b, a), less(c, a))
		for _, i := range t {
			normals[i] = less(normals[i], solid.Point{X: -n.X, Y: -n.Y, Z: -n.Z})
		}
	}
	for _, t := range m.Triangles {
		v.triangle(m, t, normals, at, ink)
	}
}

func (v *view) triangle(m *solid.Mesh, t [3]uint32, normals []solid.Point, at solid.Point, ink [3]float64) {
	var x, y, z [3]float64
	for k, i := range t {
		p := m.Points[i]
		x[k], y[k], z[k] = v.seen(solid.Point{X: p.X + at.X, Y: p.Y + at.Y, Z: p.Z + at.Z})
	}
	area := (x[1]-x[0])*(y[2]-y[0]) - (y[1]-y[0])*(x[2]-x[0])
	if area >= 0 { // it faces away
		return
	}
	face := cross(less(m.Points[t[1]], m.Points[t[0]]), less(m.Points[t[2]], m.Points[t[0]]))
	w, h := v.img.Rect.Dx(), v.img.Rect.Dy()
	for py := max(0, int(min(y[0], y[1], y[2]))); py <= min(h-1, int(max(y[0], y[1], y[2]))); py++ {
		for px := max(0, int(min(x[0], x[1], x[2]))); px <= min(w-1, int(max(x[0], x[1], x[2]))); px++ {
			fx, fy := float64(px)+0.5, float64(py)+0.5
			a := ((x[1]-fx)*(y[2]-fy) - (y[1]-fy)*(x[2]-fx)) / area
			b := ((x[2]-fx)*(y[0]-fy) - (y[2]-fy)*(x[0]-fx)) / area
			c := 1 - a - b
			if a < -1e-9 || b < -1e-9 || c < -1e-9 {
				continue
			}
			near := a*z[0] + b*z[1] + c*z[2]
			if i := py*w + px; near > v.depth[i] {
				v.depth[i] = near
				na, nb, nc := soft(normals[t[0]], face), soft(normals[t[1]], face), soft(normals[t[2]], face)
				v.img.SetNRGBA(px, py, shade(solid.Point{X: a*na.X + b*nb.X + c*nc.X, Y: a*na.Y + b*nb.Y + c*nc.Y,
					Z: a*na.Z + b*nb.Z + c*nc.Z}, ink))
			}
		}
	}
}

// soft returns the normal of a corner, or that of the face where they differ much, along a sharp edge.
func soft(n, face solid.Point) solid.Point {
	if dot(n, face) < 0.6*math.Sqrt(dot(n, n)*dot(face, face)) {
		return face
	}
	return n
}

// shade returns the colour of a surface with a normal.
func shade(n solid.Point, ink [3]float64) color.NRGBA {
	long := math.Sqrt(dot(n, n))
	n = solid.Point{X: n.X / long, Y: n.Y / long, Z: n.Z / long}
	unit := func(p solid.Point) solid.Point {
		l := math.Sqrt(dot(p, p))
		return solid.Point{X: p.X / l, Y: p.Y / l, Z: p.Z / l}
	}
	key, fill := unit(solid.Point{X: -0.6, Y: -0.5, Z: 0.9}), unit(solid.Point{X: 0.9, Y: -0.3, Z: 0.4})
	eye := unit(solid.Point{X: 0, Y: -math.Cos(elevation), Z: math.Sin(elevation)})
	gloss := unit(solid.Point{X: key.X + eye.X, Y: key.Y + eye.Y, Z: key.Z + eye.Z})
	light := 0.24 + 0.14*n.Z + 0.62*max(0, dot(n, key)) + 0.16*max(0, dot(n, fill))
	shine := 0.22 * math.Pow(max(0, dot(n, gloss)), 28)
	b := func(c float64) uint8 { return uint8(255 * math.Sqrt(min(1, max(0, c*c*light+shine*0.5)))) }
	return color.NRGBA{b(ink[0]), b(ink[1]), b(ink[2]), 255}
}

// half returns the picture at half the size, which smooths its edges.
func (v *view) halved() *image.NRGBA {
	w, h := v.img.Rect.Dx()/2, v.img.Rect.Dy()/2
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		x, y, k := i/4%w, i/4/w, i%4
		at := func(dx, dy int) int { return int(v.img.Pix[(2*y+dy)*v.img.Stride+4*(2*x+dx)+k]) }
		out.Pix[i] = uint8((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4)
	}
	return out
}
