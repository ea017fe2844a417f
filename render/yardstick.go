package render

import (
	"errors"
	"image"
	"slices"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/graphic"
	g3nlight "github.com/g3n/engine/light"
	"github.com/g3n/engine/material"
	"github.com/g3n/engine/math32"
	"github.com/g3n/engine/renderer"
	g3ntexture "github.com/g3n/engine/texture"

	"tafl3d/game"
	"tafl3d/render/carve"
	"tafl3d/scene"
)

// Plain is Measure with the engine's own renderer instead of our passes: the same meshes and textures in its
// standard material, one directional and one ambient light, no shadows, and a full redraw of every picture.
// It is the baseline for the passes.
func (r *Rig) Plain(sc *scene.Scene, w, h int, t Trial) (*Timing, error) {
	if err := r.prepare(sc, w, h); err != nil {
		return nil, err
	}
	r.painter.drawInto(r.painter.full)
	y := newYardstick(r.painter, sc)
	took, err := t.measure(sc, func() error {
		if err := y.draw(sc); err != nil {
			return err
		}
		return r.window.show(r.painter, func() error { return nil })
	})
	if took != nil {
		took.Size = image.Pt(w, h)
	}
	return took, errors.Join(err, y.dispose())
}

// yardstick holds a scene for the engine's own renderer.
type yardstick struct {
	painter *painter
	r       *renderer.Renderer
	root    *core.Node
	kinds   map[game.Piece][]yardWare
	men     map[int][]*graphic.Mesh // by Actor.ID
}

type yardWare struct {
	geom  *geometry.Geometry
	paint *material.Standard
}

func newYardstick(p *painter, sc *scene.Scene) *yardstick {
	y := &yardstick{painter: p, r: renderer.NewRenderer(p.gs), root: core.NewNode(), kinds: map[game.Piece][]yardWare{},
		men: map[int][]*graphic.Mesh{}}
	if err := y.r.AddDefaultShaders(); err != nil {
		panic(err) // they are part of the engine
	}
	white := &math32.Color{R: 1, G: 1, B: 1}
	y.root.Add(g3nlight.NewAmbient(white, 0.5))
	key := g3nlight.NewDirectional(white, 0.8)
	key.SetPosition(p.light.to.X, p.light.to.Y, p.light.to.Z)
	y.root.Add(key)
	for _, m := range makersFor(*sc.On(), p.carver.asked.options(p.grade.detail)) {
		thing, _ := m.fetch(p.carver.cache)
		for i := range thing.model.Parts {
			w := newYardWare(&thing.model.Parts[i])
			if m.piece == game.Empty {
				y.root.Add(w.mesh())
			}
			y.kinds[m.piece] = append(y.kinds[m.piece], w)
		}
	}
	return y
}

func newYardWare(part *carve.Part) yardWare {
	m := &part.Mesh
	w := yardWare{interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices),
		material.NewStandard(&math32.Color{R: 1, G: 1, B: 1})}
	if q := part.Material.Maps; q != nil {
		size, pix := q.Albedo.Rect.Size(), slices.Clone(q.Albedo.Pix)
		for i := 3; i < len(pix); i += 4 {
			pix[i] = 255 // our packing uses this channel for other data
		}
		t := g3ntexture.NewTexture2DFromData(size.X, size.Y, gls.RGBA, gls.UNSIGNED_BYTE, gls.RGBA8, pix)
		t.SetFlipY(false)
		w.paint.AddTexture(t)
	}
	return w
}

func (w *yardWare) mesh() *graphic.Mesh {
	m := graphic.NewMesh(w.geom, w.paint)
	m.SetCullable(false)
	return m
}

// draw draws the scene into the target of the painter.
func (y *yardstick) draw(sc *scene.Scene) error {
	for _, a := range sc.Actors() {
		if y.men[a.ID] == nil {
			for _, w := range y.kinds[a.Piece] {
				m := w.mesh()
				y.men[a.ID] = append(y.men[a.ID], m)
				y.root.Add(m)
			}
		}
		for _, m := range y.men[a.ID] {
			m.SetPosition(a.At.X, a.At.Y, a.At.Z)
		}
	}
	p := y.painter
	all := area{0, 0, p.w, p.h}
	p.wipe([]area{all})
	cam := sc.Camera()
	if err := y.r.Render(y.root, &eye{cam.View(), cam.Proj()}); err != nil {
		return err
	}
	p.uncut()
	p.target.resolve(all)
	return nil
}

// dispose releases everything. It resets the painter, whose renderer does not know the state that the other
// one left.
func (y *yardstick) dispose() error {
	for _, ws := range y.kinds {
		for _, w := range ws {
			w.geom.Dispose()
			w.paint.Dispose()
		}
	}
	return y.painter.createResources(y.painter.step)
}
