package render

import (
	"math"

	"github.com/g3n/engine/math32"

	"tafl3d/render/carve"
	"tafl3d/scene"
)

// frame is the input of the passes: the scene at a time, and the damaged areas of the last picture.
type frame struct {
	scene     *scene.Scene
	resources *resources
	men       []standing
	marks     []mark
	areas     []area // of the picture, to redraw
	dark      []area // of the shadow map, to redraw
	flat      float32
}

// standing is a piece with its position and orientation in the picture.
type standing struct {
	scene.Actor
	model      *uploadedPiece
	vary       carve.Vary
	at         scene.Vec // centre of the base, with the random offset
	area, dark area
}

// spread is how far the contact shadow extends beyond the piece, in squares.
const spread = 0.45

// gather records all objects of the scene in the damage tracker.
func (p *painter) gather(f *frame) {
	sc, l := f.scene, &p.light
	cam := sc.Camera()
	for _, a := range sc.Actors() {
		w := f.resources.pieces[a.Piece]
		if w == nil {
			continue
		}
		m := standing{Actor: a, model: w, vary: carve.Variation(uint64(a.ID))}
		if w.front {
			m.vary.Turn = float32(math.Remainder(float64(m.vary.Turn), math.Pi/2))
		}
		m.at = a.At.Add(scene.Vec{X: m.vary.Offset[0], Z: m.vary.Offset[1]})
		m.lay()
		box := bounds{m.at.Add(w.size.min), m.at.Add(w.size.max)}
		if m.Tip != 0 { // it may point in either direction
			r := w.size.max.Y
			box = bounds{m.at.Sub(scene.Vec{X: r, Y: r, Z: r}), m.at.Add(scene.Vec{X: r, Y: r, Z: r})}
		}
		wide := bounds{box.min.Sub(scene.Vec{X: spread, Z: spread}), box.max.Add(scene.Vec{X: spread, Z: spread})}
		wide.min.Y = min(wide.min.Y, 0)
		points := append(box.swept(l.to, -scene.Thick), wide.ground()...)
		m.area = seen(points, p.w, p.h, cam.Project)
		m.dark = seen(box.swept(l.to, -scene.Thick), p.shadow.size, p.shadow.size, l.shade)
		p.damage.note(a.ID, [3]any{a.At, a.Piece, a.Tip}, m.area, m.dark)
		f.men = append(f.men, m)
	}
	f.marks = marksOf(sc)
	for i := range f.marks {
		m := &f.marks[i]
		m.area = seen(m.corners(), p.w, p.h, cam.Project)
		p.damage.note(m.key(), m.markState, m.area, area{})
	}
	f.areas, f.dark = p.damage.settle()
}

// lay raises a tipped piece by its radius and turns it in the direction of its fall. Flat pieces, such as
// discs, rest on their face.
func (m *standing) lay() {
	r, tall := m.model.size.max.X, m.model.size.max.Y
	if tall < r {
		m.Tip = 0
	}
	lies := float32(math.Abs(math.Sin(float64(m.Tip))))
	m.at.Y += girth * r * lies
	const stray = 0.09 // share of the random turn that a tipped piece keeps
	m.vary.Turn = float32(math.Remainder(float64(m.vary.Turn), 2*math.Pi)) * (1 - (1-stray)*lies)
}

// girth is the radius of the body as a share of the radius of the base.
const girth = 0.88

// ground returns the corners of the bottom face.
func (b bounds) ground() []scene.Vec {
	y := b.min.Y
	return []scene.Vec{{X: b.min.X, Y: y, Z: b.min.Z}, {X: b.max.X, Y: y, Z: b.min.Z}, {X: b.min.X, Y: y, Z: b.max.Z},
		{X: b.max.X, Y: y, Z: b.max.Z}}
}

// groundUnder returns the height of the surface under a point.
func groundUnder(st *scene.Stage, v scene.Vec) float32 {
	x, z := st.Reach()
	x, z = x+scene.Frame, z+scene.Frame
	if v.X > -x && v.X < x && v.Z > -z && v.Z < z {
		return 0
	}
	return scene.Floor
}

// eye adapts the camera of the scene to the engine.
type eye struct{ view, proj scene.Mat }

// ViewMatrix sets m to the matrix from world to camera.
func (e *eye) ViewMatrix(m *math32.Matrix4) { *m = math32.Matrix4(e.view) }

// ProjMatrix sets m to the matrix from camera to picture.
func (e *eye) ProjMatrix(m *math32.Matrix4) { *m = math32.Matrix4(e.proj) }

// block is the uniform block Frame of the shaders.
type block struct {
	viewProj, shadowProj scene.Mat
	eye, toward          [4]float32
	key, keyColour       [4]float32
	hall                 [4]float32
	ground               [4]float32
	sky                  [9][4]float32
	lamp                 [4]float32
}

// block returns the constants of a frame.
func (p *painter) block(f *frame) block {
	cam, l := f.scene.Camera(), &p.light
	view, proj := cam.View(), cam.Proj()
	e, t := cam.Eye(), cam.Toward()
	b := block{viewProj: proj.Mul(&view), shadowProj: l.sampling()}
	b.eye = [4]float32{e.X, e.Y, e.Z, 0}
	if cam.Ortho() {
		b.eye[3] = 1
	}
	b.toward = [4]float32{t.X, t.Y, t.Z, f.flat}
	b.key = [4]float32{l.to.X, l.to.Y, l.to.Z, 1 / float32(p.shadow.size)}
	b.keyColour = [4]float32{l.colour[0], l.colour[1], l.colour[2], p.sky.Exposure}
	b.hall = [4]float32{lit(f.scene.On()) * 1.1, p.sky.Fall, l.softness(p.shadow.size), 0}
	b.ground, b.sky = f.resources.bounced(p.sky), p.sky.harmonics()
	p.flash.light(&b)
	return b
}
