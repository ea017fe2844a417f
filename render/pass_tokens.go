package render

import (
	"math"

	"tafl3d/render/gl"
	"tafl3d/scene"
)

// tokenPass draws the pieces of the flat view. They fade in over the carved pieces as the view becomes flat.
type tokenPass struct{ instances }

func newTokenPass(*painter) (pass, error) { return &tokenPass{newInstances()}, nil }

func (s *tokenPass) draw(p *painter, f *frame) error {
	opacity := smooth((f.flat - 0.55) / 0.45)
	if opacity == 0 {
		s.clear()
		return nil
	}
	turn := float32(0) // keep emblems upright on the screen
	if f.scene.Camera().Flipped() {
		turn = math.Pi
	}
	s.follow(f.men, func(m *standing) []*body { return []*body{newBody(m.model.token, m.model.flat)} },
		func(m *standing, b *body) {
			b.place(m.at.X, m.at.Y, m.at.Z, 0, turn, 0)
			k := broaden(f.scene.On(), m.at)
			b.SetScale(k, 1, k)
			b.tint = [4]float32{1, 1, 1, opacity}
			b.area = m.area
		})
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	return p.each(f.areas, s.root)
}

// tokenScale is the enlargement of pieces in the flat view, where they do not hide each other.
const tokenScale = 1.28

// broaden returns the scale of a token at a place: larger on the board, but not in the narrow trays.
func broaden(st *scene.Stage, at scene.Vec) float32 {
	x, z := st.Reach()
	out := max(at.X-x, -x-at.X, at.Z-z, -z-at.Z)
	return tokenScale + (1-tokenScale)*smooth(out/scene.Frame)
}

// smooth is smoothstep of t.
func smooth(t float32) float32 {
	t = min(max(t, 0), 1)
	return t * t * (3 - 2*t)
}

func (s *tokenPass) dispose() { s.clear() }
