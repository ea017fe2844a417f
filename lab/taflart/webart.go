package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	drawing "tafl3d/picture"
	"tafl3d/render"
	"tafl3d/scene"
)

// Sizes of the pictures for pages, in pixels.
const (
	artWide   = 1600  // of a board, and of the picture of all pieces
	artSquare = 130.0 // of a square in the picture of all pieces
	artPiece  = 180   // of a piece
)

// Sizes of the pictures of pieces, in squares.
const (
	artBroad = 0.88 // of a piece without its shadow
	artHigh  = 0.98
	artKing  = 1.14 // height of a royal piece
	artPlace = 1.8  // of the picture of a piece
)

// artist renders boards and pieces for the pages of the service.
type artist struct {
	studio *render.Studio
	folder string
	shot   render.Cut
}

var webartCommand = &command.Command{
	Name:    "webart",
	Summary: "render all boards and pieces for the pages of the service",
	Args:    "-o FOLDER [-samples N] [-only PATTERN]",
	Help: `Saves every board, seen from above, and every kind of piece as the pages of the
service show them; make pages-art converts the pictures. Needs a display; a
virtual one will do.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		a := &artist{shot: render.Cut{Light: 1.25}}
		f.StringVar(&a.folder, "o", "", "`folder` for the pictures; required")
		f.IntVar(&a.shot.Samples, "samples", 8, "`number` of exposures of each picture")
		only := f.String("only", "*", "draw only boards whose name matches this `pattern`, or pieces")
		return func(e *command.Env) error { return a.run(e, *only) }
	},
}

// run renders every board from above and every kind of piece.
func (a *artist) run(e *command.Env, only string) error {
	if a.folder == "" || a.folder == command.Stdout {
		return command.Usagef("webart: give the folder for the pictures with -o FOLDER")
	}
	if a.shot.Samples < 1 || a.shot.Samples > 1000 {
		return command.Usagef("webart: -samples %d: must be 1 to 1000", a.shot.Samples)
	}
	if _, err := filepath.Match(only, ""); err != nil {
		return command.Usagef("webart: -only %q: %v", only, err)
	}
	for _, kind := range []string{"board", "piece"} {
		if err := os.MkdirAll(filepath.Join(a.folder, kind), 0o755); err != nil {
			return err
		}
	}
	ctx, stop := stoppable(e)
	defer stop()
	var err error
	opt := render.Options{Photograph: true, Cache: carvings()}
	if a.studio, err = render.OpenStudio(opt, artWide, artWide); err != nil {
		return err
	}
	defer a.studio.Close()
	return a.all(ctx, only, flushed{e})
}

// all renders everything whose name matches a pattern.
func (a *artist) all(ctx context.Context, only string, out io.Writer) error {
	if ok, _ := filepath.Match(only, "pieces"); ok {
		if err := a.pieces(); err != nil {
			return fmt.Errorf("pieces: %w", err)
		}
	}
	done := map[string]bool{}
	for _, v := range variant.All() {
		name := drawing.Ground(v.Rules)
		if ok, _ := filepath.Match(only, name); !ok || done[name] {
			continue
		}
		done[name] = true
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Fprintln(out, name, v.ID)
		if err := a.board(v, name); err != nil {
			return fmt.Errorf("board %s: %w", name, err)
		}
	}
	return nil
}

// above returns a lens that looks down at an elevation in radians, from so far that there is no perspective. The
// picture is high squares high.
func above(elevation, high float64) scene.Lens {
	const far = 500.0
	sin, cos := math.Sincos(min(elevation, math.Pi/2-1e-4)) // straight above the camera has no direction
	return scene.Lens{Eye: scene.Vec{Y: float32(far * sin), Z: float32(far * cos)},
		Angle: float32(2 * math.Atan(high/2/far) * 180 / math.Pi)}
}

// cut draws a layer of a scene.
func (a *artist) cut(sc *scene.Scene, lens scene.Lens, layer render.Layer) (*image.NRGBA, error) {
	sc.Dress(scene.Style{Quality: "high"})
	c := a.shot
	c.Lens, c.Layer = lens, layer
	return a.studio.Cutout(sc, c)
}

func (a *artist) board(v *variant.Variant, name string) error {
	st := board.Stage(v)
	x, z := st.Reach()
	img, err := a.cut(scene.New(st), above(math.Pi/2, 2*float64(max(x, z)+scene.Frame)), render.BoardLayer)
	if err != nil {
		return err
	}
	return a.write("board", name, img)
}

// pieces draws every kind of piece on a transparent ground, with its shadow, from where the camera of the game is.
func (a *artist) pieces() error {
	kinds := kindsOf(variant.All())
	sc, places, err := parade(kinds)
	if err != nil {
		return err
	}
	const elevation = 55 * math.Pi / 180
	lens := above(elevation, artWide/artSquare)
	men, err := a.cut(sc, lens, render.PieceLayer)
	if err != nil {
		return err
	}
	shaded, err := a.cut(sc, lens, render.BoardLayer)
	if err != nil {
		return err
	}
	sc.Set(game.Setup{Pieces: make([]game.Piece, sc.On().Board.Squares()), Hand: make([]int, len(kinds)+1)})
	bare, err := a.cut(sc, lens, render.BoardLayer)
	if err != nil {
		return err
	}
	all := withShadow(men, shaded, bare)
	for i, k := range kinds {
		at := image.Pt(int(artWide/2+artSquare*float64(places[i].X)+0.5),
			int(artWide/2+artSquare*float64(places[i].Z)*math.Sin(elevation)+0.5))
		if err := a.write("piece", drawing.Piece(k), cutOut(all, men, at, k.Royal)); err != nil {
			return err
		}
	}
	return nil
}

// parade returns a scene with a piece of each kind, far enough from each other, and their places.
func parade(kinds []game.Kind) (*scene.Scene, []scene.Vec, error) {
	const size, row = 13, 6
	if len(kinds) > row*(row-1) {
		return nil, nil, fmt.Errorf("%d kinds of pieces do not fit into the picture", len(kinds))
	}
	grid, err := game.NewGrid(size)
	if err != nil {
		return nil, nil, err
	}
	st := scene.Stage{Board: grid, Kinds: append([]game.Kind{{}}, kinds...)}
	pieces := make([]game.Piece, grid.Squares())
	var places []scene.Vec
	for i := range kinds {
		sq := grid.Cell(i%row*2+1, i/row*2+2)
		pieces[sq] = game.Piece(i + 1)
		places = append(places, st.Place(sq))
	}
	sc := scene.New(st)
	sc.Set(game.Setup{Pieces: pieces, Hand: make([]int, len(kinds)+1)})
	return sc, places, nil
}

// withShadow returns pieces over their shadows: black where the board with them is darker than without.
func withShadow(men, shaded, bare *image.NRGBA) *image.NRGBA {
	const depth, noise = 0.85, 0.03 // a little lighter, because pieces are larger than in the game
	out := image.NewNRGBA(men.Rect)
	light := func(p []uint8) float64 { return float64(p[0]) + float64(p[1]) + float64(p[2]) }
	for i := 0; i < len(out.Pix); i += 4 {
		m, cover, shadow := men.Pix[i:i+4], float64(men.Pix[i+3])/255, 0.0
		if b := light(bare.Pix[i : i+4]); b > 0 {
			shadow = depth * max(0, 1-noise-light(shaded.Pix[i:i+4])/b)
		}
		all := cover + (1-cover)*shadow
		if all < 1.0/255 {
			continue
		}
		for k := range 3 {
			out.Pix[i+k] = uint8(float64(m[k])*cover/all + 0.5)
		}
		out.Pix[i+3] = uint8(255*all + 0.5)
	}
	return out
}

// cutOut returns the piece at a place of a picture of all, scaled to its usual size and centred. men is the same
// picture without shadows.
func cutOut(all, men *image.NRGBA, at image.Point, royal bool) *image.NRGBA {
	const near = int(artSquare)
	box := extent(men, image.Rect(-near, -near*5/4, near, near*3/4).Add(at))
	high := artHigh
	if royal {
		high = artKing
	}
	k := min(high*artSquare/float64(box.Dy()), artBroad*artSquare/float64(box.Dx()))
	scale := k * artPiece / artPlace / artSquare
	x, y := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
	out := image.NewNRGBA(image.Rect(0, 0, artPiece, artPiece))
	to := f64.Aff3{scale, 0, artPiece/2 - scale*x, 0, scale, artPiece/2 - scale*y}
	from := image.Rect(-near, -near*5/4, near*5/4, near).Add(at).Intersect(all.Rect)
	draw.CatmullRom.Transform(out, to, all, from, draw.Src, nil)
	fade(out)
	return out
}

// fade makes a picture transparent towards its edges, so that no shadow is cut off.
func fade(m *image.NRGBA) {
	const wide = 16
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if in := min(x, y, m.Rect.Dx()-1-x, m.Rect.Dy()-1-y); in < wide {
				a := &m.Pix[m.PixOffset(x, y)+3]
				*a = uint8(int(*a) * in / wide)
			}
		}
	}
}

// extent returns the smallest rectangle of in that holds everything visible there.
func extent(m *image.NRGBA, in image.Rectangle) (box image.Rectangle) {
	in = in.Intersect(m.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if m.NRGBAAt(x, y).A > 127 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func (a *artist) write(kind, name string, img image.Image) error {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	return command.ReplaceFile(filepath.Join(a.folder, kind, name+".png"), file.Bytes())
}
