package set

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/render/carve"
	"tafl3d/scene"
	"tafl3d/set/solid"
	"tafl3d/tongue"
)

// The measures of what is printed, in millimetres.
const (
	wall       = 1.25 // least thickness
	plateThick = 4.0
	grooveWide = 1.3
	grooveDeep = 0.8
	bedRim     = 4.0 // what a tile leaves free of the bed
)

// steepest is the angle from upright, in degrees, beyond which an overhang is noted, if more of the surface than
// steepPart has it.
const (
	steepest  = 60
	steepPart = 0.005
)

// prints are the bodies of a set. They are made once, when the first of their files is written.
type prints struct {
	v    *variant.Variant
	o    Options
	made map[string]*solid.Mesh
}

// piece returns the body of a kind of piece.
func (p *prints) piece(ctx context.Context, m Man) (*solid.Mesh, error) {
	name := pieceName(m.Kind)
	if p.made[name] != nil {
		return p.made[name], nil
	}
	scale := newPlan(p.v, p.o.Size).room / 0.5 // a piece of the game fits a square of 1
	raw := &solid.Mesh{}
	model := carve.Piece(m.Kind, carve.Options{Size: 64})
	for _, part := range model.Parts {
		base, q := uint32(len(raw.Points)), part.Mesh.Positions
		for i := 0; i+2 < len(q); i += 3 {
			raw.Points = append(raw.Points, solid.Point{X: scale * float64(q[i]), Y: -scale * float64(q[i+2]),
				Z: scale * float64(q[i+1])})
		}
		for i := 0; i+2 < len(part.Mesh.Indices); i += 3 {
			t := part.Mesh.Indices[i : i+3]
			raw.Triangles = append(raw.Triangles, [3]uint32{base + t[0], base + t[1], base + t[2]})
		}
	}
	out, err := solid.Body(ctx, raw, wall, p.o.cells)
	if err != nil {
		return nil, err
	}
	p.made[name] = out
	return out, nil
}

// pieceName is the name of a kind of piece in files: "attackers-man".
func pieceName(k game.Kind) string {
	return k.Side.String() + "-" + strings.ReplaceAll(k.Name, " ", "-")
}

// tileSpec is a part of the board that fits the printer.
type tileSpec struct {
	name       string
	x, y, w, h float64
}

// boardTiles cuts the board into parts that fit the bed, between squares where it can.
func boardTiles(p *plan, bed float64) (list []tileSpec) {
	w, h := p.size()
	xs, ys := cuts(w, bed-bedRim, 0, p.frame, p.unit), cuts(h, bed-bedRim, 0, p.frame, p.unit)
	for j := range len(ys) - 1 {
		for i := range len(xs) - 1 {
			list = append(list, tileSpec{fmt.Sprintf("board-%c%d", 'a'+i, j+1), xs[i], ys[j], xs[i+1] - xs[i],
				ys[j+1] - ys[j]})
		}
	}
	return list
}

// tile returns the body of a part of the board.
func (p *prints) tile(ctx context.Context, t tileSpec) (*solid.Mesh, error) {
	if p.made[t.name] != nil {
		return p.made[t.name], nil
	}
	plan := newPlan(p.v, p.o.Size)
	_, h := plan.size()
	g := &grooves{p: plan, h: h}
	g.board()
	plate := solid.Plate{X: t.x, Y: h - t.y - t.h, Width: t.w, Length: t.h, Thick: plateThick, Cuts: g.cuts}
	out, err := plate.Mesh(ctx)
	if err != nil {
		return nil, err
	}
	p.made[t.name] = out
	return out, nil
}

// files lists the files of the bodies, and the package of them all.
func (p *prints) files() (list []file) {
	for _, m := range Men(p.v) {
		list = append(list, file{"stl/" + pieceName(m.Kind) + ".stl", func(ctx context.Context, out io.Writer) error {
			mesh, err := p.piece(ctx, m)
			if err != nil {
				return err
			}
			return mesh.WriteSTL(out, pieceName(m.Kind))
		}})
	}
	for _, t := range boardTiles(newPlan(p.v, p.o.Size), p.o.Bed) {
		list = append(list, file{"stl/" + t.name + ".stl", func(ctx context.Context, out io.Writer) error {
			mesh, err := p.tile(ctx, t)
			if err != nil {
				return err
			}
			return mesh.WriteSTL(out, t.name)
		}})
	}
	return append(list, file{"set.3mf", p.package3MF}, file{"stl/notes.txt", p.notes})
}

// items returns all bodies with how many of each are printed.
func (p *prints) items(ctx context.Context) (list []solid.Item, err error) {
	for _, m := range Men(p.v) {
		mesh, err := p.piece(ctx, m)
		if err != nil {
			return nil, err
		}
		c := palette{}
		disc, _, _ := c.body(m.Kind.Side == game.Attackers, m.Kind.Royal && m.Kind.Side == game.Defenders)
		list = append(list, solid.Item{Name: pieceName(m.Kind), Mesh: mesh, Count: m.Count + m.Spare,
			Colour: [3]uint8{uint8(disc[0]), uint8(disc[1]), uint8(disc[2])}})
	}
	for _, t := range boardTiles(newPlan(p.v, p.o.Size), p.o.Bed) {
		mesh, err := p.tile(ctx, t)
		if err != nil {
			return nil, err
		}
		list = append(list, solid.Item{Name: t.name, Mesh: mesh, Count: 1, Colour: [3]uint8{196, 160, 112}})
	}
	return list, nil
}

func (p *prints) package3MF(ctx context.Context, out io.Writer) error {
	items, err := p.items(ctx)
	if err != nil {
		return err
	}
	return solid.Write3MF(out, title(p.v), items)
}

// notes says how often each body is printed, how large it is, and where it overhangs.
func (p *prints) notes(ctx context.Context, out io.Writer) error {
	items, err := p.items(ctx)
	if err != nil {
		return err
	}
	lines := []string{title(p.v), tongue.Text("All measures are in millimetres. Print each part as it stands."), ""}
	for _, it := range items {
		low, high := it.Mesh.Bounds()
		line := fmt.Sprintf("%d × %s.stl   %.0f × %.0f × %.0f", it.Count, it.Name, high.X-low.X, high.Y-low.Y,
			high.Z-low.Z)
		if it.Mesh.Steep(steepest) > steepPart {
			line += "   " + tongue.Text("Small parts overhang by more than 60 degrees.")
		}
		lines = append(lines, line)
	}
	_, err = io.WriteString(out, strings.Join(lines, "\n")+"\n")
	return err
}

// grooves are what is cut into a printed board. Their y goes upwards.
type grooves struct {
	p    *plan
	h    float64
	cuts []solid.Cut
}

func (g *grooves) add(s solid.Shape, deep float64) {
	g.cuts = append(g.cuts, solid.Cut{Shape: s, Deep: deep})
}

func (g *grooves) line(x1, y1, x2, y2, wide float64) {
	g.add(solid.Stroke(x1, g.h-y1, x2, g.h-y2, wide), grooveDeep)
}

func (g *grooves) ring(x, y, r float64) { g.add(solid.Ring(x, g.h-y, r, grooveWide), grooveDeep) }

// rect cuts the outline of a rectangle around a place.
func (g *grooves) rect(x, y, w, h float64) {
	for _, s := range [4][4]float64{{-1, -1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}, {-1, 1, -1, -1}} {
		g.line(x+s[0]*w/2, y+s[1]*h/2, x+s[2]*w/2, y+s[3]*h/2, grooveWide)
	}
}

// board cuts the whole board.
func (g *grooves) board() {
	p := g.p
	x, y := p.middle()
	if p.form == scene.Disc {
		g.ring(x, y, p.fieldX)
		g.ring(x, y, p.fieldX+0.7*p.frame)
	} else {
		g.rect(x, y, 2*p.fieldX, 2*p.fieldY)
		g.rect(x, y, 2*p.fieldX+1.2*p.frame, 2*p.fieldY+1.2*p.frame)
	}
	if p.cells() {
		g.cells()
	} else {
		for s := range game.Square(p.board.Squares()) {
			px, py := p.at(s)
			g.add(solid.Disc(px, g.h-py, 0.22*p.room), 1.2)
		}
	}
	for _, w := range p.ways() {
		x1, y1 := p.at(w[0])
		x2, y2 := p.at(w[1])
		g.line(x1, y1, x2, y2, grooveWide)
	}
	g.signs()
}

// cells cuts the lines between the cells, and lowers the dark ones.
func (g *grooves) cells() {
	p := g.p
	sw, sh := p.board.Span()
	w, h := float64(sw), float64(sh)
	for i := 1.0; i <= w; i++ {
		g.line(p.frame+i*p.unit, p.frame, p.frame+i*p.unit, p.frame+(h+1)*p.unit, grooveWide)
	}
	for i := 1.0; i <= h; i++ {
		g.line(p.frame, p.frame+i*p.unit, p.frame+(w+1)*p.unit, p.frame+i*p.unit, grooveWide)
	}
	for f := range int(w) + 1 {
		for k := range int(h) + 1 {
			if p.dark(f, k) {
				g.add(solid.Box(p.frame+(float64(f)+0.5)*p.unit, g.h-p.frame-(h-float64(k)+0.5)*p.unit, p.unit, p.unit),
					grooveDeep/2)
			}
		}
	}
}

// signs cuts the throne, the corners, the camps and the points that the rules name.
func (g *grooves) signs() {
	p := g.p
	for _, s := range p.throne {
		x, y := p.at(s)
		g.ring(x, y, 0.4*p.unit)
		g.ring(x, y, 0.2*p.unit)
		g.star(x, y, 0.3*p.unit)
	}
	for _, s := range p.gates {
		x, y := p.at(s)
		g.star(x, y, 0.36*p.unit)
	}
	for _, s := range p.camps {
		x, y := p.at(s)
		for _, d := range []float64{-0.4, 0, 0.4} {
			g.line(x-(0.36-max(-d, 0))*p.unit, y+(0.36-max(d, 0))*p.unit, x+(0.36-max(d, 0))*p.unit,
				y-(0.36-max(-d, 0))*p.unit, grooveWide)
		}
	}
	for _, s := range p.areas {
		x, y := p.at(s)
		g.ring(x, y, 0.34*p.unit)
	}
}

// star cuts two squares that lie across each other.
func (g *grooves) star(x, y, r float64) {
	for k := range 8 {
		a, b := math.Pi/4*float64(k), math.Pi/4*float64(k+2)
		g.line(x+r*math.Cos(a), y+r*math.Sin(a), x+r*math.Cos(b), y+r*math.Sin(b), grooveWide)
	}
}
