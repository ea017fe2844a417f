package render

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

var sightsTo = flag.String("sights", "", "write pictures of the marks, as people see colours, into this `folder`")

// sights are how people see colours, as linear matrices (Machado and others 2009): all of
// them, without red, without green, without blue, and in grey.
var sights = map[string][9]float64{
	"usual":        {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
	"grey":         {0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722},
}

// luminance returns the brightness of a linear colour for a type of colour vision.
func luminance(c [4]float32, sight [9]float64) float64 {
	seen := func(row int) float64 {
		return math.Max(0, float64(c[0])*sight[row]+float64(c[1])*sight[row+1]+float64(c[2])*sight[row+2])
	}
	return 0.2126*seen(0) + 0.7152*seen(3) + 0.0722*seen(6)
}

// TestWhatCanBeTakenIsSeen asserts that the ring around pieces that may be removed or moved contrasts with
// its black edge, and therefore with any board, for all types of colour vision; and that its shape is unique.
func TestWhatCanBeTakenIsSeen(t *testing.T) {
	for name, sight := range sights {
		for _, tint := range [][4]float32{bright, starks[bright]} {
			core, edge := luminance(tint, sight),
				luminance([4]float32{0.07 * tint[0], 0.07 * tint[1], 0.07 * tint[2]}, sight)
			if contrast := (core + 0.05) / (edge + 0.05); contrast < 4.5 {
				t.Errorf("%s: %v stands out from its edge by %.1f to 1", name, tint, contrast)
			}
		}
	}
	if _, known := starks[bright]; !known {
		t.Error("it has no colour in high contrast")
	}
}

// pointed is a position of nine men's morris in which everything is marked that can be clicked:
// men of either side to be taken and to be moved, and points to go to.
func pointed(t *testing.T, style scene.Style, flat bool) (*scene.Scene, map[string][]game.Square) {
	t.Helper()
	v, err := variant.Get("morris-9")
	if err != nil {
		t.Fatal(err)
	}
	b := v.Rules.Board()
	at := func(names ...string) (all []game.Square) {
		for _, n := range names {
			sq, ok := b.Named(n)
			if !ok {
				t.Fatal(n)
			}
			all = append(all, sq)
		}
		return all
	}
	start := v.Rules.Start()
	set := start.Setup()
	for i, sq := range at("a7", "d7", "g7", "b6", "a1", "d1", "g1", "b2") {
		set.Pieces[sq] = game.Piece(1 + i/4)
	}
	sc := scene.New(board.Stage(v))
	sc.Set(set)
	sc.Dress(style)
	sc.Camera().SetFlat(flat)
	sc.Camera().Zoom(1.55)
	return sc, map[string][]game.Square{
		"taken": at("a7", "d7", "a1", "d1"), "moved": at("g7", "g1"), "gone to": at("a4", "g4", "d3", "d5"),
	}
}

// point marks what can be clicked.
func point(sc *scene.Scene, squares map[string][]game.Square) {
	m := scene.NoMarks()
	m.Targets, m.Movers = slices.Concat(squares["taken"], squares["gone to"]), squares["moved"]
	sc.Mark(m)
}

// Share of its square that a mark changes visibly, in pixels. A man hides a part of the mark around it.
const (
	markContrast = 3
	markShare    = 0.03
)

// looks are the looks under which marks are tried: every set of pieces in either view, with usual
// and with high contrast, and every board.
func looks() (all []look) {
	for _, men := range scene.Sets {
		for _, high := range []bool{false, true} {
			all = append(all, look{scene.Style{Men: men, Quality: "medium", Stark: high}, false})
			if men == scene.Sets[0] || men == "discs" { // the stones of the other sets are as dark and as light
				all = append(all, look{scene.Style{Men: men, Quality: "medium", Stark: high}, true})
			}
		}
	}
	for _, b := range scene.Boards {
		all = append(all, look{scene.Style{Board: b, Quality: "medium"}, false})
	}
	return all
}

type look struct {
	scene.Style
	flat bool
}

// TestWhatCanBeClickedIsSeen takes pictures of marks and looks at them as people see colours.
func TestWhatCanBeClickedIsSeen(t *testing.T) {
	inStudio(t, 480, 300, func(s *Studio) error {
		for i, l := range looks() {
			sc, squares := pointed(t, l.Style, l.flat)
			bare, err := s.Take(sc, nil)
			if err != nil {
				return err
			}
			point(sc, squares)
			img, err := s.Take(sc, nil)
			if err != nil {
				return err
			}
			what := fmt.Sprintf("%s %s, flat %v, high contrast %v", l.Men, l.Board, l.flat, l.Stark)
			for name, sight := range sights {
				pointsOut(t, what+", "+name, sc, squares, bare, img, sight)
			}
			if err := hangSights(fmt.Sprintf("%02d-%s%s", i, l.Men, l.Board), img); err != nil {
				return err
			}
		}
		return nil
	})
}

// pointsOut asserts that each mark changes its square visibly.
func pointsOut(t *testing.T, what string, sc *scene.Scene, squares map[string][]game.Square, bare, img *image.RGBA,
	sight [9]float64) {
	t.Helper()
	for kind, list := range squares {
		for _, sq := range list {
			var far, all float64
			around(sc, sq, img.Rect, func(x, y int) {
				a, b := luminance(linearAt(bare, x, y), sight)+0.05, luminance(linearAt(img, x, y), sight)+0.05
				if all++; max(a, b)/min(a, b) >= markContrast {
					far++
				}
			})
			if far/all < markShare {
				t.Errorf("%s: what can be %s on %s is pointed out by %.3f of its square", what, kind,
					sc.On().Board.Name(sq), far/all)
			}
		}
	}
}

// around calls f for the pixels of a square of the board.
func around(sc *scene.Scene, sq game.Square, r image.Rectangle, f func(x, y int)) {
	var box image.Rectangle
	for i := range 4 {
		x, y := sc.Camera().Project(sc.On().Place(sq).Add(scene.Vec{X: float32(i&1) - 0.5, Z: float32(i>>1) - 0.5}))
		p := image.Pt(int((x+1)/2*float32(r.Dx())), int((1-y)/2*float32(r.Dy())))
		box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	}
	box = box.Intersect(r)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			f(x, y)
		}
	}
}

// linearAt returns the linear colour of a pixel.
func linearAt(img *image.RGBA, x, y int) (c [4]float32) {
	p := img.Pix[img.PixOffset(x, y):]
	for i := range 3 {
		c[i] = float32(math.Pow(float64(p[i])/255, 2.2))
	}
	return c
}

// hangSights writes a picture as people see it, side by side, where the flag asks for it.
func hangSights(name string, img *image.RGBA) error {
	if *sightsTo == "" {
		return nil
	}
	names := []string{"usual", "protanopia", "deuteranopia", "tritanopia", "grey"}
	all := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx()*len(names), img.Rect.Dy()))
	for i, name := range names {
		draw.Draw(all, img.Rect.Add(image.Pt(i*img.Rect.Dx(), 0)), asSeen(img, sights[name]), image.Point{}, draw.Src)
	}
	return keep(filepath.Join(*sightsTo, name+".png"), all)
}

// asSeen returns a picture as seen with a type of colour vision.
func asSeen(img *image.RGBA, sight [9]float64) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			c := linearAt(img, x, y)
			one := func(row int) uint8 {
				v := float64(c[0])*sight[row] + float64(c[1])*sight[row+1] + float64(c[2])*sight[row+2]
				return uint8(255*math.Pow(min(max(v, 0), 1), 1/2.2) + 0.5)
			}
			out.SetRGBA(x, y, color.RGBA{one(0), one(3), one(6), 255})
		}
	}
	return out
}
