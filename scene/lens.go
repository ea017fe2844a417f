package scene

import "math"

// Lens is the position and optics of a camera for photographs. Lengths are squares.
type Lens struct {
	Eye, At Vec     // position, and the point in the middle of the picture
	Angle   float32 // vertical field of view, in degrees
	Focus   Vec     // the point in focus
	// Slip is the offset from the centre of the lens, to the right and up. The mean of pictures with
	// different slips has depth of field.
	Slip  [2]float32
	Nudge [2]float32 // offset of the picture, as a share of half its width and height
}

// Hold fixes the camera to a lens. Players and panels no longer move it.
func (c *Camera) Hold(l Lens) {
	c.lens = &l
	c.changed()
}

// solve computes the projection of the lens.
func (l *Lens) solve(f *fit, aspect float64) {
	fwd := l.At.Sub(l.Eye)
	f.dist = float64(fwd.Len())
	fwd = fwd.Scale(1 / fwd.Len())
	right := Vec{X: -fwd.Z, Z: fwd.X}
	right = right.Scale(1 / right.Len())
	up := Vec{X: right.Y*fwd.Z - right.Z*fwd.Y, Y: right.Z*fwd.X - right.X*fwd.Z, Z: right.X*fwd.Y - right.Y*fwd.X}
	wide := func(v Vec) [3]float64 { return [3]float64{float64(v.X), float64(v.Y), float64(v.Z)} }
	f.fwd, f.right, f.up = wide(fwd), wide(right), wide(up)
	f.ortho, f.tan = false, math.Tan(float64(l.Angle)*math.Pi/360)
	f.half = f.dist * f.tan
	f.target = add(add(wide(l.At), f.right, float64(l.Slip[0])), f.up, float64(l.Slip[1]))
	far := float64(l.Focus.Sub(l.Eye).Dot(fwd)) // the plane in which all slips agree
	f.shiftX = float64(l.Slip[0])/(far*f.tan*aspect) + float64(l.Nudge[0])
	f.shiftY = float64(l.Slip[1])/(far*f.tan) + float64(l.Nudge[1])
}
