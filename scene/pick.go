package scene

import (
	"math"

	"tafl3d/game"
)

// Ray returns origin and direction of the line of sight through (x, y).
func (c *Camera) Ray(x, y float32) (origin, dir Vec) {
	o, d := c.fit.ray(float64(x), float64(y), c.aspect())
	return vec(o), vec(d)
}

func (f *fit) ray(x, y, aspect float64) (o, d [3]float64) {
	x, y = x-f.shiftX, y-f.shiftY
	if f.ortho {
		o = add(add(f.target, f.right, x*f.half*aspect), f.up, y*f.half)
		return add(o, f.fwd, -f.dist), f.fwd
	}
	d = add(add(f.fwd, f.right, x*f.tan*aspect), f.up, y*f.tan)
	return add(f.target, f.fwd, -f.dist), d
}

// hit returns the point where the line of sight through (x, y) meets the horizontal plane at a height above
// the board.
func (c *Camera) hit(x, y float32, height float64) (Vec, bool) {
	o, d := c.fit.ray(float64(x), float64(y), c.aspect())
	if d[1] >= -1e-6 {
		return Vec{}, false
	}
	return vec(add(o, d, (height-o[1])/d[1])), true
}

// Pick returns the square at (x, y), from -1 to 1 with y up. It is the square on whose face the line of sight
// ends. If that square is empty and no target, a piece whose body covers the point has priority.
func (s *Scene) Pick(x, y float32) (game.Square, bool) {
	sq, ok := s.pickFace(x, y)
	if ok && (s.Stands(sq) || s.isTarget(sq)) {
		return sq, true
	}
	if body, hit := s.pickBody(x, y); hit {
		return body, true
	}
	return sq, ok
}

func (s *Scene) pickFace(x, y float32) (game.Square, bool) {
	at, ok := s.camera.hit(x, y, 0)
	if !ok {
		return game.NoSquare, false
	}
	return s.stage.Square(at.X, at.Z)
}

// Stands reports whether sq has a piece or is the destination of a moving one.
func (s *Scene) Stands(sq game.Square) bool { return s.at[sq] != nil }

func (s *Scene) isTarget(sq game.Square) bool {
	for _, t := range s.marks.Targets {
		if t == sq {
			return true
		}
	}
	return false
}

// pickBody returns the square of the nearest piece, modelled as an upright cylinder, that the line of sight
// meets.
func (s *Scene) pickBody(x, y float32) (game.Square, bool) {
	if s.camera.fit.ortho {
		return game.NoSquare, false
	}
	o, d := s.camera.Ray(x, y)
	best, nearest := game.NoSquare, float32(math.Inf(1))
	for sq, m := range s.at {
		foot := s.place(m)
		if m.hold || distance(foot, s.stage.Place(sq)) > 0.01 {
			continue
		}
		if t, ok := meetsCylinder(o.Sub(foot), d); ok && t < nearest {
			best, nearest = sq, t
		}
	}
	return best, best != game.NoSquare
}

// meetsCylinder returns the distance along a ray to the body of a piece at the origin.
func meetsCylinder(o, d Vec) (float32, bool) {
	a := d.X*d.X + d.Z*d.Z
	b := o.X*d.X + o.Z*d.Z
	c := o.X*o.X + o.Z*o.Z - Broad*Broad
	disc := b*b - a*c
	if disc < 0 || a == 0 {
		return 0, false
	}
	root := float32(math.Sqrt(float64(disc)))
	in, out := (-b-root)/a, (-b+root)/a
	const top = Tall * 0.72 // pieces taper, so the tip of a king may be missed
	in = max(in, (top-o.Y)/d.Y)
	out = min(out, -o.Y/d.Y)
	return in, in <= out && in > 0
}

// An arrow key moves to the neighbour with the smallest cost: its distance along the arrow plus the weighted
// distance across. Up and down prefer the next row, left and right prefer the same row. Of equal neighbours
// the left one wins, so that every point can be reached.
const (
	alike  = 0.5 // least cosine between the arrow and the direction
	asideV = 0.8
	asideH = 1.3
	sliver = 1e-3
)

// Towards returns the neighbour of sq in the direction of an arrow on the screen, x to the right and y up,
// for any position of the camera. It returns NoSquare if there is none.
func (s *Scene) Towards(sq game.Square, x, y float32) game.Square {
	sin, cos := math.Sincos(s.camera.now.yaw)
	n := float32(math.Hypot(float64(x), float64(y)))
	x, y = x/n, y/n
	way := Vec{X: float32(cos)*x - float32(sin)*y, Z: -float32(sin)*x - float32(cos)*y}
	weight := float32(asideH)
	if abs(y) > abs(x) {
		weight = asideV
	}
	best, least := game.NoSquare, float32(math.Inf(1))
	for next := range game.Square(s.stage.Board.Squares()) {
		if next == sq || !s.stage.Board.Adjacent(sq, next) {
			continue
		}
		d := s.stage.Place(next).Sub(s.stage.Place(sq))
		along, left := d.X*way.X+d.Z*way.Z, d.X*way.Z-d.Z*way.X
		if cost := along + weight*abs(left) - sliver*left; along > alike*d.Len() && cost < least {
			best, least = next, cost
		}
	}
	return best
}
