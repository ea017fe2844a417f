package render

import (
	"math"
	"slices"

	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/renderer"

	"tafl3d/game"
	"tafl3d/render/gl"
	"tafl3d/scene"
)

// shelf holds the uploaded resources of a stage. Pieces share meshes.
type shelf struct {
	key    string
	of     wish // the request
	detail int  // width of the board's texture
	brief  bool // a cached version of full detail follows at once
	dark   *depthPaint
	set    []ware     // board and table
	drafts []*sketch  // versions of the set for drafts; nil: none
	ground [3]float32 // mean colour of the middle of the board, linear
	pieces map[game.Piece]*pieceWare
	hasty  bool      // drawn as drafts
	owed   []freight // pending uploads
}

// ware is an uploaded mesh with a single material.
type ware struct {
	name  string
	geom  *geometry.Geometry
	paint *paint
}

// pieceWare is an uploaded kind of piece.
type pieceWare struct {
	parts []ware // for full pictures
	rough []ware // simplified, for drafts
	size  bounds
	front bool // faces the enemy
	token *geometry.Geometry
	flat  *tokenPaint
}

// stock uploads the meshes of carved models, lit from l. Their textures are uploaded later.
func stock(gs *gls.GLS, r *renderer.Renderer, c *carved, l *keyLight) (*shelf, error) {
	s := &shelf{key: c.key, detail: c.detail, brief: c.brief, dark: newDepthPaint(l),
		pieces: map[game.Piece]*pieceWare{}}
	for i := range c.things {
		t := &c.things[i]
		wares, err := s.upload(gs, r, t)
		if err != nil {
			s.dispose()
			return nil, err
		}
		if t.model.Ground != [3]float32{} {
			s.ground = t.model.Ground
		}
		if t.piece == game.Empty {
			s.set = append(s.set, wares...)
			for i, w := range wares {
				k, err := newSketch(gs, r, &t.model.Parts[i], w)
				if err != nil {
					s.dispose()
					return nil, err
				}
				s.drafts = append(s.drafts, k)
			}
			continue
		}
		p := &pieceWare{parts: wares, rough: roughen(t, wares), size: bounds{t.model.Min, t.model.Max},
			front: t.model.Front, flat: newTokenPaint(t.model.Flat)}
		m := t.model.Token()
		p.token = interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices)
		s.pieces[t.piece] = p
		for _, g := range append(geometries(p.rough), p.token) {
			if err := prime(gs, r, g, progCarved); err != nil {
				s.dispose()
				return nil, err
			}
		}
	}
	return s, nil
}

// upload uploads the meshes of a model.
func (s *shelf) upload(gs *gls.GLS, r *renderer.Renderer, t *carvedThing) ([]ware, error) {
	var wares []ware
	for i := range t.model.Parts {
		part := &t.model.Parts[i]
		m := &part.Mesh
		g := interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices)
		if err := prime(gs, r, g, progCarved); err != nil {
			return nil, err
		}
		var textures [maps]uint32
		for k, l := range t.levels[i] {
			if len(l) > 0 {
				gl.GenTextures(1, &textures[k])
				s.owed = append(s.owed, freight{texture: textures[k], levels: l, repeat: part.Material.Repeat})
			}
		}
		mat := part.Material
		mat.Maps = nil // the textures are on the card
		wares = append(wares, ware{t.name + "/" + part.Name, g, newPaint(mat, textures)})
	}
	return wares, nil
}

// roughen returns simplified meshes of a model with the same paint.
func roughen(t *carvedThing, wares []ware) (rough []ware) {
	for i, w := range wares {
		m := coarse(&t.model.Parts[i].Mesh, coarseCell)
		rough = append(rough, ware{w.name + " in haste",
			interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices), w.paint})
	}
	return rough
}

func geometries(ws []ware) (all []*geometry.Geometry) {
	for _, w := range ws {
		all = append(all, w.geom)
	}
	return all
}

// prime uploads a mesh while a program with all attributes is current: the engine looks up attribute
// locations only once.
func prime(gs *gls.GLS, r *renderer.Renderer, g *geometry.Geometry, prog string) error {
	if err := use(r, prog); err != nil {
		return err
	}
	g.RenderSetup(gs)
	return nil
}

func (s *shelf) dispose() {
	drop := func(ws []ware) {
		for _, w := range ws {
			w.geom.Dispose()
			release(w.paint.maps[:]...)
		}
	}
	drop(s.set)
	for _, k := range s.drafts {
		k.dispose()
	}
	for _, p := range s.pieces {
		drop(p.parts)
		for _, g := range append(geometries(p.rough), p.token) {
			g.Dispose()
		}
	}
}

// hurry selects programs and texture filters for drafts or for full pictures.
func (s *shelf) hurry(on bool) {
	if s.hasty == on {
		return
	}
	s.hasty = on
	all := slices.Clone(s.set)
	for _, p := range s.pieces {
		all = append(all, p.parts...)
	}
	for i := range all {
		all[i].paint.hurry(on)
	}
}

// bounced returns the light that the middle of the board reflects onto objects.
func (s *shelf) bounced(l *sky) [4]float32 {
	up := l.Shade(scene.Vec{Y: 1})
	var out [4]float32
	for i := range 3 {
		out[i] = s.ground[i] * (up[i] + l.Colour[i]*l.Key.Y*0.7/math.Pi)
	}
	return out
}
