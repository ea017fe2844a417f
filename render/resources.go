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

// resources holds the uploaded resources of a stage. Pieces share meshes.
type resources struct {
	key     string
	of      wish // the request
	detail  int  // width of the board's texture
	brief   bool // a cached version of full detail follows at once
	dark    *depthPaint
	set     []uploadedMesh // board and table
	drafts  []*sketch      // versions of the set for drafts; nil: none
	ground  [3]float32     // mean colour of the middle of the board, linear
	pieces  map[game.Piece]*uploadedPiece
	draft   bool            // drawn as drafts
	pending []textureUpload // pending uploads
}

// uploadedMesh is an uploaded mesh with a single material.
type uploadedMesh struct {
	name  string
	geom  *geometry.Geometry
	paint *paint
}

// uploadedPiece is an uploaded kind of piece.
type uploadedPiece struct {
	parts []uploadedMesh // for full pictures
	rough []uploadedMesh // simplified, for drafts
	size  bounds
	front bool // faces the enemy
	token *geometry.Geometry
	flat  *tokenPaint
}

// uploadStage uploads the meshes of carved models, lit from l. Their textures are uploaded later.
func uploadStage(gs *gls.GLS, r *renderer.Renderer, c *carved, l *keyLight) (*resources, error) {
	s := &resources{key: c.key, detail: c.detail, brief: c.brief, dark: newDepthPaint(l),
		pieces: map[game.Piece]*uploadedPiece{}}
	for i := range c.things {
		t := &c.things[i]
		meshes, err := s.upload(gs, r, t)
		if err != nil {
			s.dispose()
			return nil, err
		}
		if t.model.Ground != [3]float32{} {
			s.ground = t.model.Ground
		}
		if t.piece == game.Empty {
			s.set = append(s.set, meshes...)
			for i, w := range meshes {
				k, err := newSketch(gs, r, &t.model.Parts[i], w)
				if err != nil {
					s.dispose()
					return nil, err
				}
				s.drafts = append(s.drafts, k)
			}
			continue
		}
		p := &uploadedPiece{parts: meshes, rough: simplify(t, meshes), size: bounds{t.model.Min, t.model.Max},
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
func (s *resources) upload(gs *gls.GLS, r *renderer.Renderer, t *carvedModel) ([]uploadedMesh, error) {
	var meshes []uploadedMesh
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
				u := textureUpload{texture: textures[k], levels: l, repeat: part.Material.Repeat}
				s.pending = append(s.pending, u)
			}
		}
		mat := part.Material
		mat.Maps = nil // the textures are on the card
		meshes = append(meshes, uploadedMesh{t.name + "/" + part.Name, g, newPaint(mat, textures)})
	}
	return meshes, nil
}

// simplify returns simplified meshes of a model with the same paint.
func simplify(t *carvedModel, meshes []uploadedMesh) (rough []uploadedMesh) {
	for i, w := range meshes {
		m := coarse(&t.model.Parts[i].Mesh, coarseCell)
		rough = append(rough, uploadedMesh{w.name + " in haste",
			interleaved(m.Positions, m.Normals, m.UVs, m.Tangents, m.Indices), w.paint})
	}
	return rough
}

func geometries(ws []uploadedMesh) (all []*geometry.Geometry) {
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

func (s *resources) dispose() {
	drop := func(ws []uploadedMesh) {
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

// useDraft selects programs and texture filters for drafts or for full pictures.
func (s *resources) useDraft(on bool) {
	if s.draft == on {
		return
	}
	s.draft = on
	all := slices.Clone(s.set)
	for _, p := range s.pieces {
		all = append(all, p.parts...)
	}
	for i := range all {
		all[i].paint.useDraft(on)
	}
}

// bounced returns the light that the middle of the board reflects onto objects.
func (s *resources) bounced(l *sky) [4]float32 {
	up := l.Shade(scene.Vec{Y: 1})
	var out [4]float32
	for i := range 3 {
		out[i] = s.ground[i] * (up[i] + l.Colour[i]*l.Key.Y*0.7/math.Pi)
	}
	return out
}
