package scene

import "math"

// Mat is a 4 by 4 matrix in column-major order, as in OpenGL.
type Mat [16]float32

// Mul returns a*b: b is applied first.
func (a *Mat) Mul(b *Mat) Mat {
	var m Mat
	for c := range 4 {
		for r := range 4 {
			var s float32
			for k := range 4 {
				s += a[k*4+r] * b[c*4+k]
			}
			m[c*4+r] = s
		}
	}
	return m
}

// Apply returns the homogeneous image of the point v.
func (a *Mat) Apply(v Vec) (x, y, z, w float32) {
	return a[0]*v.X + a[4]*v.Y + a[8]*v.Z + a[12],
		a[1]*v.X + a[5]*v.Y + a[9]*v.Z + a[13],
		a[2]*v.X + a[6]*v.Y + a[10]*v.Z + a[14],
		a[3]*v.X + a[7]*v.Y + a[11]*v.Z + a[15]
}

func (v Vec) Add(u Vec) Vec { return Vec{v.X + u.X, v.Y + u.Y, v.Z + u.Z} }

func (v Vec) Sub(u Vec) Vec { return Vec{v.X - u.X, v.Y - u.Y, v.Z - u.Z} }

func (v Vec) Scale(f float32) Vec { return Vec{v.X * f, v.Y * f, v.Z * f} }

// Dot returns the scalar product.
func (v Vec) Dot(u Vec) float32 { return v.X*u.X + v.Y*u.Y + v.Z*u.Z }

// Len returns the Euclidean length.
func (v Vec) Len() float32 { return float32(math.Sqrt(float64(v.Dot(v)))) }

// Mix interpolates linearly from v (f = 0) to u (f = 1).
func (v Vec) Mix(u Vec, f float32) Vec { return v.Add(u.Sub(v).Scale(f)) }
